"""A replayed log told in one language: every step with its sentence, the next player's choices, and its notes."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, structs

from ristilog.game.log import ACTIONS, Annotation, GameLog, Play
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import Seat
from ristilog.replay.scoring import trick_winner
from ristilog.replay.state import Position, played
from ristilog.replay.steps import DealSteps, Step
from ristilog.teach.choices import Choice, choices_of
from ristilog.teach.claims import OF_DEALS, OF_HANDS
from ristilog.teach.language import Language, message
from ristilog.teach.people import People, people_of
from ristilog.teach.results import deal_result
from ristilog.teach.sayings import claim_sentence
from ristilog.teach.words import dealt, drew, happened, score_only, voided


class ToldLine(Struct, frozen=True):
    """A what-if: what might have been played instead, and what would have come of it."""

    plays: tuple[Play, ...]
    result: str


class ToldNote(Struct, frozen=True, kw_only=True):
    """A note as a reader gets it."""

    at: str
    text: str
    """A person's Markdown, or the sentence of a claim."""
    markdown: bool
    language: str | None
    """The text's language, which need not be the reader's; None if there is no text."""
    code: str | None
    glyph: str | None
    by: str | None
    stop: bool
    reveals: Seat | None
    """Whose hand it tells of, which who sees only other hands is not to read."""
    lines: tuple[ToldLine, ...]


class ToldStep(Struct, frozen=True, kw_only=True):
    """One step: a deal dealt, or a play."""

    at: str
    step: Step | None
    """None where a deal is dealt."""
    after: Position
    say: str
    drew: str
    """The draws that followed; empty if there were none."""
    result: tuple[str, ...]
    """What the deal came to, at its last step."""
    choices: tuple[Choice, ...]
    """What the next player could do."""
    notes: tuple[ToldNote, ...]


class ToldDeal(Struct, frozen=True):
    """A deal, told."""

    deal: DealSteps
    steps: tuple[ToldStep, ...]


def tell(log: GameLog, rules: Ruleset, deals: Sequence[DealSteps | None], language: Language) -> tuple[ToldDeal, ...]:
    """Tell every deal that was replayed; a deal that was not is left out."""
    people = people_of(log, language)
    return tuple(_tell_deal(log, rules, deal, language, people) for deal in deals if deal is not None)


def _tell_deal(log: GameLog, rules: Ruleset, deal: DealSteps, language: Language, people: People) -> ToldDeal:
    notes = _notes_by_step(log, deal)
    told: list[ToldStep] = []
    last = len(deal.steps)
    is_played = not deal.score_only and not deal.void
    for index, (at, step) in enumerate([(str(deal.number), None), *((_address(deal, one), one) for one in deal.steps)]):
        position = step.after if step else deal.first
        if step is not None:
            say = happened(language, people, step)
        elif deal.void:
            say = voided(language, str(log.deals[deal.number - 1].void))
        elif deal.score_only:
            say = score_only(language)
        else:
            say = dealt(language, people, deal)
        told.append(
            ToldStep(
                at=at,
                step=step,
                after=position,
                say=say,
                drew=drew(language, people, step) if step else "",
                result=deal_result(language, people, rules, deal) if index == last else (),
                choices=choices_of(language, position) if is_played else (),
                notes=tuple(
                    note for one in notes.get(at, ()) for note in _told(one, rules, deal, step, language, people)
                ),
            )
        )
    return ToldDeal(deal, tuple(told))


def _address(deal: DealSteps, step: Step) -> str:
    return f"{deal.number}.{step.trick}.{step.play}"


def _notes_by_step(log: GameLog, deal: DealSteps) -> dict[str, list[Annotation]]:
    """Step's address → the notes to be read there, a person's before the program's.

    A note on a trick is read when the trick's last card lies, what can be claimed of a deal when it is over, and a note
    on a play that is not told (of a void deal) at the last step before it.
    """
    of_deal = [note for note in log.annotations or () if note.at.split(".")[0] == str(deal.number)]
    of_deal.sort(key=lambda note: note.auto is True)
    last_of_trick = {f"{deal.number}.{step.trick}": _address(deal, step) for step in deal.steps}
    steps = {(0, 0): str(deal.number)} | {(step.trick, step.play): _address(deal, step) for step in deal.steps}
    found: dict[str, list[Annotation]] = {}
    said: set[tuple[str, str]] = set()
    for note in of_deal:
        if note.code:
            if note.auto is True and (note.at, note.code) in said:
                continue  # a person has said it already
            said.add((note.at, note.code))
        place = max(steps) if note.code in OF_DEALS else _place(last_of_trick.get(note.at, note.at))
        found.setdefault(steps[max(one for one in steps if one <= place)], []).append(note)
    return found


def _place(address: str) -> tuple[int, int]:
    """Trick and play of an address, 0 where it has none."""
    parts = [int(part) for part in address.split(".")[1:]]
    trick, play = (*parts, 0, 0)[:2]
    return trick, play


def _told(
    note: Annotation, rules: Ruleset, deal: DealSteps, step: Step | None, language: Language, people: People
) -> Iterator[ToldNote]:
    """A note as it is told: by a person's text in the reader's language, else by its claim.

    A text in another language is told beside the claim; a note in which this version finds nothing to say is not told.
    """
    told = text_note(note, language)
    sentence = None
    if note.code and told.language != language.tag:
        sentence = claim_sentence(language, people, rules, deal, note.at, note.code, note.args or {})
    lines = tuple(_lines(note, step, language, people))
    if sentence is not None:
        yield structs.replace(
            told,
            text=sentence,
            markdown=False,
            language=language.tag,
            reveals=step.action.seat if step and note.code in OF_HANDS else None,
            lines=() if told.text else lines,
        )
    if told.text or (sentence is None and (lines or told.glyph)):
        yield structs.replace(told, lines=lines)


def text_note(note: Annotation, language: Language) -> ToldNote:
    """A person's text alone, in the reader's language if it is there."""
    text, tag = _text(note, language)
    return ToldNote(
        at=note.at,
        text=text,
        markdown=True,
        language=tag,
        code=note.code or None,
        glyph=note.glyph or None,
        by=note.by or None,
        stop=note.stop is True,
        reveals=None,
        lines=(),
    )


def _text(note: Annotation, language: Language) -> tuple[str, str | None]:
    """A person's text in the reader's language, else in English, else in any; and which it is, or None."""
    texts = {tag: text for tag, text in (note.text or {}).items() if text.strip()}
    for tag in (language.tag, "en", *texts):
        if tag in texts:
            return texts[tag], tag
    return "", None


def _lines(note: Annotation, step: Step | None, language: Language, people: People) -> Iterator[ToldLine]:
    """The what-ifs of a note on a play, played out from the position before it."""
    for line in note.lines or ():
        if step is None:
            return
        position = step.before
        plays = tuple(ACTIONS[text] for text in line)
        for play in plays:
            position = played(position, play)
        yield ToldLine(plays, _would_be(language, people, step.before, position))


def _would_be(language: Language, people: People, before: Position, position: Position) -> str:
    if len(position.tricks) > len(before.tricks):
        facts = position.tricks[-1]
        text = message("{winner} would win the trick, {points}.")
        return language.say(text, winner=people.of(facts.winner), points=language.card_points(facts.points))
    winner = people.of(trick_winner(position.trick))
    return language.say("{winner} would be winning.", winner=winner)
