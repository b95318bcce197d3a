"""Whose deal it was: the rotation, and by which dealer a deal is judged."""

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
    other: Seat | None = None
    """By a first lead that does not fit its dealer, or by a faulty deal's having been void."""

    def fits(self, seat: Seat | None) -> bool:
        """Whether it may be this seat's deal."""
        return seat is not None and seat in (self.counted, self.written, self.other)

    @property
    def is_empty(self) -> bool:
        """Whether no deal has been counted yet."""
        return self == Rotation()

    def turned(self) -> "Rotation":
        """One seat further."""
        ways = (self.counted, self.written, self.other)
        return Rotation(*(AFTER[seat] if seat is not None else None for seat in ways))

    def or_void(self) -> "Rotation":
        """The rotation after a deal that may have been void, so that the same seat may deal again."""
        return Rotation(self.counted, self.written, BEFORE[self.counted]) if self.counted is not None else self


class Dealer(Struct, frozen=True):
    """By which dealer a deal is judged, what is wrong with the written one, and who may deal next."""

    seat: Seat
    findings: tuple[Finding, ...]
    after: Rotation


def judge_dealer(where: str, deal: Deal, pack: Pack | None, before: Rotation) -> Dealer:
    """Judge a deal's written dealer; `pack` is None where the cards are not to be looked at.

    A void deal is not judged, and the same seat deals again, whoever is written to have dealt it. Of several seats that
    may have dealt, the first lead tells which one did.
    """
    written = deal.dealer
    if isinstance(deal.void, str):
        return Dealer(written, (), Rotation(written, written) if before.is_empty else before)
    if before.is_empty:
        return _first_dealer(where, deal, pack)
    after = Rotation(before.counted, written, before.other).turned()
    if written == before.counted and before.other is None:
        return Dealer(written, (), after)
    lead = _dealer_by_lead(deal)
    if before.fits(written):
        return Dealer(lead if lead is not None and before.fits(lead) else written, (), after)
    expected = before.counted or written
    seat = lead if lead is not None and (before.fits(lead) or lead == written) else expected
    return Dealer(seat, (finding("D206", f"{where}/dealer", expected=expected, found=written),), after)


def unreadable_dealer(deal: Deal, before: Rotation) -> Dealer:
    """The dealer of a deal that does not say who dealt."""
    after = Rotation(before.counted, None, before.other)
    return Dealer(before.counted or deal.dealer, (), after if isinstance(deal.void, str) else after.turned())


def _first_dealer(where: str, deal: Deal, pack: Pack | None) -> Dealer:
    """The first deal's dealer: the written one, unless its seed and its first lead both fit another seat."""
    written = deal.dealer
    lead = _dealer_by_lead(deal)
    if lead is None or lead == written:
        return Dealer(written, (), Rotation(written, written).turned())
    if pack is not None and _seed_fits(deal, pack, lead) and not _seed_fits(deal, pack, written):
        wrong = finding("D206", f"{where}/dealer", expected=lead, found=written)
        return Dealer(lead, (wrong,), Rotation(lead, written).turned())
    return Dealer(written, (), Rotation(written, written, lead).turned())


def _dealer_by_lead(deal: Deal) -> Seat | None:
    """The dealer whom the first action fits: the seat before the one that acted."""
    if not deal.tricks:
        return None
    return BEFORE[ACTIONS[deal.tricks[0].actions[0]].seat]


def _seed_fits(deal: Deal, pack: Pack, dealer: Seat) -> bool:
    seed = seed_of(deal.shuffle) if deal.shuffle else None
    return seed is not None and not pack.faulty and fits(seed, pack.dealt, dealer)
