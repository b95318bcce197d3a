"""What fuzzing found worth keeping, and a few thousand changes of it (`tests/fuzz.py`)."""

import random

import pytest

from tests.fuzz import CORPUS, check

KEPT = sorted(path for path in CORPUS.iterdir() if path.is_file())
TIMES = 60
TOKENS = [
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\\",
    b"\r\n",
    b"null",
    b"-1",
    b"1e999",
    b"\\ud800",
    b"\xc3\xa4",
    b"\xff",
]


@pytest.mark.parametrize("number", range(len(KEPT)), ids=[path.name for path in KEPT])
def test_what_was_kept_and_changes_of_it(number: int) -> None:
    data = KEPT[number].read_bytes()
    check(data)
    source = random.Random(number)
    for _ in range(TIMES):
        check(changed(data, KEPT[source.randrange(len(KEPT))].read_bytes(), source))


def changed(data: bytes, other: bytes, source: random.Random) -> bytes:
    """The bytes with one to four things changed, some of them taken from another file."""
    new = bytearray(data)
    for _ in range(source.randrange(1, 5)):
        at = source.randrange(len(new) + 1)
        match source.randrange(5):
            case 0:
                new[at : at + 1] = bytes([source.randrange(256)])
            case 1:
                del new[at : at + source.randrange(1, 20)]
            case 2:
                new[at:at] = source.choice(TOKENS)
            case 3:
                begin = source.randrange(len(other) + 1)
                new[at:at] = other[begin : begin + source.randrange(1, 60)]
            case _:
                new[at:at] = new[at : at + source.randrange(1, 60)]
    return bytes(new)
