"""The log as frozen values: the one set of types that reader, writer, schema and referee share.

An absent field is `msgspec.UNSET` (which is falsy), so that a log is written back as it was read.
"""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ristilog.game.cards import CARDS, PACK, RANKS, SUITS
from ristilog.game.table import SEATS, Seat, Side

MAX_INTEGER: Final = 2**53 - 1
_END: Final = r"$(?!\n)"  # Python's `$` also matches before a last newline, other readers' does not
ADDRESS: Final = r"^[1-9][0-9]{0,8}(\.[1-9][0-9]?(\.[1-4])?)?" + _END
_CARD: Final = f"[{RANKS}][{SUITS}]"
CARD_LIST: Final = rf"^(({_CARD}|\?\?)( ({_CARD}|\?\?))*)?{_END}"
ACTION: Final = rf"^[NESW] (play {_CARD}|dark {_CARD}|draw ({_CARD}|\?\?)){_END}"
CHOICE: Final = rf"^[NESW] (play|dark) {_CARD}{_END}"
VERSION: Final = rf"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*){_END}"
HASH: Final = rf"^sha256:[0-9a-f]{{64}}{_END}"
_ID: Final = rf"^[a-z0-9][a-z0-9-]{{0,63}}{_END}"
DATE: Final = rf"^[0-9]{{4}}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]){_END}"


class Play(Struct, frozen=True):
    """One parsed action: who, what kind, which card (``??`` for a hidden draw)."""

    seat: Seat
    kind: Literal["play", "dark", "draw"]
    card: str

    def __str__(self) -> str:
        return f"{self.seat} {self.kind} {self.card}"


ACTIONS: Final[dict[str, Play]] = {
    f"{seat} {kind} {card}": Play(seat, kind, card)
    for seat in SEATS
    for kind in ("play", "dark", "draw")
    for card in (*PACK, "??")
    if kind == "draw" or card in CARDS
}
"""Every well-formed action as a log writes it → its parts."""


# What msgspec enforces while decoding stands in Meta's own arguments; patterns of the strings that fill a log stand in
# `extra_json_schema` and are checked by the reader by set membership, several times faster than by regular expression.


def _about(title: str, description: str, pattern: str | None = None) -> Meta:
    extra = {} if pattern is None else {"pattern": pattern}
    return Meta(title=title, description=description, extra_json_schema=extra)


Integer = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]
Count = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
CardList = Annotated[str, _about("Cards", "Rank then suit, single spaces; ?? is a hidden card.", CARD_LIST)]
Action = Annotated[str, _about("Action", "SEAT play CARD, SEAT draw CARD or SEAT dark CARD.", ACTION)]
Choice = Annotated[str, Meta(title="Choice", description="SEAT play CARD or SEAT dark CARD.", pattern=CHOICE)]
Commitment = Annotated[
    str,
    Meta(title="Commitment", description="sha256: and the hash of the seed, published before play.", pattern=HASH),
]
Seed = Annotated[str, Meta(title="Seed", description="1 to 256 bytes of UTF-8.", min_length=1, max_length=256)]
LogId = Annotated[str, Meta(title="Id", description="Names the match in paths and links.", pattern=_ID)]
Ext = Annotated[
    dict[str, Any] | UnsetType, Meta(title="Extensions", description="Anything of your own; kept, never judged.")
]


class Base(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What every part of a log has in common: frozen, by name, and no field that the format does not know.

    JSON has no cycles, so the garbage collector is not troubled with it.
    """


class SideNumbers(Base, frozen=True, kw_only=True):
    """A number for each side."""

    NS: Annotated[Integer, _about("North and South", "The number of the side of N and S.")]
    EW: Annotated[Integer, _about("East and West", "The number of the side of E and W.")]

    def of(self, side: Side) -> int:
        """The number of one side."""
        return self.NS if side == "NS" else self.EW


class SideFlags(Base, frozen=True, kw_only=True):
    """Yes or no for each side."""

    NS: Annotated[bool, _about("North and South", "Whether it holds for N and S.")]
    EW: Annotated[bool, _about("East and West", "Whether it holds for E and W.")]

    def of(self, side: Side) -> bool:
        """The answer for one side."""
        return self.NS if side == "NS" else self.EW


class Player(Base, frozen=True, kw_only=True):
    """Who sat in a seat."""

    name: Annotated[str, _about("Name", "The player's name.")]
    id: Annotated[str | UnsetType, _about("Id", "A lasting identifier of the player.")] = UNSET
    agent: Annotated[str | UnsetType, _about("Agent", "Of a program: its name, version and policy.")] = UNSET
    ext: Ext = UNSET


class Players(Base, frozen=True, kw_only=True):
    """The players by seat."""

    N: Annotated[Player | UnsetType, _about("North", "Who sat North.")] = UNSET
    E: Annotated[Player | UnsetType, _about("East", "Who sat East.")] = UNSET
    S: Annotated[Player | UnsetType, _about("South", "Who sat South.")] = UNSET
    W: Annotated[Player | UnsetType, _about("West", "Who sat West.")] = UNSET


class Pairs(Base, frozen=True, kw_only=True):
    """Names of the sides."""

    NS: Annotated[str | UnsetType, _about("North and South", "The pair's name.")] = UNSET
    EW: Annotated[str | UnsetType, _about("East and West", "The pair's name.")] = UNSET


class Rules(Base, frozen=True, kw_only=True):
    """The agreement: a named, versioned preset and what the table changed in it."""

    name: Annotated[str, _about("Ruleset", "The preset's name.")]
    version: Annotated[Integer, _about("Version", "The preset's version.")]
    options: Annotated[dict[str, Any] | UnsetType, _about("Options", "What the table changed in the preset.")] = UNSET


class Start(Base, frozen=True, kw_only=True):
    """The standing the log begins with."""

    match: Annotated[SideNumbers, _about("Standing", "Game points, or the running totals.")]
    held: Annotated[Count, _about("Held", "Game points waiting for the next deal that brings one.")]


class ShufflePart(Base, frozen=True, kw_only=True):
    """One party's part of a seed."""

    by: Annotated[str, _about("By", "Who gave this part: a seat or a name.")]
    seed: Annotated[Seed | UnsetType, _about("Seed", "The part, once revealed.")] = UNSET
    commitment: Annotated[Commitment | UnsetType, _about("Commitment", "Published before the part was shown.")] = UNSET


class Shuffle(Base, frozen=True, kw_only=True):
    """How the pack was shuffled, so that anyone can do it again."""

    method: Annotated[Literal["hmac-sha256-1"], _about("Method", "The algorithm; the format describes it.")]
    seed: Annotated[Seed | UnsetType, _about("Seed", "The deal's seed.")] = UNSET
    commitment: Annotated[Commitment | UnsetType, _about("Commitment", "Published before the deal.")] = UNSET
    parts: Annotated[
        tuple[ShufflePart, ...] | UnsetType,
        _about("Parts", "Several parties' parts; the seed is their seeds joined by a newline."),
    ] = UNSET


class Hands(Base, frozen=True, kw_only=True):
    """The four hands as dealt, in dealt order."""

    N: Annotated[CardList | UnsetType, _about("North", "North's cards.")] = UNSET
    E: Annotated[CardList | UnsetType, _about("East", "East's cards.")] = UNSET
    S: Annotated[CardList | UnsetType, _about("South", "South's cards.")] = UNSET
    W: Annotated[CardList | UnsetType, _about("West", "West's cards.")] = UNSET

    def of(self, seat: Seat) -> str | UnsetType:
        """The cards of one seat."""
        cards: str | UnsetType = getattr(self, seat)
        return cards


class Trick(Base, frozen=True, kw_only=True):
    """The actions of one trick, and what they came to."""

    actions: Annotated[
        tuple[Action, ...],
        Meta(title="Actions", description="Plays, dark plays and draws, in order.", min_length=1),
    ]
    winner: Annotated[Seat | UnsetType, _about("Winner", "Who won the trick.")] = UNSET
    points: Annotated[Integer | UnsetType, _about("Points", "The card points in the trick.")] = UNSET
    times: Annotated[
        Annotated[tuple[Count, ...], Meta(min_length=1)] | UnsetType,
        _about("Times", "Milliseconds from the deal's start, one an action, never falling over the deal."),
    ] = UNSET
    ext: Ext = UNSET


class Score(Base, frozen=True, kw_only=True):
    """What a deal came to: claims, all of them checked."""

    points: Annotated[SideNumbers | UnsetType, _about("Card points", "The card points each side won.")] = UNSET
    award: Annotated[SideNumbers | UnsetType, _about("Award", "What the deal adds to the standing.")] = UNSET
    held: Annotated[Integer | UnsetType, _about("Held", "Game points waiting after the deal.")] = UNSET
    match: Annotated[SideNumbers | UnsetType, _about("Standing", "The standing after the deal.")] = UNSET
    clean: Annotated[SideFlags | UnsetType, _about("Clean", "Who ends the deal clean (cleaning rule only).")] = UNSET


class Deal(Base, frozen=True, kw_only=True):
    """One deal: who dealt, which cards, every action, and the score."""

    dealer: Annotated[Seat, _about("Dealer", "Who dealt; the next seat clockwise leads.")]
    shuffle: Annotated[Shuffle | UnsetType, _about("Shuffle", "How the pack was shuffled.")] = UNSET
    hands: Annotated[Hands | UnsetType, _about("Hands", "The hands as dealt.")] = UNSET
    stock: Annotated[CardList | UnsetType, _about("Stock", "What was left, top first.")] = UNSET
    tricks: Annotated[tuple[Trick, ...] | UnsetType, _about("Tricks", "The tricks in order.")] = UNSET
    score: Annotated[Score | UnsetType, _about("Score", "What the deal came to.")] = UNSET
    void: Annotated[str | UnsetType, _about("Void", "Why the deal does not count (a misdeal).")] = UNSET
    ext: Ext = UNSET


class Result(Base, frozen=True, kw_only=True):
    """How the match ended."""

    ended: Annotated[
        Literal["complete", "abandoned", "adjourned", "forfeit"], _about("Ended", "In which way it ended.")
    ]
    winner: Annotated[Side | UnsetType, _about("Winner", "The winning side; if complete or forfeit.")] = UNSET
    score: Annotated[SideNumbers | UnsetType, _about("Score", "The standing at the end.")] = UNSET


class NoteValue(Base, frozen=True, kw_only=True):
    """What a note claims a play was worth, in thousandths of a card point."""

    method: Annotated[Literal["open-cards", "sampled"], _about("Method", "All cards known, or sampled hands.")]
    best: Annotated[Choice | UnsetType, _about("Best", "The best choice.")] = UNSET
    loss: Annotated[Count | UnsetType, _about("Loss", "What the play made fell short of it.")] = UNSET
    se: Annotated[Count | UnsetType, _about("Standard error", "Of the loss.")] = UNSET
    samples: Annotated[Count | UnsetType, _about("Samples", "How many worlds were sampled.")] = UNSET
    seed: Annotated[str | UnsetType, _about("Seed", "Of the sampling.")] = UNSET
    policy: Annotated[str | UnsetType, _about("Policy", "Of the rollouts.")] = UNSET


class Annotation(Base, frozen=True, kw_only=True):
    """A note on a deal, trick or play: a checkable claim (`code`), a person's text, or both."""

    at: Annotated[str, Meta(title="Address", description="deal, deal.trick or deal.trick.play.", pattern=ADDRESS)]
    id: Annotated[str | UnsetType, _about("Id", "Unique among the notes of the log.")] = UNSET
    code: Annotated[str | UnsetType, _about("Code", "A claim that the program checks.")] = UNSET
    args: Annotated[dict[str, Any] | UnsetType, _about("Arguments", "What the claim says.")] = UNSET
    auto: Annotated[bool | UnsetType, _about("Automatic", "Written by the program, which may replace it.")] = UNSET
    stop: Annotated[bool | UnsetType, _about("Stop", "The walkthrough halts here.")] = UNSET
    level: Annotated[str | UnsetType, _about("Level", "Whom it is for, such as beginner.")] = UNSET
    glyph: Annotated[Literal["!!", "!", "!?", "?!", "?", "??"] | UnsetType, _about("Glyph", "A mark for the play.")] = (
        UNSET
    )
    text: Annotated[dict[str, str] | UnsetType, _about("Text", "Markdown by language.")] = UNSET
    by: Annotated[str | UnsetType, _about("By", "Who wrote it.")] = UNSET
    lines: Annotated[
        tuple[Annotated[tuple[Choice, ...], Meta(min_length=1)], ...] | UnsetType,
        _about("Lines", "What-ifs that replace the play at this address."),
    ] = UNSET
    value: Annotated[NoteValue | UnsetType, _about("Value", "What the play was worth.")] = UNSET
    ext: Ext = UNSET


_RESERVED_META = {
    "title": "What the match is called.",
    "date": "When it was played, as YYYY-MM-DD.",
    "event": "The event it belongs to.",
    "round": "The round of the event.",
    "place": "Where it was played.",
    "recorder": "Who recorded it.",
    "language": "The language of the texts, as a language tag.",
    "license": "Under which licence the record may be used.",
    "source": "Where the record comes from.",
}
_META_SCHEMA: dict[str, Any] = {
    "properties": {
        name: {"type": "string", "title": name.capitalize(), "description": text}
        for name, text in _RESERVED_META.items()
    }
}
_META_SCHEMA["properties"]["date"] |= {"format": "date", "pattern": DATE}


class GameLog(Base, frozen=True, kw_only=True):
    """A match, or a part of one, on record."""

    schema_: Annotated[str | UnsetType, _about("Schema", "Where the JSON Schema of the format is.")] = field(
        default=UNSET, name="$schema"
    )
    ristilog: Annotated[str, _about("Format version", "MAJOR.MINOR of the format.", VERSION)]
    id: LogId | UnsetType = UNSET
    meta: Annotated[
        dict[str, str] | UnsetType,
        Meta(title="About", description="What else is known of the match.", extra_json_schema=_META_SCHEMA),
    ] = UNSET
    players: Annotated[Players | UnsetType, _about("Players", "Who sat where.")] = UNSET
    pairs: Annotated[Pairs | UnsetType, _about("Pairs", "What the sides are called.")] = UNSET
    rules: Annotated[Rules, _about("Rules", "What was agreed before play.")]
    view: Annotated[
        Literal["open", "N", "E", "S", "W", "public", "table"] | UnsetType,
        _about("View", "Who sees what: everything, one seat, the public, or what a table noted. Open if absent."),
    ] = UNSET
    start: Annotated[Start | UnsetType, _about("Start", "The standing before the first deal; nought if absent.")] = (
        UNSET
    )
    deals: Annotated[tuple[Deal, ...], _about("Deals", "The deals in order.")]
    result: Annotated[Result | UnsetType, _about("Result", "How the match ended.")] = UNSET
    annotations: Annotated[tuple[Annotation, ...] | UnsetType, _about("Annotations", "Notes on the game.")] = UNSET
    ext: Ext = UNSET

    @property
    def open(self) -> bool:
        """Whether every card is on record."""
        return self.view is UNSET or self.view == "open"
