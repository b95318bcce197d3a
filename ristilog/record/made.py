"""What a command that changes a log comes to."""

from msgspec import Struct

from ristilog.game.findings import Finding
from ristilog.game.log import GameLog


class Made(Struct, frozen=True):
    """The changed log, or None and what is wrong with the one that was to be changed."""

    log: GameLog | None
    findings: tuple[Finding, ...]
    """What is wrong, placed in the text that was given where it shows it, else with its address alone."""
