"""The notation: whatever a log holds comes back as it was; whatever is typed is read, or named with its place."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from ristilog.format.read import read
from ristilog.format.write import canonical, pretty
from ristilog.game.findings import Finding
from ristilog.game.log import Annotation, Deal, GameLog, Hands, Trick
from ristilog.game.ruleset import PRESET_NAMES
from ristilog.game.table import SEATS
from ristilog.record.fill import fill
from ristilog.record.notation import Notated, read_notation, write_notation
from ristilog.record.simulate import simulate
from ristilog.referee.verify import verify
from tests.any_log import any_log
from tests.helpers import ROOT

HOUSE: list[dict[str, Any]] = [
    {},
    {"draw": "after-trick"},
    {"hand_size": 4, "lead_limit": 2},
    {"hand_size": 9, "draw": "after-trick"},
    {"dark_play": False, "target": 3},
]
HEAD = "ristilog 1.0\nrules ristikontra\nview table\n"


def readable(data: bytes) -> GameLog | None:
    """The log, if there is nothing to say about its form."""
    reading = read(data)
    return None if any(one.severity == "error" for one in reading.findings) else reading.log


def comes_back(log: GameLog) -> Notated:
    """Hold a log against what its notation is read as."""
    text = write_notation(log)
    notated = read_notation(text)
    assert notated.findings == (), text
    assert notated.log is not None
    assert canonical(notated.log) == canonical(log), text
    return notated


def files() -> Iterator[bytes]:
    """Every log there is in the repository."""
    for folder in ("samples", "tests/files/good", "tests/files/bad", "tests/files/kit", "tests/files/options"):
        for path in sorted((ROOT / folder).glob("*.json")):
            yield path.read_bytes()
    for path in sorted((ROOT / "schemas/conformance").glob("*.jsonl")):
        for line in path.read_text().splitlines():
            if "text" in (case := json.loads(line)):
                yield case["text"].encode()


def seen_by(log: GameLog, view: Any) -> GameLog:
    """A log as somebody sees it who sees some of the cards."""

    def trick(one: Trick) -> Trick:
        return structs.replace(
            one, actions=tuple(a if a[2:6] != "draw" or a[0] == view else f"{a[0]} draw ??" for a in one.actions)
        )

    def deal(one: Deal) -> Deal:
        hands = Hands(**{view: one.hands.of(view)}) if view in SEATS and one.hands else UNSET
        tricks = tuple(map(trick, one.tricks or ()))
        return structs.replace(one, hands=hands, stock=UNSET, shuffle=UNSET, tricks=tricks)

    return structs.replace(log, view=view, deals=tuple(map(deal, log.deals)))


def cut(log: GameLog, at: int) -> GameLog:
    """A log of which so many actions are left of the last deal."""
    last = log.deals[-1]
    tricks: list[Trick] = []
    for trick in last.tricks or ():
        if at > 0:
            whole = at >= len(trick.actions)
            claims = {} if whole else {"winner": UNSET, "points": UNSET}
            tricks.append(structs.replace(trick, actions=trick.actions[:at], **claims))
        at -= len(trick.actions)
    deal = structs.replace(last, tricks=tuple(tricks), score=UNSET)
    return structs.replace(log, deals=(*log.deals[:-1], deal), result=UNSET)


def spoilt(log: GameLog, chance: random.Random) -> GameLog:
    """A log of which the play of a deal is changed somewhere: an action lost, doubled, moved or another."""
    deal = log.deals[-1]
    tricks = [[*trick.actions] for trick in deal.tricks or ()]
    for _ in range(chance.randint(1, 4)):
        actions = chance.choice(tricks)
        place, other = chance.randrange(len(actions)), chance.choice(chance.choice(tricks))
        match chance.randrange(4):
            case 0 if len(actions) > 1:
                del actions[place]
            case 1:
                actions.insert(place, other)
            case 2:
                actions[place] = other
            case _:
                actions.insert(0, actions.pop(place))
    changed = (structs.replace(t, actions=tuple(a)) for t, a in zip(deal.tricks or (), tricks, strict=True))
    return structs.replace(log, deals=(*log.deals[:-1], structs.replace(deal, tricks=tuple(changed))))


def test_every_log_in_the_repository_comes_back() -> None:
    logs = [log for data in files() if (log := readable(data)) is not None]
    assert len(logs) > 600
    for log in logs:
        comes_back(log)


@pytest.mark.parametrize("options", HOUSE, ids=json.dumps)
@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_simulated_games_come_back_cut_and_spoilt_and_in_every_view(rules: str, options: dict[str, Any]) -> None:
    log = simulate(rules, "notation", options=options, deals=3)
    length = sum(len(trick.actions) for trick in log.deals[-1].tricks or ())
    chance = random.Random(rules)
    views = [log, *(seen_by(log, view) for view in ("N", "S", "public", "table"))]
    for seen in views:
        comes_back(seen)
        comes_back(spoilt(seen, chance))
    for at in range(length):
        comes_back(cut(chance.choice(views), at))
        comes_back(spoilt(log, chance))


def test_an_ordinary_game_is_a_line_a_trick_and_one_for_the_cards() -> None:
    log = simulate("ristikontra", "brief", deals=1)
    lines = write_notation(log).splitlines()
    deal = lines[lines.index("deal 1  dealer S") : -2]
    assert deal[1] == "  seed brief/1"
    assert len(deal) == 1 + 1 + 13 + 1
    for number, line in enumerate(deal[2:-1], start=1):
        assert re.fullmatch(rf" +{number}  [NESW]( [2-9TJQKA][cdhs][* ]?){{4}} +[NESW] \d+", line), line


def test_the_writer_s_text_is_its_own_shortest() -> None:
    """What is read and written again is the same text."""
    for name in ("kotka-final", "club-saturday"):
        log = readable((ROOT / f"samples/{name}.json").read_bytes())
        assert log is not None
        text = write_notation(log)
        again = read_notation(text).log
        assert again is not None
        assert write_notation(again) == text


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(any_log())
def test_any_log_comes_back(tree: dict[str, Any]) -> None:
    log = readable(json.dumps(tree).encode())
    if log is not None:
        notated = comes_back(log)
        assert all(line >= 1 and column >= 1 for line, column in notated.places.values())


FRAGMENTS = [
    *'"{}[]|#;=:+-*\n\r\t ',
    *("deal 1 dealer S\n", "\nnote 1.1 ", "en: ", "\n| x\n", "full ", "4s*+2c ", "10h ", "dark ", "-1 ", "9" * 20),
    *("\ud800", '"\\ud800"', "NS ", "held ", "score ", "set ", "ext ", '{"a":1,"a":2}', "1e999", "NaN", "[" * 2000),
    *("hidden", "part ", "seed ", "sha256:", "times ", "void ", "hands -", "result ", "line ", "value ", "²", "１"),
]


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_whatever_is_typed_is_read_or_named_with_its_place(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([*EXAMPLES.values(), "", HEAD, "ristilog 1.0\n"]), label="text")[-900:]
    if data.draw(st.booleans()):
        text = f"{HEAD}deal S\n{text}"
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text)))
        lost = data.draw(st.integers(0, 3))
        text = text[:at] + data.draw(st.sampled_from(FRAGMENTS) | st.text(max_size=4)) + text[at + lost :]
    notated = read_notation(text)
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    for one in notated.findings:
        assert one.code == "F101"
        assert one.line is not None and one.column is not None
        assert 1 <= one.column <= len(lines[one.line - 1]) + 1
    assert (notated.log is None) == bool(notated.findings)
    if notated.log is not None:
        comes_back(notated.log)


def document() -> Iterator[tuple[str, str, str]]:
    """The examples of the document: a name, the code of the error in them if there is one, the text."""
    text = (ROOT / "docs/notation.md").read_text()
    for number, found in enumerate(re.finditer(r"^```ristilog ?(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)):
        yield f"example-{number + 1}", found[1], found[2]


EXAMPLES = {name: text for name, _, text in document()}
DOCUMENT = list(document())


@pytest.mark.parametrize(("code", "text"), [one[1:] for one in DOCUMENT], ids=[one[0] for one in DOCUMENT])
def test_the_examples_of_the_document_are_read_and_judged(code: str, text: str) -> None:
    log = read_notation(text).log
    assert log is not None
    comes_back(log)
    if code:
        assert [one.code for one in verify(log).findings if one.severity == "error"] == [code]
    else:
        made = fill(pretty(log))
        assert made.log is not None
        assert verify(made.log).ok


def test_the_examples_of_the_document_are_many() -> None:
    text = (ROOT / "docs/notation.md").read_text()
    assert len(DOCUMENT) == 6
    assert text.count("```") == 2 * (len(DOCUMENT) + 1)  # and the grammar


def test_the_two_games_of_the_document_are_one_game() -> None:
    plain, scored = (read_notation(DOCUMENT[number][2]).log for number in (0, 1))
    assert plain is not None and scored is not None
    made = fill(pretty(plain)).log
    assert made is not None
    assert made.deals == scored.deals
    assert made.result == scored.result


@pytest.mark.parametrize("options", [{}, {"draw": "after-trick"}], ids=["immediate", "after-trick"])
@pytest.mark.parametrize("view", ["open", "table"])
def test_typed_cards_without_draws_are_what_fill_makes_of_them(view: str, options: dict[str, Any]) -> None:
    played = simulate("ristiklappi", "typed", options=options, deals=1)
    log = played if view == "open" else seen_by(played, view)
    bare = re.sub(r"\+\w\w", "", re.sub(r"(?m)  [NESW] \d+$|^  score.*|^result.*", "", write_notation(log)))
    typed = read_notation(bare).log
    assert typed is not None
    without = tuple(
        structs.replace(t, actions=tuple(a for a in t.actions if a[2:6] != "draw"), winner=UNSET, points=UNSET)
        for t in log.deals[0].tricks or ()
    )
    lacking = structs.replace(log, deals=(structs.replace(log.deals[0], tricks=without, score=UNSET),), result=UNSET)
    made = fill(pretty(lacking)).log
    assert made is not None and made.deals[0].tricks and typed.deals[0].tricks
    assert [t.actions for t in typed.deals[0].tricks] == [t.actions for t in made.deals[0].tricks]
    assert fill(pretty(typed)).log == made


def actions(text: str) -> list[list[str]]:
    """The actions of the first deal of a text."""
    log = read_notation(text).log
    assert log is not None, read_notation(text).findings
    return [[*trick.actions] for trick in log.deals[0].tricks or ()]


def test_a_draw_is_what_must_be_unless_another_or_none_is_written() -> None:
    assert actions(f"{HEAD}deal 1 dealer S\n1 W 4s* 4c Qc+2d Qd-") == [
        ["W dark 4s", "N play 4c", "N draw ??", "E play Qc", "E draw 2d", "S play Qd"]
    ]


def test_no_stock_is_drawn_that_is_not_left() -> None:
    trick = "W 4s 4c Qc Qd\n"
    rules = "ristilog 1.0\nrules ristikontra\nset hand_size=9\nview table\n"
    made = actions(f"{rules}deal S\n" + "".join(f"{number} {trick}" for number in range(1, 6)))
    assert [len(one) for one in made] == [8, 8, 8, 8, 4]


def test_with_rules_that_are_not_known_no_draw_goes_without_saying() -> None:
    text = "ristilog 1.0\nrules ristikonttra\nview table\ndeal S\n1 W 4s 4c+2d"
    assert actions(text) == [["W play 4s", "N play 4c", "N draw 2d"]]


@pytest.mark.parametrize(
    "line",
    [
        "1 W 10h* 4c qC Ad N 6",
        "  1.  w  TH*, 4C, Qc, ad,  n  6   ; a comment",
        "\t1: W dark th 4c Qc AD N 6 # another",
        "01 W Th * 4c Qc Ad N 6",
    ],
)
def test_a_trick_may_be_typed_in_many_ways(line: str) -> None:
    made = read_notation(f"{HEAD}deal 1 dealer S\n{line}\n").log
    assert made == read_notation(f"{HEAD}deal 1 dealer S\n1 W Th* 4c Qc Ad N 6").log
    assert made is not None


def test_line_ends_marks_colons_and_comments_do_not_matter() -> None:
    plain = "ristilog 1.0\ntitle Big #1\nrules ristikontra\nview table\n\ndeal 1 dealer S\n score NS 74 EW 46\n"
    typed = "\ufeff; a game\r\nRistilog: 1.0\rTITLE:  Big #1 \r\nrules ristikontra # what else\n"
    typed += "View: Table\n# here it goes\ndeal s\nscore: points 74-46 ; done"
    assert read_notation(typed).log == read_notation(plain).log
    assert read_notation(plain).log is not None


FAULTS = [
    ("1 W 4x 4c Qc Qd", 5, 5, '"4x" is no card: a card is a rank 2-9, T or 10, J, Q, K, A and a suit c, d, h, s'),
    ("1 W h7", 5, 5, "did you mean 7h?"),
    ("1 W 4c 4d 4h 4s 5c", 5, 17, "a trick has four cards, this is a fifth"),
    ("2 W 4c", 5, 1, "this is trick 1, not 2"),
    ("1 4c 4d", 5, 3, '"4c" stands where the seat that leads belongs (N, E, S or W)'),
    ("1 W 4c N 6 7", 5, 12, '"7" stands where the line should end'),
    ("1 W", 5, 4, "the line ends where a card belongs"),
    ("1 full W play ??", 5, 15, '"??" is no card'),
    ("scroe NS 1 EW 2", 5, 1, 'no line of a deal begins with "scroe"; did you mean score?'),
    ("score NS 74", 5, 12, "the line ends where NS or EW belongs"),
    ("score NS 1 EW 2, awrd 1-0", 5, 18, "did you mean award?"),
    ("deal 3 dealer S", 5, 6, "this is deal 2, not 3"),
    ("title Late", 5, 1, "title belongs before the first deal"),
    ('ext {"a": 1, "a": 2}', 5, 5, 'the key "a" stands twice in one object'),
    ("ext [1]", 5, 5, "a JSON object belongs here"),
    ("ext {1}", 5, 6, "this is not JSON"),
    ('ext {"a": 1e999}', 5, 5, "larger than any reader can hold"),
    ('ext {"a": "\\ud800"}', 5, 5, "half of a surrogate pair"),
    ("seed " + "x" * 257, 5, 6, "a seed has 1 to 256 bytes of UTF-8"),
    ("commitment sha256:00", 5, 12, "stands where a commitment belongs (sha256: and 64 hex digits)"),
    ("note 1.1.7 en: x", 5, 6, "stands where the address of a deal, trick or play belongs"),
    ("note 1.1 en:", 5, 10, "a text belongs here"),
    ("note 1.1 lvel x", 5, 10, "stands where a language and a text belongs"),
    ("| more", 5, 1, "goes on with the text of a note, but there is none"),
    ("seed a\nseed b", 6, 6, "this stands in line 5 already"),
    ("result finished", 5, 8, "stands where the way it ended belongs (complete, abandoned, adjourned or forfeit)"),
]


@pytest.mark.parametrize(("line", "row", "column", "says"), FAULTS, ids=[one[0][:30] for one in FAULTS])
def test_a_fault_says_what_belongs_there(line: str, row: int, column: int, says: str) -> None:
    (found,) = read_notation(f"{HEAD}deal 1 dealer S\n{line}\n").findings
    assert (found.line, found.column) == (row, column)
    assert says in found.message
    assert (found.code, found.at, found.pointer) == ("F101", None, "")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with the line"),
        ("rules ristikontra", "begins with the line"),
        ("ristilog 1.0\nview table", "the rules are missing"),
        ("ristilog 2.0\nrules ristikontra", "the version of the format"),
        ("ristilog 1.0\nrules ristikontra\nN.id x", "the name of N is missing"),
        ("ristilog 1.0\nrules ristikontra\n1 N 4c", "a trick belongs to a deal"),
        ("ristilog 1.0\nrules ristikontra\nstock 4c", "stock belongs to a deal"),
        ("ristilog 1.0\nrules ristikonttra\ndeal S\nN hidden", "only known rules can say"),
    ],
)
def test_what_is_missing_is_said(text: str, says: str) -> None:
    (found,) = read_notation(text).findings
    assert says in found.message


def test_many_faults_are_named_at_once_and_no_more_than_a_hundred() -> None:
    notated = read_notation(f"{HEAD}deal S\n" + "1 W 4x\n" * 3)
    assert [one.line for one in notated.findings] == [5, 6, 6, 7, 7]  # the numbers are wrong too
    assert len(read_notation(HEAD + "what\n" * 1000).findings) == 100


def pointers(tree: Any, pointer: str = "") -> Iterator[str]:
    """Every pointer of a tree but those into what may be anything."""
    yield pointer
    if pointer.endswith(("/ext", "/args")):
        return
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inner:
        yield from pointers(value, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")


@pytest.mark.parametrize("name", ["kotka-final", "club-saturday", "rovaniemi-klappi"])
def test_everything_in_a_log_has_a_place(name: str) -> None:
    log = readable((ROOT / f"samples/{name}.json").read_bytes())
    assert log is not None
    notated = comes_back(log)
    unsaid = re.compile(r"/deals/\d+/hands/[NESW]|/deals/\d+/shuffle/method")
    lacking = set(pointers(json.loads(pretty(log)))) - notated.places.keys()
    assert [one for one in lacking if not unsaid.fullmatch(one)] == []


def test_the_referee_s_findings_are_placed_where_they_were_typed() -> None:
    text = f"{HEAD}deal 1 dealer S\n  1 W 4s 4c Qc Qd  E 6\n  2 N 5c 5c 6c 7c\n  score NS 1 EW 2\n"
    notated = read_notation(text)
    assert notated.log is not None
    found = {one.code: notated.place(one) for one in verify(notated.log).findings}
    lines = text.splitlines()

    def typed(one: Finding) -> str:
        assert one.line is not None and one.column is not None
        return lines[one.line - 1][one.column - 1 :].split()[0]

    assert typed(found["S401"]) == "E"
    assert typed(found["P302"]) == "5c"
    assert (found["P302"].line, found["P302"].at) == (6, "1.2.2")


def test_a_thing_that_went_without_saying_has_the_place_it_follows_from() -> None:
    notated = read_notation("ristilog 1.0\nrules ristikontra\ndeal S\n  seed a\n  1 W 4c 5c\n")
    assert notated.places["/deals/0/hands"] == (4, 3)
    assert notated.places["/deals/0/tricks/0/actions/1"] == (5, 7)  # the draw behind the four of clubs
    made = Finding("D201", "", "error", None, "/deals/0/hands/N", None, None, "")
    assert notated.place(made).line == 4


def test_notes_keep_their_order_wherever_they_stand() -> None:
    log = simulate("ristikontra", "notes", deals=2)
    notes = [Annotation(at=at, text={"en": at}) for at in ("1", "1.2.1", "1.2", "2.1", "1.13", "2", "7.1.1")]
    for some in (notes, notes[::-1], notes[2:] + notes[:2]):
        notated = comes_back(structs.replace(log, annotations=tuple(some)))
        assert notated.log is not None and notated.log.annotations
        assert [note.at for note in notated.log.annotations] == [note.at for note in some]
    text = write_notation(structs.replace(log, annotations=tuple(notes[:4])))
    lines = [line.strip() for line in text.splitlines()]
    assert lines[lines.index("note 1.2.1 en: 1.2.1") - 1].startswith("2  ")
    assert lines[lines.index("note 1.2 en: 1.2") + 1].startswith("3  ")


def test_a_note_is_easy_to_type() -> None:
    text = f"{HEAD}deal S\n1 W 4s\nnote 1.1.1 !? en: It's # one, isn't it?\n| And: more.\n|   - list\n"
    text += "fi: Hyvä\nline W 9c N 4d*\nby: Aino\nclaim dark-gift to=W points=4\n2 N 4c"
    log = read_notation(text).log
    assert log is not None and log.annotations and log.deals[0].tricks
    (note,) = log.annotations
    assert note.text == {"en": "It's # one, isn't it?\nAnd: more.\n  - list", "fi": "Hyvä"}
    assert (note.glyph, note.by, note.code, note.args) == ("!?", "Aino", "dark-gift", {"to": "W", "points": 4})
    assert note.lines == (("W play 9c", "N dark 4d"),)
    assert len(log.deals[0].tricks) == 2


def test_absent_and_empty_are_not_the_same() -> None:
    bare = {"ristilog": "1.0", "rules": {"name": "ristikontra", "version": 1}, "deals": []}
    empty: dict[str, Any] = {"meta": {}, "players": {}, "pairs": {}, "annotations": [], "ext": {}}
    trees = [bare, *({**bare, key: value} for key, value in empty.items())]
    trees.append({**bare, "rules": {**bare["rules"], "options": {}}})  # type: ignore[dict-item]
    deal = {"dealer": "S", "void": ""}
    parts: list[dict[str, Any]] = [{}, {"tricks": []}, {"hands": {}}, {"stock": ""}, {"score": {}}, {"ext": {}}]
    trees += [{**bare, "deals": [{**deal, **part}]} for part in parts]
    texts = set()
    for tree in trees:
        log = readable(json.dumps(tree).encode())
        assert log is not None
        comes_back(log)
        texts.add(write_notation(log))
    assert len(texts) == len(trees)


def test_the_grammar_names_every_word() -> None:
    from ristilog.record.notation.deals import CARDS, DEAL
    from ristilog.record.notation.head import ANYWHERE, HEAD
    from ristilog.record.notation.notes import FIELDS

    grammar = Path(ROOT / "docs/notation.md").read_text().split("```abnf")[1].split("```")[0].lower()
    for word in (*HEAD, *ANYWHERE, *DEAL, *CARDS, *FIELDS):
        assert f'"{word}"' in grammar or ("." in word and f'".{word[2:]}"' in grammar), word
