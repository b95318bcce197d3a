"""The samples of findings: ``files/bad/CODE-name.json`` (``.jsonl`` of a recording) beside ``CODE-name.expected.json``.

Expected is a list of code and pointer: all the errors of the sample, and those of its warnings and notes that it is
about. It may be an object with that list as its ``findings`` and a ``max_size``, the bytes that are read of the log.
Notes in a file of their own, ``CODE-name.notes.json``, are judged with the log, and what is found in them counts.
"""

import json
from pathlib import Path
from typing import Final

from msgspec import Struct

from ristilog.format.read import MAX_BYTES
from ristilog.game.findings import Finding
from ristilog.referee.verify import Verdict, judge_notes, verify
from tests.helpers import BAD, BAD_STREAMS


class Sample(Struct, frozen=True):
    path: Path
    max_size: int
    expected: list[tuple[str, str]]

    @property
    def code(self) -> str:
        return self.path.name.partition("-")[0]

    @property
    def files(self) -> list[Path]:
        notes = self.path.with_name(f"{self.path.stem}.notes.json")
        return [self.path, notes] if notes.exists() else [self.path]

    def verdicts(self) -> list[Verdict]:
        log = verify(self.path, max_bytes=self.max_size)
        return [log, *(judge_notes(notes.read_bytes(), str(notes), log) for notes in self.files[1:])]

    def findings(self) -> list[Finding]:
        return [one for verdict in self.verdicts() for one in verdict.findings]


def _sample(path: Path) -> Sample:
    expected = json.loads(path.with_name(f"{path.stem}.expected.json").read_text())
    if isinstance(expected, list):
        expected = {"findings": expected}
    pairs = [(code, pointer) for code, pointer in expected["findings"]]
    return Sample(path, expected.get("max_size", MAX_BYTES), pairs)


SAMPLES: Final = [_sample(path) for path in [*BAD, *BAD_STREAMS]]
