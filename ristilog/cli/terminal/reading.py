"""A game as plain text, from the first line to the last: for files, pipes, and those who listen to it."""

from collections.abc import Iterator

from ristilog.cli.terminal.signs import Signs
from ristilog.cli.terminal.table import plain_hands, plain_table
from ristilog.cli.terminal.walk import Walk, scene_at
from ristilog.cli.terminal.words import choices_at, for_ears, plain_lines, words_at
from ristilog.game.table import PARTNER, SEATS
from ristilog.teach.agreement import ruleset_title
from ristilog.teach.language import message
from ristilog.teach.results import match_result


def step_lines(walk: Walk, index: int, view: str, signs: Signs) -> Iterator[str]:
    """One step: what happened, the table, the notes, and what the next player could do."""
    scene = scene_at(walk, index, view)
    said = list(words_at(walk, index, view, for_ears(walk.language), ban=False))
    yield signs.fitting(walk.title)
    yield walk.steps[index].at
    yield from _fitting(plain_lines(said, walk.language), signs)
    if scene is not None:
        yield ""
        yield from plain_table(scene, signs)
        choices = list(choices_at(walk, index, view, for_ears(walk.language)))
        if choices:
            yield ""
            yield from _fitting(plain_lines(choices, walk.language), signs)


def game_lines(walk: Walk, view: str, signs: Signs) -> Iterator[str]:
    """The whole game: who plays, then every deal, trick and step with its notes, and the result."""
    return _fitting(_game(walk, view), signs)


def _game(walk: Walk, view: str) -> Iterator[str]:
    say, people = walk.language.say, walk.people
    yield walk.title
    yield say("Played by the rules of {name}", name=ruleset_title(walk.log.rules.name, walk.language)) + "."
    for seat in SEATS:
        partner = people.of(PARTNER[seat])
        about = message("{who}, {seat}, partner of {partner}")
        yield say(about, who=people.of(seat), seat=walk.language.nouns.seats[seat], partner=partner) + "."
    for index, told in enumerate(walk.steps):
        step = told.step
        if step is None:
            yield ""
            yield say("Deal {number}", number=walk.deal(index).deal.number)
        elif step.play == 1:
            yield ""
            trick = f"{walk.deal(index).deal.number}.{step.trick}"
            yield say("Trick {number}", number=trick)
        said = list(words_at(walk, index, view, for_ears(walk.language)))
        happened = [one.text.plain for one in said if not one.kind]
        yield " ".join(happened)
        yield from plain_lines([one for one in said if one.kind], walk.language)
        scene = scene_at(walk, index, view)
        if step is None and scene is not None and len(scene.position.hand("N")):
            yield from plain_hands(scene)
    result = match_result(walk.language, people, walk.log)
    if result:
        yield ""
        yield result


def _fitting(lines: Iterator[str], signs: Signs) -> Iterator[str]:
    return map(signs.fitting, lines)
