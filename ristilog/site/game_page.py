"""What the page of a match shows, as its template takes it."""

import datetime
import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from babel.dates import format_date
from markupsafe import Markup

from ristilog.game.cards import HIDDEN
from ristilog.game.log import GameLog, SideNumbers
from ristilog.game.table import SEATS, SIDE
from ristilog.replay.scoring import NOUGHT
from ristilog.replay.steps import DealSteps
from ristilog.site.agreement import house_rules
from ristilog.site.collect import Game
from ristilog.site.document import Told, note_tree
from ristilog.site.drawing import MOON, SUITS
from ristilog.site.markup import Element, ImageFilter, html_of
from ristilog.site.sheet import score_rows, trick_rows
from ristilog.teach.agreement import ruleset_title
from ristilog.teach.language import Language
from ristilog.teach.people import People, plain
from ristilog.teach.results import match_result
from ristilog.teach.tell import ToldDeal, ToldNote, ToldStep, text_note


def game_context(game: Game, told: Told, image: ImageFilter, *, download: str, rules_href: str) -> dict[str, Any]:
    """Everything that the template of a match page takes, but for what every page has and the replay."""
    log, people = game.log, told.people
    told_by_number = {deal.deal.number: deal for deal in told.deals}
    return {
        "game": {
            "id": game.id,
            "about": about(log, told.language),
            "language": _foreign((log.meta or {}).get("language", ""), told.language),
            "score": score_of(log, game.deals),
            "players": _players(log, people),
            "result": match_result(told.language, people, log),
            "findings": [_finding(one.at, one.code, one.message) for one in game.findings],
            "cumulative": game.rules.scoring == "cumulative",
            "start": log.start or None,
            "rules": ruleset_title(log.rules.name, told.language),
            "rules_href": rules_href,
            "download": download,
            "verdict": game.verdict.verdict,
            "hash": game.verdict.game if not game.findings else None,
        },
        "people": people,
        "sides": SIDE,
        "suits": SUITS,
        "moon": MOON,
        "house": house_rules(log, told.language),
        "rows": score_rows(game.rules, game.deals, told.language, people),
        "deals": [_deal(told, number, told_by_number.get(number), image) for number in range(1, len(log.deals) + 1)],
    }


def about(log: GameLog, language: Language, *, short: bool = False) -> list[str]:
    """When and where it was played, and if it need not be short, where the record comes from; a few words each."""
    meta = log.meta or {}
    said = [plain(meta[key], 80) for key in ("event", "round", "place") if meta.get(key)]
    if meta.get("date"):
        said.append(_date(meta["date"], language))
    if short:
        return said
    if meta.get("recorder"):
        said.append(language.say("recorded by {who}", who=plain(meta["recorder"])))
    if meta.get("source"):
        said.append(plain(meta["source"], 120))
    if meta.get("license"):
        said.append(plain(meta["license"], 80))
    return said


def score_of(log: GameLog, deals: tuple[DealSteps | None, ...]) -> SideNumbers:
    """Where the match stands at the end of the log."""
    if log.result and log.result.score:
        return log.result.score
    known = [deal for deal in deals if deal is not None]
    return known[-1].standing.match if known else log.start.match if log.start else NOUGHT


def players_line(people: People) -> str:
    """The four players, side by side."""
    names = people.names
    return f"{names['N']} & {names['S']} – {names['E']} & {names['W']}"


def _foreign(tag: str, language: Language) -> str:
    """The language that the record is written in, if the page is in another."""
    return tag if re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", tag) and tag != language.tag else ""


def _players(log: GameLog, people: People) -> dict[str, str]:
    """Who plays on each side; empty where the side's name says it already."""
    if not log.players:
        return {"NS": "", "EW": ""}
    names = people.names
    return {"NS": f"{names['N']} & {names['S']}", "EW": f"{names['E']} & {names['W']}"}


def _date(date: str, language: Language) -> str:
    return format_date(datetime.date.fromisoformat(date), format="long", locale=language.tag)


def _finding(at: str | None, code: str, message: str) -> str:
    return f"{code}{f' {at}' if at else ''}: {plain(message, 300)}"


def _deal(told: Told, number: int, deal: ToldDeal | None, image: ImageFilter) -> dict[str, Any]:
    steps = deal.steps if deal else ()
    plays = [step for step in steps if step.step is not None]
    return {
        "number": number,
        "first": _step(told, steps[0], image) if steps else None,
        "hands": list(_hands(told, deal)) if deal else [],
        "tricks": trick_rows(deal.deal) if deal else (),
        "told": [
            {"number": trick, "steps": [_step(told, step, image) for step in of_trick]}
            for trick, of_trick in groupby(plays, key=lambda step: step.step.trick if step.step else 0)
        ],
        "void": bool(deal and deal.deal.void),
        "unchecked": list(_unchecked(told.log, number, deal)),
        "notes": [] if deal else [_note(told, note, image) for note in _untold(told, number)],
    }


def _hands(told: Told, deal: ToldDeal) -> Iterator[dict[str, Any]]:
    """The hands as dealt; none at all if not one card of them is known."""
    if deal.deal.void or not any(deal.deal.first.hand(seat).known for seat in SEATS):
        return
    for seat in SEATS:
        held = deal.deal.first.hand(seat)
        cards = (*held.known, *(HIDDEN,) * held.hidden)
        yield {"name": told.people.of(seat), "side": SIDE[seat], "cards": cards}


def _step(told: Told, step: ToldStep, image: ImageFilter) -> dict[str, Any]:
    return {
        "at": step.at,
        "say": step.say,
        "drew": step.drew,
        "result": " ".join(step.result),
        "stop": any(note.stop for note in step.notes),
        "notes": [_note(told, note, image) for note in step.notes],
    }


def _note(told: Told, note: ToldNote, image: ImageFilter) -> dict[str, Any]:
    tree = note_tree(note, image)
    return {
        "html": Markup(html_of(tree)),  # made of a sanitised tree
        "block": any(isinstance(node, Element) and node.tag == "p" for node in tree),
        "glyph": note.glyph,
        "by": plain(note.by) if note.by else None,
        "stop": note.stop,
        "reveals": note.reveals,
        "language": note.language if note.language != told.language.tag else None,
        "lines": [
            {
                "plays": [
                    {"who": told.people.of(play.seat), "card": play.card, "dark": play.kind == "dark"}
                    for play in line.plays
                ],
                "result": line.result,
            }
            for line in note.lines
        ],
    }


def _untold(told: Told, number: int) -> Iterator[ToldNote]:
    """A person's notes on a deal of which nothing can be shown."""
    for note in told.log.annotations or ():
        if note.text and note.at.split(".")[0] == str(number):
            yield text_note(note, told.language)


def _unchecked(log: GameLog, number: int, deal: ToldDeal | None) -> Iterator[str]:
    """What the record says of a deal behind the last action that was replayed, a trick at a time."""
    replayed = sum(1 + len(step.draws) for step in deal.deal.steps) if deal else 0
    for trick in log.deals[number - 1].tricks or ():
        rest = trick.actions[replayed:]
        replayed = max(0, replayed - len(trick.actions))
        if rest:
            yield ", ".join(rest)
