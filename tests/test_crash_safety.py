"""Whatever stops a recorder, what it acknowledged is on record, and it goes on from there (`tests/crash.py`)."""

import contextlib
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ristilog import Recorder, RistilogError, read, verify
from tests.crash import SCRIPTS, cut
from tests.helpers import ROOT
from tests.recorded import same


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_recording_may_be_cut_anywhere(name: str, tmp_path: Path) -> None:
    assert cut(name, tmp_path, every=name in ("forgotten", "north")) > 100


def test_a_recorder_may_be_killed_at_any_time() -> None:
    """In a process of its own, which may be divided without harm."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.crash", "kill", "40"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("40 kills survived")


def test_it_says_what_was_torn_and_who_left_it(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    script = (
        f"import os, ristilog; one = ristilog.Recorder(path={str(path)!r}); one.deal(seed='left')\n"
        "one.dark(); print(os.getpid(), flush=True); os.kill(os.getpid(), 9)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == -signal.SIGKILL
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"action": "N pl')
    assert [one.code for one in verify(path).findings] == ["W602", "T701"]
    with Recorder.resume(path) as recorder:
        assert recorder.recovered.left_by == int(run.stdout)
        assert recorder.recovered.torn == b'{"action": "N pl'
        assert path.read_bytes() == whole
        assert recorder.expects == "play"
    assert Recorder.resume(path).recovered == type(recorder.recovered)()


def test_what_follows_by_itself_and_was_not_written_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder("alga-b", path=path)
    recorder.deal(seed="follows", ext={"a": 1})
    while recorder.position is not None:
        recorder.act(recorder.legal()[0], t=40)
    recorder.close()
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    assert [line[:9] for line in lines[-2:]] == [b'{"trick":', b'{"score":']
    for number in range(1, 4):
        path.write_bytes(b"".join(lines[:-number]))
        Recorder.resume(path).close()
        assert (path.read_bytes() == data) == (number < 3)
    draw = next(number for number, line in enumerate(lines) if b" draw " in line)
    path.write_bytes(b"".join(lines[:draw]))
    Recorder.resume(path).close()
    assert path.read_bytes() == b"".join(lines[: draw + 1])  # with the time of its play


@contextlib.contextmanager
def disk_of(size: int) -> Iterator[None]:
    """No file may grow beyond so many bytes; Python does not mind the signal that says so."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(path=path, sync=True)
    recorder.deal(seed="full")
    for room in (0, 1, 10, 25):
        recorder.dark()
        data, log = path.read_bytes(), recorder.log
        with disk_of(len(data) + room), pytest.raises(RistilogError, match="too large; nothing of this was recorded"):
            recorder.note("a" * 50, at="1")
        with disk_of(len(data) + room), pytest.raises(RistilogError, match="too large; nothing of this was recorded"):
            recorder.correct("1.1.1", str(recorder.log.deals[0].stock)[:2])
        assert path.read_bytes() == data
        assert recorder.log is log
        assert verify(path).ok
    recorder.note("There is room again.", at="1")
    recorder.close()
    assert same(read(path.read_bytes()).log, recorder.log)
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_recording_that_there_is_no_room_for_does_not_begin(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for size in (0, 10, 60):
        with disk_of(size), pytest.raises(RistilogError, match="too large"):
            Recorder(path=path)
    Recorder(path=path).close()
    assert verify(path).ok


def test_a_correction_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(view="table", path=path)
    recorder.deal()
    for card in ("2c", "3c", "4c", "5c", "6c"):
        recorder.play(card)
    data, log = path.read_bytes(), recorder.log

    def fails(*_: object) -> None:
        raise OSError(5, "Input/output error")

    for name in ("replace", "fsync"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, fails)
            with pytest.raises(RistilogError, match="Input/output error; nothing of this was recorded"):
                recorder.correct("1.1.2", "3d")
        assert path.read_bytes() == data
        assert recorder.log is log
    recorder.play("7c")
    recorder.correct("1.1.2", "3d")
    recorder.play("8c")
    assert same(read(path.read_bytes()).log, recorder.log)
    recorder.close()
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


@pytest.mark.parametrize("moment", ["os.replace", "os.fsync", "os.chmod"])
def test_killed_in_a_correction(moment: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(view="table", path=path)
    recorder.deal()
    for card in ("2c", "3c", "4c", "5c", "6c"):
        recorder.play(card)
    recorder.close()
    data = path.read_bytes()
    script = (
        f"import os, ristilog; one = ristilog.Recorder.resume({str(path)!r})\n"
        f"{moment} = lambda *_: os.kill(os.getpid(), 9)\n"
        "one.correct('1.1.2', '3d')"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == -signal.SIGKILL, run.stderr
    assert path.read_bytes() == data
    again = Recorder.resume(path)
    assert again.recovered.left_by is not None
    again.correct("1.1.2", "3d")
    assert same(read(path.read_bytes()).log, again.log)
    again.close()
    assert [one.name for one in tmp_path.iterdir()] == ["game.jsonl"]


def test_the_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(view="table", path=path)
    path.chmod(0o640)
    recorder.deal()
    recorder.play("2c")
    recorder.correct("1.1.1", "3d")
    assert os.stat(path).st_mode & 0o777 == 0o640
