"""The reader held against the JSON Parsing Test Suite of Nicolas Seriot (``tests/files/json-test-suite``).

There ``y_`` is JSON, ``n_`` is none, and ``i_`` is what RFC 8259 leaves to the reader.
"""

from pathlib import Path

import pytest

from ristilog.format.read import read
from ristilog.referee.verify import verify
from tests.helpers import FILES

SUITE = sorted((FILES / "json-test-suite" / "test_parsing").glob("*.json"))
HEAD = b'{"ristilog": "1.0", "rules": {"name": "ristikontra", "version": 1}, "deals": [], "ext": {"value": '

TWICE = {
    # RFC 8259 says that keys SHOULD be unique, and the format that they are.
    "y_object_duplicated_key",
    "y_object_duplicated_key_and_value",
}
"""JSON that no log may be."""

READ = {
    # Numbers of any size are JSON; the format bounds its own, and only a log's canonical form wants a double's range.
    "i_number_double_huge_neg_exp": "F104",
    "i_number_huge_exp": "F104",
    "i_number_neg_int_huge_exp": "F104",
    "i_number_pos_double_huge_exp": "F104",
    "i_number_real_neg_overflow": "F104",
    "i_number_real_pos_overflow": "F104",
    "i_number_real_underflow": "F104",
    "i_number_too_big_neg_int": "F104",
    "i_number_too_big_pos_int": "F104",
    "i_number_very_big_negative_int": "F104",
    # A byte-order mark is skipped, and what is behind it is an object that names no version.
    "i_structure_UTF-8_BOM_empty_object": "F103",
}
"""What is left to the reader and is read here. All else is F101: lone surrogates (which have no canonical form, RFC
8785 wants UTF-8), bytes that are not UTF-8 (RFC 8259, 8.1), and nesting beyond 32."""

HUGE = {
    "i_number_huge_exp",
    "i_number_neg_int_huge_exp",
    "i_number_pos_double_huge_exp",
    "i_number_real_neg_overflow",
    "i_number_real_pos_overflow",
}
"""Numbers beyond the range of a double, which are F104 even in ``ext``."""


def found(data: bytes) -> list[str]:
    """The codes of what is found, each in its place."""
    findings = verify(data).findings
    assert all(one.line and one.column for one in findings)
    return [one.code for one in findings]


def test_the_suite_is_whole() -> None:
    kinds = [path.name[0] for path in SUITE]
    assert {kind: kinds.count(kind) for kind in "yni"} == {"y": 95, "n": 188, "i": 35}


@pytest.mark.parametrize("path", [path for path in SUITE if path.name[0] == "n"], ids=lambda path: path.stem)
def test_what_is_no_json_is_not_read(path: Path) -> None:
    assert found(path.read_bytes()) == ["F101"]


@pytest.mark.parametrize("path", [path for path in SUITE if path.name[0] == "y"], ids=lambda path: path.stem)
def test_what_is_json_is_read(path: Path) -> None:
    data = path.read_bytes()
    if path.stem in TWICE:
        assert found(data) == ["F102"]
        return
    assert found(data) in (["F103"], ["F104"])  # it is read, and is no log
    inside = HEAD + data + b"}}"
    assert verify(inside).ok
    assert verify(inside).record == verify(inside.replace(b" ", b"", 1)).record
    assert read(inside).findings == ()


@pytest.mark.parametrize("path", [path for path in SUITE if path.name[0] == "i"], ids=lambda path: path.stem)
def test_what_is_left_to_the_reader(path: Path) -> None:
    data = path.read_bytes()
    assert found(data) == [READ.get(path.stem, "F101")]
    if path.stem in READ and not data.startswith(b"\xef\xbb\xbf"):
        assert verify(HEAD + data + b"}}").ok == (path.stem not in HUGE)
