"""Notes → notation: each in the line or lines behind the trick it is about, as long as that keeps their order."""

from collections.abc import Iterator

from msgspec import UNSET

from ristilog.game.log import Annotation, GameLog, NoteValue
from ristilog.record.notation.notes import RESERVED
from ristilog.record.notation.spelling import TAG, is_plain, json_of, pairs_of, text_of, word_of

_WIDTH = 100
"""A note with one field stands on one line if it is no longer than this, or is a text."""


class NotesWriter:
    """The notes of a log, written one after the other."""

    def __init__(self, log: GameLog) -> None:
        self._notes = log.annotations or ()
        self._at = 0
        self._tricks = [len(deal.tricks or ()) for deal in log.deals]

    def due(self, deal: int, trick: int, indent: str) -> list[str]:
        """The notes that come next and are about a trick, or with trick 0 about a deal."""
        lines: list[str] = []
        while self._at < len(self._notes) and self._home(self._notes[self._at]) == (deal, trick):
            lines += [indent + line for line in _note(self._notes[self._at])]
            self._at += 1
        return lines

    def rest(self) -> list[str]:
        """All the notes that are left."""
        lines = [line for note in self._notes[self._at :] for line in _note(note)]
        self._at = len(self._notes)
        return lines

    def _home(self, note: Annotation) -> tuple[int, int] | None:
        """The deal and trick behind which a note is written; None for the end of the text.

        One about a whole deal may also stand behind its last trick: `due` is asked for trick 0 of every deal twice.
        """
        deal, *inner = map(int, note.at.split("."))
        trick = inner[0] if inner else 0
        there = deal <= len(self._tricks) and trick <= self._tricks[deal - 1]
        return (deal, trick) if there else None


def _note(note: Annotation) -> list[str]:
    """The lines of a note."""
    head = f"note {note.at}"
    if note.glyph:
        head += f" {note.glyph}"
    for name in ("auto", "stop"):
        flag = getattr(note, name)
        if flag is not UNSET:
            head += f" {name}" if flag else f" {name} no"
    fields = [*_fields(note)]
    if len(fields) == 1 and (len(head) + len(fields[0]) < _WIDTH or note.text) and "\n" not in fields[0]:
        return [f"{head} {fields[0]}"]
    return [head, *(f"  {line}" for field in fields for line in field.split("\n"))]


def _fields(note: Annotation) -> Iterator[str]:
    """The fields of a note, each a line or, with line breaks, several."""
    if note.code is not UNSET:
        yield f"claim {word_of(note.code)}" + (f" {pairs_of(note.args)}" if note.args is not UNSET else "")
    elif note.args is not UNSET:
        yield f"args {pairs_of(note.args)}"
    if note.text is not UNSET:
        for language, text in note.text.items():
            yield _text(language, text)
        if not note.text:
            yield "text {}"
    if note.lines is not UNSET:
        for line in note.lines:
            yield "line " + " ".join(f"{one[0]} {one[7:]}{'*' if one[2] == 'd' else ''}" for one in line)
        if not note.lines:
            yield "lines []"
    if note.value:
        yield f"value {_value(note.value)}"
    for name in ("level", "by", "id"):
        word = getattr(note, name)
        if word is not UNSET:
            yield f"{name} {text_of(word)}"
    if note.ext is not UNSET:
        yield f"ext {json_of(note.ext)}"


def _text(language: str, text: str) -> str:
    bare = TAG.fullmatch(language) and language.casefold() not in RESERVED
    tag = f"{language if bare else json_of(language)}:"
    first, *rest = text.split("\n")
    if not rest:
        return f"{tag} {text_of(text)}"
    # What is behind | keeps its blanks in front; those behind it an editor may take away.
    whole = all(line == line.rstrip() and (not line.strip() or is_plain(f"|{line}")) for line in (first, *rest))
    if not whole:
        return f"{tag} {json_of(text)}"
    return "\n".join([tag, *(f"| {line}".rstrip() for line in (first, *rest))])


def _value(value: NoteValue) -> str:
    words: list[str] = [value.method]
    for name in ("best", "loss", "se", "samples", "seed", "policy"):
        found = getattr(value, name)
        if found is not UNSET:
            words.append(f"{name} {word_of(found) if name in ('seed', 'policy') else found}")
    return ", ".join(words)
