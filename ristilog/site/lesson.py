"""Markdown pages: a head of ``key: value`` lines, text, and replays of the site's games in it."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from ristilog.game.errors import RistilogError, UnreadableInput

KEYS: Final = ("title", "description", "order")
_REPLAY: Final = re.compile(
    r"""^\ {0,3}<ristilog-replay\s+src=(["'])(?P<game>[a-z0-9-]{1,64})(?:\#(?P<at>[0-9.]{1,20}))?\1\s*>"""
    r"""\s*</ristilog-replay>\s*$""",
    re.VERBOSE,
)
_FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})")


class Embedded(Struct, frozen=True):
    """A replay in a page: one deal of a game, opened at a step."""

    game: str
    at: str
    """An address, or empty for the game's first deal."""
    line: int
    """Where it stands in the file, from 1."""


class Lesson(Struct, frozen=True, kw_only=True):
    """A page written in Markdown."""

    slug: str
    language: str
    title: str
    description: str
    order: int
    """Pages are listed by this, then by title."""
    text: str
    """The Markdown, with a paragraph of its own, `place` and a number, where each replay stands."""
    place: str
    replays: tuple[Embedded, ...]
    source: str

    def replay_at(self, text: object) -> Embedded | None:
        """The replay whose place a paragraph of this text is, if it is one."""
        number = text.removeprefix(self.place) if isinstance(text, str) else ""
        return self.replays[int(number)] if number != text and number.isdigit() else None


def read_lesson(path: Path, languages: Sequence[str], default_language: str) -> Lesson:
    """Read ``NAME.md``, or ``NAME.LANG.md`` for another language than the site's own.

    What is wrong with its head is a `RistilogError` with the line; a path that cannot be read an `UnreadableInput`.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UnreadableInput(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{path}: not UTF-8") from error
    stem, _, tag = path.stem.rpartition(".")
    if not stem or tag not in languages:
        stem, tag = path.stem, default_language
    lines = text.splitlines()
    head, start = _head(lines, path)
    title, first = head.get("title"), next((index for index in range(start, len(lines)) if lines[index].strip()), None)
    if title is None and first is not None and lines[first].startswith("# "):
        title, start = lines[first][2:].strip(), first + 1
    body, place, replays = _replays(lines, start, path)
    order = head.get("order", "0")
    if not re.fullmatch(r"-?[0-9]{1,9}", order):
        raise RistilogError(f"{path}: order is a whole number, not {order!r}")
    return Lesson(
        slug=slug_of(stem),
        language=tag,
        title=title or stem,
        description=head.get("description", ""),
        order=int(order),
        text=body,
        place=place,
        replays=replays,
        source=str(path),
    )


def slug_of(name: str) -> str:
    """What a file is called in addresses: small letters, digits and hyphens, 64 at most.

    A name that has none of them, as in another script, gets one made of its bytes.
    """
    letters = name.lower().translate(str.maketrans("äöå", "aoa"))
    slug = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:64].strip("-")
    return slug or f"x{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _head(lines: list[str], path: Path) -> tuple[dict[str, str], int]:
    """The settings between two lines of ``---``, and the index of the first line behind them."""
    if not lines or lines[0].strip() != "---":
        return {}, 0
    head: dict[str, str] = {}
    for index, line in enumerate(lines[1:], start=1):
        if line.strip() == "---":
            return head, index + 1
        key, colon, value = line.partition(":")
        if not colon or key.strip() not in KEYS:
            raise RistilogError(f"{path}:{index + 1}: the head of a page takes {', '.join(KEYS)}, each with a colon")
        head[key.strip()] = value.strip().strip('"')
    raise RistilogError(f"{path}:1: the head of the page has no end; close it with another line of ---")


def _replays(lines: list[str], start: int, path: Path) -> tuple[str, str, tuple[Embedded, ...]]:
    """The text with places for its replays, what the places are called, and the replays."""
    # A word that the text does not have, the same for the same text.
    place = f"replay{hashlib.sha256(chr(10).join(lines).encode('utf-8', 'surrogatepass')).hexdigest()[:16]}x"
    text: list[str] = []
    replays: list[Embedded] = []
    fence = ""
    for number, line in enumerate(lines[start:], start=start + 1):
        mark = _FENCE.match(line)
        if mark and (not fence or (line.strip() == mark[1] and mark[1].startswith(fence))):
            fence = "" if fence else mark[1]
        match = None if fence else _REPLAY.match(line)
        if match is not None:
            text += ["", f"{place}{len(replays)}", ""]
            replays.append(Embedded(match["game"], match["at"] or "", number))
        elif not fence and line.lstrip(" ").startswith("<ristilog-replay") and not line.startswith("    "):
            form = '<ristilog-replay src="id-of-the-game#1.2.3"></ristilog-replay>'
            raise RistilogError(f"{path}:{number}: a replay stands on a line of its own, as {form}")
        else:
            text.append(line)
    return "\n".join(text), place, tuple(replays)
