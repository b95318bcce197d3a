"""Findings: every fault or remark of the referee as a value, with a stable code and a place."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal

from msgspec import Struct, structs

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
        F105=("too-large", "{reason}"),
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
        T701=("torn-line", "{reason}"),
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


MAX_FOUND: Final = 200
"""Characters of a value that a finding hands on; a longer one is cut, as in a sentence."""

MAX_NAMED: Final = 1000
"""Findings of one code that are named in one log; nobody would read more."""


def finding(code: str, pointer: str, *, expected: Any = None, found: Any = None, **words: Any) -> Finding:
    """Make a finding without a place in a text yet; `words` fill the rest of the code's sentence."""
    known = CODES[code]
    shown = {"expected": shorten(expected), "found": shorten(found)}
    message = known.sentence.format(**(shown | words))
    return Finding(code, known.name, known.severity, None, pointer, None, None, message, expected, bounded(found))


class Collected:
    """Findings as they come, at most `MAX_NAMED` of each code; the last of those says how many more there were.

    By code, so that however many there are of one kind, none of another goes unsaid.
    """

    def __init__(self) -> None:
        self._named: list[Finding] = []
        self._counts: dict[str, int] = {}

    def add(self, findings: Iterable[Finding]) -> None:
        """Take in some more."""
        for one in findings:
            count = self._counts[one.code] = self._counts.get(one.code, 0) + 1
            if count <= MAX_NAMED:
                self._named.append(one)

    def findings(self) -> tuple[Finding, ...]:
        """Those that are named, in the order in which they came."""
        named = list(self._named)
        over = {code: count - MAX_NAMED for code, count in self._counts.items() if count > MAX_NAMED}
        for place in range(len(named) - 1, -1, -1):
            if not over:
                break
            more = over.pop(named[place].code, None)
            if more is not None:
                named[place] = and_more(named[place], f"{more:,}")
        return tuple(named)


def and_more(last: Finding, count: str = "") -> Finding:
    """The last finding of its code that is named, saying that there are more, and how many if that was counted."""
    more = f"{count} more {last.code} are" if count else f"more {last.code} are"
    return structs.replace(last, message=f"{last.message} ({more} not named)")


def shorten(value: Any, limit: int = 60) -> str:
    """Show any JSON value in a sentence: plain words bare, all else as JSON, cut to `limit` characters."""
    if isinstance(value, str):
        text = value if _PLAIN.fullmatch(value, 0, limit + 1) else quoted(value, limit)
    elif value is None:
        text = "null"
    elif isinstance(value, int) and abs(value) >= 10**limit:
        text = f"a number of more than {limit} digits"
    else:
        text = _beginning(value, limit)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def bounded(value: Any) -> Any:
    """A value as it is, or if it is long what a sentence would show of it."""
    if isinstance(value, str):
        return value if len(value) <= MAX_FOUND else value[: MAX_FOUND - 1] + "…"
    if isinstance(value, dict | list | tuple) and len(_beginning(value, MAX_FOUND)) > MAX_FOUND:
        return shorten(value, MAX_FOUND)
    return value


def _beginning(value: Any, limit: int) -> str:
    """A value as JSON, or if that is longer than `limit` enough of it to be cut, however large the value is."""
    text = ""
    for part in _parts(value, limit + 1):
        text += part
        if len(text) > limit:
            break
    return text


def _parts(value: Any, limit: int) -> Iterator[str]:
    """The JSON of a value bit by bit, strings no longer than `limit`."""
    if isinstance(value, str):
        yield json.dumps(value[:limit])
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield ", " if number else "["
            yield from _parts(one, limit)
        yield "]" if value else "[]"
    elif isinstance(value, dict):
        for number, (key, one) in enumerate(value.items()):
            yield f"{', ' if number else '{'}{json.dumps(str(key)[:limit])}: "
            yield from _parts(one, limit)
        yield "}" if value else "{}"
    else:
        yield json.dumps(value, default=str)


_PLAIN = re.compile(r"[A-Za-z0-9?/._:-]+( [A-Za-z0-9?/._:-]+)*")


def quoted(value: Any, limit: int = 60) -> str:
    """Show any JSON value in a sentence as JSON, strings in quotes, cut to `limit` characters."""
    if not isinstance(value, str):
        return shorten(value, limit)
    text = json.dumps(value[: limit + 1], ensure_ascii=False)
    return text if len(text) <= limit else text[: limit - 2] + '…"'


def printable(text: str) -> str:
    """The text with everything escaped that could play tricks on a terminal, or is no character at all."""
    for prefix in ("##[", "##vso["):  # with which build servers begin their commands, anywhere in a line
        text = text.replace(prefix, f"\\x23{prefix[1:]}")
    if text.isprintable():
        return text
    return "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode() for ch in text)


_MOST_ACTIONS = 16
"""More than a trick can hold, even one in which every play and draw was written twice."""

_PLACE = re.compile(r"/deals/(\d+)(?:/tricks/(\d+)(?:/actions/(\d+))?)?")


def address_of(pointer: str, actions_of: Callable[[int, int], Sequence[object]]) -> str | None:
    """Turn a JSON Pointer into the address of its object: ``/deals/1/tricks/4/actions/4`` is ``2.5.3``.

    `actions_of` gives the actions of a trick, both counted from 0 (empty where there are none): a draw belongs to
    the play before it.
    None for what stands outside the deals; what stands so far behind in a trick that no play is there has the
    trick's address.
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
    if action >= _MOST_ACTIONS:
        return f"{deal + 1}.{trick + 1}"
    before = actions_of(deal, trick)[: action + 1]
    plays = sum(1 for one in before if not (isinstance(one, str) and one[1:7] == " draw "))
    return f"{deal + 1}.{trick + 1}.{max(plays, 1)}"
