"""What ristilog raises.

::

    Exception
    ├── RistilogError           a call that cannot be carried out: the message is for the person who made it
    │   └── UnreadableInput     a path that is not there or may not be read
    └── ValueError              a caller's bug: an argument outside what the function's docstring allows

Faults *in data* are never raised: they are values (`ristilog.game.findings.Finding`).
"""


class RistilogError(Exception):
    """A call that cannot be carried out; ``str()`` of it is a sentence for the person who made the call."""


class UnreadableInput(RistilogError):
    """Input that cannot be opened or read from."""
