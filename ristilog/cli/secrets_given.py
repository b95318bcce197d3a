"""How a command takes a seed: as an argument, or from standard input, so that it stands in no shell's history."""

import click

from ristilog.cli.output import say
from ristilog.format.sources import standard_input
from ristilog.game.errors import RistilogError
from ristilog.replay.shuffle import weakness

_MOST = 256


def given(seed: str, what: str = "seed") -> str:
    """The seed that was given, ``-`` for standard input but for its last line's end; one that is none is refused."""
    if seed == "-":
        data = standard_input().read(_MOST + 3).removesuffix(b"\n").removesuffix(b"\r")
    else:
        data = seed.encode("utf-8", "surrogateescape")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise RistilogError(f"the {what} is no sound text: it cannot be read as UTF-8") from None
    if not 1 <= len(data) <= _MOST:
        raise RistilogError(f"a {what} has 1 to {_MOST} bytes")
    return text


def warn_if_weak(seed: str, what: str = "seed") -> None:
    """Say on standard error that a seed could be guessed from its commitment, if it could."""
    reason = weakness(seed)
    if reason is not None:
        say(f"ristilog: this {what} could be guessed from its commitment: {reason}")


def only_one_from_standard_input(*arguments: str) -> None:
    """Refuse a call that would read standard input twice."""
    if arguments.count("-") > 1:
        raise click.UsageError("only one of them can come from standard input")
