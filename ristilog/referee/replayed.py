"""A log's deals as steps, for programs that want to know what happened and not only whether it may have."""

from ristilog.game.log import GameLog
from ristilog.referee.judge import prove_deals, resolve_rules
from ristilog.referee.notes import sound_deals
from ristilog.referee.verify import verify
from ristilog.replay.steps import DealSteps


def replay(log: GameLog) -> tuple[DealSteps | None, ...]:
    """Replay a log: its deals as steps, each with the position before and after it; None for a deal at fault.

    A deal is at fault if the verifier finds something wrong with its cards, its dealer or its play. Rules that do not
    resolve are a ValueError.
    """
    rules, faults = resolve_rules(log)
    if rules is None:
        raise ValueError(faults[0].message)
    return sound_deals(log, rules, prove_deals(log, rules), verify(log).findings)
