"""Recordings cut off and recorders killed: ``python -m tests.crash cut`` and ``python -m tests.crash kill 500``.

`tests/test_crash_safety.py` does a part of both.
"""

import hashlib
import os
import random
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ristilog.format.read import read
from ristilog.format.write import canonical_log
from ristilog.game.cards import PACK
from ristilog.game.errors import Refused, RistilogError
from ristilog.game.log import GameLog, Play
from ristilog.game.table import SEATS
from ristilog.record.recorder import Recorder
from ristilog.referee.verify import verify
from tests.recorded import RULES, made, same

Do = Callable[[Recorder], object]


class Script(NamedTuple):
    """A recording as the acts that make it."""

    begin: Callable[[Path | None], Recorder]
    acts: list[Do]


def _action(action: Play | str, *, t: int | None = None, force: bool = False) -> Do:
    return lambda one: one.act(action, t=t, force=force)


def _open_game() -> Script:
    """Two deals, with what is taken back, mended, noted and void, and an irregularity."""
    acts: list[Do] = [lambda one: one.deal(seed="cut/1")]
    choose = random.Random(1)
    guide = Recorder("ristikontra-fi")
    guide.deal(seed="cut/1")

    def do(what: Do) -> None:
        what(guide)
        acts.append(what)

    def play(times: int) -> None:
        for _ in range(times):
            do(_action(choose.choice(guide.legal())))

    play(6)
    do(lambda one: one.note("Ääkkösiä. 🂡", at="1.1"))
    do(lambda one: one.undo(3))
    play(4)
    do(lambda one: one.void("kortti näkyi"))
    do(lambda one: one.undo(0))
    play(1)
    do(lambda one: one.void("kortti näkyi"))
    do(lambda one: one.deal(seed="cut/2"))
    do(lambda one: one.undo(0))
    do(lambda one: one.undo(0))
    do(lambda one: one.void("kortti näkyi taas"))
    do(lambda one: one.deal(seed="cut/2"))
    assert guide.position is not None
    stranger = f"E play {guide.position.hand('E').known[0]}"
    do(lambda one: one.act(stranger, force=True))
    play(51)
    do(lambda one: one.undo(1))
    play(1)
    do(lambda one: one.deal(seed="cut/3"))
    do(lambda one: one.note("The deal.", at="3"))
    play(52)
    do(lambda one: one.close("adjourned"))
    return Script(lambda path: Recorder("ristikontra-fi", {"N": "Väinö"}, path=path), acts)


def _table_game() -> Script:
    """Plays alone with times; a card mended twice, draws after the trick."""
    log = made("draws after the trick", "hands", 1)
    (deal,) = log.deals
    assert deal.hands
    hands = {seat: str(deal.hands.of(seat)) for seat in SEATS}
    texts = [text for trick in deal.tricks or () for text in trick.actions]
    seen = {text[-2:] for text in texts[:24]} | {card for cards in hands.values() for card in cards.split()}
    other = next(card for card in PACK if card not in seen)
    drawn = next(text for text in texts[:9] if " draw " in text)
    play = next(place for place, text in enumerate(texts[:4], start=1) if text[0] == drawn[0])

    acts: list[Do] = [lambda one: one.deal(hands=hands)]
    acts += [_action(text, t=10 * number) for number, text in enumerate(texts[:12])]
    acts.append(lambda one: one.note("A wrong card."))
    acts.append(lambda one: one.correct(f"1.1.{play}", other, "draw"))
    acts.append(lambda one: one.correct(f"1.1.{play}", drawn[-2:], "draw"))
    acts += [_action(text, t=10 * number) for number, text in enumerate(texts[12:], start=12)]
    acts.append(lambda one: one.close("abandoned"))
    name, options = RULES["draws after the trick"]
    first = deal.dealer
    return Script(lambda path: Recorder(name, {}, first, options=options, view="table", path=path), acts)


def _forgotten_draws() -> Script:
    """Draws that are told, and forgotten at the end of a trick and within one."""
    acts: list[Do] = [lambda one: one.deal(hands={"W": "2c 3c 4c 5c 6c 7c"})]
    acts += [lambda one: one.play("2c"), lambda one: one.draw("8c")]
    acts += [lambda one: one.play("Td"), lambda one: one.play("9d"), lambda one: one.play("8d")]
    acts += [lambda one: one.play("3c"), lambda one: one.play("Jd", force=True), lambda one: one.note("Hm.")]
    acts += [lambda one: one.undo(1), lambda one: one.draw("9c"), lambda one: one.play("Jd")]
    acts += [lambda one: one.play("Qd"), lambda one: one.play("2d"), lambda one: one.play("4c")]
    acts += [lambda one: one.draw("Qs"), lambda one: one.play("3d"), lambda one: one.play("Kd")]
    acts += [lambda one: one.play("Ad"), lambda one: one.close()]
    return Script(lambda path: Recorder("ristikontra", {}, "S", view="table", path=path), acts)


def _seen_by_north() -> Script:
    """A view; the trick that ends without its draws, told wrong ones, and a forfeit."""
    name, options = RULES["draws after the trick"]
    log = made("draws after the trick", "N", 1)
    (deal,) = log.deals
    assert deal.hands
    hand = str(deal.hands.of("N"))
    texts = [text for trick in deal.tricks or () for text in trick.actions]
    acts: list[Do] = [lambda one: one.deal(hands={"N": hand})]

    plays = [text for text in texts if " draw " not in text]
    acts += [_action(text) for text in plays[:4]]
    acts += [_action(plays[4], force=True)]  # North has not drawn
    acts.append(lambda one: one.undo(1))
    acts += [_action(plays[4], force=True), lambda one: one.note("Let it be."), _action(plays[5])]
    acts.append(lambda one: one.close("forfeit", "EW"))
    return Script(lambda path: Recorder(name, {}, deal.dealer, options=options, view="N", path=path), acts)


SCRIPTS: Final[dict[str, Callable[[], Script]]] = {
    "open": _open_game,
    "table": _table_game,
    "forgotten": _forgotten_draws,
    "north": _seen_by_north,
}


class Played(NamedTuple):
    """A script that was played to its end."""

    data: bytes
    ends: list[int]
    """Bytes in the file after its beginning and after each act."""
    logs: list[GameLog]


def run(script: Script, path: Path) -> Played:
    recorder = script.begin(path)
    ends, logs = [path.stat().st_size], [recorder.log]
    for act in script.acts:
        act(recorder)
        ends.append(path.stat().st_size)
        logs.append(recorder.log)
    recorder.close()
    return Played(path.read_bytes(), ends, logs)


def go_on_from(script: Script, played: Played, size: int, path: Path, *, to_the_end: bool) -> bytes:
    """Cut a recording after so many bytes, open it again and, by choice, do what is left of the acts.

    The bytes of the file after opening.
    """
    data = played.data[:size]
    path.write_bytes(data)
    whole = data.rfind(b"\n") + 1
    if whole == 0:
        recorder = script.begin(path)
        done = 0
    else:
        recorder = Recorder.resume(path, played.logs[-1].deals[0].dealer)
        assert recorder.recovered.torn == data[whole:]
        # All acts that were written whole are there; what the next one had written is too, as far as it goes.
        done = sum(1 for end in played.ends if end <= whole) - 1
        if not same(recorder.log, played.logs[done]) and same(recorder.log, played.logs[done + 1]):
            done += 1
    assert path.read_bytes().startswith(data[:whole])
    assert same(read(path.read_bytes()).log, recorder.log)
    opened = path.read_bytes()
    if to_the_end:
        if not same(recorder.log, played.logs[done]):
            # In the midst of many lines that are only ever written together: what they take back is gone.
            assert played.data[played.ends[done] :].startswith(b'{"undo": ')
            recorder.close()
            path.write_bytes(data[: played.ends[done]])
            recorder = Recorder.resume(path, played.logs[-1].deals[0].dealer)
        for act in script.acts[done:]:
            act(recorder)
        assert same(recorder.log, played.logs[-1])
        assert same(read(path.read_bytes()).log, recorder.log)
    recorder.close()
    return opened


def sizes(data: bytes, *, every: bool) -> Iterator[tuple[int, bool]]:
    """Where a recording is cut, and whether it is then played to the end: once in every line, or some lines."""
    begin, number = 0, 0
    while begin < len(data):
        end = data.index(b"\n", begin) + 1
        number += 1
        yield begin, every or number % 9 == 1
        inside = range(begin + 1, end) if every else sorted({(begin + end) // 2, end - 1} - {begin, end})
        for size in inside:
            yield size, False
        begin = end
    yield len(data), True


def cut(name: str, folder: Path, *, every: bool) -> int:
    """Cut a script's recording; how many times."""
    script, path = SCRIPTS[name](), folder / "game.jsonl"
    played = run(script, path)
    assert same(read(played.data).log, played.logs[-1])
    number, opened = 0, b""
    for size, to_the_end in sizes(played.data, every=every):
        number += 1
        made_of_it = go_on_from(script, played, size, folder / "cut.jsonl", to_the_end=to_the_end)
        if played.data[size - 1 : size] != b"\n" and size > played.data.index(b"\n"):
            assert made_of_it == opened, size  # so it goes on as it did when cut at the line's beginning
        opened = made_of_it
        (folder / "cut.jsonl").unlink()
    return number


# Killing


def _hash(log: GameLog) -> str:
    return hashlib.sha256(canonical_log(log)).hexdigest()


def _one_act(recorder: Recorder, choose: random.Random) -> Do:
    """An act that can be done, or may be refused."""
    chance, number = choose.random(), len(recorder.log.deals)
    card, play = choose.choice(PACK), choose.randrange(1, 5)
    if chance < 0.06:
        return lambda one: one.undo(play)
    if chance < 0.12:
        trick = max(len(recorder.log.deals[-1].tricks or ()), 1) if recorder.log.deals else 1
        return lambda one: one.correct(f"{number}.{trick}.{play}", card)
    if chance < 0.16 and number:
        return lambda one: one.note("Ääni. " * play)
    if chance < 0.17:
        return lambda one: one.void("miksi")
    if recorder.expects == "nothing":
        return lambda one: one.undo(60)
    if recorder.expects == "deal":
        return lambda one: one.deal(seed=f"killed/{number}")
    action = choose.choice(recorder.legal())
    return lambda one: one.act(action)


def child(path: Path, seed: int, out: int, *, sync: bool) -> None:
    """Record until killed: what an act will make of the log is said before it, and that it is done behind it."""
    choose = random.Random(seed)
    recorder = Recorder.resume(path, sync=sync)
    copy = path.with_name(f"guide-{seed}.jsonl")
    copy.write_bytes(path.read_bytes())
    guide = Recorder.resume(copy)
    while True:
        act = _one_act(recorder, choose)
        try:
            act(guide)
        except (Refused, RistilogError):
            continue
        os.write(out, f"will {_hash(guide.log)}\n".encode())
        act(recorder)
        os.write(out, f"done {_hash(recorder.log)}\n".encode())


def kill(folder: Path, times: int, *, sync: bool = False) -> int:
    """Kill a recorder at random moments, going on where it was; how many acts it had acknowledged in all."""
    path, choose, acknowledged = folder / "game.jsonl", random.Random(times), 0
    before = _hash(Recorder("ristikontra-fi", path=path).close())
    for number in range(times):
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(ours)
                child(path, number, theirs, sync=sync)
            finally:
                os._exit(1)  # it is killed, or its test has failed
        os.close(theirs)
        with os.fdopen(ours, "rb") as said:
            wanted = choose.randrange(1, 40)
            heard = [said.readline() for _ in range(wanted)]
            for _ in range(choose.randrange(20_000)):
                pass
            os.kill(pid, signal.SIGKILL)
            heard += said.readlines()
        _, status = os.waitpid(pid, 0)
        assert os.WIFSIGNALED(status), "the recorder failed by itself"
        words = [line.split() for line in heard if line.endswith(b"\n")]
        done = [word[1].decode() for word in words if word[0] == b"done"]
        will = [word[1].decode() for word in words if word[0] == b"will"]
        acknowledged += len(done)
        recorder = Recorder.resume(path)
        assert recorder.recovered.left_by == pid
        # What was acknowledged is there, and at most the act that was being written.
        assert _hash(recorder.log) in {[before, *done][-1], *will[len(done) :]}
        assert same(read(path.read_bytes()).log, recorder.log)
        assert verify(path).ok
        before = _hash(recorder.close())
        for left in folder.glob("guide-*"):
            left.unlink()
    return acknowledged


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if sys.argv[1:2] == ["kill"]:
            times = int(sys.argv[2]) if len(sys.argv) > 2 else 500
            print(
                f"{times} kills survived, {kill(folder, times, sync='sync' in sys.argv):,} acts acknowledged, none lost"
            )
        else:
            for name in SCRIPTS:
                print(f"{name}: cut at {cut(name, folder, every=True):,} places", flush=True)
                (folder / "game.jsonl").unlink()


if __name__ == "__main__":
    main()
