"""The agreement in words: every option is in it where it means something, in every language, on one page."""

import json
import random
from typing import Any

import pytest

from ristilog.cli.rules import page
from ristilog.game.ruleset import ONLY_UNDER, OPTIONS, PRESET_NAMES, PRESETS, Ruleset, agreed, resolve, settings
from ristilog.referee.verify import verify
from ristilog.teach.agreement import Agreement, agreement, ruleset_line
from ristilog.teach.language import LANGUAGES, language
from tests.helpers import ROOT, changed, load
from tests.test_cli import lines, ristilog

ONE = load("good/ristikontra-one-deal.json")

NEEDS: dict[str, dict[str, Any]] = {
    "dark_lead_when_barred": {"lead_limit": 3, "dark_play": True},
    "fourth_king_dark": {"fourth_king_ban": True, "dark_play": True},
    "queen_trick": {"cleaning": True},
    "dirty_winner": {"cleaning": True},
    "dirty_loss_points": {"cleaning": True},
}
"""Option → what else has to be agreed for it to mean anything."""


def agreed_on(name: str, options: dict[str, Any], tag: str = "en") -> Agreement:
    return agreement(name, 1, agreed(name, 1, options), language(tag))


def stated(one: Agreement) -> list[str]:
    return [option for section in one.sections for clause in section.clauses for option in clause.options]


def house(one: Agreement) -> set[str]:
    clauses = [clause for section in one.sections for clause in section.clauses if clause.house]
    return {option for clause in clauses for option in clause.options}


def meant(rules: Ruleset) -> set[str]:
    """The options that mean something under a ruleset."""
    return {
        option
        for option in settings(rules)
        if all(
            getattr(rules, other) == value for other, value in NEEDS.get(option, {}).items() if other != "lead_limit"
        )
        and not (option == "dark_lead_when_barred" and rules.lead_limit is None)
    }


def combinations(number: int) -> list[tuple[str, dict[str, Any]]]:
    source = random.Random("agreements")
    found: list[tuple[str, dict[str, Any]]] = []
    while len(found) < number:
        name = source.choice(PRESET_NAMES)
        chosen = source.sample(sorted(OPTIONS), source.randrange(len(OPTIONS)))
        options = {option: source.choice(list(OPTIONS[option])) for option in chosen}
        if "scoring" in options:
            options["target"] = source.randrange(1, 1001)
        scoring = options.get("scoring", PRESETS[name, 1].scoring)
        found.append((name, {one: value for one, value in options.items() if ONLY_UNDER.get(one, scoring) == scoring}))
    return found


COMBINATIONS = [*((name, {}) for name in PRESET_NAMES), *combinations(150)]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_it_is_one_page(tag: str) -> None:
    for name, options in COMBINATIONS:
        shown = list(page(agreed_on(name, options, tag)))
        assert len(shown) <= 60, options
        assert max(map(len, shown)) <= 80, options


@pytest.mark.parametrize("tag", LANGUAGES)
def test_what_is_agreed_stands_in_full_sentences(tag: str) -> None:
    for name, options in COMBINATIONS:
        one = agreed_on(name, options, tag)
        for section in one.sections:
            assert section.clauses
            for clause in section.clauses:
                assert clause.text[-1] == "."
                assert not set("{}") & set(clause.text)
                assert "None" not in clause.text


def test_every_option_that_means_something_is_stated_once_and_no_other() -> None:
    for name, options in COMBINATIONS:
        rules = agreed(name, 1, options)
        said = stated(agreed_on(name, options))
        assert len(said) == len(set(said))
        assert set(said) == meant(rules)
        assert all(ONLY_UNDER.get(option, rules.scoring) == rules.scoring for option in said)


def test_house_rules_are_marked_and_only_they() -> None:
    for name, options in COMBINATIONS:
        rules, preset = agreed(name, 1, options), settings(PRESETS[name, 1])
        one = agreed_on(name, options)
        differ = {option for option, value in settings(rules).items() if preset.get(option, "none") != value}
        assert house(one) == differ & meant(rules)
        assert (one.legend is not None) == bool(house(one))
        stars = [line for line in page(one) if line.startswith("* ")]
        assert len(stars) == sum(clause.house for section in one.sections for clause in section.clauses)


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_value_of_an_option_makes_another_page(tag: str, option: str) -> None:
    domain = OPTIONS[option] if option != "target" else (1, 2, 7, 120, 1000)
    tried = 0
    for name in PRESET_NAMES:
        pages = []
        for value in domain:
            options = {**NEEDS.get(option, {}), option: value}
            if option == "scoring":
                options["target"] = 120
            if resolve(name, 1, options)[0] is not None:
                pages.append("\n".join(page(agreed_on(name, options, tag))))
        assert len(pages) == len(set(pages))
        tried += len(pages)
    assert tried >= 2 * len(domain)


@pytest.mark.parametrize("option", [option for option in NEEDS if option not in ("dark_lead_when_barred",)])
def test_what_means_nothing_here_changes_nothing(option: str) -> None:
    without = {"fourth_king_ban": False} if option == "fourth_king_dark" else {"cleaning": False}
    pages = {"\n".join(page(agreed_on("ristikontra", {**without, option: value}))) for value in OPTIONS[option]}
    assert len(pages) == 1


def test_a_page_in_words() -> None:
    shown = "\n".join(page(agreed_on("ristiklappi", {"target": 5, "dirty_winner": "opponents"})))
    assert shown.startswith("The rules of Ristiklappi\n========================\nAgreed before play")
    assert "A star marks a house rule: ristiklappi has it otherwise." in shown
    assert "\n* The match goes to the side that first has 5 game points.\n" in shown
    assert "\n* If the side with more than half is dirty, the others get the 1 game point" in shown
    assert "\n- Everyone is dealt five cards, one at a time; the other 32 are the stock." in shown
    for seat in ("N  North", "E  East", "S  South", "W  West"):
        assert f"\n{seat}" in shown
    assert "A star" not in "\n".join(page(agreed_on("ristiklappi", {})))


def test_a_page_in_finnish() -> None:
    shown = "\n".join(page(agreed_on("alga-b", {"wipe_on_zero": False}, "fi")))
    assert "* Jos pari jää jaossa kokonaan ilman pisteitä, se säilyttää entisen yhteistuloksensa." in " ".join(
        shown.split()
    )
    assert "vähintään 120 pistettä" in shown
    assert "Allekirjoitus ___" in shown


def test_every_preset_has_its_line() -> None:
    for tag in LANGUAGES:
        said = {ruleset_line(name, language(tag)) for name in PRESET_NAMES}
        assert len(said) == len(PRESET_NAMES)
        assert "" not in said


# ---- the command


def test_the_command_prints_the_page() -> None:
    done = ristilog("rules", "ristikontra", "--lang", "fi", "--set", "lead_limit=2")
    assert done.returncode == 0
    expected = page(agreed_on("ristikontra", {"lead_limit": 2}, "fi"))
    assert done.stdout.decode("utf-8") == "".join(f"{line}\n" for line in expected)


def test_without_a_name_the_presets_are_listed() -> None:
    for tag in LANGUAGES:
        shown = lines(ristilog("rules", "--lang", tag).stdout)
        assert [line.split()[0] for line in shown] == list(PRESET_NAMES)
        assert max(map(len, shown)) <= 80
    document = json.loads(ristilog("rules", "--json").stdout)
    assert document == json.loads((ROOT / "schemas/ristilog-presets-1.json").read_text())
    assert ristilog("rules", "--set", "target=3").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["ristikontra"],
        ["ristikontra", "--set", "dark_play=false", "--set", "hand_size=6"],
        ["alga-b", "--set", "scoring=game-points", "--set", "target=120", "--set", "sweep_points=2"],
        ["ristiklappi", "--set", "scoring=game-points", "--set", "target=7"],
    ],
)
def test_the_json_is_what_a_log_may_say(arguments: list[str]) -> None:
    done = ristilog("rules", *arguments, "--json")
    document = json.loads(done.stdout)
    rules = document["rules"]
    made, faults = resolve(rules["name"], rules["version"], rules.get("options", {}))
    assert made is not None, faults
    assert settings(made) == document["settings"]
    given = dict(one.split("=") for one in arguments[2::2])
    assert {option: json.dumps(document["settings"][option]).strip('"') for option in given} == given
    verdict = verify(json.dumps({**ONE, "rules": rules, "deals": []}).encode())
    assert "F106" not in {one.code for one in verdict.findings}


def test_the_examples_of_the_rules_run() -> None:
    text = (ROOT / "docs/rules.md").read_text().split("```")[1]
    examples = [
        line[: line.find("  ")].split()[1:] if "  " in line else line.split()[1:] for line in lines(text.encode())
    ]
    examples = [one for one in examples if one]
    assert len(examples) == 4
    for arguments in examples:
        done = ristilog(*arguments)
        assert done.returncode == 0
        assert done.stdout


def test_only_what_differs_is_written() -> None:
    done = ristilog("rules", "ristikontra", "--set", "hand_size=6", "--set", "target=5", "--json")
    assert json.loads(done.stdout)["rules"] == {"name": "ristikontra", "version": 1, "options": {"target": 5}}


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("ristikonta", None, None),
        ("ristikontra", "lead_limits", "2"),
        ("ristikontra", "dark_lead_when_barred", "forbit"),
        ("ristikontra", "dark_play", "yes"),
        ("ristikontra", "wipe_on_zero", "true"),
        ("ristikontra", "scoring", "cumulative"),
    ],
)
def test_what_is_not_to_be_had_is_refused_with_the_sentence_of_f106(name: str, option: Any, value: Any) -> None:
    done = ristilog("rules", name, *(["--set", f"{option}={value}"] if option else []))
    assert done.returncode == 2
    assert done.stdout == b""
    options = {option: True if value == "true" else int(value) if value.isdecimal() else value} if option else {}
    found = verify(json.dumps(changed(ONE, "/rules", {"name": name, "version": 1, "options": options})).encode())
    (message,) = [one.message for one in found.findings if one.code == "F106"]
    assert done.stderr.decode() == f"ristilog: {message}\n"
