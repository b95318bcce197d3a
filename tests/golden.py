"""The files that are made and kept: ``make golden`` writes them anew, the tests hold them against what is made now."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ristilog.format.schema import log_schema, presets_document
from ristilog.referee.report_schema import report_schema
from ristilog.site.document_schema import replay_schema
from tests.kit import as_lines, bad, good, shuffles

ROOT: Final = Path(__file__).parent.parent

GOLDEN: Final[dict[str, Callable[[], Any]]] = {
    "schemas/ristilog-1.0.schema.json": log_schema,
    "schemas/ristilog-presets-1.json": presets_document,
    "schemas/ristilog-report-1.schema.json": report_schema,
    "schemas/ristilog-replay-1.schema.json": replay_schema,
    "schemas/conformance/good.jsonl": lambda: as_lines(good()),
    "schemas/conformance/bad.jsonl": lambda: as_lines(bad()),
    "schemas/conformance/shuffle.jsonl": lambda: as_lines(shuffles()),
}
"""Path below the root → what makes it."""


def text_of(made: Any) -> str:
    if isinstance(made, str):
        return made
    return json.dumps(made, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, make in GOLDEN.items():
        (ROOT / path).write_text(text_of(make()))
