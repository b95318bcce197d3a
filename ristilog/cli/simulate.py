"""``ristilog simulate``: made matches as complete logs."""

import os
import time
from contextlib import AbstractContextManager, closing
from typing import Final

import click

from ristilog.cli.games import Write, is_corpus, is_folder, to_corpus, to_folder, to_standard_output
from ristilog.cli.progress import Progress
from ristilog.cli.settings import SET, options_of
from ristilog.game.ruleset import PRESET_NAMES
from ristilog.game.table import SEATS, Seat
from ristilog.record.many import Games, games_written
from ristilog.teach.solver.policies import POLICIES

_DEFAULT: Final = "sensible"


def _players(_: click.Context, param: click.Parameter, text: str) -> dict[Seat, str]:
    """A policy for all, four of them in the order N, E, S, W, or ``SEAT=POLICY`` for some; the others are sensible."""
    words = [word.strip() for word in text.split(",")]
    named = [word.partition("=") for word in words]
    if len(words) == 1 and "=" not in text:
        words *= len(SEATS)
    if all(equals for _, equals, _ in named):
        seats = [seat.strip() for seat, _, _ in named]
        wrong = next((seat for place, seat in enumerate(seats) if seat not in SEATS or seat in seats[:place]), None)
        if wrong is not None:
            reason = "is named twice" if wrong in SEATS else f"is no seat; the seats are {', '.join(SEATS)}"
            raise click.BadParameter(f"{wrong!r} {reason}", param=param)
        given = {seat: policy.strip() for seat, _, policy in named}
        players = {seat: given.get(seat, _DEFAULT) for seat in SEATS}
    elif len(words) == len(SEATS) and "=" not in text:
        players = dict(zip(SEATS, words, strict=True))
    else:
        raise click.BadParameter(
            f"{text!r} is neither one policy nor four, nor a policy for some seats, as in N=random,S=random",
            param=param,
        )
    for policy in players.values():
        if policy not in POLICIES:
            raise click.BadParameter(f"there is no policy {policy!r}, only {', '.join(POLICIES)}", param=param)
    return players


@click.command("simulate")
@click.option("--rules", required=True, type=click.Choice(PRESET_NAMES), help="The ruleset.")
@click.option("--seed", required=True, help="Any text; deal k is shuffled with SEED/k.")
@click.option("--deals", type=click.IntRange(min=1), help="Adjourn after so many deals [default: play until won]")
@click.option("--dealer", type=click.Choice(SEATS), default="S", show_default=True, help="Who deals first.")
@click.option(
    "--players",
    default=_DEFAULT,
    show_default=True,
    metavar="POLICIES",
    callback=_players,
    help=f"Who plays how: {' or '.join(POLICIES)}, for all or by seat.",
)
@click.option(
    "--games", type=click.IntRange(1, 10_000_000), default=1, show_default=True, metavar="N", help="So many matches."
)
@click.option("-o", "--output", metavar="OUT", help="A file, a corpus or a folder [default: standard output]")
@click.option("-j", "--jobs", type=click.IntRange(0, 64), default=1, metavar="N", help="Processes; 0: one a core.")
@SET
def command(
    rules: str,
    seed: str,
    deals: int | None,
    dealer: Seat,
    players: dict[Seat, str],
    games: int,
    output: str | None,
    jobs: int,
    changes: tuple[str, ...],
) -> None:
    """Play matches between made players and print their logs.

    The same arguments always give the same logs, in however many processes, and every log verifies. Of several games,
    game g has the seed SEED/g, so that its deal k is shuffled with SEED/g/k; the dice of its players are thrown from
    the same seeds.

    \b
    POLICIES are one for all, four for N,E,S,W, or some by seat:
      random     any card that is allowed, or the dark play
      sensible   matches when it pays, adds points for the partner,
                 goes dark when the hand is too good to spoil
      strong     tries its choices in many worlds that agree with what
                 it has seen, and from the ninth trick on solves them;
                 far slower, above all without the compiled core

    OUT is NAME.json for one game, a corpus NAME.jsonl with a game a line, packed if it ends in .gz or .zst, or a
    folder, NAME/, with files SEED-0001.json. A file is replaced, a folder's games never are. Several games on
    standard output are a corpus.

    \b
    Exit status: 0 made, 2 wrong usage, or nowhere to write.

    \b
    ristilog simulate --rules ristikontra --seed demo > game.json
    ristilog simulate --rules ristiklappi --seed demo --deals 3 --dealer N
    ristilog simulate --rules alga-b --seed demo --set target=240
    ristilog simulate --rules ristikontra --seed duel --games 1000 --jobs 0 \\
                      --players N=random,S=random -o duel.jsonl.zst
    ristilog simulate --rules ristikontra --seed best --deals 1 \\
                      --players N=strong,S=strong
    """
    options = options_of(changes)
    made = Games(rules=rules, seed=seed, number=games, options=options, deals=deals, dealer=dealer, policy=players)
    lines, target = _target(made, output)
    progress, started, count = Progress(), time.monotonic(), 0
    progress.show(f"0 of {games:,} games")
    try:
        with closing(games_written(made, lines=lines, jobs=jobs or os.cpu_count() or 1)) as written, target as write:
            for number, one in enumerate(written, start=1):
                write(one.data)
                count += one.deals
                rate = number / max(time.monotonic() - started, 0.1)
                progress.show(f"{number:,} of {games:,} games, {count:,} deals, {rate:,.0f} games/s")
    finally:
        progress.clear()


def _target(made: Games, output: str | None) -> tuple[bool, AbstractContextManager[Write]]:
    """Where the games go, and whether as lines of a corpus."""
    if output is None or output == "-":
        return made.number > 1, to_standard_output()
    if is_folder(output):
        return False, to_folder(output, made.seed, made.number)
    if is_corpus(output):
        return True, to_corpus(output)
    if made.number > 1:
        raise click.BadParameter(
            f"{output!r} would be one file for {made.number:,} games; name a corpus, *.jsonl, or a folder, NAME/",
            param_hint="--output",
        )
    return False, to_corpus(output)
