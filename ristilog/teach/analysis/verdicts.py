"""What estimates say of a choice, in a few words: how far behind the best it is, and whether that is more than luck."""

from collections.abc import Iterable, Iterator, Sequence

from ristilog.game.log import ACTIONS
from ristilog.teach.analysis.facts import OpenCards, PlayAnalysis
from ristilog.teach.language import Language, message
from ristilog.teach.solver.estimate import EXACT, ChoiceEstimate, Estimate, choice_of
from ristilog.teach.solver.rollout import POLICY


def solved_verdict(language: Language, found: OpenCards) -> str:
    """How a solved play compares with the best choice."""
    if not found.loss:
        return language.say("as good as any choice.")
    text = message("{points} less than with {choice}.")
    return language.say(text, points=language.card_points(found.loss), choice=in_words(language, found.best[0]))


def verdict(language: Language, estimate: Estimate, play: PlayAnalysis) -> str:
    """How the play made compares with the others, and whether that is more than luck."""
    choice = choice_of(ACTIONS[play.action])
    if choice not in estimate.choices:
        return language.say("nothing can be said of it.")
    made = estimate.choices[choice]
    if len({kind_of(one) for one in estimate.choices}) == 1:
        return language.say("there was no other choice.")
    if choice in estimate.ties:
        if not estimate.is_tie:
            return language.say("the best choice.")
        if kind_of(choice) == kind_of(estimate.best):
            return language.say("nothing looked better, though others are too close to tell.")
        if not made.behind and not made.behind_se:
            return language.say("the same as {choice}, every time.", choice=in_words(language, estimate.best))
        text = message("too close to tell: {behind} points behind {choice}.")
        return language.say(text, behind=behind(language, made), choice=in_words(language, estimate.best))
    text = message("{behind} points behind {choice}.")
    return language.say(text, behind=behind(language, made), choice=in_words(language, estimate.best))


def difference(language: Language, estimate: Estimate, choice: str) -> str:
    """How far a choice is behind the best, and whether that is more than luck."""
    found = estimate.choices[choice]
    if not found.behind and not found.behind_se:
        return language.say("the same every time")
    text = message("{behind} behind, more than luck")
    if choice in estimate.ties:
        text = message("{behind} behind, too close to tell")
    return language.say(text, behind=behind(language, found))


def behind(language: Language, choice: ChoiceEstimate) -> str:
    """How many card points a choice is behind the best, with the error of that."""
    return f"{decimal(language, choice.behind)} ± {decimal(language, choice.behind_se)}"


def kind_of(choice: str) -> str:
    """The rank of a choice, or ``dark``: choices of one kind are worth the same."""
    _, kind, card = choice.split(" ")
    return kind if kind == "dark" else card[0]


def in_words(language: Language, choice: str) -> str:
    """A choice in a few words: suits never matter, so a card goes by its rank."""
    kind = kind_of(choice)
    if kind == "dark":
        return language.say("the dark play")
    return language.say("{rank:a}", rank=language.nouns.ranks[kind])


def legend_words(language: Language, plays: Iterable[PlayAnalysis]) -> Iterator[str]:
    """What ± means, and what the estimates are of: of one kind each line, in as many samples as there were."""
    estimates = [one for play in plays for one in (play.hindsight, play.foresight) if one]
    if not estimates:
        return
    yield language.say(
        "± is one standard error: by chance alone a figure is off by more than that one time in three, "
        "and by more than twice that one time in twenty."
    )
    rolled = sorted({one.samples for one in estimates if one.method != EXACT})
    solved = sorted({one.samples for one in estimates if one.method == EXACT})
    if rolled:
        text = message("Estimates are of {number} deals played on by “{policy}”, seed {seed}.")
        yield language.say(text, number=_span(rolled), policy=POLICY, seed=estimates[0].seed)
    if solved:
        text = message("Estimates are of {number} deals, each solved, seed {seed}.")
        if rolled:
            text = message("Later in the deal they are of {number} deals, each solved.")
        yield language.say(text, number=_span(solved), seed=estimates[0].seed)


def _span(numbers: Sequence[int]) -> str:
    """One number, or the least and the most of several."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def decimal(language: Language, number: float) -> str:
    """A number to a tenth, without its sign."""
    text = f"{abs(number):.1f}"
    return text.replace(".", ",") if language.tag == "fi" else text
