"""What a recording is called, what is said when it is opened and left, and where the finished log goes."""

import shlex
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from msgspec import UNSET, structs

from ristilog.cli.terminal.talk.told import where
from ristilog.format.read import MAX_BYTES, read
from ristilog.game.log import GameLog
from ristilog.record.recorder import Recorder
from ristilog.referee.verify import Verdict
from ristilog.teach.language import Language, message
from ristilog.teach.people import People
from ristilog.teach.results import match_result

ENDING: Final = ".ristilog.jsonl"
_FAULTS: Final = 5
"""Findings that are named; verify names them all."""


def recording_path(path: str) -> Path:
    """The file of a recording: a name with another ending gets that of one, in the place of ``.json``."""
    given = Path(path)
    if path.endswith(".jsonl"):
        return given
    return given.with_name(given.name.removesuffix(".json").removesuffix(".ristilog") + ENDING)


def log_path(recording: Path, log: GameLog) -> Path:
    """Where the finished log goes: beside the recording; another log that lies there is left alone."""
    stem = recording.name.removesuffix(".jsonl").removesuffix(".ristilog")
    for number in count(1):
        path = recording.with_name(f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
        if not path.exists() or _is_earlier(path, log):
            return path
    raise AssertionError("there is always a further number")


def opened(recorder: Recorder, language: Language, people: People) -> Iterator[str]:
    """What was found when a recording is gone on with."""
    say, found = language.say, recorder.recovered
    yield say("This recording is gone on with.") + " " + where(recorder, language, people)
    if found.torn:
        text = message("Its last line was torn and has been cut off: that play had not been acknowledged.")
        yield say(text)
    if found.left_by is not None:
        yield say("The program that recorded here last (process {pid}) ended without closing it.", pid=found.left_by)
    ended = recorder.log.result
    if ended and ended.ended != "complete":
        result = match_result(language, people, recorder.log)
        if result:
            yield say("It had been ended: {result} The next play undoes that.", result=result)
    yield hint(language)


def renamed(path: Path, language: Language) -> str:
    """What the recording is called, where that is not quite what was asked for."""
    return language.say("The recording is {path}.", path=path)


def hint(language: Language) -> str:
    """How to begin."""
    return language.say("Type each card as it is played, 7h, or *7h if it was dark. ? shows what else there is.")


def left(recorder: Recorder, path: Path, language: Language, people: People) -> Iterator[str]:
    """What is said when the recording is left to be gone on with."""
    say = language.say
    yield say("Left, with everything on record.") + " " + where(recorder, language, people)
    command = f"ristilog record {shlex.quote(str(path))}"
    yield say("To go on: {command}", command=command)


def finished(verdict: Verdict, log: GameLog, path: Path, language: Language, people: People) -> Iterator[str]:
    """What is said when the log has been written: how the match ended, whether it verifies, and what can be done."""
    say = language.say
    result = match_result(language, people, log)
    if result:
        yield result
    if verdict.ok:
        yield say("The record verifies. It is in {path}.", path=path)
    else:
        faults = [one for one in verdict.findings if one.severity == "error"]
        named = ", ".join(f"{one.code} {one.at or ''}".strip() for one in faults[:_FAULTS])
        named += ", ..." if len(faults) > _FAULTS else ""
        text = message("The record is in {path}. It does not verify, since something was let stand: {named}.")
        yield say(text, path=path, named=named)
    name = shlex.quote(str(path))
    yield say("What can be done with it:")
    if verdict.ok:
        yield f"  ristilog annotate {name} --in-place"
        yield f"  ristilog build-site {name} -o site"
    else:
        yield f"  ristilog verify {name}"
        yield f"  ristilog build-site {name} -o site --allow-unverified"


def _is_earlier(path: Path, log: GameLog) -> bool:
    """Whether a file has an earlier state of the same match: who, when and by which rules, and the first deal."""
    try:
        with path.open("rb") as file:
            there = read(file.read(MAX_BYTES)).log
    except OSError:
        return False
    if there is None:
        return False
    same_deal = not there.deals or not log.deals or _opening(there) == _opening(log)
    return same_deal and _head(there) == _head(log)


def _head(log: GameLog) -> GameLog:
    return structs.replace(log, schema_=UNSET, deals=(), result=UNSET, annotations=UNSET)


def _opening(log: GameLog) -> object:
    tricks = log.deals[0].tricks or ()
    return (log.deals[0].dealer, log.deals[0].hands, tricks[0].actions if tricks else ())
