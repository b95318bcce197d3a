"""What ristilog raises.

::

    Exception
    ├── RistilogError           a call that cannot be carried out: the message is for the person who made it
    │   ├── UnreadableInput     a path that is not there, may not be read, or is no log at all
    │   └── IllegalAction       an action the rules do not allow; carries the finding
    └── ValueError              a caller's bug: an argument outside what the function's docstring allows

Faults *in data* are never raised: they are values (`ristilog.game.findings.Finding`).
"""

from ristilog.game.findings import Finding


class RistilogError(Exception):
    """A call that cannot be carried out; ``str()`` of it is a sentence for the person who made the call."""


class UnreadableInput(RistilogError):
    """Input that cannot be opened, or that a function needing a sound log cannot read."""


class IllegalAction(RistilogError):
    """An action that the rules do not allow in the position; `finding` says which rule."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding
