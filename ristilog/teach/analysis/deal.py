"""The analysis of a deal as questions that can be answered one by one, by several processes if need be."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from msgspec import Struct

from ristilog.game.errors import RistilogError
from ristilog.game.log import Play, SideNumbers
from ristilog.game.table import OTHER_SIDE, SIDE, Side
from ristilog.replay.scoring import Standing
from ristilog.replay.state import Position
from ristilog.replay.steps import DealSteps, Step
from ristilog.teach.analysis.facts import DealAnalysis, OpenCards, PlayAnalysis, Settings, Turn, Winner, Worth
from ristilog.teach.solver.board import all_known, terms_of
from ristilog.teach.solver.core import Search, Searcher
from ristilog.teach.solver.estimate import Estimate, estimate
from ristilog.teach.solver.exact import Value, best_line, values_of

PER_SOLVED: Final = 5
"""So many rollouts are asked for where one solved world is: it tells more, and takes longer."""
FEWEST: Final = 10
"""Solved worlds that are tried at least."""


class Question(Struct, frozen=True, kw_only=True):
    """Something to find out about plays of a deal."""

    kind: Literal["open", "hindsight", "foresight"]
    plays: tuple[int, ...]
    """Places among the steps of the deal; several only where they are solved, since what is found helps with the
    others."""
    positions: tuple[Position, ...]
    """Those in which they were made."""
    actions: tuple[Play, ...]
    before: Standing
    settings: Settings
    exact_from: int
    lines: bool
    """Whether a best line is wanted even where the play was the best."""


Answer = tuple[OpenCards, ...] | Estimate | None
"""What came of a question: of the plays in their order, of the one play, or nothing for want of known cards."""


def questions_of(deal: DealSteps, settings: Settings, trick: int = 0, play: int = 0) -> list[Question]:
    """What is to be asked about a deal; about a trick or a play of it alone, if they are given.

    ValueError if the deal has no such trick or play.
    """
    wanted = [number for number, step in enumerate(deal.steps) if trick in (0, step.trick) and play in (0, step.play)]
    if (trick or play) and not wanted:
        raise ValueError(f"deal {deal.number} has no trick or play {trick}.{play}")
    exact_from = exact_trick(deal, settings)
    open_cards = all_known(deal.first)
    alone = trick > 0

    def question(kind: Literal["open", "hindsight", "foresight"], *plays: int) -> Question:
        return Question(
            kind=kind,
            plays=plays,
            positions=tuple(deal.steps[number].before for number in plays),
            actions=tuple(deal.steps[number].action for number in plays),
            before=deal.before,
            settings=settings,
            exact_from=exact_from,
            lines=alone,
        )

    questions = []
    solved = [number for number in wanted if open_cards and deal.steps[number].trick >= exact_from]
    if solved:
        questions.append(question("open", *solved))
    for number in wanted:
        step = deal.steps[number]
        is_dark = step.action.kind == "dark"
        if open_cards and number not in solved and (is_dark or alone):
            questions.append(question("hindsight", number))
        if settings.foresight or is_dark or alone:
            questions.append(question("foresight", number))
    return questions


def exact_trick(deal: DealSteps, settings: Settings) -> int:
    """The trick from which on the plays of a deal are solved."""
    if settings.exact_from is not None:
        return settings.exact_from
    return deal.first.rules.stock_size // 4 + 1


def answer(question: Question, progress: Callable[[int], None] | None = None) -> Answer:
    """Answer a question; of the plays that are solved, `progress` is told how many have been, else how many samples."""
    if question.kind == "open":
        return _solved(question, progress)
    settings, position = question.settings, question.positions[0]
    samples = settings.samples
    is_solved = len(position.tricks) + 1 >= question.exact_from
    if is_solved:
        samples = max(FEWEST, samples // PER_SOLVED)
    try:
        return estimate(
            position,
            samples=samples,
            seconds=settings.seconds,
            seed=settings.seed,
            exact_from=question.exact_from,
            objective="points",
            before=question.before,
            known=question.kind == "hindsight",
            progress=progress,
        )
    except RistilogError:  # the record does not show the player's own hand
        return None


def analysis_of(
    deal: DealSteps, settings: Settings, questions: Sequence[Question], answers: Iterable[Answer]
) -> DealAnalysis:
    """What the answers to all the questions about a deal come to."""
    found: dict[int, dict[str, OpenCards | Estimate]] = {}
    for question, given in zip(questions, answers, strict=True):
        if given is None:
            continue
        each: Sequence[OpenCards | Estimate] = given if isinstance(given, tuple) else (given,)
        for number, one in zip(question.plays, each, strict=True):
            found.setdefault(number, {})[question.kind] = one
    plays = tuple(_play(deal, deal.steps[number], found[number]) for number in sorted(found))
    solved = [number for number in sorted(found) if "open" in found[number]]
    exact_from = exact_trick(deal, settings)
    whole = [number for number, step in enumerate(deal.steps) if step.trick >= exact_from]
    is_whole = bool(solved) and solved == whole
    return DealAnalysis(
        number=deal.number,
        exact_from=_address(deal, deal.steps[solved[0]]) if solved else None,
        plays=plays,
        losses=_losses(plays) if is_whole else None,
        best=_best(deal, plays) if is_whole else None,
        turns=tuple(_turns(plays)),
    )


def analyse_deal(deal: DealSteps, settings: Settings | None = None, *, trick: int = 0, play: int = 0) -> DealAnalysis:
    """Analyse a deal, or one trick or play of it, as far as its cards are known."""
    settings = settings or Settings()
    questions = questions_of(deal, settings, trick, play)
    return analysis_of(deal, settings, questions, [answer(question) for question in questions])


def _address(deal: DealSteps, step: Step) -> str:
    return f"{deal.number}.{step.trick}.{step.play}"


def _play(deal: DealSteps, step: Step, found: dict[str, OpenCards | Estimate]) -> PlayAnalysis:
    return PlayAnalysis(at=_address(deal, step), seat=step.action.seat, action=str(step.action), **found)  # type: ignore[arg-type]


def _solved(question: Question, progress: Callable[[int], None] | None) -> tuple[OpenCards, ...]:
    """What the choices of some plays were worth, the last play first: what is found there helps with those before."""
    search = Search(terms_of(question.positions[0].rules, question.before))
    answers = []
    for position, action in zip(reversed(question.positions), reversed(question.actions), strict=True):
        answers.append(_open_cards(position, action, search, line=question.lines))
        if progress is not None:
            progress(len(answers))
    return tuple(reversed(answers))


def _open_cards(position: Position, action: Play, search: Searcher, *, line: bool) -> OpenCards:
    pack = position.rules.pack_points
    choices = {choice: _for(action, value, pack) for choice, value in values_of(position, search).items()}
    most = max(worth.points for worth in choices.values())
    best = tuple(choice for choice, worth in choices.items() if worth.points == most)
    made = choices[str(action)]
    return OpenCards(
        choices=choices,
        best=best,
        loss=most - made.points,
        game_loss=max(worth.game for worth in choices.values()) - made.game,
        line=best_line(position, search) if line or made.points < most else (),
    )


def _for(action: Play, value: Value, pack: int) -> Worth:
    if SIDE[action.seat] == "NS":
        return Worth(value.points, value.game)
    return Worth(pack - value.points, -value.game)


def _losses(plays: Iterable[PlayAnalysis]) -> SideNumbers:
    lost: dict[Side, int] = {"NS": 0, "EW": 0}
    for play in plays:
        if play.open is not None:
            lost[SIDE[play.seat]] += play.open.loss
    return SideNumbers(**lost)


def _best(deal: DealSteps, plays: Iterable[PlayAnalysis]) -> SideNumbers:
    first = next(play for play in plays if play.open is not None)
    assert first.open is not None
    points = max(worth.points for worth in first.open.choices.values())
    rest = deal.first.rules.pack_points - points
    return SideNumbers(NS=points, EW=rest) if SIDE[first.seat] == "NS" else SideNumbers(NS=rest, EW=points)


def _turns(plays: Iterable[PlayAnalysis]) -> Iterable[Turn]:
    for play in plays:
        if play.open is None:
            continue
        best = max(worth.game for worth in play.open.choices.values())
        made = play.open.choices[play.action].game
        before, after = _winner(play, best), _winner(play, made)
        if before != after:
            yield Turn(play.at, before, after)


def _winner(play: PlayAnalysis, game: int) -> Winner:
    side = SIDE[play.seat]
    return side if game > 0 else OTHER_SIDE[side] if game < 0 else "nobody"
