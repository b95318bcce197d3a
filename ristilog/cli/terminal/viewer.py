"""Walking through a game on a terminal, a key at a time."""

from collections.abc import Callable
from typing import Final

from msgspec import structs

from ristilog.cli.terminal.keyboard import GONE, RESIZED, Terminal
from ristilog.cli.terminal.screen import View, screen_lines
from ristilog.cli.terminal.signs import Signs
from ristilog.cli.terminal.walk import Walk

_STEP: Final = 1.0
_A_LETTER: Final = 0.02
"""Seconds that a step is shown when the game goes on by itself, and what each letter of its notes adds."""
_LONGEST: Final = 10.0

_MOVES: Final[dict[str, Callable[[Walk, int], int]]] = {
    **dict.fromkeys(("right", " ", "n", "enter"), lambda walk, index: min(index + 1, len(walk.steps) - 1)),
    **dict.fromkeys(("left", "p", "backspace"), lambda _, index: max(index - 1, 0)),
    **dict.fromkeys(("down", "pagedown", "shift-right", "j"), lambda walk, index: walk.by_trick(index, 1)),
    **dict.fromkeys(("up", "pageup", "shift-left", "k"), lambda walk, index: walk.by_trick(index, -1)),
    "]": lambda walk, index: walk.by_deal(index, 1),
    "[": lambda walk, index: walk.by_deal(index, -1),
    **dict.fromkeys(("home", "g"), lambda _, __: 0),
    **dict.fromkeys(("end", "G"), lambda walk, _: len(walk.steps) - 1),
    **dict.fromkeys(("tab", "s"), lambda walk, index: walk.next_stop(index)),
}


def pressed(walk: Walk, view: View, key: str) -> View | None:
    """What is on the screen after a key; None to leave."""
    if key in ("q", "Q", GONE):
        return None
    if view.playing:  # any key halts it
        return view if key == RESIZED else structs.replace(view, playing=False)
    if key in _MOVES:
        return structs.replace(view, index=_MOVES[key](walk, view.index), help=False, page=0)
    match key:
        case "v":
            views = walk.views
            hands = views[(views.index(view.hands) + 1) % len(views)]
            return structs.replace(view, hands=hands, page=0)
        case "o":
            return structs.replace(view, choices=not view.choices or view.help, help=False, page=0)
        case "?" | "h":
            return structs.replace(view, help=not view.help, page=0)
        case "escape":
            return structs.replace(view, help=False, page=0)
        case "m":
            return structs.replace(view, page=view.page + 1)
        case "a":
            return structs.replace(view, playing=view.index < len(walk.steps) - 1, help=False)
    return view


def onward(walk: Walk, view: View) -> View:
    """A step on by itself; at the end it halts."""
    index = min(view.index + 1, len(walk.steps) - 1)
    return structs.replace(view, index=index, page=0, playing=index < len(walk.steps) - 1)


def seconds(walk: Walk, index: int, speed: float) -> float:
    """How long a step is shown when the game goes on by itself: what there is to read takes time."""
    step = walk.steps[index]
    letters = sum(map(len, step.result)) + sum(len(note.text) for note in step.notes)
    return min(_LONGEST, _STEP + _A_LETTER * letters) / speed


def walk_through(walk: Walk, view: View, signs: Signs, speed: float) -> None:
    """Show a game until its reader leaves; the terminal is then as it was."""
    with Terminal() as terminal:
        now: View | None = view
        while now is not None:
            terminal.draw(screen_lines(walk, now, signs, *terminal.size))
            keys = terminal.keys(seconds(walk, now.index, speed) if now.playing else None)
            if not keys:
                now = onward(walk, now)
            for key in keys:
                now = pressed(walk, now, key) if now is not None else None
