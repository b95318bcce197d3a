"""The replay document: what the player reads, all of it data; `docs/replay.md` describes every field."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ristilog.game.cards import HIDDEN, PACK
from ristilog.game.log import GameLog, SideNumbers
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import PARTNER, SEATS, SIDE, SIDES
from ristilog.replay.legality import barred_now
from ristilog.replay.scoring import NOUGHT, deal_points, match_winner, trick_points, trick_winner
from ristilog.replay.steps import DealSteps
from ristilog.site.interface import interface_words
from ristilog.site.markup import ImageFilter, Node, json_of, tree_of_note
from ristilog.teach.choices import barred_text
from ristilog.teach.language import Language
from ristilog.teach.people import People, plain
from ristilog.teach.tell import ToldDeal, ToldLine, ToldNote, ToldStep

VERSION = "1.0"


class Told(Struct, frozen=True, kw_only=True):
    """A log told in one language, with what its documents and pages say at their head."""

    id: str
    title: str
    log: GameLog
    rules: Ruleset
    language: Language
    people: People
    deals: tuple[ToldDeal, ...]


def replay_document(
    told: Told, image: ImageFilter, *, transcript: str | None = None, deals: Sequence[ToldDeal] | None = None
) -> dict[str, Any]:
    """The document of a log in one language, or of some of its deals.

    With `transcript`, the id of the element of the page that holds the sentences and notes, these are left out here:
    the player reads them there. `image` says where the images of notes are.
    """
    texts: dict[str, int] = {}
    shown = told.deals if deals is None else deals
    document: dict[str, Any] = {
        "ristilog-replay": VERSION,
        "lang": told.language.tag,
        "id": told.id,
        "title": told.title,
        "rules": told.log.rules.name,
        "view": told.log.view or "open",
        "seats": {
            seat: {
                "name": told.people.of(seat),
                "seat": told.language.nouns.seats[seat],
                "about": told.language.say(
                    "{who}, {seat}, partner of {partner}",
                    who=told.people.of(seat),
                    seat=told.language.nouns.seats[seat],
                    partner=told.people.of(PARTNER[seat]),
                ),
                "side": SIDE[seat],
            }
            for seat in SEATS
        },
        "sides": {side: told.people.sides[side] for side in SIDES},
        "values": told.rules.values,
        "cards": {card: f"{told.language.nouns.cards[card]:bare}" for card in PACK}
        | {HIDDEN: told.language.say("hidden card")},
        "words": interface_words(told.language, told.rules),
        "deals": [_deal(told, deal, image, texts, transcript is None) for deal in shown],
        "texts": list(texts),
    }
    if transcript is not None:
        document["transcript"] = transcript
    return document


def note_tree(note: ToldNote, image: ImageFilter) -> tuple[Node, ...]:
    """The body of a note."""
    return tree_of_note(note.text, image) if note.markdown else (note.text,)


def _deal(told: Told, deal: ToldDeal, image: ImageFilter, texts: dict[str, int], with_words: bool) -> dict[str, Any]:
    first = deal.deal.first
    steps: list[dict[str, Any]] = []
    before: dict[str, Any] = {}
    for step in deal.steps:
        state = _state(told, deal.deal, step)
        made: dict[str, Any] = {"at": step.at}
        if step.step:
            made["do"] = [str(step.step.action), *map(str, step.step.draws)]
        # What the step before had is not said again.
        made |= {key: value for key, value in state.items() if key not in before or before[key] != value}
        before = state
        made |= _choices(step, texts)
        if any(note.stop for note in step.notes):
            made["stop"] = True
        if with_words:
            made |= _words(told, step, image)
        steps.append(made)
    known = not deal.deal.void and not deal.deal.score_only
    return {
        "deal": deal.deal.number,
        "dealer": deal.deal.dealer,
        "hands": {
            seat: " ".join((*first.hand(seat).known, *(HIDDEN,) * first.hand(seat).hidden)) if known else ""
            for seat in SEATS
        },
        "stock": len(first.stock) if known else 0,
        "steps": steps,
    }


def _state(told: Told, deal: DealSteps, step: ToldStep) -> dict[str, Any]:
    """What the rules make of a step, for the player to show; every key in every step."""
    position = step.after
    finished = deal.score_only or (position.over and not deal.void)
    trick = position.trick or (position.tricks[-1].plays if step.step else ())
    match = deal.standing.match if finished else deal.before.match
    points = deal_points(position.tricks) if deal.steps else deal.points or NOUGHT
    rank = barred_now(position)
    over = None
    if finished or deal.void:
        over = "match" if finished and match_winner(told.rules, match) else "deal"
    return {
        "winning": trick_winner(trick) if trick else None,
        "matches": bool(step.step and step.step.action.card[0] == trick[0].card[0]),
        "worth": trick_points(told.rules, trick) if trick else 0,
        "toAct": _next(step, over),
        "due": bool(position.due),
        "points": _pair(points),
        "match": _pair(match),
        "held": deal.standing.held if finished else deal.before.held,
        "barred": rank,
        "why": barred_text(told.language, position) if rank else None,
        "over": over,
    }


def _next(step: ToldStep, over: str | None) -> str | None:
    """Who is next; the last trick's winner once the deal is over."""
    position = step.after
    if over and position.over and step.step:
        return position.leader
    return None if over else position.to_act


def _pair(numbers: SideNumbers) -> dict[str, int]:
    return {"NS": numbers.NS, "EW": numbers.EW}


def _choices(step: ToldStep, texts: dict[str, int]) -> dict[str, Any]:
    if not step.choices:
        return {}
    made = []
    for choice in step.choices:
        text = texts.setdefault(choice.text, len(texts))
        made.append([choice.card or "dark", text] + ([] if choice.allowed else [0]))
    return {"choices": made}


def _words(told: Told, step: ToldStep, image: ImageFilter) -> dict[str, Any]:
    words: dict[str, Any] = {"say": step.say}
    if step.drew:
        words["drew"] = step.drew
    if step.result:
        words["result"] = " ".join(step.result)
    if step.notes:
        words["notes"] = [_note(told, note, image) for note in step.notes]
    return words


def _note(told: Told, note: ToldNote, image: ImageFilter) -> dict[str, Any]:
    made: dict[str, Any] = {"body": json_of(note_tree(note, image))}
    if note.language and note.language != told.language.tag:
        made["lang"] = note.language
    if note.code:
        made["code"] = note.code
    if note.glyph:
        made["glyph"] = note.glyph
    if note.by:
        made["by"] = plain(note.by)
    if note.stop:
        made["stop"] = True
    if note.reveals:
        made["reveals"] = note.reveals
    if note.lines:
        made["lines"] = [_line(line) for line in note.lines]
    return made


def _line(line: ToldLine) -> dict[str, Any]:
    return {"plays": [str(play) for play in line.plays], "text": line.result}
