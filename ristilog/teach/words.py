"""What happened at a step, in words: the deal, each play and dark play, the draws, the trick's end."""

from ristilog.game.cards import HIDDEN
from ristilog.game.table import AFTER
from ristilog.replay.scoring import trick_winner
from ristilog.replay.steps import DealSteps, Step
from ristilog.teach.language import Language, message
from ristilog.teach.people import People, plain


def dealt(language: Language, people: People, deal: DealSteps) -> str:
    """Who deals and who leads."""
    leader = people.of(AFTER[deal.dealer])
    return language.say("{dealer} deals. {leader} leads the first trick.", dealer=people.of(deal.dealer), leader=leader)


def voided(language: Language, reason: str) -> str:
    """That a deal does not count, and why."""
    reason = plain(reason, 200)
    said = language.say("A misdeal: it does not count, and the same player deals again.")
    return f"{said} " + language.say("The record says: “{reason}”", reason=reason) if reason else said


def score_only(language: Language) -> str:
    """That of a deal nothing but the score is known."""
    return language.say("Of this deal only the score was written down.")


def happened(language: Language, people: People, step: Step) -> str:
    """What a play was and what it did to the trick; with the fourth, who won it."""
    if not step.before.trick:
        return _lead(language, people, step)
    played = _played(language, people, step)
    if step.play < 4:
        matched = step.action.card[0] == step.before.trick[0].card[0]
        return played if matched else f"{played} {_still(language, people, step)}"
    plays = (*step.before.trick, step.action)
    winner = people.of(trick_winner(plays))
    points = sum(step.before.rules.values.get(play.card[0], 0) for play in plays)
    if points == 0:
        return f"{played} " + language.say("{winner} wins the trick, which is worth nothing.", winner=winner)
    worth = language.card_points(points)
    return f"{played} " + language.say("{winner} wins the trick: {points}.", winner=winner, points=worth)


def drew(language: Language, people: People, step: Step) -> str:
    """The draws that followed a play, empty if there were none; only who sees the hand is to hear of it."""
    said = []
    for draw in step.draws:
        who = people.of(draw.seat)
        if draw.card == HIDDEN:
            said.append(language.say("{who} draws a card.", who=who))
        else:
            said.append(language.say("{who} draws {card}.", who=who, card=language.nouns.cards[draw.card]))
    return " ".join(said)


def _lead(language: Language, people: People, step: Step) -> str:
    who, card = people.of(step.action.seat), language.nouns.cards[step.action.card]
    if step.action.kind == "dark":
        return language.say("{who} leads in the dark: {card} turns up.", who=who, card=card)
    return language.say("{who} leads {card}.", who=who, card=card)


def _played(language: Language, people: People, step: Step) -> str:
    """A card played to a trick: whether it matches, what it is worth if it does not, where it came from."""
    action = step.action
    who, card = people.of(action.seat), language.nouns.cards[action.card]
    dark = action.kind == "dark"
    if action.card[0] == step.before.trick[0].card[0]:
        if step.play == 4:
            if dark:
                return language.say("{who} plays in the dark, and it hits: {card}.", who=who, card=card)
            return language.say("{who} plays {card}, the led rank.", who=who, card=card)
        if dark:
            text = message("{who} plays in the dark, and it hits: {card}. {who} is winning now.")
            return language.say(text, who=who, card=card)
        return language.say("{who} plays {card}, the led rank, and is winning now.", who=who, card=card)
    worth = step.before.rules.values.get(action.card[0], 0)
    if worth == 0:
        if dark:
            return language.say("{who} plays in the dark: {card} turns up.", who=who, card=card)
        return language.say("{who} plays {card}.", who=who, card=card)
    points = language.card_points(worth)
    if dark:
        text = message("{who} plays in the dark: {card} turns up, {points}.")
        return language.say(text, who=who, card=card, points=points)
    return language.say("{who} plays {card}, {points}.", who=who, card=card, points=points)


def _still(language: Language, people: People, step: Step) -> str:
    return language.say("{winner} is still winning.", winner=people.of(trick_winner(step.before.trick)))
