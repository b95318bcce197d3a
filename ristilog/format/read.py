"""Bytes → log. A sound log is read by msgspec alone; only a fault brings in the schema, and places are found later."""

import json
import re
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from ristilog.format.positions import Malformed, doubled, escape, unescape
from ristilog.format.shape import cross_flaws, is_shallow, strings_are_well_formed
from ristilog.format.write import canonical_log, is_plain
from ristilog.game.findings import Finding, finding, quoted, shorten
from ristilog.game.log import HASH, VERSION, GameLog

MAX_BYTES: Final = 16 * 2**20
"""A log larger than this is not read (F105) unless the caller allows it."""

KNOWN_MAJOR: Final = "1"
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_BOM: Final = b"\xef\xbb\xbf"
_DECODER: Final = msgspec.json.Decoder(GameLog)


class Reading(Struct, frozen=True):
    """What reading came to.

    `log` is what could be read, its ill-formed parts cut out, or None if nothing can be judged. `cut` holds the
    pointers of those parts, `unknown` those of objects with a field the format does not know; of the deals in
    `suspended` (counted from 0) only the score is left, and of those in `no_dealer` not even the dealer. `offset`
    is the place of a fault that no pointer can name, in characters.
    """

    log: GameLog | None
    findings: tuple[Finding, ...] = ()
    cut: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    suspended: frozenset[int] = frozenset()
    no_dealer: frozenset[int] = frozenset()
    renamed: dict[str, str] = {}
    """Pointer of each field that was read though it was misspelt → where it really stands."""
    offset: int | None = None
    owners: frozenset[str] = frozenset()
    """Pointers of the objects out of which something was cut."""
    tree: Any = None
    """The whole tree of a log of a newer minor version, in which there may be more than `log` can hold."""

    def asks(self, pointer: str) -> bool:
        """Whether missing claims are to be named in an object: not if its own form is at fault."""
        return pointer not in self.unknown and pointer not in self.owners


def read(data: bytes, *, max_bytes: int = MAX_BYTES) -> Reading:
    """Read one log from UTF-8 JSON; every fault of form is a finding (F101 to F105), nothing is raised."""
    log = read_quickly(data) if len(data) <= max_bytes else None
    if log is not None and strings_are_well_formed(log):
        return Reading(log)
    return read_carefully(data, max_bytes=max_bytes)


def text_of(data: bytes) -> str:
    """The characters of a log's bytes, as positions count them (a byte-order mark left out)."""
    return data.removeprefix(_BOM).decode("utf-8", errors="replace")


def read_quickly(data: bytes) -> GameLog | None:
    """The log, if there is nothing to say about its form but perhaps about the strings that are its play.

    None sends the bytes to the careful reader. Actions and card lists are not looked at: a caller that does not prove
    them by replaying them has to ask `ristilog.format.shape.strings_are_well_formed`.
    """
    data = data.removeprefix(_BOM)
    try:
        log = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    if log.ristilog != "1.0" or next(cross_flaws(log, hides=b"??" in data), None) is not None:
        return None
    return log if _keys_are_unique(data, log) else None


def _keys_are_unique(data: bytes, log: GameLog) -> bool:
    """Whether no key stood twice: of two, msgspec keeps the last, and then a colon is missing from what it writes.

    Every key has one colon outside strings; the colons inside strings are written back as they were unless one was
    written as an escape, and then, or where the log holds more than its own fields, the text is parsed once more.
    """
    if is_plain(log) and (b"\\" not in data or re.search(rb"\\u003[aA]", data) is None):
        return data.count(b":") == canonical_log(log).count(b":")
    return _parse_soundly(data.decode("utf-8")) is not None


def read_carefully(data: bytes, *, max_bytes: int = MAX_BYTES) -> Reading:
    """Read a log and name every fault of its form, cutting out what is ill formed so that the rest can be judged."""
    loaded = _load(data, max_bytes)
    if isinstance(loaded, Reading):
        return loaded
    text, tree = loaded
    version_fault = _version_fault(tree, "ristilog", "game log")
    if version_fault is not None:
        return Reading(None, (version_fault,))
    return _read_tree(text, tree)


def read_notes(data: bytes, *, max_bytes: int = MAX_BYTES) -> tuple[str | None, Reading]:
    """Read notes in a file of their own: the hash of the game they are for, and a reading whose log has only them.

    Every fault of form is a finding, its pointer one into the file. The hash is None where the file does not give it.
    """
    loaded = _load(data, max_bytes)
    if isinstance(loaded, Reading):
        return None, loaded
    text, tree = loaded
    version_fault = _version_fault(tree, "ristilog-notes", "file of notes")
    if version_fault is not None:
        return None, Reading(None, (version_fault,))
    newer = tree["ristilog-notes"] != "1.0"
    findings = [finding("W601", "/ristilog-notes", found=tree["ristilog-notes"])] if newer else []
    unknown = tree.keys() - {"ristilog-notes", "game", "annotations"}
    for name in () if newer else sorted(unknown):
        reason = f"there is no field {quoted(name)} here"
        findings.append(finding("F104", f"/{escape(name)}", found=name, reason=reason))
    game = tree.get("game")
    if not isinstance(game, str) or not re.match(HASH, game):
        reason = "a file of notes names the game they are for: sha256: and 64 hex digits"
        if "game" in tree:
            findings.append(finding("F104", "/game", found=quoted(game), reason=reason))
        elif not unknown:
            findings.append(finding("F104", "", expected="game", reason=reason))
        game = None
    # The notes are read as those of a log without deals, so that the same checks are made at the same pointers.
    bare = {"ristilog": "1.0", "rules": {"name": "", "version": 1}, "deals": []}
    notes = {"annotations": tree["annotations"]} if "annotations" in tree else {}
    reading = _read_tree(text, bare | notes)
    return game, structs.replace(reading, findings=(*findings, *reading.findings))


def _load(data: bytes, max_bytes: int) -> tuple[str, Any] | Reading:
    """The text of a file and its parsed tree, or the reading of one that is no JSON that a log may be."""
    if len(data) > max_bytes:
        return Reading(None, (finding("F105", "", expected=max_bytes, found=len(data)),))
    data = data.removeprefix(_BOM)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = len(data[: error.start].decode("utf-8"))
        reason = f"byte {error.start} (0x{data[error.start]:02X}) is not UTF-8{_encoding_hint(data)}"
        return Reading(None, (finding("F101", "", reason=reason),), offset=offset)
    parsed = _parse_soundly(text)
    if parsed is not None:
        return text, parsed[0]
    try:  # the scan finds out what is the matter
        twice = doubled(text)
    except Malformed as fault:
        return Reading(None, (finding("F101", "", reason=fault.reason),), offset=fault.offset)
    if twice:
        return Reading(
            None, tuple(finding("F102", pointer, found=_last_key(pointer)) for pointer in dict.fromkeys(twice))
        )
    return text, parse(text)


def _parse_soundly(text: str) -> list[Any] | None:
    """The parsed text, in a list, or None if there may be a fault that the standard library's reader lets pass.

    It takes NaN, lone surrogates, deep nesting and doubled keys, and says little about what it does not take.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            raise ValueError
        return made

    def refuse(_: str) -> None:
        raise ValueError

    try:
        tree = json.loads(text, object_pairs_hook=unique, parse_constant=refuse, parse_int=_integer)
    except (ValueError, RecursionError):
        return None
    return None if _SURROGATE.search(text) or not is_shallow(tree) else [tree]


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < 400 else float(digits)


def parse(text: str) -> Any:
    """Parse JSON that `scan` has passed; a number too long to be an integer anywhere becomes a double."""
    return json.loads(text, parse_int=_integer)


def _read_tree(text: str, tree: dict[str, Any]) -> Reading:
    from ristilog.format.careful import read_tree  # brings in jsonschema, which a sound log never needs

    newer = tree["ristilog"] != "1.0"
    result = read_tree(tree)
    findings = [finding("W601", "/ristilog", found=tree["ristilog"])] if newer else []
    for pointer, meant in () if newer else result.strangers.items():
        name = _last_key(pointer)
        reason = f"there is no field {quoted(name)} here" + (f"; did you mean {quoted(meant)}?" if meant else "")
        findings.append(finding("F104", pointer, found=name, reason=reason))
    findings += [
        finding("F104", flaw.pointer, expected=flaw.expected, found=flaw.found, reason=flaw.reason)
        for flaw in result.flaws
    ]
    unknown = frozenset(pointer.rpartition("/")[0] for pointer in result.strangers)
    return Reading(
        result.log,
        tuple(findings),
        cut=result.cut,
        owners=frozenset(pointer.rpartition("/")[0] for pointer in result.cut),
        unknown=unknown,
        suspended=result.suspended,
        no_dealer=result.no_dealer,
        renamed=result.renamed,
        tree=parse(text) if newer else None,
    )


def _version_fault(tree: Any, field: str, what: str) -> Finding | None:
    if not isinstance(tree, dict):
        reason = f"a {what} is a JSON object, not {shorten(tree)}"
        return finding("F104", "", expected="object", found=type(tree).__name__, reason=reason)
    if field not in tree:
        return finding("F103", "", expected=field, reason=f"the file does not say that it is a {what}")
    version = tree[field]
    if not isinstance(version, str) or not re.match(VERSION, version):
        return finding("F103", f"/{field}", expected="1.0", found=version, reason="this is no version number")
    if version.partition(".")[0] != KNOWN_MAJOR:
        return finding("F103", f"/{field}", expected="1.0", found=version, reason=f"this is format {shorten(version)}")
    return None


def _last_key(pointer: str) -> str:
    return unescape(pointer.rpartition("/")[2])


def _encoding_hint(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "; the file seems to be UTF-16: save it as UTF-8"
    if b"\0" in data[:1000]:
        return "; this looks like a binary file"
    return "; save the file as UTF-8"
