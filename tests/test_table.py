"""The table drawn for a terminal: its lines fit, it shows what is so and nothing that is hidden, in words too."""

from collections.abc import Iterator

import pytest
from msgspec import structs
from rich.cells import cell_len

from ristilog import replay, simulate
from ristilog.cli.terminal.signs import Signs, signs_of
from ristilog.cli.terminal.table import NARROWEST, WIDEST, Scene, drawn_table, plain_table, table_lines
from ristilog.game.log import GameLog, Player, Players
from ristilog.game.table import SEATS, Seat
from ristilog.referee.verify import verify
from ristilog.replay.scoring import trick_winner
from ristilog.replay.steps import DealSteps, Step
from ristilog.teach.language import LANGUAGES, language
from ristilog.teach.people import people_of
from tests.helpers import ROOT

UTF, ASCII = signs_of("utf-8"), signs_of("ascii")
HOSTILE = Players(
    N=Player(name="[bold red]x[/]"),
    E=Player(name="\x1b[2J" + "牌" * 40),
    S=Player(name="a\u202eb\tc"),
    W=Player(name="W" * 200),
)


def sample(name: str) -> GameLog:
    log = verify(ROOT / f"samples/{name}.json").log
    assert log is not None
    return log


def scene(log: GameLog, deal: DealSteps, step: Step | None, tag: str = "en", shown: str = "NESW") -> Scene:
    spoken = language(tag)
    return Scene(
        position=step.after if step else deal.first,
        people=people_of(log, spoken),
        language=spoken,
        standing=deal.before,
        deal=deal.number,
        shown=frozenset(seat for seat in SEATS if seat in shown),
    )


def scenes(log: GameLog, tag: str = "en", shown: str = "NESW") -> Iterator[Scene]:
    for deal in replay(log):
        assert deal is not None
        for step in (None, *deal.steps):
            yield scene(log, deal, step, tag, shown)


LOGS = [
    sample("kotka-final"),
    sample("rovaniemi-klappi"),
    structs.replace(simulate("ristikontra", "t", deals=1, options={"hand_size": 9}), players=HOSTILE),
    simulate("alga-b", "t", deals=3, options={"draw": "after-trick"}),
]


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("signs", [UTF, signs_of("latin-1"), ASCII], ids=lambda one: one.encoding)
@pytest.mark.parametrize("width", [40, 43, 44, 60, 100])
def test_every_line_fits_and_can_be_shown(width: int, signs: Signs, tag: str) -> None:
    for log in LOGS:
        heights = set()
        for one in list(scenes(log, tag))[::7]:
            lines = table_lines(one, signs, width)
            assert {line.cell_len for line in lines} == {min(width, WIDEST)}
            heights.add(len(lines))
            for text in (*(line.plain for line in lines), *plain_table(one, signs)):
                text.encode(signs.encoding)
                assert text.isprintable(), text
        assert len(heights) == 1  # the table stands still


def test_a_table_narrower_than_it_can_be_is_cut_by_the_terminal() -> None:
    assert table_lines(next(scenes(LOGS[0])), UTF, 10)[0].cell_len == NARROWEST


def test_every_card_and_mark_is_drawn() -> None:
    for log in LOGS:
        for one in scenes(log):
            drawn = drawn_table(one, UTF, WIDEST).plain
            for seat in SEATS:
                for card in one.position.hand(seat).known:
                    assert UTF.card(card) in drawn
            assert drawn.count("dark") == sum(play.kind == "dark" for play in one.lying)
            assert drawn.count("╔") == (1 if one.lying else 0)
            assert drawn.count("▶") == (one.position.to_act is not None)
            for order, play in enumerate(one.lying, start=1):
                assert f"══{order}══" in drawn or f"──{order}──" in drawn
                assert f"{UTF.card(play.card)} " in drawn


def test_the_winning_card_is_the_one_in_double_lines() -> None:
    for one in scenes(LOGS[0]):
        if one.lying:
            drawn = drawn_table(one, ASCII, 60).plain
            order = [play.seat for play in one.lying].index(trick_winner(one.lying)) + 1
            assert f"#=={order}==#" in drawn


@pytest.mark.parametrize("seat", SEATS)
def test_a_hidden_hand_is_neither_drawn_nor_said(seat: Seat) -> None:
    for one in scenes(LOGS[0], shown="".join(other for other in SEATS if other != seat)):
        names = language("en").nouns.cards
        drawn, said = drawn_table(one, UTF, 60).plain, " ".join(plain_table(one, UTF))
        lying = [play.card for play in one.lying]
        for card in one.position.hand(seat).known:
            assert UTF.card(card) not in drawn
            assert f"{names[card]:bare}" not in said or card in lying
        assert drawn.count("▒▒") == len(one.position.hand(seat))


def test_whether_a_ban_is_waived_is_not_given_away() -> None:
    log = simulate("ristikontra", "b22", deals=3, options={"lead_limit": 2})
    seen, unseen = [list(scenes(log, shown=shown)) for shown in ("NESW", "")]
    assert any(one.barred for one in seen)
    assert all(set(one.barred) <= set(other.barred) for one, other in zip(seen, unseen, strict=True))


def test_what_may_not_be_played_is_said() -> None:
    barred = [one for one in scenes(LOGS[0]) if one.barred]
    assert barred
    for one in barred:
        (rank,) = one.barred
        assert f"barred: {'10' if rank == 'T' else rank} " in drawn_table(one, UTF, 60).plain.splitlines()[0]
        assert any("may not be led now" in line for line in plain_table(one, UTF))
    kings = [one for one in scenes(LOGS[1]) if "K" in one.barred]
    assert any("Three kings are out." in " ".join(plain_table(one, UTF)) for one in kings)


def test_the_table_in_words() -> None:
    log = LOGS[0]
    deal = replay(log)[0]
    assert deal is not None
    assert plain_table(scene(log, deal, deal.steps[9], shown="N"), UTF) == [
        "Deal 1. Trick 3.",
        "Aino holds: three of spades, eight of diamonds, five of hearts, ten of diamonds, ace of spades, jack of "
        "diamonds.",
        "Eero holds: 6 hidden cards.",
        "Helmi holds: 6 hidden cards.",
        "Ville holds: 6 hidden cards.",
        "In the trick, 0 points:",
        "1. Ville: nine of clubs, winning",
        "2. Aino: five of diamonds, dark",
        "18 cards in the stock.",
        "Card points: North–South 0, East–West 25.",
        "The match: North–South 0, East–West 0.",
        "Eero is next.",
    ]
    finnish = plain_table(scene(log, deal, deal.steps[9], "fi"), UTF)
    assert finnish[1].startswith("Aino, kädessä: patakolme, ruutukahdeksan")
    assert finnish[-1] == "Vuorossa on Eero."


def test_names_are_shown_as_they_are_and_command_nothing() -> None:
    drawn = drawn_table(next(scenes(LOGS[2])), UTF, 60)
    assert "[bold red]x[/]" in drawn.plain
    assert "\x1b" not in drawn.plain
    assert "abc" not in drawn.plain and "ab c" in drawn.plain


def test_letters_a_terminal_has_not_become_plainer_ones() -> None:
    assert ASCII.fitting("Pöytä “7♥” – 牌…") == 'Poyta "7h" - ?...'
    assert signs_of("latin-1").fitting("Pöytä – ♥") == "Pöytä - h"
    assert signs_of(None).encoding == signs_of("no such encoding").encoding == "ascii"
    assert UTF.cut(drawn_table(next(scenes(LOGS[0])), UTF, 60), 5).plain.endswith("…")
    assert cell_len(UTF.back) == cell_len(ASCII.back) == 2
