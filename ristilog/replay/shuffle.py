"""The shuffle ``hmac-sha256-1``, commitments, and dealing: a seed says for ever which cards lay where."""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from struct import unpack
from typing import Any, Final

from msgspec import Struct

from ristilog.game.cards import PACK
from ristilog.game.table import AFTER, SEATS, Seat

_TAG: Final = b"ristilog-shuffle-1"
_COMMIT_TAG: Final = b"ristilog-commit-1"
_DEAL_TAG: Final = b"ristilog-deal-"
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_FIRST_BLOCKS: Final = tuple(_TAG + block.to_bytes(8, "big") for block in range(7))
# For i = 51 … 1: the words below the largest multiple of i + 1 are taken, so that every place is equally likely.
_BOUNDS: Final = tuple((i, i + 1, 2**32 // (i + 1) * (i + 1)) for i in range(51, 0, -1))


def shuffled(seed: str) -> list[str]:
    """The pack that a seed makes, in the order it is dealt: place 0 first.

    The seed has 1 to 256 bytes of UTF-8 (ValueError otherwise). Source: the format, `Shuffle hmac-sha256-1`.
    """
    return list(_shuffled(seed))


@lru_cache(maxsize=4)  # a deal that is not as its seed made it asks for the same pack again and again
def _shuffled(seed: str) -> list[str]:
    key = _seed_bytes(seed)
    pack = list(PACK)
    # Seven blocks are 56 words, enough unless six or more are rejected; then the words are drawn one by one.
    for (i, choices, bound), word in zip(_BOUNDS, _first_words(key), strict=False):
        if word >= bound:
            return _shuffled_word_by_word(key)
        j = word % choices
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def _shuffled_word_by_word(key: bytes) -> list[str]:
    """The algorithm as the format words it: rejected words are skipped, further blocks taken as needed."""
    pack = list(PACK)
    words = (word for block in count() for word in unpack(">8I", _block(*_keyed(key), _message(block))))
    for i, choices, bound in _BOUNDS:
        j = next(word for word in words if word < bound) % choices
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def _first_words(key: bytes) -> tuple[int, ...]:
    inner, outer = _keyed(key)
    copy_inner, copy_outer, blocks = inner.copy, outer.copy, []
    for message in _FIRST_BLOCKS:  # `_block`, written out: a call would cost as much as a hash
        digest, whole = copy_inner(), copy_outer()
        digest.update(message)
        whole.update(digest.digest())
        blocks.append(whole.digest())
    return unpack(">56I", b"".join(blocks))


def _keyed(key: bytes) -> tuple[Any, Any]:
    """HMAC spelled out: the two padded keys hashed once, to be copied for every block; half of hmac.digest's time."""
    padded = (hashlib.sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    return hashlib.sha256(padded.translate(_INNER)), hashlib.sha256(padded.translate(_OUTER))


def _block(inner: Any, outer: Any, message: bytes) -> Any:
    digest, whole = inner.copy(), outer.copy()
    digest.update(message)
    whole.update(digest.digest())
    return whole.digest()


def _message(block: int) -> bytes:
    return _TAG + block.to_bytes(8, "big")


def commitment(seed: str) -> str:
    """What to publish before play so that the seed can be held to it: ``sha256:`` + hex."""
    return "sha256:" + hashlib.sha256(_COMMIT_TAG + _seed_bytes(seed)).hexdigest()


def deal_seed(master: str, k: int) -> str:
    """The seed of deal k, from 1, that a master secret makes: 64 hex digits that give no other deal's away.

    The master has 1 to 256 bytes of UTF-8 and k is at least 1 (ValueError otherwise).
    """
    if k < 1:
        raise ValueError(f"deals are counted from 1, and {k} is less")
    made: str = _block(*_keyed(_seed_bytes(master)), _DEAL_TAG + b"%d" % k).hex()
    return made


def _seed_bytes(seed: str) -> bytes:
    key = seed.encode("utf-8")
    if not 1 <= len(key) <= 256:
        raise ValueError(f"a seed has 1 to 256 bytes of UTF-8, not {len(key)}")
    return key


class Dealt(Struct, frozen=True):
    """A pack dealt out: the four hands by seat (N E S W), in dealt order, and the stock, top first."""

    hands: dict[Seat, tuple[str, ...]]
    stock: tuple[str, ...]


def deal_out(pack: Sequence[str], dealer: Seat, hand_size: int) -> Dealt:
    """Deal a pack from place 0, one card at a time, clockwise from the seat after the dealer."""
    dealt = 4 * hand_size
    first = SEATS.index(AFTER[dealer])
    rounds = [tuple(pack[place:dealt:4]) for place in range(4)]  # the first begins with the seat after the dealer
    north, east, south, west = rounds[-first:] + rounds[:-first] if first else rounds
    return Dealt({"N": north, "E": east, "S": south, "W": west}, tuple(pack[dealt:]))


def weakness(seed: str) -> str | None:
    """Why a seed could be guessed from its commitment, or None: under 128 bits as hex, or under 20 characters."""
    if re.fullmatch(r"[0-9a-fA-F]+", seed):
        bits = 4 * len(seed)
        return f"{bits} bits as hex, fewer than 128" if bits < 128 else None
    return f"{len(seed)} characters, fewer than 20" if len(seed) < 20 else None
