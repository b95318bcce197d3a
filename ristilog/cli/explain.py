"""``ristilog explain``: what a finding means, and what to do about it."""

import difflib

import click

from ristilog.cli.output import echo
from ristilog.game.explanations import NAMES, explanation
from ristilog.game.findings import CODES, quoted


@click.command("explain")
@click.argument("findings", nargs=-1, metavar="[CODE]...")
def command(findings: tuple[str, ...]) -> None:
    """Say what findings mean, why they are faults, and how to mend them.

    CODE is a finding's code, in capitals or not, or its name. Without one all of them are listed.

    \b
    Exit status: 0 explained, 2 wrong usage.

    \b
    ristilog explain P302
    ristilog explain wrong-turn s401
    """
    codes = [_code(one) for one in findings]
    if codes:
        echo("\n".join(map(explanation, codes)).rstrip("\n"))
        return
    for code, about in CODES.items():
        echo(f"{code}  {about.name:<20}{about.severity}")


def _code(written: str) -> str:
    """The code that was meant by a code or a name."""
    code = NAMES.get(written.lower(), written.upper())
    if code in CODES:
        return code
    close = difflib.get_close_matches(code[:40], CODES, n=1) or difflib.get_close_matches(
        written.lower()[:40], NAMES, n=1
    )
    hint = f"did you mean {close[0]}?" if close else "without one, ristilog explain lists them all"
    raise click.UsageError(f"there is no finding {quoted(written)}; {hint}")
