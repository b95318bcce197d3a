"""What is worth saying of a log that is no fault: where it stops, and what nobody can check."""

from collections.abc import Iterator

from ristilog.game.findings import Finding, finding
from ristilog.game.log import ACTIONS, Deal, GameLog
from ristilog.game.table import Side
from ristilog.referee.pack import seed_of


def remarks(log: GameLog, cut: frozenset[str], winner: Side | None) -> Iterator[Finding]:
    """W602 for a log without a result, W603 for the deals of an open log that no seed proves."""
    if not log.result and "/result" not in cut:
        pointer, reason = _where_it_stops(log, winner)
        yield finding("W602", pointer, reason=reason)
    if log.open:  # a view must not show its seed, and cards shuffled by hand at a table have none
        played = [number for number, deal in enumerate(log.deals) if deal.tricks and not isinstance(deal.void, str)]
        bare = [number for number in played if not _has_seed(log.deals[number], cut, number)]
        if bare:
            which = "no deal has" if len(bare) == len(played) else f"{len(bare)} of {len(played)} deals lack"
            reason = f"{which} a seed, so nobody can prove how the cards were dealt"
            yield finding("W603", f"/deals/{bare[0]}", reason=reason)


def _has_seed(deal: Deal, cut: frozenset[str], number: int) -> bool:
    return f"/deals/{number}/shuffle" in cut or (seed_of(deal.shuffle) if deal.shuffle else None) is not None


def _where_it_stops(log: GameLog, winner: Side | None) -> tuple[str, str]:
    if winner is not None:
        return "", f"{winner} won the match, but no result is given"
    if not log.deals:
        return "", "no deal is recorded yet"
    number = len(log.deals) - 1
    tricks = log.deals[number].tricks or ()
    plays = sum(1 for trick in tricks for text in trick.actions if ACTIONS[text].kind != "draw")
    if plays == 52 or not log.deals[number].tricks:
        return "", "the match is not over and no result is given"
    return f"/deals/{number}", f"the log stops in deal {number + 1}, after {plays} of 52 plays"
