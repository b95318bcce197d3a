"""``ristilog verify``: judge logs and say what is wrong with them, and where."""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from typing import Final

import click

from ristilog.cli.output import echo, echo_utf8, say
from ristilog.cli.progress import Progress
from ristilog.format.corpus import logs_in
from ristilog.format.sources import LOGS_AND_CORPORA, sources
from ristilog.game.codes import codes_of
from ristilog.game.errors import UnreadableInput
from ristilog.game.findings import CODES
from ristilog.referee.batch import Done, Sum, Task, Terms, judged_in_turn, names_a_version
from ristilog.referee.report.base import Look, Role, reporter
from ristilog.referee.verify import FailOn

FORMATS: Final = ("text", "concise", "json", "jsonl", "github", "sarif", "junit")
_FOR_PEOPLE: Final = ("text", "concise", "statistics")
_STYLES: Final[dict[Role, dict[str, object]]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "cyan"},
    "good": {"fg": "green"},
    "place": {"bold": True},
    "faint": {"fg": "bright_black"},
}
_UNITS: Final = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}


def _size(_: click.Context, param: click.Parameter, text: str) -> int:
    """A number of bytes: ``500000``, ``64k``, ``16M``, ``1G``."""
    match = re.fullmatch(r"([0-9]{1,12})([kmg]?)(?:i?b)?", text.strip().lower())
    if match is None or int(match[1]) == 0:
        raise click.BadParameter(f"{text!r} is no size; write bytes, or 64k, 16M or 1G", param=param)
    return int(match[1]) * _UNITS[match[2]]


def _codes(_: click.Context, param: click.Parameter, words: tuple[str, ...]) -> frozenset[str]:
    """The codes that an option names, several in one word or the option repeated."""
    found: frozenset[str] = frozenset()
    for word in (one.strip() for many in words for one in many.split(",") if one.strip()):
        try:
            found |= frozenset(codes_of(word))
        except ValueError as error:
            raise click.BadParameter(str(error), param=param) from error
    return found


@click.command("verify")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--output-format", type=click.Choice(FORMATS), default="text", show_default=True, help="How to report.")
@click.option("--select", multiple=True, metavar="CODES", callback=_codes, help="Report and count only these findings.")
@click.option("--ignore", multiple=True, metavar="CODES", callback=_codes, help="Neither report nor count these.")
@click.option(
    "--fail-on",
    type=click.Choice(["error", "warning"]),
    default="error",
    show_default=True,
    help="From which level on a finding makes a log fail.",
)
@click.option("-q", "--quiet", is_flag=True, help="Only errors and warnings: nothing of good logs, no summary.")
@click.option("--statistics", is_flag=True, help="How often each code was found, in place of the findings.")
@click.option(
    "--max-findings",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    metavar="N",
    help="Findings of one log that are shown; all are counted.",
)
@click.option(
    "--max-size", callback=_size, default="16M", show_default=True, metavar="SIZE", help="A larger log is not read."
)
@click.option("--prove", is_flag=True, help="Compute again what notes say that plays were worth.")
@click.option("-j", "--jobs", type=click.IntRange(0, 64), default=1, metavar="N", help="Processes; 0: one a core.")
@click.option("--notes", metavar="FILE", help="Notes in a file of their own  [default: NAME.notes.json]")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colours, for people.",
)
def command(
    paths: tuple[str, ...],
    output_format: str,
    select: frozenset[str],
    ignore: frozenset[str],
    fail_on: FailOn,
    quiet: bool,
    statistics: bool,
    max_findings: int,
    max_size: int,
    prove: bool,
    jobs: int,
    notes: str | None,
    color: str,
) -> None:
    """Prove game logs to the last card, or say what is wrong with them and where.

    PATH is a log, a corpus (*.jsonl, one log a line), a folder of them (JSON that is no game log is passed over and
    counted), or - for standard input; each may be packed (.gz, .zst). Notes in NAME.notes.json are judged with the
    log NAME.json beside them. CODES are codes, their beginnings or names, with commas: P301,S4,wrong-dealer; what they
    mean says ristilog explain.

    What a note says that a play was worth is not proved, and remarked (W607); with --prove it is solved or sampled
    again, and a value that is not so is an error (A503).

    \b
    Exit status: 0 nothing at the failing level, 1 findings,
                 2 wrong usage or an unreadable path.

    \b
    ristilog verify game.json
    ristilog verify logs/ --output-format sarif > logs.sarif
    ristilog verify million.jsonl.zst --jobs 0 --statistics
    ristilog simulate --rules ristikontra --seed demo | ristilog verify -
    """
    if not paths:
        raise click.UsageError("name a log, a folder, or - for standard input")
    if notes is not None and (len(paths) != 1 or os.path.isdir(paths[0])):
        raise click.UsageError("--notes goes with one log")
    if statistics and output_format not in _FOR_PEOPLE:
        raise click.UsageError(f"--statistics is for people; the {output_format} report has every finding")
    form = "statistics" if statistics else output_format
    progress = Progress(wanted=not quiet)
    started = time.monotonic()
    write = echo if form in _FOR_PEOPLE or form == "github" else echo_utf8
    report = reporter(form, write, _look(color, quiet) if form in _FOR_PEOPLE else Look(quiet=quiet))
    terms = Terms(
        codes=(select or frozenset(CODES)) - ignore,
        fail_on=fail_on,
        max_bytes=max_size,
        max_findings=max_findings,
        hashes=report.wants_hashes,
        prove=prove,
    )
    troubles = 0

    def complain(sentence: str) -> None:
        nonlocal troubles
        troubles += 1
        progress.clear()
        say(f"ristilog: {sentence}")
        report.trouble(sentence)

    total, deals = Sum(), 0
    for done in _done(_tasks(paths, notes, max_size, complain), terms, jobs):
        if done.trouble is not None:
            complain(done.trouble)
        total.add(done)
        for entry in done.entries:
            progress.clear()
            report.log(entry)
            deals += entry.verdict.deals
        rate = deals / max(time.monotonic() - started, 0.1)
        progress.show(f"{total.files:,} logs judged, {total.bad:,} bad, {rate:,.0f} deals/s")
    progress.clear()
    if not troubles:
        for path in paths:
            if os.path.isdir(path) and not total.found_in(path):
                complain(f"{path}: there is no game log in this folder")
    report.end(total.summary)
    if form == "text" and not quiet and sys.stderr is not None and sys.stderr.isatty():
        _point_to_explanations(total)
    sys.exit(2 if troubles else 1 if total.bad else 0)


def _done(tasks: Iterator[Task], terms: Terms, jobs: int) -> Iterator[Done]:
    if jobs == 1:
        return judged_in_turn(tasks, terms)
    from ristilog.referee.parallel import judged_by  # brings in what runs processes

    return judged_by(jobs or os.cpu_count() or 1, tasks, terms)


def _tasks(
    paths: tuple[str, ...], notes: str | None, max_bytes: int, complain: Callable[[str], None]
) -> Iterator[Task]:
    """Every log at the paths given; what cannot be read is complained of, and the rest is gone on with."""
    for path in paths:
        folder = path if os.path.isdir(path) else None
        for source in sources(path, complain, endings=LOGS_AND_CORPORA):
            beside = notes or source.notes
            may_be_other = source.in_folder
            try:
                for text in logs_in(source, max_bytes):
                    if text.line is not None and notes is not None:
                        raise click.UsageError("--notes goes with one log, and this is a corpus")
                    may_be_other = may_be_other and not names_a_version(text.data)
                    yield Task(
                        path=source.name,
                        data=text.data,
                        line=text.line,
                        folder=folder,
                        may_be_other=may_be_other,
                        notes=beside if text.line is None else None,
                    )
                    if text.line is not None and may_be_other:
                        break  # a corpus of something else, of which the first line is enough
            except UnreadableInput as error:
                complain(str(error))


def _point_to_explanations(total: Sum) -> None:
    codes = [code for code in total.summary.codes if CODES[code].severity != "note"]
    if codes:
        more = " …" if len(codes) > 5 else ""
        say(f"What it means and how to mend it: ristilog explain {' '.join(codes[:5])}{more}")


def _look(color: str, quiet: bool) -> Look:
    """How a report for people looks: coloured on a terminal that does not ask for none, and as wide as that is."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    wanted = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    coloured = color == "always" or (color == "auto" and (wanted or bool(os.environ.get("FORCE_COLOR"))))
    width = shutil.get_terminal_size().columns if terminal else 80
    return Look(paint=_painted, width=width, quiet=quiet) if coloured else Look(width=width, quiet=quiet)


def _painted(text: str, role: Role) -> str:
    return click.style(text, **_STYLES[role])  # type: ignore[arg-type]
