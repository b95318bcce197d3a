"""Sentences: every one in both languages, well formed, true, and from words that are declined right."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from ristilog import simulate
from ristilog.game.log import GameLog, Pairs, Play, Player, Players
from ristilog.game.ruleset import Ruleset
from ristilog.referee.judge import prove_deals, resolve_rules
from ristilog.referee.notes import sound_deals
from ristilog.referee.verify import verify
from ristilog.replay.legality import barred_now, barred_rank, legal_actions
from ristilog.teach.annotate import annotated
from ristilog.teach.choices import barred_text
from ristilog.teach.claims import CODES
from ristilog.teach.language import LANGUAGES, language
from ristilog.teach.nouns import NOUNS
from ristilog.teach.people import people_of, plain
from ristilog.teach.sayings import SAYINGS
from ristilog.teach.tell import ToldDeal, ToldStep, tell
from tests import catalogues
from tests.helpers import GOOD, ROOT
from tests.site import build, made, write

OPTIONS = [
    {},
    {"lead_limit": 2, "dark_lead_when_barred": "allow"},
    {"fourth_king_ban": True, "fourth_king_dark": "stands"},
    {"dark_play": False, "draw": "after-trick"},
    {"cleaning": True, "dirty_winner": "opponents", "dirty_loss_points": 2},
    {"hand_size": 9, "card_values": "a"},
]


def told(log: GameLog, tag: str) -> tuple[Ruleset, tuple[ToldDeal, ...]]:
    rules, _ = resolve_rules(log)
    assert rules is not None
    deals = sound_deals(log, rules, prove_deals(log, rules), verify(log).findings)
    noted = annotated(log, rules, [deal for deal in deals if deal is not None])
    return rules, tell(noted, rules, deals, language(tag))


def logs() -> Iterator[tuple[str, GameLog]]:
    for path in (*GOOD, *sorted((ROOT / "samples").glob("*.json"))):
        log = verify(path).log
        assert log is not None
        yield path.stem, log
    for number, options in enumerate(OPTIONS):
        yield f"options-{number}", simulate("ristikontra", f"words-{number}", deals=3, options=options)
    for name in ("ristikontra-fi", "ristiklappi", "alga-b", "alga-a"):
        yield name, simulate(name, "words", deals=4)


LOGS = list(logs())


def steps(deals: tuple[ToldDeal, ...]) -> Iterator[ToldStep]:
    for deal in deals:
        yield from deal.steps


# ---- the catalogues


@pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != "en"])
def test_a_catalogue_has_every_message_of_the_source_translated(tag: str) -> None:
    there = {message.id: message.string for message in catalogues.catalogue(tag) if message.id}
    assert set(there) == catalogues.messages()
    for ident, string in there.items():
        for one, other in zip((ident,) if isinstance(ident, str) else ident, _strings(string), strict=True):
            assert other.strip(), ident
            assert catalogues.places(one) == catalogues.places(other), ident


def _strings(string: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string or ())


@pytest.mark.parametrize("tag", [tag for tag in LANGUAGES if tag != "en"])
def test_a_catalogue_lies_as_the_tool_writes_it(tag: str) -> None:
    path = catalogues.LOCALE / tag / "LC_MESSAGES" / "ristilog.po"
    assert path.read_bytes() == catalogues.renewed(tag)


def test_every_claim_has_its_sentence() -> None:
    assert set(SAYINGS) == set(CODES)


# ---- sentences


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize(("name", "log"), LOGS, ids=[name for name, _ in LOGS])
def test_sentences_are_well_formed(name: str, log: GameLog, tag: str) -> None:
    _, deals = told(log, tag)
    assert deals
    for step in steps(deals):
        said = [step.say, *step.result, *filter(None, [step.drew]), *(note.text for note in step.notes if note.code)]
        for text in said:
            assert re.fullmatch(r"[^a-zåäö].*[.]”?", text), text
        for text in (*said, *(choice.text for choice in step.choices)):
            assert not re.search(r"[{}]|  |\.\.| [.,:]|None", text), text


@pytest.mark.parametrize(("name", "log"), LOGS, ids=[name for name, _ in LOGS])
def test_choices_are_what_the_rules_allow(name: str, log: GameLog) -> None:
    rules, deals = told(log, "en")
    refused = 0
    for step in steps(deals):
        position = step.after
        if not step.choices:
            seat = position.to_act
            is_begun = step.step is not None or bool(log.deals[int(step.at) - 1].tricks)
            assert seat is None or position.due or position.hand(seat).hidden or not is_begun
            continue
        allowed = {(one.card, "dark" if one.card is None else "play") for one in step.choices if one.allowed}
        legal = {(None if one.kind == "dark" else one.card, one.kind) for one in legal_actions(position)}
        assert allowed == legal
        assert position.to_act is not None
        assert [one.card for one in step.choices if one.card] == list(position.hand(position.to_act).known)
        assert any(one.card is None for one in step.choices) == rules.dark_play
        refused += sum(not one.allowed for one in step.choices)
    assert refused or not rules.dark_play or not log.open


@pytest.mark.parametrize(("name", "log"), LOGS, ids=[name for name, _ in LOGS])
def test_effects_are_what_comes_of_the_play(name: str, log: GameLog) -> None:
    _, deals = told(log, "en")
    for deal in deals:
        for before, step in zip(deal.steps, deal.steps[1:], strict=False):
            assert step.step is not None
            action: Play = step.step.action
            said = next((one.text for one in before.choices if one.card == action.card), None)
            if action.kind != "play" or said is None or not step.step.before.trick:
                continue
            hit = action.card[0] == step.step.before.trick[0].card[0]
            words = ("wins the trick", "would be winning now", "takes it over from the partner")
            assert (said in words) == hit
            worth = step.step.before.rules.values.get(action.card[0], 0)
            assert hit or (said == "changes nothing") == (worth == 0)
            assert hit or not worth or re.search(rf"\b{worth} point", said)


def test_a_deal_in_words() -> None:
    log = verify(ROOT / "samples/kotka-final.json").log
    assert log is not None
    _, deals = told(log, "en")
    said = {step.at: step for step in steps(deals)}
    assert said["1"].say == "Helmi deals. Ville leads the first trick."
    assert said["1.1.1"].say == "Ville leads the nine of diamonds."
    assert said["1.1.1"].drew == "Ville draws the six of clubs."
    assert (
        said["1.1.2"].say == "Aino plays in the dark: the queen of hearts turns up, 3 points. Ville is still winning."
    )
    assert said["1.6.2"].say == "Aino plays the three of spades, the led rank, and is winning now."
    assert said["1.6.4"].say == "Helmi plays the ace of diamonds, 11 points. Aino wins the trick: 11 points."
    assert said["1.7.4"].say == "Ville plays the five of clubs. Aino wins the trick, which is worth nothing."
    refused = [one for one in said["1.3.4"].choices if not one.allowed]
    assert {one.card for one in refused} == {"9s", None}
    assert refused[0].text == "not allowed: the last three tricks were led with nines"
    assert refused[1].text == "not allowed: nobody may lead in the dark while a rank is barred"
    assert barred_text(language("en"), said["1.3.4"].after) == (
        "The last three tricks were all led with nines, so a nine may not be led now."
    )
    assert said["1.13.4"].result[0] == "The deal is over: East–West have more card points, 61–59."
    assert said["1.13.4"].result[1:] == ("East–West get 1 game point.", "The match: North–South 0, East–West 1.")


def test_the_same_deal_in_finnish() -> None:
    log = verify(ROOT / "samples/kotka-final.json").log
    assert log is not None
    _, deals = told(log, "fi")
    said = {step.at: step for step in steps(deals)}
    assert said["1.1.1"].say.startswith("Ville aloittaa ruutuyhdeksällä")
    assert said["1.1.1"].drew == "Ville nostaa ristikuuden."
    assert "herttakuningatar, 3 pistettä" in said["1.1.2"].say
    assert "patakolmen" in said["1.6.2"].say


def test_ties_wipes_and_dirty_winners_are_told() -> None:
    wanted = {"A tie", "had been held", "Held for", "They are dirty, so nobody", "fall to nought", "win the match"}
    found = set()
    for name in ("kotka-final", "first-game", "rovaniemi-klappi", "old-booklet", "lake-evening"):
        log = verify(ROOT / f"samples/{name}.json").log
        assert log is not None
        _, deals = told(log, "en")
        for deal in deals:
            result = " ".join(deal.steps[-1].result)
            points = deal.deal.points
            assert points is not None
            assert f"{max(points.NS, points.EW)}–{min(points.NS, points.EW)}" in result
            found |= {words for words in wanted if words in result}
    assert found == wanted


def test_the_opponents_of_a_dirty_winner_may_get_the_point() -> None:
    options = {"cleaning": True, "dirty_winner": "opponents"}
    for number in range(30):
        log = simulate("ristiklappi", f"dirty-{number}", deals=6, options=options)
        _, deals = told(log, "en")
        for deal in deals:
            if "They are dirty, so" in " ".join(deal.steps[-1].result):
                assert deal.deal.outcome is not None
                award = deal.deal.outcome.award
                got = next((side for side in ("NS", "EW") if getattr(award, side)), None)
                if got:
                    name = {"NS": "North–South", "EW": "East–West"}[got]
                    assert f"They are dirty, so {name} get 1 game point." in deal.steps[-1].result
                    return
    pytest.fail("no deal was won by a dirty side")


# ---- people and nouns


def test_two_players_of_one_name_are_told_apart() -> None:
    log = simulate("ristikontra", "names", deals=1)
    ann = Player(name="Anna")
    log = structs.replace(
        log, players=Players(N=ann, E=ann, S=Player(name="  "), W=Player(name="Liisa")), pairs=Pairs(EW="The Lakes")
    )
    people = people_of(log, language("en"))
    assert people.names == {"N": "Anna (North)", "E": "Anna (East)", "S": "South", "W": "Liisa"}
    assert people.sides == {"NS": "North–South", "EW": "The Lakes"}
    assert people_of(log, language("fi")).names["E"] == "Anna (Itä)"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Aino\n\tK. ", "Aino K."),
        ("\x1b[31mred\x1b[0m", "[31mred [0m"),
        ("a\u202eb\u2066c", "abc"),
        ("x" * 100, "x" * 59 + "…"),
        ("\u2028", ""),
        ("Ääkköset 牌 ♥", "Ääkköset 牌 ♥"),
    ],
)
def test_texts_of_a_log_are_made_fit_to_read(given: str, shown: str) -> None:
    assert plain(given) == shown


def test_nouns_have_their_forms_and_no_others() -> None:
    cards = NOUNS["fi"].cards
    assert f"{cards['7h']} {cards['7h']:gen} {cards['Tc']:ades}" == "herttaseitsemän herttaseitsemän ristikympillä"
    assert f"{cards['As']:gen} {cards['Kd']:gen}" == "pataässän ruutukuninkaan"
    assert f"{NOUNS['en'].ranks['8']:a} {NOUNS['en'].ranks['6']:pl}" == "an eight sixes"
    assert [NOUNS["fi"].number(number) for number in (0, 3, 12, 13)] == ["nolla", "kolme", "kaksitoista", "13"]
    with pytest.raises(ValueError, match="no form 'genitive'"):
        format(cards["7h"], "genitive")


def test_a_language_that_there_is_not_is_a_callers_bug() -> None:
    with pytest.raises(ValueError, match="no language 'sv'"):
        language("sv")


def steps_of(out: Path, tree: Any) -> list[Any]:
    write(out.parent / "game.json", tree)
    site = build(out, out.parent / "game.json")
    document = json.loads(next((site / "games").glob("*/replay.en.json")).read_text())
    return [
        step | {"said": [document["texts"][one[1]] for one in step.get("choices", [])]}
        for deal in document["deals"]
        for step in deal["steps"]
    ]


def test_no_choices_are_offered_from_a_hand_that_is_not_all_known(tmp_path: Path) -> None:
    tree = made(deals=1)
    deal = tree["deals"][0]
    tree["view"] = "table"
    for field in ("hands", "stock", "shuffle"):
        deal.pop(field)
    known = [step for step in steps_of(tmp_path / "out", tree) if step.get("choices")]
    for step in known:
        assert "dark" not in [one[0] for one in step["choices"]] or len(step["choices"]) == 7
    tree["deals"][0]["tricks"] = deal["tricks"][:6]
    tree["deals"][0].pop("score")
    tree.pop("result", None)
    assert not [step for step in steps_of(tmp_path / "more", tree)[:8] if step.get("choices")]


def test_a_waived_ban_is_none() -> None:
    waived = 0
    for number in range(20, 40):
        _, deals = told(simulate("ristikontra", f"b{number}", deals=3, options={"lead_limit": 2}), "en")
        for step in (step for deal in deals for step in deal.steps):
            leader = step.after.to_act
            if leader is None or barred_rank(step.after) is None or barred_now(step.after) is not None:
                continue
            assert barred_text(language("en"), step.after) is None
            assert {one.card for one in step.choices if one.allowed} >= set(step.after.hand(leader).known)
            waived += 1
    assert waived


def test_what_may_not_be_done_is_said_without_guessing(tmp_path: Path) -> None:
    for rules in ("ristikontra", "ristikontra-fi"):
        steps = steps_of(tmp_path / rules, made(rules, "b0", deals=6))
        assert not [text for step in steps for text in step["said"] if "might" in text]
