"""Streams: the same log as its document, judged the same, every finding where the thing itself stands in the stream."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bench.memory import MAX, measured
from bench.streams import HOSTILE
from ristilog.format.events import stream
from ristilog.format.read import read
from ristilog.format.stream import is_stream
from ristilog.format.write import canonical_log
from ristilog.game.log import GameLog
from ristilog.record.simulate import simulate
from ristilog.referee.verify import Verdict, verify
from tests.changed_logs import MADE, log
from tests.fuzz import check
from tests.helpers import BAD, FILES, GOOD, ROOT, damaged
from tests.recorded import RULES, VIEWS, made
from tests.test_fuzz import changed
from tests.test_memory import MOST
from tests.test_prefixes import beginnings

FOLDERS = [*GOOD, *BAD, *sorted((FILES / "kit").glob("*.json")), *sorted((ROOT / "samples").glob("*.json"))]
FOLDERS += sorted(path for path in (FILES / "options").glob("*.json") if "expected" not in path.name)


def sound(data: bytes) -> GameLog | None:
    """The log, if its form is right: others have no stream."""
    reading = read(data)
    return reading.log if reading.log is not None and not reading.findings and reading.tree is None else None


@cache
def documents() -> dict[str, GameLog]:
    """Every log of the tests that has a stream."""
    logs = {str(path.relative_to(ROOT)): sound(path.read_bytes()) for path in FOLDERS}
    logs |= {f"changed: {name}": sound(json.dumps(log(name)).encode()) for name in MADE}
    logs |= {f"damaged: {name}": sound(json.dumps(tree).encode()) for name, tree, _, _ in damaged()}
    for line in (ROOT / "schemas/conformance/bad.jsonl").read_text().splitlines():
        case = json.loads(line)
        if "text" in case:
            logs[case["id"]] = sound(case["text"].encode())
    return {name: one for name, one in logs.items() if one is not None}


def test_there_are_documents_of_all_kinds() -> None:
    kinds = Counter(name.partition("/")[0].partition(":")[0] for name in documents())
    assert kinds["samples"] >= 6
    assert kinds["tests"] > 100
    assert kinds["changed"] > 10
    assert kinds["damaged"] > 100
    assert variants()["no notes in a list"].annotations == ()


def findings(verdict: Verdict) -> Counter[tuple[Any, ...]]:
    return Counter((one.code, one.pointer, one.at, one.message) for one in verdict.findings)


def stands_there(verdict: Verdict, data: bytes) -> Iterator[str]:
    """What is wrong with the places of findings."""
    lines = data.decode().split("\n")
    for one in verdict.findings:
        if one.line is None or one.column is None or not 1 <= one.line <= len(lines):
            yield f"no place: {one}"
            continue
        text = lines[one.line - 1]
        if not 1 <= one.column <= len(text) + 1:
            yield f"behind the line: {one}"
            continue
        rest, parts = text[one.column - 1 :], one.pointer.split("/")
        if "actions" in parts[:-1]:
            if not rest.startswith('"') or json.loads(text)["action"] != json.JSONDecoder().raw_decode(rest)[0]:
                yield f"no action: {one}"
            elif isinstance(one.found, str) and one.code != "P303" and one.found not in rest:
                yield f"another action: {one}"
        elif parts[1:2] == ["annotations"] and len(parts) > 2:
            if "note" not in json.loads(text):
                yield f"no note: {one}"
        elif parts[1:2] == ["result"]:
            if "result" not in json.loads(text):
                yield f"no result: {one}"
        elif "score" in parts:
            if "score" not in json.loads(text):
                yield f"no score: {one}"
        elif parts[-1] in ("winner", "points") and "tricks" in parts:
            if not text.startswith('{"trick"') or not rest.startswith(json.dumps(one.found)):
                yield f"no claim: {one}"
        elif parts[1:2] == ["deals"] and len(parts) > 3 and parts[3] in ("dealer", "hands", "stock", "shuffle"):
            number = int(parts[2])
            begun = [line for line in lines if line.startswith('{"deal"')]
            if text != begun[number]:
                yield f"another deal: {one}"


def test_a_stream_is_the_same_log_and_is_judged_the_same() -> None:
    for name, one in documents().items():
        data = stream(one)
        assert is_stream(data)
        back = read(data)
        assert back.log is not None, (name, back.findings)
        assert canonical_log(back.log) == canonical_log(one), name
        assert stream(back.log) == data
        verdict, expected = verify(data), verify(one)
        assert findings(verdict) == findings(expected), name
        assert (verdict.verdict, verdict.winner, verdict.standing, verdict.plays, verdict.game, verdict.record) == (
            expected.verdict, expected.winner, expected.standing, expected.plays, expected.game, expected.record,
        ), name  # fmt: skip
        assert [*stands_there(verdict, data)] == [], name


def variants() -> dict[str, GameLog]:
    """Logs with what others have not: lists that are there and empty, tricks that are and are not."""
    tree = log("timed")
    deal = tree["deals"][0]
    begun = {name: value for name, value in deal.items() if name not in ("tricks", "score")}
    ext: dict[str, Any] = {"ä": [1.5, {"deals": "🂡"}], "ristilog-stream": None, "result": {}}
    trees: dict[str, Any] = {
        "no deals": tree | {"deals": []},
        "no notes in a list": tree | {"annotations": []},
        "a deal that has just begun": tree | {"deals": [begun | {"tricks": []}]},
        "void before any play": tree | {"deals": [begun | {"void": "why"}, deal]},
        "void with a list of no tricks": tree | {"deals": [begun | {"void": "why", "tricks": []}]},
        "void and scored": tree | {"deals": [deal | {"void": ""}]},
        "scored with a list of no tricks": tree | {"deals": [begun | {"tricks": [], "score": deal["score"]}]},
        "an empty score": tree | {"deals": [deal | {"score": {}}]},
        "ext everywhere": tree
        | {"ext": ext, "deals": [deal | {"ext": ext, "tricks": [one | {"ext": ext} for one in deal["tricks"]]}]},
        "an empty ext": tree | {"deals": [deal | {"tricks": [one | {"ext": {}} for one in deal["tricks"]]}]},
        "some times": tree | {"deals": [deal | {"tricks": [
            {name: value for name, value in one.items() if name != "times" or number % 2}
            for number, one in enumerate(deal["tricks"])]}]},
    }  # fmt: skip
    logs = {name: read(json.dumps(one).encode()).log for name, one in trees.items()}
    return {name: one for name, one in logs.items() if one is not None}


@pytest.mark.parametrize("name", variants())
def test_what_is_there_and_empty_stays_so(name: str) -> None:
    one = variants()[name]
    back = read(stream(one))
    assert back.log is not None
    assert canonical_log(back.log) == canonical_log(one)
    assert findings(verify(stream(one))) == findings(verify(one))


@pytest.mark.parametrize("rules", RULES)
def test_made_games_and_views_have_streams(rules: str) -> None:
    for view in VIEWS:
        one = made(rules, view, 2)
        back = read(stream(one)).log
        assert back is not None
        assert canonical_log(back) == canonical_log(one)
        assert findings(verify(stream(one))) == findings(verify(one))


@pytest.mark.parametrize("name", ["ristiklappi-tie", "draw-after-trick", "view-E-klappi", "timed"])
def test_every_beginning_is_a_beginning_of_the_stream(name: str) -> None:
    for number, (tree, _) in enumerate(beginnings(log(name))):
        if number % 4 == 0:
            one = read(json.dumps(tree).encode()).log
            assert one is not None
            data = stream(one)
            back = read(data).log
            assert back is not None
            assert canonical_log(back) == canonical_log(one)
            verdict = verify(data)
            assert findings(verdict) == findings(verify(one))
            assert [*stands_there(verdict, data)] == []


# What is taken back


HEAD = '{"ristilog-stream": "1.0", "ristilog": "1.0", "rules": {"name": "ristikontra", "version": 1}, "view": "table"}'


def recorded(*lines: str) -> Any:
    """The log of a stream at a table, as a tree."""
    reading = read(("\n".join([HEAD, *lines]) + "\n").encode())
    assert reading.log is not None, reading.findings
    assert not reading.findings
    return json.loads(canonical_log(reading.log))


DEAL = '{"deal": {"dealer": "S"}}'
TRICK = [f'{{"action": "{text}"}}' for text in ("W dark 2c", "N dark 3c", "E dark 4c", "S dark 5c")]
CLAIMS = '{"trick": {"winner": "W", "points": 0}}'
NEXT = '{"action": "W dark 6c"}'


def undo(number: int) -> str:
    return json.dumps({"undo": number})


def note(at: str, text: str = "?") -> str:
    return json.dumps({"note": {"at": at, "text": {"en": text}}})


def test_actions_are_taken_back_with_what_was_said_since() -> None:
    whole = recorded(DEAL, *TRICK, CLAIMS)
    assert recorded(DEAL, *TRICK, CLAIMS, NEXT, undo(1)) == whole
    assert recorded(DEAL, *TRICK, CLAIMS, undo(0)) == recorded(DEAL, *TRICK)
    assert recorded(DEAL, *TRICK, CLAIMS, undo(1)) == recorded(DEAL, *TRICK[:3])
    assert recorded(DEAL, *TRICK, CLAIMS, NEXT, undo(2), TRICK[3], CLAIMS) == whole
    assert recorded(DEAL, *TRICK, CLAIMS, '{"void": "why"}', DEAL, NEXT, undo(1)) == recorded(
        DEAL, *TRICK, CLAIMS, '{"void": "why"}', DEAL
    )
    assert recorded(DEAL, *TRICK, CLAIMS, '{"void": "why"}', DEAL, NEXT, undo(2)) == recorded(DEAL, *TRICK[:3])
    assert recorded(DEAL, *TRICK, '{"void": "why"}', DEAL, undo(0)) == recorded(DEAL, *TRICK)
    assert recorded(DEAL, undo(0)) == recorded()
    assert recorded(undo(0)) == recorded()
    assert recorded(DEAL, *TRICK, undo(2), undo(2)) == recorded(DEAL)


def test_how_it_ended_is_said_again_or_not_at_all() -> None:
    ended, score = '{"result": {"ended": "abandoned"}}', '{"score": {}}'
    assert "result" in recorded(DEAL, *TRICK, ended)
    for since in (undo(0), undo(1), NEXT, score):
        assert "result" not in recorded(DEAL, *TRICK, ended, since)
    assert recorded(DEAL, ended, '{"result": {"ended": "adjourned"}}')["result"] == {"ended": "adjourned"}


def test_notes_go_with_what_they_are_about() -> None:
    def left(*lines: str) -> list[str]:
        return [one["at"] for one in recorded(*lines).get("annotations", [])]

    notes = [note("1"), note("1.1"), note("1.1.4"), note("1.2"), note("1.2.1")]
    assert left(DEAL, *TRICK, CLAIMS, NEXT, *notes) == ["1", "1.1", "1.1.4", "1.2", "1.2.1"]
    assert left(DEAL, *TRICK, CLAIMS, NEXT, *notes, undo(1)) == ["1", "1.1", "1.1.4"]
    assert left(DEAL, *TRICK, CLAIMS, NEXT, *notes, undo(2)) == ["1", "1.1"]
    assert left(DEAL, *TRICK, CLAIMS, NEXT, *notes, undo(5)) == ["1"]
    assert left(DEAL, *TRICK, CLAIMS, NEXT, *notes, undo(5), undo(0)) == []
    assert left(DEAL, *notes[:1], *TRICK, undo(4)) == ["1"]
    assert left(DEAL, *TRICK, note("1.1.4"), undo(1), TRICK[3], note("1.1.4"), note("1.1.4")) == ["1.1.4", "1.1.4"]
    # An address inside of something else is none, and one that there never was is an error and stays.
    inside = json.dumps({"note": {"ext": {"at": "1.1.4"}, "text": {"en": '"at": "1.1.4"'}, "at": "1.1.1"}})
    assert left(DEAL, *TRICK, inside, undo(1)) == ["1.1.1"]
    assert left(DEAL, *TRICK, note("7"), undo(1)) == ["7"]


# Anything at all


def test_random_changes_of_streams_are_judged_in_their_places() -> None:
    pool = [stream(one) for name, one in documents().items() if len(stream(one)) < 12_000]
    source = random.Random(11)
    for number in range(1500):
        data = pool[number % len(pool)]
        other = source.choice(pool)
        if number % 3 == 0:  # whole lines
            lines = data.splitlines(keepends=True)
            for _ in range(source.randrange(1, 4)):
                at = source.randrange(1, len(lines) + 1)
                match source.randrange(4):
                    case 0:
                        lines[at:at] = [source.choice(other.splitlines(keepends=True))]
                    case 1:
                        del lines[at : at + 1]
                    case 2:
                        lines[at:at] = [b'{"undo": %d}\n' % source.randrange(4)]
                    case _:
                        source.shuffle(lines[at:])
            data = b"".join(lines)
        elif number % 3 == 1:
            data = changed(data, other, source)
        else:
            data = data[: source.randrange(len(data))]
        check(data)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_little_that_is_made_to_hurt_is_judged_as_anything_else(kind: str) -> None:
    check(HOSTILE[kind](30_000))


@pytest.mark.parametrize(
    "kind", ["tiny actions", "line ends", "one long line of strings", "many keys", "notes and nothing taken back"]
)
def test_what_is_made_to_hurt_does_not(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(HOSTILE[kind](MAX))
    one = measured(str(path))
    assert one.status in (0, 1)
    assert one.peak <= MOST


@pytest.mark.parametrize(
    "first",
    [
        b'{"ristilog-stream": ' + b"9" * 10_000 + b"}\n",
        b'{"ristilog-stream": ' + b"[" * 500 + b"]" * 500 + b"}\n",
        b'{"ristilog-stream": 1e999}\n',
        b'{"ristilog-stream": "2.0", "deals": 1}\n',
    ],
)
def test_another_version_is_named_whatever_it_is(first: bytes) -> None:
    (one,) = verify(first).findings
    assert (one.code, one.pointer, one.line) == ("F103", "/ristilog-stream", 1)
    check(first)


@pytest.mark.parametrize("key", ["ristilog-stream", "result", "annotations", "rules"])
def test_a_key_twice_in_the_first_line_is_named(key: str) -> None:
    values = {"ristilog-stream": '"1.0"', "result": '{"ended": "adjourned"}', "annotations": "[]", "rules": "{}"}
    first = HEAD[:-1] + f', "{key}": {values[key]}, "{key}": {values[key]}' + "}\n"
    one = next(one for one in verify(first.encode()).findings if one.severity == "error")
    assert (one.code, one.line) == ("F102", 1)
    assert one.column is not None
    assert first[one.column - 1 :].startswith(f'"{key}"')


def test_a_long_line_is_read_as_a_short_one() -> None:
    one = simulate("ristikontra", "long", deals=1)
    data = stream(one)
    text = "a" * 70_000
    long = data.replace(
        b'{"deal": {', b'{"deal": {"ext": {"\\u0061": "%b", "b": [[], {"}": "]"}, 1, -1.5e3, null]}, ' % text.encode()
    )
    back = read(long).log
    assert back is not None
    assert back.deals[0].ext == {"a": text, "b": [[], {"}": "]"}, 1, -1500.0, None]}
    assert verify(long).verdict == "good"
    torn = long.replace(b'"]"}, 1', b'"]"}, 01')
    assert [(one.code, one.line) for one in verify(torn).findings if one.severity == "error"] == [("T701", 2)]
