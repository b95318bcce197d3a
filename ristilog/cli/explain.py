"""``ristilog explain``: what a finding means, and what to do about it."""

import click

from ristilog.cli.output import echo
from ristilog.game.codes import codes_of
from ristilog.game.explanations import explanation
from ristilog.game.findings import CODES


@click.command("explain")
@click.argument("findings", nargs=-1, metavar="[CODE]...")
def command(findings: tuple[str, ...]) -> None:
    """Say what findings mean, why they are faults, and how to mend them.

    CODE is a finding's code, in capitals or not, the beginning of some (P30), or a name. Without one all of them are
    listed.

    \b
    Exit status: 0 explained, 2 wrong usage.

    \b
    ristilog explain P302
    ristilog explain wrong-turn s401
    """
    try:
        codes = dict.fromkeys(code for many in findings for word in many.split(",") for code in codes_of(word))
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if codes:
        echo("\n".join(map(explanation, codes)).rstrip("\n"))
        return
    for code, about in CODES.items():
        echo(f"{code}  {about.name:<20}{about.severity}")
