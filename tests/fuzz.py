"""Fuzzing the referee with atheris, which is not among the test tools: ``pip install atheris`` where it is wanted.

``python -m tests.fuzz [FOLDER] [OPTION …]``: libFuzzer's options; what it finds worth keeping goes to the folder. The
small corpus in ``tests/files/fuzz`` and every sample are its seeds, and `tests/test_fuzz.py` runs the same check.
"""

import importlib
import sys
import tempfile
from pathlib import Path
from typing import Any

from ristilog.format.positions import find
from ristilog.format.read import text_of
from ristilog.format.schema import shape_schema
from ristilog.format.stream import is_stream
from ristilog.referee.batch import Task, Terms, entry_of
from ristilog.referee.report.as_json import as_json
from ristilog.referee.verify import judge_bytes, judge_notes
from ristilog.teach.claims import CODES
from tests.helpers import FILES

MAX_BYTES = 64 * 1024
CORPUS = FILES / "fuzz"


def check(data: bytes) -> None:
    """Judge any bytes as a log and as a file of notes: nothing is raised, and what is found stands in the text."""
    verdict = judge_bytes(data, "fuzz.json", max_bytes=MAX_BYTES)
    terms = Terms(max_bytes=MAX_BYTES, max_findings=1000, hashes=True)
    as_json(entry_of(verdict, Task(path="fuzz.json", data=data), terms))
    notes = judge_notes(data, "fuzz.notes.json", verdict)
    text = text_of(data)
    # The carriage return of a line's end belongs to the line before it; of a stream it is in the line.
    lines = (text if is_stream(data) else text.replace("\r\n", " \n").replace("\r", "\n")).split("\n")
    findings = (*verdict.findings, *notes.findings)
    for one in findings:
        assert one.line is not None, one
        assert one.column is not None, one
        assert 1 <= one.line <= len(lines), one
        assert 1 <= one.column <= len(lines[one.line - 1]) + 1, one
    if not is_stream(data) and not any(one.code in ("F101", "F105") for one in findings):
        pointers = {one.pointer for one in findings}
        assert find(text, pointers).keys() == pointers


def seeds() -> list[bytes]:
    """Every sample that is small enough, and the corpus."""
    folders = [FILES / "good", FILES / "bad", FILES / "json-test-suite" / "test_parsing", CORPUS]
    files = [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file()]
    return [data for path in files if len(data := path.read_bytes()) <= MAX_BYTES]


def words() -> list[str]:
    """The words of the format, for the fuzzer to put in."""
    fields = {word for part in shape_schema()["$defs"].values() for word in part.get("properties", ())}
    return sorted(fields | shape_schema()["properties"].keys() | {"??", "N play 4c", "E draw Td", "W dark Ks", *CODES})


def main() -> None:
    atheris: Any = importlib.import_module("atheris")
    own = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    with tempfile.TemporaryDirectory() as place:
        folder, dictionary = Path(place, "seeds"), Path(place, "words.dict")
        folder.mkdir()
        for number, data in enumerate(seeds()):
            (folder / f"seed-{number}").write_bytes(data)
        dictionary.write_text("".join(f'"\\"{word}\\""\n' for word in words()))
        options = [f"-dict={dictionary}", *(argument for argument in sys.argv[1:] if argument.startswith("-"))]
        atheris.instrument_all()
        atheris.Setup([sys.argv[0], f"-max_len={MAX_BYTES}", *options, *own, str(folder)], check)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
