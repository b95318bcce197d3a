"""``ristilog analyse``: what every play of a game was worth."""

import itertools
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

import click

from ristilog.cli.changing import refuse, sound_text
from ristilog.cli.output import echo, echo_utf8
from ristilog.cli.progress import Progress
from ristilog.cli.terminal.signs import signs_of
from ristilog.format.corpus import logs_in
from ristilog.format.read import MAX_BYTES, read
from ristilog.format.sources import Source
from ristilog.format.write import game_hash
from ristilog.game.errors import RistilogError
from ristilog.game.log import ADDRESS, GameLog
from ristilog.record.documents import document_of
from ristilog.referee.parallel import in_order
from ristilog.referee.replayed import replay
from ristilog.referee.verify import verify
from ristilog.teach.analysis.deal import Answer, Question, analysis_of, answer
from ristilog.teach.analysis.facts import DealAnalysis, Settings
from ristilog.teach.analysis.game import Asked, as_json, asked_about
from ristilog.teach.analysis.verdicts import legend_words
from ristilog.teach.analysis.words import deal_words, nothing_words, play_words
from ristilog.teach.language import LANGUAGES, language
from ristilog.teach.people import people_of

_WIDEST: Final = 100
"""Columns that lines are wrapped at, however wide the terminal is."""


def _text(_: click.Context, param: click.Parameter, text: str) -> str:
    """A seed that can be written down again."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("it holds bytes that are no UTF-8", param=param) from None
    return text


@click.command("analyse")
@click.argument("path", metavar="GAME")
@click.option("--at", metavar="ADDRESS", help="Only a deal; of deal.trick or deal.trick.play every choice.")
@click.option("--foresight", is_flag=True, help="Look at every play from its seat, not at the dark plays alone.")
@click.option(
    "--exact-from",
    type=click.IntRange(1, 14),
    metavar="TRICK",
    help="Solve from here on [default: where the stock is gone]",
)
@click.option("--samples", type=click.IntRange(5, 1_000_000), default=100, show_default=True, help="Of an estimate.")
@click.option(
    "--time", "seconds", type=click.FloatRange(0.01), metavar="SECONDS", help="About so long for each estimate."
)
@click.option("--seed", default="0", callback=_text, show_default=True, help="Of what is drawn by lot.")
@click.option("-j", "--jobs", type=click.IntRange(0, 64), default=1, metavar="N", help="Processes; 0: one a core.")
@click.option("--json", "as_data", is_flag=True, help="One JSON object, with every choice of every play.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="In which language.")
def command(
    path: str,
    at: str | None,
    foresight: bool,
    exact_from: int | None,
    samples: int,
    seconds: float | None,
    seed: str,
    jobs: int,
    as_data: bool,
    lang: str,
) -> None:
    """Say what the plays of a game were worth, with all cards known and by what the players could know.

    Once the stock is gone every play is solved: what each choice would have brought if all had played best from there,
    seeing all cards. Before that, dark plays are looked at in hindsight, this very deal being played on by a simple
    player many times, and by what the player could know, in many ways the unseen cards may lie. What is too close to
    tell is never called a mistake. With --at every choice of a play is shown.

    Solving earlier, --exact-from 6 say, takes seconds a deal with the compiled solver and minutes without; ristilog
    --version tells which is there. With --samples ten times as many, errors are a third.

    \b
    Exit status: 0 analysed, 1 there is something wrong with the log,
                 2 wrong usage, an unreadable path or no such play.

    \b
    ristilog analyse game.json
    ristilog analyse game.json --at 2.9.3
    ristilog analyse game.json --foresight --samples 1000 --jobs 0
    ristilog analyse game.json --json > game.analysis.json
    """
    if at is not None and not re.fullmatch(ADDRESS, at):
        raise click.BadParameter(f"{at!r} is no address; write deal, deal.trick or deal.trick.play", param_hint="--at")
    log = _sound(path)
    settings = Settings(exact_from=exact_from, samples=samples, seconds=seconds, seed=seed, foresight=foresight)
    asked = asked_about(replay(log), settings, at)
    analyses = list(_analysed(asked, settings, jobs or os.cpu_count() or 1))
    if as_data:
        echo_utf8(as_json(path, game_hash(log), settings, analyses).decode())
        return
    if not asked:
        echo(nothing_words(language(lang)))
    alone = at is not None and "." in at
    for line in _lines(log, asked, analyses, lang, alone=alone):
        echo(line)


def _sound(path: str) -> GameLog:
    """The log at a path, whatever it is written in; ends the program if something is wrong with it."""
    texts = list(itertools.islice(logs_in(Source(path, in_folder=False), MAX_BYTES), 2))
    if len(texts) > 1:
        raise RistilogError(f"{path}: this is a corpus; analyse one of its lines: sed -n 1p FILE | ristilog analyse -")
    document = document_of(texts[0].data)
    text = sound_text(path, document, "analysed")
    errors = [one for one in verify(text).findings if one.severity == "error"]
    log = read(text).log
    if errors or log is None:
        refuse(path, document.placed(errors), "analysed")
    return log


def _analysed(asked: list[Asked], settings: Settings, jobs: int) -> Iterator[DealAnalysis]:
    """Every deal's analysis, the progress shown meanwhile."""
    weights = [[_weight(question) for question in one.questions] for one in asked]
    whole, done = sum(map(sum, weights)) or 1, 0
    progress = Progress()

    def show(extra: int) -> None:
        progress.show(_bar((done + extra) / whole))

    questions = [question for one in asked for question in one.questions]
    answers: Iterable[Answer]
    if jobs > 1:
        answers = in_order(jobs, partial(answer), questions, "analysed plays")
    else:
        answers = (answer(question, show) for question in questions)
    answered = iter(answers)
    try:
        for one, weight in zip(asked, weights, strict=True):
            found = []
            for each in weight:
                found.append(next(answered))
                done += each
                show(0)
            yield analysis_of(one.deal, settings, one.questions, found)
    finally:
        progress.clear()


def _weight(question: Question) -> int:
    """How long a question takes, roughly, in what is reported as it goes on."""
    return len(question.plays) if question.kind == "open" else question.settings.samples


def _bar(part: float) -> str:
    filled = round(20 * min(part, 1.0))
    return f"[{'#' * filled}{'.' * (20 - filled)}] {min(part, 1.0):.0%}"


def _lines(log: GameLog, asked: list[Asked], analyses: list[DealAnalysis], lang: str, *, alone: bool) -> Iterator[str]:
    tongue = language(lang)
    people, signs = people_of(log, tongue), signs_of(getattr(sys.stdout, "encoding", None))
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    for number, (one, analysis) in enumerate(zip(asked, analyses, strict=True)):
        parts = [play_words(tongue, people, one.deal, play) for play in analysis.plays] if alone else []
        parts = parts or [deal_words(tongue, people, one.deal, analysis)]
        for place, part in enumerate(parts):
            if number or place:
                yield ""
            for line in part:
                yield from map(signs.fitting, _wrapped(line, width))
    legend = list(legend_words(tongue, [play for analysis in analyses for play in analysis.plays]))
    for line in ["", *legend] if legend else []:
        yield from map(signs.fitting, _wrapped(line, width))


def _wrapped(line: str, width: int) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, width, subsequent_indent=indent + "  ", break_on_hyphens=False) or [""]
