"""The table drawn: four hands round a trick, and how the deal and the match stand; for eyes, and for ears."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from rich.text import Text

from ristilog.cli.terminal.signs import RED, Box, Signs, rank_of
from ristilog.game.cards import HIDDEN
from ristilog.game.log import Play
from ristilog.game.table import SEATS, SIDES, Seat
from ristilog.replay.legality import barred_now, barred_rank, king_is_barred
from ristilog.replay.scoring import Standing, deal_points, trick_points, trick_winner
from ristilog.replay.state import Position
from ristilog.teach.choices import barred_text
from ristilog.teach.language import Language, message
from ristilog.teach.people import People

NARROWEST: Final = 40
"""Columns that a drawn table needs."""
WIDEST: Final = 60
"""Columns beyond which it only falls apart."""

_CARD: Final = 7
_GAP: Final = 11
"""Columns between the cards of West and East, in which those of North and South and two words stand."""
_NAMES: Final = 1
"""The row of the trick in which the names of West and East stand."""
_ROOMY: Final = 44
"""Columns from which on the gap is as wide as that; below it goes without the blanks at its edges."""


class Scene(Struct, frozen=True, kw_only=True):
    """A table at one moment, and who looks at it."""

    position: Position
    people: People
    language: Language
    standing: Standing
    """Of the match: before the deal, or after it once it is over."""
    deal: int
    """The deal's number, from 1."""
    shown: frozenset[Seat] = frozenset(SEATS)
    """Whose hands are shown; of the others only their number."""

    @property
    def lying(self) -> tuple[Play, ...]:
        """The plays of the trick in hand; between two tricks those of the last one."""
        position = self.position
        return position.trick or (position.tricks[-1].plays if position.tricks else ())

    @property
    def number(self) -> int:
        """The number of the trick that lies on the table, or that is led next."""
        return max(1, len(self.position.tricks) + bool(self.position.trick))

    def cards(self, seat: Seat) -> tuple[str, ...]:
        """A hand as it is seen: cards, and ``??`` for each that is hidden."""
        held = self.position.hand(seat)
        return (*held.known, *(HIDDEN,) * held.hidden) if seat in self.shown else (HIDDEN,) * len(held)

    @property
    def barred(self) -> tuple[str, ...]:
        """The ranks that may not be played now: the rank that may not be led, the king if it is the fourth."""
        position = self.position
        is_seen = position.to_act in self.shown  # whether the whole hand is of the rank, and the ban waived
        led = barred_now(position) if is_seen else barred_rank(position)
        return tuple(dict.fromkeys(filter(None, (led, "K" if king_is_barred(position) else None))))


def drawn_table(scene: Scene, signs: Signs, width: int, *, close: bool = False) -> Text:
    """The table for a terminal of so many columns (at least `NARROWEST`), as one text of several lines."""
    return Text("\n").join(table_lines(scene, signs, width, close=close))


def table_lines(scene: Scene, signs: Signs, width: int, *, close: bool = False) -> list[Text]:
    """The same, line by line; every line has exactly the width that is drawn, `WIDEST` at most.

    A `close` table goes without its blank lines, where there is little height.
    """
    width = max(NARROWEST, min(width, WIDEST))
    gap = _GAP if width >= _ROOMY else _GAP - 2
    side = (width - 2 * _CARD - gap) // 2
    middle = [_centred(line, width - 2 * side) for line in _trick(scene, signs, gap)]
    west = _flank(scene, signs, "W", side, len(middle))
    east = _flank(scene, signs, "E", side, len(middle))
    around = [Text.assemble(*three) for three in zip(west, middle, east, strict=True)]
    around[_NAMES] = _names(scene, signs, around[_NAMES], side, _CARD + (gap - _CARD) // 2)
    blank = [] if close else [Text(" " * width)]
    lines = [
        _heading(scene, signs, width),
        *blank,
        *_row(scene, signs, "N", width),
        *around,
        *reversed(_row(scene, signs, "S", width)),
        *blank,
        *_score(scene, signs, width),
    ]
    for line in lines:
        line.no_wrap = True
    return lines


def card_text(card: str, signs: Signs) -> Text:
    """One card as it is written, red suits in red."""
    return Text(signs.card(card), style=_colour(card))


def plain_table(scene: Scene, signs: Signs) -> list[str]:
    """The table in sentences and short lines, in the order in which they are to be heard."""
    return [signs.fitting(line) for line in _plain(scene)]


# ---- drawn


def _colour(card: str) -> str:
    return "dim" if card == HIDDEN else "red" if card[1] in RED else ""


def _heading(scene: Scene, signs: Signs, width: int) -> Text:
    """The deal and the trick on the left, the bans on the right."""
    say = scene.language.say
    words = (say("Deal {number}", number=scene.deal), say("Trick {number}", number=scene.number))
    left = Text(f" {signs.fitting(f' {signs.between} '.join(words))}", style="bold")
    banned = ", ".join(map(rank_of, scene.barred))
    right = Text(f"{signs.fitting(say('barred'))}: {banned} ", style="bold red") if banned else Text()
    return _apart(left, right, signs, width)


def _apart(left: Text, right: Text, signs: Signs, width: int) -> Text:
    left = signs.cut(left, width - right.cell_len - 1)
    return Text.assemble(left, " " * (width - left.cell_len - right.cell_len), right)


def _name(scene: Scene, signs: Signs, seat: Seat, width: int) -> Text:
    """Who sits there, marked if it is the turn."""
    name = Text(signs.fitting(scene.people.of(seat)))
    if seat != scene.position.to_act:
        return signs.cut(name, width)
    name.stylize("bold")
    return Text.assemble((f"{signs.turn} ", "bold green"), signs.cut(name, width - 2))


def _row(scene: Scene, signs: Signs, seat: Seat, width: int) -> list[Text]:
    """The name and the hand of who sits above or below the trick."""
    hand = Text(" ").join(card_text(card, signs) for card in scene.cards(seat))
    return [_centred(_name(scene, signs, seat, width), width), _centred(hand, width)]


def _hand_rows(scene: Scene, signs: Signs, seat: Seat, width: int) -> list[Text]:
    """A hand beside the trick, in rows."""
    cards = [card_text(card, signs) for card in scene.cards(seat)]
    in_row = max(1, width // 4)
    return [Text(" ").join(cards[start : start + in_row]) for start in range(0, len(cards), in_row)]


def _flank(scene: Scene, signs: Signs, seat: Seat, width: int, height: int) -> list[Text]:
    """The hand of who sits beside the trick, as a block at its edge of the table, below the row of the names."""
    rows = _hand_rows(scene, signs, seat, width)
    widest = max((row.cell_len for row in rows), default=0)
    lines = ([Text()] * (_NAMES + 1) + rows + [Text()] * height)[:height]
    before = 1 if seat == "W" else width - 1 - widest
    return [Text.assemble(" " * before, line, " " * (width - before - line.cell_len)) for line in lines]


def _names(scene: Scene, signs: Signs, row: Text, side: int, more: int) -> Text:
    """The row of the trick in which West's and East's names stand, as long as North's card leaves them room."""
    width, reach = row.cell_len, side + more
    west, east = _name(scene, signs, "W", reach - 2), _name(scene, signs, "E", reach - 2)
    hand = max((one.cell_len for one in _hand_rows(scene, signs, "E", side)), default=0)
    before = width - 1 - max(east.cell_len, hand)  # above its hand, or if it is longer than that, at the edge
    after = " " * (width - before - east.cell_len)
    return Text.assemble(" ", west, " " * (reach - 1 - west.cell_len), row[reach:before], east, after)


def _centred(line: Text, width: int) -> Text:
    left = max(0, (width - line.cell_len) // 2)
    return Text.assemble(" " * left, line, " " * max(0, width - left - line.cell_len))


def _trick(scene: Scene, signs: Signs, gap: int) -> list[Text]:
    """The cards of the trick, each before who played it, and the stock in their midst."""
    plays = scene.lying
    winner = trick_winner(plays) if plays else None
    laid = {seat: [Text(" " * _CARD)] * 3 for seat in SEATS}
    for order, play in enumerate(plays, start=1):
        laid[play.seat] = _laid(scene, signs, play, order, is_winning=play.seat == winner)
    north, east, south, west = (laid[seat] for seat in SEATS)
    outer, inner = " " * (_CARD + (gap - _CARD) // 2), " " * ((gap - _CARD) // 2)
    return [
        Text.assemble(outer, north[0], outer),
        Text.assemble(outer, north[1], outer),
        Text.assemble(west[0], inner, north[2], inner, east[0]),
        Text.assemble(west[1], _centred(_stock(scene, signs), gap), east[1]),
        Text.assemble(west[2], inner, south[0], inner, east[2]),
        Text.assemble(outer, south[1], outer),
        Text.assemble(outer, south[2], outer),
    ]


def _laid(scene: Scene, signs: Signs, play: Play, order: int, *, is_winning: bool) -> list[Text]:
    """One card of the trick, in double lines if it is winning; above it whether it was dark, below it its turn."""
    box: Box = signs.winning if is_winning else signs.played
    style = "bold green" if is_winning else "dim"
    inner = _CARD - 2
    dark = signs.cut(Text(signs.fitting(scene.language.say("dark"))), inner).plain if play.kind == "dark" else ""
    card = card_text(play.card, signs)
    card.stylize("bold")
    return [
        Text.assemble((box.top[0], style), (dark, "cyan"), (box.level * (inner - len(dark)) + box.top[1], style)),
        Text.assemble((box.upright, style), _centred(card, inner), (box.upright, style)),
        Text.assemble((f"{box.bottom[0]}{box.level * 2}{order}{box.level * 2}{box.bottom[1]}", style)),
    ]


def _stock(scene: Scene, signs: Signs) -> Text:
    stock, say = len(scene.position.stock), scene.language.say
    if stock:
        return Text(signs.fitting(f"{say('stock')} {stock}"), style="cyan")
    return Text() if scene.position.over else Text(signs.fitting(say("endgame")), style="cyan")


def _score(scene: Scene, signs: Signs, width: int) -> list[Text]:
    """A line a side: its card points in the deal and its standing; what is held; what the trick holds."""
    say, rules = scene.language.say, scene.position.rules
    points, match = deal_points(scene.position.tricks), scene.standing.match
    in_all = say("in all") if rules.scoring == "cumulative" else say("match")
    widest = max(len(str(match.of(side))) for side in SIDES)
    figures = [
        signs.fitting(f"{points.of(side)} {say('points')}   {in_all} {match.of(side):>{widest}} ") for side in SIDES
    ]
    lines = [
        _apart(Text(f" {signs.fitting(scene.people.sides[side])}"), Text(figure), signs, width)
        for side, figure in zip(SIDES, figures, strict=True)
    ]
    worth = trick_points(rules, scene.lying)
    more = [f"{say('in the trick')} {worth} {say('points')}"] if scene.lying else []
    more += [f"{say('held')} {scene.standing.held}"] if scene.standing.held else []
    said = f" {signs.between} ".join(more)
    lines.append(_apart(Text(), Text(signs.fitting(f"{said} "), style="dim"), signs, width))
    return lines


# ---- in words


def _plain(scene: Scene) -> Iterator[str]:
    language, people, position = scene.language, scene.people, scene.position
    say = language.say
    yield f"{say('Deal {number}', number=scene.deal)}. {say('Trick {number}', number=scene.number)}."
    yield from plain_hands(scene)
    yield from _plain_trick(scene)
    stock = len(position.stock)
    yield language.count("{n} card in the stock.", "{n} cards in the stock.", stock) if stock else say("No stock left.")
    yield from plain_bans(scene)
    points, match = deal_points(position.tricks), scene.standing.match
    sides = {"north": people.sides["NS"], "east": people.sides["EW"]}
    yield say("Card points: {north} {ns}, {east} {ew}.", ns=points.NS, ew=points.EW, **sides)
    yield say("The match: {north} {ns}, {east} {ew}.", ns=match.NS, ew=match.EW, **sides)
    if scene.standing.held:
        yield say("Held for the next deal that is won: {points}.", points=language.game_points(scene.standing.held))
    turn = position.to_act
    if turn is not None:
        text = message("{who} has to draw.") if position.due else message("{who} is next.")
        yield say(text, who=people.of(turn))


def plain_hands(scene: Scene) -> Iterator[str]:
    """A sentence a seat: who holds what."""
    for seat in SEATS:
        yield scene.language.say("{who} holds: {cards}.", who=scene.people.of(seat), cards=_spoken(scene, seat))


def _spoken(scene: Scene, seat: Seat) -> str:
    """A hand in words; nothing held is said too."""
    language, cards = scene.language, scene.cards(seat)
    known = [f"{language.nouns.cards[card]:bare}" for card in cards if card != HIDDEN]
    hidden = cards.count(HIDDEN)
    if hidden:
        known.append(language.count("{n} hidden card", "{n} hidden cards", hidden))
    return ", ".join(known) or language.say("no cards")


def _plain_trick(scene: Scene) -> Iterator[str]:
    language, plays = scene.language, scene.lying
    say = language.say
    if not plays:
        return
    winning = trick_winner(plays)
    points = language.card_points(trick_points(scene.position.rules, plays))
    is_over = not scene.position.trick
    text = message("The trick just played, {points}:") if is_over else message("In the trick, {points}:")
    yield say(text, points=points)
    for order, play in enumerate(plays, start=1):
        said = [f"{order}. {scene.people.of(play.seat)}: {language.nouns.cards[play.card]:bare}"]
        if play.kind == "dark":
            said.append(say("dark"))
        if play.seat == winning:
            said.append(say("wins the trick") if len(plays) == 4 else say("winning"))
        yield ", ".join(said)


def plain_bans(scene: Scene) -> Iterator[str]:
    """What may not be played now, and why."""
    language, rules = scene.language, scene.position.rules
    text = barred_text(language, scene.position)
    if text is not None:
        yield text
    if king_is_barred(scene.position):
        if rules.dark_play and rules.fourth_king_dark == "forbid":
            text = message(
                "Three kings are out. While there is stock, nobody may play the fourth, nor play in the dark."
            )
            yield language.say(text)
        else:
            yield language.say("Three kings are out. While there is stock, nobody may play the fourth from hand.")
