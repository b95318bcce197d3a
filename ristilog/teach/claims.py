"""What can be said of a play, a trick or a deal: coded claims as functions of the replayed deal, true or not there.

A claim holds at one address and has arguments; both are computed here and nowhere else, so the same function writes a
note and checks one. A code's meaning never changes: what would mean something else gets a code of its own.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from ristilog.game.log import Play
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import OTHER_SIDE, PARTNER, SIDE, SIDES, Side
from ristilog.replay.legality import barred_rank, king_is_barred, why_not
from ristilog.replay.scoring import TrickFacts, clean_sides, deal_points, trick_points, trick_winner
from ristilog.replay.steps import DealSteps, Step

Args = dict[str, Any]

GIFT: Final = 4
"""Card points from which a card thrown on a trick is worth a word: a king's, in both tables."""
RICH: Final = (5, 24)
"""The part of the pack's card points that makes one trick rich: 25 of 120, 12 of 60."""


class Claim(Struct, frozen=True):
    """One true thing about a log."""

    at: str
    """Its address."""
    code: str
    args: Args


class _Play(Struct, frozen=True):
    """A play in its deal, as the claims about plays see it."""

    rules: Ruleset
    deal: DealSteps
    step: Step

    @property
    def trick(self) -> tuple[Play, ...]:
        """The plays before this one."""
        return self.step.before.trick

    @property
    def led(self) -> str | None:
        """The rank led, None if this is the lead."""
        return self.trick[0].card[0] if self.trick else None

    @property
    def finished(self) -> TrickFacts | None:
        """The whole trick, if the record goes on to its end."""
        tricks = self.deal.steps[-1].after.tricks
        return tricks[self.step.trick - 1] if len(tricks) >= self.step.trick else None

    @property
    def ends_trick(self) -> bool:
        """Whether the trick is complete with this play."""
        return len(self.step.after.tricks) > len(self.step.before.tricks)

    @property
    def worth(self) -> int:
        """Card points of the card played."""
        return self.rules.values.get(self.step.action.card[0], 0)

    @property
    def partner_wins(self) -> bool:
        """Whether the partner is winning the trick before this play."""
        return bool(self.trick) and trick_winner(self.trick) == PARTNER[self.step.action.seat]


def _steal(play: _Play) -> Args | None:
    """A card from hand takes the trick over from the other side."""
    return _takes_over(play) if play.step.action.kind == "play" else None


def _dark_hit(play: _Play) -> Args | None:
    """A card turned up from the stock has the led rank and takes the trick over from the other side."""
    return _takes_over(play) if play.step.action.kind == "dark" else None


def _takes_over(play: _Play) -> Args | None:
    action = play.step.action
    if action.card[0] != play.led:
        return None
    holder = trick_winner(play.trick)
    if SIDE[holder] == SIDE[action.seat]:
        return None
    return {"from": holder, "points": trick_points(play.rules, (*play.trick, action))}


def _dark_gift(play: _Play) -> Args | None:
    """A card turned up from the stock hands points to the other side, which wins the trick."""
    action, finished = play.step.action, play.finished
    if action.kind != "dark" or finished is None or play.worth < GIFT:
        return None
    if SIDE[finished.winner] == SIDE[action.seat]:
        return None
    return {"to": finished.winner, "points": play.worth}


def _gift_to_partner(play: _Play) -> Args | None:
    """Points thrown from hand on the partner's trick while it can still be lost, and the side does win it."""
    action, finished = play.step.action, play.finished
    if action.kind != "play" or play.step.play == 4 or not play.partner_wins or finished is None:
        return None
    before = play.step.before
    seen = before.out.union(before.hand(action.seat).known)
    if sum(1 for card in seen if card[0] == play.led) == 4:
        return None  # nobody else can have another card of the rank
    if play.worth < GIFT or action.card[0] == play.led or SIDE[finished.winner] != SIDE[action.seat]:
        return None
    return {"to": PARTNER[action.seat], "points": play.worth}


def _safe_last(play: _Play) -> Args | None:
    """The last seat throws points from hand on the partner's trick, which nobody can take any more.

    A queen that makes the side dirty is not without risk.
    """
    action = play.step.action
    if action.kind != "play" or play.step.play != 4 or not play.partner_wins:
        return None
    if play.rules.cleaning and play.step.before.stock_phase and action.card[0] == "Q":
        return None
    if play.worth == 0 or action.card[0] == play.led:
        return None
    return {"to": PARTNER[action.seat], "points": play.worth}


def _withheld_match(play: _Play) -> Args | None:
    """A card that would have taken the trick over from the other side stays in hand."""
    action, before = play.step.action, play.step.before
    if play.led is None or action.kind != "play" or action.card[0] == play.led:
        return None
    if SIDE[trick_winner(play.trick)] == SIDE[action.seat]:
        return None
    for card in before.hand(action.seat).known:
        if card[0] == play.led and why_not(before, Play(action.seat, "play", card)) is None:
            return {"rank": play.led}
    return None


def _lead_barred(play: _Play) -> Args | None:
    """A rank is barred for this lead, and that takes a choice away: a card in hand, or the dark lead."""
    before, action = play.step.before, play.step.action
    barred = barred_rank(before)
    if barred is None or action.card[0] == barred:
        return None
    choices = [Play(action.seat, "play", card) for card in before.hand(action.seat).known if card[0] == barred]
    if before.stock:
        choices.append(Play(action.seat, "dark", before.stock[0]))
    refused = (why_not(before, choice) for choice in choices)
    return {"rank": barred} if any(one is not None and one.code in ("P308", "P309") for one in refused) else None


def _king_barred(play: _Play) -> Args | None:
    """With this card three kings are out and stock is left: the fourth may not be played, nor dark play be offered."""
    return {} if king_is_barred(play.step.after) and not king_is_barred(play.step.before) else None


def _stock_out(play: _Play) -> Args | None:
    """The stock is gone: the rest is played from hand."""
    before, after = play.step.before, play.step.after
    if not before.stock or after.stock or not play.ends_trick:
        return None
    return {"tricks": len(after.hand("N"))}


def _deal_decided(play: _Play) -> Args | None:
    """With this trick a side has more than half of the card points."""
    if not play.ends_trick:
        return None
    had, has = deal_points(play.step.before.tricks), deal_points(play.step.after.tricks)
    for side in SIDES:
        if 2 * had.of(side) <= play.rules.pack_points < 2 * has.of(side):
            return {"side": side, "points": has.of(side)}
    return None


def _dirty(play: _Play) -> Args | None:
    """A side wins its first queen of the stock phase."""
    return _changes(play, to_clean=False)


def _cleaned(play: _Play) -> Args | None:
    """A dirty side wins a king after the stock phase and is clean again."""
    return _changes(play, to_clean=True)


def _changes(play: _Play, *, to_clean: bool) -> Args | None:
    if not play.ends_trick:
        return None
    was, is_now = (clean_sides(play.rules, one.tricks) for one in (play.step.before, play.step.after))
    for side in SIDES:
        if was.of(side) != to_clean and is_now.of(side) == to_clean:
            return {"side": side}
    return None


def _rich_trick(rules: Ruleset, trick: TrickFacts) -> Args | None:
    """A fifth of the pack's card points, or more, in one trick."""
    part, whole = RICH
    rich = trick.points * whole >= rules.pack_points * part
    return {"winner": trick.winner, "points": trick.points} if rich else None


def _sweep(rules: Ruleset, deal: DealSteps) -> Args | None:
    """One side has won all the card points."""
    for side in SIDES:
        if deal.points is not None and deal.points.of(side) == rules.pack_points:
            return {"side": side}
    return None


def _tie_held(rules: Ruleset, deal: DealSteps) -> Args | None:
    """An even split holds a game point more."""
    if not rules.tie_carry or rules.scoring != "game-points" or deal.points is None or deal.outcome is None:
        return None
    return {"held": deal.outcome.standing.held} if deal.points.NS == deal.points.EW else None


def _wiped(rules: Ruleset, deal: DealSteps) -> Args | None:
    """A side without a card point loses its running total."""
    if rules.scoring != "cumulative" or not rules.wipe_on_zero or deal.points is None:
        return None
    for side in SIDES:
        if deal.points.of(side) == 0 and deal.before.match.of(side) > 0:
            return {"side": side, "lost": deal.before.match.of(side)}
    return None


def _honour(rules: Ruleset, deal: DealSteps) -> Args | None:
    """Who had more card points, and who ended the deal clean: won and lost with honour, or without."""
    if not rules.cleaning or deal.points is None or deal.clean is None or deal.points.NS == deal.points.EW:
        return None
    side: Side = "NS" if deal.points.NS > deal.points.EW else "EW"
    return {"side": side, "clean": deal.clean.of(side), "others_clean": deal.clean.of(OTHER_SIDE[side])}


OF_PLAYS: Final[dict[str, Callable[[_Play], Args | None]]] = {
    "lead-barred": _lead_barred,
    "steal": _steal,
    "dark-hit": _dark_hit,
    "dark-gift": _dark_gift,
    "gift-to-partner": _gift_to_partner,
    "safe-last": _safe_last,
    "withheld-match": _withheld_match,
    "king-barred": _king_barred,
    "dirty": _dirty,
    "cleaned": _cleaned,
    "deal-decided": _deal_decided,
    "stock-out": _stock_out,
}
"""Code → the claim about a play, in the order in which they are worth saying."""

OF_TRICKS: Final[dict[str, Callable[[Ruleset, TrickFacts], Args | None]]] = {"rich-trick": _rich_trick}
OF_DEALS: Final[dict[str, Callable[[Ruleset, DealSteps], Args | None]]] = {
    "sweep": _sweep,
    "tie-held": _tie_held,
    "wiped": _wiped,
    "honour": _honour,
}
OF_HANDS: Final = frozenset({"withheld-match", "lead-barred"})
"""Codes that tell what a player holds."""
OF_STANDING: Final = frozenset({"tie-held", "wiped"})
"""Codes that tell something of the standing, for which every deal before must be known."""
CODES: Final = (*OF_PLAYS, *OF_TRICKS, *OF_DEALS)
"""Every code that this version knows."""


def claims_of(rules: Ruleset, deal: DealSteps) -> Iterator[Claim]:
    """Everything true that can be said of a deal, in the order of its addresses; of the deal itself last."""
    for step in deal.steps:
        play = _Play(rules, deal, step)
        for code, claim in OF_PLAYS.items():
            args = claim(play)
            if args is not None:
                yield Claim(f"{deal.number}.{step.trick}.{step.play}", code, args)
        if play.ends_trick:
            for code, of_trick in OF_TRICKS.items():
                args = of_trick(rules, step.after.tricks[-1])
                if args is not None:
                    yield Claim(f"{deal.number}.{step.trick}", code, args)
    for code, of_deal in OF_DEALS.items():
        args = None if deal.void else of_deal(rules, deal)
        if args is not None:
            yield Claim(f"{deal.number}", code, args)
