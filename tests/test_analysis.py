"""`ristilog analyse`: what it finds out about plays, what it says of it, and what `verify --prove` makes of values."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec import structs

import ristilog
from ristilog.game.errors import RistilogError
from ristilog.game.log import ACTIONS, Annotation, GameLog, NoteValue
from ristilog.game.table import SIDE
from ristilog.replay.state import played
from ristilog.replay.steps import DealSteps
from ristilog.teach.analysis.deal import analyse_deal, analysis_of, answer, questions_of
from ristilog.teach.analysis.facts import DealAnalysis, PlayAnalysis, Settings
from ristilog.teach.analysis.game import asked_about
from ristilog.teach.analysis.verdicts import legend_words
from ristilog.teach.analysis.words import deal_words, play_words
from ristilog.teach.language import LANGUAGES, language
from ristilog.teach.people import people_of
from ristilog.teach.solver.estimate import ChoiceEstimate, Estimate
from ristilog.teach.solver.exact import solve
from tests.helpers import FILES, ROOT
from tests.test_cli import lines
from tests.test_cli import ristilog as run
from tests.test_notation import seen_by

QUICKLY = Settings(samples=6)
PRESETS = ("ristikontra", "ristikontra-fi", "ristiklappi", "alga-b", "alga-a")


@cache
def made(rules: str) -> GameLog:
    return ristilog.simulate(rules, "analysed", deals=2)


def deals_of(log: GameLog) -> list[DealSteps]:
    return [deal for deal in ristilog.replay(log) if deal is not None]


@cache
def analysed(rules: str) -> tuple[DealSteps, DealAnalysis]:
    deal = deals_of(made(rules))[1]
    return deal, analyse_deal(deal, QUICKLY)


def said(deal: DealSteps, analysis: DealAnalysis, tag: str = "en") -> str:
    log = made("ristikontra")
    words = deal_words(language(tag), people_of(log, language(tag)), deal, analysis)
    return "\n".join([*words, "", *legend_words(language(tag), analysis.plays)])


# ---- facts


@pytest.mark.parametrize("rules", PRESETS)
def test_what_best_play_would_have_brought_less_the_losses_is_what_was_won(rules: str) -> None:
    deal, analysis = analysed(rules)
    assert analysis.best is not None
    assert analysis.losses is not None
    assert deal.points is not None
    assert analysis.best.NS - analysis.losses.NS + analysis.losses.EW == deal.points.NS
    assert analysis.best.EW - analysis.losses.EW + analysis.losses.NS == deal.points.EW


@pytest.mark.parametrize("rules", PRESETS)
def test_a_solved_play_has_the_values_of_solve(rules: str) -> None:
    deal, analysis = analysed(rules)
    solved = [play for play in analysis.plays if play.open is not None]
    assert [play.at for play in solved] == [
        f"{deal.number}.{step.trick}.{step.play}" for step in deal.steps if not step.before.stock
    ]
    steps = {f"{deal.number}.{step.trick}.{step.play}": step for step in deal.steps}
    pack = deal.first.rules.pack_points
    for play in solved[8::5]:
        assert play.open is not None
        position = steps[play.at].before
        solution = solve(position, deal.before)
        is_ns = SIDE[play.seat] == "NS"
        for choice, worth in play.open.choices.items():
            value = solution.choices[choice]
            assert worth.points == (value.points if is_ns else pack - value.points)
            assert worth.game == (value.game if is_ns else -value.game)
        most = max(worth.points for worth in play.open.choices.values())
        assert play.open.loss == most - play.open.choices[play.action].points
        assert play.open.choices[play.open.best[0]].points == most
        assert bool(play.open.line) == bool(play.open.loss)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_best_line_is_played_by_the_rules_and_brings_what_it_says(rules: str) -> None:
    deal, analysis = analysed(rules)
    steps = {f"{deal.number}.{step.trick}.{step.play}": step for step in deal.steps}
    lines_seen = 0
    for play in analysis.plays:
        if play.open is None or not play.open.line:
            continue
        lines_seen += 1
        position = steps[play.at].before
        for text in play.open.line:
            assert ristilog.why_not(position, ACTIONS[text]) is None
            position = played(position, ACTIONS[text])
        assert position.over
        points = sum(trick.points for trick in position.tricks if SIDE[trick.winner] == SIDE[play.seat])
        assert points == max(worth.points for worth in play.open.choices.values())
    assert lines_seen


def test_the_deal_turns_where_the_winner_changes() -> None:
    for rules in PRESETS:
        _, analysis = analysed(rules)
        winner = None
        for turn in analysis.turns:
            assert turn.before != turn.after
            assert winner in (None, turn.before)
            winner = turn.after
            play = next(play for play in analysis.plays if play.at == turn.at)
            assert play.open is not None
            assert play.open.game_loss > 0


def test_the_last_turn_leaves_the_deal_to_who_won_it() -> None:
    turned = 0
    for seed in range(6):
        for deal in deals_of(ristilog.simulate("ristikontra", f"turn {seed}", deals=2, policy="random")):
            analysis = analyse_deal(deal, structs.replace(QUICKLY, samples=2))
            if not analysis.turns or deal.outcome is None:
                continue
            turned += 1
            award = deal.outcome.award
            won = "NS" if award.NS > award.EW else "EW" if award.EW > award.NS else "nobody"
            assert analysis.turns[-1].after == won
    assert turned >= 4


def test_dark_plays_are_looked_at_both_ways_and_the_others_are_not() -> None:
    deal, analysis = analysed("ristikontra")
    dark = [play for play in analysis.plays if " dark " in play.action]
    assert len(dark) == sum(1 for step in deal.steps if step.action.kind == "dark")
    assert all(play.hindsight and play.foresight for play in dark)
    assert not any(play.foresight for play in analysis.plays if play not in dark)
    for play in dark:
        assert play.hindsight is not None
        assert f"{play.seat} dark ??" in play.hindsight.choices
        assert (play.hindsight.samples, play.hindsight.method) == (6, "quick")


def test_a_play_asked_for_by_itself_is_looked_at_in_every_way() -> None:
    deal = deals_of(made("ristikontra"))[0]
    early = analyse_deal(deal, QUICKLY, trick=2, play=3)
    assert [play.at for play in early.plays] == ["1.2.3"]
    assert early.plays[0].hindsight
    assert early.plays[0].foresight
    assert early.losses is None
    late = analyse_deal(deal, QUICKLY, trick=11)
    assert [play.at for play in late.plays] == [f"1.11.{play}" for play in range(1, 5)]
    assert all(play.open and play.open.line and play.foresight for play in late.plays)
    assert {play.foresight.method for play in late.plays if play.foresight} == {"exact"}


def test_foresight_looks_at_every_play_and_earlier_tricks_can_be_solved() -> None:
    deal = deals_of(made("ristikontra"))[0]
    kinds = [question.kind for question in questions_of(deal, Settings(foresight=True))]
    assert kinds.count("foresight") == 52
    (solving, *_) = questions_of(deal, Settings(exact_from=7))
    assert len(solving.plays) == 28


def test_the_parts_of_an_analysis_may_be_answered_anywhere_in_any_order() -> None:
    deal = deals_of(made("ristikontra"))[1]
    questions = questions_of(deal, QUICKLY)
    answers = [answer(question) for question in reversed(questions)]
    assert analysis_of(deal, QUICKLY, questions, reversed(answers)) == analysed("ristikontra")[1]


def test_of_a_log_that_hides_cards_what_its_seat_knew_is_analysed() -> None:
    seen = seen_by(made("ristikontra"), "N")
    (deal, _) = deals_of(seen)
    early = analyse_deal(deal, structs.replace(QUICKLY, foresight=True), trick=3)
    assert {play.seat for play in early.plays} == {"N"}
    assert all(play.open is None and play.hindsight is None and play.foresight for play in early.plays)
    whole = deals_of(made("ristikontra"))[0]
    same = analyse_deal(whole, structs.replace(QUICKLY, foresight=True), trick=3)
    assert early.plays[0].foresight == next(play.foresight for play in same.plays if play.seat == "N")


def test_of_a_log_that_shows_no_hand_nothing_is_said() -> None:
    deal = deals_of(seen_by(made("ristikontra"), "public"))[0]
    assert analyse_deal(deal, QUICKLY).plays == ()
    assert "Too little of the cards is on record" in said(deal, analyse_deal(deal, QUICKLY))


def test_a_deal_or_play_that_is_not_there() -> None:
    deals = ristilog.replay(made("ristikontra"))
    for at in ("3", "1.14", "1.3.5"):
        with pytest.raises(RistilogError, match=at.split(".")[0]):
            asked_about(deals, QUICKLY, at)
    assert len(asked_about(deals, QUICKLY)) == 2
    assert [one.deal.number for one in asked_about(deals, QUICKLY, "2")] == [2]


# ---- words


def tied(behind: float, se: float, *, tie: bool, game: float = 0.0) -> Estimate:
    """An estimate of two choices, the four being behind the king."""

    def choice(points: float, behind: float, se: float) -> ChoiceEstimate:
        return ChoiceEstimate(
            points=points,
            points_se=2.0,
            game=game,
            game_se=0.1,
            behind=behind,
            behind_se=se,
            behind_points=behind,
            behind_points_se=se,
        )

    return Estimate(
        seat="N",
        choices={"N play 4c": choice(50.0 - behind, behind, se), "N play Kd": choice(50.0, 0.0, 0.0)},
        best="N play Kd",
        ties=("N play Kd", "N play 4c") if tie else ("N play Kd",),
        samples=100,
        seed="0",
        method="quick",
        objective="points",
    )


def words_of(estimate: Estimate, action: str = "N play 4c", tag: str = "en") -> str:
    log = made("ristikontra")
    deal = deals_of(log)[0]
    step = next(step for step in deal.steps if step.action.seat == "N")
    at = f"1.{step.trick}.{step.play}"
    play = PlayAnalysis(at=at, seat="N", action=action, foresight=estimate)
    return "\n".join(play_words(language(tag), people_of(log, language(tag)), deal, play))


def test_a_tie_is_never_called_a_mistake() -> None:
    text = words_of(tied(3.0, 2.5, tie=True))
    assert "3.0 ± 2.5 behind, too close to tell" in text
    assert "more than luck" not in text
    assert "3.0 ± 1.0 behind, more than luck" in words_of(tied(3.0, 1.0, tie=False))
    assert "the same every time" in words_of(tied(0.0, 0.0, tie=True))


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("rules", PRESETS)
def test_only_what_is_more_than_luck_is_called_worse(rules: str, tag: str) -> None:
    deal, analysis = analysed(rules)
    text = said(deal, analysis, tag)
    too_close = {"en": "too close to tell", "fi": "liian pieni"}[tag]
    for play in analysis.plays:
        if play.hindsight is None or play.foresight is None:
            continue
        part = text.split(f"  {play.at} ")[-1].split("\n  1.")[0].split("\n  2.")[0].split("\n\n")[0].splitlines()[1:]
        assert len(part) == 2, part
        for estimate, line in zip((play.foresight, play.hindsight), part, strict=True):
            choice = estimate.choices[f"{play.seat} dark ??"]
            is_tie = f"{play.seat} dark ??" in estimate.ties
            if is_tie and choice.behind:
                assert too_close in line
            if not is_tie:
                assert too_close not in line
                assert "±" in line


@pytest.mark.parametrize("rules", PRESETS)
def test_the_figures_of_a_deal_are_said(rules: str) -> None:
    deal, analysis = analysed(rules)
    text = said(deal, analysis)
    assert analysis.losses is not None
    assert analysis.best is not None
    assert f"North–South {analysis.best.NS} card points and East–West {analysis.best.EW}" in text
    assert f"{analysis.losses.NS} card points of North–South and {analysis.losses.EW} of East–West" in text
    assert ("turned at" in text) == bool(analysis.turns)
    worst = max((play for play in analysis.plays if play.open), key=lambda play: play.open.loss if play.open else 0)
    assert worst.open is not None
    if worst.open.loss:
        assert f"  {worst.at} " in text
        assert f"{worst.open.loss} point" in text
    assert "quick" in text


# ---- the command


def deal_file(tmp_path: Path, rules: str = "ristikontra") -> Path:
    path = tmp_path / "game.json"
    path.write_bytes(ristilog.pretty(made(rules)))
    return path


def test_a_deal_and_a_play_are_analysed_from_the_command_line(tmp_path: Path) -> None:
    path = deal_file(tmp_path)
    whole = run("analyse", path, "--at", "2", "--samples", 5, COLUMNS="60")
    assert (whole.returncode, whole.stderr) == (0, b"")
    assert lines(whole.stdout)[0].startswith("Deal 2: ")
    assert max(map(len, lines(whole.stdout))) <= 60
    play = run("analyse", path, "--at", "2.9.2", "--samples", 10, "--lang", "fi")
    assert play.returncode == 0
    assert "Kaikki kortit tiedossa" in play.stdout.decode()
    assert "saattoi tietää" in play.stdout.decode()


def test_the_analysis_as_data_is_the_same_in_any_number_of_processes(tmp_path: Path) -> None:
    path = deal_file(tmp_path)
    one, two = (run("analyse", path, "--json", "--samples", 5, "--jobs", jobs) for jobs in (1, 2))
    assert one.stdout == two.stdout
    data = json.loads(one.stdout)
    schema = json.loads((ROOT / "schemas/ristilog-analysis-1.schema.json").read_bytes())
    assert list(Draft202012Validator(schema).iter_errors(data)) == []
    assert data["ristilog-analysis"] == "1.0"
    assert data["game"] == ristilog.game_hash(made("ristikontra"))
    assert [deal["number"] for deal in data["deals"]] == [1, 2]
    assert data["settings"]["samples"] == 5
    play = next(play for play in data["deals"][0]["plays"] if play["open"])
    assert set(play["open"]) == {"choices", "best", "loss", "game_loss", "line"}


def test_another_seed_gives_other_samples_and_the_same_seed_the_same(tmp_path: Path) -> None:
    path = deal_file(tmp_path)
    texts = [run("analyse", path, "--at", "1.2.3", "--samples", 8, "--seed", seed).stdout for seed in ("a", "b", "a")]
    assert texts[0] == texts[2] != texts[1]


@pytest.mark.parametrize(
    ("at", "status", "says"),
    [("9", 2, "no deal 9"), ("1.2.9", 2, "1.2.9"), ("x", 2, "no address"), ("0.1", 2, "no address")],
)
def test_an_address_that_names_nothing(tmp_path: Path, at: str, status: int, says: str) -> None:
    done = run("analyse", deal_file(tmp_path), "--at", at)
    assert done.returncode == status
    assert says in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_a_log_with_something_wrong_in_it_is_refused() -> None:
    done = run("analyse", FILES / "bad" / "P302-not-in-hand.json")
    assert done.returncode == 1
    assert "P302" in done.stderr.decode()
    assert "not analysed" in done.stderr.decode()


# ---- verify --prove


def with_value(at: str, **value: Any) -> GameLog:
    note = Annotation(at=at, text={"en": "So much."}, value=NoteValue(**value))
    return structs.replace(made("ristikontra"), annotations=(note,))


def proved(log: GameLog) -> list[tuple[str, str, Any]]:
    return [(one.code, one.pointer, one.expected) for one in ristilog.verify(log, prove=True).findings]


def costly() -> PlayAnalysis:
    _, analysis = analysed("ristikontra")
    return max((play for play in analysis.plays if play.open), key=lambda play: play.open.loss if play.open else 0)


def test_a_true_value_is_proved_and_a_false_one_is_an_error() -> None:
    play = costly()
    assert play.open is not None
    true = {"method": "open-cards", "best": play.open.best[0], "loss": 1000 * play.open.loss, "se": 0}
    log = with_value(play.at, **true)
    assert [one.code for one in ristilog.verify(log).findings] == ["W607"]
    assert proved(log) == []
    assert proved(with_value(play.at, **(true | {"loss": 1000}))) == [
        ("A503", "/annotations/0/value/loss", 1000 * play.open.loss)
    ]
    assert proved(with_value(play.at, **(true | {"best": play.action}))) == [
        ("A503", "/annotations/0/value/best", play.open.best[0])
    ]
    assert proved(with_value(play.at, **(true | {"se": 7}))) == [("A503", "/annotations/0/value/se", 0)]


def test_a_sampled_value_is_proved_by_sampling_again() -> None:
    deal = deals_of(made("ristikontra"))[0]
    (play,) = analyse_deal(deal, structs.replace(QUICKLY, samples=20, seed="mine"), trick=3, play=2).plays
    assert play.foresight is not None
    kind = f"{play.seat} dark ??" if " dark " in play.action else play.action
    made_choice = play.foresight.choices[kind]
    true: dict[str, Any] = {
        "method": "sampled",
        "samples": 20,
        "seed": "mine",
        "policy": "quick",
        "loss": round(1000 * made_choice.behind),
        "se": round(1000 * made_choice.behind_se),
    }
    assert proved(with_value(play.at, **true)) == []
    (wrong,) = proved(with_value(play.at, **(true | {"loss": true["loss"] + 1})))
    assert wrong == ("A503", "/annotations/0/value/loss", true["loss"])
    unknown = proved(with_value(play.at, **(true | {"policy": "mine"})))
    assert unknown == [("W607", "/annotations/0/value", None)]


def test_what_cannot_be_solved_stays_unproved() -> None:
    early = with_value("1.1.1", method="open-cards", loss=0)
    assert proved(early) == [("W607", "/annotations/0/value", None)]
    assert proved(with_value("1", method="open-cards", loss=0)) == [("W607", "/annotations/0/value", None)]


def test_a_value_that_says_nothing_is_not_proved() -> None:
    assert proved(with_value("1.9.3", method="open-cards", se=0)) == [("W607", "/annotations/0/value", None)]
    sampled = {"method": "sampled", "samples": 10, "seed": "a", "policy": "exact"}
    assert proved(with_value("1.9.3", **sampled)) == [("W607", "/annotations/0/value", None)]


def test_the_command_proves_values_and_those_in_a_file_of_their_own(tmp_path: Path) -> None:
    play = costly()
    path = tmp_path / "game.json"
    path.write_bytes(ristilog.pretty(with_value(play.at, method="open-cards", loss=1)))
    assert run("verify", path).returncode == 0
    done = run("verify", path, "--prove")
    assert done.returncode == 1
    assert "A503 false-claim" in done.stdout.decode()
    assert "said to have been worth" in done.stdout.decode()
    bare = tmp_path / "bare.json"
    bare.write_bytes(ristilog.pretty(made("ristikontra")))
    notes = {
        "ristilog-notes": "1.0",
        "game": ristilog.game_hash(made("ristikontra")),
        "annotations": json.loads(path.read_bytes())["annotations"],
    }
    (tmp_path / "bare.notes.json").write_text(json.dumps(notes))
    assert run("verify", bare).returncode == 0
    assert run("verify", bare, "--prove", "--jobs", 2).returncode == 1
