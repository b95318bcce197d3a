"""What a seed deals, in words: the headings under which the cards are shown."""

from msgspec import Struct

from ristilog.game.table import AFTER, Seat
from ristilog.teach.language import Language


class Headings(Struct, frozen=True):
    """The words around the cards of a deal that nobody has played yet."""

    pack: str
    deal: str
    seats: dict[Seat, str]
    stock: str


def headings(dealer: Seat, language: Language) -> Headings:
    """The headings for a pack, four hands and the stock, in one language."""
    seats = language.nouns.seats
    return Headings(
        pack=language.say("The pack, in the order it is dealt:"),
        deal=language.say(
            "{dealer} deals. {leader} leads the first trick.", dealer=seats[dealer], leader=seats[AFTER[dealer]]
        ),
        seats=dict(seats),
        stock=language.say("The stock, top first:"),
    )
