"""What is said to a line that cannot be made out, and how it would be right."""

from ristilog.cli.terminal.talk.commands import Unclear
from ristilog.cli.terminal.talk.state import Answer, Talk
from ristilog.teach.language import message


def unclear(talk: Talk, command: Unclear) -> Answer:
    """What was wrong with a line, and how it would be right."""
    say, word = talk.language.say, command.word[:40]
    match command.why:
        case "card":
            text = message("“{word}” is no card. A card is its rank and suit: 7h, 10d, Qs, *Kc if it was dark.")
        case "number":
            text = message("undo takes a number of plays: undo, or undo 3.")
        case "fix":
            text = message("fix takes the card that it was: fix 9c for the last play, fix 3.2 9c for trick 3, card 2.")
        case "note":
            text = message("note takes a text: note a fine play.")
        case "end":
            text = message("end takes how: end adjourned, end abandoned, or end forfeit NS if NS win by it.")
        case "deal":
            text = message("deal takes a dealer, seed and the seed, or cards: deal N, deal seed kotka/2.")
        case "hand":
            text = message("hand takes the cards that were dealt: hand 7h Qs 10d ..., or hand N 7h Qs 10d ...")
        case "words":
            text = message("“{word}” stands alone on its line.")
        case "word" if command.meant is None:
            text = message("“{word}” is no card and no command. Type ? for the commands.")
        case "word":
            text = message("“{word}” is no command. Was {meant} meant?")
    return Answer((say(text, word=word, meant=command.meant),), refused=True)
