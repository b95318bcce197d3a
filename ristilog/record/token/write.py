"""Log → token."""

from base64 import urlsafe_b64encode
from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType, structs

from ristilog.format.shape import strings_are_well_formed
from ristilog.format.write import game_hash
from ristilog.game.cards import HIDDEN, PACK, parse_cards
from ristilog.game.log import ACTIONS, Deal, GameLog, Score, Shuffle
from ristilog.game.ruleset import Ruleset, as_written
from ristilog.game.table import PLACE, SEATS
from ristilog.record.token.choices import beginning, draws, plays
from ristilog.record.token.content import (
    ABSENT,
    AS_KNOWN,
    AS_PACK,
    AS_SEEDED,
    BEGUN,
    BY_PART,
    CHANGES,
    EACH_ASKED,
    HIDDEN_ALL,
    LINES,
    LISTED,
    NEVER_NAMED,
    NEXT,
    NO_SEED,
    NOT_SHOWN,
    OTHER_IN_SERIES,
    PLAIN,
    PREFIX,
    RAW,
    RULESETS,
    SCORE_ONLY,
    SEEDED,
    SERIES,
    VIEWER_S,
    VIEWS,
    WHOLE,
    Out,
    check_of,
    place_in_domain,
    series_of,
    view_of,
)
from ristilog.referee.judge import resolve_rules
from ristilog.referee.pack import fits, read_pack, seed_of
from ristilog.replay.shuffle import deal_out, shuffled
from ristilog.replay.state import Position, after

_ACTION_NUMBERS = {text: number for number, text in enumerate(ACTIONS)}
_CARD_NUMBERS = {card: number for number, card in enumerate((*PACK, HIDDEN))}
_NAMINGS = (AS_KNOWN, VIEWER_S, NEVER_NAMED, EACH_ASKED)
"""In the order in which they are tried: what costs least comes first."""

Digit = tuple[int, int]


def write_token(log: GameLog) -> str:
    """Write the game of a log as one line of ``A-Z a-z 0-9 - _ .``, which `read_token` reads.

    It holds what the game hash covers, and the seeds that deal the cards: no names, no times, no notes, no void deals,
    and of the claims only those of a deal of which nothing else is known. The log is one that reads without a fault
    of form; one whose rules are not to be had, or with what is no card or action, is a ValueError.
    """
    if not strings_are_well_formed(log):
        raise ValueError("a log whose cards and actions are not well formed has no token")
    rules, faults = resolve_rules(log)
    if rules is None:
        raise ValueError(faults[0].message)
    out = Out()
    _head(out, log)
    series: tuple[str, int] | None = None
    for deal in log.deals:
        if deal.void is UNSET:
            series = _deal(out, deal, rules, view_of(log), series)
    content = bytes(out.data)
    return PREFIX + urlsafe_b64encode(content + check_of(content, game_hash(log))).rstrip(b"=").decode()


def _head(out: Out, log: GameLog) -> None:
    agreed = as_written(log.rules.name, log.rules.version, log.rules.options or {})
    options = agreed.get("options", {})
    start = log.start or None
    standing = (start.match.NS, start.match.EW, start.held) if start else (0, 0, 0)
    out.number(VIEWS.index(view_of(log)) | bool(options) << 3 | any(standing) << 4)
    out.number(RULESETS.index((log.rules.name, log.rules.version)))
    if options:
        out.number(len(options))
        for option in sorted(options, key=list(CHANGES).index):
            out.number(list(CHANGES).index(option))
            out.number(place_in_domain(option, options[option]))
    if any(standing):
        for number in standing:
            out.signed(number)


def _deal(out: Out, deal: Deal, rules: Ruleset, view: str, series: tuple[str, int] | None) -> tuple[str, int] | None:
    """Write a deal; the stem and number of the last seed that has them."""
    if deal.tricks is UNSET:
        out.number(PLACE[deal.dealer] | NOT_SHOWN << 2 | SCORE_ONLY << 6)
        _score(out, deal.score or Score())
        return series
    deal = structs.replace(deal, shuffle=_seed_that_fits(deal, rules))
    shown = _shown(deal, rules)
    played = _played(deal, rules, view)
    out.number(PLACE[deal.dealer] | shown << 2 | played.naming << 4 | played.kind << 6)
    if shown != AS_PACK:
        series = _seed(out, deal.shuffle.seed or None if deal.shuffle else None, series)
    if shown == BY_PART:
        _parts(out, deal, rules)
    if played.kind == BEGUN:
        out.number(played.plays)
        out.number(played.left_out)
    arranged = _arranged(_written(deal)) if shown == AS_PACK else []
    if played.kind != RAW or arranged:
        out.digits((*arranged, *played.digits))
    if played.kind == RAW:
        tricks = deal.tricks or ()
        out.number(len(tricks))
        for trick in tricks:
            out.number(len(trick.actions))
            for text in trick.actions:
                out.number(_ACTION_NUMBERS[text])
    return series


def _score(out: Out, score: Score) -> None:
    clean = score.clean or None
    flags = [score.points, score.award, score.held, score.match, score.clean]
    out.number(
        sum((claim is not UNSET) << place for place, claim in enumerate(flags))
        | (bool(clean and clean.NS) << 5)
        | (bool(clean and clean.EW) << 6)
    )
    for by_side in (score.points, score.award, score.match):
        if by_side:
            out.signed(by_side.NS)
            out.signed(by_side.EW)
    if isinstance(score.held, int):
        out.signed(score.held)


def _seed_that_fits(deal: Deal, rules: Ruleset) -> Shuffle | UnsetType:
    """The shuffle with nothing but the seed, if that deals the cards as far as they are shown."""
    seed = seed_of(deal.shuffle) if deal.shuffle else None
    pack = read_pack(structs.replace(deal, shuffle=UNSET), rules)
    if seed is None or pack.faulty or not fits(seed, pack.dealt, deal.dealer):
        return UNSET
    return Shuffle(method="hmac-sha256-1", seed=seed)


def _shown(deal: Deal, rules: Ruleset) -> int:
    if deal.hands is UNSET and deal.stock is UNSET:
        return NOT_SHOWN
    pack = read_pack(deal, rules)
    if pack.whole:
        return AS_SEEDED if deal.shuffle else AS_PACK
    return BY_PART


def _seed(out: Out, seed: str | None, series: tuple[str, int] | None) -> tuple[str, int] | None:
    if seed is None:
        out.number(NO_SEED)
        return series
    found = series_of(seed)
    if found is None:
        lines = seed.split("\n")
        out.number(PLAIN if len(lines) == 1 else LINES)
        if len(lines) > 1:
            out.number(len(lines))
        for line in lines:
            out.text(line)
        return series
    stem, number = found
    if series is not None and stem == series[0]:
        is_next = number == series[1] + 1
        out.number(NEXT if is_next else OTHER_IN_SERIES)
        if not is_next:
            out.number(number)
    else:
        out.number(SERIES)
        out.text(stem)
        out.number(number)
    return found


def _written(deal: Deal) -> list[str | UnsetType]:
    """The five strings of a deal's cards, as far as they are there."""
    return [*(deal.hands.of(seat) if deal.hands else UNSET for seat in SEATS), deal.stock]


def _parts(out: Out, deal: Deal, rules: Ruleset) -> None:
    seed = deal.shuffle.seed if deal.shuffle else UNSET
    made = deal_out(shuffled(seed), deal.dealer, rules.hand_size) if seed else None
    sizes = [rules.hand_size] * 4 + [rules.stock_size]
    out.number(deal.hands is not UNSET)
    for place, text in enumerate(_written(deal)):
        if place < 4 and deal.hands is UNSET:
            continue
        if text is UNSET:
            out.number(ABSENT)
        elif made is not None and text == " ".join((*made.hands.values(), made.stock)[place]):
            out.number(SEEDED)
        elif text == " ".join([HIDDEN] * sizes[place]):
            out.number(HIDDEN_ALL)
        else:
            cards = parse_cards(text)
            out.number(LISTED + len(cards))
            out.data += bytes(map(_CARD_NUMBERS.__getitem__, cards))


def _arranged(written: Sequence[str | UnsetType]) -> list[Digit]:
    """The whole pack as one choice after the other among the cards that are left."""
    left, digits = list(PACK), []
    for text in written:
        for card in parse_cards(text or ""):
            digits.append((left.index(card), len(left)))
            left.remove(card)
    return digits


class _Played(Struct, frozen=True):
    """How the play of a deal is to be written."""

    kind: int
    naming: int = AS_KNOWN
    digits: tuple[Digit, ...] = ()
    plays: int = 0
    left_out: int = 0
    """Draws that are due at the end and not written."""


def _played(deal: Deal, rules: Ruleset, view: str) -> _Played:
    first = beginning(deal, rules)
    for naming in _NAMINGS if first is not None else ():
        assert first is not None
        played = _as_choices(deal, first, naming, view)
        if played is not None:
            return played
    return _Played(RAW)


def _as_choices(deal: Deal, position: Position, naming: int, view: str) -> _Played | None:
    """The play as choices, or None if it is not what the rules allow, written as the format has it."""
    digits: list[Digit] = []
    made = 0
    for number, trick in enumerate(deal.tricks or ()):
        for text in trick.actions:
            if len(position.tricks) != number:
                return None
            if position.due:
                names = [f"{position.due[0]} draw {name}" for name in draws(position, naming, view)]
            else:
                names = list(map(str, plays(position)))
                made += 1
            if text not in names:
                return None
            if len(names) > 1:
                digits.append((names.index(text), len(names)))
            position = after(position, ACTIONS[text])
    kind = WHOLE if position.over else BEGUN
    return _Played(kind, naming, tuple(digits), made, len(position.due))
