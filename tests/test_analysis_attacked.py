"""What somebody who means harm, or has never seen the program, came upon in `ristilog analyse` and `verify --prove`."""

import gzip
import json
import signal
from collections.abc import Generator
from multiprocessing import active_children
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator
from msgspec import structs

import ristilog
from ristilog.game.cards import HIDDEN
from ristilog.game.log import ACTIONS, Annotation, NoteValue
from ristilog.referee.parallel import in_order
from ristilog.teach.analysis.deal import analyse_deal
from ristilog.teach.analysis.facts import Settings
from ristilog.teach.analysis.verdicts import legend_words
from ristilog.teach.language import LANGUAGES, language
from ristilog.teach.solver.estimate import choice_of
from tests.helpers import ROOT
from tests.test_analysis import deal_file, deals_of, made, tied, words_of
from tests.test_cli import ristilog as run


def test_a_path_that_is_no_text_is_written_as_reports_write_it(tmp_path: Path) -> None:
    path = tmp_path / "\udcff.json"
    path.write_bytes(deal_file(tmp_path).read_bytes())
    done = run("analyse", path, "--json", "--samples", 5, "--at", "1.9.3")
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
    about = list(legend_words(tongue, analysis.plays))[1:]
    assert [("60" in line, "12" in line) for line in about] == [(True, False), (False, True)]


def test_how_many_samples_there_were_is_said_where_their_numbers_differ() -> None:
    deal = deals_of(made("ristikontra"))[0]
    analysis = analyse_deal(deal, Settings(samples=6))
    first, *rest = analysis.plays
    assert first.foresight is not None
    cut = structs.replace(first, foresight=structs.replace(first.foresight, samples=4))
    tongue = language("en")
    words = legend_words(tongue, (cut, *rest))
    assert any("are of 4–6 deals" in line for line in words)


def test_what_a_note_on_a_large_position_says_is_not_proved_and_takes_no_minutes() -> None:
    """Nine cards each and eight in the stock take minutes, six and eight less than a second."""
    log = ristilog.simulate("ristikontra", "large", deals=1, options={"hand_size": 9})
    values = (
        NoteValue(method="open-cards", loss=0),
        NoteValue(method="sampled", loss=0, samples=5, seed="0", policy="exact"),
    )
    notes = tuple(Annotation(at="1.3.1", text={"en": "So much."}, value=value) for value in values)
    found = ristilog.verify(structs.replace(log, annotations=notes), prove=True).findings
    assert [one.code for one in found] == ["W607", "W607"]


def test_so_many_solved_worlds_that_it_would_take_hours_are_not_proved() -> None:
    value = NoteValue(method="sampled", loss=0, samples=100_000, seed="0", policy="exact")
    note = Annotation(at="1.8.1", text={"en": "So much."}, value=value)
    found = ristilog.verify(structs.replace(made("ristikontra"), annotations=(note,)), prove=True).findings
    assert [one.code for one in found] == ["W607"]


@pytest.mark.parametrize("samples", [4, 60])
def test_what_an_analysis_says_by_what_a_player_could_know_is_proved(samples: int) -> None:
    deal = deals_of(made("ristikontra"))[0]
    analysis = analyse_deal(deal, Settings(samples=samples, foresight=True, seed="ä"))
    notes = []
    for play in analysis.plays:
        found = play.foresight
        assert found is not None
        chosen = found.choices[choice_of(ACTIONS[play.action])]
        value = NoteValue(
            method="sampled",
            best=found.best.replace(HIDDEN, "2c"),  # which card it would have been nobody knew
            loss=round(1000 * chosen.behind),
            se=round(1000 * chosen.behind_se),
            samples=found.samples,
            seed=found.seed,
            policy=found.method,
        )
        notes.append(Annotation(at=play.at, text={"en": "So much."}, value=value))
    log = structs.replace(made("ristikontra"), annotations=tuple(notes))
    assert ristilog.verify(log, prove=True).findings == ()


def given_or_never(number: int) -> int:
    if number:
        signal.pause()
    return number


def test_who_stops_work_in_processes_does_not_wait_for_what_is_under_way() -> None:
    results = in_order(2, given_or_never, [0, 1], "waited")
    assert next(results) == 0
    processes = active_children()
    assert isinstance(results, Generator)
    results.close()
    for process in processes:
        process.join(60)
    assert processes
    assert [process.exitcode for process in processes] == [-signal.SIGTERM] * len(processes)


def test_the_best_stands_first_among_choices_that_came_out_the_same() -> None:
    estimate = tied(0.0, 0.0, tie=True)
    rows = [line for line in words_of(estimate).splitlines() if line.startswith("   ")]
    assert ["king" in row for row in rows] == [True, False]
    other = structs.replace(estimate, best="N play 4c", ties=("N play 4c", "N play Kd"))
    rows = [line for line in words_of(other).splitlines() if line.startswith("   ")]
    assert ["king" in row for row in rows] == [False, True]


def test_a_packed_log_is_analysed_and_a_corpus_is_not(tmp_path: Path) -> None:
    path = deal_file(tmp_path)
    packed = tmp_path / "packed.json.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    plain, unpacked = (run("analyse", one, "--at", "1.9.3", "--samples", 5) for one in (path, packed))
    assert (plain.returncode, plain.stdout) == (0, unpacked.stdout)
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_bytes(2 * (msgspec.json.encode(json.loads(path.read_bytes())) + b"\n"))
    done = run("analyse", corpus)
    assert done.returncode == 2
    assert "this is a corpus" in done.stderr.decode()


@pytest.mark.parametrize("to", ["stream", "text", "token"])
def test_whatever_a_game_is_written_in_its_analysis_is_the_same(tmp_path: Path, to: str) -> None:
    path = deal_file(tmp_path)
    written = run("convert", path, "--to", to).stdout
    asked = ("--at", "1.9.3", "--samples", 5, "--json")
    one, other = (json.loads(run("analyse", "-", *asked, stdin=data).stdout) for data in (path.read_bytes(), written))
    assert one["deals"] == other["deals"]
    assert len(one["deals"]) == 1
