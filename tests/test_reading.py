"""Reading: bad input of every kind, positions, and the quick and the careful reader held against each other."""

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ristilog.format.positions import Malformed, line_columns, locate, scan
from ristilog.format.read import MAX_BYTES, read, read_carefully
from ristilog.format.write import canonical, canonical_log, pretty
from ristilog.referee.verify import judge_notes, verify
from tests.helpers import GOOD, changed, codes, load

ONE = load("good/ristikontra-one-deal.json")
HEAD = b'{"ristilog": "1.0", "rules": {"name": "ristikontra", "version": 1}, "deals": []'


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_the_two_readers_agree(path: Any) -> None:
    data = path.read_bytes()
    quick, careful = read(data), read_carefully(data)
    assert quick.log == careful.log
    assert quick.findings == careful.findings == ()
    assert quick.log is not None
    assert canonical_log(quick.log) == canonical(json.loads(data))
    assert read(pretty(quick.log)).log == quick.log


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"", "F101", 1, 1),
        (b"  \n ", "F101", 2, 2),
        (b"\x00\x01\x02\xff\xfe" * 10, "F101", 1, 4),
        (b"\x89PNG\r\n\x1a\n", "F101", 1, 1),
        (HEAD, "F101", 1, len(HEAD) + 1),
        (HEAD + b",}", "F101", 1, len(HEAD) + 2),
        (HEAD + b"} {}", "F101", 1, len(HEAD) + 3),
        (HEAD + b', "id": tru}', "F101", 1, len(HEAD) + 9),
        (HEAD + b', "ext": {"a": Infinity}}', "F101", 1, len(HEAD) + 16),
        (HEAD + b", 'id': 1}", "F101", 1, len(HEAD) + 3),
        (HEAD + b', "id": "a\nb"}', "F101", 1, len(HEAD) + 11),
        (b"[" * 100_000, "F101", 1, 33),
        (b'{"a":' * 100_000, "F101", 1, 161),
        (b"[" * (MAX_BYTES + 1), "F105", 1, 1),
        ("Päivä".encode("cp1252"), "F101", 1, 2),
        ('{"ristilog": "1.0"}'.encode("utf-16"), "F101", 1, 1),
        (b"null", "F104", 1, 1),
        (b'"ristilog"', "F104", 1, 1),
        (b"{}", "F103", 1, 1),
        (b'{"ristilog": 1.0}', "F103", 1, 14),
        (b'{"ristilog": "0.9"}', "F103", 1, 14),
        (b'{"ristilog": "1.0 "}', "F103", 1, 14),
    ],
    ids=lambda value: repr(value[:20]) if isinstance(value, bytes) else None,
)
def test_what_cannot_be_read_is_one_finding(data: bytes, code: str, line: int, column: int) -> None:
    (found,) = verify(data).findings
    assert (found.code, found.line, found.column) == (code, line, column)
    assert verify(data).verdict == "bad"


def test_fifty_megabytes_of_brackets() -> None:
    assert codes(verify(b"[" * 50_000_000)) == ["F105"]


@pytest.mark.parametrize("number", ["9" * 5000, "-" + "9" * 5000, "1e400", "1e5", "1.0", "9007199254740992", '"1"'])
def test_what_is_no_integer_of_the_format(number: str) -> None:
    text = json.dumps(ONE).replace('"points": 3}', f'"points": {number}}}', 1)
    verdict = verify(text.encode())
    assert [(one.code, one.pointer) for one in verdict.findings if one.severity == "error"] == [
        ("F104", "/deals/0/tricks/0/points")
    ]
    assert max(len(one.message) for one in verdict.findings) < 200


@pytest.mark.parametrize("change", ["crlf", "bom", "cr", "compact", "escaped", "tabs", "reordered"])
def test_formatting_changes_nothing(change: str) -> None:
    text = json.dumps(ONE, indent=1)
    data = {
        "crlf": text.replace("\n", "\r\n").encode(),
        "bom": b"\xef\xbb\xbf" + text.encode(),
        "cr": text.replace("\n", "\r").encode(),
        "compact": json.dumps(ONE, separators=(",", ":")).encode(),
        "escaped": re.sub(r'"tricks"', r'"\\u0074ricks"', text).encode(),
        "tabs": json.dumps(ONE, indent="\t").encode(),
        "reordered": json.dumps(dict(reversed(ONE.items()))).encode(),
    }[change]
    verdict, plain = verify(data), verify(text.encode())
    assert verdict.ok
    assert (verdict.game, verdict.record) == (plain.game, plain.record)


@pytest.mark.parametrize(
    "place",
    ["", "/rules", "/deals/0", "/deals/0/tricks/3", "/deals/0/score/points", "/deals/0/hands", "/deals/0/shuffle"],
)
def test_a_key_that_stands_twice_is_found_anywhere(place: str) -> None:
    tree: Any = ONE
    for part in place.split("/")[1:]:
        tree = tree[int(part)] if isinstance(tree, list) else tree[part]
    key = next(iter(tree))
    text = json.dumps(changed(ONE, f"{place}/twice", 0))
    value = json.dumps(tree[key])
    text = text.replace('"twice": 0', f'"{key}": {value}')
    (found,) = verify(text.encode()).findings
    assert (found.code, found.pointer) == ("F102", f"{place}/{key}")
    assert found.column == text.rindex(f'"{key}": {value}') + 1 or text.count(f'"{key}": {value}') > 2


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(json_values, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_the_scan_sees_every_value_where_it_is(value: Any, indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    decoder = json.JSONDecoder()
    seen = 0
    path: list[str] = []
    for item in scan(text):
        path = [*path[: max(item.depth - 1, 0)], item.part] if item.depth else []
        found, _ = decoder.raw_decode(text, item.value)
        assert found == lookup(value, path)
        seen += 1
    assert seen == count(value)


@given(st.text(alphabet='{}[]:,"\\u0dD8aN1e.-+ \nturflsn', max_size=30))
def test_the_scan_refuses_exactly_what_is_no_json(text: str) -> None:
    def refuse(word: str) -> None:
        raise ValueError(word)

    try:
        value = json.loads(text, parse_constant=refuse)
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate cannot be written
        sound = True
    except (ValueError, RecursionError):
        sound = False
    try:
        list(scan(text))
        scanned = True
    except Malformed as fault:
        scanned = False
        assert 0 <= fault.offset <= len(text)
    assert scanned == sound


def lookup(value: Any, path: list[str]) -> Any:
    for part in path:
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def count(value: Any) -> int:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(count, parts))


def test_places_count_lines_of_every_kind() -> None:
    text = '{"a": 1,\r\n"b": [2,\r 3],\n"ä": {"c/d~": 4}}'
    assert locate(text, ["/a", "/b/1", "/ä/c~1d~0", "/nothing"], ["/b"]) == {
        "/a": (1, 7),
        "/b": (2, 1),
        "/b/1": (3, 2),
        "/ä/c~1d~0": (4, 15),
    }
    assert line_columns("", [0]) == {0: (1, 1)}


def test_random_damage_never_crashes() -> None:
    source = random.Random(5)
    data = json.dumps(ONE).encode()
    for _ in range(300):
        broken = bytearray(data)
        for _ in range(source.randrange(1, 4)):
            place = source.randrange(len(broken))
            match source.randrange(3):
                case 0:
                    broken[place] = source.randrange(256)
                case 1:
                    del broken[place : place + source.randrange(1, 30)]
                case _:
                    broken[place:place] = source.choice([b'"', b"{", b"[", b"null", b"1e9", b",", b"\\", b"\xff"])
        verdict = verify(bytes(broken))
        assert verdict.findings


def test_long_keys_are_not_copied_for_every_value_below_them() -> None:
    key = "k" * 2_000_000
    below = f'{{"a": [{", ".join(["0"] * 20_000)}], "b": 1, "b": 2}}'
    text = f'{{"ristilog": "1.0", "ext": {{"{key}": {below}}}}}'
    (found,) = verify(text.encode()).findings
    assert (found.code, found.pointer) == ("F102", f"/ext/{key}/b")
    assert len(found.message) < 100


def test_not_more_doubled_keys_are_named_than_anyone_would_read() -> None:
    text = "{" + ", ".join(f'"k{n}": 0, "k{n}": 1' for n in range(1000)) + "}"
    assert codes(verify(text.encode())) == ["F102"] * 100


def test_a_version_of_any_length() -> None:
    (found,) = verify(f'{{"ristilog": "{"9" * 5000}.1"}}'.encode()).findings
    assert (found.code, len(found.message) < 150) == ("F103", True)


@pytest.mark.parametrize("number", ["1e400", "9" * 350, "9" * 5000])
def test_a_newer_log_with_a_number_without_a_canonical_form(number: str) -> None:
    text = f'{{"ristilog": "1.1", "new": {number}, "rules": {{"name": "ristikontra", "version": 1}}, "deals": []}}'
    verdict = verify(text.encode())
    assert verdict.ok
    assert verdict.game is not None
    assert verdict.record is None


@pytest.mark.parametrize("date", ["2026-W01-1", "20260101", "2026-1-01", "2026-02-29", "2026-01-01\n"])
def test_a_date_is_a_date_for_both_readers(date: str) -> None:
    for tree in ({**ONE, "meta": {"date": date}}, {**ONE, "meta": {"date": date}, "idd": "x"}):
        verdict = verify(json.dumps(tree).encode())
        assert "/meta/date" in {one.pointer for one in verdict.findings}


def test_what_is_no_source_or_level_is_the_caller_s_bug() -> None:
    with pytest.raises(TypeError, match="not int"):
        verify(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="fail_on"):
        verify(b"", fail_on="x")  # type: ignore[arg-type]


def test_many_unknown_fields_take_no_long_time() -> None:
    tree = {**ONE, **{f"field-{number}": number for number in range(20_000)}}
    assert codes(verify(json.dumps(tree).encode())).count("F104") == 1000


@pytest.mark.parametrize(
    ("text", "words"),
    [("{“a”: 1}", "word processor"), ("{ // x\n}", "no comments"), ('{"a": True}', "Python"), ("# x", "no comments")],
)
def test_what_people_write_is_understood(text: str, words: str) -> None:
    assert words in verify(text.encode()).findings[0].message


@pytest.mark.parametrize(
    "text",
    [
        '{"ristilog": "1.1", "x": 1}',
        '{"ristilog": "1.1", "rules": {"name": "ristikontra", "x": 1}, "deals": []}',
        '{"ristilog": "1.1", "rules": {"name": "ristikontra", "version": 1}, "games": []}',
        '{"ristilog": "1.1", "rules": {"name": "ristikontra", "version": 1}, "deals": [{"x": 1}]}',
    ],
)
def test_a_newer_log_is_forgiven_nothing(text: str) -> None:
    verdict = verify(text.encode())
    assert verdict.verdict == "bad"
    assert not verdict.ok


@pytest.mark.parametrize("field", ["winner", "points", "actions"])
def test_a_newer_log_does_not_hide_a_claim_under_another_name(field: str) -> None:
    tree = {**changed(ONE, "/deals/0/tricks/1/renamed", ONE["deals"][0]["tricks"][1][field]), "ristilog": "1.1"}
    del tree["deals"][0]["tricks"][1][field]
    assert not verify(json.dumps(tree).encode()).ok


def test_newer_notes_are_forgiven_nothing() -> None:
    log = verify(json.dumps(ONE).encode())
    notes = b'{"ristilog-notes": "1.1", "x": 1, "annotations": []}'
    assert codes(judge_notes(notes, None, log)) == ["F104", "W601"]
