"""``ristilog simulate``: a made match as a complete log."""

import click

from ristilog.cli.output import write_out
from ristilog.cli.settings import SET, options_of
from ristilog.format.write import pretty
from ristilog.game.ruleset import PRESET_NAMES
from ristilog.game.table import SEATS, Seat
from ristilog.record.simulate import simulate


@click.command("simulate")
@click.option("--rules", required=True, type=click.Choice(PRESET_NAMES), help="The ruleset.")
@click.option("--seed", required=True, help="Any text; deal k is shuffled with SEED/k.")
@click.option("--deals", type=click.IntRange(min=1), help="Adjourn after so many deals [default: play until won]")
@click.option("--dealer", type=click.Choice(SEATS), default="S", show_default=True, help="Who deals first.")
@SET
def command(rules: str, seed: str, deals: int | None, dealer: Seat, changes: tuple[str, ...]) -> None:
    """Play a match between four sensible players and print its log.

    The same arguments always give the same log, and the log verifies.

    \b
    ristilog simulate --rules ristikontra --seed demo > game.json
    ristilog simulate --rules ristiklappi --seed demo --deals 3 --dealer N
    ristilog simulate --rules alga-b --seed demo --set target=240
    """
    write_out(pretty(simulate(rules, seed, options=options_of(changes), deals=deals, dealer=dealer)), None)
