"""A game as one line of text: the same game comes back, and whatever is no token is refused with a place."""

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from ristilog import game_hash, read_token, simulate, verify, write_token
from ristilog.game.cards import PACK
from ristilog.game.findings import Finding
from ristilog.game.log import ACTIONS, Deal, GameLog, Hands, Rules, Shuffle, ShufflePart, Trick
from ristilog.game.ruleset import OPTIONS, PRESET_NAMES, PRESETS
from ristilog.game.table import SEATS
from ristilog.record.token.content import CHANGES, CHECK, PREFIX, RULESETS, VIEWS, check_of
from ristilog.replay.shuffle import deal_out, shuffled
from tests.changed_logs import NAMES
from tests.changed_logs import log as log_called
from tests.changes import mutants
from tests.helpers import FILES, ROOT
from tests.test_docs import table
from tests.test_reference import agreements

DOCUMENT = (ROOT / "docs/token.md").read_text()
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def come_back(log: GameLog) -> GameLog:
    """What becomes of a log that is written as a token and read again, which has to be the same game."""
    token = write_token(log)
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", token)
    back = read_token(token)
    assert back.findings == ()
    assert back.log is not None
    assert game_hash(back.log) == game_hash(log)
    assert write_token(back.log) == token
    return back.log


def refused(token: str) -> Finding:
    """The one finding about what is no token."""
    read = read_token(token)
    assert read.log is None
    (one,) = read.findings
    assert one.severity == "error"
    return one


def readable() -> Iterator[Any]:
    """Every log of the files and the kit that reads without a fault of form, good or not, and its verdict."""
    folders = [FILES / name for name in ("good", "bad", "kit", "options")] + [ROOT / "samples"]
    cases = [(str(path.relative_to(ROOT)), path.read_bytes()) for one in folders for path in sorted(one.glob("*.json"))]
    for path in sorted((ROOT / "schemas/conformance").glob("*.jsonl")):
        lines = map(json.loads, path.read_text().splitlines())
        cases += [(one["id"], one["text"].encode()) for one in lines if one["do"] == "verify" and "text" in one]
    for name, data in cases:
        verdict = verify(data)
        if verdict.log is not None:
            yield name, verdict


def test_every_log_that_can_be_read_comes_back() -> None:
    count = 0
    for name, verdict in readable():
        back = come_back(verdict.log)
        if verdict.verdict != "bad":
            again = verify(back)
            assert again.verdict == verdict.verdict, name
            assert again.standing == verdict.standing, name
        count += 1
    assert count > 500


@pytest.mark.parametrize("name", NAMES)
def test_changed_logs_come_back(name: str) -> None:
    tree = log_called(name)
    for number, _ in enumerate(mutants(tree)):
        if number % 401 == 7:
            verdict = verify(json.dumps(tree).encode())
            if verdict.log is not None:
                come_back(verdict.log)


@pytest.mark.parametrize("rules", PRESET_NAMES)
@pytest.mark.parametrize("options", [{}, {"draw": "after-trick", "hand_size": 4}], ids=["as it is", "house rules"])
def test_made_matches_come_back_whole(rules: str, options: dict[str, Any]) -> None:
    for number in range(12):
        log = simulate(rules, f"token-{number}", options=options)
        back = come_back(log)
        assert [deal.shuffle.seed for deal in back.deals if deal.shuffle] == [
            deal.shuffle.seed for deal in log.deals if deal.shuffle
        ]
        assert back.deals == log.deals, "claims and all"
        assert verify(back).verdict == "good"


@settings(max_examples=150, deadline=None)
@given(agreements(), st.integers(0, 2**32), st.data())
def test_cuts_of_any_agreement_come_back(agreement: tuple[str, dict[str, Any]], seed: int, data: st.DataObject) -> None:
    rules, options = agreement
    log = simulate(rules, str(seed), options=options, deals=2, dealer=data.draw(st.sampled_from("NESW")))
    log = structs.replace(log, result=UNSET)
    come_back(cut(log, data.draw(st.integers(0, 13)), data.draw(st.integers(1, 8))))
    last = log.deals[-1]
    assert isinstance(last.tricks, tuple)
    actions = [text for trick in last.tricks for text in trick.actions]
    odd = data.draw(st.lists(st.lists(st.sampled_from([*actions, *list(ACTIONS)[::9]]), min_size=1), max_size=14))
    tricks = tuple(Trick(actions=tuple(trick)) for trick in odd)
    if log.open:
        tricks = tuple(trick for trick in tricks if not any("??" in text for text in trick.actions))
    come_back(structs.replace(log, deals=(*log.deals[:-1], structs.replace(last, tricks=tricks, score=UNSET))))


def cut(log: GameLog, trick: int, actions: int) -> GameLog:
    """The log as it was when so many actions of a trick of its last deal were made."""
    last = log.deals[-1]
    assert isinstance(last.tricks, tuple)
    tricks = list(last.tricks[: trick + 1])
    if trick < len(tricks):
        tricks[trick] = Trick(actions=tricks[trick].actions[:actions])
    return structs.replace(log, deals=(*log.deals[:-1], structs.replace(last, tricks=tuple(tricks), score=UNSET)))


def viewed(log: GameLog, view: Any, random: Random) -> GameLog:
    """The log as a viewer sees it, or as a table may have written it down."""
    deals = []
    for deal in log.deals:
        assert deal.hands and isinstance(deal.stock, str) and isinstance(deal.tricks, tuple)
        if view == "table":
            hands = {seat: hidden(deal.hands.of(seat) or "", random) for seat in SEATS if random.random() < 0.6}
            stock: Any = hidden(deal.stock, random) if random.random() < 0.6 else UNSET
        else:
            hands = {seat: deal.hands.of(seat) or "" for seat in SEATS if seat == view}
            hands |= {seat: "?? ?? ?? ?? ?? ??" for seat in SEATS if seat != view and random.random() < 0.5}
            stock = UNSET if random.random() < 0.5 else " ".join(["??"] * len(deal.stock.split()))
        tricks = tuple(
            structs.replace(trick, actions=tuple(seen(text, view, random) for text in trick.actions))
            for trick in deal.tricks
        )
        shown: Any = Hands(**hands) if hands or random.random() < 0.5 else UNSET
        seed = deal.shuffle if view == "table" and random.random() < 0.5 else UNSET
        deals.append(structs.replace(deal, hands=shown, stock=stock, tricks=tricks, shuffle=seed))
    return structs.replace(log, view=view, deals=tuple(deals), result=UNSET)


def hidden(cards: str, random: Random) -> str:
    often = random.choice((0, 0.3, 1))
    return " ".join("??" if random.random() < often else card for card in cards.split())


def seen(text: str, view: str, random: Random) -> str:
    action = ACTIONS[text]
    hides = random.random() < 0.2 if view == "table" else action.seat != view
    return f"{action.seat} draw ??" if action.kind == "draw" and hides else text


@pytest.mark.parametrize("view", VIEWS[1:])
def test_views_and_table_records_come_back(view: str) -> None:
    for number in range(25):
        log = viewed(simulate("ristikontra", f"view-{number}", deals=2), view, Random(number))
        verdict = verify(log)
        assert verdict.ok, verdict.findings
        back = come_back(log)
        assert (back.view or "open") == view
        again = verify(back)
        assert again.verdict == verdict.verdict
        assert again.standing == verdict.standing


def test_what_the_game_hash_does_not_cover_is_left_out() -> None:
    log = verify(FILES / "good/ristikontra-match.json").log
    assert log is not None
    back = read_token(write_token(log)).log
    assert back is not None
    assert not back.players
    assert not back.meta
    void = Deal(dealer="N", void="a card was shown")
    assert write_token(structs.replace(log, deals=(void, *log.deals))) == write_token(log)


def seeded(seed: str) -> Deal:
    """A deal that nobody has played in yet, as a seed makes it."""
    dealt = deal_out(shuffled(seed), "S", 6)
    hands = Hands(**{seat: " ".join(cards) for seat, cards in dealt.hands.items()})
    return Deal(
        dealer="S",
        shuffle=Shuffle(method="hmac-sha256-1", seed=seed),
        hands=hands,
        stock=" ".join(dealt.stock),
        tricks=(),
    )


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40),
            st.from_regex(r"(a|b|[0-9a-f]{8})/(0|01|[1-9]|10|999999999999999)", fullmatch=True),
            st.from_regex(r"[0-9a-f]{2,64}", fullmatch=True),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_every_seed_comes_back(seeds: list[str]) -> None:
    log = GameLog(ristilog="1.0", rules=Rules(name="ristikontra", version=1), deals=tuple(map(seeded, seeds)))
    back = come_back(log)
    assert [deal.shuffle.seed for deal in back.deals if deal.shuffle] == seeds


def test_several_parties_seed_comes_back_joined() -> None:
    deal = seeded("ab" * 16 + "\n" + "cd" * 16)
    parts = (ShufflePart(by="N", seed="ab" * 16), ShufflePart(by="E", seed="cd" * 16))
    deal = structs.replace(deal, shuffle=Shuffle(method="hmac-sha256-1", parts=parts))
    log = GameLog(ristilog="1.0", rules=Rules(name="ristikontra", version=1), deals=(deal,))
    (back,) = come_back(log).deals
    assert back.shuffle
    assert back.shuffle.seed == "ab" * 16 + "\n" + "cd" * 16
    assert len(write_token(log)) < 66


def test_a_seed_that_deals_other_cards_is_left_out() -> None:
    deal = structs.replace(seeded("one"), shuffle=Shuffle(method="hmac-sha256-1", seed="two"))
    log = GameLog(ristilog="1.0", rules=Rules(name="ristikontra", version=1), deals=(deal,))
    (back,) = come_back(log).deals
    assert not back.shuffle


def test_a_match_of_one_series_costs_little() -> None:
    log = simulate("ristikontra", "series")
    assert len(write_token(log)) < 30 * len(log.deals)
    without = tuple(structs.replace(deal, shuffle=UNSET) for deal in log.deals)
    unseeded = structs.replace(log, deals=without)
    assert len(write_token(unseeded)) < 65 * len(log.deals)
    come_back(unseeded)


def test_rules_that_are_not_to_be_had_have_no_token() -> None:
    with pytest.raises(ValueError, match="bridge"):
        write_token(GameLog(ristilog="1.0", rules=Rules(name="bridge", version=1), deals=()))
    odd = Deal(dealer="N", hands=Hands(N="1x"), tricks=())
    with pytest.raises(ValueError, match="well formed"):
        write_token(GameLog(ristilog="1.0", rules=Rules(name="alga-a", version=1), deals=(odd,)))


TOKEN = write_token(simulate("ristiklappi", "damaged", deals=2))


def test_any_one_character_changed_is_refused() -> None:
    for place, character in enumerate(TOKEN):
        for other in ALPHABET[place % 5 :: 5]:
            if other != character:
                one = refused(TOKEN[:place] + other + TOKEN[place + 1 :])
                assert one.code == "F101"
                assert one.line == 1
                assert one.column is not None
                assert 1 <= one.column <= len(TOKEN)


def test_a_token_that_is_not_whole_is_refused() -> None:
    for length in range(len(TOKEN)):
        assert refused(TOKEN[:length]).code == "F101"
    for place in range(len(TOKEN) - 1):
        if TOKEN[place] != TOKEN[place + 1]:
            swapped = TOKEN[:place] + TOKEN[place + 1] + TOKEN[place] + TOKEN[place + 2 :]
            assert refused(swapped).code == "F101"
    assert refused(TOKEN + "A").code == "F101"
    assert refused(TOKEN + TOKEN).code == "F101"


@pytest.mark.parametrize(
    ("token", "words", "place"),
    [
        ("", "begins with", (1, 1)),
        ("hello", "begins with", (1, 1)),
        ("r2.AAAA", "version 2", (1, 1)),
        ("  " + TOKEN[:20] + "!" + TOKEN[21:], '"!" has no place', (1, 23)),
        ("\n\n " + TOKEN[:20] + "\n" + TOKEN[20:], '"\\n" has no place', (3, 22)),
        (TOKEN[:-1], "", None),
        ("r1.A", "breaks off", (1, 4)),
        ("r1.AB", "another than any token ends with", (1, 5)),
        ("r1.", "breaks off", (1, 3)),
        (TOKEN[:30] + ("A" if TOKEN[30] != "A" else "B") + TOKEN[31:], "mistyped", None),
    ],
)
def test_what_is_said_of_a_damaged_token(token: str, words: str, place: tuple[int, int] | None) -> None:
    one = refused(token)
    assert one.code == "F101"
    assert words in one.message
    assert place is None or (one.line, one.column) == place


def test_white_space_around_a_token_is_no_matter() -> None:
    assert read_token(f"\n {TOKEN}\r\n").log == read_token(TOKEN).log is not None


def sealed(content: bytes) -> str:
    """Bytes as a token with no right check."""
    return PREFIX + urlsafe_b64encode(content + b"none").rstrip(b"=").decode()


@settings(max_examples=600, deadline=None)
@given(st.one_of(st.text(max_size=60), st.text(ALPHABET, max_size=200).map(PREFIX.__add__)))
def test_random_text_is_refused(text: str) -> None:
    assert refused(text).code == "F101"


@settings(max_examples=1000, deadline=None)
@given(st.binary(max_size=120), st.integers(0, 6), st.integers(0, 4), st.integers(0, 2**32))
def test_random_content_is_refused(content: bytes, view: int, rules: int, seed: int) -> None:
    """Many of these hold deals that go on for a while; none has its check."""
    assert refused(sealed(content)).code == "F101"
    head = Random(seed).randrange(256)
    assert refused(sealed(bytes([view, rules, head]) + content)).code == "F101"


def test_changed_content_is_refused() -> None:
    """Each byte of a game's content put up or down or out: every branch of the reader is tried."""
    for token in (TOKEN, write_token(viewed(simulate("alga-a", "x", deals=1), "table", Random(3))), raw_token()):
        content = list(contents(token))
        for place, byte in enumerate(content):
            for other in (0, 1, byte ^ 1, byte ^ 0x80, 255):
                if other != byte:
                    changed = bytes([*content[:place], other, *content[place + 1 :]])
                    assert refused(sealed(changed)).code == "F101"


def contents(token: str) -> bytes:
    body = token.removeprefix(PREFIX)
    return urlsafe_b64decode(body + "=" * (-len(body) % 4))[:-CHECK]


def raw_token() -> str:
    log = verify(FILES / "bad/P301-tricks-swapped-with-times.json").log
    assert log is not None
    return write_token(log)


def test_a_right_check_does_not_make_a_log_of_what_is_none() -> None:
    """An open log whose cards are not shown, with the check that belongs to it."""
    content = bytes([0, 0, 3 << 2, 0, 0])
    played = write_token(structs.replace(simulate("ristikontra", "x", deals=1), deals=()))
    assert contents(played) == bytes([0, 0])
    shown = structs.replace(simulate("ristikontra", "x", deals=1), view="table", result=UNSET)
    (deal,) = shown.deals
    table_log = structs.replace(
        shown, deals=(structs.replace(deal, shuffle=UNSET, hands=UNSET, stock=UNSET, score=UNSET, tricks=()),)
    )
    content = bytes([0, *contents(write_token(table_log))[1:]])
    game = game_hash(structs.replace(table_log, view=UNSET))
    token = PREFIX + urlsafe_b64encode(content + check_of(content, game)).rstrip(b"=").decode()
    assert "no log may hold" in refused(token).message


def test_what_is_too_long_is_not_read() -> None:
    whole = bytes([0, 0, 0, 2, 2]) + b"a\x01\x00" + bytes([0, 1, 0]) * 1000
    one = refused(sealed(whole))
    assert (one.code, one.line, one.column) == ("F105", 1, 1)
    assert "1000 deals" in one.message
    assert refused(PREFIX + "A" * 2**20).code == "F105"
    few = read_token(TOKEN, max_deals=1)
    assert [one.code for one in few.findings] == ["F105"]
    assert read_token(TOKEN, max_characters=len(TOKEN), max_deals=2).log is not None


def test_the_numbers_of_rules_options_and_views_are_the_document_s() -> None:
    assert [name for name, _ in RULESETS] == [row[1].strip("`") for row in table(DOCUMENT, "| number | ruleset |")[1:]]
    assert set(RULESETS) == set(PRESETS)
    rows = table(DOCUMENT, "| number | option |")[1:]
    assert [row[1].strip("`") for row in rows] == list(CHANGES) == list(OPTIONS)
    for row in rows:
        values = CHANGES[row[1].strip("`")]
        if "to" in row[2].split():
            first, last = re.findall(r"\d+", row[2])
            assert values == tuple(range(int(first), int(last) + 1))
        else:
            assert [json.loads(one) for one in re.findall(r"`([^`]+)`", row[2])] == list(values)
    assert "`" + "`, `".join(VIEWS) + "`" in DOCUMENT


def test_the_worked_example_is_what_is_written() -> None:
    log = simulate("ristikontra", "kotka-2026", deals=1)
    (deal,) = log.deals
    assert isinstance(deal.tricks, tuple)
    log = structs.replace(
        log, deals=(structs.replace(deal, tricks=(Trick(actions=deal.tricks[0].actions[:4]),), score=UNSET),)
    )
    token = write_token(log)
    assert f"\n{token}\n" in DOCUMENT
    shown = re.findall(r"^\| `([0-9a-f ]+)` \|", DOCUMENT, re.MULTILINE)
    assert bytes.fromhex(" ".join(shown)) == contents(token) + check_of(contents(token), game_hash(log))
    assert "`" + "`, `".join(deal.tricks[0].actions[:4]) + "`" in DOCUMENT
    assert game_hash(log) in DOCUMENT


def test_the_pack_is_arranged_as_the_document_says() -> None:
    deal = structs.replace(seeded("any"), shuffle=UNSET)
    log = GameLog(ristilog="1.0", rules=Rules(name="ristikontra", version=1), deals=(deal,))
    assert deal.hands and deal.stock
    written = " ".join([*(deal.hands.of(seat) or "" for seat in SEATS), deal.stock]).split()
    left, value, weight = list(PACK), 0, 1
    for card in written:
        value += left.index(card) * weight
        weight *= len(left)
        left.remove(card)
    content = contents(write_token(log))
    assert int.from_bytes(content[-content[5] :], "big") == value
