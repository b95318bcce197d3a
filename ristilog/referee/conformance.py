"""The conformance kit: cases with their right answers, and what another implementation's answer to one is worth.

The kit is the JSON Lines under ``schemas/conformance/``; what the answers mean is said in ``docs/format.md``.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from ristilog.game.errors import RistilogError, UnreadableInput

Grade = Literal["right", "misplaced", "wrong", "unsupported"]
"""Misplaced: the codes are right, and a place is not."""

_KEPT_BACK: Final = ("group", "expect")


class Case(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One question of the kit, and its answer; a field that the question does not need is None."""

    id: str
    group: str
    """What kind of case it is; the tally counts by it."""
    do: Literal["verify", "shuffle", "commit", "deal", "seed", "hash"]
    expect: dict[str, Any]
    text: str | None = None
    """The file to judge or to hash."""
    base64: str | None = None
    """The same, where its bytes are no text."""
    seed: str | None = None
    dealer: str | None = None
    hand_size: int | None = None
    master: str | None = None
    k: int | None = None

    @property
    def question(self) -> dict[str, Any]:
        """What the other implementation is asked."""
        asked: dict[str, Any] = msgspec.to_builtins(self)
        return {name: value for name, value in asked.items() if name not in _KEPT_BACK}


class Result(Struct, frozen=True):
    """What came of one case: the answer (None if there was none) and its grade."""

    case: Case
    grade: Grade
    answer: Any
    remark: str = ""
    """Why there was no answer."""


def kit_folder() -> Path:
    """Where the kit lies: in an installed package inside it, in a checkout beside it."""
    package = Path(__file__).parents[1]
    inside = package / "conformance"
    return inside if inside.is_dir() else package.parent / "schemas" / "conformance"


def read_kit(folder: Path) -> tuple[Case, ...]:
    """Read every ``*.jsonl`` of a kit, in the order of their names and lines."""
    decoder = msgspec.json.Decoder(Case)
    cases: list[Case] = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(_lines(path), start=1):
            try:
                cases.append(decoder.decode(line))
            except msgspec.MsgspecError as error:
                raise RistilogError(f"{path}:{number}: this is no case of a conformance kit: {error}") from error
    if not cases:
        raise UnreadableInput(f"{folder}: there is no conformance kit here")
    return tuple(cases)


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines()
    except OSError as error:
        raise UnreadableInput(f"{path}: {error.strerror}") from error


def graded(case: Case, answer: Any) -> Result:
    """What an answer, as parsed from JSON, is worth."""
    if not isinstance(answer, dict):
        return Result(case, "wrong", answer, "the answer is no JSON object")
    if "unsupported" in answer:
        return Result(case, "unsupported", answer)
    return Result(case, _grade(case, answer), answer)


def _grade(case: Case, answer: dict[str, Any]) -> Grade:
    if case.do != "verify":
        return "right" if all(answer.get(name) == value for name, value in case.expect.items()) else "wrong"
    right: list[list[str]] = case.expect["errors"]
    found: list[list[str]] = answer.get("errors", [])
    if "errors" not in answer or not _are_errors(found):
        return "wrong"
    if sorted(found) == sorted(right):
        return "right"
    codes = [sorted(code for code, _ in errors) for errors in (right, found)]
    return "misplaced" if codes[0] == codes[1] else "wrong"


def _are_errors(found: Any) -> bool:
    return isinstance(found, list) and all(
        isinstance(one, list) and len(one) == 2 and all(isinstance(part, str) for part in one) for one in found
    )


def tally(results: Iterable[Result]) -> dict[str, dict[Grade, int]]:
    """Group → grade → how many, the groups in the order of the kit."""
    counts: dict[str, dict[Grade, int]] = {}
    for one in results:
        of_group = counts.setdefault(one.case.group, {"right": 0, "misplaced": 0, "wrong": 0, "unsupported": 0})
        of_group[one.grade] += 1
    return counts
