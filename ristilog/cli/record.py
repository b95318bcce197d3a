"""``ristilog record``: the table at which a person records a game while it is played."""

import datetime
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NoReturn

import click
from msgspec import structs
from rich.console import Console

from ristilog.cli.output import echo, say, write_out
from ristilog.cli.settings import SET, options_of
from ristilog.cli.terminal.signs import Signs, signs_of
from ristilog.cli.terminal.talk.carry import carry_out
from ristilog.cli.terminal.talk.commands import Word
from ristilog.cli.terminal.talk.dealing import asked_for
from ristilog.cli.terminal.talk.ending import finished, hint, left, log_path, opened, recording_path, renamed
from ristilog.cli.terminal.talk.line import Lines, can_be_drawn_on
from ristilog.cli.terminal.talk.parse import parse
from ristilog.cli.terminal.talk.setup import Setup, completed, names_of, seat_words
from ristilog.cli.terminal.talk.sight import plain_screen, prompt, screen
from ristilog.cli.terminal.talk.state import Answer, Talk, line_taken_back, talk_of, wanted
from ristilog.cli.terminal.talk.told import trick_lines, where
from ristilog.format.write import pretty
from ristilog.game.errors import RistilogError
from ristilog.game.findings import printable
from ristilog.game.ruleset import PRESET_NAMES
from ristilog.game.table import SEATS, Seat
from ristilog.record.recorder import Recorder
from ristilog.referee.verify import verify
from ristilog.teach.language import LANGUAGES, language

VIEWS: Final = ("table", "open", *SEATS)


@click.command("record")
@click.argument("path", metavar="FILE")
@click.option("--rules", type=click.Choice(PRESET_NAMES), help="The ruleset  [default: asked, else ristikontra]")
@SET
@click.option("--players", metavar="N,E,S,W", help='Their names, North first: "Aino,Eero,Kaisa,Ville".')
@click.option("--dealer", type=click.Choice(SEATS), help="Who deals first  [default: asked, else S]")
@click.option(
    "--view",
    type=click.Choice(VIEWS),
    help="What is seen: the cards played, all, or one hand  [default: asked, else table]",
)
@click.option("--hand", type=click.Choice(SEATS), help="The same as --view with a seat: your own hand.")
@click.option("--title", help="What the match is called.")
@click.option("--date", metavar="YYYY-MM-DD", help="When it is played  [default: today]")
@click.option("--place", help="Where it is played.")
@click.option("--sync", is_flag=True, help="Force every play to the disk before it counts.")
@click.option("--plain", is_flag=True, help="Sentences only, for a screen reader.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="In which language.")
def command(
    path: str,
    rules: str | None,
    changes: tuple[str, ...],
    players: str | None,
    dealer: Seat | None,
    view: str | None,
    hand: Seat | None,
    title: str | None,
    date: str | None,
    place: str | None,
    sync: bool,
    plain: bool,
    lang: str,
) -> None:
    """Record a game at the table, while it is played.

    FILE is the recording, NAME.ristilog.jsonl; one that is there is gone on with. A card and Enter is a play: 7h, 10s,
    *Kd for one turned up in the dark, four in a row for a trick. ? shows what else can be typed. Every play is held to
    the rules and is in FILE before the next is asked for. When the match is won, or with end, the log is checked and
    written beside it as NAME.json. What is not given is asked for, on a terminal. From a file or pipe it reads a line
    after the other and stops at the first that is refused, unless the next one is stand.

    \b
    Exit status: 0 finished, or left to be gone on with,
                 1 the finished log does not verify, since something
                   was let stand; or a line of a file or pipe was refused,
                 2 wrong usage, or a recording that cannot be opened.

    \b
    ristilog record saturday
    ristilog record saturday --players "Aino,Eero,Kaisa,Ville" --dealer W
    ristilog record saturday --rules ristiklappi --hand S --lang fi
    ristilog record saturday --plain
    ristilog record saturday < plays.txt
    """
    if view is not None and hand is not None and view != hand:
        raise click.UsageError("--hand S is --view S; give one of them")
    if path in ("", "-") or not Path(path).name:
        raise click.BadParameter("a recording is a file with a name, such as saturday", param_hint="FILE")
    file = recording_path(path)
    if file.exists() and not file.is_file():  # a pipe, say, from which nothing could be gone on with
        raise RistilogError(f"{file}: this is no file that could be recorded in")
    plain = plain or not can_be_drawn_on()
    lines = Lines(plain=plain)
    try:
        begun = file.exists() and b"\n" in _beginning(file)
        if str(file) != path:
            echo(printable(renamed(file, language(lang))))
        if begun:
            if any((rules, changes, players, view, hand, title, date, place)):
                say(f"ristilog: {file} is there already: it goes on with the rules, names and view that it has")
            recorder = Recorder.resume(file, dealer or "S", sync=sync)
        else:
            about = {"title": title, "date": date or datetime.date.today().isoformat(), "place": place}
            setup = Setup(
                rules=rules,
                options=options_of(changes),
                players=_players(players),
                dealer=dealer,
                view=hand or view,
                about={key: text for key, text in about.items() if text} | {"language": lang},
            )
            recorder = _new(file, setup, lines, lang, sync=sync)
        with recorder:
            _converse(recorder, talk_of(recorder, language(lang)), lines, file, plain=plain, begun=begun)
    finally:
        lines.close()


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as handle:
            return handle.read(2**20)
    except OSError as error:
        raise RistilogError(f"{file}: {error.strerror}") from error


def _players(names: str | None) -> dict[Seat, str] | None:
    try:
        return None if names is None else names_of(names)
    except ValueError as error:
        raise click.BadParameter(f"{error}", param_hint="--players") from error


def _new(file: Path, setup: Setup, lines: Lines, lang: str, *, sync: bool) -> Recorder:
    """A new recording, what was not given being asked for on a terminal."""
    if lines.is_terminal:
        asked = completed(setup, language(lang), lines.ask, _wrapped)
        if asked is None:
            raise click.Abort
        setup = asked
    try:
        return Recorder(
            setup.rules or "ristikontra",
            setup.players,
            setup.dealer or "S",
            options=setup.options,
            view=setup.view or "table",
            about={"meta": dict(setup.about)},
            path=file,
            sync=sync,
        )
    except ValueError as error:  # of the match something cannot be on record as it was given
        raise RistilogError(f"{error}") from error


def _wrapped(text: str) -> None:
    """Print a line, broken between words where the terminal is narrow."""
    signs = signs_of(getattr(sys.stdout, "encoding", None))
    for line in textwrap.wrap(signs.fitting(text), shutil.get_terminal_size().columns - 1, subsequent_indent="   "):
        echo(line)


def _converse(recorder: Recorder, talk: Talk, lines: Lines, file: Path, *, plain: bool, begun: bool) -> None:
    """Take line after line until the recording is left or finished."""
    signs = signs_of(getattr(sys.stdout, "encoding", None))
    names = seat_words(talk.people.names)
    said = opened(recorder, talk.language, talk.people) if begun else _welcome(recorder, talk)
    answer, number = Answer(tuple(said)), 0
    while True:
        _show(recorder, talk, answer, signs, plain=plain)
        line = lines.ask(prompt(recorder, talk, signs) if lines.is_terminal else "")
        number += 1
        stopped = answer.refused and not lines.is_terminal
        if line is None:
            _leave(recorder, talk, file, signs, status=1 if stopped else 0)
        if lines.taken_back:
            answer = line_taken_back(talk)
            continue
        command = parse(line, names)
        if stopped and command != Word("stand"):
            say(f"ristilog: line {number - 1} was refused; nothing from there on was recorded")
            _leave(recorder, talk, file, signs, status=1)
        if answer.instead == "words" and command == Word("") and not plain:
            answer = structs.replace(answer, page=answer.page + 1)
            continue
        talk, answer = carry_out(recorder, talk, command)
        if plain and command == Word("table"):
            answer = Answer(tuple(plain_screen(recorder, talk, signs)))
        if plain and answer.instead == "tricks":
            answer = Answer((*trick_lines(recorder, talk.language, talk.people), *answer.said))
        if answer.leave == "finish":
            _finish(recorder, talk, file, signs)
        if answer.leave == "quit":
            _leave(recorder, talk, file, signs)


def _welcome(recorder: Recorder, talk: Talk) -> Iterable[str]:
    yield where(recorder, talk.language, talk.people)
    yield hint(talk.language)
    if wanted(recorder.log, recorder.rules, 0) is not None:
        yield asked_for(recorder, talk)


def _show(recorder: Recorder, talk: Talk, answer: Answer, signs: Signs, *, plain: bool) -> None:
    if plain:
        _echo(answer.said, signs)
        return
    console = Console(highlight=False, legacy_windows=False)
    width, height = console.size
    with console.capture() as capture:
        for line in screen(recorder, talk, answer, signs, width, height):
            console.print(line, soft_wrap=True)
    sys.stdout.write(f"\x1b[H\x1b[2J{capture.get()}")
    sys.stdout.flush()


def _echo(said: Iterable[str], signs: Signs) -> None:
    for line in said:
        echo(signs.fitting(printable(line)))


def _leave(recorder: Recorder, talk: Talk, file: Path, signs: Signs, *, status: int = 0) -> NoReturn:
    if recorder.expects == "nothing" and not status:
        _finish(recorder, talk, file, signs)
    recorder.close()
    _echo(left(recorder, file, talk.language, talk.people), signs)
    sys.exit(status)


def _finish(recorder: Recorder, talk: Talk, file: Path, signs: Signs) -> NoReturn:
    """Check the log and write it beside the recording."""
    log = recorder.close()
    verdict = verify(log)
    target = log_path(file, log)
    write_out(pretty(log), str(target))
    _echo(finished(verdict, log, target, talk.language, talk.people), signs)
    sys.exit(0 if verdict.ok else 1)
