"""What is too much: files too large to be read, findings that nobody would read, values too long to be shown."""

import json

import pytest

from ristilog.format.positions import find, line_columns, locate
from ristilog.format.read import read_notes
from ristilog.game.findings import MAX_FOUND, MAX_NAMED, Collected, bounded, finding, quoted, shorten
from ristilog.referee.verify import judge_bytes, judge_notes, verify
from tests.helpers import changed, codes, errors, judge, load, only

ONE = load("good/ristikontra-one-deal.json")
EMPTY = '{"ristilog": "1.0", "rules": {"name": "ristikontra", "version": 1}, "deals": []'


@pytest.mark.parametrize(
    ("item", "what"),
    [("[]", "lists"), ("{}", "objects"), ('{"":0}', "objects"), ("0", "values"), ('{"a":[0]}', "objects")],
)
def test_a_log_of_more_than_can_be_held_is_too_large(item: str, what: str) -> None:
    text = EMPTY + ', "ext": {"a": [' + ",".join([item] * (100_000 // (len(item) + 1))) + "]}}"
    assert verify(text.encode()).ok  # it is the whole that counts
    (found,) = judge_bytes(text.encode(), max_bytes=120_000).findings
    assert (found.code, found.line, found.column) == ("F105", 1, 1)
    assert what in found.message
    _, reading = read_notes(text.encode(), max_bytes=120_000)
    assert [one.code for one in reading.findings] == ["F105"]


def test_a_log_of_exactly_the_size_is_read() -> None:
    data = json.dumps(ONE).encode()
    assert judge_bytes(data, max_bytes=len(data)).ok
    (found,) = judge_bytes(data, max_bytes=len(data) - 1).findings
    assert (found.code, found.expected, found.found) == ("F105", len(data) - 1, len(data))
    assert str(len(data) - 1) in found.message


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_no_real_log_is_too_large_for_its_size(separators: tuple[str, str]) -> None:
    notes = [{"at": "1.1", "code": "x"}] * 40_000
    data = json.dumps({**ONE, "annotations": notes}, separators=separators).encode()
    assert "F105" not in codes(judge_bytes(data, max_bytes=len(data)))


def test_of_one_code_not_more_is_named_than_anyone_would_read() -> None:
    notes = [{"at": "7", "code": "x"}] * (MAX_NAMED + 234) + [{"at": "1", "code": "steal"}]
    verdict = verify(json.dumps({**ONE, "annotations": notes}).encode())
    assert [codes(verdict).count(code) for code in ("A501", "A503")] == [MAX_NAMED, 1]
    (last,) = [one for one in verdict.findings if "more" in one.message]
    assert (last.code, last.pointer) == ("A501", f"/annotations/{MAX_NAMED - 1}/at")
    assert "234 more A501 are not named" in last.message
    beside = {"ristilog-notes": "1.0", "game": verify(json.dumps(ONE).encode()).game, "annotations": notes}
    of_notes = judge_notes(json.dumps(beside).encode(), None, verify(json.dumps(ONE).encode()))
    assert errors(of_notes) == errors(verdict)


def test_notes_on_deals_behind_the_last_that_is_named_are_not_judged() -> None:
    deals = [{"dealer": "NESW"[number % 4], "tricks": [], "score": {}} for number in range(MAX_NAMED + 5)]
    tree = {**ONE, "view": "table", "deals": deals, "annotations": [{"at": str(len(deals)), "code": "steal"}]}
    verdict = verify(json.dumps(tree).encode())
    assert codes(verdict).count("W606") == MAX_NAMED
    assert "A503" not in codes(verdict)


def test_flaws_between_fields_are_not_all_named_either() -> None:
    verdict = verify((EMPTY[:-1] + ",".join(['{"dealer": "N"}'] * 1500) + "]}").encode())
    assert codes(verdict) == ["F104"] * 1000
    assert verdict.findings[-1].message.endswith("(more F104 are not named)")
    assert not [one for one in verdict.findings[:-1] if "more" in one.message]


def test_a_newer_log_may_have_many_new_fields() -> None:
    tricks = [{**trick, "new": 1} for trick in ONE["deals"][0]["tricks"]]
    deals = [{**ONE["deals"][0], "tricks": tricks}] * 100
    wrong = changed({**ONE, "ristilog": "1.1", "deals": deals}, "/deals/0/tricks/0/points", 99)
    assert ("S402", "/deals/0/tricks/0/points") in errors(judge(wrong))
    many = {**ONE, "ristilog": "1.1", **{f"new-{number}": 0 for number in range(100_001)}}
    assert errors(judge(many)) == [("F104", "")]


def test_doubled_keys_beyond_the_last_that_is_named() -> None:
    text = "{" + ", ".join(f'"k{n}": 0, "k{n}": 1' for n in range(101)) + "}"
    assert verify(text.encode()).findings[-1].message.endswith("(more F102 are not named)")
    exactly = verify(("{" + ", ".join(f'"k{n}": 0, "k{n}": 1' for n in range(100)) + "}").encode())
    assert not [one for one in exactly.findings if "more" in one.message]


def test_what_is_found_is_as_it_stands_until_it_is_long() -> None:
    short, long = "x" * MAX_FOUND, "x" * 100_000
    for text in (short, long):
        found = only(judge(changed(ONE, "/deals/0/dealer", text)))
        assert (found.code, found.found == text) == ("F104", text == short)
        assert len(found.found) <= MAX_FOUND
    assert bounded({"a": [1, 2]}) == {"a": [1, 2]}
    assert len(bounded({"a": [long] * 1000})) <= MAX_FOUND
    assert len(bounded([[]] * 1000)) <= MAX_FOUND


@pytest.mark.parametrize(
    "value", [[], {}, "", "a b", 'a"b', "ä", [1, {"a": None, "b": [True]}], 1.5, -7, None, [[], {}]]
)
def test_what_is_short_is_shown_whole(value: object) -> None:
    assert shorten(value) == (value if value == "a b" else json.dumps(value, ensure_ascii=not isinstance(value, str)))
    assert json.loads(quoted(value)) == value


@pytest.mark.parametrize("value", ["x" * 99, '"' * 99, ["x" * 99], list(range(99)), {"x" * 99: 1}, 10**99])
def test_what_is_long_is_cut(value: object) -> None:
    assert 20 < len(shorten(value)) <= 60
    assert 20 < len(quoted(value)) <= 60


def test_findings_come_out_in_the_order_they_came_in() -> None:
    collected = Collected()
    collected.add(finding("W606", f"/deals/{number}") for number in range(3))
    collected.add([finding("D204", "/deals/0")])
    assert [one.code for one in collected.findings()] == ["W606"] * 3 + ["D204"]
    assert not [one for one in collected.findings() if "more" in one.message]


def test_what_is_passed_over_is_not_taken_for_what_is_sought() -> None:
    text = '{"a": ["]", "\\\\", "\\"", {"b": [1]}, -1.5e3 ], "\\u0062": "}", "c" :\r\n[[0 ,[]], {} , null]}'
    assert {
        pointer: text[at : at + 3] for pointer, at in find(text, ["/a/3/b/0", "/b", "/c/0/1", "/c/2", "/x"]).items()
    } == {
        "/a/3/b/0": "1]}",
        "/b": '"}"',
        "/c/0/1": "[]]",
        "/c/2": "nul",
    }
    assert locate(text, ["/c"], ["/c"])["/c"] == (1, text.index('"c"') + 1)
    assert locate(text, ["/c/0"])["/c/0"] == (2, 2)


def test_line_ends_of_every_kind_and_between_them() -> None:
    assert line_columns("a\r\nb\rc\nd", range(8)) == {
        0: (1, 1),
        1: (1, 2),
        2: (1, 3),
        3: (2, 1),
        4: (2, 2),
        5: (3, 1),
        6: (3, 2),
        7: (4, 1),
    }
