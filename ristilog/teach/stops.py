"""Which claims make the walkthrough halt: those that turn a deal or teach a rule, not every one that is true."""

from typing import Final

from ristilog.game.ruleset import Ruleset
from ristilog.teach.claims import Claim

ALWAYS: Final = frozenset({"lead-barred", "king-barred", "dark-hit", "rich-trick", "dirty", "cleaned", "deal-decided"})
BIG: Final = (1, 12)
"""The part of the pack's card points from which a steal or a gift is worth a halt: 10 of 120, 5 of 60."""


def is_stop(rules: Ruleset, claim: Claim) -> bool:
    """Whether the walkthrough halts at a claim."""
    if claim.code in ("steal", "dark-gift"):
        part, whole = BIG
        return bool(claim.args["points"] * whole >= rules.pack_points * part)
    return claim.code in ALWAYS
