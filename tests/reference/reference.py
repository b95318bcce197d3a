"""A slow reference implementation of Ristikontra and its kin, written from the prose rules alone.

It exists to be compared by eye with the prose, and by machine with the engine; it shares no code with the
engine. Nothing is kept up to date on the way: a deal is the cards as dealt plus the list of everything that
has happened, and every question (whose turn, which hand, which rank is barred, who is clean) is answered by
going through that list again.
"""

from typing import NamedTuple

Rules = dict[str, object]

SEATS = ["N", "E", "S", "W"]  # clockwise
SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}  # partners sit opposite
OTHER_SIDE = {"NS": "EW", "EW": "NS"}
RANKS = "23456789TJQKA"
SUITS = "cdhs"

# What a card is worth. Ranks not named are worth nothing.
CARD_VALUES = {
    "b": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},  # 30 a suit, 120 in the pack
    "a": {"A": 5, "T": 1, "K": 4, "Q": 3, "J": 2},  # 15 a suit, 60 in the pack
}


# --- Rulesets -------------------------------------------------------------------------------------

# The base game.
_RISTIKONTRA: Rules = {
    "hand_size": 6,
    "card_values": "b",
    "lead_limit": 3,
    "dark_play": True,
    "dark_lead_when_barred": "forbid",
    "draw": "immediate",
    "fourth_king_ban": False,
    "fourth_king_dark": "forbid",
    "cleaning": False,
    "queen_trick": "led",
    "dirty_winner": "no-point",
    "dirty_loss_points": 1,
    "sweep_points": 2,
    "tie_carry": True,
    "scoring": "game-points",
    "wipe_on_zero": False,  # means nothing under game points
    "target": 7,
}

# The Finnish description: the base game with the fourth-king ban. Cleaning stays an option.
_RISTIKONTRA_FI: Rules = _RISTIKONTRA | {"fourth_king_ban": True}

# Five cards, the ban, cleaning; all the points are worth no more than a majority; a tie is simply nothing.
_RISTIKLAPPI: Rules = _RISTIKONTRA | {
    "hand_size": 5,
    "fourth_king_ban": True,
    "cleaning": True,
    "sweep_points": 1,
    "tie_carry": False,
}

# Options that mean something under one way of scoring only, with the value they get where they mean nothing.
_NEUTRAL_UNDER_CUMULATIVE: Rules = {
    "cleaning": False,
    "queen_trick": "led",
    "dirty_winner": "no-point",
    "dirty_loss_points": 1,
    "sweep_points": 1,
    "tie_carry": False,
}
_NEUTRAL_UNDER_GAME_POINTS: Rules = {"wipe_on_zero": False}

# Card points to a running total; no limit on leads, no ban, no cleaning; a deal without a point wipes.
_ALGA_B: Rules = {
    **_RISTIKONTRA,
    **_NEUTRAL_UNDER_CUMULATIVE,
    "lead_limit": None,
    "scoring": "cumulative",
    "wipe_on_zero": True,
    "target": 120,
}

# The same with the smaller card values and half the target.
_ALGA_A: Rules = _ALGA_B | {"card_values": "a", "target": 60}

PRESETS: dict[str, dict[str, object]] = {
    "ristikontra": _RISTIKONTRA,
    "ristikontra-fi": _RISTIKONTRA_FI,
    "ristiklappi": _RISTIKLAPPI,
    "alga-b": _ALGA_B,
    "alga-a": _ALGA_A,
}

# Every value an option may have.
_DOMAINS: dict[str, list[object]] = {
    "hand_size": [4, 5, 6, 7, 8, 9],
    "card_values": ["b", "a"],
    "lead_limit": [2, 3, None],
    "dark_play": [True, False],
    "dark_lead_when_barred": ["forbid", "forbid-if-unplayed", "allow"],
    "draw": ["immediate", "after-trick"],
    "fourth_king_ban": [True, False],
    "fourth_king_dark": ["forbid", "stands"],
    "cleaning": [True, False],
    "queen_trick": ["led", "any-queen"],
    "dirty_winner": ["no-point", "opponents"],
    "dirty_loss_points": [1, 2],
    "sweep_points": [1, 2],
    "tie_carry": [True, False],
    "scoring": ["game-points", "cumulative"],
    "wipe_on_zero": [True, False],
    "target": list(range(1, 1001)),
}


def rules_for(preset: str, options: dict[str, object]) -> dict[str, object]:
    """The preset with the overrides laid over it. ValueError for overrides that the rules do not allow."""
    if preset not in PRESETS:
        raise ValueError(f"no such preset: {preset}")
    for name, value in options.items():
        if name not in _DOMAINS:
            raise ValueError(f"no such option: {name}")
        # Python takes True for 1, so the kinds are compared too.
        if not any(type(value) is type(allowed) and value == allowed for allowed in _DOMAINS[name]):
            raise ValueError(f"{name} may not be {value!r}")

    # A target belongs to a way of scoring: who overrides the scoring has to say how far the match goes.
    if "scoring" in options and "target" not in options:
        raise ValueError("overriding scoring requires a target")

    rules = dict(PRESETS[preset])
    scoring_before = rules["scoring"]
    scoring = options.get("scoring", scoring_before)

    # An option that means nothing under the scoring in force may not be overridden.
    meaningless = _NEUTRAL_UNDER_CUMULATIVE if scoring == "cumulative" else _NEUTRAL_UNDER_GAME_POINTS
    for name in options:
        if name in meaningless:
            raise ValueError(f"{name} means nothing under {scoring} scoring")

    # Changing the scoring: what means nothing any more is switched off, and what begins to mean something
    # takes its usual value: wiping is on under cumulative, the game-point options are those of the base game.
    if scoring == "cumulative" and scoring_before == "game-points":
        rules.update(_NEUTRAL_UNDER_CUMULATIVE)
        rules["wipe_on_zero"] = True
    if scoring == "game-points" and scoring_before == "cumulative":
        rules.update(_NEUTRAL_UNDER_GAME_POINTS)
        for name in _NEUTRAL_UNDER_CUMULATIVE:
            rules[name] = PRESETS["ristikontra"][name]

    rules.update(options)
    return rules


def _number(rules: Rules, name: str) -> int:
    value = rules[name]
    assert isinstance(value, int) and not isinstance(value, bool), f"{name} must be a number"
    return value


def _flag(rules: Rules, name: str) -> bool:
    value = rules[name]
    assert isinstance(value, bool), f"{name} must be true or false"
    return value


def _card_points(rules: Rules, cards: list[str]) -> int:
    """What these cards are worth under the ruleset's table."""
    table = CARD_VALUES[str(rules["card_values"])]
    return sum(table.get(_rank(card), 0) for card in cards)


# --- Cards, seats, tricks -------------------------------------------------------------------------


def _rank(card: str) -> str:
    return card[0]


def _seat_after(seat: str) -> str:
    """The next seat clockwise."""
    return SEATS[(SEATS.index(seat) + 1) % 4]


def _round_from(seat: str) -> list[str]:
    """All four seats clockwise, beginning with this one."""
    seats = [seat]
    while len(seats) < 4:
        seats.append(_seat_after(seats[-1]))
    return seats


def _whole_pack() -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS]


class _Event(NamedTuple):
    """One thing that happened: a card played from hand, a card drawn, or a card turned up and played dark."""

    seat: str
    kind: str  # 'play', 'draw' or 'dark'
    card: str


class _Trick(NamedTuple):
    """A trick begun, perhaps not finished."""

    cards: list[tuple[str, str]]  # (seat, card), the led card first
    stock_phase: bool

    def led_rank(self) -> str:
        return _rank(self.cards[0][1])

    def winner(self) -> str:
        """The last card of the led rank wins; when nobody matched, that is the led card itself."""
        matching = [seat for seat, card in self.cards if _rank(card) == self.led_rank()]
        return matching[-1]

    def ranks(self) -> list[str]:
        return [_rank(card) for _, card in self.cards]


# --- A deal ---------------------------------------------------------------------------------------


class ReferenceDeal:
    """One deal, from the cards dealt to the thirteenth trick."""

    def __init__(self, rules: dict[str, object], dealer: str, pack: list[str]) -> None:
        if dealer not in SEATS:
            raise ValueError(f"no such seat: {dealer}")
        if sorted(pack) != sorted(_whole_pack()):
            raise ValueError("a pack is 52 different cards")
        self._rules = dict(rules)
        self._dealer = dealer
        # Dealt one card at a time, clockwise, the seat after the dealer first; the rest is the stock, top
        # first.
        self._dealt: dict[str, list[str]] = {seat: [] for seat in SEATS}
        place = 0
        for _ in range(_number(rules, "hand_size")):
            for seat in _round_from(_seat_after(dealer)):
                self._dealt[seat].append(pack[place])
                place += 1
        self._stock_at_start = pack[place:]
        # Everything that has happened, in order. This is all that ever changes.
        self._history: list[_Event] = []

    # What the history says about the cards.

    def _stock(self) -> list[str]:
        """What is left of the stock: every draw and every dark play has taken its top card."""
        taken = [event for event in self._history if event.kind in ("draw", "dark")]
        return self._stock_at_start[len(taken) :]

    def _hand(self, seat: str) -> list[str]:
        """What the seat holds: dealt and drawn, less what it played from hand."""
        mine = [event for event in self._history if event.seat == seat]
        had = self._dealt[seat] + [event.card for event in mine if event.kind == "draw"]
        played = [event.card for event in mine if event.kind == "play"]
        return [card for card in had if card not in played]

    def _played(self) -> list[tuple[str, str]]:
        """Every card played face up in this deal, from hand or dark, the trick in progress included."""
        return [(event.seat, event.card) for event in self._history if event.kind in ("play", "dark")]

    def _begun(self) -> list[_Trick]:
        """All tricks that have been led, four plays each; the last may be unfinished."""
        tricks: list[_Trick] = []
        stock_used = 0
        for event in self._history:
            if event.kind in ("play", "dark"):
                if not tricks or len(tricks[-1].cards) == 4:
                    # A lead. It is a stock-phase trick if the stock was not empty when it was led.
                    tricks.append(_Trick([], stock_used < len(self._stock_at_start)))
                tricks[-1].cards.append((event.seat, event.card))
            if event.kind in ("draw", "dark"):
                stock_used += 1
        return tricks

    def _finished(self) -> list[_Trick]:
        return [trick for trick in self._begun() if len(trick.cards) == 4]

    def _in_progress(self) -> _Trick | None:
        """The trick that has been led but not finished, if there is one."""
        for trick in self._begun():
            if len(trick.cards) < 4:
                return trick
        return None

    # The questions.

    def to_act(self) -> str | None:
        """The seat whose turn it is; None when the deal is over."""
        trick = self._in_progress()
        if trick is not None:
            return _seat_after(trick.cards[-1][0])  # clockwise within a trick
        finished = self._finished()
        if len(self._played()) == 52:
            return None  # all cards are played: thirteen tricks
        if not finished:
            return _seat_after(self._dealer)  # the seat after the dealer leads the first trick
        return finished[-1].winner()  # the winner of a trick leads the next

    def barred(self) -> str | None:
        """The rank barred for the next lead: the one that as many tricks in a row as the limit were led with.

        Only tricks of this deal are looked at; it does not matter who led them or whether the lead was dark.
        While a trick is in progress its lead counts, the next lead being that of the trick after it. (Whether
        the ban is waived depends on the leader's hand and is settled in `legal`.)
        """
        limit = self._rules["lead_limit"]
        if limit is None:
            return None
        led_ranks = [trick.led_rank() for trick in self._begun()]
        last = led_ranks[-_number(self._rules, "lead_limit") :]
        if len(last) == limit and len(set(last)) == 1:
            return last[0]
        return None

    def legal(self) -> set[str]:
        """Everything the seat to act may do."""
        seat = self.to_act()
        if seat is None:
            return set()
        hand = self._hand(seat)
        stock_is_left = len(self._stock()) > 0
        ranks_out = [_rank(card) for _, card in self._played()]
        leading = self._in_progress() is None
        barred = self.barred()

        # To begin with: any card from hand, and dark play while there is a card to turn up.
        may_play = list(hand)
        may_dark = _flag(self._rules, "dark_play") and stock_is_left

        # The lead ban. It concerns leads only; any card may follow, dark or not.
        if leading and barred is not None:
            # A card of the barred rank may not be led, unless the leader holds nothing else.
            whole_hand_barred = all(_rank(card) == barred for card in hand)
            if not whole_hand_barred:
                may_play = [card for card in may_play if _rank(card) != barred]
            # And the dark lead, which might turn up the barred rank:
            dark_lead = self._rules["dark_lead_when_barred"]
            if dark_lead == "forbid":
                may_dark = False  # not while a rank is barred, be its fourth card out or not
            elif dark_lead == "forbid-if-unplayed":
                if ranks_out.count(barred) < 4:
                    may_dark = False  # not before all four of the rank have been played
            else:
                assert dark_lead == "allow"  # allowed; what is turned up stands

        # The fourth king. With three kings played face up (from hand or dark, this trick included) and stock
        # left at this moment, nobody plays the fourth from hand, and nobody plays dark, leading or following,
        # for it might be turned up. In the milder form dark play goes on, and a fourth king turned up counts
        # as played.
        if _flag(self._rules, "fourth_king_ban") and ranks_out.count("K") == 3 and stock_is_left:
            may_play = [card for card in may_play if _rank(card) != "K"]
            if self._rules["fourth_king_dark"] == "forbid":
                may_dark = False
            else:
                assert self._rules["fourth_king_dark"] == "stands"

        choices = {f"play {card}" for card in may_play}
        if may_dark:
            choices.add("dark")
        return choices

    def act(self, choice: str) -> list[str]:
        """Do it, and say what a log records of it: the play, and the draws that come with it."""
        seat = self.to_act()
        if seat is None or choice not in self.legal():
            raise ValueError(f"not allowed now: {choice}")
        length_before = len(self._history)

        if choice == "dark":
            # The top of the stock is turned up and is the play; no card is drawn for it.
            self._history.append(_Event(seat, "dark", self._stock()[0]))
        else:
            self._history.append(_Event(seat, "play", choice.removeprefix("play ")))
            # A play from hand is followed at once by a draw, while the stock lasts.
            if self._rules["draw"] == "immediate":
                self._draw(seat)

        # Or the draws wait for the fourth play: then those who played this trick from hand refill, the winner
        # first, the others clockwise.
        if self._rules["draw"] == "after-trick" and self._in_progress() is None:
            trick = self._finished()[-1]
            played_dark = [event.card for event in self._history if event.kind == "dark"]
            from_hand = [player for player, card in trick.cards if card not in played_dark]
            for player in _round_from(trick.winner()):
                if player in from_hand:
                    self._draw(player)

        return [f"{event.seat} {event.kind} {event.card}" for event in self._history[length_before:]]

    def _draw(self, seat: str) -> None:
        stock = self._stock()
        if stock:
            self._history.append(_Event(seat, "draw", stock[0]))

    def tricks(self) -> list[dict[str, object]]:
        """The finished tricks."""
        answer: list[dict[str, object]] = []
        for trick in self._finished():
            answer.append(
                {
                    "leader": trick.cards[0][0],
                    "winner": trick.winner(),
                    "points": _card_points(self._rules, [card for _, card in trick.cards]),
                    "cards": list(trick.cards),
                    "stock_phase": trick.stock_phase,
                }
            )
        return answer

    def points(self) -> dict[str, int]:
        """Card points in the finished tricks of each side. The last trick brings nothing extra."""
        won = {"NS": 0, "EW": 0}
        for trick in self._finished():
            won[SIDE_OF[trick.winner()]] += _card_points(self._rules, [card for _, card in trick.cards])
        return won

    def clean(self) -> dict[str, bool]:
        """Which sides are clean so far. Without the cleaning rule everybody is."""
        return {side: self._is_clean(side) for side in ("NS", "EW")}

    def _is_clean(self, side: str) -> bool:
        # Cleaning exists under game-point scoring only.
        if not _flag(self._rules, "cleaning") or self._rules["scoring"] != "game-points":
            return True
        clean = True
        for trick in self._finished():
            if SIDE_OF[trick.winner()] != side:
                continue
            if trick.stock_phase:
                # A queen won in a stock-phase trick makes the side dirty. Kings won by then do not help.
                if "Q" in trick.ranks():
                    clean = False
            else:
                # A queen first won after the stock phase does not make dirty. A king won now makes clean, one
                # for any number of queens, but not in a queen's trick: one led with a queen, or (the stricter
                # option) one that has any queen in it.
                if self._rules["queen_trick"] == "led":
                    is_queen_trick = trick.led_rank() == "Q"
                else:
                    assert self._rules["queen_trick"] == "any-queen"
                    is_queen_trick = "Q" in trick.ranks()
                if "K" in trick.ranks() and not is_queen_trick:
                    clean = True
        return clean


# --- Scoring --------------------------------------------------------------------------------------


def score_deal(
    rules: dict[str, object],
    points: dict[str, int],
    clean: dict[str, bool],
    match: dict[str, int],
    held: int,
) -> dict[str, object]:
    """What a deal with these card points does to the standing.

    `match` and `held` are the standing before the deal; the answer has what the deal adds to it (the award),
    what is held after it, and the standing after it.
    """
    if rules["scoring"] == "cumulative":
        award = _cumulative_award(rules, points, match)
        held_after = 0  # nothing is ever held
    else:
        assert rules["scoring"] == "game-points"
        award, held_after = _game_points(rules, points, clean, held)
    new_match = {side: match[side] + award[side] for side in ("NS", "EW")}
    return {"award": award, "held": held_after, "match": new_match}


def _cumulative_award(rules: Rules, points: dict[str, int], match: dict[str, int]) -> dict[str, int]:
    award = {}
    for side in ("NS", "EW"):
        if points[side] == 0 and _flag(rules, "wipe_on_zero"):
            # No card point in the deal: the side's total falls to nought, so it loses what it had.
            award[side] = -match[side]
        else:
            award[side] = points[side]
    return award


def _game_points(rules: Rules, points: dict[str, int], clean: dict[str, bool], held: int) -> tuple[dict[str, int], int]:
    """The game points of a deal and what is held after it."""
    pack_total = _card_points(rules, _whole_pack())
    nobody = {"NS": 0, "EW": 0}
    tie_carry = _flag(rules, "tie_carry")
    if not tie_carry:
        held = 0  # where ties do not carry, nothing can be held

    # Without the cleaning rule nobody is dirty.
    is_clean = {side: clean[side] or not _flag(rules, "cleaning") for side in ("NS", "EW")}

    # More than half of the pack's points wins the deal.
    winners = [side for side in ("NS", "EW") if points[side] * 2 > pack_total]

    # A tie: nobody scores; where ties carry, one more game point is held for a later deal.
    if not winners:
        return nobody, (held + 1 if tie_carry else 0)

    winner = winners[0]
    loser = OTHER_SIDE[winner]

    if not is_clean[winner]:
        # A dirty winner scores nothing, not even for all the card points. By option the others, if they are
        # clean, get one game point and what is held. When nobody gets a point, what is held stays held.
        if rules["dirty_winner"] == "opponents" and is_clean[loser]:
            return {winner: 0, loser: 1 + held}, 0
        return nobody, held

    # A clean winner: one game point; or what the rules give for beating a dirty side; or what they give for
    # all the card points. When more than one applies, the largest counts. What was held comes on top.
    worth = 1
    if not is_clean[loser]:
        worth = max(worth, _number(rules, "dirty_loss_points"))
    if points[winner] == pack_total:
        worth = max(worth, _number(rules, "sweep_points"))
    return {winner: worth + held, loser: 0}, 0


def match_winner(rules: dict[str, object], match: dict[str, int]) -> str | None:
    """The side that has reached the target and is ahead; None if there is none, and the match goes on."""
    for side in ("NS", "EW"):
        if match[side] >= _number(rules, "target") and match[side] > match[OTHER_SIDE[side]]:
            return side
    return None
