"""What somebody who means harm, or has never seen the program, came upon in `ristilog analyse` and `verify --prove`."""

import json
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import structs

import ristilog
from ristilog.teach.analysis.deal import analyse_deal
from ristilog.teach.analysis.facts import Settings
from ristilog.teach.analysis.words import deal_words
from ristilog.teach.language import LANGUAGES, language
from ristilog.teach.people import people_of
from tests.helpers import ROOT
from tests.test_analysis import deal_file, deals_of, made
from tests.test_cli import ristilog as run


def test_a_path_that_is_no_text_is_written_as_reports_write_it(tmp_path: Path) -> None:
    path = tmp_path / "\udcff.json"
    path.write_bytes(deal_file(tmp_path).read_bytes())
    done = run("analyse", path, "--json", "--samples", 2, "--at", "1.9.3")
    assert (done.returncode, done.stderr) == (0, b"")
    data = json.loads(done.stdout)
    assert data["path"].endswith(r"\udcff.json")
    schema = json.loads((ROOT / "schemas/ristilog-analysis-1.schema.json").read_bytes())
    assert list(Draft202012Validator(schema).iter_errors(data)) == []


def test_a_seed_that_is_no_text_is_refused(tmp_path: Path) -> None:
    done = run("analyse", deal_file(tmp_path), "--seed", "\udcff", "--json")
    assert done.returncode == 2
    assert "no UTF-8" in done.stderr.decode()


@pytest.mark.parametrize(("tag", "says"), [("en", "not on record"), ("fi", "ei ole kirjattu")])
def test_of_a_game_without_plays_it_is_said_that_there_are_none(tmp_path: Path, tag: str, says: str) -> None:
    log = made("ristikontra")
    gone = msgspec.UNSET
    bare = [structs.replace(deal, tricks=gone, hands=gone, stock=gone, shuffle=gone) for deal in log.deals]
    path = tmp_path / "scores.json"
    path.write_bytes(ristilog.pretty(structs.replace(log, deals=tuple(bare))))
    done = run("analyse", path, "--lang", tag)
    assert done.returncode == 0
    assert says in done.stdout.decode()
    assert json.loads(run("analyse", path, "--json").stdout)["deals"] == []


@pytest.mark.parametrize("tag", LANGUAGES)
def test_where_some_estimates_are_rolled_and_some_solved_both_numbers_are_said(tag: str) -> None:
    deal = deals_of(made("ristikontra"))[0]
    analysis = analyse_deal(deal, Settings(samples=60, foresight=True))
    tongue = language(tag)
    text = "\n".join(deal_words(tongue, people_of(made("ristikontra"), tongue), deal, analysis))
    about = [line for line in text.splitlines() if " 60 " in line or " 12 " in line][-2:]
    assert [("60" in line, "12" in line) for line in about] == [(True, False), (False, True)]


def test_how_many_samples_there_were_is_said_where_their_numbers_differ() -> None:
    deal = deals_of(made("ristikontra"))[0]
    analysis = analyse_deal(deal, Settings(samples=6))
    first, *rest = analysis.plays
    assert first.foresight is not None
    cut = structs.replace(first, foresight=structs.replace(first.foresight, samples=4))
    tongue = language("en")
    words = deal_words(
        tongue, people_of(made("ristikontra"), tongue), deal, structs.replace(analysis, plays=(cut, *rest))
    )
    assert any("are of 4–6 deals" in line for line in words)
