"""The agreement in words: what a ruleset says of a table's play, sentence by sentence, to be read before play."""

from collections.abc import Iterator

from msgspec import Struct

from ristilog.game.ruleset import PRESETS, Ruleset, settings
from ristilog.game.table import SEATS, Seat
from ristilog.teach.language import Language


class Clause(Struct, frozen=True):
    """One thing that is agreed, in a full sentence or two."""

    text: str
    options: tuple[str, ...] = ()
    """The options whose values it states."""
    house: bool = False
    """Whether the preset has one of them otherwise."""


class Section(Struct, frozen=True):
    """What belongs together in an agreement."""

    title: str
    clauses: tuple[Clause, ...]


class Agreement(Struct, frozen=True, kw_only=True):
    """All that a page to sign has to say, without its layout."""

    title: str
    basis: str
    """Which preset it stands on."""
    legend: str | None
    """What the mark of a house rule means; None where there is no house rule."""
    sections: tuple[Section, ...]
    date: str
    place: str
    name: str
    signature: str
    seats: tuple[tuple[Seat, str], ...]
    """Every seat and what it is called, in the order of signing."""


def ruleset_title(name: str, language: Language) -> str:
    """What a preset is called in running text."""
    say = language.say
    return {
        "ristikontra": say("Ristikontra"),
        "ristikontra-fi": say("Finnish Ristikontra"),
        "ristiklappi": say("Ristiklappi"),
        "alga-b": say("Alga, table B"),
        "alga-a": say("Alga, table A"),
    }.get(name, name)


def ruleset_line(name: str, language: Language) -> str:
    """What sets a preset apart, in a few words; nothing for a name that there is not."""
    say = language.say
    return {
        "ristikontra": say("the plain game to 7 game points; ties are held"),
        "ristikontra-fi": say("the same, and the fourth king waits for the endgame"),
        "ristiklappi": say("five cards, queens make dirty, kings clean"),
        "alga-b": say("card points to a running total, 120 wins; no bans"),
        "alga-a": say("the same with the smaller card points, 60 wins"),
    }.get(name, "")


def agreement(name: str, version: int, rules: Ruleset, language: Language) -> Agreement:
    """The agreement under a preset's ruleset as a table has resolved it, `rules`; house rules are what differs."""
    say = language.say
    sections = (
        Section(say("The deal and the turn"), tuple(_turn(rules, language))),
        Section(say("Dark play"), tuple(_dark_play(rules, language))),
        Section(say("What is barred"), tuple(_bans(rules, language))),
        Section(say("What a deal brings"), tuple(_counting(rules, language))),
        Section(say("Clean and dirty"), tuple(_cleaning(rules, language))),
        Section(say("The match"), tuple(_match(rules, language))),
    )
    preset = settings(PRESETS[name, version])
    changed = {option for option, value in settings(rules).items() if option not in preset or preset[option] != value}
    marked = tuple(_marked(section, changed) for section in sections if section.clauses)
    is_changed = any(clause.house for section in marked for clause in section.clauses)
    return Agreement(
        title=say("The rules of {name}", name=ruleset_title(name, language)),
        basis=say("Agreed before play, by the rules of {name}, version {version}.", name=name, version=version),
        legend=say("A star marks a house rule: {name} has it otherwise.", name=name) if is_changed else None,
        sections=marked,
        date=say("Date"),
        place=say("Place"),
        name=say("Name"),
        signature=say("Signature"),
        seats=tuple((seat, language.nouns.seats[seat]) for seat in SEATS),
    )


def _marked(section: Section, changed: set[str]) -> Section:
    clauses = tuple(Clause(one.text, one.options, not changed.isdisjoint(one.options)) for one in section.clauses)
    return Section(section.title, clauses)


def _turn(rules: Ruleset, language: Language) -> Iterator[Clause]:
    say, number = language.say, language.nouns.number
    yield Clause(
        say(
            "Everyone is dealt {hand} cards, one at a time; the other {stock} are the stock. The first {early} tricks "
            "are the stock phase, the last {hand} are played from hand.",
            hand=number(rules.hand_size),
            stock=rules.stock_size,
            early=number(rules.stock_size // 4),
        ),
        ("hand_size",),
    )
    yield Clause(
        say(
            "The last card of the led rank takes the trick, or the leader if nobody matches. Nobody has to match, and "
            "suits never matter."
        )
    )
    yield Clause(
        say("Whoever plays from hand draws the top of the stock at once, while there is any.")
        if rules.draw == "immediate"
        else say(
            "Hands are refilled after the fourth play: whoever played from hand draws, the winner of the trick first, "
            "then clockwise."
        ),
        ("draw",),
    )


def _dark_play(rules: Ruleset, language: Language) -> Iterator[Clause]:
    say = language.say
    yield Clause(
        say("Instead of a card from hand, the top of the stock may be turned up and stands. Nothing is drawn for it.")
        if rules.dark_play
        else say("Nobody plays dark: every card is played from hand."),
        ("dark_play",),
    )


def _bans(rules: Ruleset, language: Language) -> Iterator[Clause]:
    say, number = language.say, language.nouns.number
    if rules.lead_limit is None:
        yield Clause(say("One rank may be led any number of times in a row."), ("lead_limit",))
    else:
        yield Clause(
            say(
                "If the last {number} tricks of the deal were all led with one rank, by anyone, dark or not, that rank "
                "is barred for the next lead. Who holds nothing else may lead it.",
                number=number(rules.lead_limit),
            ),
            ("lead_limit",),
        )
    if rules.lead_limit is not None and rules.dark_play:
        yield Clause(
            {
                "forbid": say("While a rank is barred, nobody leads dark."),
                "forbid-if-unplayed": say(
                    "While a rank is barred, nobody leads dark, unless all four cards of it have been played."
                ),
                "allow": say("While a rank is barred, a dark lead is allowed, and whatever turns up stands."),
            }[rules.dark_lead_when_barred],
            ("dark_lead_when_barred",),
        )
    yield Clause(
        say("Once three kings have been played, the fourth is not played from hand while there is stock.")
        if rules.fourth_king_ban
        else say("The fourth king is not barred."),
        ("fourth_king_ban",),
    )
    if rules.fourth_king_ban and rules.dark_play:
        yield Clause(
            say("While the fourth king is barred, nobody plays dark, leading or following.")
            if rules.fourth_king_dark == "forbid"
            else say("While the fourth king is barred, dark play goes on, and a king that turns up stands."),
            ("fourth_king_dark",),
        )


def _counting(rules: Ruleset, language: Language) -> Iterator[Clause]:
    say, values, pack = language.say, rules.values, rules.pack_points
    yield Clause(
        say(
            "An ace counts {ace}, a ten {ten}, a king {king}, a queen {queen}, a jack {jack}: {pack} in the pack. The "
            "last trick brings nothing extra.",
            ace=values["A"],
            ten=values["T"],
            king=values["K"],
            queen=values["Q"],
            jack=values["J"],
            pack=pack,
        ),
        ("card_values",),
    )
    if rules.scoring == "cumulative":
        yield Clause(say("The card points of a deal go to each side’s running total."), ("scoring",))
        yield Clause(
            say("A side without a single card point in a deal falls to nought.")
            if rules.wipe_on_zero
            else say("A side without a single card point in a deal keeps its total."),
            ("wipe_on_zero",),
        )
        return
    yield Clause(
        say("A side with more than half of them, {points} or more, gets 1 game point.", points=pack // 2 + 1),
        ("scoring",),
    )
    yield Clause(
        say("All {pack} bring 2 game points.", pack=pack)
        if rules.sweep_points == 2
        else say("All {pack} bring no more than that.", pack=pack),
        ("sweep_points",),
    )
    yield Clause(
        say(
            "{half}–{half} brings nobody anything, but a game point is held for the side that gets the next one, and "
            "another with every further tie. What is held when the match ends lapses.",
            half=pack // 2,
        )
        if rules.tie_carry
        else say("{half}–{half} brings nobody anything, and nothing is held.", half=pack // 2),
        ("tie_carry",),
    )
    if not rules.cleaning:
        yield Clause(say("Cleaning is not played: queens make nobody dirty."), ("cleaning",))


def _cleaning(rules: Ruleset, language: Language) -> Iterator[Clause]:
    if not rules.cleaning:
        return
    say = language.say
    yield Clause(
        say("A side that wins a queen in the stock phase is dirty. A king won after the stock phase cleans it."),
        ("cleaning",),
    )
    yield Clause(
        say("A king does not clean in a trick that was led with a queen.")
        if rules.queen_trick == "led"
        else say("A king does not clean in a trick with any queen in it."),
        ("queen_trick",),
    )
    yield Clause(
        say("If the side with more than half is dirty, nobody gets a game point.")
        if rules.dirty_winner == "no-point"
        else say(
            "If the side with more than half is dirty, the others get the 1 game point, unless they are dirty too."
        ),
        ("dirty_winner",),
    )
    yield Clause(
        say("Dirty opponents are worth nothing extra.")
        if rules.dirty_loss_points == 1
        else say(
            "A clean side with more than half gets 2 game points if its opponents are dirty, and no more for having "
            "all of them."
        ),
        ("dirty_loss_points",),
    )


def _match(rules: Ruleset, language: Language) -> Iterator[Clause]:
    say = language.say
    yield Clause(say("The deal moves clockwise; after a misdeal the same player deals again."))
    yield Clause(
        say("The match goes to the side that first has {points}.", points=language.game_points(rules.target))
        if rules.scoring == "game-points"
        else say(
            "The match goes to the side that has at least {points} after a whole deal and is ahead. Until then another "
            "deal is played.",
            points=language.card_points(rules.target),
        ),
        ("target",),
    )
