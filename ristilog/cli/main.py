"""The command ``ristilog``: finds the subcommand and brings in only that one."""

import importlib
import importlib.metadata
import sys
from typing import Final

import click

from ristilog.cli.output import say
from ristilog.game.errors import RistilogError

COMMANDS: Final = (
    "verify",
    "explain",
    "fill",
    "annotate",
    "analyse",
    "record",
    "convert",
    "show",
    "simulate",
    "seed",
    "shuffle",
    "rules",
    "build-site",
    "conform",
    "upgrade",
)


class _Lazy(click.Group):
    """A group whose commands are imported when they are called, so that each starts as fast as it can."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"ristilog.cli.{cmd_name.replace('-', '_')}").command
        return command


_SOLVERS: Final = {
    "compiled": "compiled",
    "forced": "plain Python, as RISTILOG_SOLVER asks",
    "plain": "plain Python; no C compiler was there when it was installed",
}


def _version(context: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        core = importlib.import_module("ristilog.teach.solver.core")
        version = importlib.metadata.version("ristilog")
        solver = _SOLVERS["forced" if core.FORCED else core.CORE]
        click.echo(f"ristilog {version}, game log format 1.0 (solver: {solver})")
        context.exit()


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version and exit."
)
def ristilog() -> None:
    """The record, the referee and the teacher of Ristikontra.

    \b
    ristilog verify game.json              prove a game log to the last card
    ristilog explain P302                  what a finding means, how to mend it
    ristilog fill game.txt -o game.json    add what a hand-written log lacks
    ristilog annotate game.json --in-place note what is worth noticing
    ristilog analyse game.json             what every play was worth
    ristilog convert game.json -o game.txt a line a trick, and back again
    ristilog show game.json                the table in the terminal
    ristilog build-site samples -o site    pages that step through every deal
    ristilog rules ristikontra             the agreement, to sign before play
    ristilog simulate --rules ristiklappi --seed demo > game.json
    ristilog record saturday               a game at the table, while it is played
    ristilog seed new                      a secret for a deal
    ristilog shuffle my-seed               the cards that a seed deals
    ristilog conform --cmd "node mine.js"  try another implementation
    ristilog upgrade old.json --in-place   a log of an older format, in this one
    """


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):  # each is None if it was closed
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that cannot show a character gets its number
    try:
        sys.exit(ristilog.main(prog_name="ristilog", standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(128 + 2)
    except RistilogError as error:
        say(f"ristilog: {error}")
        sys.exit(2)
    except OSError as error:  # click's own output, of a page of help
        say(f"ristilog: {error.strerror}")
        sys.exit(2)
