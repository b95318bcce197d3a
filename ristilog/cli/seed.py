"""``ristilog seed``: secrets for dealing, what is published of them, and whether the two belong together."""

import json
import re
import secrets
import sys
from collections.abc import Iterable
from typing import Any, Final

import click

from ristilog.cli.output import echo, echo_utf8
from ristilog.cli.secrets_given import given, warn_if_weak
from ristilog.game.log import HASH
from ristilog.replay.shuffle import commitment, deal_seed, weakness

_MOST: Final = 10_000
"""Deals of one call."""

_JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")


@click.group("seed")
def command() -> None:
    """Make the secrets that deals are shuffled with, and hold them to what was published.

    docs/seeds.md goes through it step by step.

    \b
    ristilog seed new                     a secret and its commitment
    ristilog seed check SEED COMMITMENT   whether they belong together
    ristilog seed deal MASTER 1-20        a seed for every deal of a match
    """


@command.command("new")
@_JSON
def new(as_json: bool) -> None:
    """Make a secret of 256 random bits, and what to publish of it.

    It serves as a seed, as one party's part of a seed, or as the master secret of a match.

    \b
    ristilog seed new
    ristilog seed new --json > secret.json
    """
    seed = secrets.token_hex(32)
    if as_json:
        _json({"seed": seed, "commitment": commitment(seed)})
        return
    echo("Keep to yourself until the deal is over:")
    echo(f"  {seed}")
    echo("Publish before play:")
    echo(f"  {commitment(seed)}")


@command.command("check")
@click.argument("seed", metavar="SEED")
@click.argument("published", metavar="COMMITMENT")
@_JSON
def check(seed: str, published: str, as_json: bool) -> None:
    """Say whether a commitment belongs to a seed.

    SEED is - to read it from standard input, so that it does not stand in the shell's history. Of a seed that could be
    guessed from its commitment that is said too.

    \b
    Exit status: 0 it belongs, 1 it does not,
                 2 wrong usage, or what is no seed or no commitment.

    \b
    ristilog seed check kotka-2026/1 sha256:8a7d44418fdb…
    ristilog seed check - sha256:8a7d44418fdb… < seed.txt
    """
    if re.match(HASH, published) is None:
        raise click.BadParameter("a commitment is sha256: and 64 hex digits in lower case", param_hint="COMMITMENT")
    seed = given(seed)
    right = commitment(seed)
    if as_json:
        _json({"belongs": right == published, "commitment": right, "weakness": weakness(seed)})
    elif right == published:
        echo("The commitment belongs to the seed.")
    else:
        echo("The commitment does not belong to the seed, whose own is")
        echo(f"  {right}")
    if not as_json:
        warn_if_weak(seed)
    sys.exit(right != published)


@command.command("deal")
@click.argument("master", metavar="MASTER")
@click.argument("deals", metavar="K")
@click.option("--commitments", is_flag=True, help="Only what may be published before play.")
@_JSON
def deal(master: str, deals: str, commitments: bool, as_json: bool) -> None:
    """Print the seed of deal K that a master secret makes, and its commitment.

    K is a number from 1, or a range of them, as 1-20: then there is a line for each. One seed gives no other away.
    MASTER is - to read it from standard input.

    \b
    Exit status: 0 printed, 2 wrong usage, or what is no master secret.

    \b
    ristilog seed deal - 1-20 --commitments < master.txt
    ristilog seed deal - 3 < master.txt
    """
    numbers = _range(deals)
    master = given(master, "master secret")
    if as_json:
        _json(list(_of_deals(master, numbers, commitments)))
    else:
        for one in _of_deals(master, numbers, commitments):
            echo("  ".join(str(value) for value in one.values()))
    warn_if_weak(master, "master secret")


def _of_deals(master: str, numbers: Iterable[int], only_commitments: bool) -> Iterable[dict[str, Any]]:
    for number in numbers:
        seed = deal_seed(master, number)
        shown = {} if only_commitments else {"seed": seed}
        yield {"deal": number, **shown, "commitment": commitment(seed)}


def _range(text: str) -> range:
    found = re.fullmatch(r"([1-9][0-9]{0,14})(?:-([1-9][0-9]{0,14}))?", text)
    if found is None:
        raise click.BadParameter(f"{text!r} is neither a number from 1 nor a range like 1-20", param_hint="K")
    first, last = int(found[1]), int(found[2] or found[1])
    if not first <= last < first + _MOST:
        raise click.BadParameter(f"a range goes upwards, over {_MOST} deals at most", param_hint="K")
    return range(first, last + 1)


def _json(value: Any) -> None:
    echo_utf8(json.dumps(value, indent=2, ensure_ascii=False))
