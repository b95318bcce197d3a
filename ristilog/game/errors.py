"""What ristilog raises.

::

    Exception
    ├── RistilogError           a call that cannot be carried out: the message is for the person who made it
    │   ├── UnreadableInput     a path that is not there or may not be read
    │   └── Refused             what a recorder does not write, with the referee's finding on it
    └── ValueError              a caller's bug: an argument outside what the function's docstring allows

Faults *in data* are never raised: they are values (`ristilog.game.findings.Finding`).
"""

from ristilog.game.findings import Finding


class RistilogError(Exception):
    """A call that cannot be carried out; ``str()`` of it is a sentence for the person who made the call."""


class UnreadableInput(RistilogError):
    """Input that cannot be opened or read from."""


class Refused(RistilogError):
    """What the rules or the form of a log do not allow, and a recorder has therefore not written."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding
        """What the referee would say of it."""
