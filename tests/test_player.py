"""The player in a real Chromium: its state against the engine's, its interface, keys and hashes."""

import json
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page

from ristilog import pretty, simulate
from ristilog.game.cards import HIDDEN
from ristilog.game.log import GameLog, SideNumbers
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import SEATS
from ristilog.referee.judge import prove_deals, resolve_rules
from ristilog.referee.notes import sound_deals
from ristilog.referee.verify import verify
from ristilog.replay.legality import barred_now
from ristilog.replay.scoring import deal_points, match_winner, trick_winner
from ristilog.replay.steps import DealSteps, Step
from ristilog.site.serve import server
from tests.conftest import Faults
from tests.seen import PLAYER, game, opened, until
from tests.site import SAMPLES, build, write


def expected(rules: Ruleset, deal: DealSteps, step: Step | None) -> dict[str, Any]:
    """The state that the format asks for, from the engine's positions."""
    position = step.after if step else deal.first
    trick = position.trick or (position.tricks[-1].plays if step else ())
    done = position.over and step is not None
    match = deal.standing.match if done else deal.before.match
    winner = trick_winner(trick) if trick else None
    return {
        "deal": deal.number,
        "trick": step.trick if step else 1,
        "play": step.play if step else 0,
        "toAct": winner if len(trick) == 4 and not position.trick else position.to_act,
        "hands": {seat: [*position.hand(seat).known, *[HIDDEN] * position.hand(seat).hidden] for seat in SEATS},
        "stock": len(position.stock),
        "table": [[play.seat, play.card, play.kind] for play in trick],
        "winning": winner,
        "points": numbers(deal_points(position.tricks)),
        "match": numbers(match),
        "barred": barred_now(position),
        "over": ("match" if match_winner(rules, match) else "deal") if done else None,
    }


def numbers(pair: SideNumbers) -> dict[str, int]:
    return {"NS": pair.NS, "EW": pair.EW}


def engine_states(log: GameLog) -> list[tuple[str, dict[str, Any]]]:
    rules, _ = resolve_rules(log)
    assert rules is not None
    states = []
    for deal in sound_deals(log, rules, prove_deals(log, rules), verify(log).findings):
        assert deal is not None
        states.append((str(deal.number), expected(rules, deal, None)))
        states += [(f"{deal.number}.{step.trick}.{step.play}", expected(rules, deal, step)) for step in deal.steps]
    return states


STEP_THROUGH = """async () => {
  const player = document.querySelector('ristilog-replay');
  const seen = [];
  player.addEventListener('ristilog:step', (event) => seen.push(event.detail.address));
  player.first();
  const states = [[player.address, player.state]];
  while (player.next()) states.push([player.address, player.state]);
  return {states, seen, length: player.length};
}"""


@pytest.mark.parametrize("name", ["kotka-final", "rovaniemi-klappi", "old-booklet", "first-game", "lake-evening"])
def test_the_state_is_the_engines_at_every_step_of_a_match(site: Path, page: Page, name: str) -> None:
    log = verify(SAMPLES / f"{name}.json").log
    assert log is not None
    wanted = engine_states(log)
    got = opened(page, game(site, name)).evaluate(STEP_THROUGH)
    assert [address for address, _ in got["states"]] == [address for address, _ in wanted]
    for (address, state), (_, engine) in zip(got["states"], wanted, strict=True):
        assert state == engine, address
    assert got["length"] == len(wanted) == 53 * len(log.deals)
    assert got["seen"][-1] == wanted[-1][0]


@pytest.mark.parametrize(
    "options", [{"draw": "after-trick"}, {"hand_size": 9}, {"dark_play": False}, {"dark_lead_when_barred": "allow"}]
)
def test_the_state_is_the_engines_under_house_rules(tmp_path: Path, page: Page, options: dict[str, Any]) -> None:
    log = simulate("ristikontra", f"player-{options}", deals=2, options=options)
    (tmp_path / "game.json").write_bytes(pretty(log))
    site = build(tmp_path / "out", tmp_path / "game.json")
    got = opened(page, game(site, "game")).evaluate(STEP_THROUGH)
    assert [tuple(one) for one in got["states"]] == engine_states(log)


def test_a_table_record_shows_what_it_knows(site: Path, page: Page) -> None:
    got = opened(page, game(site, "club-saturday")).evaluate(STEP_THROUGH)["states"]
    states = dict(got)
    assert states["1"]["hands"]["W"] == ["??"] * 6
    assert states["1.1.1"]["table"] == [["W", "6c", "dark"]]
    assert states["1.1.1"]["stock"] == 27
    assert states["1.13.4"]["over"] == "deal"
    assert states["1.13.4"]["points"] == {"NS": 87, "EW": 33}
    assert states["1.13.4"]["hands"] == {seat: [] for seat in "NESW"}
    assert states["2"]["over"] == "deal"
    assert states["3"]["points"] == {"NS": 68, "EW": 52}
    assert states["3"]["match"] == {"NS": 2, "EW": 0}
    assert got[-1][1]["over"] is None


def test_the_words_shown_are_those_of_the_step(site: Path, page: Page) -> None:
    document = json.loads((site / "games/kotka-final/replay.en.json").read_text())
    opened(page, game(site, "kotka-final"))
    for step in document["deals"][0]["steps"]:
        page.evaluate(f"{PLAYER}.goTo('{step['at']}')")
        words = page.locator("ristilog-replay .words").inner_text()
        assert step["say"] in words
        assert step.get("drew", "") in words
        assert page.locator("ristilog-replay .note").count() == len(step.get("notes", []))
        for _, text, *_ in step.get("choices", []):
            assert document["texts"][text] in words


def test_methods_go_where_they_say(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final"))
    go = page.evaluate
    assert go(f"{PLAYER}.address") == "1"
    assert go(f"{PLAYER}.goTo('2.5.3') && {PLAYER}.address") == "2.5.3"
    assert go(f"{PLAYER}.goTo('2.5') && {PLAYER}.address") == "2.5.1"
    assert go(f"{PLAYER}.goTo(54) && {PLAYER}.address") == "2.1.1"
    assert go(f"[{PLAYER}.goTo('99.1.1'), {PLAYER}.goTo(-1), {PLAYER}.goTo(1e9), {PLAYER}.address]") == [
        False,
        False,
        False,
        "2.1.1",
    ]
    assert go(f"{PLAYER}.previous() && {PLAYER}.address") == "2"
    assert go(f"{PLAYER}.first() && {PLAYER}.previous()") is False
    assert go(f"{PLAYER}.last() && [{PLAYER}.next(), {PLAYER}.index === {PLAYER}.length - 1]") == [False, True]
    stops = [step["at"] for deal in replay(site)["deals"] for step in deal["steps"] if step.get("stop")]
    go(f"{PLAYER}.first()")
    assert [go(f"{PLAYER}.nextStop() && {PLAYER}.address") for _ in stops[:6]] == stops[:6]


def replay(site: Path) -> Any:
    return json.loads((site / "games/kotka-final/replay.en.json").read_text())


def test_play_halts_at_a_stop_and_at_the_end(site: Path, page: Page) -> None:
    page.clock.install()
    opened(page, game(site, "kotka-final"))
    first_stop = next(step["at"] for deal in replay(site)["deals"] for step in deal["steps"] if step.get("stop"))
    page.evaluate(
        "window.ends = 0; addEventListener('ristilog:end', () => window.ends++)",
    )
    page.evaluate(f"{PLAYER}.play()")
    assert page.evaluate(f"{PLAYER}.playing") is True
    assert page.locator("ristilog-replay .live").get_attribute("aria-live") == "off"
    page.clock.run_for(120_000)
    assert page.evaluate(f"[{PLAYER}.address, {PLAYER}.playing]") == [first_stop, False]
    assert page.locator("ristilog-replay .live").get_attribute("aria-live") == "polite"
    page.evaluate(f"{PLAYER}.goTo({PLAYER}.length - 3); {PLAYER}.play()")
    for _ in range(4):
        page.clock.run_for(60_000)
        page.evaluate(f"{PLAYER}.playing || {PLAYER}.index === {PLAYER}.length - 1 || {PLAYER}.play()")
    assert page.evaluate(f"[{PLAYER}.index === {PLAYER}.length - 1, {PLAYER}.playing]") == [True, False]
    assert page.evaluate("window.ends") == 1


def test_pause_stays(site: Path, page: Page) -> None:
    page.clock.install()
    opened(page, game(site, "kotka-final"))
    page.evaluate(f"{PLAYER}.play()")
    page.clock.run_for(3000)
    page.evaluate(f"{PLAYER}.pause()")
    there = page.evaluate(f"{PLAYER}.address")
    page.clock.run_for(30_000)
    assert page.evaluate(f"{PLAYER}.address") == there != "1"


def test_buttons_do_what_they_are_called(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final"))
    for label, address in [
        ("Next step", "1.1.1"),
        ("Next step", "1.1.2"),
        ("One step back", "1.1.1"),
        ("First step of all", "1"),
    ]:
        page.get_by_role("button", name=label).click()
        assert page.evaluate(f"{PLAYER}.address") == address
    page.get_by_role("button", name="Last step of all").click()
    assert page.evaluate(f"{PLAYER}.state.over") == "match"
    page.get_by_role("combobox", name="Deal").select_option(label="4")
    assert page.evaluate(f"{PLAYER}.address") == "4"
    page.get_by_label("Step of the deal").fill("5")
    assert page.evaluate(f"{PLAYER}.address") == "4.2.1"
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="Pause").click()
    assert page.evaluate(f"{PLAYER}.playing") is False


def test_who_sits_where_and_what_may_be_played_can_be_heard(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final") + "#1.3.4")
    heard = page.locator("ristilog-replay").aria_snapshot()
    assert 'group "Aino, North, partner of Helmi"' in heard
    assert 'group "Ville, West, partner of Eero, next"' in heard
    assert "nine of spades : not allowed" in heard
    assert "three of hearts , three of clubs : leads a three" in heard
    assert page.get_by_label("Step of the deal").get_attribute("aria-valuetext") == "trick 3, card 4"
    assert page.locator("ristilog-replay [aria-live], ristilog-replay output").count() == 1
    finnish = opened(page, game(site, "kotka-final", "fi")).locator("ristilog-replay .letter").all_inner_texts()
    assert sorted(finnish) == ["E", "I", "L", "P"]


def test_the_winning_card_lies_above_the_others(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final") + "#1.2.4")
    above = page.evaluate(
        f"""(() => {{ const root = {PLAYER}.shadowRoot; const winner = root.querySelector('.winning');
        const box = winner.getBoundingClientRect();
        const points = [[0.5, 0.5], [0.97, 0.5], [0.03, 0.5], [0.5, 0.03], [0.5, 0.97]];
        return points.every(([x, y]) =>
          winner.contains(root.elementFromPoint(box.left + x * box.width, box.top + y * box.height))); }})()"""
    )
    assert above


def test_targets_are_large_enough_for_a_thumb(site: Path, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 760})
    opened(page, game(site, "kotka-final"))
    for one in page.locator("ristilog-replay").locator("button, select, input").all():
        box = one.bounding_box()
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 44


def test_keys_work_only_with_the_focus_inside(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final"))
    page.keyboard.press("ArrowRight")
    assert page.evaluate(f"{PLAYER}.address") == "1"
    page.get_by_role("button", name="Next step").focus()
    for key, address in [
        ("ArrowRight", "1.1.1"),
        ("ArrowRight", "1.1.2"),
        ("ArrowLeft", "1.1.1"),
        ("Shift+ArrowRight", "1.2.1"),
        ("Shift+ArrowLeft", "1.1.1"),
        ("Home", "1"),
    ]:
        page.keyboard.press(key)
        assert page.evaluate(f"{PLAYER}.address") == address
    page.keyboard.press("End")
    assert page.evaluate(f"{PLAYER}.state.over") == "match"
    page.keyboard.press("Control+ArrowLeft")
    assert page.evaluate(f"{PLAYER}.state.over") == "match"
    page.get_by_role("combobox", name="Deal").focus()
    page.keyboard.press("Home")
    assert page.evaluate(f"{PLAYER}.address") == "1"  # the list's own key: the first deal


def test_the_wheel_is_the_pages(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final"))
    page.locator("ristilog-replay").hover()
    page.mouse.wheel(0, 600)
    until(page, "scrollY > 200")
    assert page.evaluate(f"{PLAYER}.address") == "1"


def test_the_hash_leads_to_a_step_and_follows_it(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final") + "#2.5.3")
    assert page.evaluate(f"{PLAYER}.address") == "2.5.3"
    until(page, "document.querySelector('ristilog-replay').getBoundingClientRect().top < innerHeight / 2")
    assert page.evaluate(f"{PLAYER}.getBoundingClientRect().bottom") > 0
    page.evaluate(f"{PLAYER}.next()")
    assert page.evaluate("location.hash") == "#2.5.4"
    page.locator('[data-at="1.3.2"] a.at').click()
    until(page, f"{PLAYER}.address === '1.3.2'")
    page.evaluate("location.hash = 'sheet'")
    page.wait_for_timeout(50)
    assert page.evaluate(f"{PLAYER}.address") == "1.3.2"


def test_players_on_one_page_do_not_disturb_each_other(site: Path, page: Page) -> None:
    opened(page, (site / "learn/three-moments/index.html").as_uri())
    addresses = "[...document.querySelectorAll('ristilog-replay')].map(one => one.address)"
    assert page.evaluate(addresses) == ["1.6.2", "1.2.2", "1.7.2"]
    page.get_by_role("button", name="Next step").nth(1).click()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(addresses) == ["1.6.2", "1.2.4", "1.7.2"]
    page.evaluate(f"{PLAYER}.play(); {PLAYER}.view = 'N'")
    assert page.evaluate("[...document.querySelectorAll('ristilog-replay')].map(one => [one.playing, one.view])") == [
        [True, "N"],
        [False, "open"],
        [False, "open"],
    ]
    page.evaluate("location.hash = '1.1.1'")
    page.wait_for_timeout(50)
    assert page.evaluate(addresses)[1:] == ["1.2.4", "1.7.2"]


def test_a_hash_with_an_id_is_for_the_player_of_that_id(site: Path, page: Page) -> None:
    page.goto((site / "index.html").as_uri())
    data = json.dumps({"a": replay(site), "b": replay(site) | {"id": "other"}})
    page.add_script_tag(url=(site / "ristilog-player.js").as_uri())
    page.evaluate(
        """(data) => { for (const document_ of Object.values(JSON.parse(data))) {
          const player = document.createElement('ristilog-replay');
          const script = document.createElement('script');
          script.type = 'application/json';
          script.textContent = JSON.stringify(document_);
          player.append(script);
          document.body.append(player);
        } }""",
        data,
    )
    until(page, "[...document.querySelectorAll('ristilog-replay')].every(one => one.state)")
    page.evaluate("location.hash = 'other:2.5.3'")
    addresses = "[...document.querySelectorAll('ristilog-replay')].map(one => one.address)"
    until(page, f"{addresses}[1] === '2.5.3'")
    assert page.evaluate(addresses) == ["1", "2.5.3"]


def test_a_view_hides_the_other_hands(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final") + "#1.1.1")
    page.get_by_role("combobox", name="Hands shown").select_option(label="Aino")
    state = page.evaluate(f"{PLAYER}.state")
    assert state["hands"]["W"] == ["??"] * 6
    assert "??" not in state["hands"]["N"]
    shown = page.locator("ristilog-replay .words").inner_text()
    assert "draws" not in shown
    assert "could play" in shown  # Aino, who sits North, is next
    page.evaluate(f"{PLAYER}.next()")
    assert "The hand is not shown." in page.locator("ristilog-replay .words").inner_text()
    page.evaluate(f"{PLAYER}.goTo('1.7.2')")
    assert "Eero holds" not in page.locator("ristilog-replay .words").inner_text()
    page.evaluate(f"{PLAYER}.view = 'E'")
    assert "Eero holds" in page.locator("ristilog-replay .words").inner_text()
    page.evaluate(f"{PLAYER}.view = 'open'")
    assert "??" not in page.evaluate(f"{PLAYER}.state.hands.W")


def test_a_replay_is_loaded_by_its_address(served: str, page: Page) -> None:
    page.goto(f"{served}/index.html")
    page.add_script_tag(url=f"{served}/ristilog-player.js")
    page.evaluate(
        """() => { const player = document.createElement('ristilog-replay');
        player.setAttribute('src', 'games/kotka-final/replay.fi.json#2.5.3'); document.body.append(player); }"""
    )
    until(page, f"{PLAYER}.state && {PLAYER}.offsetHeight > 100")
    assert page.evaluate(f"{PLAYER}.address") == "2.5.3"
    assert page.get_by_role("button", name="Seuraava siirto").count() == 1
    assert "pelaa" in page.locator("ristilog-replay .say").inner_text()
    page.evaluate(f"{PLAYER}.setAttribute('src', 'games/first-game/replay.en.json')")
    until(page, f"{PLAYER}.address === '1'")


def test_images_in_notes_come_from_where_the_document_lies(tmp_path: Path, page: Page) -> None:
    tree = json.loads(pretty(simulate("ristikontra", "picture", deals=1)))
    tree["annotations"] = [{"at": "1", "text": {"en": "![A dot](dot.gif) and a [page](more.html)"}}]
    source = tmp_path / "in"
    source.mkdir()
    (source / "dot.gif").write_bytes(
        b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,"
        b"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
    )
    write(source / "game.json", tree)
    site = build(tmp_path / "out", source)
    running = server(site, 0)
    Thread(target=running.serve_forever, daemon=True).start()
    page.goto(f"http://127.0.0.1:{running.server_address[1]}/index.html")
    page.add_script_tag(url="ristilog-player.js")
    page.evaluate(
        """() => { const player = document.createElement('ristilog-replay');
        player.setAttribute('src', 'games/game/replay.en.json'); document.body.append(player); }"""
    )
    until(page, f"{PLAYER}.shadowRoot.querySelector('.note img')?.naturalWidth === 1")
    link = page.locator("ristilog-replay .note a").get_attribute("href")
    assert link is not None
    assert link.endswith("/games/game/more.html")
    running.shutdown()
    running.server_close()


def test_what_cannot_be_loaded_is_said(served: str, page: Page, faults: Faults) -> None:
    faults.page_faults_expected = True
    page.goto(f"{served}/index.html")
    page.add_script_tag(url=f"{served}/ristilog-player.js")
    page.evaluate(
        """() => { const player = document.createElement('ristilog-replay');
        player.setAttribute('src', 'games/none.json'); player.append('The record is elsewhere.');
        document.body.append(player); }"""
    )
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("alert").inner_text() == "The replay could not be loaded."
    assert page.get_by_text("The record is elsewhere.").is_visible()
    assert page.evaluate(f"[{PLAYER}.state, {PLAYER}.length, {PLAYER}.next()]") == [None, 0, False]


def test_what_cannot_be_loaded_takes_the_place_of_what_was(served: str, page: Page, faults: Faults) -> None:
    faults.page_faults_expected = True
    opened(page, f"{served}/games/first-game/")
    page.evaluate(f"{PLAYER}.goTo('1.2.3')")
    page.evaluate(f"{PLAYER}.setAttribute('src', 'nothing.json')")
    page.get_by_role("alert").wait_for()
    assert page.evaluate(f"[{PLAYER}.state, {PLAYER}.length, {PLAYER}.address, {PLAYER}.next()]") == [
        None,
        0,
        "",
        False,
    ]
    page.evaluate(f"{PLAYER}.play()")
    assert page.evaluate(f"{PLAYER}.playing") is False


def test_a_replay_of_one_step_has_nothing_to_play(tmp_path: Path, page: Page) -> None:
    deal = {"dealer": "S", "void": "A card was turned up."}
    tree = {"ristilog": "1.0", "rules": {"name": "ristikontra", "version": 1}, "deals": [deal]}
    site = build(tmp_path / "out", write(tmp_path / "void.json", tree))
    page.goto((site / "games/void/index.html").as_uri())
    until(page, f"!!{PLAYER}.state")
    page.evaluate(f"{PLAYER}.play()")
    assert page.evaluate(f"[{PLAYER}.playing, {PLAYER}.next(), {PLAYER}.state.over]") == [False, False, "deal"]


@pytest.mark.parametrize("fragment", ["%E0%A4%A", "1.2.3.4", "99.1.1", ":", "kotka-final:x", "sheet"])
def test_a_hash_that_means_nothing_does_nothing(site: Path, page: Page, fragment: str) -> None:
    opened(page, game(site, "kotka-final") + f"#{fragment}")
    assert page.evaluate(f"{PLAYER}.address") == "1"


def test_a_document_of_a_newer_major_is_not_guessed_at(site: Path, page: Page) -> None:
    page.goto((site / "index.html").as_uri())
    page.add_script_tag(url=(site / "ristilog-player.js").as_uri())
    page.evaluate(
        """(text) => { const player = document.createElement('ristilog-replay');
        const script = document.createElement('script'); script.type = 'application/json'; script.textContent = text;
        player.append(script); document.body.append(player); }""",
        json.dumps(replay(site) | {"ristilog-replay": "2.0"}),
    )
    assert page.get_by_role("alert").inner_text() == "This replay was made for a newer player."


def test_movement_is_left_out_where_it_is_not_wanted(site: Path, page: Page) -> None:
    for wish, moves in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=wish)  # type: ignore[arg-type]
        opened(page, game(site, "kotka-final"))
        moving = page.evaluate(
            f"{PLAYER}.goTo('1.1.4'); {PLAYER}.next(); {PLAYER}.shadowRoot.getAnimations().length > 0"
        )
        assert moving is moves


def test_fast_stepping_shows_no_false_table(site: Path, page: Page) -> None:
    opened(page, game(site, "kotka-final"))
    page.evaluate(f"for (let step = 0; step < 30; step++) {PLAYER}.next(); {PLAYER}.previous()")
    table = page.evaluate(f"{PLAYER}.state.table")
    shown = page.evaluate(f"[...{PLAYER}.shadowRoot.querySelectorAll('.laid')].map(one => one.dataset.card)")
    assert shown == [card for _, card, _ in table]
