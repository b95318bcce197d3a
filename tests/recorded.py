"""Recordings for the tests: what each view shows of a made game, and a driver that does anything to a recorder."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from ristilog.format.events import action_line, trick_line
from ristilog.format.read import read
from ristilog.format.write import canonical_log
from ristilog.game.cards import HIDDEN, PACK
from ristilog.game.errors import Refused, RistilogError
from ristilog.game.findings import Finding
from ristilog.game.log import ACTIONS, GameLog, Trick
from ristilog.game.ruleset import agreed
from ristilog.game.table import SEATS, Side
from ristilog.record.recorder import Recorder
from ristilog.record.simulate import simulate
from ristilog.referee.verify import Verdict, verify
from ristilog.replay.scoring import trick_points, trick_winner
from ristilog.replay.shuffle import deal_out, shuffled

RULES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "ristikontra": ("ristikontra", {}),
    "ristikontra-fi": ("ristikontra-fi", {}),
    "ristiklappi": ("ristiklappi", {}),
    "alga-a": ("alga-a", {}),
    "alga-b": ("alga-b", {}),
    "draws after the trick": ("ristikontra", {"draw": "after-trick", "lead_limit": 2}),
    "klappi, draws after the trick": ("ristiklappi", {"draw": "after-trick", "fourth_king_dark": "stands"}),
    "no dark play": ("ristikontra-fi", {"dark_play": False, "hand_size": 4}),
    "nine in hand": ("ristikontra", {"hand_size": 9, "dark_lead_when_barred": "forbid-if-unplayed"}),
    "totals": ("ristikontra", {"scoring": "cumulative", "target": 150, "lead_limit": 2}),
    "a short match": ("alga-b", {"scoring": "game-points", "target": 2, "dirty_winner": "opponents", "cleaning": True}),
}
"""All presets, and house rules."""

FORCED = 0.01
"""How often a driver forces what the rules do not allow."""

VIEWS: Final = ("open", "N", "E", "S", "W", "public", "plays", "a hand", "hands")
"""Who sees what; the last three are records made at a table: plays alone, with one hand known, with all hands."""


def shown(tree: Any, view: str) -> Any:
    """A made log as a view shows it."""
    if view == "open":
        return tree
    seat = {"a hand": "E"}.get(view, view)
    tree["view"] = view if view in (*SEATS, "public") else "table"
    for deal in tree["deals"]:
        for name in ("shuffle", "stock"):
            deal.pop(name, None)
        deal["hands"] = {one: cards for one, cards in deal["hands"].items() if one == seat or view == "hands"}
        if not deal["hands"]:
            del deal["hands"]
        for trick in deal["tricks"]:
            trick["actions"] = [
                text if " draw " not in text or text[0] == seat or view == "hands" else f"{text[:7]}??"
                for text in trick["actions"]
            ]
    return tree


@cache
def _made(rules: str, deals: int | None, seed: str) -> str:
    name, options = RULES[rules]
    return canonical_log(simulate(name, seed, options=options, deals=deals)).decode()


def made(rules: str, view: str, deals: int | None, seed: str = "recorded") -> GameLog:
    """A made game as a view shows it."""
    log = read(json.dumps(shown(json.loads(_made(rules, deals, seed)), view)).encode()).log
    assert log is not None
    return log


def begin(log: GameLog, path: Path | None = None, **more: Any) -> Recorder:
    """A recorder that begins as a log does."""
    return Recorder(
        log.rules.name,
        {seat: getattr(log.players, seat) for seat in SEATS} if log.players else None,
        log.deals[0].dealer,
        options=log.rules.options or None,
        view=log.view or "open",
        path=path,
        **more,
    )


def begin_deal(recorder: Recorder, log: GameLog, number: int) -> None:
    """Begin the deal that a log has."""
    deal = log.deals[number]
    hands = {seat: cards for seat in SEATS if deal.hands and (cards := deal.hands.of(seat))}
    recorder.deal(hands=hands or None, stock=deal.stock or None, shuffle=deal.shuffle or None)


def actions(log: GameLog, number: int) -> Iterator[str]:
    """The actions of a deal."""
    for trick in log.deals[number].tricks or ():
        yield from trick.actions


def tell(recorder: Recorder, text: str) -> bool:
    """Record an action, unless it has written itself; whether it had to be."""
    if " draw " in text and (recorder.expects != "draw" or recorder.to_act != text[0]):
        return False
    recorder.act(text)
    return True


def same(one: GameLog | None, other: GameLog) -> bool:
    """Whether two logs are the same to the last field."""
    return one is not None and canonical_log(one) == canonical_log(other)


def said(finding: Finding) -> tuple[Any, ...]:
    """All of a finding but where it stands in a text."""
    return finding.code, finding.at, finding.pointer, finding.message, finding.expected, finding.found


def first_error(verdict: Verdict) -> Finding | None:
    """What a verdict says first that is an error."""
    return next((one for one in verdict.findings if one.severity == "error"), None)


def behind(recorder: Recorder, data: bytes, action: str, t: int | None) -> bytes:
    """The bytes of a recording with an action behind the others, allowed or not, as it would be written."""
    position = recorder.position
    assert position is not None
    if position.due and len(position.trick) == 4 and ACTIONS[action].kind != "draw":  # the trick is over without it
        winner, points = trick_winner(position.trick), trick_points(position.rules, position.trick)
        data += trick_line(Trick(actions=(), winner=winner, points=points))
    return data + action_line(action, t)


def noted_irregularities(log: GameLog) -> dict[int, str]:
    """By deal, the code of the first thing that the table let stand."""
    first: dict[int, str] = {}
    for note in log.annotations or ():
        text = (note.text or {}).get("en", "")
        number = int(note.at.partition(".")[0])
        if text.startswith("Not by the rules"):
            first.setdefault(number, text.partition("(")[2][:4])
    return first


Outcome = tuple[str, Any]


class Driver:
    """Does anything that can be done to a recording, from a seed, and sees after each thing that all is as it should.

    A second recorder is opened on a copy of the file now and then and has to go the same way from there.
    """

    def __init__(self, folder: Path, seed: int, *, rules: str | None = None, view: str | None = None) -> None:
        self.random = random.Random(seed)
        self.rules = rules or self.random.choice([*RULES])
        self.view = view or self.random.choice(VIEWS)
        self.path = folder / "recording.jsonl"
        self.copy = folder / "copy.jsonl"
        name, options = RULES[self.rules]
        self.ruleset = agreed(name, 1, options)
        self.main = Recorder(
            name,
            {"N": "Aino", "S": "Väinö"},
            self.random.choice(SEATS),
            options=options,
            view=self.view if self.view in ("open", "public", *SEATS) else "table",
            path=self.path,
        )
        self.first_dealer = self.main.dealer
        self.twin: Recorder | None = None
        self.seeds = 0
        self.steps = 0
        self.refused = 0
        self.forced = 0
        self.undone = 0

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.step()
            self.steps += 1
        self.main.close()
        if self.twin is not None:
            self.twin.close()

    def step(self) -> None:
        chance = self.random.random()
        if self.main.expects == "nothing" and chance < 0.8:
            self.undo(self.random.randrange(1, 60))
        elif chance < 0.05:
            self.illegal(force=False)
        elif chance < 0.05 + FORCED:
            self.illegal(force=True)
        elif chance < 0.10:
            self.undo(self.random.choice((0, 0, 1, 1, 1, 2, 3, 5, 30)))
        elif chance < 0.13:
            self.correct()
        elif chance < 0.17:
            self.note()
        elif chance < 0.175:
            self.void()
        elif chance < 0.18:
            self.end()
        elif chance < 0.20:
            self.reopen()
        elif self.main.expects == "deal":
            self.deal()
        elif self.main.expects != "nothing":
            self.go_on()
        self.check()

    # What is done

    def do(self, what: Callable[[Recorder], object]) -> Outcome:
        """Do it to both recorders, with the same outcome; nothing is written unless it is done."""
        before = self.path.read_bytes()
        outcome = self._outcome(self.main, what)
        if outcome[0] != "done":
            assert self.path.read_bytes() == before
        if self.twin is not None:
            assert self._outcome(self.twin, what) == outcome
        return outcome

    def _outcome(self, recorder: Recorder, what: Callable[[Recorder], object]) -> Outcome:
        log = recorder.log
        try:
            what(recorder)
        except Refused as refused:
            assert recorder.log is log
            return "refused", said(refused.finding)
        except RistilogError as error:
            assert recorder.log is log
            return "error", str(error).replace(str(self.copy), str(self.path))
        return "done", None

    def deal(self) -> None:
        self.seeds += 1
        seed, view = f"driven/{self.seeds}", self.view
        dealt = deal_out(shuffled(seed), self.main.dealer, self.ruleset.hand_size)
        if view == "open":
            assert self.do(lambda one: one.deal(seed=seed))[0] == "done"
        else:
            seats = SEATS if view == "hands" else [seat for seat in SEATS if seat == {"a hand": "E"}.get(view, view)]
            hands = {seat: dealt.hands[seat] for seat in seats}
            assert self.do(lambda one: one.deal(hands=hands or None))[0] == "done"

    def time(self) -> int | None:
        """A time for the next action, if its trick has times."""
        position, tricks = self.main.position, self.main.log.deals[-1].tricks or ()
        assert position is not None
        times = [time for trick in tricks for time in trick.times or ()]
        under_way = len(tricks) > len(position.tricks)
        if (under_way and not tricks[-1].times) or (not under_way and self.random.random() < 0.7):
            return None
        return (times[-1] if times else 0) + self.random.randrange(500)

    def go_on(self) -> None:
        """Do something that the position allows for all that is known."""
        choices = [str(choice) for choice in self.main.legal()]
        position = self.main.position
        assert position is not None
        seat, t = self.main.to_act, self.time()
        hidden = [choice for choice in choices if HIDDEN in choice]
        choices = [choice for choice in choices if HIDDEN not in choice]
        unseen = self.unseen()
        if seat is not None and unseen and position.hand(seat).hidden and not position.due:
            choices += [f"{seat} play {self.random.choice(unseen)}"] * 3
        choices += [choice.replace(HIDDEN, self.random.choice(unseen)) for choice in hidden if unseen]
        if not choices:
            self.undo(3)
            return
        action = self.random.choice(choices)
        self.do(lambda one: one.act(action, t=t))

    def unseen(self) -> list[str]:
        """The cards that are nowhere on record."""
        position = self.main.position
        assert position is not None
        seen = {*position.out, *position.stock, *(card for held in position.hands for card in held.known)}
        return [card for card in PACK if card not in seen]

    def illegal(self, *, force: bool) -> None:
        """Try anything; what is refused is what the referee says of it, and nothing is written."""
        if self.main.position is None:
            assert self.do(lambda one: one.act("N play 2c", force=force))[0] == "error"
            return
        seat = self.main.to_act if self.random.random() < 0.7 and self.main.to_act else self.random.choice(SEATS)
        card = self.random.choice(PACK)
        action = f"{seat} {self.random.choice(('play', 'play', 'dark', 'draw'))} {card}"
        if force and " draw " in action and self.view not in ("open", "plays", "a hand", "hands", action[0]):
            action = f"{action[:7]}{HIDDEN}"  # what this view does not show cannot be forced into it
        data, t = self.path.read_bytes(), self.time()
        was_irregular = len(self.main.log.deals) in noted_irregularities(self.main.log)
        error = self.of_this_deal(verify(behind(self.main, data, action, t)))
        outcome = self.do(lambda one: one.act(action, force=force, t=t))
        if was_irregular:
            self.refused += outcome[0] == "refused"
            return
        if error is None:
            assert outcome == ("done", None), (action, outcome)
        elif not force:
            self.refused += 1
            assert outcome == ("refused", said(error)), (action, outcome, error)
        else:
            self.forced += 1
            assert outcome == ("done", None)
            assert said(self.of_this_deal(verify(self.path)) or error) == said(error)
            note = (self.main.log.annotations or ())[-1]
            assert note.text
            assert f"({error.code})" in note.text["en"]
            assert f"({error.code})" in note.text["fi"]

    def of_this_deal(self, verdict: Verdict) -> Finding | None:
        number = len(self.main.log.deals) - 1
        return next(
            (
                one
                for one in verdict.findings
                if one.severity == "error" and (one.pointer + "/").startswith(f"/deals/{number}/")
            ),
            None,
        )

    def undo(self, plays: int) -> None:
        self.undone += self.do(lambda one: one.undo(plays))[0] == "done"

    def correct(self) -> None:
        at = ".".join(str(self.random.randrange(1, most)) for most in (3, 6, 5))
        kind = self.random.choice((None, None, "play", "dark", "draw"))
        card = self.random.choice(PACK)
        self.do(lambda one: one.correct(at, card, kind))

    def note(self) -> None:
        at = self.random.choice((None, None, "1", "1.1", "1.2.3", "2.1.1", "9.13.4"))
        text = self.random.choice(("Näin.", {"fi": "Ei.", "en": "No."}))
        if at is None and not self.main.log.deals:
            return
        self.do(lambda one: one.note(text, at=at))

    def void(self) -> None:
        self.do(lambda one: one.void("kortti näkyi"))

    def end(self) -> None:
        endings: tuple[tuple[str, Side | None], ...] = (("adjourned", None), ("abandoned", None), ("forfeit", "EW"))
        ended, winner = self.random.choice(endings)
        if self.do(lambda one: one.close(ended, winner))[0] == "done":
            self.main = Recorder.resume(self.path, self.first_dealer)
            self.twin = None

    def reopen(self) -> None:
        """Close and go on; or open a copy, which has to go the same way from here."""
        if self.random.random() < 0.5:
            self.main.close()
            self.main = Recorder.resume(self.path, self.first_dealer)
            assert self.main.recovered.torn == b""
            assert self.main.recovered.left_by is None
        if self.twin is not None:
            self.twin.close()
        self.copy.write_bytes(self.path.read_bytes())
        self.twin = Recorder.resume(self.copy, self.first_dealer)
        assert self.copy.read_bytes() == self.path.read_bytes()

    # What always holds

    def check(self) -> None:
        data = self.path.read_bytes()
        assert same(read(data).log, self.main.log)
        if self.twin is not None:
            assert same(self.twin.log, self.main.log)
            assert self.twin.position == self.main.position
            assert self.state(self.twin) == self.state(self.main)
        verdict = verify(data)
        wrong = {}
        for one in verdict.findings:
            if one.severity == "error":
                wrong[int(one.pointer.split("/")[2]) + 1] = one.code
        noted = noted_irregularities(self.main.log)
        assert wrong == {
            number: code for number, code in noted.items() if not isinstance(self.main.log.deals[number - 1].void, str)
        }
        if not noted:
            assert verdict.standing == self.main.standing or self.main.log.deals == ()

    def state(self, one: Recorder) -> tuple[Any, ...]:
        return one.standing, one.expects, one.dealer, one.to_act, one.address, one.legal()
