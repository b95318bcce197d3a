"""Findings: every fault or remark of the referee as a value, with a stable code and a place."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

Severity = Literal["error", "warning", "note"]


class Code(Struct, frozen=True):
    """What a finding code stands for: its name, how grave it is, and the sentence it is reported with.

    The sentence may name ``{expected}`` and ``{found}`` and whatever else the check hands over.
    """

    name: str
    severity: Severity
    sentence: str


def _errors(**codes: tuple[str, str]) -> dict[str, Code]:
    return {code: Code(name, "error", sentence) for code, (name, sentence) in codes.items()}


CODES: Final[dict[str, Code]] = {
    **_errors(
        F101=("unreadable", "{reason}"),
        F102=("duplicate-key", "the key {found} stands twice in one object"),
        F103=("unknown-version", "{reason}; this program reads format 1.0"),
        F104=("wrong-shape", "{reason}"),
        F105=("too-large", "the log is larger than the {expected} bytes that are read"),
        F106=("unknown-rules", "{reason}"),
        D201=("duplicate-card", "the card {found} stands twice in the pack"),
        D202=("wrong-card-count", "{expected} cards belong here, but there are {found}"),
        D204=("seed-mismatch", "the seed does not deal these cards"),
        D205=("commitment-mismatch", "the commitment does not belong to the seed"),
        D206=("wrong-dealer", "it is {expected}'s deal, not {found}'s"),
        D207=("leaked-secret", "a view of {viewer} does not show {what}"),
        P301=("wrong-turn", "it is {expected}'s turn, not {found}'s"),
        P302=("card-not-in-hand", "{seat} does not hold {found}"),
        P303=("missing-draw", "{seat} has to draw {top} first"),
        P304=("draw-not-due", "no draw is due here"),
        P305=("wrong-draw", "the top of the stock is {expected}, not {found}"),
        P306=("dark-without-stock", "{reason}"),
        P307=("wrong-dark", "the top of the stock is {expected}, not {found}"),
        P308=("barred-lead", "{rank} has been led {limit} times in a row and may not be led again now"),
        P309=("barred-dark-lead", "no dark lead is allowed while {rank} is barred"),
        P310=("barred-king", "three kings are out and stock is left: {reason}"),
        P311=("wrong-trick-length", "a trick has four plays, this one has {found}"),
        P312=("action-after-end", "all the cards of the deal have been played"),
        P313=("unfinished-deal", "the deal stops after {found} of {expected} tricks, yet {reason}"),
        S401=("wrong-trick-winner", "{expected} won the trick with the last {rank}, not {found}"),
        S402=("wrong-trick-points", "the trick is worth {expected} card points, not {found}"),
        S403=("wrong-deal-points", "{reason}"),
        S404=("wrong-award", "the deal brings {side} {expected}, not {found}"),
        S405=("wrong-held", "{expected} held after this deal, not {found}"),
        S406=("wrong-match", "{side} stands at {expected} after this deal, not {found}"),
        S407=("wrong-clean", "{side} ends the deal {expected_word}, not {found_word}"),
        S408=("wrong-result", "{reason}"),
        S409=("deal-after-match", "{winner} had won the match before this deal"),
        S410=("missing-claim", "{expected} is missing, though the log goes on"),
        A501=("bad-address", "there is nothing at {found} in the log"),
        A502=("illegal-line", "{reason}"),
        A503=("false-claim", "{reason}"),
        A504=("stale-notes", "these notes are for another game than this one, {expected}"),
    ),
    "W601": Code("newer-minor", "warning", "written for format {found}: judged as far as format 1.0 goes"),
    "W602": Code("unfinished-log", "note", "{reason}"),
    "W603": Code("no-seed", "note", "{reason}"),
    "W604": Code("weak-seed", "warning", "the seed beside this commitment could be guessed: {reason}"),
    "W605": Code("not-checkable", "note", "no plays are recorded: the claims are checked against each other only"),
    "W606": Code("rest-not-checked", "note", "the rest of the deal is not judged"),
    "W607": Code("value-not-proved", "note", "what the play was worth is not proved"),
    "W608": Code("unknown-code", "warning", "this program knows no claim called {found}"),
}
"""Finding code → what it stands for; a code's meaning never changes."""


class Finding(Struct, frozen=True):
    """One fault or remark, and where it stands.

    `at` is an address (``2.5.3``) or None outside deals; `pointer` a JSON Pointer into the log; `line` and
    `column` count from 1 and are None if the log came as a value and not as text.
    """

    code: str
    name: str
    severity: Severity
    at: str | None
    pointer: str
    line: int | None
    column: int | None
    message: str
    expected: Any = None
    found: Any = None


def finding(code: str, pointer: str, *, expected: Any = None, found: Any = None, **words: Any) -> Finding:
    """Make a finding without a place in a text yet; `words` fill the rest of the code's sentence."""
    known = CODES[code]
    shown = {"expected": shorten(expected), "found": shorten(found)}
    message = known.sentence.format(**(shown | words))
    return Finding(code, known.name, known.severity, None, pointer, None, None, message, expected, found)


def shorten(value: Any, limit: int = 60) -> str:
    """Show any JSON value in a sentence: plain words bare, all else as JSON, cut to `limit` characters."""
    if isinstance(value, str):
        text = value if _PLAIN.fullmatch(value) else quoted(value)
    elif isinstance(value, int) and abs(value) >= 10**limit:
        text = f"a number of more than {limit} digits"
    else:
        text = json.dumps(value, default=str)
    return text if len(text) <= limit else text[: limit - 1] + "…"


_PLAIN = re.compile(r"[A-Za-z0-9?/._:-]+( [A-Za-z0-9?/._:-]+)*")


def quoted(value: Any, limit: int = 60) -> str:
    """Show any JSON value in a sentence as JSON, strings in quotes, cut to `limit` characters."""
    if not isinstance(value, str):
        return shorten(value, limit)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else text[: limit - 2] + '…"'


def printable(text: str) -> str:
    """The text with everything escaped that could play tricks on a terminal, or is no character at all."""
    if text.isprintable():
        return text
    return "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode() for ch in text)


_PLACE = re.compile(r"/deals/(\d+)(?:/tricks/(\d+)(?:/actions/(\d+))?)?")


def address_of(pointer: str, actions_of: Callable[[int, int], Sequence[object]]) -> str | None:
    """Turn a JSON Pointer into the address of its object: ``/deals/1/tricks/4/actions/4`` is ``2.5.3``.

    `actions_of` gives the actions of a trick, both counted from 0 (empty where there are none): a draw belongs to
    the play before it.
    None for what stands outside the deals.
    """
    match = _PLACE.match(pointer)
    if match is None:
        return None
    deal, trick, action = (None if part is None else int(part) for part in match.groups())
    assert deal is not None
    if trick is None:
        return str(deal + 1)
    if action is None:
        return f"{deal + 1}.{trick + 1}"
    before = actions_of(deal, trick)[: action + 1]
    plays = sum(1 for one in before if not (isinstance(one, str) and one[1:7] == " draw "))
    return f"{deal + 1}.{trick + 1}.{max(plays, 1)}"
