"""Whose deal it was: the rotation, and by which dealer a deal with the wrong one is judged."""

from collections.abc import Iterator

from msgspec import Struct

from ristilog.game.findings import Finding, finding
from ristilog.game.log import ACTIONS, Deal
from ristilog.game.table import AFTER, BEFORE, Seat
from ristilog.referee.pack import Pack, fits, seed_of


class Rotation(Struct, frozen=True):
    """Who may be the next dealer, counted in the ways that a single slip leaves right; empty before the first deal."""

    counted: Seat | None = None
    """By the deals since the log began."""
    written: Seat | None = None
    """By the last deal's dealer as it was written."""
    by_lead: Seat | None = None
    """By the first deal's first lead, where that does not fit its dealer."""

    def all(self) -> set[Seat]:
        """Every seat that may deal next."""
        return {seat for seat in (self.counted, self.written, self.by_lead) if seat is not None}


class Dealer(Struct, frozen=True):
    """By which dealer a deal is judged, what is wrong with the written one, and who may deal next."""

    seat: Seat
    findings: tuple[Finding, ...]
    after: Rotation


def judge_dealer(where: str, deal: Deal, pack: Pack | None, before: Rotation, readable: bool) -> Dealer:
    """Judge a deal's dealer; `pack` is None where the cards are not to be looked at, `readable` whether it is written.

    A void deal is not judged, and the same seat deals again.
    """
    written = deal.dealer
    if not readable:
        seat = before.counted or before.written or written
        return Dealer(seat, (), _next(before.counted, None, before.by_lead, turn=not isinstance(deal.void, str)))
    if isinstance(deal.void, str):
        return Dealer(written, (), Rotation(before.counted or written, written, before.by_lead))
    if written == before.counted:
        return Dealer(written, (), _next(written, written, before.by_lead, turn=True))
    lead = _dealer_by_lead(deal)
    if not before.all():
        seat, findings = written, tuple[Finding, ...]()
        if lead is not None and lead != written and pack is not None and _seed_fits(deal, pack, lead):
            seat, findings = lead, tuple(_wrong(where, lead, written))
        return Dealer(seat, findings, _next(seat, written, lead if lead != seat else None, turn=True))
    after = _next(before.counted, written, before.by_lead, turn=True)
    if written in before.all():
        return Dealer(written, (), after)
    expected = before.counted or before.written or written
    seat = lead if lead in before.all() | {written} and lead is not None else expected
    return Dealer(seat, tuple(_wrong(where, expected, written)), after)


def _wrong(where: str, expected: Seat, found: Seat) -> Iterator[Finding]:
    yield finding("D206", f"{where}/dealer", expected=expected, found=found)


def _next(counted: Seat | None, written: Seat | None, by_lead: Seat | None, *, turn: bool) -> Rotation:
    ways = (counted, written, by_lead)
    return Rotation(*(AFTER[seat] if seat is not None and turn else seat for seat in ways))


def _dealer_by_lead(deal: Deal) -> Seat | None:
    """The dealer whom the first action fits: the seat before the one that acted."""
    if not deal.tricks:
        return None
    return BEFORE[ACTIONS[deal.tricks[0].actions[0]].seat]


def _seed_fits(deal: Deal, pack: Pack, dealer: Seat) -> bool:
    seed = seed_of(deal.shuffle) if deal.shuffle else None
    return seed is not None and not pack.faults and fits(seed, pack.dealt, dealer)
