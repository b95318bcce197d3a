"""``ristilog shuffle``: the cards that a seed deals."""

import json
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

import click

from ristilog.cli.output import echo, echo_utf8
from ristilog.cli.secrets_given import given, only_one_from_standard_input
from ristilog.game.ruleset import OPTIONS, PRESET_NAMES, PRESETS, newest
from ristilog.game.table import SEATS, Seat, clockwise_from
from ristilog.replay.shuffle import Dealt, deal_out, shuffled
from ristilog.teach.language import LANGUAGES, language
from ristilog.teach.shuffling import Headings, headings

WIDTH: Final = 80
_SIZES: Final = OPTIONS["hand_size"]


@click.command("shuffle")
@click.argument("seed", required=False, metavar="[SEED]")
@click.option(
    "--part", "parts", multiple=True, help="One party's part of the seed, in place of SEED; repeated, in order."
)
@click.option("--dealer", type=click.Choice(SEATS), default="S", show_default=True, help="Who deals.")
@click.option("--rules", type=click.Choice(PRESET_NAMES), help="Deal as many cards as these rules.")
@click.option("--hand-size", type=click.IntRange(min(_SIZES), max(_SIZES)), help="Deal so many  [default: 6]")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="In which language.")
@click.option("--json", "as_json", is_flag=True, help="For programs: pack, hands and stock, as a log has them.")
def command(
    seed: str | None,
    parts: tuple[str, ...],
    dealer: Seat,
    rules: str | None,
    hand_size: int | None,
    lang: str,
    as_json: bool,
) -> None:
    """Shuffle the pack with a seed and deal it: the whole pack, the four hands and the stock.

    SEED is - to read it from standard input, and so may one --part be. The seed of several parties is their parts in
    the order given, joined by newlines.

    \b
    Exit status: 0 printed, 2 wrong usage, or what is no seed.

    \b
    ristilog shuffle kotka-2026/1
    ristilog shuffle kotka-2026/1 --rules ristiklappi --dealer N --json
    ristilog shuffle --part "$SERVERS" --part "$NORTHS" --part "$EASTS"
    """
    if (seed is None) == (not parts):
        raise click.UsageError("name a seed, or its parts with --part")
    if rules is not None and hand_size is not None:
        raise click.UsageError("the rules say how many cards are dealt: --rules or --hand-size, not both")
    only_one_from_standard_input(*parts)
    whole = given(seed) if seed is not None else given("\n".join(map(given, parts)))
    size = hand_size or PRESETS[rules or "ristikontra", newest(rules or "ristikontra")].hand_size
    pack = shuffled(whole)
    dealt = deal_out(pack, dealer, size)
    if as_json:
        hands = {one: " ".join(dealt.hands[one]) for one in SEATS}
        shown = {
            "seed": whole,
            "dealer": dealer,
            "pack": " ".join(pack),
            "hands": hands,
            "stock": " ".join(dealt.stock),
        }
        echo_utf8(json.dumps(shown, indent=2, ensure_ascii=False))
        return
    for line in page(pack, dealt, dealer, headings(dealer, language(lang))):
        echo(line)


def page(pack: Sequence[str], dealt: Dealt, dealer: Seat, words: Headings) -> Iterator[str]:
    """The lines of the page, none wider than a terminal; the seat that leads comes first."""
    yield words.pack
    yield from _cards(pack)
    yield ""
    yield words.deal
    widest = max(map(len, words.seats.values()))
    _, *others = clockwise_from(dealer)
    for seat in (*others, dealer):
        yield f"  {seat}  {words.seats[seat].ljust(widest)}  {' '.join(dealt.hands[seat])}"
    yield ""
    yield words.stock
    yield from _cards(dealt.stock)


def _cards(cards: Sequence[str]) -> list[str]:
    """Cards in lines of thirteen."""
    return textwrap.wrap(" ".join(cards), 2 + 13 * 3, initial_indent="  ", subsequent_indent="  ")
