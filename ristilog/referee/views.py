"""What a view must not show: the cards that its viewer could not see, and the seed that gives them away."""

from collections.abc import Iterator

from ristilog.game.cards import HIDDEN
from ristilog.game.findings import Finding, finding
from ristilog.game.log import ACTIONS, Deal, GameLog
from ristilog.game.table import SEATS


def leak_findings(log: GameLog, number: int) -> Iterator[Finding]:
    """Name the first secret that a deal of a view shows (D207): one that is redacted wrongly mostly shows many."""
    if isinstance(log.deals[number].void, str):
        return
    secret = next(_secrets(f"/deals/{number}", log.deals[number], str(log.view)), None)
    if secret is not None:
        pointer, what, found = secret
        viewer = "the public" if log.view == "public" else str(log.view)
        yield finding("D207", pointer, found=found, viewer=viewer, what=what)


def _secrets(where: str, deal: Deal, viewer: str) -> Iterator[tuple[str, str, str]]:
    """Pointer, name and text of everything that the viewer could not see."""
    for seat in SEATS if deal.hands else ():
        cards = deal.hands.of(seat) if deal.hands else None
        if seat != viewer and isinstance(cards, str) and _shows(cards):
            yield f"{where}/hands/{seat}", f"{seat}'s hand", cards
    if isinstance(deal.stock, str) and _shows(deal.stock):
        yield f"{where}/stock", "the stock", deal.stock
    if deal.shuffle:
        if deal.shuffle.seed:
            yield f"{where}/shuffle/seed", "the seed", deal.shuffle.seed
        for place, part in enumerate(deal.shuffle.parts or ()):
            if part.seed:
                yield f"{where}/shuffle/parts/{place}/seed", "a part of the seed", part.seed
    for place, trick in enumerate(deal.tricks or ()):
        for index, text in enumerate(trick.actions):
            action = ACTIONS[text]
            if action.kind == "draw" and action.seat != viewer and action.card != HIDDEN:
                yield f"{where}/tricks/{place}/actions/{index}", f"what {action.seat} drew", text


def _shows(cards: str) -> bool:
    return any(card != HIDDEN for card in cards.split())
