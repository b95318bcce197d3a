"""What the commands have in common that make a log of a game, whatever that is written in."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import click

from ristilog.cli.output import write_out
from ristilog.format.sources import Source
from ristilog.format.write import pretty
from ristilog.game.findings import Finding, printable
from ristilog.record.documents import Document, document_of
from ristilog.record.fill import FILLABLE
from ristilog.record.made import Made
from ristilog.referee.report.lines import finding_line
from ristilog.referee.verify import verify


def change(path: str, make: Callable[[bytes], Made], output: str | None, in_place: bool, what: str) -> None:
    """Read a game, change its log and write that where it was asked for; one that is refused is left as it is.

    `what` says in the refusal what was not done to it. Ends the program with the exit status 1 if the log is refused.
    """
    if in_place and (output is not None or path == "-"):
        raise click.UsageError("--in-place goes with a file, and without --output")
    document = document_of(Source(path, in_folder=False).read())
    if in_place and document.kind != "json":
        raise click.UsageError(f"{path} is no JSON, which is what is written; name a file for it with --output")
    if output is not None and document.kind != "json" and _is_same_file(path, output):
        raise click.UsageError(f"{path} is no JSON, which is what is written; --output has to name another file")
    text = sound_text(path, document, what)
    made = make(text)
    if made.log is not None:
        write_out(pretty(made.log), path if in_place else output)
        for one in verify(made.log).findings:
            if one.code == "W602":  # what is not finished has no score, which may come as a surprise
                click.echo(printable(f"{path}: {one.message}"), err=True)
        return
    refuse(path, document.placed(made.findings), what)


def _is_same_file(path: str, output: str) -> bool:
    """Whether what is written would take the place of what was read."""
    try:
        return os.path.samefile(path, output)
    except OSError:  # one of them is not there
        return False


def sound_text(path: str, document: Document, what: str) -> bytes:
    """The log as JSON, if the writing it was read from is sound; warnings of that are said, errors end the program."""
    errors = [one for one in document.findings if one.severity == "error"]
    if errors or document.text is None:
        refuse(path, document.findings, what)
    for one in document.findings:
        click.echo(finding_line(path, one), err=True)
    return document.text


def refuse(path: str, findings: Sequence[Finding], what: str) -> NoReturn:
    """Say what is wrong and end the program with the exit status 1."""
    errors = [one for one in findings if one.severity == "error"]
    if errors and all(one.code in FILLABLE for one in errors):
        click.echo(finding_line(path, errors[0]), err=True)
        click.echo(
            printable(f"{path}: not {what}, since what can be computed is not in it: ristilog fill adds it."), err=True
        )
        sys.exit(1)
    for one in findings:
        click.echo(finding_line(path, one), err=True)
    click.echo(printable(f"{path}: not {what}, since there is something wrong in it."), err=True)
    sys.exit(1)
