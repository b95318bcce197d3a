"""Notes: those the program writes itself from what is true, and a person's, which it never touches."""

from collections.abc import Iterable

from msgspec import UNSET, structs

from ristilog.game.log import Annotation, GameLog
from ristilog.game.ruleset import Ruleset
from ristilog.replay.steps import DealSteps
from ristilog.teach.claims import Claim, claims_of
from ristilog.teach.stops import is_stop


def annotated(log: GameLog, rules: Ruleset, deals: Iterable[DealSteps]) -> GameLog:
    """The log with the program's own notes written anew from what can be said of its deals.

    A person's notes (those that are not `auto`) come first and are kept as they are; doing it twice changes nothing.
    """
    own = tuple(note for note in log.annotations or () if note.auto is not True)
    made = tuple(_note(rules, claim) for deal in deals for claim in claims_of(rules, deal))
    return structs.replace(log, annotations=own + made or UNSET)


def with_note(log: GameLog, note: Annotation) -> GameLog:
    """The log with one more note, behind a person's others and before the program's."""
    notes = log.annotations or ()
    own = tuple(one for one in notes if one.auto is not True)
    made = tuple(one for one in notes if one.auto is True)
    return structs.replace(log, annotations=(*own, note, *made))


def _note(rules: Ruleset, claim: Claim) -> Annotation:
    return Annotation(
        at=claim.at,
        code=claim.code,
        args=claim.args or UNSET,
        auto=True,
        stop=True if is_stop(rules, claim) else UNSET,
    )
