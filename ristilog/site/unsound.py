"""What can be shown of a log that does not verify: each deal up to the first play that is at fault."""

from collections.abc import Sequence

from msgspec import UNSET, structs

from ristilog.game.findings import Finding
from ristilog.game.log import ACTIONS, Deal, GameLog
from ristilog.game.ruleset import Ruleset
from ristilog.referee.judge import Proof
from ristilog.referee.notes import known_cards
from ristilog.replay.steps import DealSteps, replay_log


def shown_deals(
    log: GameLog,
    rules: Ruleset,
    proofs: Sequence[Proof],
    sound: Sequence[DealSteps | None],
    errors: Sequence[Finding],
) -> tuple[DealSteps | None, ...]:
    """The deals of a log, a deal whose play is at fault cut before the fault; None where not even its pack holds."""
    shown = list(sound)
    for number, deal in enumerate(sound):
        where = f"/deals/{number}/"
        of_deal = [one for one in errors if one.pointer.startswith(where) or one.pointer == where[:-1]]
        if deal is not None or not of_deal or of_deal[0].code[0] != "P":
            continue
        fault = of_deal[0].pointer.removeprefix(where).split("/")
        shown[number] = _cut(log, rules, proofs[number], number, fault)
    return tuple(shown)


def _cut(log: GameLog, rules: Ruleset, proof: Proof, number: int, fault: list[str]) -> DealSteps | None:
    """The steps of one deal before a fault at ``tricks/4/actions/2``, ``tricks/4/actions`` or nowhere in it."""
    deal = log.deals[number]
    cards = known_cards(deal, proof)
    if cards is None:
        return None
    short = structs.replace(_before(deal, fault), score=UNSET)
    log = structs.replace(log, deals=(*log.deals[:number], short))
    return replay_log(log, rules, [*[None] * number, cards])[number]


def _before(deal: Deal, fault: list[str]) -> Deal:
    """The deal up to the action at fault; up to the trick's fourth play if its length is."""
    tricks = deal.tricks or ()
    if fault[:1] != ["tricks"] or len(fault) < 2:
        return deal
    trick = int(fault[1])
    actions = tricks[trick].actions
    if len(fault) > 3:
        kept = actions[: int(fault[3])]
    else:
        plays = [index for index, text in enumerate(actions) if ACTIONS[text].kind != "draw"]
        kept = actions[: plays[4]] if len(plays) > 4 else actions
    last = (structs.replace(tricks[trick], actions=kept),) if kept else ()
    return structs.replace(deal, tricks=(*tricks[:trick], *last))
