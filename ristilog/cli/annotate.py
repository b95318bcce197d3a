"""``ristilog annotate``: notes, by the program or by hand."""

import re

import click
from msgspec import UNSET

from ristilog.cli.changing import change
from ristilog.game.log import ADDRESS, Annotation
from ristilog.record.annotate import annotate


@click.command("annotate")
@click.argument("path", metavar="PATH")
@click.option("--at", metavar="ADDRESS", help="Add one note by hand: to a deal, deal.trick or deal.trick.play.")
@click.option("--text", multiple=True, help="What it says, in Markdown; may be repeated, with a --lang each.")
@click.option("--lang", multiple=True, metavar="LANG", help="The text's language  [default: en]")
@click.option("--glyph", type=click.Choice(["!!", "!", "!?", "?!", "?", "??"]), help="A mark for the play.")
@click.option("--stop", is_flag=True, help="Let the walkthrough halt here.")
@click.option("--by", metavar="NAME", help="Who wrote it.")
@click.option("-o", "--output", metavar="FILE", help="Where to write  [default: standard output]")
@click.option("--in-place", is_flag=True, help="Write back to PATH, whole or not at all.")
def command(
    path: str,
    at: str | None,
    text: tuple[str, ...],
    lang: tuple[str, ...],
    glyph: str | None,
    stop: bool,
    by: str | None,
    output: str | None,
    in_place: bool,
) -> None:
    """Add notes to a game log: the program's own, or with --at one by hand.

    The program writes what it can prove, and writes it anew each time. A person's notes are never touched, the game
    hash does not change, and a log with anything wrong in it is refused.

    \b
    Exit status: 0 written, 1 refused with findings,
                 2 wrong usage or an unreadable path.

    \b
    ristilog annotate game.json --in-place
    ristilog annotate game.json --at 1.3.2 --text "Second seat **takes** it."
    ristilog annotate game.json --at 2.5 --text "Rich." --lang en \\
                                --text "Rikas." --lang fi --stop -o noted.json
    """
    note = None
    if at is not None:
        note = _note(at, text, lang or ("en",), glyph, stop, by)
    elif text or lang or glyph or stop or by:
        raise click.UsageError("--text, --lang, --glyph, --stop and --by go with --at")
    change(path, lambda data: annotate(data, note), output, in_place, "annotated")


def _note(
    at: str, text: tuple[str, ...], lang: tuple[str, ...], glyph: str | None, stop: bool, by: str | None
) -> Annotation:
    if not text:
        raise click.UsageError("a note by hand needs a --text")
    if len(text) != len(lang) or len(set(lang)) < len(lang):
        raise click.UsageError("every --text needs a --lang of its own")
    if not re.match(ADDRESS, at):
        raise click.BadParameter(f"{at!r} is no address; write deal, deal.trick or deal.trick.play", param_hint="--at")
    return Annotation(
        at=at,
        text=dict(zip(lang, text, strict=True)),
        glyph=glyph or UNSET,  # type: ignore[arg-type]  # one of the choices
        stop=stop or UNSET,
        by=by or UNSET,
    )
