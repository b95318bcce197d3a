"""The pack of a deal: its size, its cards, the seed that made it and the commitment to that seed."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from ristilog.game.cards import CARDS, HIDDEN, parse_cards
from ristilog.game.findings import Finding, finding
from ristilog.game.log import Deal, Shuffle
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import SEATS, Seat
from ristilog.replay.shuffle import Dealt, commitment, deal_out, shuffled, weakness


class Pack(Struct, frozen=True):
    """What is known of a deal's cards."""

    dealt: Dealt
    """Hands and stock, ``??`` where the record does not show a card."""
    faulty: bool
    """Whether they are no pack: then the play cannot be judged."""
    whole: bool
    """Whether every card is shown and the pack is sound."""
    seeded: bool = False
    """Whether it is known to be what the written seed deals when the written dealer deals."""


def seed_of(shuffle: Shuffle) -> str | None:
    """The deal's seed, put together from several parties' parts where it has them; None if it is not (all) revealed."""
    if shuffle.seed:
        return shuffle.seed
    return _joined(shuffle)


def read_pack(deal: Deal, rules: Ruleset) -> Pack:
    """Read a deal's written cards and check that they make one pack."""
    made = _as_seeded(deal, rules)
    if made is not None:
        return Pack(made, False, whole=True, seeded=True)
    if not deal.hands and not isinstance(deal.stock, str):
        return _unseen(rules.hand_size, rules.stock_size)
    written = [deal.hands.of(seat) if deal.hands else None for seat in SEATS]
    texts, sizes = [*written, deal.stock], _sizes(rules)
    cards = [parse_cards(text) if isinstance(text, str) else None for text in texts]
    shown = [one if one is not None else (HIDDEN,) * size for one, size in zip(cards, sizes, strict=True)]
    dealt = Dealt(dict(zip(SEATS, shown, strict=False)), shown[4])
    every = [card for one in shown for card in one]
    if len(every) == 52 and CARDS.issuperset(every) and len(set(every)) == 52 and [*map(len, shown)] == sizes:
        return Pack(dealt, False, True)
    return Pack(dealt, next(pack_findings("", dealt, rules), None) is not None, False)


@lru_cache(maxsize=16)
def _unseen(hand_size: int, stock_size: int) -> Pack:
    """The pack of any deal that shows no card: many deals may be of that kind, and all have the same one."""
    return Pack(Dealt(dict.fromkeys(SEATS, (HIDDEN,) * hand_size), (HIDDEN,) * stock_size), False, False)


def pack_findings(where: str, dealt: Dealt, rules: Ruleset) -> Iterator[Finding]:
    """What is wrong with the cards of a deal: D201 and D202."""
    pointers = [*(f"{where}/hands/{seat}" for seat in SEATS), f"{where}/stock"]
    shown, sizes = [*(dealt.hands[seat] for seat in SEATS), dealt.stock], _sizes(rules)
    yield from _wrong_counts(pointers, shown, sizes)
    yield from _doubles(pointers, shown, sizes)


def _sizes(rules: Ruleset) -> list[int]:
    return [rules.hand_size] * 4 + [rules.stock_size]


def _as_seeded(deal: Deal, rules: Ruleset) -> Dealt | None:
    """The cards, if a deal shows just what its one seed makes: then there is nothing else to ask about them."""
    if not deal.shuffle or not deal.hands or not deal.shuffle.seed or deal.shuffle.parts:
        return None
    made = deal_out(shuffled(deal.shuffle.seed), deal.dealer, rules.hand_size)
    if deal.stock != " ".join(made.stock):
        return None
    shown = all(deal.hands.of(seat) == " ".join(cards) for seat, cards in made.hands.items())
    return made if shown else None


def _wrong_counts(pointers: list[str], shown: Sequence[Sequence[str]], sizes: list[int]) -> Iterator[Finding]:
    """One fault for each card too many or too few that no other string's opposite fault explains (a moved card)."""
    unexplained = 0
    for pointer, cards, size in zip(pointers, shown, sizes, strict=True):
        off = len(cards) - size
        if off == 0:
            continue
        explained = unexplained * off < 0 and abs(off) <= abs(unexplained)
        unexplained += off
        if not explained:
            yield finding("D202", pointer, expected=size, found=len(cards))


def _doubles(pointers: list[str], shown: Sequence[Sequence[str]], sizes: list[int]) -> Iterator[Finding]:
    """Cards that stand twice, at the later string; not where a string of the wrong size is at fault already."""
    wrong = {place for place, size in enumerate(sizes) if len(shown[place]) != size}
    homes: dict[str, list[int]] = {}
    for place, cards in enumerate(shown):
        for card in cards:
            if card != HIDDEN:
                homes.setdefault(card, []).append(place)
    for card, places in homes.items():
        for later in places[1:]:
            if not wrong & {places[0], later}:
                yield finding("D201", pointers[later], found=card)


def seed_findings(where: str, deal: Deal, pack: Pack, dealer: Seat) -> Iterator[Finding]:
    """Hold the seed against the written cards (if they are sound) and against its commitments."""
    shuffle = deal.shuffle
    if not shuffle or (pack.seeded and dealer == deal.dealer and not shuffle.commitment):
        return
    where = f"{where}/shuffle"
    joined = _joined(shuffle)
    seeds = [(f"{where}/seed", shuffle.seed or None), (f"{where}/parts", joined)]
    if not pack.faulty:
        wrong = [pointer for pointer, seed in seeds if seed is not None and not fits(seed, pack.dealt, dealer)]
        if wrong:
            yield finding("D204", wrong[0])
            return
    if shuffle.seed and joined is not None and shuffle.seed != joined:  # hidden cards may fit both
        yield finding("D204", f"{where}/parts")
        return
    seed = shuffle.seed or joined
    beside = f"{where}/seed" if shuffle.seed else f"{where}/parts"
    yield from _commitment(where, beside, seed, shuffle.commitment or None)
    for number, part in enumerate(shuffle.parts or ()):
        here = f"{where}/parts/{number}"
        yield from _commitment(here, f"{here}/seed", part.seed or None, part.commitment or None)


def fits(seed: str, dealt: Dealt, dealer: Seat) -> bool:
    """Whether a seed deals these cards (``??`` fits any) when this seat deals."""
    made = deal_out(shuffled(seed), dealer, len(dealt.hands["N"]))
    if made == dealt:
        return True
    pairs = zip(_in_order(made), _in_order(dealt), strict=True)
    return all(card in (HIDDEN, real) for real, card in pairs)


def filled(seed: str | None, dealt: Dealt, dealer: Seat) -> Dealt:
    """The cards with those filled in that the record does not show but a fitting seed gives away."""
    if seed is None or HIDDEN not in _in_order(dealt) or not fits(seed, dealt, dealer):
        return dealt
    return deal_out(shuffled(seed), dealer, len(dealt.hands["N"]))


def _commitment(where: str, beside: str, seed: str | None, written: str | None) -> Iterator[Finding]:
    if seed is None or written is None:
        return
    right = commitment(seed)
    if written != right:
        yield finding("D205", f"{where}/commitment", expected=right, found=written)
    reason = weakness(seed)
    if reason is not None:
        yield finding("W604", beside, found=seed, reason=reason)


def _joined(shuffle: Shuffle) -> str | None:
    if not shuffle.parts or not all(part.seed for part in shuffle.parts):
        return None
    return "\n".join(part.seed for part in shuffle.parts if part.seed)


def _in_order(dealt: Dealt) -> list[str]:
    return [card for seat in SEATS for card in dealt.hands[seat]] + list(dealt.stock)
