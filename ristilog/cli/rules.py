"""``ristilog rules``: the agreement in words, one page to sign before play."""

import json
import textwrap
from collections.abc import Iterator
from typing import Any, Final

import click

from ristilog.cli.output import echo, echo_utf8
from ristilog.cli.settings import SET, options_of
from ristilog.format.schema import presets_document
from ristilog.game.ruleset import PRESET_NAMES, agreed, as_written, newest, settings
from ristilog.teach.agreement import Agreement, agreement, ruleset_line
from ristilog.teach.language import LANGUAGES, language

WIDTH: Final = 80


@click.command("rules")
@click.argument("name", required=False, metavar="[NAME]")
@SET
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="In which language.")
@click.option("--json", "as_json", is_flag=True, help="For programs: what a log's rules may be, and every setting.")
def command(name: str | None, changes: tuple[str, ...], lang: str, as_json: bool) -> None:
    """Print what a table agrees on, a page to sign before play.

    NAME is a preset; without it, the presets are listed.

    \b
    Exit status: 0 printed, 2 wrong usage or rules that are not to be had.

    \b
    ristilog rules
    ristilog rules ristiklappi --lang fi
    ristilog rules ristikontra --set target=5 --set dark_play=false
    ristilog rules alga-b --set target=240 --json
    """
    if name is None:
        if changes:
            raise click.UsageError("--set changes a preset: name one")
        _list(lang, as_json)
        return
    options, version = options_of(changes), newest(name)
    rules = agreed(name, version, options)
    if as_json:
        _json({"rules": as_written(name, version, options), "settings": settings(rules)})
        return
    for line in page(agreement(name, version, rules, language(lang))):
        echo(line)


def page(agreed: Agreement) -> Iterator[str]:
    """The lines of the page, none wider than a terminal."""
    yield agreed.title
    yield "=" * len(agreed.title)
    yield from textwrap.wrap(agreed.basis, WIDTH)
    if agreed.legend is not None:
        yield from textwrap.wrap(agreed.legend, WIDTH)
    for section in agreed.sections:
        yield ""
        yield section.title
        for clause in section.clauses:
            mark = "* " if clause.house else "- "
            yield from textwrap.wrap(clause.text, WIDTH, initial_indent=mark, subsequent_indent="  ")
    yield ""
    date, place = _blank(agreed.date, 30), _blank(agreed.place, WIDTH - 32)
    yield f"{date}  {place}"
    widest = max(len(called) for _, called in agreed.seats)
    for seat, called in agreed.seats:
        yield ""
        who = f"{seat}  {called.ljust(widest)}  "
        name = _blank(agreed.name, 30)
        yield f"{who}{name}  {_blank(agreed.signature, WIDTH - len(who) - 32)}"


def _blank(label: str, width: int) -> str:
    """A label and a line to write on."""
    return f"{label} ".ljust(width, "_")


def _list(lang: str, as_json: bool) -> None:
    if as_json:
        _json(presets_document())
        return
    for name in PRESET_NAMES:
        echo(f"{name.ljust(max(map(len, PRESET_NAMES)))}  {ruleset_line(name, language(lang))}")


def _json(value: dict[str, Any]) -> None:
    echo_utf8(json.dumps(value, indent=2, ensure_ascii=False))
