"""Whether a whole log with every card shown is a sound game, by the reference alone."""

from typing import Any

from tests.reference.reference import ReferenceDeal, match_winner, rules_for, score_deal

_AFTER = {"N": "E", "E": "S", "S": "W", "W": "N"}


def is_sound(log: Any) -> bool:
    """Whether dealers, play, claims and result of a well-formed log are right; what is missing must come last."""
    try:
        rules = rules_for(log["rules"]["name"], log["rules"].get("options", {}))
    except ValueError:
        return False
    start = log.get("start", {"match": {"NS": 0, "EW": 0}, "held": 0})
    match, held = dict(start["match"]), start["held"]
    if (held and not rules["tie_carry"]) or min(held, *match.values()) < 0:
        return False
    dealer = None
    for number, deal in enumerate(log["deals"]):
        dealer = dealer or deal["dealer"]
        if "void" in deal:
            continue
        if deal["dealer"] != dealer:
            return False
        followed = number + 1 < len(log["deals"])
        if match_winner(rules, match) is not None:
            return False
        after = _deal(rules, deal, match, held, followed, followed or "result" in log)
        if after is None:
            return False
        match, held = after
        dealer = _AFTER[dealer]
    return _result(rules, log.get("result"), match)


def trick_is_as_claimed(rules: dict[str, Any], trick: Any) -> bool:
    """Whether the winner and the points of a trick are those of the cards that stand in it."""
    values = {"A": 5, "T": 1} if rules["name"] == "alga-a" else {"A": 11, "T": 10}
    values |= {"K": 4, "Q": 3, "J": 2}
    plays = [text for text in trick["actions"] if " draw " not in text]
    winner = [text[0] for text in plays if text[7] == plays[0][7]][-1]
    points = sum(values.get(text[7], 0) for text in plays)
    return (trick.get("winner", winner), trick.get("points", points)) == (winner, points)


def breaks_king_ban(deal: Any) -> bool:
    """Whether the fourth king was played from hand, or any card dark, with three kings out and six cards a hand."""
    kings, stock = 0, 28
    for text in (text for trick in deal.get("tricks", ()) for text in trick["actions"]):
        if kings == 3 and stock and (" dark " in text or " play K" in text):
            return True
        stock -= " play " not in text
        kings += " draw " not in text and text[7] == "K"
    return False


def _deal(rules: Any, deal: Any, match: Any, held: int, followed: bool, follows: bool) -> tuple[Any, int] | None:
    """The standing after a deal; None if something is wrong or missing in it."""
    score = deal.get("score", {})
    wanted = {"points", "award", "held", "match"} | ({"clean"} if rules["cleaning"] else set())
    if score.keys() - wanted:
        return None
    if "tricks" in deal:
        played = _play(rules, deal, follows or bool(score))
        if played is None:
            return None
        points, clean, over = played
        if not over:
            return (match, held) if not score and not followed else None
    else:
        points, clean = score.get("points"), score.get("clean", {"NS": True, "EW": True})
        if points is None:
            return (match, held) if not follows else None
        if sum(points.values()) != (60 if rules["card_values"] == "a" else 120) or min(points.values()) < 0:
            return None
        if any(not clean[side] and points[side] < 3 for side in points):
            return None  # a queen makes dirty, and is worth three
    if follows and not wanted <= score.keys():
        return None
    came_to = {"points": points, "clean": clean} | score_deal(rules, points, clean, match, held)
    if any(came_to[name] != value for name, value in score.items()):
        return None
    return came_to["match"], came_to["held"]


def _play(rules: Any, deal: Any, scored: bool) -> tuple[Any, Any, bool] | None:
    """Card points, who is clean, and whether all was played; None if the play is wrong or a claim in it is."""
    hands = {seat: text.split() for seat, text in deal["hands"].items()}
    first = _AFTER[deal["dealer"]]
    order = [first, _AFTER[first], _AFTER[_AFTER[first]], deal["dealer"]]
    if {len(hand) for hand in hands.values()} != {rules["hand_size"]}:
        return None
    pack = [hands[seat][place] for place in range(rules["hand_size"]) for seat in order] + deal["stock"].split()
    try:
        game = ReferenceDeal(rules, deal["dealer"], pack)
    except ValueError:
        return None
    for number, trick in enumerate(deal["tricks"]):
        texts = list(trick["actions"])
        last = number + 1 == len(deal["tricks"])
        closed = "score" in deal or bool({"winner", "points"} & trick.keys())
        while texts:
            seat, kind, card = texts[0].split()
            choice = f"play {card}" if kind == "play" else "dark"
            if kind == "draw" or seat != game.to_act() or choice not in game.legal():
                return None
            made = game.act(choice)
            if texts[: len(made)] != made and not (last and texts == made[: len(texts)] and not closed):
                return None
            texts = texts[len(made) :]
        done = game.tricks()
        if len(done) != number + 1:
            return (game.points(), game.clean(), False) if last and not {"winner", "points"} & trick.keys() else None
        if any(trick.get(name, done[-1][name]) != done[-1][name] for name in ("winner", "points")):
            return None
        if (scored or not last) and not {"winner", "points"} <= trick.keys():
            return None
    return game.points(), game.clean(), game.to_act() is None


def _result(rules: Any, result: Any, match: Any) -> bool:
    if result is None:
        return True
    winner = match_winner(rules, match)
    if (result["ended"] == "complete") != (winner is not None) or result.get("score", match) != match:
        return False
    return bool(result["ended"] != "complete") or bool(result["winner"] == winner)
