"""Seeds in the open: the commands, the vectors in two languages, and the page that goes through it."""

import hashlib
import hmac
import json
import re
import shlex
import subprocess
from typing import Any

import pytest

from ristilog import commitment, deal_out, deal_seed, shuffled
from ristilog.cli.shuffle import WIDTH
from ristilog.game.ruleset import PRESET_NAMES, PRESETS
from ristilog.game.table import SEATS
from tests.helpers import ROOT, load, node
from tests.test_cli import lines, ristilog

VECTORS = load("seeds.json")
STRONG = "5f1c3a0d9e7b4826a4d0c7f2be6193585a0e7d41c9b2f683e5d7a1904c3b8f26"


def shown(*arguments: object, stdin: bytes = b"") -> Any:
    done = ristilog(*arguments, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda one: f"{one['master'][:8]!r}-{one['k']}")
def test_the_seeds_of_a_master(vector: dict[str, Any]) -> None:
    assert deal_seed(vector["master"], vector["k"]) == vector["seed"]
    assert commitment(vector["seed"]) == vector["commitment"]
    plainly = hmac.new(vector["master"].encode(), f"ristilog-deal-{vector['k']}".encode(), hashlib.sha256)
    assert plainly.hexdigest() == vector["seed"]


@pytest.mark.parametrize(("master", "k"), [("a", 0), ("a", -1), ("", 1), ("x" * 257, 1)])
def test_what_has_no_deal_seed(master: str, k: int) -> None:
    with pytest.raises(ValueError, match=r"counted from 1|256 bytes"):
        deal_seed(master, k)


def test_javascript_gets_every_vector_right() -> None:
    cases = [json.loads(line) for line in (ROOT / "schemas/conformance/shuffle.jsonl").read_text().splitlines()]
    cases += [{"do": "commit", "seed": one["seed"], "expect": {"commitment": one["commitment"]}} for one in VECTORS]
    asked = "".join(json.dumps(one) + "\n" for one in cases)
    program = str(ROOT / "docs/examples/shuffle.js")
    done = subprocess.run([*node(), program], input=asked.encode(), capture_output=True, check=True)
    assert [json.loads(line) for line in lines(done.stdout)] == [one["expect"] for one in cases]
    assert {one["do"] for one in cases} == {"shuffle", "commit", "deal", "seed"}
    assert len(cases) > 300


def test_a_new_secret_and_what_is_published_of_it() -> None:
    first, second = shown("seed", "new", "--json"), shown("seed", "new", "--json")
    assert re.fullmatch(r"[0-9a-f]{64}", first["seed"])
    assert first["commitment"] == commitment(first["seed"])
    assert first["seed"] != second["seed"]
    keep, seed, publish, published = lines(ristilog("seed", "new").stdout)
    assert keep.startswith("Keep to yourself")
    assert publish.startswith("Publish")
    assert published.strip() == commitment(seed.strip())


def test_a_commitment_that_belongs_to_the_seed() -> None:
    done = ristilog("seed", "check", STRONG, commitment(STRONG))
    assert done.returncode == 0
    assert done.stderr == b""
    assert lines(done.stdout) == ["The commitment belongs to the seed."]
    for end in (b"", b"\n", b"\r\n"):
        assert ristilog("seed", "check", "-", commitment(STRONG), stdin=STRONG.encode() + end).returncode == 0
    assert shown("seed", "check", STRONG, commitment(STRONG), "--json") == {
        "belongs": True,
        "commitment": commitment(STRONG),
        "weakness": None,
    }


def test_a_commitment_of_another_seed() -> None:
    done = ristilog("seed", "check", STRONG, commitment("another"))
    assert done.returncode == 1
    assert "does not belong" in lines(done.stdout)[0]
    assert commitment(STRONG) in lines(done.stdout)[1]
    asked = ristilog("seed", "check", "-", commitment("another"), "--json", stdin=b"kotka")
    assert asked.returncode == 1
    report = json.loads(asked.stdout)
    assert report["belongs"] is False
    assert "fewer than 20" in report["weakness"]


def test_a_seed_that_can_be_guessed_is_warned_of() -> None:
    done = ristilog("seed", "check", "kotka-2026/1", commitment("kotka-2026/1"))
    assert done.returncode == 0
    assert "could be guessed" in done.stderr.decode()
    assert "master secret could be guessed" in ristilog("seed", "deal", "kotka", 1).stderr.decode()


def test_the_seeds_of_a_match() -> None:
    made = [line.split() for line in lines(ristilog("seed", "deal", "-", "9-11", stdin=STRONG.encode() + b"\n").stdout)]
    assert made == [[str(k), deal_seed(STRONG, k), commitment(deal_seed(STRONG, k))] for k in (9, 10, 11)]
    public = ristilog("seed", "deal", "-", "9-11", "--commitments", stdin=STRONG.encode())
    assert [line.split() for line in lines(public.stdout)] == [[k, published] for k, _, published in made]
    one = shown("seed", "deal", STRONG, "3", "--json")
    assert one == [{"deal": 3, "seed": deal_seed(STRONG, 3), "commitment": commitment(deal_seed(STRONG, 3))}]
    secretly = shown("seed", "deal", STRONG, "3", "--commitments", "--json")
    assert secretly == [{"deal": 3, "commitment": one[0]["commitment"]}]


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["seed", "deal", "m", "0"], b"", "number from 1"),
        (["seed", "deal", "m", "5-4"], b"", "goes upwards"),
        (["seed", "deal", "m", "1-10001"], b"", "10000 deals at most"),
        (["seed", "deal", "", "1"], b"", "1 to 256 bytes"),
        (["seed", "deal", "-", "1"], b"x" * 300, "1 to 256 bytes"),
        (["seed", "deal", "-", "1"], b"\xff", "UTF-8"),
        (["seed", "check", "a", "sha256:12"], b"", "64 hex digits"),
        (["seed", "check", "-", "sha256:" + "0" * 64], b"\n", "1 to 256 bytes"),
        (["shuffle"], b"", "name a seed"),
        (["shuffle", "a", "--part", "b"], b"", "name a seed"),
        (["shuffle", "a" * 257], b"", "1 to 256 bytes"),
        (["shuffle", "--part", "a" * 200, "--part", "b" * 56], b"", "1 to 256 bytes"),
        (["shuffle", "--part", "a", "--part", ""], b"", "1 to 256 bytes"),
        (["shuffle", "--part", "-", "--part", "-"], b"", "only one"),
        (["shuffle", "a", "--rules", "alga-a", "--hand-size", "5"], b"", "not both"),
        (["shuffle", "a", "--hand-size", "10"], b"", "4<=x<=9"),
    ],
)
def test_wrong_usage(arguments: list[str], stdin: bytes, words: str) -> None:
    done = ristilog(*arguments, stdin=stdin)
    assert done.returncode == 2
    assert words in done.stderr.decode()
    assert done.stdout == b""
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_what_a_seed_deals(rules: str) -> None:
    for dealer in SEATS:
        dealt = deal_out(shuffled("kotka-2026/1"), dealer, PRESETS[rules, 1].hand_size)
        assert shown("shuffle", "kotka-2026/1", "--rules", rules, "--dealer", dealer, "--json") == {
            "seed": "kotka-2026/1",
            "dealer": dealer,
            "pack": " ".join(shuffled("kotka-2026/1")),
            "hands": {seat: " ".join(dealt.hands[seat]) for seat in SEATS},
            "stock": " ".join(dealt.stock),
        }


@pytest.mark.parametrize(("lang", "words"), [("en", "South deals"), ("fi", "Etelä jakaa")])
@pytest.mark.parametrize("size", range(4, 10))
def test_the_page_of_a_shuffle(lang: str, words: str, size: int) -> None:
    page = lines(ristilog("shuffle", "a", "--hand-size", size, "--lang", lang).stdout)
    assert max(map(len, page)) <= WIDTH
    assert any(words in line for line in page)
    cards = re.findall(r"\b[2-9TJQKA][cdhs]\b", "\n".join(page))
    assert cards[:52] == shuffled("a")
    assert sorted(cards[52:]) == sorted(shuffled("a"))


def test_parts_are_joined_by_newlines() -> None:
    assert shown("shuffle", "--part", "a", "--part", "b", "--json") == shown("shuffle", "a\nb", "--json")
    assert shown("shuffle", "--part", "a", "--part", "-", "--json", stdin=b"b\n")["seed"] == "a\nb"


def test_the_page_s_commands_print_what_it_says() -> None:
    text = (ROOT / "docs/seeds.md").read_text()
    tried = 0
    for indent, _, block in re.findall(r"^( *)```(\w*)\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL):
        first, *rest = [line.removeprefix(indent) for line in block.splitlines()]
        if first.startswith("$ ristilog "):
            done = ristilog(*shlex.split(first)[2:])
            assert lines(done.stdout) == rest
            tried += 1
        elif first.startswith("ristilog "):
            done = ristilog(first.split()[1], "--help")
            assert done.returncode == 0
    assert tried == 4
