"""The files that are made and kept: ``make golden`` writes them anew, the tests hold them against what is made now."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from ristilog.format.schema import log_schema, presets_document
from ristilog.game.explanations import explanation, summary
from ristilog.game.findings import CODES
from ristilog.referee.report.schema import report_schema
from ristilog.site.document_schema import replay_schema
from ristilog.teach.analysis.game import analysis_schema
from tests.kit import as_lines, bad, good, options, shuffles

ROOT: Final = Path(__file__).parent.parent


def findings_index() -> str:
    """The table of all findings, each with a link to its page."""
    rows = [
        f"| [{code}]({code}.md) | {about.name} | {about.severity} | {summary(code)} |" for code, about in CODES.items()
    ]
    return "\n".join([*_INDEX, *rows, ""])


_INDEX: Final = (
    "# Findings",
    "",
    "Everything `ristilog verify` can say of a log. `ristilog explain CODE` prints the same pages;",
    "[the format](../format.md#findings) has the rules by which one fault is one error.",
    "",
    "| code | name | severity | means |",
    "|---|---|---|---|",
)

GOLDEN: Final[dict[str, Callable[[], Any]]] = {
    "schemas/ristilog-1.0.schema.json": log_schema,
    "schemas/ristilog-presets-1.json": presets_document,
    "schemas/ristilog-report-1.schema.json": report_schema,
    "schemas/ristilog-replay-1.schema.json": replay_schema,
    "schemas/ristilog-analysis-1.schema.json": analysis_schema,
    "schemas/conformance/good.jsonl": lambda: as_lines(good()),
    "schemas/conformance/bad.jsonl": lambda: as_lines(bad()),
    "schemas/conformance/options.jsonl": lambda: as_lines(options()),
    "schemas/conformance/shuffle.jsonl": lambda: as_lines(shuffles()),
    "docs/findings/README.md": findings_index,
    **{f"docs/findings/{code}.md": partial(explanation, code) for code in CODES},
}
"""Path below the root → what makes it: a text, or a value that is kept as JSON."""


def text_of(made: Any) -> str:
    return made if isinstance(made, str) else json.dumps(made, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, make in GOLDEN.items():
        (ROOT / path).parent.mkdir(exist_ok=True)
        (ROOT / path).write_text(text_of(make()), encoding="utf-8")
