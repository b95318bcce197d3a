"""A token's content → the log it makes, without its claims."""

from typing import Any, Final

from msgspec import UNSET, UnsetType, structs

from ristilog.game.cards import HIDDEN, PACK
from ristilog.game.log import (
    ACTIONS,
    MAX_INTEGER,
    Deal,
    GameLog,
    Hands,
    Rules,
    Score,
    Shuffle,
    SideFlags,
    SideNumbers,
    Start,
    Trick,
)
from ristilog.game.ruleset import Ruleset, resolve
from ristilog.game.table import SEATS, Seat
from ristilog.record.token.choices import beginning, draws, plays
from ristilog.record.token.content import (
    ABSENT,
    AS_PACK,
    AS_SEEDED,
    BEGUN,
    BY_PART,
    CHANGES,
    HIDDEN_ALL,
    LINES,
    LISTED,
    NEXT,
    NO_SEED,
    PLAIN,
    RAW,
    RULESETS,
    SCORE_ONLY,
    SEEDED,
    SERIES,
    VIEWS,
    WHOLE,
    Digits,
    In,
)
from ristilog.replay.shuffle import Dealt, deal_out, shuffled
from ristilog.replay.state import after

_ACTION_TEXTS: Final = tuple(ACTIONS)
_CARDS: Final = (*PACK, HIDDEN)


class TooLong(Exception):
    """Why a token is not read that may well be sound."""


class Reader:
    """A token's content as it is read."""

    def __init__(self, source: In) -> None:
        self._in = source
        self._series: tuple[str, int] | None = None

    def log(self, max_deals: int) -> GameLog:
        """The whole of it."""
        flags = self._in.below(32, "kind of game")
        view = VIEWS[flags & 7] if flags & 7 < len(VIEWS) else None
        if view is None:
            raise self._in.damaged(f"there is no view {flags & 7}")
        name, version = RULESETS[self._in.below(len(RULESETS), "ruleset")]
        options = self._options() if flags & 8 else {}
        rules, faults = resolve(name, version, options)
        if rules is None:
            raise self._in.damaged(faults[0].reason)
        start = self._start() if flags & 16 else UNSET
        deals: list[Deal] = []
        while self._in.more:
            if len(deals) == max_deals:
                raise TooLong(f"the token holds more than the {max_deals} deals that are read")
            deals.append(self._deal(rules, view))
        return GameLog(
            ristilog="1.0",
            rules=Rules(name=name, version=version, options=options or UNSET),
            view=UNSET if view == "open" else view,  # type: ignore[arg-type]  # one of the views
            start=start,
            deals=tuple(deals),
        )

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {}
        for _ in range(self._in.below(len(CHANGES) + 1, "option beyond")):
            option = list(CHANGES)[self._in.below(len(CHANGES), "option")]
            options[option] = CHANGES[option][self._in.below(len(CHANGES[option]), "value")]
        return options

    def _start(self) -> Start:
        match = self._by_side()
        return Start(match=match, held=self._integer())

    def _integer(self) -> int:
        number = self._in.signed()
        if abs(number) > MAX_INTEGER:
            raise self._in.damaged("a number is too large")
        return number

    def _by_side(self) -> SideNumbers:
        north = self._integer()
        return SideNumbers(NS=north, EW=self._integer())

    def _deal(self, rules: Ruleset, view: str) -> Deal:
        head = self._in.below(256, "kind of deal")
        dealer, shown, naming, kind = SEATS[head & 3], head >> 2 & 3, head >> 4 & 3, head >> 6
        if kind == SCORE_ONLY:
            return Deal(dealer=dealer, score=self._score())
        seed = self._seed() if shown != AS_PACK else None
        shuffle = Shuffle(method="hmac-sha256-1", seed=seed) if seed is not None else UNSET
        made = deal_out(shuffled(seed), dealer, rules.hand_size) if seed is not None else None
        deal = Deal(dealer=dealer, shuffle=shuffle, tricks=())
        if shown == BY_PART:
            hands, stock = self._parts(made, rules)
            deal = structs.replace(deal, hands=hands, stock=stock)
        played, left_out = (self._in.below(53, "play"), self._in.below(5, "draw")) if kind == BEGUN else (52, 0)
        digits = self._in.digits() if kind != RAW or shown == AS_PACK else None
        if shown == AS_SEEDED and made is None:
            raise self._in.damaged("a deal that goes by its seed has none")
        if shown == AS_PACK:
            assert digits is not None
            made = _pack(digits, rules)
        if made is not None and shown in (AS_SEEDED, AS_PACK):
            texts: dict[str, str] = {seat: " ".join(cards) for seat, cards in made.hands.items()}
            deal = structs.replace(deal, hands=Hands(**texts), stock=" ".join(made.stock))
        if kind == RAW:
            tricks = self._tricks()
        else:
            assert digits is not None
            tricks = self._chosen(deal, rules, digits, naming, view, played, left_out, whole=kind == WHOLE)
        if digits is not None:
            digits.end()
        return structs.replace(deal, tricks=tricks)

    def _score(self) -> Score:
        flags = self._in.below(128, "kind of score")
        there = [bool(flags >> place & 1) for place in range(5)]
        points, award, match = (self._by_side() if there[place] else UNSET for place in (0, 1, 3))
        return Score(
            points=points,
            award=award,
            match=match,
            held=self._integer() if there[2] else UNSET,
            clean=SideFlags(NS=bool(flags & 32), EW=bool(flags & 64)) if there[4] else UNSET,
        )

    def _seed(self) -> str | None:
        kind = self._in.below(LINES + 1, "kind of seed")
        if kind == NO_SEED:
            return None
        if kind in (PLAIN, LINES):
            lines = self._in.number() if kind == LINES else 1
            if lines > 257:
                raise self._in.damaged("a seed is too long")
            seed = "\n".join(self._in.text() for _ in range(lines))
        else:
            if kind != SERIES and self._series is None:
                raise self._in.damaged("a seed goes on a series that has not begun")
            stem, last = (self._in.text(), 0) if kind == SERIES or self._series is None else self._series
            number = last + 1 if kind == NEXT else self._in.number()
            self._series = stem, number
            seed = f"{stem}/{number}"
        if not 1 <= len(seed.encode()) <= 256:
            raise self._in.damaged("a seed has 1 to 256 bytes")
        return seed

    def _parts(self, made: Dealt | None, rules: Ruleset) -> tuple[Hands | UnsetType, str | UnsetType]:
        seeded = (*made.hands.values(), made.stock) if made is not None else None
        sizes = [rules.hand_size] * 4 + [rules.stock_size]
        has_hands = self._in.below(2, "kind of hands")
        texts: list[str | UnsetType] = []
        for place in range(0 if has_hands else 4, 5):
            how = self._in.number()
            if how == ABSENT:
                texts.append(UNSET)
            elif how == SEEDED:
                if seeded is None:
                    raise self._in.damaged("cards that go by their seed have none")
                texts.append(" ".join(seeded[place]))
            elif how == HIDDEN_ALL:
                texts.append(" ".join([HIDDEN] * sizes[place]))
            else:
                numbers = self._in.bytes(how - LISTED)
                if any(number >= len(_CARDS) for number in numbers):
                    raise self._in.damaged(f"there is no card {max(numbers)}")
                texts.append(" ".join(_CARDS[number] for number in numbers))
        by_seat: dict[Seat, str | UnsetType] = dict(zip(SEATS, texts, strict=False)) if has_hands else {}
        return Hands(**by_seat) if has_hands else UNSET, texts[-1]

    def _tricks(self) -> tuple[Trick, ...]:
        tricks = []
        for _ in range(self._count()):
            actions = [_ACTION_TEXTS[self._in.below(len(_ACTION_TEXTS), "action")] for _ in range(self._count())]
            tricks.append(Trick(actions=tuple(actions)))
        return tuple(tricks)

    def _count(self) -> int:
        """How many of something follow, each of which takes a byte at least."""
        count = self._in.number()
        if count > len(self._in.data) - self._in.at:
            raise self._in.damaged("it breaks off")
        return count

    def _chosen(
        self,
        deal: Deal,
        rules: Ruleset,
        digits: Digits,
        naming: int,
        view: str,
        most: int,
        left_out: int,
        *,
        whole: bool,
    ) -> tuple[Trick, ...]:
        """The tricks that come of the choices made, the draws included."""
        position = beginning(deal, rules)
        if position is None:
            raise self._in.damaged("choices are made with cards that are no pack")
        tricks: list[list[str]] = []
        played = 0
        while not position.over:
            if position.due:
                if played == most and len(position.due) <= left_out:
                    break
                names = [f"{position.due[0]} draw {name}" for name in draws(position, naming, view)]
            elif played == most:
                break
            else:
                names = list(map(str, plays(position)))
                played += 1
            text = names[digits.take(len(names))]
            if len(position.tricks) == len(tricks):
                tricks.append([])
            tricks[-1].append(text)
            position = after(position, ACTIONS[text])
        if played < most or len(position.due) != left_out or position.over != whole:
            raise self._in.damaged("a deal is shorter than it says")
        return tuple(Trick(actions=tuple(actions)) for actions in tricks)


def _pack(digits: Digits, rules: Ruleset) -> Dealt:
    """The pack that was arranged, in the order of the log: four hands and the stock."""
    left = list(PACK)
    cards = tuple(left.pop(digits.take(len(left))) for _ in range(52))
    size = rules.hand_size
    hands = {seat: cards[place * size : (place + 1) * size] for place, seat in enumerate(SEATS)}
    return Dealt(hands, cards[4 * size :])
