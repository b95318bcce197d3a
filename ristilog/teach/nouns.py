"""Ranks, cards, seats and small numbers in every language, with the forms that sentences need.

A `Noun` goes into a sentence by its form: ``{card:gen}`` is the genitive, ``{rank:a}`` has the article, ``{rank}`` is
the plain form. Suits are named only where a card is named, since they never matter.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from ristilog.game.cards import PACK
from ristilog.game.table import Seat


class Noun(Struct, frozen=True):
    """A word in all its forms; formatting it with a form it does not have is a ValueError."""

    forms: Mapping[str, str]
    """Form → word; ``""`` is the plain one."""

    def __str__(self) -> str:
        return self.forms[""]

    def __format__(self, form: str) -> str:
        if form not in self.forms:
            raise ValueError(f"{self.forms['']!r} has no form {form!r}")
        return self.forms[form]


class Nouns(Struct, frozen=True):
    """The words of one language."""

    ranks: Mapping[str, Noun]
    """By rank, ``7``."""
    cards: Mapping[str, Noun]
    """By card, ``7h``."""
    seats: Mapping[Seat, str]
    numbers: tuple[str, ...]
    """Nought to twelve."""

    def number(self, number: int) -> str:
        """A small number as a word, a larger one in figures."""
        return self.numbers[number] if 0 <= number < len(self.numbers) else str(number)


def _english() -> Nouns:
    names = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
    suits = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
    ranks = {}
    for rank, name in zip("23456789TJQKA", names, strict=True):
        article = "an" if name[0] in "ae" else "a"
        ranks[rank] = Noun({"": name, "a": f"{article} {name}", "pl": name + ("es" if name == "six" else "s")})
    cards = {}
    for card in PACK:
        bare = f"{ranks[card[0]]} of {suits[card[1]]}"
        cards[card] = Noun({"": f"the {bare}", "bare": bare})
    numbers = ("no", "one", *names[:9], "eleven", "twelve")
    return Nouns(ranks, cards, {"N": "North", "E": "East", "S": "South", "W": "West"}, numbers)


def _finnish() -> Nouns:
    suits = {"c": "risti", "d": "ruutu", "h": "hertta", "s": "pata"}
    # Nominative, genitive, adessive: of the rank alone, and behind a suit, where numbers are said as numerals.
    alone = {
        "2": "kakkonen kakkosen kakkosella",
        "3": "kolmonen kolmosen kolmosella",
        "4": "nelonen nelosen nelosella",
        "5": "viitonen viitosen viitosella",
        "6": "kuutonen kuutosen kuutosella",
        "7": "seitsikko seitsikon seitsikolla",
        "8": "kahdeksikko kahdeksikon kahdeksikolla",
        "9": "yhdeksikkö yhdeksikön yhdeksiköllä",
        "T": "kymppi kympin kympillä",
        "J": "sotilas sotilaan sotilaalla",
        "Q": "kuningatar kuningattaren kuningattarella",
        "K": "kuningas kuninkaan kuninkaalla",
        "A": "ässä ässän ässällä",
    }
    behind_suit = alone | {
        "2": "kaksi kahden kahdella",
        "3": "kolme kolmen kolmella",
        "4": "neljä neljän neljällä",
        "5": "viisi viiden viidellä",
        "6": "kuusi kuuden kuudella",
        "7": "seitsemän seitsemän seitsemällä",
        "8": "kahdeksan kahdeksan kahdeksalla",
        "9": "yhdeksän yhdeksän yhdeksällä",
    }

    def noun(words: str, before: str = "") -> Noun:
        plain, genitive, adessive = (before + word for word in words.split())
        return Noun({"": plain, "bare": plain, "gen": genitive, "ades": adessive})

    numbers = "nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista"
    return Nouns(
        {rank: noun(words) for rank, words in alone.items()},
        {card: noun(behind_suit[card[0]], suits[card[1]]) for card in PACK},
        {"N": "Pohjoinen", "E": "Itä", "S": "Etelä", "W": "Länsi"},
        tuple(numbers.split()),
    )


NOUNS: Final[dict[str, Nouns]] = {"en": _english(), "fi": _finnish()}
"""By language."""
