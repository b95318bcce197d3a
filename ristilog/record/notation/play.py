"""A trick in short: who led and four cards. The draws go without saying wherever they are what they must be.

What must be drawn follows from two things alone, however wrong the play is: the rules, and how many cards of the stock
the actions before have drawn or turned up.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ristilog.game.cards import HIDDEN, parse_cards
from ristilog.game.log import ACTIONS, Deal, GameLog
from ristilog.game.ruleset import Ruleset, resolve
from ristilog.game.table import AFTER, SEATS, Seat, clockwise_from
from ristilog.referee.pack import filled, seed_of
from ristilog.replay.shuffle import Dealt, deal_out, shuffled

NOT_WRITTEN: Final = ""
"""Instead of the card of a draw: the record has no such draw."""


class Cell(Struct, frozen=True):
    """One card of a trick: whether it was turned up, and what was drawn behind it; None is whatever must be."""

    card: str
    dark: bool = False
    draw: str | None = None


class Stock(Struct, frozen=True):
    """The stock of a deal as far as it is known, and when it is drawn from."""

    cards: tuple[str, ...] = ()
    """Top first; none where the rules are not known, and then no draw goes without saying."""
    after_trick: bool = False

    def top(self, used: int) -> str | None:
        """The card that is drawn when so many have been taken; None if no stock is left."""
        return self.cards[used] if used < len(self.cards) else None


def taken(actions: Sequence[str]) -> int:
    """How many cards of the stock some actions take."""
    return sum(1 for action in actions if action[2:6] != "play")


def rules_of(log: GameLog) -> Ruleset | None:
    """The ruleset of a log, or None if it does not resolve: then nothing goes without saying."""
    return resolve(log.rules.name, log.rules.version, log.rules.options or {})[0]


def seeded(deal: Deal, rules: Ruleset | None) -> Dealt | None:
    """What the seed of a deal deals, if there is one and the rules are known."""
    seed = seed_of(deal.shuffle) if deal.shuffle else None
    if seed is None or rules is None or not 1 <= len(seed.encode("utf-8", "surrogatepass")) <= 256:
        return None
    return deal_out(shuffled(seed), deal.dealer, rules.hand_size)


def stock_of(deal: Deal, rules: Ruleset | None) -> Stock:
    """The stock of a deal, with the cards that its seed gives away if the record does not show them."""
    if rules is None:
        return Stock()
    hands: dict[Seat, tuple[str, ...]] = {}
    for seat in SEATS:
        held = deal.hands.of(seat) if deal.hands else None
        hands[seat] = parse_cards(held) if isinstance(held, str) else (HIDDEN,) * rules.hand_size
    cards = parse_cards(deal.stock) if isinstance(deal.stock, str) else (HIDDEN,) * rules.stock_size
    sizes = {*map(len, hands.values())}
    if HIDDEN in cards and sizes == {rules.hand_size} and len(cards) == rules.stock_size:
        made = seeded(deal, rules)
        if made is not None and deal.shuffle:
            cards = filled(seed_of(deal.shuffle), Dealt(hands, cards), deal.dealer).stock
    return Stock(cards, rules.draw == "after-trick")


def spelt_out(leader: Seat, cells: Sequence[Cell], stock: Stock, used: int) -> list[tuple[str, int]]:
    """The actions of a trick written in short, each with the number of the card it belongs to, from 0."""
    actions: list[tuple[str, int]] = []
    for number, (seat, cell) in enumerate(zip(clockwise_from(leader), cells, strict=False)):
        actions.append((f"{seat} {'dark' if cell.dark else 'play'} {cell.card}", number))
        used += cell.dark
        if not stock.after_trick:
            draw = _draw(cell, stock, used)
            if draw:
                actions.append((f"{seat} draw {draw}", number))
                used += 1
    if stock.after_trick:
        for seat, number in _drawers(leader, cells):
            draw = _draw(cells[number], stock, used) if len(cells) == 4 else cells[number].draw
            if draw:
                actions.append((f"{seat} draw {draw}", number))
                used += 1
    return actions


def _draw(cell: Cell, stock: Stock, used: int) -> str | None:
    """The card that is drawn behind a play, None or nothing if none is."""
    if cell.draw is not None:
        return cell.draw
    return None if cell.dark else stock.top(used)


def _drawers(leader: Seat, cells: Sequence[Cell]) -> Iterator[tuple[Seat, int]]:
    """The seats in the order in which they draw after a trick, the winner first, with the numbers of their cards."""
    numbers = dict(zip(clockwise_from(leader), range(len(cells)), strict=False))
    led = cells[0].card[0]
    winner = [seat for seat, number in numbers.items() if cells[number].card[0] == led][-1]
    for seat in clockwise_from(winner):
        if seat in numbers:
            yield seat, numbers[seat]


def shortened(actions: Sequence[str], stock: Stock, used: int) -> tuple[Seat, list[Cell]] | None:
    """The trick in short, with no more draws than have to be written; None if it can only be written in full."""
    cells: dict[Seat, Cell] = {}
    last: Seat | None = None
    for text in actions:
        action = ACTIONS[text]
        if action.kind == "draw":
            cell = cells.get(action.seat)
            if cell is None or cell.draw != NOT_WRITTEN:
                return None
            cells[action.seat] = Cell(cell.card, cell.dark, action.card)
        elif action.seat in cells or (last is not None and AFTER[last] != action.seat):
            return None
        else:
            last = action.seat
            cells[last] = Cell(action.card, action.kind == "dark", NOT_WRITTEN)
    if not cells:
        return None
    leader, short = next(iter(cells)), list(cells.values())

    def says(cells: Sequence[Cell]) -> bool:
        return [text for text, _ in spelt_out(leader, cells, stock, used)] == [*actions]

    bare = [Cell(cell.card, cell.dark) for cell in short]
    if says(bare):
        return leader, bare
    if not says(short):
        return None
    for number, cell in enumerate(bare):
        fewer = [*short[:number], cell, *short[number + 1 :]]
        if says(fewer):
            short = fewer
    return leader, short
