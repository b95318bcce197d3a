"""Ristilog itself as an implementation under test: answers the conformance kit's questions on its standard input."""

import base64
import json
import sys
from typing import Any

from ristilog.game.table import SEATS
from ristilog.referee.verify import verify
from ristilog.replay.shuffle import commitment, deal_out, deal_seed, shuffled


def answer(question: dict[str, Any]) -> dict[str, Any]:
    match question["do"]:
        case "shuffle":
            return {"pack": " ".join(shuffled(question["seed"]))}
        case "commit":
            return {"commitment": commitment(question["seed"])}
        case "deal":
            dealt = deal_out(shuffled(question["seed"]), question["dealer"], question["hand_size"])
            return {"hands": {seat: " ".join(dealt.hands[seat]) for seat in SEATS}, "stock": " ".join(dealt.stock)}
        case "seed":
            return {"seed": deal_seed(question["master"], question["k"])}
        case "hash":
            verdict = verify(_data(question))
            return {"game": verdict.game, "record": verdict.record}
        case "verify":
            errors = [one for one in verify(_data(question)).findings if one.severity == "error"]
            return {"errors": [[one.code, one.pointer] for one in errors]}
        case _:
            return {"unsupported": "unknown question"}


def _data(question: dict[str, Any]) -> bytes:
    if "base64" in question:
        return base64.b64decode(question["base64"])
    return str(question["text"]).encode()


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
