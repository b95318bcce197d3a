"""``ristilog fill``: add what a hand-written log lacks."""

import click

from ristilog.cli.changing import change
from ristilog.record.fill import fill


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
    change(path, fill, output, in_place, "filled")
