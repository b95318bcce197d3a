"""Any log that the format allows, right or wrong: what hypothesis draws where a test has to hold for all of them."""

from typing import Any

from hypothesis import strategies as st

from ristilog.game.cards import PACK
from ristilog.game.log import MAX_INTEGER
from ristilog.game.ruleset import OPTIONS, PRESET_NAMES
from ristilog.game.table import SEATS, SIDES
from ristilog.replay.shuffle import deal_out, shuffled

AWKWARD = (
    "",
    " ",
    "Aino",
    " leading",
    "trailing ",
    '"quoted"',
    '"half',
    "a: b",
    "# no comment",
    "; nor this",
    "two\nlines",
    "two\r\nlines\r",
    "\nfirst is empty",
    "last is empty\n",
    "a\n\n  indented\n- list\n| bar",
    "blank at the end \nof a line",
    "tab\tinside",
    "sep\u2028arated\u0085\x0b\x0c",
    "\ufeffmark",
    "\u202eturned",
    "no\u00a0break\u00a0",
    "𝔄𝔦𝔫𝔬 🂡",
    "\x00\x1f\x7f",
    "{}",
    "[]",
    "-",
    "hidden",
    "N",
    "sha256:" + "0" * 64,
    "sha256:" + "0" * 64 + " more",
    "true",
    "12",
    "C:\\path\\n",
    "en: text",
    "e\u0301 and é",
    "=",
    "a=b",
)
texts = st.sampled_from(AWKWARD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
keys = st.sampled_from(["en", "fi", "sv-FI", "by", "id", "set", "N", "target", "a b", "x", "äö"]) | texts
numbers = st.integers(-3, 130) | st.sampled_from([MAX_INTEGER, -MAX_INTEGER])
counts = st.integers(0, 30) | st.just(MAX_INTEGER)
anything = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(keys, anything, max_size=3)
seats, sides = st.sampled_from(SEATS), st.sampled_from(SIDES)
cards = st.sampled_from(PACK)
shown = cards | st.just("??")
card_lists = st.lists(shown, max_size=9).map(" ".join) | st.just(" ".join(["??"] * 6)) | st.just(" ".join(["??"] * 28))
hashes = st.sampled_from(["sha256:" + digit * 64 for digit in "0af"])
seeds = texts.filter(lambda text: 1 <= len(text.encode()) <= 80) | st.just("demo/1")
by_side = st.fixed_dictionaries({"NS": numbers, "EW": numbers})


def record(required: dict[str, Any], optional: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object with these fields."""
    return st.fixed_dictionaries(required, optional=optional)


plays = st.builds("{} {} {}".format, seats, st.sampled_from(["play", "dark"]), cards)
actions = plays | st.builds("{} draw {}".format, seats, shown)


@st.composite
def clockwise(draw: st.DrawFn) -> list[str]:
    """Actions of a trick that is as most are."""
    first = draw(st.integers(0, 3))
    made: list[str] = []
    for place in range(draw(st.integers(1, 5))):
        seat = SEATS[(first + place) % 4]
        made.append(f"{seat} {draw(st.sampled_from(['play', 'play', 'dark']))} {draw(cards)}")
        if draw(st.booleans()):
            made.append(f"{seat} draw {draw(shown)}")
    return made


@st.composite
def tricks(draw: st.DrawFn) -> dict[str, Any]:
    made = draw(clockwise() | st.lists(actions, min_size=1, max_size=9))
    rest = draw(record({}, {"winner": seats, "points": numbers, "ext": objects}))
    times = (
        {"times": sorted(draw(st.lists(counts, min_size=len(made), max_size=len(made))))} if draw(st.booleans()) else {}
    )
    return {"actions": made, **rest, **times}


shuffles = record(
    {"method": st.just("hmac-sha256-1")},
    {
        "seed": seeds,
        "commitment": hashes,
        "parts": st.lists(record({"by": texts}, {"seed": seeds, "commitment": hashes}), min_size=1, max_size=2),
    },
)
scores = record(
    {},
    {
        "points": by_side,
        "award": by_side,
        "held": numbers,
        "match": by_side,
        "clean": st.fixed_dictionaries({"NS": st.booleans(), "EW": st.booleans()}),
    },
)


@st.composite
def deals(draw: st.DrawFn, open_cards: bool) -> dict[str, Any]:
    """A deal, whose cards are those of its seed or any others."""
    deal: dict[str, Any] = draw(
        record(
            {"dealer": seats},
            {
                "shuffle": shuffles,
                "hands": record({}, dict.fromkeys(SEATS, card_lists)),
                "stock": card_lists,
                "tricks": st.lists(tricks(), max_size=4),
                "score": scores,
                "void": texts,
                "ext": objects,
            },
        )
    )
    seed = deal.get("shuffle", {}).get("seed")
    is_whole = open_cards and "void" not in deal and "tricks" in deal
    if seed is not None and (is_whole or draw(st.booleans())):
        dealt = deal_out(shuffled(seed), deal["dealer"], draw(st.sampled_from([6, 6, 5])))
        deal["hands"] = {seat: " ".join(held) for seat, held in dealt.hands.items()}
        deal["stock"] = " ".join(dealt.stock)
    elif is_whole:
        deal["hands"] = dict.fromkeys(SEATS, "2c 3c")
        deal["stock"] = "Ac Kd"
    if is_whole:
        for trick in deal["tricks"]:
            trick["actions"] = [action.replace("??", "2c") for action in trick["actions"]]
    if "tricks" not in deal and "score" not in deal and "void" not in deal:
        deal["void"] = ""
    last = 0
    for trick in deal.get("tricks", ()):  # the times of a deal never fall
        if "times" in trick:
            trick["times"] = [last := max(last, time) for time in trick["times"]]
    return deal


choices = plays
notes = record(
    {
        "at": st.sampled_from(["1", "1.1", "1.1.2", "2", "2.1.1", "1.2", "9.9.4", "1.14"]),
        "text": st.dictionaries(keys, texts, max_size=3),
        "code": texts | st.just("dark-gift"),
    },
    {
        "id": texts,
        "args": objects,
        "auto": st.booleans(),
        "stop": st.booleans(),
        "level": texts,
        "glyph": st.sampled_from(["!!", "!", "!?", "?!", "?", "??"]),
        "by": texts,
        "lines": st.lists(st.lists(choices, min_size=1, max_size=3), max_size=2),
        "value": record(
            {"method": st.sampled_from(["open-cards", "sampled"])},
            {"best": choices, "loss": counts, "se": counts, "samples": counts, "seed": texts, "policy": texts},
        ),
        "ext": objects,
    },
)


@st.composite
def a_note(draw: st.DrawFn) -> dict[str, Any]:
    """A note with a code, a text or both."""
    note: dict[str, Any] = draw(notes)
    left_out = draw(st.sampled_from(["code", "text", ""]))
    if left_out and (left_out == "text" or note["text"]) and (left_out == "code" or note["code"]):
        note.pop(left_out)
    return note


options = st.dictionaries(st.sampled_from(sorted(OPTIONS)) | keys, anything, max_size=3) | st.sampled_from(
    [{"draw": "after-trick"}, {"target": 5, "dark_play": False}, {"hand_size": 9}, {"lead_limit": None}]
)


@st.composite
def any_log(draw: st.DrawFn) -> dict[str, Any]:
    """A log as a tree of JSON."""
    view = draw(st.sampled_from([None, "open", "N", "S", "public", "table"]))
    tree: dict[str, Any] = draw(
        record(
            {
                "ristilog": st.just("1.0"),
                "rules": record(
                    {
                        "name": st.sampled_from(PRESET_NAMES) | texts,
                        "version": st.just(1) | numbers,
                    },
                    {"options": options},
                ),
                "deals": st.lists(deals(view in (None, "open")), max_size=3),
            },
            {
                "$schema": texts,
                "id": st.from_regex(r"\A[a-z0-9][a-z0-9-]{0,9}\Z"),
                "meta": st.dictionaries(keys | st.sampled_from(["title", "round"]), texts, max_size=4),
                "players": record(
                    {},
                    dict.fromkeys(SEATS, record({"name": texts}, {"id": texts, "agent": texts, "ext": objects})),
                ),
                "pairs": record({}, dict.fromkeys(SIDES, texts)),
                "start": record({"match": by_side, "held": counts}, {}),
                "result": record({"ended": st.just("forfeit"), "winner": sides}, {"score": by_side})
                | record({"ended": st.sampled_from(["abandoned", "adjourned"])}, {"score": by_side}),
                "annotations": st.lists(a_note(), max_size=4),
                "ext": objects,
            },
        )
    )
    return tree | ({"view": view} if view else {})
