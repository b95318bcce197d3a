"""``ristilog show``: the table in the terminal, step by step or as plain text."""

import itertools
import re
import sys
from typing import Final

import click

from ristilog.cli.output import echo, say
from ristilog.cli.terminal.keyboard import can_be_taken_over
from ristilog.cli.terminal.reading import game_lines, step_lines
from ristilog.cli.terminal.screen import View
from ristilog.cli.terminal.signs import signs_of
from ristilog.cli.terminal.viewer import walk_through
from ristilog.cli.terminal.walk import VIEWS, Walk, walk_of
from ristilog.format.corpus import logs_in
from ristilog.format.read import MAX_BYTES
from ristilog.format.sources import Source
from ristilog.game.errors import RistilogError
from ristilog.game.log import ADDRESS
from ristilog.record.documents import document_of, verdict_on
from ristilog.referee.report.lines import finding_line
from ristilog.site.collect import Game, Refused, game_from
from ristilog.site.config import Config
from ristilog.teach.language import LANGUAGES, language

_FINDINGS: Final = 20
"""Findings that are named; verify names them all."""


@click.command("show")
@click.argument("path", metavar="GAME")
@click.option("--at", metavar="ADDRESS", help="Begin there: deal, deal.trick or deal.trick.play.")
@click.option("--view", type=click.Choice(VIEWS), default="open", show_default=True, help="Whose hands are shown.")
@click.option("--play", is_flag=True, help="Go on without a key, a step a second or so; any key halts it.")
@click.option("--speed", type=click.FloatRange(0.1, 100), default=1.0, show_default=True, help="Of --play.")
@click.option("--plain", is_flag=True, help="Plain text, as for a file or a screen reader.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="In which language.")
def command(path: str, at: str | None, view: str, play: bool, speed: float, plain: bool, lang: str) -> None:
    """Show a game log in the terminal, a step a screen, with the notes on it.

    GAME is a log, packed or not, a recording, a game in notation, a token's file, or - for standard input. Keys: arrows
    a step or a trick, s the next stop, ? all of them. Where standard input or output is no terminal, and with --plain,
    the game is printed as text: all of it, or with --at one step. A log that is a view of a game shows what it has,
    whatever --view says.

    \b
    Exit status: 0 shown, 1 there is something wrong with the log,
                 2 wrong usage, an unreadable path or no such step.

    \b
    ristilog show game.json
    ristilog show game.json --at 2.5.3 --view N
    ristilog show game.json --play --speed 2 --lang fi
    ristilog show game.json --plain > game.txt
    """
    if at is not None and not re.fullmatch(ADDRESS, at):
        raise click.BadParameter(f"{at!r} is no address; write deal, deal.trick or deal.trick.play", param_hint="--at")
    game = _game(path)
    walk = walk_of(game, language(lang))
    index = _index(walk, at)
    hands = view if view in walk.views else "open"
    signs = signs_of(getattr(sys.stdout, "encoding", None))
    if walk.steps and not plain and path != "-" and can_be_taken_over():
        walk_through(walk, View(index=index or 0, hands=hands, playing=play), signs, speed)
    else:
        for line in game_lines(walk, hands, signs) if index is None else step_lines(walk, index, hands, signs):
            echo(line)
    sys.exit(0 if walk.sound else 1)


def _game(path: str) -> Game:
    """The game at a path, its notes beside it; what is wrong with it is said. Ends the program if nothing is shown."""
    source = Source(path, in_folder=False)
    texts = list(itertools.islice(logs_in(source, MAX_BYTES), 2))
    if len(texts) > 1:
        raise RistilogError(f"{path}: this is a corpus; show one of its lines: sed -n 1p FILE | ristilog show -")
    document = document_of(texts[0].data)
    verdict = verdict_on(document, path)
    made = game_from(source, document.text or b"", verdict, Config(), allow_unverified=True)
    errors = [one for one in made.findings if one.severity == "error"]
    for one in errors[:_FINDINGS]:
        say(finding_line(path, one))
    if len(errors) > _FINDINGS:
        say(f"{path}: and {len(errors) - _FINDINGS} more; ristilog verify names them")
    if isinstance(made, Refused):
        say(f"{path}: this cannot be read as a game log.")
        sys.exit(1)
    return made


def _index(walk: Walk, at: str | None) -> int | None:
    """The step that was asked for."""
    if at is None:
        return None
    index = walk.find(at)
    if index is None:
        raise click.BadParameter(f"there is no step {at} to show in this game", param_hint="--at")
    return index
