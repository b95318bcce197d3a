"""The line of the text on which a finding stands, with carets under the fault."""

import re
import unicodedata
from typing import Final

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s,:\]}{\["]+|.', re.DOTALL)
_LEAD: Final = 24
"""Characters that are kept before a fault in a line that has to be cut, at most."""


def excerpt(lines: list[str], line: int, column: int, number: int, width: int) -> tuple[str, str, str]:
    """The gutter, the source line cut to `width` columns, and the carets under what stands at `column`.

    `lines` are those of the text and `line` counts them from 1; `number` is what the gutter shows.
    """
    source = lines[line - 1] if line <= len(lines) else ""
    at = min(column - 1, len(source))
    token = _TOKEN.match(source, at)
    end = token.end() if token else at
    gutter = f"{number} | "
    room = max(width - len(gutter), 20)
    start = _start(source, at, end, room)
    head = "…" if source[:start].strip() else ""
    shown = head + "".join(map(_shown, source[start:]))
    if _columns(shown) > room:
        shown = _cut(shown, room - 1) + "…"
    before = _columns(head + "".join(map(_shown, source[start:at])))
    under = min(max(_columns("".join(map(_shown, source[at:end]))), 1), room - before)
    return gutter, shown, " " * before + "^" * under


def lines_of(text: str) -> list[str]:
    """The lines of a text, counted as positions count them."""
    return _LINE_END.split(text)


def _start(source: str, at: int, end: int, room: int) -> int:
    """Where a line begins to be shown: behind its indentation if the fault is then in sight, else shortly before it."""
    first = min(len(source) - len(source.lstrip()), at)
    return first if _columns(source[first:end]) <= room else max(at - min(_LEAD, room // 4), first)


def _shown(character: str) -> str:
    """A character as it is, or one as wide if it could play tricks on a terminal."""
    return character if character.isprintable() else " " if character == "\t" else "·"


def _columns(text: str) -> int:
    """Columns that a text takes on a terminal: two for wide characters, none for those that combine."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text
    )


def _cut(text: str, room: int) -> str:
    while _columns(text) > room:
        text = text[: room if len(text) > room else -1]
    return text
