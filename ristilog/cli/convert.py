"""``ristilog convert``: a game from one kind of writing into another."""

import os
from pathlib import Path

import click

from ristilog.cli.changing import refuse, sound_text
from ristilog.cli.output import say, write_out
from ristilog.format.read import read
from ristilog.format.sources import Source
from ristilog.game.errors import RistilogError
from ristilog.record.documents import ENDINGS, KINDS, Kind, document_of, written
from ristilog.record.token import PREFIX
from ristilog.referee.verify import verify


@click.command("convert")
@click.argument("path", metavar="PATH")
@click.option("--to", "kind", type=click.Choice(KINDS), help="Into what  [default: by the name of FILE]")
@click.option("-o", "--output", metavar="FILE", help="Where to write [default: standard output]")
def command(path: str, kind: Kind | None, output: str | None) -> None:
    """Write a game as a log, as a recording, in the notation for people, or as one line.

    \b
    json    the log (*.json)
    stream  a recording, one event a line, to be gone on with (*.jsonl)
    text    the notation, a line a trick, for people (*.txt)
    token   one line to pass on, of the game alone (*.token)

    What PATH is written in is seen by itself; it may be - for standard input, or a token itself. Nothing is lost
    between json, stream and text. A token leaves out names, notes, times and titles. A game that cannot be read is
    refused, and every fault is named with its line and column; whether it was played by the rules is not asked here.

    \b
    Exit status: 0 written, 1 refused with findings,
                 2 wrong usage or an unreadable path.

    \b
    ristilog convert game.json -o game.txt
    ristilog convert saturday.txt -o saturday.json
    ristilog convert game.json --to token
    ristilog convert saturday.ristilog.jsonl --to text
    """
    kind = kind or _kind_by_name(output)
    if path.startswith(PREFIX) and not os.path.exists(path):
        path, data = "-", path.encode("utf-8", "surrogateescape")
    else:
        data = Source(path, in_folder=False).read()
    document = document_of(data)
    text = sound_text(path, document, "converted")
    reading = read(text)
    # What a token says is said by the rules, so they have to be known, and what stands in the log possible under them.
    findings = verify(text).findings if kind == "token" else reading.findings
    faults = [one for one in findings if one.code[0] == "F"]
    if faults or reading.log is None:
        refuse(path, document.placed(faults), "converted")
    if reading.tree is not None:
        raise RistilogError(f"the log is of format {reading.log.ristilog}; only a newer program may rewrite it")
    write_out(written(reading.log, kind), output)
    if kind == "token" and any((reading.log.players, reading.log.meta, reading.log.annotations)):
        say(f"{path}: the token has the game, not the names, titles and notes")


def _kind_by_name(output: str | None) -> Kind:
    kind = ENDINGS.get(Path(output).suffix) if output is not None else None
    if kind is None:
        raise click.UsageError(f"say what to write with --to ({', '.join(KINDS)}), or by the name of --output")
    return kind
