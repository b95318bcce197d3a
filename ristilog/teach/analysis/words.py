"""An analysis in words: what a deal's plays were worth, and every choice of one play."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ristilog.game.log import ACTIONS
from ristilog.game.table import OTHER_SIDE, SIDE, SIDES
from ristilog.replay.steps import DealSteps, Step
from ristilog.teach.analysis.facts import DealAnalysis, PlayAnalysis, Turn
from ristilog.teach.analysis.verdicts import decimal, difference, in_words, kind_of, solved_verdict, verdict
from ristilog.teach.language import Language, message
from ristilog.teach.people import People
from ristilog.teach.solver.estimate import EXACT, Estimate, choice_of

COSTLIEST: Final = 5
"""Plays of a deal that are named for what they cost."""


def nothing_words(language: Language) -> str:
    """What is said of a game of which no deal has plays on record."""
    return language.say("The plays of this game are not on record, so nothing can be said of them.")


def deal_words(language: Language, people: People, deal: DealSteps, analysis: DealAnalysis) -> Iterator[str]:
    """What the analysis of a whole deal, or of a trick, says: a line each, "" between parts, points indented by two."""
    yield _title(language, people, deal)
    if not analysis.plays:
        yield "  " + language.say("Too little of the cards is on record to say what its plays were worth.")
    if analysis.exact_from is not None:
        yield ""
        yield from _solved(language, people, deal, analysis)
    dark = [play for play in analysis.plays if ACTIONS[play.action].kind == "dark" and _has_something(play)]
    if dark:
        yield ""
        yield language.say("Dark plays")
        for play in dark:
            yield from _dark(language, people, deal, play)
    others = [play for play in analysis.plays if play.foresight is not None and play not in dark]
    if others:
        yield ""
        yield from _foresight(language, people, deal, others)


def play_words(language: Language, people: People, deal: DealSteps, play: PlayAnalysis) -> Iterator[str]:
    """Every choice of one play, with all cards known and by what its player could know."""
    yield f"{play.at} {_did(language, people, deal, play)}"
    side = people.sides[SIDE[play.seat]]
    if play.open is not None:
        yield ""
        yield language.say("With all cards known, solved: card points that {side} end the deal with", side=side)
        yield from _table(language, play)
        if play.open.line:
            yield language.say("Best play: {line}.", line=_line(language, people, play.open.line))
    if play.hindsight is not None:
        yield ""
        about = message("In this very deal, played on {number} times by “{policy}”: card points of {side}")
        yield language.say(about, number=play.hindsight.samples, policy=play.hindsight.method, side=side)
        yield from _estimates(language, play, play.hindsight)
    if play.foresight is not None:
        yield ""
        about = message("By what {who} could know, in {number} ways the cards may lie, played on by “{policy}”:")
        if play.foresight.method == EXACT:
            about = message("By what {who} could know, in {number} ways the cards may lie, each solved:")
        about = language.say(
            about, who=people.of(play.seat), number=play.foresight.samples, policy=play.foresight.method
        )
        yield f"{about} " + language.say("card points of {side}", side=side)
        yield from _estimates(language, play, play.foresight)
    if not _has_something(play):
        yield ""
        yield language.say("Too little of the cards is on record to say what this play was worth.")


# ---- the solved part of a deal


def _title(language: Language, people: People, deal: DealSteps) -> str:
    title = language.say("Deal {number}", number=deal.number)
    if deal.points is None:
        return title
    points = ", ".join(f"{people.sides[side]} {deal.points.of(side)}" for side in SIDES)
    return f"{title}: {points}"


def _solved(language: Language, people: People, deal: DealSteps, analysis: DealAnalysis) -> Iterator[str]:
    losses, best = analysis.losses, analysis.best
    if losses is not None and best is not None:
        yield language.say(
            "From {at} on, with all cards known, as they are to nobody at the table:", at=analysis.exact_from
        )
        text = message("best play would have brought {north} {ns} card points and {east} {ew};")
        yield "  " + language.say(text, north=people.sides["NS"], east=people.sides["EW"], ns=best.NS, ew=best.EW)
        text = message("the plays fell short of it by {ns} card points of {north} and {ew} of {east};")
        yield "  " + language.say(text, north=people.sides["NS"], east=people.sides["EW"], ns=losses.NS, ew=losses.EW)
        yield "  " + _turning(language, people, deal, analysis)
    costly = sorted(
        (play for play in analysis.plays if play.open is not None and play.open.loss),
        key=lambda play: -play.open.loss if play.open is not None else 0,
    )
    if costly:
        yield ""
        yield language.say("What cost most, with all cards known")
        for play in costly[:COSTLIEST]:
            assert play.open is not None
            text = message("{points} less than with {choice}.")
            cost = language.say(
                text, points=language.card_points(play.open.loss), choice=in_words(language, play.open.best[0])
            )
            yield f"  {play.at} {_did(language, people, deal, play)} {cost}"


def _turning(language: Language, people: People, deal: DealSteps, analysis: DealAnalysis) -> str:
    """Where the deal turned, or that it did not."""
    if not analysis.turns:
        game = _first_game(analysis)
        if game == 0:
            return language.say("no play changed who would win: neither side would.")
        first = next(play for play in analysis.plays if play.open is not None)
        side = SIDE[first.seat] if game > 0 else OTHER_SIDE[SIDE[first.seat]]
        return language.say("no play changed who would win: {side} would.", side=people.sides[side])
    last = analysis.turns[-1]
    said = language.say(
        "the deal turned at {at}: {did} {after}",
        at=last.at,
        did=_did(language, people, deal, next(play for play in analysis.plays if play.at == last.at)),
        after=_would_win(language, people, last),
    )
    before = [turn.at for turn in analysis.turns[:-1]]
    if before:
        said += " " + language.say("It had turned before at {places}.", places=", ".join(before))
    return said


def _would_win(language: Language, people: People, turn: Turn) -> str:
    if turn.after == "nobody":
        return language.say("From then on neither side would win it.")
    return language.say("From then on {side} would win it.", side=people.sides[turn.after])


def _first_game(analysis: DealAnalysis) -> int:
    first = next(play.open for play in analysis.plays if play.open is not None)
    return max(worth.game for worth in first.choices.values())


# ---- plays


def _dark(language: Language, people: People, deal: DealSteps, play: PlayAnalysis) -> Iterator[str]:
    yield f"  {play.at} {_did(language, people, deal, play)}"
    if play.foresight is not None:
        said = verdict(language, play.foresight, play)
        yield "    " + language.say("By what {who} could know: {verdict}", who=people.of(play.seat), verdict=said)
    if play.open is not None:
        yield "    " + language.say("In hindsight, solved: {verdict}", verdict=solved_verdict(language, play.open))
    elif play.hindsight is not None:
        said = verdict(language, play.hindsight, play)
        yield "    " + language.say("In hindsight: {verdict}", verdict=said)


def _foresight(language: Language, people: People, deal: DealSteps, plays: Sequence[PlayAnalysis]) -> Iterator[str]:
    """The plays from hand that were behind the best choice by what their players could know."""
    behind = [play for play in plays if play.foresight is not None and _is_behind(play.foresight, play)]
    yield language.say("Plays from hand, by what the player could know")
    text = message("{number} of {all} cannot be told from the best choice.")
    yield "  " + language.say(text, number=len(plays) - len(behind), all=len(plays))
    for play in behind:
        assert play.foresight is not None
        yield f"  {play.at} {_did(language, people, deal, play)} " + _capital(verdict(language, play.foresight, play))


def _is_behind(estimate: Estimate, play: PlayAnalysis) -> bool:
    choice = choice_of(ACTIONS[play.action])
    return choice in estimate.choices and choice not in estimate.ties


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _did(language: Language, people: People, deal: DealSteps, play: PlayAnalysis) -> str:
    """What was played, as one sentence."""
    action = ACTIONS[play.action]
    step = _step(deal, play)
    who, card = people.of(action.seat), language.nouns.cards.get(action.card)
    if card is None:  # a dark card that the record does not show
        return language.say("{who} plays in the dark.", who=who)
    if action.kind == "dark":
        if not step.before.trick:
            return language.say("{who} leads in the dark: {card} turns up.", who=who, card=card)
        return language.say("{who} plays in the dark: {card} turns up.", who=who, card=card)
    if not step.before.trick:
        return language.say("{who} leads {card}.", who=who, card=card)
    return language.say("{who} plays {card}.", who=who, card=card)


def _step(deal: DealSteps, play: PlayAnalysis) -> Step:
    return next(step for step in deal.steps if f"{deal.number}.{step.trick}.{step.play}" == play.at)


def _table(language: Language, play: PlayAnalysis) -> Iterator[str]:
    """The choices of a solved play, the best first, one line for each rank."""
    assert play.open is not None
    most = max(worth.points for worth in play.open.choices.values())
    rows = sorted(
        _by_kind(play.open.choices).items(), key=lambda row: -play.open.choices[row[1]].points if play.open else 0
    )
    for kind, choice in rows:
        points = play.open.choices[choice].points
        marks = _marks(language, kind == kind_of(play.action), points == most)
        yield f"  {points:>5}  {in_words(language, choice)}{marks}"


def _estimates(language: Language, play: PlayAnalysis, estimate: Estimate) -> Iterator[str]:
    """The same of estimates, each with its error and how far it is behind the best, which stands first."""
    best = kind_of(estimate.best)
    rows = sorted(
        _by_kind(estimate.choices).items(), key=lambda row: (-estimate.choices[row[1]].points, row[0] != best)
    )
    for kind, choice in rows:
        found = estimate.choices[choice]
        value = f"{decimal(language, found.points)} ± {decimal(language, found.points_se)}"
        is_best = kind == best
        line = f"  {value:>11}  {in_words(language, choice)}"
        line += _marks(language, kind == kind_of(play.action), is_best)
        if not is_best:
            line += ", " + difference(language, estimate, choice)
        yield line


def _marks(language: Language, is_made: bool, is_best: bool) -> str:
    marks = [language.say("the best")] if is_best else []
    if is_made:
        marks.append(language.say("played"))
    return "".join(f", {mark}" for mark in marks)


def _by_kind(choices: Iterable[str]) -> dict[str, str]:
    """Rank, or dark → the first choice of it; cards of one rank are worth the same."""
    return {kind_of(choice): choice for choice in reversed(list(choices))}


def _line(language: Language, people: People, line: Sequence[str]) -> str:
    """Plays as who and what; a semicolon stands where a trick ends."""
    said = []
    for number, text in enumerate(line):
        play = ACTIONS[text]
        form = message("{who} {card} from the stock") if play.kind == "dark" else "{who} {card}"
        one = language.say(form, who=people.of(play.seat), card=format(language.nouns.cards[play.card], "bare"))
        said.append(one + (";" if (len(line) - number) % 4 == 1 and number + 1 < len(line) else ","))
    return " ".join(said).rstrip(",")


def _has_something(play: PlayAnalysis) -> bool:
    return any(one is not None for one in (play.open, play.hindsight, play.foresight))
