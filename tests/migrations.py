"""Two formats that never were, 0.8 and 0.9, and what brings their logs up: they prove the machinery of migrations.

0.9 writes an action as ``N 4c``, ``N +2s`` (a draw) or ``N *4s`` (a dark play) under `moves`, cards as lists, and the
rules as ``NAME/VERSION``. 0.8 is the same with `rounds` for deals and seats in small letters, and has games for one.
"""

from typing import Any, Final

from ristilog.format.migrate import Migrations, Unfit

_KINDS: Final = {"+": "draw", "*": "dark"}


def from_0_8(tree: dict[str, Any]) -> dict[str, Any]:
    if tree.get("variant") == "solo":
        raise Unfit("a game for one has no place in format 0.9")
    rest = {name: value for name, value in tree.items() if name not in ("rounds", "variant")}
    return rest | {"ristilog": "0.9", "deals": [one | {"dealer": one["dealer"].upper()} for one in tree["rounds"]]}


def from_0_9(tree: dict[str, Any]) -> dict[str, Any]:
    name, version = tree["rules"].split("/")
    rules = {"name": name, "version": int(version)}
    return tree | {"ristilog": "1.0", "rules": rules, "deals": [_deal(one) for one in tree["deals"]]}


def _deal(deal: dict[str, Any]) -> dict[str, Any]:
    hands = {seat: " ".join(cards) for seat, cards in deal["hands"].items()}
    tricks = [
        {"actions": [_action(move) for move in trick["moves"]]}
        | {name: value for name, value in trick.items() if name != "moves"}
        for trick in deal["tricks"]
    ]
    return deal | {"hands": hands, "stock": " ".join(deal["stock"]), "tricks": tricks}


def _action(move: str) -> str:
    seat, card = move.split(" ")
    return f"{seat} {_KINDS.get(card[0], 'play')} {card.lstrip('+*')}"


INVENTED: Final[Migrations] = {"0.8": from_0_8, "0.9": from_0_9}
