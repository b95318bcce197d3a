"""The page on every finding: what it shows is real, and ``ristilog explain`` finds it."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ristilog.cli.main import ristilog
from ristilog.game.explanations import explanation, summary
from ristilog.game.findings import CODES
from ristilog.referee.report.lines import finding_line
from tests.bad import SAMPLES, Sample
from tests.golden import GOLDEN, ROOT

SECTIONS = ["What it means", "Why it is a fault", "Example", "How to mend it"]
SECTIONS_OF_A_REMARK = ["What it means", "Why it is remarked", "Example", "What to do"]


def block(code: str, language: str) -> str:
    """The one block of code in a language on the page of a finding code."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", explanation(code), re.MULTILINE | re.DOTALL)
    return str(text)


def lines_of(sample: Sample) -> set[str]:
    """What is printed of a sample's findings, its log called game.json."""
    names = ("game.json", "game.notes.json")
    verdicts = zip(names, sample.verdicts(), strict=False)
    return {finding_line(name, one) for name, verdict in verdicts for one in verdict.findings}


def squeezed(text: str) -> str:
    return "".join(text.split())


def shows(files: list[Path], excerpt: str) -> bool:
    """Whether the parts of an excerpt, between its ellipses, follow each other in one of the files."""
    parts = map(re.escape, squeezed(excerpt).split("…"))
    pattern = re.compile(".*".join(parts))
    return any(pattern.search(squeezed(path.read_text())) for path in files)


@pytest.mark.parametrize("code", CODES)
def test_a_page_has_its_sections(code: str) -> None:
    page = explanation(code)
    assert page.startswith(f"# {code} {CODES[code].name}\n\nSeverity: {CODES[code].severity}.\n\n## ")
    sections = SECTIONS if CODES[code].severity == "error" else SECTIONS_OF_A_REMARK
    assert re.findall("^## (.*)$", page, re.MULTILINE) == sections
    assert re.fullmatch(r"[A-Z].*\.", summary(code)) and len(summary(code)) <= 120
    assert max(map(len, page.splitlines())) <= 80


@pytest.mark.parametrize("code", CODES)
def test_a_page_s_example_is_what_is_found_in_a_sample(code: str) -> None:
    printed = " ".join(block(code, "text").split())
    assert f": {code} {CODES[code].name} " in printed
    samples = [sample for sample in SAMPLES if sample.code == code and printed in lines_of(sample)]
    assert any(shows(sample.files, block(code, "json")) for sample in samples)


def test_pages_name_only_commands_and_codes_that_there_are() -> None:
    for code in CODES:
        page = explanation(code)
        assert set(re.findall(r"`ristilog ([a-z-]+)", page)) <= set(ristilog.list_commands(None))  # type: ignore[arg-type]
        assert set(re.findall(r"\b[FDPSAW][1-6]\d\d\b", page)) <= CODES.keys()
        assert all((ROOT / path).exists() for path in re.findall(r"docs/[a-z/]+\.md", page))


def test_there_is_no_page_too_many() -> None:
    pages = {path.stem for path in (ROOT / "ristilog/game/explanations").glob("*.md")}
    assert pages == CODES.keys()
    kept = {f"docs/findings/{path.name}" for path in (ROOT / "docs/findings").iterdir()}
    assert kept == {path for path in GOLDEN if path.startswith("docs/findings/")}


def test_an_unknown_code_has_no_page() -> None:
    with pytest.raises(ValueError, match="no finding code 'P999'"):
        explanation("P999")


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(ristilog, ["explain", *arguments])


@pytest.mark.parametrize("written", ["P301", "p301", "wrong-turn", "Wrong-Turn"])
def test_a_code_in_any_case_or_a_name(written: str) -> None:
    done = explain(written)
    assert done.exit_code == 0
    assert done.output == explanation("P301")


def test_several_codes_in_the_order_given() -> None:
    done = explain("s401", "F101")
    assert done.output == f"{explanation('S401')}\n{explanation('F101')}"


def test_without_a_code_all_are_listed() -> None:
    listed = [line.split() for line in explain().output.splitlines()]
    assert listed == [[code, about.name, about.severity] for code, about in CODES.items()]


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("P331", "did you mean P3"),
        ("wrong-trun", "did you mean wrong-turn?"),
        ("misère", "lists them all"),
        ("", "lists them all"),
        ("x" * 100_000, "lists them all"),
    ],
)
def test_an_unknown_code_is_wrong_usage(written: str, hint: str) -> None:
    done = explain("P301", written)
    assert done.exit_code == 2
    assert hint in done.output
    assert "What it means" not in done.output
    assert len(done.output) < 500


def test_the_help_has_an_example() -> None:
    assert "ristilog explain P302" in explain("--help").output
    assert "ristilog explain P302" in CliRunner().invoke(ristilog, ["--help"]).output
