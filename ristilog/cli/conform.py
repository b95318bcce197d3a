"""``ristilog conform``: the conformance kit put to another implementation of the format."""

import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import msgspec

from ristilog.cli.output import echo, echo_utf8
from ristilog.cli.progress import Progress
from ristilog.game.findings import printable
from ristilog.referee.conformance import Case, Result, graded, kit_folder, read_kit, tally
from ristilog.referee.program import NoAnswer, Program, TooSlow

_SHOWN: Final = 20
"""Failures that are printed; the rest is counted."""
_PATIENCE: Final = 5
"""How often running a program may fail to answer in time before it is asked no more."""
_LONGEST_WAIT: Final = 3600


@click.command("conform")
@click.option("--cmd", metavar="COMMAND", required=True, help="The other implementation, with its arguments.")
@click.option("--kit", metavar="FOLDER", help="The kit  [default: the one that came with this program]")
@click.option("--group", multiple=True, metavar="GROUP", help="Only the cases of this group; may be repeated.")
@click.option("--seconds", type=float, default=30.0, show_default=True, help="How long one answer may take.")
@click.option("--all", "show_all", is_flag=True, help=f"Print every failure, not only the first {_SHOWN}.")
@click.option("--json", "as_json", is_flag=True, help="Print the tally and the failures as JSON.")
def command(cmd: str, kit: str | None, group: tuple[str, ...], seconds: float, show_all: bool, as_json: bool) -> None:
    """Put the conformance kit to another implementation of the game log and count what it gets right.

    COMMAND is started once. It reads a case a line, as JSON, and writes an answer a line; docs/format.md says what is
    asked and answered. A case that it cannot do it may answer with {"unsupported": "why"}.

    \b
    Exit status: 0 nothing wrong, 1 something was,
                 2 wrong usage, or no such program.

    \b
    ristilog conform --cmd "node mine.js"
    ristilog conform --cmd ./mine --group shuffle --group hash
    """
    cases = read_kit(Path(kit) if kit else kit_folder())
    groups = list(dict.fromkeys(case.group for case in cases))
    unknown = [one for one in group if one not in groups]
    if unknown:
        raise click.BadParameter(
            f"there is no group {unknown[0]!r}; there are {', '.join(groups)}", param_hint="--group"
        )
    try:
        words = shlex.split(cmd)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--cmd") from error
    if not words:
        raise click.BadParameter("name a program", param_hint="--cmd")
    if not 0 < seconds <= _LONGEST_WAIT:
        raise click.BadParameter(f"{seconds} is no time to wait; up to {_LONGEST_WAIT} seconds", param_hint="--seconds")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that the program is ended too
    results: list[Result] = []
    failures: list[Result] = []
    progress = Progress()
    with Program(words, seconds) as program:
        for one in _asked(program, [case for case in cases if not group or case.group in group]):
            results.append(one)
            if one.grade in ("wrong", "misplaced"):
                failures.append(one)
                if not as_json and (show_all or len(failures) <= _SHOWN):
                    progress.clear()
                    _report_failure(one)
            progress.show(f"{len(results):,} cases, {len(failures):,} wrong")
    progress.clear()
    if as_json:
        echo_utf8(msgspec.json.encode({"tally": tally(results), "failures": list(map(_failure, failures))}).decode())
    else:
        if not show_all and len(failures) > _SHOWN:
            echo(f"and {len(failures) - _SHOWN} more; --all prints them")
        _report(results)
    sys.exit(1 if failures else 0)


def _asked(program: Program, cases: Sequence[Case]) -> Iterator[Result]:
    """What came of every case; a program that is too slow several times running is asked no more."""
    slow = 0
    for case in cases:
        if slow == _PATIENCE:
            yield Result(case, "wrong", None, f"not asked: no answer came {_PATIENCE} times running")
            continue
        try:
            yield graded(case, program.ask(case.question))
            slow = 0
        except NoAnswer as error:
            slow = slow + 1 if isinstance(error, TooSlow) else 0
            yield Result(case, "wrong", None, str(error))


def _report_failure(one: Result) -> None:
    given = one.remark or msgspec.json.encode(one.answer).decode()
    echo(printable(f"{one.case.id}: {one.grade}"))
    echo(printable(f"    expected  {msgspec.json.encode(one.case.expect).decode()[:400]}"))
    echo(printable(f"    answered  {given[:400]}"))


def _report(results: Sequence[Result]) -> None:
    counts = tally(results)
    echo(f"{'':12}{'cases':>7}{'right':>8}{'misplaced':>11}{'wrong':>8}{'unsupported':>13}")
    for group, grades in counts.items():
        echo(_row(group, list(grades.values())))
    if len(counts) > 1:
        echo(_row("all", [sum(column) for column in zip(*(one.values() for one in counts.values()), strict=True)]))


def _row(name: str, numbers: Sequence[int]) -> str:
    right, misplaced, wrong, unsupported = numbers
    return f"{name:12}{sum(numbers):>7}{right:>8}{misplaced:>11}{wrong:>8}{unsupported:>13}"


def _failure(one: Result) -> dict[str, object]:
    return {
        "id": one.case.id,
        "grade": one.grade,
        "expect": one.case.expect,
        "answer": one.answer,
        "remark": one.remark,
    }
