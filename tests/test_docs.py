"""The documents against the program: examples run, every code and option is named."""

import doctest
import json
import os
import re
from pathlib import Path

import pytest

import ristilog
from ristilog.game.findings import CODES
from ristilog.game.ruleset import ONLY_UNDER, OPTIONS, PRESET_NAMES, PRESETS
from ristilog.referee.verify import verify
from ristilog.site.config import Config, Theme
from ristilog.site.document_schema import replay_schema
from ristilog.teach.claims import CODES as CLAIMS

ROOT = Path(__file__).parent.parent


EXAMPLES = [("README.md", 4), ("docs/library.md", 30), ("docs/analysis.md", 14), ("docs/record.md", 7), ("docs/token.md", 6)]


@pytest.mark.parametrize(("path", "least"), EXAMPLES)
def test_examples_run(path: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(os.fspath(ROOT / path), module_relative=False)
    assert tried >= least
    assert failed == 0


def test_the_library_s_page_names_all_that_is_public() -> None:
    text = (ROOT / "docs/library.md").read_text()
    for name in ristilog.__all__:
        assert re.search(rf"\b{name}\b", text), name


def test_package_examples_run() -> None:
    assert doctest.testmod(ristilog).failed == 0
    assert doctest.testmod(ristilog).attempted >= 3


def test_the_format_names_every_code_with_its_severity() -> None:
    text = (ROOT / "docs/format.md").read_text()
    for code, about in CODES.items():
        assert f"| {code} | {about.name} | {about.severity} |" in text


def test_the_notes_name_every_claim() -> None:
    text = (ROOT / "docs/notes.md").read_text()
    for code in CLAIMS:
        assert f"| `{code}` |" in text


def test_the_rules_name_every_option_and_preset() -> None:
    text = (ROOT / "docs/rules.md").read_text()
    for name in (*OPTIONS, *PRESET_NAMES):
        assert name in text


def table(text: str, head: str) -> list[list[str]]:
    """The rows of the table that begins with a line, without its rule."""
    rows = text.split(f"\n{head}", 1)[1].split("\n\n", 1)[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if not row.startswith("|---")]


def test_the_rules_name_every_value_of_an_option() -> None:
    rows = {row[0]: row[1:] for row in table((ROOT / "docs/rules.md").read_text(), "| option |")}
    for option, domain in OPTIONS.items():
        values = (
            f"{domain[0]} to {domain[-1]}"
            if isinstance(domain, range)
            else ", ".join(f"`{one}`" if isinstance(one, str) else json.dumps(one) for one in domain)
        )
        written, means = rows[f"`{option}`"]
        assert written == values
        for scoring in ("game points", "cumulative"):
            only = ONLY_UNDER.get(option) == scoring.replace(" ", "-")
            assert means.endswith(f"({scoring} only)") == only


def test_the_rules_say_what_the_presets_are() -> None:
    shown = {"cards in hand", "leads of one rank in a row", "fourth-king ban", "cleaning", "card points", "the match"}
    head, *rows = table((ROOT / "docs/rules.md").read_text(), "| | ristikontra |")
    del head
    said = {row[0]: row[1:] for row in rows}
    assert shown <= said.keys()
    for place, name in enumerate(PRESET_NAMES):
        rules = PRESETS[name, 1]
        assert said["cards in hand"][place] == str(rules.hand_size)
        assert said["card points"][place] == rules.card_values
        assert said["leads of one rank in a row"][place] == str(rules.lead_limit or "any number")
        assert said["fourth-king ban"][place] == ("yes" if rules.fourth_king_ban else "no")
        assert said["cleaning"][place] == ("yes" if rules.cleaning else "no")
        assert said["the match"][place].split()[0] == str(rules.target)
        rest = set(OPTIONS) - {"hand_size", "card_values", "lead_limit", "fourth_king_ban", "cleaning", "sweep_points"}
        for option in rest - {"tie_carry", "scoring", "wipe_on_zero", "target"}:
            assert getattr(rules, option) == OPTIONS[option][0], "the table does not show it"


@pytest.mark.parametrize("path", sorted((ROOT / "samples").glob("*.json")), ids=lambda path: path.stem)
def test_samples_are_good(path: Path) -> None:
    verdict = verify(path)
    assert verdict.ok
    assert verdict.verdict == ("good-as-seen" if path.stem == "club-saturday" else "good")


def test_the_replay_document_is_described_to_its_last_field() -> None:
    text = (ROOT / "docs/replay.md").read_text()
    schema = replay_schema()
    deal = schema["properties"]["deals"]["items"]
    step = deal["properties"]["steps"]["items"]
    note = step["properties"]["notes"]["items"]
    line = note["properties"]["lines"]["items"]
    for part in (schema, deal, step, note, line):
        for name in part["properties"]:
            assert f"`{name}`" in text, name


def test_the_settings_of_a_site_are_all_described() -> None:
    text = (ROOT / "docs/site.md").read_text()
    for name in (*Config.__struct_fields__, *(f"theme.{one}" for one in Theme.__struct_fields__)):
        assert f"`{name}`" in text or name == "theme", name
