"""What is seen between two lines: the table, the tricks beside it, what was answered, and the prompt."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from ristilog.cli.terminal.signs import Signs, rank_of
from ristilog.cli.terminal.table import Scene, card_text, plain_table, table_lines
from ristilog.cli.terminal.talk.state import Answer, Talk, view_of, wanted
from ristilog.cli.terminal.talk.told import scene_of, tricks_won, where
from ristilog.game.cards import HIDDEN
from ristilog.game.findings import printable
from ristilog.game.log import ACTIONS, Trick
from ristilog.game.table import AFTER, SEATS, SIDES
from ristilog.record.recorder import Recorder
from ristilog.replay.state import first_position
from ristilog.teach.agreement import ruleset_title
from ristilog.teach.language import message
from ristilog.teach.people import plain

BESIDE: Final = 78
"""Columns from which on the tricks stand beside the table."""
_TRICKS: Final = 34
"""Columns that they take."""
_PROSE: Final = 78
"""Columns beyond which lines of words are hard to follow."""
_NAME: Final = 20
"""Letters of a name in the prompt."""


def screen(recorder: Recorder, talk: Talk, answer: Answer, signs: Signs, width: int, height: int) -> list[Text]:
    """The lines above the prompt, at most one fewer than the terminal has; the answer stands lowest."""
    room = height - 1
    said = _wrapped(answer, signs, min(width - 1, _PROSE))
    head = _head(recorder, talk, signs, width)
    if answer.instead == "words":
        return [signs.cut(line, width) for line in (head, *_page(talk, said, answer.page, signs, room - 1))]
    left = max(room - 1 - len(said), 0)
    if answer.instead:
        table = _tricks(recorder, talk, signs)[-left:] if left else []
    else:
        table = _table(recorder, talk, signs, width, left)
    said = said[-max(room - 1 - len(table), 1) :]
    return [signs.cut(line, width) for line in (head, *table, *said)][:room]


def _page(talk: Talk, lines: list[Text], page: int, signs: Signs, room: int) -> list[Text]:
    """One screen of a long answer; behind the last one it begins again."""
    if len(lines) <= room:
        return lines
    pages = [lines[start : start + room - 1] for start in range(0, len(lines), max(room - 1, 1))]
    more = talk.language.say("Enter: more")
    return [*pages[page % len(pages)], Text(f" {signs.fitting(more)}", style="dim")]


def plain_screen(recorder: Recorder, talk: Talk, signs: Signs) -> list[str]:
    """The table in sentences."""
    scene = scene_of(recorder, talk.language, talk.people)
    return (
        plain_table(scene, signs) if scene is not None else [signs.fitting(where(recorder, talk.language, talk.people))]
    )


def prompt(recorder: Recorder, talk: Talk, signs: Signs) -> str:
    """What is asked for now, before the place where it is typed."""
    say, position = talk.language.say, recorder.position
    if recorder.expects == "nothing":
        return signs.fitting(say("The match is won. Enter finishes, undo takes back")) + ": "
    if position is None:
        want = wanted(recorder.log, recorder.rules, len(talk.cards))
        if want is None:
            leader = _name(talk, AFTER[talk.dealer or recorder.dealer])
            return (
                signs.fitting(say("{who} leads, deal {number}", who=leader, number=len(recorder.log.deals) + 1)) + ": "
            )
        of = say("Stock") if want.of == "stock" else _name(talk, want.of)
        cards = talk.language.count("{n} card", "{n} cards", want.number)
        return signs.fitting(f"{of}, {cards}: ")
    assert position.to_act is not None
    text = message("{who} plays")
    if position.due:
        text = message("{who} draws")
    elif not position.trick:
        text = message("{who} leads")
    return signs.fitting(say(text, who=_name(talk, position.to_act))) + ": "


def _name(talk: Talk, seat: str) -> str:
    name = plain(talk.people.names[seat], _NAME)  # type: ignore[index]
    return name if name == talk.language.nouns.seats[seat] else f"{name} ({seat})"  # type: ignore[index]


def _head(recorder: Recorder, talk: Talk, signs: Signs, width: int) -> Text:
    """The match, the rules, and who deals."""
    log, say = recorder.log, talk.language.say
    title = plain((log.meta or {}).get("title", ""), 60)
    left = signs.fitting(f" {title or ruleset_title(log.rules.name, talk.language)}")
    deals = say("{who} deals", who=plain(talk.people.of(recorder.dealer), _NAME))
    right = signs.fitting(f"{deals} ")
    first = signs.cut(Text(left), width - len(right) - 1)
    line = Text.assemble(first, " " * max(1, width - first.cell_len - len(right)), right)
    line.stylize("reverse bold")
    return line


def _table(recorder: Recorder, talk: Talk, signs: Signs, width: int, room: int) -> list[Text]:
    """The table, with the tricks beside it where there is width; nothing where there is no height for it."""
    beside = width >= BESIDE
    tricks = _tricks(recorder, talk, signs)
    scene = scene_of(recorder, talk.language, talk.people) or _next_scene(recorder, talk)
    if scene is None:
        return tricks[-room:] if room > 0 else []
    close = room < 18
    table = table_lines(scene, signs, width - _TRICKS - 1 if beside else width, close=close)
    if len(table) > room:
        return [line for line in tricks[-room:] if room > 0]
    if not beside:
        return table
    left = table[0].cell_len
    rows = max(len(table), len(tricks))
    blank = Text(" " * left)
    edge = Text(f" {signs.edge}", style="dim")
    return [Text.assemble(_at(table, row) or blank, edge, _at(tricks, row) or Text()) for row in range(min(rows, room))]


def _next_scene(recorder: Recorder, talk: Talk) -> Scene | None:
    """The table of the next deal, with the cards that have been typed for it; None when there is none."""
    if recorder.expects != "deal":
        return None
    rules, cards, view = recorder.rules, talk.cards, view_of(recorder.log)
    size = rules.hand_size
    seats = SEATS if view == "open" else tuple(seat for seat in SEATS if seat == view)
    hands = {seat: (cards[size * place :] + (HIDDEN,) * size)[:size] for place, seat in enumerate(seats)}
    return Scene(
        position=first_position(rules, talk.dealer or recorder.dealer, hands, None),
        people=talk.people,
        language=talk.language,
        standing=recorder.standing,
        deal=len(recorder.log.deals) + 1,
    )


def _at(lines: Sequence[Text], row: int) -> Text | None:
    return lines[row] if row < len(lines) else None


def _tricks(recorder: Recorder, talk: Talk, signs: Signs) -> list[Text]:
    """What has been played in the deal in hand, or else in the last one, a line a trick; and the tricks won."""
    deals, position, say = recorder.log.deals, recorder.position, talk.language.say
    if not deals:
        return []
    closed = [trick for trick in deals[-1].tricks or () if trick.winner]
    lines = [_trick(number, trick, signs) for number, trick in enumerate(closed, start=1)]
    if position is not None:
        won = tricks_won(position)
        figures = f" {signs.between} ".join(f"{side} {won[side]}" for side in SIDES)
        word = say("tricks")
        heading = f"{word}: {figures}"
    else:
        heading = say("Deal {number}", number=len(deals))
    return [Text(f" {signs.fitting(heading)}", style="bold"), *lines]


def _trick(number: int, trick: Trick, signs: Signs) -> Text:
    plays = [action for text in trick.actions if (action := ACTIONS[text]).kind != "draw"]
    line = Text(f" {number:>2} {plays[0].seat} ")
    for play in plays:
        card = card_text(play.card, signs)
        mark = "*" if play.kind == "dark" else ""
        width = len(rank_of(play.card)) + 1 + len(mark)
        line.append_text(Text.assemble(card, (mark, "cyan"), " " * (5 - width)))
    line.append(f"{trick.winner} {trick.points or 0:>2}", style="bold")
    return line


def _wrapped(answer: Answer, signs: Signs, width: int) -> list[Text]:
    style = "bold yellow" if answer.refused else ""
    lines: list[Text] = []
    for sentence in answer.said:
        for number, line in enumerate(Text(signs.fitting(printable(sentence)), style=style).wrap(_MEASURE, width - 2)):
            line.rstrip()
            lines.append(Text.assemble(" " if number == 0 else "   ", line))
    return lines


_MEASURE: Final = Console(width=80, legacy_windows=False)
"""Wraps text; nothing is printed with it."""
