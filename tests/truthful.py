"""Which single changes make another log that is true as well: a table of rules, each as narrow as it can be said.

What depends on the rules of play is asked of `tests/reference`, never of the referee that is on trial here.
"""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ristilog.game.log import CHOICE
from ristilog.game.ruleset import resolve
from tests.changes import GONE, Mutant
from tests.reference.sound import breaks_king_ban, is_sound, trick_is_as_claimed

CHANGED: Final = {"another value", "one more", "one less", "flipped"}
"""Changes that leave a value well formed by itself."""
CARDS: Final = {"card changed", "cards swapped"}
MOVED: Final = {"item dropped", "item doubled", "items swapped"}


class Case(NamedTuple):
    """A mutant and the log as it has become."""

    mutant: Mutant
    log: Any

    def is_at(self, pattern: str) -> bool:
        return re.fullmatch(pattern.replace("*", r"\d+"), self.mutant.pointer) is not None

    @property
    def deal(self) -> Any:
        """The deal in which the change was made, as it is now; None outside deals or if it is no more."""
        path, deals = self.mutant.path, self.log.get("deals")
        if len(path) < 2 or path[0] != "deals" or not isinstance(path[1], int) or not isinstance(deals, list):
            return None
        return deals[path[1]] if path[1] < len(deals) else None

    @property
    def is_in_last_deal(self) -> bool:
        path = self.mutant.path
        return path[0] == "deals" and len(path) > 2 and path[1] == len(self.log["deals"]) - 1

    @property
    def nothing_follows(self) -> bool:
        return self.is_in_last_deal and "result" not in self.log

    @property
    def hides(self) -> bool:
        return bool(self.log.get("view", "open") != "open")

    @property
    def note(self) -> Any:
        return self.log["annotations"][self.mutant.path[1]]

    def has_notes_from(self, deal: int) -> bool:
        """Whether a note speaks of this deal or a later one (counted from 0)."""
        return any(int(note["at"].split(".")[0]) > deal for note in self.log.get("annotations", ()))


class Rule(NamedTuple):
    """A reason for which a mutant is as good a log as the one it was made from."""

    name: str
    reason: str
    holds: Callable[[Case], bool]
    always: bool = True
    """Whether every mutant under this rule must be accepted; else it may be, and some are."""


def _free_words(case: Case) -> bool:
    mutant = case.mutant
    words = r"/(\$schema|id|meta/[^/]+|players/[NESW]/(name|id|agent)|pairs/(NS|EW)|deals/*/shuffle/parts/*/by)"
    if mutant.kind == "another value":
        return case.is_at(words)
    if mutant.kind == "key renamed":
        return case.is_at("/meta/[^/]+")
    if mutant.kind == "values swapped":
        names = {mutant.old[0], mutant.new[0]}
        return (case.is_at(r"/(meta/[^/]+|pairs/NS)") and "date" not in names) or (
            case.is_at(r"/players/[NESW]") or (case.is_at("/players/[NESW]/(name|id|agent)") and "ext" not in names)
        )
    return False


_OPTIONAL: Final = (
    r"/(\$schema|id|meta|players|pairs|annotations|ext|result)",
    r"/meta/[^/]+|/pairs/(NS|EW)|/players/[NESW](/(id|agent|ext))?",
    r"/deals/*(/tricks/*)?/ext|/deals/*/tricks/*/times",
    r"/deals/*/shuffle(/(seed|commitment|parts)|/parts/*/(seed|commitment))?",
    r"/annotations/*/(id|auto|stop|level|glyph|by|lines|value|ext|value/(best|loss|se|samples|seed|policy))",
)


def _optional(case: Case) -> bool:
    mutant = case.mutant
    if mutant.kind != "key dropped":
        return False
    if case.is_at("/result/score"):
        return bool(case.log["result"]["ended"] != "complete")
    return any(map(case.is_at, _OPTIONAL))


def _in_ext(case: Case) -> bool:
    return "ext" in case.mutant.path[:-1]


def _last_claims(case: Case) -> bool:
    if case.mutant.kind != "key dropped" or not case.nothing_follows:
        return False
    deal = case.deal
    if case.is_at("/deals/*/score"):
        return "tricks" in deal
    if case.is_at("/deals/*/score/(points|award|held|match|clean)"):
        return True
    last = case.is_at("/deals/*/tricks/*/(winner|points)") and case.mutant.path[3] == len(deal["tricks"]) - 1
    return last and "score" not in deal


def _newer_minor(case: Case) -> bool:
    return case.is_at("/ristilog") and case.mutant.new == "1.1"


def _other_rules(case: Case) -> bool:
    mutant, rules = case.mutant, case.log.get("rules")
    if mutant.path[0] != "rules" or mutant.kind not in {*CHANGED, "key dropped", "null", "another type"}:
        return False
    if not isinstance(rules, dict) or not isinstance(rules.get("options", {}), dict) or rules.get("version") != 1:
        return False
    if not _shows_all(case.log):  # then the reference has not enough cards to ask: the ban is all that it may be about
        if (mutant.old, mutant.new) == ("ristikontra", "alga-b"):
            return "score" not in str(case.log)  # which has the same card points, and no ban
        names = {mutant.old, mutant.new}
        return names == {"ristikontra", "ristikontra-fi"} and not any(map(breaks_king_ban, case.log["deals"]))
    return resolve(rules.get("name", ""), 1, rules.get("options", {}))[0] is not None and is_sound(case.log)


def _fewer_deals(case: Case) -> bool:
    """Deals at the end of an unfinished log, void ones, or first ones that brought nothing."""
    mutant = case.mutant
    if mutant.kind not in MOVED or not case.is_at("/deals/*"):
        return False
    place = mutant.path[1]
    assert isinstance(place, int)
    if mutant.kind == "items swapped" and ("void" in mutant.old or "void" in mutant.new):
        places = {str(place + 1), str(place + 2)}  # nothing but the place of the misdeal is another
        return not any(note["at"].split(".")[0] in places for note in case.log.get("annotations", ()))
    if case.has_notes_from(place):
        return False
    if mutant.kind in ("item dropped", "item doubled") and "void" in (mutant.old or {}):
        return True
    if mutant.kind == "item dropped" and place == len(case.log["deals"]) and "result" not in case.log:
        return True
    if mutant.kind == "item dropped" and place == 0 and case.hides:
        score = mutant.old.get("score", {})
        return score.get("match") == {"NS": 0, "EW": 0} and score.get("held") == 0 and "start" not in case.log
    return not case.hides and is_sound(case.log)


def _other_tricks(case: Case) -> bool:
    """Neighbours, both led and won by one seat, with no stock between them; or the last of a log that just stops."""
    mutant = case.mutant
    if mutant.kind == "item dropped" and case.is_at("/deals/*/tricks/*(/actions/*)?") and case.is_in_last_deal:
        tricks = case.deal["tricks"]
        if "score" in case.deal or (tricks and not tricks[-1]["actions"]):
            return False
        if _shows_all(case.log):
            return is_sound(case.log)
        if case.is_at("/deals/*/tricks/*") and mutant.old["actions"][0][0] == mutant.old.get("winner"):
            return _draws_are_hidden(mutant.old)
        if len(mutant.path) == 4:
            return mutant.path[3] == len(tricks)
        last = tricks[-1]
        return mutant.path[3] == len(tricks) - 1 and mutant.path[5] == len(last["actions"]) and "winner" not in last
    if mutant.kind != "items swapped" or not case.is_at("/deals/*/tricks/*"):
        return False
    if not case.hides:
        return is_sound(case.log)
    seats = {trick["actions"][0][0] for trick in (mutant.old, mutant.new)}
    seats |= {trick.get("winner") for trick in (mutant.old, mutant.new)}
    return len(seats) == 1


def _draws_are_hidden(trick: Any) -> bool:
    return all(text.endswith("??") for text in trick["actions"] if " draw " in text)


def _other_play(case: Case) -> bool:
    """Another card of the same hand, in a deal that stops before the first one was missed."""
    is_action = case.mutant.kind == "another value" and case.is_at("/deals/*/tricks/*/actions/*")
    return is_action and "void" not in case.deal and _shows_all(case.log) and is_sound(case.log)


def _unseen_card(case: Case) -> bool:
    """A card that stands nowhere else in what is shown of the deal, or a drawn one that its seat plays later."""
    mutant, deal = case.mutant, case.deal
    if mutant.kind != "another value" or not case.hides or not case.is_at("/deals/*/tricks/*/actions/*"):
        return False
    if mutant.old[:6] != mutant.new[:6] or "void" in deal or "shuffle" in deal:
        return False
    kind, card = mutant.new[2:6], mutant.new[-2:]
    if kind == "draw" and card == "??":
        return True
    if _leaks(case.log):
        return False
    number, index = mutant.path[3], mutant.path[5]
    assert isinstance(number, int)
    assert isinstance(index, int)
    shown = [(at, n, text) for at, trick in enumerate(deal["tricks"]) for n, text in enumerate(trick["actions"])]
    others = [(at, n, text) for at, n, text in shown if text.endswith(card) and (at, n) != (number, index)]
    held = " ".join([*deal.get("hands", {}).values(), deal.get("stock", "")]).split()
    if card in held or mutant.old[-2:] in held:
        return False
    if kind != "draw" and mutant.new[0] in deal.get("hands", ()):
        return False
    if kind == "draw" and mutant.new[0] in deal.get("hands", ()) and any(mutant.old[-2:] in text for *_, text in shown):
        return False  # what it plays later it must have drawn
    if kind == "draw" and others:
        return all(text == f"{mutant.new[0]} play {card}" and (at, n) > (number, index) for at, n, text in others)
    return not others and trick_is_as_claimed(case.log["rules"], deal["tricks"][number])


def _hidden_pack(case: Case) -> bool:
    """In what hides cards: a hand or the stock not shown, one card of it not, or a hand in another order."""
    mutant, deal = case.mutant, case.deal
    if not case.hides or deal is None or "void" in deal:
        return False
    if mutant.kind == "key dropped":
        return case.is_at("/deals/*/(stock|hands|hands/[NESW])")
    if mutant.kind == "card changed" and case.is_at("/deals/*/(stock|hands/[NESW])"):
        return any(new == "??" != old for old, new in zip(mutant.old.split(), mutant.new.split(), strict=True))
    return mutant.kind == "cards swapped" and case.is_at("/deals/*/hands/[NESW]") and "shuffle" not in deal


def _other_end(case: Case) -> bool:
    ended, mutant = case.log.get("result", {}).get("ended"), case.mutant
    if mutant.kind != "another value":
        return False
    if case.is_at("/result/winner"):
        return bool(ended == "forfeit")
    return case.is_at("/result/ended") and {mutant.old, mutant.new} <= {"adjourned", "abandoned"}


def _unscored_start(case: Case) -> bool:
    """The standing before a log in which nothing is scored."""
    if not case.is_at("/start|/start/held|/start/match/(NS|EW)") or any("score" in deal for deal in case.log["deals"]):
        return False
    return case.mutant.kind in CHANGED | {"values swapped", "key dropped"} and is_sound(case.log)


def _other_times(case: Case) -> bool:
    mutant = case.mutant
    if mutant.kind not in {"one more", "one less", "items swapped"} or not case.is_at("/deals/*/tricks/*/times/*"):
        return False
    times = [time for trick in case.deal["tricks"] for time in trick.get("times", ())]
    return times == sorted(times) and times[0] >= 0


def _whole_notes(case: Case) -> bool:
    return case.mutant.kind in MOVED and case.is_at("/annotations/*")


def _words_of_notes(case: Case) -> bool:
    mutant = case.mutant
    if mutant.kind in CHANGED and case.is_at(
        r"/annotations/*/(id|auto|stop|level|glyph|by|text/[^/]+|value/(seed|policy|method|best|loss|se|samples))"
    ):
        if mutant.path[-1] == "best":
            return re.fullmatch(CHOICE, mutant.new) is not None
        return not isinstance(mutant.new, int) or mutant.new >= 0
    if mutant.kind == "key dropped" and case.is_at("/annotations/*/text(/[^/]+)?"):
        return "code" in case.note or bool(case.note.get("text"))
    if mutant.kind == "key dropped" and case.is_at("/annotations/*/(code|args)"):
        return mutant.old == {} or (mutant.path[-1] == "code" and "text" in case.note)
    if mutant.kind == "key renamed":
        return case.is_at("/annotations/*/text/[^/]+")
    if mutant.kind == "values swapped" and mutant.path[0] == "annotations":
        names = {mutant.old[0], mutant.new[0]}
        alike = ({"loss", "se", "samples"}, {"seed", "policy"}, {"id", "level", "by"}, case.note.get("text", {}).keys())
        return any(names <= set(some) for some in alike)
    return False


def _unknown_claim(case: Case) -> bool:
    return case.is_at("/annotations/*/code") and case.mutant.new == "no-such-claim"


def _other_address(case: Case) -> bool:
    """A person's note moved to another place that there is."""
    if case.mutant.kind != "another value" or not case.is_at("/annotations/*/at"):
        return False
    if "code" in case.note or "lines" in case.note:
        return False
    deal, trick, play = (*map(int, case.mutant.new.split(".")), 0, 0)[:3]
    tricks = case.log["deals"][deal - 1].get("tricks", ()) if deal <= len(case.log["deals"]) else None
    if tricks is None or trick > len(tricks):
        return False
    return play <= sum(" draw " not in text for text in tricks[trick - 1]["actions"]) if trick else True


def _same_claim_there(case: Case) -> bool:
    return case.mutant.kind == "another value" and case.is_at("/annotations/*/at") and "code" in case.note


def _other_lines(case: Case) -> bool:
    """What-ifs in another order, fewer of them, one that ends earlier, or that plays another card."""
    mutant = case.mutant
    if case.is_at("/annotations/*/lines/*"):
        return mutant.kind in MOVED
    if not case.is_at("/annotations/*/lines/*/*"):
        return False
    line = case.note["lines"][mutant.path[3]]
    if mutant.kind == "item dropped":
        return bool(line) and mutant.path[4] == len(line)
    return mutant.kind == "another value" and mutant.old[:2] == mutant.new[:2]


def _void(case: Case) -> bool:
    """Whatever well-formed thing is recorded of a deal that does not count."""
    mutant, deal = case.mutant, case.deal
    if deal is None or "void" not in deal or len(mutant.path) < 3:
        return False
    if mutant.kind == "values swapped":
        return case.is_at("/deals/*/hands/[NESW]")
    if case.is_at("/deals/*/(hands|stock|tricks|score|shuffle|hands/[NESW]|score/[a-z]+|tricks/*/(winner|points))"):
        return mutant.kind == "key dropped" or mutant.kind in CHANGED | CARDS | {"card dropped", "card doubled"}
    if mutant.kind in MOVED:
        return bool(_at(case.log, mutant.path[:-1]))
    return mutant.kind in CHANGED | CARDS | {"card dropped", "card doubled"}


def _at(tree: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        tree = tree[part]
    return tree


def _score_only(case: Case) -> bool:
    """The tricks of a scored deal left out, or claims of such a deal that make another sound score."""
    mutant, deal = case.mutant, case.deal
    if deal is None or "void" in deal or "score" not in deal:
        return False
    if mutant.kind == "key dropped" and case.is_at("/deals/*/tricks"):
        place = mutant.path[1]
        assert isinstance(place, int)
        return not any(note["at"].startswith(f"{place + 1}.") for note in case.log.get("annotations", ()))
    if mutant.kind in CHANGED | {"values swapped"} and case.is_at("/deals/*/score/(points|clean)(/(NS|EW))?"):
        return "tricks" not in deal and is_sound(case.log)
    return False


def _view(case: Case) -> bool:
    mutant = case.mutant
    if not case.is_at("/view") or not (mutant.kind == "another value" or mutant.new is GONE):
        return False
    return (case.hides or _shows_all(case.log)) and not _leaks(case.log)


def _leaks(log: Any) -> bool:
    """Whether a view shows what its viewer could not see."""
    viewer = log.get("view", "open")
    if viewer in ("open", "table"):
        return False
    for deal in log["deals"]:
        hidden = [cards for seat, cards in deal.get("hands", {}).items() if seat != viewer] + [deal.get("stock", "")]
        draws = [text for trick in deal.get("tricks", ()) for text in trick["actions"] if text[2:6] == "draw"]
        hidden += [text[7:] for text in draws if text[0] != viewer]
        shuffle = deal.get("shuffle", {})
        seeds = [one for one in (shuffle, *shuffle.get("parts", ())) if "seed" in one]
        if "void" not in deal and (seeds or any(set(cards.split()) - {"??"} for cards in hidden)):
            return True
    return False


def _shows_all(log: Any) -> bool:
    played = [deal for deal in log["deals"] if "void" not in deal and "tricks" in deal]
    return all(len(deal.get("hands", ())) == 4 and "stock" in deal and "??" not in str(deal) for deal in played)


def _sole_dealer(case: Case) -> bool:
    """Who dealt, if of no deal more is recorded than its score and there is but one."""
    counting = [deal for deal in case.log["deals"] if "void" not in deal]
    return (
        case.mutant.kind == "another value"
        and case.is_at("/deals/*/dealer")
        and len(case.log["deals"]) == 1
        and "tricks" not in counting[0]
        and "shuffle" not in counting[0]
    )


RULES: Final = (
    Rule("free words", "names and titles are the recorder's own", _free_words),
    Rule("optional", "what may be absent says nothing when it is", _optional),
    Rule("ext", "extensions are never judged", _in_ext),
    Rule("last claims", "a claim may be missing where nothing follows it", _last_claims),
    Rule("newer minor", "judged as far as it is known, and said so (W601)", _newer_minor),
    Rule("other rules", "the play and the score are right under these rules too", _other_rules),
    Rule("other deals", "a log that stops earlier or begins later; void deals do not count", _fewer_deals, False),
    Rule("other tricks", "a log that stops earlier; tricks that one seat led and won commute", _other_tricks, False),
    Rule("other play", "a deal that stops may have gone another way", _other_play),
    Rule("unseen card", "a card of which nothing else is shown may be any", _unseen_card),
    Rule("hidden pack", "a record that shows less, or hands in another order", _hidden_pack, False),
    Rule("other end", "how an unfinished match was left, and who forfeited, is not in the play", _other_end),
    Rule("unscored start", "nothing is counted from it", _unscored_start),
    Rule("other times", "clocks are not proved", _other_times),
    Rule("whole notes", "fewer notes, or in another order", _whole_notes),
    Rule("words of notes", "what a person says of the game", _words_of_notes),
    Rule("unknown claim", "not judged, and said so (W608)", _unknown_claim),
    Rule("other address", "a note may stand anywhere", _other_address),
    Rule("same claim there", "what the note says is so there too", _same_claim_there, False),
    Rule("other lines", "other things might have been played", _other_lines, False),
    Rule("void", "of a void deal nothing recorded counts", _void),
    Rule("score only", "a deal of which only the score is known", _score_only),
    Rule("view", "who saw the cards is not in the cards", _view),
    Rule("sole dealer", "nothing tells who dealt", _sole_dealer),
)


def rule_of(mutant: Mutant, log: Any) -> Rule | None:
    """The first rule by which a mutant, of which `log` is the changed tree, is true as well."""
    case = Case(mutant, log)
    return next((rule for rule in RULES if _holds(rule, case)), None)


def _holds(rule: Rule, case: Case) -> bool:
    try:
        return rule.holds(case)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return False  # it speaks of something that is not there, or not what it was
