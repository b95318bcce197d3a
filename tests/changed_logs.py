"""The logs of which all mutants are made: every sample, and made ones for what the samples have not."""

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from ristilog.format.write import pretty
from ristilog.record.simulate import simulate
from ristilog.referee.verify import judge_bytes
from ristilog.replay.shuffle import commitment, deal_out, shuffled
from tests.helpers import GOOD, ROOT, load

SAMPLES: Final = sorted((ROOT / "samples").glob("*.json"))
FILES: Final = {path.stem: path for path in (*SAMPLES, *GOOD)}

ONE: Final = "good/ristikontra-one-deal.json"
THREE: Final = "good/ristikontra-fi-tie.json"
KLAPPI: Final = "good/ristiklappi-dirty-winner.json"


def view(tree: Any, viewer: str) -> Any:
    """What one seat, or the public, saw of an open log."""
    tree = copy.deepcopy(tree) | {"view": viewer}
    for deal in tree["deals"]:
        for name in ("shuffle", "stock"):
            deal.pop(name, None)
        deal["hands"] = {seat: cards for seat, cards in deal["hands"].items() if seat == viewer}
        for trick in deal["tricks"]:
            trick["actions"] = [
                text if text[0] == viewer or " draw " not in text else f"{text[:7]}??" for text in trick["actions"]
            ]
    return tree


def _table(name: str) -> Any:
    """All the cards, but no seed: shuffled by hand."""
    tree = load(name) | {"view": "table"}
    for deal in tree["deals"]:
        del deal["shuffle"]
    return tree


def _half_seen() -> Any:
    """A hand and some of the stock shown, other draws shown than those that can be told from it."""
    tree = _table(ONE)
    (deal,) = tree["deals"]
    deal["hands"] = {"E": deal["hands"]["E"], "W": " ".join(["??", *deal["hands"]["W"].split()[1:]])}
    deal["stock"] = " ".join(card if place % 3 else "??" for place, card in enumerate(deal["stock"].split()))
    return tree


def _seed_beside_plays() -> Any:
    """Plays alone, and the seed that tells the rest."""
    shuffle = load(ONE)["deals"][0]["shuffle"]
    tree = view(load(ONE), "table")
    tree["deals"][0]["shuffle"] = shuffle
    del tree["deals"][0]["hands"]
    return tree


def _committed() -> Any:
    """Four parties' parts with their commitments; times, extensions, a start and a forfeit beside."""
    tree = load(ONE)
    (deal,) = tree["deals"]
    parts = [f"{seat} has thought of this long secret" for seat in "NESW"]
    dealt = deal_out(shuffled("\n".join(parts)), "S", 6)
    deal["shuffle"] = {
        "method": "hmac-sha256-1",
        "commitment": commitment("\n".join(parts)),
        "parts": [{"by": part[0], "seed": part, "commitment": commitment(part)} for part in parts],
    }
    deal["hands"] = {seat: " ".join(cards) for seat, cards in dealt.hands.items()}
    deal["stock"] = " ".join(dealt.stock)
    first = " ".join(["W", "dark", dealt.stock[0]])
    deal["tricks"] = [{"actions": [first], "times": [40], "ext": {"clock": [1.5, None, "blue"]}}]
    del deal["score"]
    return {
        "$schema": "schema.json",
        **tree,
        "pairs": {"NS": "Blue", "EW": "White"},
        "start": {"match": {"NS": 6, "EW": 2}, "held": 1},
        "result": {"ended": "forfeit", "winner": "EW", "score": {"NS": 6, "EW": 2}},
        "ext": {"app": {"version": 3}},
    }


def _timed() -> Any:
    """A scored deal with a seed of its own that was committed to, and times that stand still now and then."""
    tree = load(ONE)
    (deal,) = tree["deals"]
    deal["shuffle"]["commitment"] = commitment(deal["shuffle"]["seed"])
    time = 0
    for trick in deal["tricks"]:
        trick["times"] = [time := time + place % 3 for place, _ in enumerate(trick["actions"])]
    return tree


def _scores(name: str) -> Any:
    """Nothing but the scores of a match, and a misdeal in it."""
    tree = load(name)
    deals = [{"dealer": deal["dealer"], "score": deal["score"]} for deal in tree["deals"]]
    void = {**copy.deepcopy(tree["deals"][1]), "void": "A card was turned up."}
    void["tricks"] = void["tricks"][:2]
    del void["score"]
    return tree | {"deals": [deals[0], void, *deals[1:]]}


def _one_score(name: str) -> Any:
    """Nothing but the score of a single deal."""
    tree = load(name)
    tree.pop("result", None)
    deal = tree["deals"][0]
    return tree | {"deals": [{"dealer": deal["dealer"], "score": deal["score"]}]}


def _noted() -> Any:
    """Every field that a note may have, a line as well."""
    tree = load(ONE)
    actions = tree["deals"][0]["tricks"][7]["actions"]
    lead = actions[0]
    other = next(
        trick["actions"][place]
        for trick in tree["deals"][0]["tricks"][8:]
        for place in range(4)
        if trick["actions"][place][0] == lead[0]
    )
    tree["annotations"] = [
        {
            "at": "1.8.1", "id": "turn", "level": "beginner", "glyph": "?!", "by": "Aino", "stop": True,
            "text": {"en": "Why not the other?", "fi": "Miksei toinen?"}, "lines": [[other], [other, actions[1]]],
            "value": {"method": "sampled", "best": other, "loss": 1200, "se": 30, "samples": 400, "seed": "a",
                      "policy": "sensible"},
            "ext": {"colour": "red"},
        },
        {"at": "1", "text": {"en": "A deal."}},
    ]  # fmt: skip
    return tree


def _house(preset: str, **options: Any) -> Any:
    return json.loads(pretty(simulate(preset, "house", options=options, deals=1)))


def _stopped(name: str, tricks: int) -> Any:
    """A log that stops in the middle of a trick of its last deal."""
    tree = load(name)
    deal = tree["deals"][-1]
    deal["tricks"] = deal["tricks"][: tricks + 1]
    deal["tricks"][-1] = {"actions": deal["tricks"][-1]["actions"][:2]}
    del deal["score"]
    tree.pop("result", None)
    return tree


MADE: Final[dict[str, Callable[[], Any]]] = {
    "view-N": lambda: view(load(ONE), "N"),
    "view-W": lambda: view(load(ONE), "W"),
    "view-public": lambda: view(load(ONE), "public"),
    "table-cards": lambda: _table(ONE),
    "table-half-seen": _half_seen,
    "table-seed": _seed_beside_plays,
    "view-E-klappi": lambda: view(load(KLAPPI), "E"),
    "committed": _committed,
    "timed": _timed,
    "scores": lambda: _scores(THREE),
    "scores-klappi": lambda: _scores(KLAPPI),
    "one-score": lambda: _one_score(THREE),
    "noted": _noted,
    "draw-after-trick": lambda: _house("ristikontra", draw="after-trick", lead_limit=2),
    "house-klappi": lambda: _house("ristiklappi", fourth_king_dark="stands", queen_trick="any-queen"),
    "house-alga": lambda: _house("alga-b", scoring="game-points", target=3, dark_play=False),
    "stopped": lambda: _stopped(THREE, 4),
    "view-S-stopped": lambda: view(_stopped(ONE, 9), "S"),
}
"""Name → what makes the log."""

NAMES: Final = (*FILES, *MADE)


@cache
def _bytes_of(name: str) -> bytes:
    data = FILES[name].read_bytes() if name in FILES else json.dumps(MADE[name]()).encode()
    assert judge_bytes(data).verdict != "bad", (name, judge_bytes(data).findings)
    return data


def log(name: str) -> Any:
    """A fresh tree of one of the logs, which may be changed."""
    return json.loads(_bytes_of(name))
