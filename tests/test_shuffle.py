"""The shuffle against its vectors and against the format's wording, done again in the plainest way."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ristilog.game.cards import PACK
from ristilog.game.table import SEATS
from ristilog.replay import shuffle
from ristilog.replay.shuffle import commitment, deal_out, shuffled, weakness
from tests.helpers import load

VECTORS = load("shuffle.json")


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: repr(vector["seed"])[:30])
def test_vectors(vector: dict[str, str]) -> None:
    assert " ".join(shuffled(vector["seed"])) == vector["pack"]
    assert commitment(vector["seed"]) == vector["commitment"]


def plainly(seed: str) -> list[str]:
    """The format's own words, word by word."""
    pack, block, words = list(PACK), 0, list[int]()
    for i in range(51, 0, -1):
        while True:
            if not words:
                message = b"ristilog-shuffle-1" + block.to_bytes(8, "big")
                digest = hmac.new(seed.encode(), message, hashlib.sha256).digest()
                words = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
                block += 1
            word = words.pop(0)
            if word < 2**32 // (i + 1) * (i + 1):
                break
        j = word % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


@given(st.text(min_size=1, max_size=64))
def test_the_shuffle_is_the_format_s(seed: str) -> None:
    assert shuffled(seed) == plainly(seed)
    assert sorted(shuffled(seed)) == sorted(PACK)


@given(st.text(min_size=1, max_size=20))
def test_word_by_word_is_the_same(seed: str) -> None:
    assert shuffle._shuffled_word_by_word(seed.encode()) == shuffled(seed)


def test_rejected_words_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [0xFFFFFFFF, *range(100, 155)]  # the first word is above the bound for 52 places
    monkeypatch.setattr(shuffle, "_first_words", lambda _key: tuple(words))
    assert shuffled("any") == shuffle._shuffled_word_by_word(b"any")


@pytest.mark.parametrize("seed", ["", "x" * 257, "ä" * 129])
def test_a_seed_has_1_to_256_bytes(seed: str) -> None:
    with pytest.raises(ValueError, match="256 bytes"):
        shuffled(seed)


def test_dealing_goes_round_from_the_seat_after_the_dealer() -> None:
    dealt = deal_out(PACK, "W", 5)
    assert dealt.hands["N"] == ("2c", "6c", "Tc", "Ac", "5d")
    assert dealt.hands["E"][0] == "3c"
    assert dealt.stock == PACK[20:]
    assert tuple(dealt.hands) == SEATS


@pytest.mark.parametrize(
    ("seed", "weak"), [("kotka/1", True), ("a" * 31, True), ("a" * 32, False), ("x" * 19, True), ("x" * 20, False)]
)
def test_weak_seeds(seed: str, weak: bool) -> None:
    assert (weakness(seed) is not None) == weak
