"""The JSON report as types, and the schema made from them; published under ``schemas/`` and tested against drift."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from ristilog.game.findings import Finding
from ristilog.game.table import Side
from ristilog.referee.report.base import Summary


class FileReport(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the referee says of one log."""

    path: Annotated[str | None, Meta(description="The path as given, - for standard input.")]
    entry: Annotated[int | None, Meta(description="The line of the log in a corpus; null for a file of its own.")]
    ok: Annotated[bool, Meta(description="Whether no finding that was asked for is at the failing level.")]
    verdict: Annotated[
        Literal["good", "bad", "good-as-seen"],
        Meta(description="good-as-seen: nothing is wrong, but hidden cards left something unjudged."),
    ]
    rules: Annotated[str | None, Meta(description="The preset's name; null if the log could not be read.")]
    deals: Annotated[int, Meta(ge=0, description="Deals in the log.")]
    plays: Annotated[int, Meta(ge=0, description="Plays and dark plays in the log.")]
    winner: Annotated[Side | None, Meta(description="The side that won; null unless the match is complete.")]
    game: Annotated[str | None, Meta(description="The game hash; null if the log could not be read whole.")]
    record: Annotated[str | None, Meta(description="The record hash; null if the log could not be read whole.")]
    findings: Annotated[list[Finding], Meta(description="What was found, in the order of the text.")]
    left_out: Annotated[int, Meta(ge=0, description="Findings that were not asked for, or beyond --max-findings.")]


class Report(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The JSON report of ``ristilog verify``."""

    files: Annotated[list[FileReport], Meta(description="One entry a log, in the order they were judged.")]
    summary: Annotated[Summary, Meta(description="What all the logs came to.")]


def report_schema() -> dict[str, Any]:
    """The JSON Schema of the report."""
    (ref,), parts = msgspec.json.schema_components([Report], ref_template="#/$defs/{name}")
    root = parts.pop(ref["$ref"].rpartition("/")[2])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:ristilog:schema:ristilog-report-1",
        **root,
        "title": "Ristilog verification report 1",
        "$defs": dict(sorted(parts.items())),
    }
