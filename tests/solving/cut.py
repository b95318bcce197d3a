"""Plain alpha-beta over the rest of a deal: no table, and of equivalences only that of equal ranks in one hand."""

from collections.abc import Sequence
from typing import Final

from ristilog.replay.scoring import Standing
from ristilog.replay.state import Position
from tests.solving.brute import named_choices
from tests.solving.rest import DARK, Rest, Table

FAR: Final = 10_000
"""Further than any value."""


def alpha_beta(position: Position, before: Standing, game: bool = False) -> int:
    """The value of a position under best play: North-South's card points, or with `game` the award's margin."""
    search = Search(Table(position.rules, before), game)
    return search.value(search.table.start(position))


def alpha_beta_choices(position: Position, before: Standing, game: bool = False) -> dict[str, int]:
    """The value of every legal action; of cards of one rank in a hand the first is tried, and speaks for the others."""
    search = Search(Table(position.rules, before), game)
    rest = search.table.start(position)
    values: dict[str, int] = {}
    answer = {}
    for choice, name in named_choices(search.table, position, rest):
        alike = name[:-1]  # but for the suit
        if alike not in values:
            values[alike] = search.value(search.table.after(rest, choice))
        answer[name] = values[alike]
    return answer


class Search:
    """Alpha-beta under the rules of a table, for one of the two values."""

    def __init__(self, table: Table, game: bool) -> None:
        self.table = table
        self.worth = table.worth if game else [list(range(table.pack + 1))] * 4
        self.rows = self.worth if table.rules.cleaning else self.worth[:1]
        self.liked: dict[tuple[int, int], str] = {}
        """By cards left and seat: the rank that cut something off last; it is tried first."""

    def value(self, rest: Rest, low: int = -FAR, high: int = FAR) -> int:
        """The value if it lies between the bounds, else a bound of it on the same side of them."""
        hands, trick = rest.hands, rest.trick
        if not trick:
            if not hands[0]:
                return self.worth[rest.dirty][rest.points]
            if len(hands[0]) == 1 and not rest.stock:  # the last trick plays itself
                for _ in range(4):
                    rest = self.table.after(rest, 0)
                return self.worth[rest.dirty][rest.points]
            within = self._within(rest)
            least, most = min(within), max(within)
            if most <= low or least == most:
                return most
            if least >= high:
                return least
            low, high = max(low, least), min(high, most)
        seat = (rest.leader + len(trick)) % 4
        sign = 1 if seat % 2 == 0 else -1
        where = (len(hands[seat]) + len(rest.stock), seat)
        best: int | None = None
        for choice in self._ordered(rest, seat, self.table.choices(rest), self.liked.get(where)):
            value = self.value(self.table.after(rest, choice), low, high)
            if best is None or (value - best) * sign > 0:
                best = value
                if sign > 0:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if low >= high:
                    self.liked[where] = hands[seat][choice] if choice != DARK else "dark"
                    break
        assert best is not None
        return best

    def _within(self, rest: Rest) -> list[int]:
        """All that the deal may still be worth, whatever is played."""
        cards = self.table.cards
        left = sum([cards[rank] for hand in rest.hands for rank in hand]) + sum([cards[rank] for rank in rest.stock])
        if len(self.rows) == 1:
            return self.rows[0][rest.points : rest.points + left + 1]
        return [worth for row in self.rows for worth in row[rest.points : rest.points + left + 1]]

    def _ordered(self, rest: Rest, seat: int, choices: Sequence[int], liked: str | None) -> list[int]:
        """The choices that look best first, each rank of the hand once."""
        hand, trick, cards = rest.hands[seat], rest.trick, self.table.cards
        once = {hand[choice]: choice for choice in choices if choice != DARK}
        if len(once) < len(choices) and choices[-1] == DARK:
            once["dark"] = DARK
        if len(once) < 2:
            return list(once.values())
        if not trick:
            key = {rank: hand.count(rank) * 20 - cards.get(rank, 3) for rank in once}
        else:
            ours = (len(trick) - trick.rindex(trick[0])) % 2 == 0
            sign = 1 if ours else -1
            key = {rank: sign * cards.get(rank, 3) for rank in once}
            if trick[0] in key and not (ours and len(trick) == 3):  # takes the trick
                key[trick[0]] = 50
        if liked in key:
            key[liked] = 40 if trick else 100
        return [once[rank] for rank in sorted(once, key=key.__getitem__, reverse=True)]
