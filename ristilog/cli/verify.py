"""``ristilog verify``: judge logs and say what is wrong with them, and where."""

import os
import sys
from collections.abc import Callable, Iterator

import click

from ristilog.cli.output import echo, echo_utf8
from ristilog.format.sources import Source, read_file, sources
from ristilog.game.errors import UnreadableInput
from ristilog.game.findings import printable
from ristilog.referee.report import REPORTERS, Summary
from ristilog.referee.verify import FailOn, Verdict, is_no_log, judge_bytes, judge_notes


@click.command("verify")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--output-format", type=click.Choice(sorted(REPORTERS)), default="text", show_default=True, help="How to report."
)
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="From which level on a finding makes a log fail.",
)
@click.option("--notes", metavar="FILE", help="Notes in a file of their own  [default: NAME.notes.json]")
def command(paths: tuple[str, ...], output_format: str, fail_on: FailOn, notes: str | None) -> None:
    """Prove game logs to the last card, or say what is wrong with them and where.

    PATH is a log, a folder (every *.json below it; JSON that is no game log is passed over and counted) or - for
    standard input. Notes in NAME.notes.json are judged with the log NAME.json beside them. What a finding means and
    how to mend it, `ristilog explain CODE` says.

    \b
    Exit status: 0 nothing at the failing level, 1 findings,
                 2 wrong usage or an unreadable path.

    \b
    ristilog verify game.json
    ristilog verify logs/ --output-format json
    ristilog simulate --rules ristikontra --seed demo | ristilog verify -
    """
    if not paths:
        raise click.UsageError("name a log, a folder, or - for standard input")
    if notes is not None and (len(paths) != 1 or os.path.isdir(paths[0])):
        raise click.UsageError("--notes goes with one log")
    reporter = REPORTERS[output_format](echo_utf8 if output_format == "json" else echo)
    files = ok = findings = skipped = 0
    complaints: list[str] = []

    def complain(sentence: str) -> None:
        complaints.append(sentence)
        click.echo(f"ristilog: {printable(sentence)}", err=True)

    for path in paths:
        before = files
        for source in sources(path, complain):
            try:
                data = source.read()
            except UnreadableInput as error:
                complain(str(error))
                continue
            verdict = judge_bytes(data, source.name, fail_on=fail_on)
            if source.in_folder and is_no_log(verdict.findings):
                skipped += 1
                continue
            for one in (verdict, *_with_notes(source, notes, verdict, fail_on, complain)):
                reporter.file(one)
                files, ok, findings = files + 1, ok + one.ok, findings + len(one.findings)
        if files == before and not complaints:
            complain(f"{path}: there is no game log in this folder")
    reporter.end(Summary(files=files, ok=ok, skipped=skipped, findings=findings))
    sys.exit(2 if complaints else 0 if ok == files else 1)


def _with_notes(
    source: Source, given: str | None, verdict: Verdict, fail_on: FailOn, complain: Callable[[str], None]
) -> Iterator[Verdict]:
    """The verdict on the notes that belong to a log, if there are any in a file of their own."""
    path = given or source.notes
    if path is not None:
        try:
            yield judge_notes(read_file(path), path, verdict, fail_on=fail_on)
        except UnreadableInput as error:
            complain(str(error))
