"""The line of the text on which a finding stands, with carets under the fault."""

import re
import unicodedata
from typing import Final

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\s,:\]}{\["]+|.', re.DOTALL)
_INDENT: Final = re.compile(r"\s*")
_LEAD: Final = 24
"""Characters that are kept before a fault in a line that has to be cut, at most."""


def excerpt(lines: list[str], line: int, column: int, number: int, width: int) -> tuple[str, str, str]:
    """The gutter, the source line cut to `width` columns, and the carets under what stands at `column`.

    `lines` are those of the text and `line` counts them from 1; `number` is what the gutter shows.
    """
    gutter = f"{number} | "
    room = max(width - len(gutter), 20)
    source = lines[line - 1] if line <= len(lines) else ""
    indent = _INDENT.match(source)
    first, at = indent.end() if indent else 0, min(column - 1, len(source))
    first = min(first, at)
    token = _TOKEN.match(source, at, at + 2 * room)  # a line may be megabytes long, and no more of it is shown
    end = token.end() if token else at
    in_sight = end - first <= 2 * room and _columns(source[first:end]) <= room
    start = first if in_sight else max(at - min(_LEAD, room // 4), first)
    head = "…" if start > first else ""
    shown = head + _shown(source[start : start + 2 * room])
    if _columns(shown) > room or start + 2 * room < len(source):
        shown = _cut(shown, room - 1) + "…"
    before = _columns(head + _shown(source[start:at]))
    under = min(max(_columns(_shown(source[at:end])), 1), room - before)
    return gutter, shown, " " * before + "^" * under


def lines_of(text: str) -> list[str]:
    """The lines of a text, counted as positions count them."""
    return _LINE_END.split(text)


def _shown(text: str) -> str:
    """A text as it is, but for characters that could play tricks on a terminal or on a build server."""
    shown = "".join(one if one.isprintable() else " " if one == "\t" else "·" for one in text)
    return shown.replace("##[", "#·[").replace("##vso[", "#·vso[")


def _columns(text: str) -> int:
    """Columns that a text takes on a terminal: two for wide characters, none for those that combine."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(one) in ("Mn", "Me") else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )


def _cut(text: str, room: int) -> str:
    while _columns(text) > room:
        text = text[: room if len(text) > room else -1]
    return text
