"""One screen of a walk: the table, the words beside or below it, where one is, and the keys; as lines that fit."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from ristilog.cli.terminal.signs import Signs
from ristilog.cli.terminal.table import table_lines
from ristilog.cli.terminal.walk import Walk, is_stop, scene_at
from ristilog.cli.terminal.words import Said, choices_at, for_eyes, keys, view_name, words_at

BESIDE: Final = 76
"""Columns from which on the words stand beside the table."""
_READABLE: Final = 33
"""Columns that words beside the table have at least."""
_PROSE: Final = 72
"""Columns beyond which lines of words are hard to follow."""


class View(Struct, frozen=True, kw_only=True):
    """What of a walk is on the screen."""

    index: int
    hands: str
    """One of the walk's views."""
    choices: bool = False
    """Whether what the next player could do is shown."""
    help: bool = False
    """Whether the keys are shown in place of the words."""
    page: int = 0
    """How often more of a long text was asked for."""
    playing: bool = False


def screen_lines(walk: Walk, view: View, signs: Signs, width: int, height: int) -> list[Text]:
    """Exactly so many lines, none wider than so many columns."""
    scene = scene_at(walk, view.index, view.hands)
    beside = width >= BESIDE
    across = max(width - _READABLE - 3, 0) if beside else width
    room = height - 3
    close = (not beside and room < 25) or room < 17
    table = table_lines(scene, signs, across, close=close) if scene is not None else []
    if beside and table:
        left = table[0].cell_len
        words = _words(walk, view, signs, min(width - left - 4, _PROSE), room)
        edge = Text(signs.edge, style="dim")
        blank = Text(" " * left)
        body = [
            Text.assemble(_at(table, row) or blank, " ", edge, " ", _at(words, row) or Text()) for row in range(room)
        ]
    else:
        below = room if view.help else max(room - len(table), 3)
        body = [*table[: max(0, room - below)], *_words(walk, view, signs, min(width - 2, _PROSE), below, indent=" ")]
    body = (body + [Text()] * room)[:room]
    lines = [
        _head(walk, view, signs, width),
        *body,
        _line_of_steps(walk, view, signs, width),
        _foot(walk, view, signs, width),
    ]
    return [signs.cut(line, width) for line in lines[-height:]]


def _at(lines: Sequence[Text], row: int) -> Text | None:
    return lines[row] if row < len(lines) else None


def _head(walk: Walk, view: View, signs: Signs, width: int) -> Text:
    """The title and the address."""
    right = walk.steps[view.index].at
    title = signs.cut(Text(f" {signs.fitting(walk.title)}"), width - len(right) - 3)
    gap = " " * max(1, width - title.cell_len - len(right) - 1)
    line = Text.assemble(title, gap, right, " ")
    line.stylize("reverse bold")
    return line


def _foot(walk: Walk, view: View, signs: Signs, width: int) -> Text:
    """Whose hands are shown, and the keys that matter most."""
    say = walk.language.say
    text = Text(" ")
    if not walk.sound:
        wrong = say("This record does not verify.")
        text.append(f"{signs.fitting(wrong)}   ", "bold red")
    if view.playing:
        text.append(signs.fitting(say("It goes on by itself; any key halts it.")), "bold")
        return text
    hands = say("hands: {who}", who=view_name(walk, view.hands))
    hints = [("n p", say("step")), ("s", say("stop")), ("o", say("choices")), ("v", hands)]
    if len(walk.views) == 1:
        hints.pop()
    always = [("?", say("keys")), ("q", say("quit"))]
    gap, room = 3, width - text.cell_len
    while hints and _width((*hints, *always), gap) > room:
        gap, hints = (2, hints) if gap == 3 else (gap, hints[:-1])
    for number, (key, what) in enumerate((*hints, *always)):
        text.append(" " * gap if number else "")
        text.append(signs.fitting(key), "bold")
        text.append(f" {signs.fitting(what)}", "dim")
    return text


def _width(hints: Sequence[tuple[str, str]], gap: int) -> int:
    return sum(cell_len(f"{key} {what}") + gap for key, what in hints) - gap


def _line_of_steps(walk: Walk, view: View, signs: Signs, width: int) -> Text:
    """The steps of the deal as a line across, the stops on it, and where one is."""
    first, last = walk.bounds(view.index)
    across = width - 2

    def column(index: int) -> int:
        return 1 + (index - first) * (across - 1) // max(1, last - first)

    cells = [" ", *signs.rule * across, " "]
    for index in range(first, last + 1):
        if is_stop(walk.steps[index]):
            cells[column(index)] = signs.halt
    cells[column(view.index)] = signs.here
    line = Text("".join(cells), style="dim")
    line.stylize("not dim bold green", column(view.index), column(view.index) + 1)
    return line


def _words(walk: Walk, view: View, signs: Signs, width: int, height: int, indent: str = "") -> list[Text]:
    """What is said, wrapped, as much of it as there is room for."""
    lines = list(_help(walk, signs, width) if view.help else _said(walk, view, signs, width))
    if len(lines) > height and view.choices and not view.help:  # what was asked for comes first
        lines = list(_choices(walk, view, signs, width)) or lines
    if len(lines) > height:
        lines = _page(walk, lines, view.page, height, signs)
    return [Text.assemble(indent, line) for line in lines]


def _page(walk: Walk, lines: list[Text], page: int, height: int, signs: Signs) -> list[Text]:
    """One part of a long text, and how to come to the next."""
    shown = max(1, height - 1)
    pages = -(-len(lines) // shown)
    at = page % pages
    part = lines[at * shown : (at + 1) * shown]
    word = signs.fitting(walk.language.say("more"))
    more = Text(f"m {word} ({at + 1}/{pages})", style="bold cyan")
    return [*part, *[Text()] * (shown - len(part)), more]


def _help(walk: Walk, signs: Signs, width: int) -> Iterator[Text]:
    for key, what in keys(walk.language):
        yield from _hanging(Text(signs.fitting(key).ljust(6), style="bold"), Text(signs.fitting(what)), width)


def _said(walk: Walk, view: View, signs: Signs, width: int) -> Iterator[Text]:
    said: Iterable[Said] = words_at(walk, view.index, view.hands, for_eyes(signs))
    yield from _wrapped(said, signs, width)
    if view.choices:
        yield Text()
        yield from _choices(walk, view, signs, width)


def _choices(walk: Walk, view: View, signs: Signs, width: int) -> Iterator[Text]:
    return _wrapped(choices_at(walk, view.index, view.hands, for_eyes(signs)), signs, width)


def _wrapped(said: Iterable[Said], signs: Signs, width: int) -> Iterator[Text]:
    marks = {
        "": Text(),
        "stop": Text(f"{signs.stop} ", style="bold yellow"),
        "note": Text(f"{signs.between} ", style="bold"),
        "item": Text("  "),
    }
    for one in said:
        if one.kind in ("stop", "note"):
            yield Text()
        yield from _hanging(marks[one.kind], _fitted(one.text, signs), width)


def _fitted(text: Text, signs: Signs) -> Text:
    """A text that the terminal can show; where letters become longer, its styles may slip by a few."""
    plainer = signs.fitting(text.plain)
    if plainer == text.plain:
        return text
    made = Text(plainer, style=text.style)
    for span in text.spans:
        made.stylize(span.style, span.start, span.end)
    return made


def _hanging(mark: Text, text: Text, width: int) -> Iterator[Text]:
    """A paragraph wrapped, its lines behind the first set in by the width of its mark."""
    inner = max(8, width - mark.cell_len)
    for number, line in enumerate(text.wrap(_MEASURE, inner)):
        line.rstrip()
        yield Text.assemble(mark if number == 0 else " " * mark.cell_len, line)


_MEASURE: Final = Console(width=80, legacy_windows=False)
"""Wraps text; nothing is printed with it."""
