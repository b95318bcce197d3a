"""Small positions in which what is rare is not: bans that bite, kings and queens to come, ties and sweeps in reach.

They are put together from the end: first which cards are left, then a past of finished tricks for all the others. A
past is consistent in what the rest of a deal can depend on (cards, leads, phases, who won what); that its own turns
were all legal is not asked. Two positions in a row have the rules, the standing and the cards left in common and differ
in their pasts, so that a solver which mixes up what it remembers is found out.
"""

from collections.abc import Iterator
from math import factorial
from random import Random
from typing import Any, NamedTuple

from msgspec import structs

from ristilog.game.cards import PACK, RANKS
from ristilog.game.log import Play, SideNumbers
from ristilog.game.ruleset import ONLY_UNDER, OPTIONS, PRESET_NAMES, PRESETS, Ruleset, agreed
from ristilog.game.table import SEATS, Seat, clockwise_from
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import Standing, TrickFacts, trick_winner
from ristilog.replay.shuffle import deal_out
from ristilog.replay.state import Holding, Position, after, first_position
from tests.solving.brute import Answer, TooLarge, answer
from tests.solving.rest import NoLegalPlay

MOST_NODES = 20_000
MOST_WAYS = 6_000
"""Ways to play the rest of a deal if nothing is banned; a position with more is not even tried."""

Shapes = tuple[tuple[tuple[int, int], int], ...]
SMALL: Shapes = (
    *(((1, 0), 1), ((2, 0), 4), ((3, 0), 7), ((4, 0), 4)),
    *(((1, 4), 8), ((2, 4), 12), ((3, 4), 7), ((4, 4), 3)),
    *(((1, 8), 5), ((2, 8), 3), ((1, 12), 2)),
)
"""Cards in every hand and in the stock when the trick begins, and how often."""
LARGER: Shapes = (((4, 0), 1), ((5, 0), 1), ((2, 8), 2), ((3, 4), 3), ((3, 8), 1), ((4, 4), 2))
"""The same for positions that only a search which cuts off can judge."""


class Sketch(NamedTuple):
    """What is settled of a position before its past is."""

    rules: Ruleset
    before: Standing
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    leader: Seat
    streak: str
    """The rank that is to have been led again and again, or nothing."""
    steer: str
    """Where the card points of the past went: tie, NS, EW, or anywhere."""


class Judged(NamedTuple):
    """A small position and what brute force says of it; None if somebody could come to have no legal play."""

    name: str
    position: Position
    before: Standing
    answer: Answer | None


def small_positions(seed: int, count: int) -> Iterator[tuple[Position, Standing]]:
    """So many small positions, the same for the same seed."""
    for one in judged_positions(seed, count):
        yield one.position, one.before


def judged_positions(seed: int, count: int, first: int = 0) -> Iterator[Judged]:
    """The small positions of a seed from the `first` on, each with its answer; one can be had again by its name."""
    for number in range(first, first + count):
        yield judged(f"{seed}/{number}")


def larger_position(name: str) -> tuple[Position, Standing]:
    """A position with bans and all as in a small one, but too large for brute force, by its seed and number."""
    sketch = _sketch(Random(f"{name}/larger"), LARGER)
    return _drawn(_position(sketch, Random(f"{name}/past"))), sketch.before


def endgame(name: str, size: int) -> tuple[Position, Standing]:
    """A position of a random deal in which the last of the stock has been drawn, so many cards in every hand.

    Under all kinds of rules; in half of the deals ranks are led again if that is possible.
    """
    random = Random(f"{name}/endgame")
    rules = _rules(random, random.random() < 0.5, random.random() < 0.5, random.random() < 0.5)
    rules = structs.replace(rules, hand_size=size)
    dealer, again = random.choice(SEATS), random.random() < 0.5
    dealt = deal_out(random.sample(PACK, 52), dealer, size)
    position = first_position(rules, dealer, dealt.hands, dealt.stock)
    while position.stock or position.trick or position.due:
        actions = legal_actions(position)
        liked = [one for one in actions if again and position.leads and one.card[0] == position.leads[-1]]
        position = after(position, random.choice(liked or actions))
    return position, _standing(random, rules)


def judged(name: str) -> Judged:
    """The small position of a name, which is its seed and its number."""
    seed, number = map(int, name.split("/"))
    attempt = 0
    while True:
        sketch = _sketch(Random(f"{seed}/{number // 2}/{attempt}"), SMALL)
        position = _position(sketch, Random(f"{seed}/{number}/{attempt}"))
        attempt += 1
        if _ways(position) > MOST_WAYS:
            continue
        try:
            return Judged(name, position, sketch.before, answer(position, sketch.before, MOST_NODES))
        except NoLegalPlay:
            if attempt % 3 == 0:  # rarely: they say little
                return Judged(name, position, sketch.before, None)
        except TooLarge:
            pass


def _sketch(random: Random, shapes: Shapes) -> Sketch:
    has_streak, has_kings = random.random() < 0.6, random.random() < 0.35
    has_cleaning, steer = random.random() < 0.4, random.choice(["", "", "tie", "NS", "EW"])
    rules = _rules(random, has_streak, has_kings, has_cleaning)
    (size, stock_size), streak = random.choices(*zip(*shapes, strict=True))[0], ""
    left = _Left(4 * size + stock_size, random)
    if has_streak:
        streak = random.choice([*RANKS, *"AKQ"])
        # Of four cards at least as many are out as are to have been led.
        left.take(streak, random.choice([0, 1, 1, 2]) if rules.lead_limit == 2 else random.choice([0, 1, 1]))
    if has_kings:
        left.take("K", random.choice([1, 1, 1, 2]))
    if rules.cleaning:
        left.take("Q", random.choice([0, 1, 2, 4]))
        left.take("K", random.choice([1, 2]))
    ranks = left.filled()
    hands = [ranks[number * size : (number + 1) * size] for number in range(4)]
    stock = ranks[4 * size :]
    leader = random.choice({"NS": [0, 2], "EW": [1, 3]}.get(steer, [0, 1, 2, 3]))  # who has won all of the past
    if random.random() < 0.7:
        for wanted in filter(None, (streak, "K" if has_kings else "")):
            _bring(wanted, hands[leader], [*hands, stock], random)
    if streak and stock and random.random() < 0.4:
        _bring(streak, stock, hands, random)
        stock.sort(key=lambda rank: rank != streak)  # to the top
    suits = {rank: random.sample("cdhs", 4) for rank in RANKS}
    return Sketch(
        rules=rules,
        before=_standing(random, rules),
        hands=tuple(tuple(rank + suits[rank].pop() for rank in hand) for hand in hands),
        stock=tuple(rank + suits[rank].pop() for rank in stock),
        leader=SEATS[leader],
        streak=streak,
        steer=steer,
    )


class _Left:
    """Ranks of the cards that are left, at most so many."""

    def __init__(self, size: int, random: Random) -> None:
        self.size, self.random = size, random
        self.ranks: list[str] = []
        self.settled: set[str] = set()

    def take(self, rank: str, count: int) -> None:
        """Have so many cards of a rank left, unless something has been said of the rank before."""
        if rank not in self.settled:
            self.settled.add(rank)
            self.ranks += [rank] * min(count, self.size - len(self.ranks))

    def filled(self) -> list[str]:
        """All of them in any order, the rest from few ranks."""
        for rank in self.random.sample(RANKS, 13):
            self.take(rank, self.random.choice([1, 2, 2, 3, 4]))
        while len(self.ranks) < self.size:  # of all ranks something is out, and more cards are wanted
            self.ranks += [rank for rank in self.random.sample(RANKS, 13) if self.ranks.count(rank) < 3][:1]
        self.random.shuffle(self.ranks)
        return self.ranks


def _bring(rank: str, hand: list[str], places: list[list[str]], random: Random) -> None:
    """Swap a card of a rank into a hand, if there is one elsewhere."""
    others = [place for place in places if place is not hand and rank in place]
    if rank in hand or not others:
        return
    other, own = random.choice(others), random.randrange(len(hand))
    other[other.index(rank)], hand[own] = hand[own], rank


def _rules(random: Random, has_streak: bool, has_kings: bool, has_cleaning: bool) -> Ruleset:
    name = random.choice(PRESET_NAMES)
    options: dict[str, Any] = {}
    if random.random() < 0.8:
        options = {option: random.choice(list(domain)) for option, domain in OPTIONS.items() if random.random() < 0.5}
    if options.get("dark_play") is False and random.random() < 0.5:
        del options["dark_play"]
    if has_streak:
        options["lead_limit"] = random.choice([2, 3])
        options["dark_lead_when_barred"] = random.choice(OPTIONS["dark_lead_when_barred"])
    if has_kings:
        options["fourth_king_ban"] = True
    if has_cleaning:
        options |= {"cleaning": True, "scoring": "game-points"}
    scoring = options.get("scoring", PRESETS[name, 1].scoring)
    options = {option: value for option, value in options.items() if ONLY_UNDER.get(option, scoring) == scoring}
    if "scoring" in options:
        options["target"] = random.choice([7, 60, 120])
    return agreed(name, 1, options)


def _standing(random: Random, rules: Ruleset) -> Standing:
    if random.random() < 0.3:
        return Standing(SideNumbers(NS=0, EW=0), 0)
    top = rules.target if rules.scoring == "game-points" else 110
    held = random.randrange(3) if rules.tie_carry else 0
    return Standing(SideNumbers(NS=random.randrange(top), EW=random.randrange(top)), held)


def _position(sketch: Sketch, random: Random) -> Position:
    """A position with a past, some plays into the trick."""
    tricks = _past(sketch, random)
    position = Position(
        rules=sketch.rules,
        hands=_held(sketch.hands),
        stock=sketch.stock,
        leader=sketch.leader,
        leads=tuple(trick.plays[0].card[0] for trick in tricks),
        out=frozenset(play.card for trick in tricks for play in trick.plays),
        stock_phase=bool(sketch.stock),
        tricks=tricks,
    )
    plays = random.choice([2, 3]) if len(sketch.hands[0]) == 4 else random.choice([0, 0, 0, 1, 2, 3, 3])
    if sketch.streak and random.random() < 0.5:
        plays = 0
    for _ in range(plays):
        position = _drawn(position)
        actions = legal_actions(position)
        darks = [action for action in actions if action.kind == "dark"]
        if not actions:
            break
        position = after(position, random.choice(darks if darks and random.random() < 0.4 else actions))
    # Now and then a draw is left due.
    return position if random.random() < 0.2 else _drawn(position)


def _ways(position: Position) -> int:
    """How many ways there are to play the rest of a deal in which nothing is banned."""
    position, stock = _drawn(position), len(_drawn(position).stock)
    size, turns = len(position.hands[0]), 0
    if len(position.trick) < 4:
        size, turns = len(position.hand(clockwise_from(position.leader)[3])), 4 - len(position.trick)
    dark = 1 if position.rules.dark_play else 0
    ways: int = (size + (dark if stock else 0)) ** turns
    if turns and not position.stock_phase:
        size -= 1
    elif turns:
        stock -= stock % 4 or 4
    ways *= (size + dark) ** stock
    return ways * factorial(size) ** 4


def _drawn(position: Position) -> Position:
    while position.due:
        position = after(position, legal_actions(position)[0])
    return position


def _held(hands: tuple[tuple[str, ...], ...]) -> tuple[Holding, Holding, Holding, Holding]:
    north, east, south, west = map(Holding, hands)
    return north, east, south, west


def _past(sketch: Sketch, random: Random) -> tuple[TrickFacts, ...]:
    """Finished tricks of all the cards that are not left, the last won by who leads now."""
    left = {card for hand in (*sketch.hands, sketch.stock) for card in hand}
    cards = [card for card in random.sample(PACK, 52) if card not in left]
    count = len(cards) // 4
    led: list[str] = []
    if sketch.streak:
        limit = sketch.rules.lead_limit or 0
        again = [card for card in cards if card[0] == sketch.streak]
        led = again[: random.choice([1, limit - 1, limit, limit, limit, limit + 1])]
    rest = [card for card in cards if card not in led]
    first = count - len(led)
    if rest[4 * first - 4][0] == sketch.streak:  # would be one more lead of the rank
        other = next(number for number, card in enumerate(rest) if card[0] != sketch.streak)
        rest[4 * first - 4], rest[other] = rest[other], rest[4 * first - 4]
    tricks = [rest[4 * number : 4 * number + 4] for number in range(first)]
    rest = rest[4 * first :]
    tricks += [[lead, *rest[3 * number : 3 * number + 3]] for number, lead in enumerate(led)]
    stock_tricks = count if sketch.stock else min(count, 13 - sketch.rules.hand_size)
    values = sketch.rules.values
    worth = [sum(values.get(card[0], 0) for card in trick) for trick in tricks]
    sides = _sides(sketch.steer, worth, random)
    facts = []
    for number, trick in enumerate(tricks):
        is_last, stock_phase = number == count - 1, number < stock_tricks
        winner = sketch.leader if is_last else random.choice(("N", "S") if sides[number] == "NS" else ("E", "W"))
        has_dark = stock_phase and sketch.rules.dark_play
        plays = _won(trick, winner, 0.25 if has_dark else 0, random)
        facts.append(TrickFacts(plays=plays, winner=winner, points=worth[number], stock_phase=stock_phase))
    return tuple(facts)


def _sides(steer: str, worth: list[int], random: Random) -> list[str]:
    """Which side wins which of the tricks."""
    if steer in ("NS", "EW"):
        return [steer if points or random.random() < 0.5 else random.choice(["NS", "EW"]) for points in worth]
    if not steer:
        return [random.choice(["NS", "EW"]) for _ in worth]
    sides, ahead = [""] * len(worth), 0  # the largest first, to whoever is behind
    for number in sorted(range(len(worth)), key=worth.__getitem__, reverse=True):
        sides[number] = "NS" if ahead <= 0 else "EW"
        ahead += worth[number] if ahead <= 0 else -worth[number]
    return sides


def _won(cards: list[str], winner: Seat, dark: float, random: Random) -> tuple[Play, ...]:
    """A trick of these cards in this order, led by whoever makes the winner win it."""
    kinds = ["dark" if random.random() < dark else "play" for _ in cards]
    for leader in SEATS:
        plays = tuple(
            Play(seat, "dark" if kind == "dark" else "play", card)
            for seat, kind, card in zip(clockwise_from(leader), kinds, cards, strict=True)
        )
        if trick_winner(plays) == winner:
            return plays
    raise AssertionError("somebody always wins")
