"""The reports: each in its format, valid for tools that are not ours, and readable for people."""

import json
import re
import unicodedata
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest
import xmlschema
from hypothesis import given
from hypothesis import strategies as st

from ristilog.format.read import MAX_BYTES
from ristilog.game.codes import codes_of
from ristilog.game.findings import CODES
from ristilog.referee.batch import Sum, Task, Terms, judged
from ristilog.referee.report.base import Look, reporter
from ristilog.referee.report.excerpt import excerpt
from tests.helpers import BAD, FILES, GOOD, ROOT

PUBLISHED = FILES / "published"
TERMS = Terms(max_bytes=MAX_BYTES, max_findings=1000, hashes=True)


def report(form: str, paths: list[Path], terms: Terms = TERMS, look: Look | None = None, trouble: str = "") -> str:
    """A report on some files, its lines joined."""
    lines: list[str] = []
    made = reporter(form, lines.append, look or Look())
    total = Sum()
    for path in paths:
        done = judged(Task(path=str(path), data=path.read_bytes()), terms)
        total.add(done)
        for entry in done.entries:
            made.log(entry)
    if trouble:
        made.trouble(trouble)
    made.end(total.summary)
    return "\n".join(lines) + "\n"


def test_the_json_report_keeps_to_its_schema() -> None:
    schema = json.loads((ROOT / "schemas/ristilog-report-1.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)
    for paths in ([*GOOD, *BAD], []):
        made = json.loads(report("json", paths))
        validator.validate(made)
        assert made["summary"]["files"] == len(paths)
        assert made["summary"]["findings"] == sum(len(one["findings"]) for one in made["files"])


def test_json_lines_say_the_same_log_by_log() -> None:
    paths = [GOOD[0], BAD[0]]
    whole = json.loads(report("json", paths))
    *entries, last = map(json.loads, report("jsonl", paths).splitlines())
    assert entries == whole["files"]
    assert last == {"summary": whole["summary"]}


def test_sarif_is_valid_under_its_published_schema() -> None:
    schema = json.loads((PUBLISHED / "sarif-schema-2.1.0.json").read_text())
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    for paths, trouble in (([*GOOD, *BAD], ""), ([], ""), ([], "gone.json: No such file or directory")):
        made = json.loads(report("sarif", paths, trouble=trouble))
        validator.validate(made)
        (run,) = made["runs"]
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert len(set(rules)) == len(rules)
        assert all(rules[one["ruleIndex"]] == one["ruleId"] for one in run["results"])
        assert run["invocations"][0]["executionSuccessful"] is not bool(trouble)
    assert len(made["runs"][0]["results"]) == 0


def test_sarif_says_where(tmp_path: Path) -> None:
    path = tmp_path / "ä b#1%.json"
    path.write_bytes((FILES / "bad/P302-not-in-hand.json").read_bytes())
    results = json.loads(report("sarif", [path]))["runs"][0]["results"]
    (one,) = [result for result in results if result["ruleId"] == "P302"]
    location = one["locations"][0]
    assert location["physicalLocation"]["region"] == {"startLine": 26, "startColumn": 7}
    assert location["logicalLocations"] == [{"fullyQualifiedName": "1.1.2", "kind": "play"}]
    uri = location["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.isascii()
    assert unquote(uri) == f"file://{path}"
    assert one["level"] == "error"


def test_junit_is_valid_under_a_published_schema() -> None:
    schema = xmlschema.XMLSchema(str(PUBLISHED / "junit-10.xsd"))
    for paths, trouble in (([*GOOD, *BAD], "gone.json: No such file or directory"), ([], "")):
        made = report("junit", paths, trouble=trouble)
        schema.validate(made)
        suite = ElementTree.fromstring(made)[0]
        assert int(suite.get("tests", "")) == len(list(suite)) == len(paths) + bool(trouble)
        assert int(suite.get("failures", "")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("errors", "")) == len(suite.findall("testcase/error")) == bool(trouble)
        texts = [failure.text or "" for failure in suite.findall("testcase/failure")]
        assert all(re.search(r": [FDPSAW]\d{3} ", text) for text in texts)


def test_github_s_commands_are_one_line_each_and_escaped(tmp_path: Path) -> None:
    path = tmp_path / "a,b:c%.json"
    path.write_text('{"ristilog": "1.0", "rules": {"name": "a%b\\nc,d:e", "version": 1}, "deals": []}')
    (line,) = report("github", [path]).splitlines()
    match = re.fullmatch(r"::error file=([^,:]+),line=(\d+),col=(\d+),title=([^,:]+)::(.+)", line)
    assert match is not None
    assert match[1].endswith("a%2Cb%3Ac%25.json")
    assert match[4] == "F106 unknown-rules"
    assert "a%25b" in match[5]


def test_github_s_levels() -> None:
    lines = report("github", [*BAD, *GOOD]).splitlines()
    for command, severity in (("error", "error"), ("warning", "warning"), ("notice", "note")):
        of_command = [line for line in lines if line.startswith(f"::{command} ")]
        assert of_command
        codes = {code for line in of_command for code in re.findall(r"title=([A-Z]\d{3}) ", line)}
        assert {CODES[code].severity for code in codes} == {severity}


def test_text_shows_the_line_with_carets_under_the_fault() -> None:
    lines = report("text", [FILES / "bad/P302-not-in-hand.json"]).splitlines()
    at = next(number for number, line in enumerate(lines) if " P302 " in line)
    gutter, _, source = lines[at + 1].partition("| ")
    assert gutter.strip() == "26"
    carets = lines[at + 2].partition("| ")[2]
    assert source[carets.index("^") : carets.rindex("^") + 1] == '"N play 2c"'


def test_every_caret_stands_under_what_is_at_fault() -> None:
    for path in BAD:
        lines = report("text", [path]).splitlines()
        for number, line in enumerate(lines):
            if re.match(r" *\| +\^|\| \^", line) and "^" in line:
                assert len(line) <= 80
                under = lines[number - 1][line.index("^") : line.rindex("^") + 1]
                assert under.strip()


@given(st.text(min_size=1, max_size=300).filter(lambda text: not re.search(r"[\r\n]", text)), st.data())
def test_an_excerpt_keeps_to_its_width_and_points_into_it(text: str, data: Any) -> None:
    column = data.draw(st.integers(1, len(text) + 1))
    width = data.draw(st.integers(40, 120))
    gutter, shown, carets = excerpt([text], 1, column, 7, width)
    columns = sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in shown
    )
    assert len(gutter) + columns <= width + 1
    assert len(gutter) + len(carets) <= width + 1
    assert set(carets) <= {" ", "^"}
    assert carets.endswith("^")
    assert shown.isprintable()


def test_colours_add_nothing_but_colours() -> None:
    painted = report("text", BAD[:20], look=Look(paint=lambda text, role: f"<{role}>{text}</>"))
    assert re.sub(r"<[a-z]+>|</>", "", painted) == report("text", BAD[:20])
    assert "<error>" in painted


def test_statistics_count_every_code() -> None:
    counts = re.findall(r"^ *([\d,]+)  ([A-Z]\d{3}) ", report("statistics", BAD), re.MULTILINE)
    summary = json.loads(report("json", BAD))["summary"]
    assert {code: int(number) for number, code in counts} == summary["codes"]
    assert [int(number) for number, _ in counts] == sorted((int(number) for number, _ in counts), reverse=True)


def test_what_is_not_asked_for_is_neither_shown_nor_counted() -> None:
    path = FILES / "bad/P302-not-in-hand.json"
    terms = Terms(codes=frozenset(codes_of("W")), max_bytes=MAX_BYTES, max_findings=1000)
    (one,) = json.loads(report("json", [path], terms))["files"]
    assert one["ok"]
    assert one["verdict"] == "bad"
    assert {found["code"] for found in one["findings"]} == {"W602", "W606"}
    assert one["left_out"] == 1
    assert "bad, but for nothing that was asked" in report("text", [path], terms)


def test_findings_beyond_the_limit_are_counted() -> None:
    path = FILES / "bad/P302-not-in-hand.json"
    made = json.loads(report("json", [path], Terms(max_bytes=MAX_BYTES, max_findings=1)))
    (one,) = made["files"]
    assert (one["ok"], len(one["findings"]), one["left_out"]) == (False, 1, 2)
    assert made["summary"]["findings"] == 3


@pytest.mark.parametrize(
    ("word", "codes"),
    [
        ("P301", {"P301"}),
        ("p301", {"P301"}),
        ("wrong-turn", {"P301"}),
        ("W60", {code for code in CODES if code.startswith("W60")}),
        ("", None),
        ("P999", None),
        ("wrong-trun", None),
    ],
)
def test_codes_by_code_beginning_and_name(word: str, codes: set[str] | None) -> None:
    if codes is None:
        with pytest.raises(ValueError, match="there is no finding"):
            codes_of(word)
    else:
        assert set(codes_of(word)) == codes


@pytest.mark.parametrize("form", ["text", "concise", "github"])
def test_reports_are_quiet_about_good_logs_if_asked(form: str) -> None:
    unfinished = [FILES / "good/ristikontra-one-deal.json"]
    assert "unfinished-log" in report(form, unfinished)
    assert report(form, unfinished, look=Look(quiet=True)).strip() == ""
