"""``ristilog fill``: add what a hand-written log lacks."""

import sys

import click

from ristilog.cli.output import refuse, write_out
from ristilog.cli.sources import Source
from ristilog.format.write import pretty
from ristilog.game.errors import RistilogError
from ristilog.record.fill import fill
from ristilog.referee.report import finding_line


@click.command("fill")
@click.argument("path", metavar="PATH")
@click.option("-o", "--output", metavar="FILE", help="Where to write [default: standard output]")
@click.option("--in-place", is_flag=True, help="Write back to PATH, whole or not at all.")
def command(path: str, output: str | None, in_place: bool) -> None:
    """Add what a hand-written log lacks, computed from its actions.

    Draws that the stock determines, the winner and points of every finished trick, the score of every finished deal,
    and the result of a match that has been won. Nothing that is written is changed, and a log with anything wrong in
    it is refused: what is wrong is named, and nothing is written.

    \b
    Exit status: 0 filled, 1 refused with findings,
                 2 wrong usage or an unreadable path.

    \b
    ristilog fill saturday.json -o saturday-full.json
    ristilog fill saturday.json --in-place
    ristilog fill - < saturday.json | ristilog verify -
    """
    if in_place and (output is not None or path == "-"):
        raise click.UsageError("--in-place goes with a file, and without --output")
    try:
        filled = fill(Source(path, in_folder=False).read())
        if filled.log is not None:
            write_out(pretty(filled.log), path if in_place else output)
            return
    except RistilogError as error:
        raise refuse(error) from error
    for one in filled.findings:
        click.echo(finding_line(path, one), err=True)
    click.echo(f"{path}: not filled, since there is something wrong in it.", err=True)
    sys.exit(1)
