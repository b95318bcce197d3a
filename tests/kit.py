"""The conformance kit, made from the samples; ``damaged.jsonl`` alone is kept by hand, since nothing else has it."""

import base64
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from ristilog.game.table import SEATS
from ristilog.referee.verify import verify
from ristilog.replay.shuffle import deal_out, shuffled

ROOT: Final = Path(__file__).parent.parent
FILES: Final = ROOT / "tests" / "files"
KIT: Final = ROOT / "schemas" / "conformance"
SMALL: Final = 4500
"""Bytes of a log that is put in twice, to be hashed too."""


def good() -> Iterator[dict[str, Any]]:
    """Logs with nothing wrong in them, and the hashes of the small ones."""
    folders = (FILES / "good", FILES / "kit", ROOT / "samples")
    paths = [path for folder in folders for path in sorted(folder.glob("*.json"))]
    for path in paths:
        text = json.dumps(json.loads(path.read_text()), ensure_ascii=False, separators=(",", ":"))
        case = {"id": f"good/{path.stem}", "group": "good", "do": "verify", "text": text}
        yield case | {"expect": {"errors": []}}
    for path in paths:
        text = json.dumps(json.loads(path.read_text()), ensure_ascii=False)
        if len(text) <= SMALL:
            verdict = verify(path)
            expect = {"game": verdict.game, "record": verdict.record}
            yield {"id": f"hash/{path.stem}", "group": "hash", "do": "hash", "text": text, "expect": expect}


def bad() -> Iterator[dict[str, Any]]:
    """The files of which something is wrong; of those that need more than one file or other limits there is no case."""
    for path in sorted((FILES / "bad").glob("*.expected.json")):
        expected = json.loads(path.read_text())
        name = path.name.removesuffix(".expected.json")
        if isinstance(expected, dict) or path.with_name(f"{name}.notes.json").exists():
            continue
        stream = path.with_name(f"{name}.jsonl")
        group = "streams" if stream.exists() else {"F": "reading", "A": "notes"}.get(name[0], "damaged")
        data = (stream if stream.exists() else path.with_name(f"{name}.json")).read_bytes()
        warnings = {one.code for one in verify(data).findings if one.severity != "error"}
        errors = [one for one in expected if one[0] not in warnings]
        yield {"id": f"bad/{name}", "group": group, "do": "verify", **_content(data), "expect": {"errors": errors}}


def options() -> Iterator[dict[str, Any]]:
    """Logs that are right under one value of an option, and the same under each other value that makes them wrong."""
    for path in sorted((FILES / "options").glob("*.expected.json")):
        name = path.name.removesuffix(".expected.json")
        tree = json.loads(path.with_name(f"{name}.json").read_text())
        option = name.partition("-")[0]
        yield _option_case(f"options/{name}", tree)
        for value, codes in json.loads(path.read_text()).items():
            rules = tree["rules"]
            flipped = rules | {"options": rules.get("options", {}) | {option: _option_value(value)}}
            case = _option_case(f"options/{name}/{value}", tree | {"rules": flipped})
            assert {code for code, _ in case["expect"]["errors"]} == set(codes)
            yield case


def _option_case(name: str, tree: Any) -> dict[str, Any]:
    text = json.dumps(tree, ensure_ascii=False, separators=(",", ":"))
    errors = [[one.code, one.pointer] for one in verify(text.encode()).findings if one.severity == "error"]
    return {"id": name, "group": "options", "do": "verify", "text": text, "expect": {"errors": errors}}


def _option_value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def shuffles() -> Iterator[dict[str, Any]]:
    """Packs, commitments and dealt cards of seeds of many kinds, and the seeds that masters make."""
    for number, one in enumerate(json.loads((FILES / "shuffle.json").read_text()), start=1):
        seed = one["seed"]
        about = {"group": "shuffle", "seed": seed}
        yield {"id": f"shuffle/{number}", "do": "shuffle", **about, "expect": {"pack": one["pack"]}}
        yield {"id": f"commit/{number}", "do": "commit", **about, "expect": {"commitment": one["commitment"]}}
        if number <= 24:
            dealer, size = SEATS[number % 4], 4 + number % 6
            dealt = deal_out(shuffled(seed), dealer, size)
            cards = {"hands": {seat: " ".join(dealt.hands[seat]) for seat in SEATS}, "stock": " ".join(dealt.stock)}
            yield {"id": f"deal/{number}", "do": "deal", **about, "dealer": dealer, "hand_size": size, "expect": cards}
    for number, one in enumerate(json.loads((FILES / "seeds.json").read_text()), start=1):
        about = {"group": "shuffle", "master": one["master"], "k": one["k"]}
        yield {"id": f"seed/{number}", "do": "seed", **about, "expect": {"seed": one["seed"]}}


def _content(data: bytes) -> dict[str, str]:
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


def as_lines(cases: Iterable[dict[str, Any]]) -> str:
    """Cases as JSON Lines."""
    return "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
