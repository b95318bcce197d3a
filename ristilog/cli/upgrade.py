"""``ristilog upgrade``: logs of older versions of the format, written anew in the present one."""

import sys
from collections.abc import Sequence

import click

from ristilog.cli.output import echo, say, write_out
from ristilog.format.migrate import CURRENT, MIGRATIONS, Migrations
from ristilog.format.sources import Source
from ristilog.game.errors import RistilogError
from ristilog.game.findings import printable
from ristilog.record.upgrade import Upgraded, upgrade
from ristilog.referee.report.lines import finding_line


@click.command("upgrade")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-o", "--output", metavar="FILE", help="Where to write, of one PATH [default: standard output]")
@click.option("--in-place", is_flag=True, help="Write back to each PATH, whole or not at all.")
@click.option("--check", is_flag=True, help="Write nothing; say what would be upgraded.")
def command(paths: tuple[str, ...], output: str | None, in_place: bool, check: bool) -> None:
    """Write logs of older versions of the format anew in the present one.

    A log that is current already is left byte for byte as it is. Others are brought up one version after the other, and
    what comes out is verified: what is wrong in a game stays wrong and is named. A log that is not well formed, or that
    has no counterpart in the present version, is refused. There is no older version yet: format 1.0 is the first.

    \b
    Exit status: 0 all are current or were upgraded, 1 one was refused, has
                 errors, or with --check would change,
                 2 wrong usage, an unreadable path or a newer format.

    \b
    ristilog upgrade old.json -o new.json
    ristilog upgrade season/*.json --in-place
    ristilog upgrade season/*.json --check
    """
    if sum((output is not None, in_place, check)) > 1:
        raise click.UsageError("--output, --in-place and --check exclude each other")
    if len(paths) > 1 and not in_place and not check:
        raise click.UsageError("several logs are upgraded with --in-place, or looked at with --check")
    if in_place and "-" in paths:
        raise click.UsageError("--in-place goes with files")
    sys.exit(upgrade_paths(paths, output, in_place=in_place, check=check))


def upgrade_paths(
    paths: Sequence[str],
    output: str | None,
    *,
    in_place: bool,
    check: bool,
    migrations: Migrations = MIGRATIONS,
) -> int:
    """Upgrade each of some logs, or only look; the exit status."""
    statuses = [0]
    tell = echo if in_place or check else say  # where the log itself goes to standard output, nothing else does
    for path in paths:
        try:
            made = upgrade(Source(path, in_folder=False).read(), migrations=migrations)
            if made.data is not None and not check and not (in_place and made.is_current):
                write_out(made.data, path if in_place else output)
        except RistilogError as error:
            say(f"ristilog: {path}: {str(error).removeprefix(f'{path}: ')}")
            statuses.append(2)
            continue
        tell(printable(f"{path}: {_outcome(made, check)}"))
        for one in made.findings:
            if one.severity != "note":
                say(finding_line(path, one))
        failed = any(one.severity == "error" for one in made.findings)
        statuses.append(int(failed or (check and not made.is_current)))
    return max(statuses)


def _outcome(made: Upgraded, check: bool) -> str:
    if made.is_current:
        return f"format {CURRENT} already, left as it is."
    if made.data is None:
        return "not upgraded, since there is something wrong in it."
    return f"format {made.version}, {'would be ' if check else ''}upgraded to {CURRENT}."
