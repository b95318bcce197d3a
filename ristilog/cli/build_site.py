"""``ristilog build-site``: logs and pages in, a site out."""

import sys
import time
from pathlib import Path

import click

from ristilog.game.errors import RistilogError
from ristilog.game.findings import printable
from ristilog.referee.report.lines import finding_line
from ristilog.site.build import write_site
from ristilog.site.collect import collect
from ristilog.site.config import read_config
from ristilog.site.pages import site_files
from ristilog.site.serve import server


@click.command("build-site")
@click.argument("paths", metavar="SRC...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="OUT", required=True, help="The folder to write.")
@click.option("--config", metavar="FILE", help="The settings  [default: ristilog.toml in a folder given]")
@click.option("--allow-unverified", is_flag=True, help="Show logs that do not verify too, each with a warning.")
@click.option("--serve", is_flag=True, help="Serve the site on this machine until Ctrl-C.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Where --serve listens.")
def command(
    paths: tuple[str, ...], output: str, config: str | None, allow_unverified: bool, serve: bool, port: int
) -> None:
    """Build a static site from game logs and Markdown pages.

    SRC are logs, pages (*.md), or folders of both. Every log is verified first; one with anything wrong in it is
    refused, and nothing is written. OUT is replaced as a whole if an earlier build made it; a folder with anything else
    in it is left alone. The pages open from the disk as well as from a server.

    \b
    Exit status: 0 built, 1 a log was refused,
                 2 wrong usage or an unreadable path.

    \b
    ristilog build-site samples -o build/site
    ristilog build-site saturday.json lesson.md -o page --serve
    """
    started = time.monotonic()
    collected = collect(paths, read_config(Path(config)) if config else None, allow_unverified=allow_unverified)
    if collected.refused:
        for one in collected.refused:
            for found in one.findings:
                click.echo(finding_line(one.path, found), err=True)
        names = ", ".join(one.path for one in collected.refused)
        wanted = "cannot be read as a game log" if allow_unverified else "would have to verify first"
        click.echo(printable(f"Nothing was built: {names} {wanted}."), err=True)
        sys.exit(1)
    files = site_files(collected)
    count = write_site(files, Path(output))
    for warning in files.warnings:
        click.echo(printable(f"ristilog: {warning}"), err=True)
    if collected.skipped:
        left = _so_many(collected.skipped, "JSON file")
        click.echo(f"ristilog: {left} that names no version of the game log was left out", err=True)
    deals = sum(len(game.log.deals) for game in collected.games)
    click.echo(
        f"{_so_many(len(collected.games), 'game')}, {_so_many(deals, 'deal')}, {_so_many(count, 'file')} "
        f"in {time.monotonic() - started:.1f} s."
    )
    click.echo(printable(f"Open {Path(output) / 'index.html'}"))
    if serve:
        _serve(Path(output), port)


def _so_many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _serve(folder: Path, port: int) -> None:
    try:
        running = server(folder, port)
    except OSError as error:
        raise RistilogError(f"port {port}: {error.strerror}; choose another with --port") from error
    with running:
        click.echo(f"Serving http://127.0.0.1:{running.server_address[1]}/ until Ctrl-C.")
        running.serve_forever()
