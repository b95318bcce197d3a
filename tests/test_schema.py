"""The published schemas: no drift, sound by themselves, of one mind with the reader, and with useful messages."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from ristilog.format.read import read
from ristilog.format.schema import log_schema, presets_document
from ristilog.game.ruleset import OPTIONS, PRESETS, resolve
from ristilog.referee.verify import verify
from tests.golden import GOLDEN, ROOT, text_of
from tests.helpers import BAD, GOOD, changed, damaged, load, without

VALIDATOR = jsonschema.Draft202012Validator(log_schema())
ONE = load("good/ristikontra-one-deal.json")


@pytest.mark.parametrize("path", GOLDEN)
def test_published_files_are_what_is_made_now(path: str) -> None:
    assert (ROOT / path).read_text() == text_of(GOLDEN[path]()), f"{path} has drifted: run `make golden`, read the diff"


def check_jsonschema(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "check_jsonschema", *arguments], capture_output=True, text=True, check=False
    )


def test_the_schemas_are_schemas() -> None:
    paths = [str(ROOT / path) for path in GOLDEN if path.endswith(".schema.json")]
    done = check_jsonschema("--check-metaschema", *paths)
    assert done.returncode == 0, done.stdout


def test_an_outside_tool_passes_the_good_games() -> None:
    schema = str(ROOT / "schemas/ristilog-1.0.schema.json")
    done = check_jsonschema("--schemafile", schema, *map(str, GOOD))
    assert done.returncode == 0, done.stdout


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def test_every_field_has_a_title_and_a_description() -> None:
    schema = log_schema()
    described = 0
    for part in [schema, *schema["$defs"].values()]:
        for name, field in part["properties"].items():
            assert field.get("title"), name
            assert field.get("description"), name
            described += 1
    assert described > 60


# What no schema can say, or not in a way that other tools have in common; each is found by the reader.
BEYOND_A_SCHEMA = {"F104-fraction", "F104-times", "F104-no-such-day", "F104-clean-without-the-rule", "F106-no-target"}
BEYOND_A_SCHEMA |= {
    "F104-clean-beside-a-missing-claim",
    "F106-option",
    "F103-next-major",
    "W601-later-minor",
    "F106-number-with-a-fraction",
}
BEYOND_A_SCHEMA |= {"F106-scoring-of-the-preset-without-a-target"}
BEYOND_A_SCHEMA |= {f"F106-nothing-under-{one}" for one in ("totals", "game-points", "the-scoring-named")}
BEYOND_A_SCHEMA |= {"F104-parts", "F104-seed-of-258-bytes", "F104-start-held", "F104-times-fall-between-tricks"}
BEYOND_A_SCHEMA |= {"F104-year-nought"}


def form_codes(data: bytes) -> set[str]:
    return {one.code for one in verify(data).findings if one.code in ("F103", "F104", "F106")}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_the_schema_agrees_with_the_reader_on_bad_files(path: Any) -> None:
    data = path.read_bytes()
    if {one.code for one in verify(data).findings} & {"F101", "F102", "F105"} or path.stem in BEYOND_A_SCHEMA:
        return
    tree = json.loads(data, parse_int=lambda digits: int(digits) if len(digits) < 400 else float(digits))
    assert VALIDATOR.is_valid(tree) == (not form_codes(data))


@pytest.mark.parametrize("log", [pytest.param(one[1], id=one[0]) for one in damaged()])
def test_the_schema_agrees_with_the_reader_on_damaged_games(log: Any) -> None:
    faults = form_codes(json.dumps(log).encode())
    if "F103" in faults and isinstance(log.get("ristilog"), str):
        return  # the schema is that of a version; which one a log has is asked first
    assert VALIDATOR.is_valid(log) == (not faults)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_the_schema_agrees_with_the_reader_on_good_games(path: Any) -> None:
    assert VALIDATOR.is_valid(json.loads(path.read_bytes()))
    assert not read(path.read_bytes()).findings


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (changed(ONE, "/rules/name", "ristikonta"), ["'ristikonta' is not one of", "'ristikontra'"]),
        (changed(ONE, "/rules/options", {"lead_limits": 2}), ["lead_limits", "unexpected"]),
        (changed(ONE, "/rules/options", {"lead_limit": 4}), ["4 is not one of [2, 3, None]"]),
        (without(ONE, "/deals/0/hands"), ["'hands' is a required property"]),
        (without(without(ONE, "/deals/0/tricks"), "/deals/0/score"), ["'tricks' is a required property"]),
        (changed(ONE, "/deals/0/dealer", "X"), ["'X' is not one of", "'N'"]),
        (changed(ONE, "/result", {"ended": "complete"}), ["'winner' is a required property"]),
        (changed(ONE, "/deals/0/tricks/0/points", "3"), ["'3' is not of type 'integer'"]),
    ],
)
def test_the_schema_s_messages_help(tree: Any, words: list[str]) -> None:
    messages = " ".join(error.message for error in VALIDATOR.iter_errors(tree))
    assert "any of the given schemas" not in messages
    for word in words:
        assert word in messages


def test_the_presets_as_json_make_the_presets() -> None:
    document = json.loads((ROOT / "schemas/ristilog-presets-1.json").read_text())
    assert document == presets_document()
    assert document["options"].keys() == OPTIONS.keys()
    for one in document["presets"]:
        preset = PRESETS[one["name"], one["version"]]
        scoring = {key: one["settings"][key] for key in ("scoring", "target")}
        assert resolve(one["name"], one["version"], {**one["settings"], **scoring})[0] == preset
        assert document["card_values"][one["settings"]["card_values"]] == preset.values
