"""The compiled core of the solver gives what the plain one gives, whatever it is asked, and is never harmed by it.

Where it could not be built for want of a compiler, the plain one stands in for it here, as it does everywhere.
"""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from msgspec import structs

from ristilog.game.cards import PACK, RANKS
from ristilog.game.log import Play, SideNumbers
from ristilog.game.ruleset import PRESETS, Ruleset
from ristilog.game.table import SEATS
from ristilog.replay.legality import legal_actions
from ristilog.replay.scoring import NOUGHT, Standing, TrickFacts
from ristilog.replay.state import Holding, Position, first_position, played
from ristilog.teach.solver import rollout, search
from ristilog.teach.solver.board import Board, board_of, terms_of

try:
    from ristilog.teach.solver._core import Search, rollouts
except ImportError:
    from ristilog.teach.solver.rollout import rollouts
    from ristilog.teach.solver.search import Search  # type: ignore[assignment]

IS_COMPILED = Search.__module__.endswith("._core")
BASE = PRESETS["ristikontra", 1]
NAMES = ("ristikontra", "ristikontra-fi", "ristiklappi", "alga-b", "alga-a")


def any_rules(random: Random) -> Ruleset:
    """A ruleset with its options as they fall."""
    rules = structs.replace(
        PRESETS[random.choice(NAMES), 1],
        lead_limit=random.choice((2, 3, 3, None)),
        dark_play=random.random() < 0.8,
        dark_lead_when_barred=random.choice(("forbid", "forbid-if-unplayed", "allow")),
        draw=random.choice(("immediate", "after-trick")),
        fourth_king_ban=random.random() < 0.5,
        fourth_king_dark=random.choice(("forbid", "stands")),
    )
    if rules.scoring == "cumulative":
        return rules
    return structs.replace(
        rules,
        cleaning=random.random() < 0.5,
        queen_trick=random.choice(("led", "any-queen")),
        dirty_winner=random.choice(("no-point", "opponents")),
        dirty_loss_points=random.choice((1, 2)),
        sweep_points=random.choice((1, 2)),
        tie_carry=random.random() < 0.5,
    )


def small_position(random: Random) -> Position:
    """A few cards, often of few ranks; the last leads often all of one, and three kings often gone."""
    rules = any_rules(random)
    size, stock = random.choice(((1, 0), (2, 0), (2, 0), (3, 0), (1, 4), (1, 4), (2, 4), (1, 8)))
    count = 4 * size + stock
    ranks = set(random.sample(RANKS, random.randint(-(-count // 4), 13)))
    if random.random() < 0.5:
        ranks.add("K")
    kings = random.choice((1, 4))
    pool = [card for card in PACK if card[0] in ranks and (card[0] != "K" or PACK.index(card) < 13 * kings)]
    cards = random.sample(pool if len(pool) >= count else PACK, count)
    gone = random.sample([card for card in PACK if card not in cards], 52 - count)
    tricks = []
    for number in range(0, len(gone), 4):
        plays = tuple(Play(seat, "play", card) for seat, card in zip(SEATS, gone[number : number + 4], strict=True))
        points = sum(rules.values.get(play.card[0], 0) for play in plays)
        tricks.append(TrickFacts(plays=plays, winner=random.choice(SEATS), points=points, stock_phase=number < 28))
    unplayed = [card[0] for card in cards]
    streak = random.choice(unplayed)
    position = Position(
        rules=rules,
        hands=tuple(Holding(tuple(cards[size * seat : size * (seat + 1)])) for seat in range(4)),  # type: ignore[arg-type]
        stock=tuple(cards[4 * size :]),
        leader=random.choice(SEATS),
        leads=(
            *(trick.plays[0].card[0] for trick in tricks),
            *[streak] * random.randint(0, 4 - unplayed.count(streak)),
        ),
        out=frozenset(gone),
        stock_phase=stock > 0,
        tricks=tuple(tricks),
    )
    for _ in range(random.choice((0, 0, 0, 1, 2, 3, 5))):
        actions = legal_actions(position)
        following = played(position, random.choice(actions)) if actions else position
        if following.over:
            break
        position = following
    return position


def any_standing(rules: Ruleset, random: Random) -> Standing:
    held = random.randint(0, 2) if rules.tie_carry else 0
    return Standing(SideNumbers(NS=random.randint(0, 6), EW=random.randint(0, 6)), held)


def course(rules: Ruleset, number: int) -> Iterator[Board]:
    """The boards of a deal that is played at random."""
    random = Random(number)
    pack, size = random.sample(PACK, 52), rules.hand_size
    hands = {seat: pack[size * place : size * (place + 1)] for place, seat in enumerate(SEATS)}
    position = first_position(rules, "S", hands, pack[4 * size :])
    while not position.over:
        yield board_of(position)
        position = played(position, random.choice(legal_actions(position)))


def answer(question: Any, *args: Any) -> Any:
    """What is answered, or the word of a refusal."""
    try:
        return question(*args)
    except ValueError:
        return "refused"


TERMS = terms_of(BASE, Standing(NOUGHT, 0))
DEAL = list(course(BASE, 1))


def test_it_is_there_where_there_is_a_compiler() -> None:
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    has_headers = (Path(sysconfig.get_path("include")) / "Python.h").exists()
    if shutil.which(compiler) and has_headers and not sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert IS_COMPILED, "not built, or it failed: pip install -v -e ."


@pytest.mark.parametrize("hundred", range(50))
def test_small_positions_are_worth_the_same(hundred: int) -> None:
    """A hundred at a time, each of them with every move it has, for points and for what the deal brings."""
    for number in range(100):
        random = Random(100 * hundred + number)
        position = small_position(random)
        terms = terms_of(position.rules, any_standing(position.rules, random))
        board = board_of(position)
        one, other = Search(terms), search.Search(terms)
        for game in (False, True):
            wanted = answer(other.values, board, game)
            assert answer(one.values, board, game) == wanted, (board, terms, game)
            if wanted != "refused":
                best = max if board.to_act % 2 == 0 else min
                assert one.value(board, game) == best(wanted.values()), (board, terms, game)


@pytest.mark.parametrize("name", NAMES)
def test_endgames_are_worth_the_same(name: str) -> None:
    rules = PRESETS[name, 1]
    terms = terms_of(rules, Standing(NOUGHT, 0))
    one = Search(terms)  # one table for several deals
    for number in range(4):
        boards = list(course(rules, number))
        for place in (-24, -18, -9, -1):
            other = search.Search(terms)
            for game in (False, True):
                assert one.values(boards[place], game) == other.values(boards[place], game)


def test_a_table_kept_over_a_deal_spoils_nothing() -> None:
    one = Search(TERMS)
    for board in DEAL[30:]:
        assert one.values(board) == Search(TERMS).values(board)
        assert one.value(board) == Search(TERMS).value(board)


def test_whoever_plays_the_best_move_keeps_the_value() -> None:
    one, board = Search(TERMS), DEAL[24]
    values = one.values(board)
    assert one.value(board) == (max if board.to_act % 2 == 0 else min)(values.values())
    assert one.nodes > 0


@pytest.mark.parametrize("name", NAMES)
def test_rollouts_are_the_same_to_the_bit(name: str) -> None:
    rules = PRESETS[name, 1]
    terms = terms_of(rules, Standing(NOUGHT, 0))
    for number in range(10):
        for board in list(course(rules, number))[::5]:
            moves = [rank for rank in range(13) if board.hands[13 * board.to_act + rank]]
            asked = (board, terms, moves, 2**64 - 2 + number, 3)
            assert answer(rollouts, *asked) == answer(rollout.rollouts, *asked)


def test_rollouts_of_small_positions_are_the_same_to_the_bit() -> None:
    refused = 0
    for number in range(400):
        random = Random(number)
        position = small_position(random)
        terms, board = terms_of(position.rules, any_standing(position.rules, random)), board_of(position)
        for move in range(-1, 30):
            asked = (board, terms, [move], number, 3)
            wanted = answer(rollout.rollouts, *asked)
            assert answer(rollouts, *asked) == wanted, asked
            refused += wanted == "refused"
    assert 0 < refused < 400 * 31


def test_rollouts_without_moves_or_dice_are_none() -> None:
    assert rollouts(DEAL[0], TERMS, [], 0, 5) == []
    assert rollouts(DEAL[0], TERMS, [0], 0, 0) == []


def test_two_threads_may_not_ask_one_search_at_a_time() -> None:
    one, board, found = Search(TERMS), DEAL[18], []
    if not IS_COMPILED:
        return  # plain Python promises nothing of the kind
    thread = Thread(target=lambda: found.append(one.value(board)))
    thread.start()
    while not one.nodes:
        pass
    with pytest.raises(RuntimeError, match="one question at a time"):
        one.value(board)
    thread.join()
    assert found == [Search(TERMS).value(board)]


def test_threads_with_searches_of_their_own_do_not_disturb_each_other() -> None:
    boards = [board for number in range(4) for board in list(course(BASE, number))[-20:-16]]
    wanted = [Search(TERMS).values(board) for board in boards]
    found: dict[int, list[dict[int, int]]] = {}

    def ask(number: int) -> None:
        one = Search(TERMS)
        found[number] = [one.values(board) for board in boards]

    threads = [Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(found.values()) == [wanted] * 4


LONG_WORK = """
import os, signal, threading
from tests.test_core import DEAL, TERMS, Search, rollouts
search = Search(TERMS)
def press():
    while search.nodes < 10_000:
        pass
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=press).start()
try:
    search.value(DEAL[0])
except KeyboardInterrupt:
    print("interrupted", search.value(DEAL[-5]) == Search(TERMS).value(DEAL[-5]))
"""


def in_a_new_python(program: str, **environment: str) -> str:
    """What a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        # who runs the tests may have it ignored
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_long_search_can_be_interrupted_and_the_search_used_again() -> None:
    assert in_a_new_python(LONG_WORK) == "interrupted True"


WHICH = "from ristilog.teach.solver import core; print(core.CORE, core.Search.__module__, core.rollouts.__module__)"


def test_without_it_the_plain_one_is_used() -> None:
    missing = "import sys; sys.modules['ristilog.teach.solver._core'] = None; "
    wanted = "plain ristilog.teach.solver.search ristilog.teach.solver.rollout"
    assert in_a_new_python(missing + WHICH) == wanted
    assert in_a_new_python(WHICH, RISTILOG_SOLVER="plain") == wanted


WRONG_BOARDS: list[dict[str, Any]] = [
    {"hands": b""},
    {"hands": bytes(51)},
    {"hands": bytes(52)},
    {"hands": bytes([5] * 52)},
    {"hands": "no bytes"},
    {"stock": bytes([13] * 12)},
    {"stock": bytes(60)},
    {"stock": b""},
    {"leader": 4},
    {"leader": -1},
    {"leader": 1 << 70},
    {"leader": None},
    {"trick": bytes(4)},
    {"trick": b"\xff"},
    {"darks": 16},
    {"darks": 1},
    {"out": bytes(13)},
    {"out": bytes([200] * 13)},
    {"out": b""},
    {"streak_rank": 13},
    {"streak": -1},
    {"points": ()},
    {"points": None},
    {"points": (-1, 0)},
    {"points": (1 << 40, 0)},
    {"dirty": 4},
    {"stock_phase": 2},
]


@pytest.mark.parametrize("wrong", WRONG_BOARDS, ids=str)
def test_a_board_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    if not IS_COMPILED:
        return  # plain Python does not fall over a wrong number, and looks at fewer of them
    board = structs.replace(DEAL[20], **wrong)
    for question in (Search(TERMS).value, Search(TERMS).values, lambda _: rollouts(board, TERMS, [0], 0, 1)):
        with pytest.raises((ValueError, TypeError, IndexError)):
            question(board)


WRONG_TERMS: list[dict[str, Any]] = [
    {"values": b""},
    {"values": None},
    {"lead_limit": 4},
    {"lead_limit": -1},
    {"lead_limit": "3"},
    {"dark_lead": 3},
    {"pack": -1},
    {"pack": 119},
    {"pack": 1 << 40},
    {"worth": ()},
    {"worth": [0] * 484},
    {"worth": ("a",) * 484},
    {"worth": (1 << 80,) * 484},
]


@pytest.mark.parametrize("wrong", WRONG_TERMS, ids=lambda wrong: next(iter(wrong)))
def test_terms_that_are_none_are_refused(wrong: dict[str, Any]) -> None:
    if not IS_COMPILED:
        return  # as above
    with pytest.raises((ValueError, TypeError, OverflowError)):
        Search(structs.replace(TERMS, **wrong))


def test_nothing_that_it_is_asked_brings_it_down() -> None:
    """Boards and terms with any number anywhere are answered or refused."""
    random, answered = Random(1), 0
    for _ in range(5_000):
        board, terms = random.choice(DEAL[36:]), TERMS
        for _ in range(random.choice((1, 1, 2, 5))):
            board, terms = changed(board, random), changed(terms, random) if random.random() < 0.2 else terms
        try:
            Search(terms).value(board, game=random.random() < 0.5)
            rollouts(board, terms, [random.randint(-3, 40)], random.getrandbits(70), 2)
            answered += 1
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
    assert 0 < answered < 5_000


def changed(fields: Any, random: Random) -> Any:
    """The same with something else in one field."""
    name = random.choice(fields.__struct_fields__)
    value = getattr(fields, name)
    if isinstance(value, bytes) and value:
        number = random.randrange(len(value))
        return structs.replace(fields, **{name: value[:number] + bytes([random.randint(0, 5)]) + value[number + 1 :]})
    return structs.replace(fields, **{name: random.choice((0, 1, 2, 3, 12, -1, 255, b"", (), value))})
