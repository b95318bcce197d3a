"""What is said of the game itself while it is recorded: what happened, the deal's end, the score, what comes next."""

from collections.abc import Iterator

from ristilog.cli.terminal.table import Scene, plain_bans
from ristilog.game.cards import HIDDEN
from ristilog.game.log import ACTIONS, Play
from ristilog.game.table import AFTER, SIDE, SIDES, Seat, Side
from ristilog.record.recorder import Recorder
from ristilog.replay.scoring import Outcome, Standing, deal_points
from ristilog.replay.state import Position, first_position
from ristilog.replay.steps import DealSteps, Step
from ristilog.teach.language import Language, message
from ristilog.teach.people import People
from ristilog.teach.results import deal_result
from ristilog.teach.words import happened


def scene_of(recorder: Recorder, language: Language, people: People) -> Scene | None:
    """The table as it is now; None between deals."""
    if recorder.position is None:
        return None
    return Scene(
        position=recorder.position,
        people=people,
        language=language,
        standing=recorder.standing,
        deal=len(recorder.log.deals),
    )


def acted(recorder: Recorder, language: Language, people: People, action: Play, before: Position) -> str:
    """What an action was and did; `before` is the position in which it was made."""
    if action.kind == "draw":
        if action.card == HIDDEN:
            return language.say("{who} draws a card.", who=people.of(action.seat))
        card = language.nouns.cards[action.card]
        return language.say("{who} draws {card}.", who=people.of(action.seat), card=card)
    play = len(before.trick) + 1
    step = Step(trick=len(before.tricks) + 1, play=play, action=action, before=before, after=before)
    return happened(language, people, step)


def bans(recorder: Recorder, language: Language, people: People) -> Iterator[str]:
    """What may not be played now, and why."""
    scene = scene_of(recorder, language, people)
    if scene is not None:
        yield from plain_bans(scene)


def deal_over(recorder: Recorder, language: Language, people: People, before: Standing) -> tuple[str, ...]:
    """The end of the last deal on record: its points, what they bring, the standing; `before` is that before it."""
    rules, deals = recorder.rules, recorder.log.deals
    score = deals[-1].score
    if not score or not score.points or not score.award:
        return ()
    deal = DealSteps(
        number=len(deals),
        dealer=deals[-1].dealer,
        first=first_position(rules, deals[-1].dealer, None, None),
        steps=(),
        before=before,
        points=score.points,
        clean=score.clean or None,
        outcome=Outcome(score.award, recorder.standing),
        void=False,
        score_only=False,
    )
    return deal_result(language, people, rules, deal)


def trick_lines(recorder: Recorder, language: Language, people: People) -> Iterator[str]:
    """The tricks of the deal in hand, or of the last one, a sentence or two each."""
    deals = recorder.log.deals
    if deals:
        heading = language.say("Deal {number}", number=len(deals))
        yield f"{heading}."
        for number, trick in enumerate(deals[-1].tricks or (), start=1):
            yield _trick_line(language, people, number, trick.actions, trick.winner or None, trick.points or 0)


def score_lines(recorder: Recorder, language: Language, people: People) -> Iterator[str]:
    """What each side has won of the deal in hand, and the match."""
    say = language.say
    if recorder.position is not None:
        points = deal_points(recorder.position.tricks)
        won = tricks_won(recorder.position)
        for side in SIDES:
            tricks = language.count("{n} trick", "{n} tricks", won[side])
            worth = language.card_points(points.of(side))
            yield f"{people.sides[side]}: {tricks}, {worth}."
    match = recorder.standing.match
    sides = {"north": people.sides["NS"], "east": people.sides["EW"]}
    yield say("The match: {north} {ns}, {east} {ew}.", ns=match.NS, ew=match.EW, **sides)
    if recorder.standing.held:
        held = language.game_points(recorder.standing.held)
        yield say("Held for the next deal that is won: {points}.", points=held)


def tricks_won(position: Position) -> dict[Side, int]:
    """How many tricks each side has in the deal."""
    won: dict[Side, int] = {"NS": 0, "EW": 0}
    for trick in position.tricks:
        won[SIDE[trick.winner]] += 1
    return won


def where(recorder: Recorder, language: Language, people: People) -> str:
    """Where the recording is: deal, trick, and whose turn it is."""
    say, position = language.say, recorder.position
    number = len(recorder.log.deals)
    if position is not None:
        turn = position.to_act
        assert turn is not None  # or the deal would be over
        text = message("Deal {deal}, trick {trick}: {who} is next.")
        return say(text, deal=number, trick=len(position.tricks) + 1, who=people.of(turn))
    if recorder.expects == "nothing":
        return say("The match has been won.")
    dealer = recorder.dealer
    text = message("Deal {deal} comes next: {dealer} deals, {leader} leads.")
    return say(text, deal=number + 1, dealer=people.of(dealer), leader=people.of(AFTER[dealer]))


def spoken(language: Language, people: People, action: Play) -> str:
    """An action in a few words: which card, by whom, and whether it was dark or a draw."""
    kinds = {"play": (), "dark": (language.say("dark"),), "draw": (language.say("drawn"),)}
    by = ", ".join((people.of(action.seat), *kinds[action.kind]))
    return f"{card_name(language, action.card)} ({by})"


def card_name(language: Language, card: str) -> str:
    """A card without an article, or that nobody saw it."""
    return language.say("an unseen card") if card == HIDDEN else f"{language.nouns.cards[card]:bare}"


def told_actions(recorder: Recorder) -> list[Play]:
    """Every action on record, first to last."""
    tricks = [trick for deal in recorder.log.deals for trick in deal.tricks or ()]
    return [ACTIONS[text] for trick in tricks for text in trick.actions]


def _trick_line(
    language: Language, people: People, number: int, actions: tuple[str, ...], winner: Seat | None, points: int
) -> str:
    plays = [action for text in actions if (action := ACTIONS[text]).kind != "draw"]
    cards = ", ".join(spoken(language, people, play) for play in plays)
    if winner is None:
        return f"{number}. {cards}."
    won = language.say("{who} wins it, {points}", who=people.of(winner), points=language.card_points(points))
    return f"{number}. {cards}. {won}."
