"""What is said beside the table: what happened, the notes, what the next player could do, the keys."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from rich.text import Text

from ristilog.cli.terminal.prose import paragraphs, seen
from ristilog.cli.terminal.signs import RED, Signs
from ristilog.cli.terminal.walk import Walk, drawn_at, notes_at, seats_of
from ristilog.game.log import Play
from ristilog.teach.choices import Choice, barred_text
from ristilog.teach.language import Language
from ristilog.teach.people import plain
from ristilog.teach.tell import ToldNote


class Writing(Struct, frozen=True):
    """How cards are written, and what stands between two of them."""

    card: Callable[[str], str]
    between: str


def for_eyes(signs: Signs) -> Writing:
    """``7♥ 7♠``."""
    return Writing(signs.card, " ")


def for_ears(language: Language) -> Writing:
    """*seven of hearts, seven of spades*."""
    return Writing(lambda card: f"{language.nouns.cards[card]:bare}", ", ")


class Said(Struct, frozen=True):
    """A paragraph, and the sign that stands before it."""

    text: Text
    kind: str = ""
    """``note``, ``stop`` or ``item``; empty for a sentence."""


def words_at(walk: Walk, index: int, view: str, writing: Writing, *, ban: bool = True) -> Iterator[Said]:
    """Everything said at a step: what happened, what the deal came to, why a rank is barred, the notes."""
    told = walk.steps[index]
    yield Said(Text(told.say, style="bold"))
    drawn = drawn_at(walk, index, view)
    if drawn:
        yield Said(Text(drawn, style="dim"))
    for sentence in told.result:
        yield Said(Text(sentence, style="bold"))
    why = barred_text(walk.language, told.after) if ban else None
    if why is not None:
        yield Said(Text(why, style="yellow"))
    for note in notes_at(walk, index, view):
        yield from _note(walk, note, writing)


def choices_at(walk: Walk, index: int, view: str, writing: Writing) -> Iterator[Said]:
    """What the next player could do, what does the same together; or that it is not to be seen."""
    told, say = walk.steps[index], walk.language.say
    seat = told.after.to_act
    if seat is None or walk.deal(index).deal.void or walk.deal(index).deal.score_only:
        return
    who = walk.people.of(seat)
    if told.after.due:
        yield Said(Text(say("{who} has to draw.", who=who)))
        return
    if not told.choices or seat not in seats_of(view):
        yield Said(Text(say("{who} is next. The hand is not shown.", who=who)))
        return
    yield Said(Text(say("{who} is next and could play:", who=who), style="bold"))
    groups: dict[str, list[Choice]] = {}
    for choice in told.choices:
        groups.setdefault(choice.text, []).append(choice)
    for text, choices in groups.items():
        cards = [_written(choice.card, writing, walk.language) for choice in choices]
        line = Text.assemble(Text(writing.between).join(cards), f": {text}")
        if not choices[0].allowed:
            line.stylize("dim")
        yield Said(line, "item")


def keys(language: Language) -> Iterator[tuple[str, str]]:
    """The keys and what they do."""
    say = language.say
    yield "→ n", say("a step on")
    yield "← p", say("a step back")
    yield "↓ ↑", say("a trick on, a trick back")
    yield "] [", say("a deal on, a deal back")
    yield "g G", say("to the beginning, to the end")
    yield "s", say("to the next stop")
    yield "v", say("other hands shown")
    yield "o", say("what the next player could do")
    yield "m", say("more of a long text")
    yield "a", say("go on without a key, until one is pressed")
    yield "?", say("these keys")
    yield "q", say("quit")


def view_name(walk: Walk, view: str) -> str:
    """Whose hands a view shows, in a word or by name."""
    say = walk.language.say
    if view in ("open", "public"):
        return say("all") if view == "open" else say("none")
    (seat,) = seats_of(view)
    return walk.people.of(seat)


def _note(walk: Walk, note: ToldNote, writing: Writing) -> Iterator[Said]:
    kind = "stop" if note.stop else "note"
    texts = paragraphs(note.text) if note.markdown else [Text(seen(note.text))]
    if note.glyph:
        texts[:1] = [Text.assemble((note.glyph, "bold"), " ", *texts[:1])]
    for number, text in enumerate(texts):
        yield Said(text, kind if number == 0 else "item")
    say = walk.language.say
    for line in note.lines:
        plays = ", ".join(_what_if(walk, play, writing) for play in line.plays)
        yield Said(Text(f"{say('What if')}: {plays}. {line.result}"), "item" if texts else kind)
    if note.by:
        yield Said(Text(say("by {who}", who=plain(note.by)), style="dim"), "item")


def _what_if(walk: Walk, play: Play, writing: Writing) -> str:
    dark = f"({walk.language.say('dark')}) " if play.kind == "dark" else ""
    return f"{walk.people.of(play.seat)} {dark}{writing.card(play.card)}"


def _written(card: str | None, writing: Writing, language: Language) -> Text:
    """A card, or the dark play."""
    if card is None:
        return Text(language.say("dark"), style="cyan")
    return Text(writing.card(card), style="red" if card[1] in RED else "")


def plain_lines(said: Sequence[Said], language: Language) -> Iterator[str]:
    """Paragraphs as lines without any style; a note is called one, since no sign is heard."""
    for one in said:
        if one.kind == "stop":
            yield language.say("Note, worth a stop: {text}", text=one.text.plain)
        elif one.kind == "note":
            yield language.say("Note: {text}", text=one.text.plain)
        else:
            yield one.text.plain
