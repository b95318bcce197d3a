"""Log → notation: everything in its shortest form that reads back as what it was."""

from collections.abc import Iterator

from msgspec import UNSET

from ristilog.game.cards import HIDDEN
from ristilog.game.log import Deal, GameLog, Player, Result, Score, Shuffle, SideFlags, Trick
from ristilog.game.ruleset import Ruleset
from ristilog.game.table import SEATS, SIDES
from ristilog.record.notation.head import META
from ristilog.record.notation.noting import NotesWriter
from ristilog.record.notation.play import Cell, Stock, rules_of, seeded, shortened, stock_of, taken
from ristilog.record.notation.spelling import SEALED, json_of, numbers_of, pairs_of, text_of, word_of

_INDENT = "  "


def write_notation(log: GameLog) -> str:
    """Write a log in notation; `read_notation` makes the same log of it again.

    Takes any log whose JSON can be read without a finding. One that holds what no text can hold, such as a number
    that is none, is a ValueError.
    """
    rules = rules_of(log)
    notes = NotesWriter(log)
    lines = [*_head(log), *notes.due(0, 0, "")]
    for number, deal in enumerate(log.deals, start=1):
        lines += ["", *_deal(number, deal, rules, notes, is_open=log.open)]
    if log.result:
        lines += ["", f"result {_result(log.result)}"]
    rest = notes.rest()
    if rest:
        lines += ["", *rest]
    return "\n".join(lines) + "\n"


def _head(log: GameLog) -> Iterator[str]:
    """The lines before the first deal."""
    for word, text in _head_words(log):
        yield f"{word:<8} {text}"


def _head_words(log: GameLog) -> Iterator[tuple[str, str]]:
    yield "ristilog", log.ristilog
    if log.schema_ is not UNSET:
        yield "schema", text_of(log.schema_)
    if log.id is not UNSET:
        yield "id", log.id
    for key, text in (log.meta or {}).items():
        yield _meta(key, text)
    if log.meta == {}:
        yield "meta", "{}"
    version = "" if log.rules.version == 1 else f" {log.rules.version}"
    yield "rules", word_of(log.rules.name) + version
    if log.rules.options is not UNSET:
        yield "set", pairs_of(log.rules.options)
    if log.view is not UNSET:
        yield "view", log.view
    if log.start:
        held = f" held {log.start.held}" if log.start.held else ""
        yield "start", numbers_of(log.start.match) + held
    if log.players is not UNSET:
        seated = [seat for seat in SEATS if getattr(log.players, seat) is not UNSET]
        for seat in seated:
            yield from _player(seat, getattr(log.players, seat))
        if not seated:
            yield "players", "{}"
    if log.pairs is not UNSET:
        named = [side for side in SIDES if getattr(log.pairs, side) is not UNSET]
        for side in named:
            yield side, text_of(getattr(log.pairs, side))
        if not named:
            yield "pairs", "{}"
    if log.ext is not UNSET:
        yield "ext", json_of(log.ext)
    if log.annotations == ():
        yield "notes", "[]"


def _meta(key: str, text: str) -> tuple[str, str]:
    return (key, text_of(text)) if key in META else ("meta", f"{word_of(key)} {text_of(text)}")


def _player(seat: str, player: Player) -> Iterator[tuple[str, str]]:
    yield seat, text_of(player.name)
    if player.id is not UNSET:
        yield f"{seat}.id", text_of(player.id)
    if player.agent is not UNSET:
        yield f"{seat}.agent", text_of(player.agent)
    if player.ext is not UNSET:
        yield f"{seat}.ext", json_of(player.ext)


def _result(result: Result) -> str:
    winner = f", {result.winner} won" if result.winner else ""
    return result.ended + winner + (f", {numbers_of(result.score)}" if result.score else "")


def _deal(number: int, deal: Deal, rules: Ruleset | None, notes: NotesWriter, *, is_open: bool) -> Iterator[str]:
    """The lines of a deal."""
    yield f"deal {number}  dealer {deal.dealer}"
    for line in (*_shuffle(deal.shuffle), *_cards(deal, rules, is_open=is_open)):
        yield _INDENT + line
    if isinstance(deal.void, str):
        yield f"{_INDENT}void {text_of(deal.void)}".removesuffix(' ""')
    if deal.ext is not UNSET:
        yield f"{_INDENT}ext {json_of(deal.ext)}"
    if deal.tricks == () and (isinstance(deal.void, str) or deal.score):
        yield f"{_INDENT}tricks []"
    yield from notes.due(number, 0, _INDENT)
    stock, used = stock_of(deal, rules), 0
    written: list[tuple[str, list[str], str]] = []
    for trick in deal.tricks or ():
        written.append(_trick(trick, stock, used))
        used += taken(trick.actions)
    widths = [
        max((len(cells[place]) for _, cells, _ in written if len(cells) > place), default=0) for place in range(4)
    ]
    for index, (trick, (begin, cells, claims)) in enumerate(zip(deal.tricks or (), written, strict=True), start=1):
        shown = " ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=False))
        yield f"{index:>4}  {begin} {shown:<{sum(widths) + 3 if cells else 0}}  {claims}".rstrip()
        if trick.times is not UNSET:
            yield f"      times {' '.join(map(str, trick.times))}"
        if trick.ext is not UNSET:
            yield f"      ext {json_of(trick.ext)}"
        yield from notes.due(number, index, "      ")
    if deal.score is not UNSET:
        yield f"{_INDENT}score {_score(deal.score)}"
    yield from notes.due(number, 0, _INDENT)


def _trick(trick: Trick, stock: Stock, used: int) -> tuple[str, list[str], str]:
    """How a trick begins, its cards, and what it came to."""
    claims = " ".join(str(claim) for claim in (trick.winner, trick.points) if claim is not UNSET)
    short = shortened(trick.actions, stock, used)
    if short is None:
        return f"full {', '.join(trick.actions)}", [], claims
    leader, cells = short
    return leader, [*map(_cell, cells)], claims


def _cell(cell: Cell) -> str:
    draw = "" if cell.draw is None else f"+{cell.draw}" if cell.draw else "-"
    return cell.card + ("*" if cell.dark else "") + draw


def _shuffle(shuffle: Shuffle | object) -> Iterator[str]:
    if not isinstance(shuffle, Shuffle):
        return
    if shuffle.seed is UNSET and shuffle.commitment is UNSET and not shuffle.parts:
        yield f"shuffle {shuffle.method}"
    if shuffle.seed is not UNSET:
        yield f"seed {text_of(shuffle.seed)}"
    if shuffle.commitment is not UNSET:
        yield f"commitment {shuffle.commitment}"
    for part in shuffle.parts or ():
        words = [word_of(part.by)]
        if part.commitment is not UNSET:
            words.append(part.commitment)
        if part.seed is not UNSET:
            words.append(json_of(part.seed) if SEALED.match(part.seed) else text_of(part.seed))
        yield f"part {' '.join(words)}"


def _cards(deal: Deal, rules: Ruleset | None, *, is_open: bool) -> Iterator[str]:
    """Hands and stock, unless they are what the seed deals."""
    dealt = seeded(deal, rules) if is_open else None
    if dealt is not None:
        if deal.hands is UNSET and deal.stock is UNSET:
            yield "hands -"
            return
        made = {seat: " ".join(cards) for seat, cards in dealt.hands.items()}
        if deal.hands and deal.stock == " ".join(dealt.stock) and made == {s: deal.hands.of(s) for s in SEATS}:
            return
    if deal.hands is not UNSET:
        shown = [(seat, cards) for seat in SEATS if isinstance(cards := deal.hands.of(seat), str)]
        for seat, cards in shown:
            yield f"{seat} {_list(cards, rules.hand_size if rules else 0)}"
        if not shown:
            yield "hands {}"
    if isinstance(deal.stock, str):
        yield f"stock {_list(deal.stock, rules.stock_size if rules else 0)}"


def _list(cards: str, size: int) -> str:
    if size and cards == " ".join([HIDDEN] * size):
        return "hidden"
    return cards or '""'


def _score(score: Score) -> str:
    words: list[str] = []
    if score.points:
        words.append(numbers_of(score.points))
    if score.award:
        words.append(f"award {numbers_of(score.award)}")
    if score.held is not UNSET:
        words.append(f"held {score.held}")
    if score.match:
        words.append(f"match {numbers_of(score.match)}")
    if score.clean:
        words.append(f"clean {_clean(score.clean)}")
    return ", ".join(words) or "{}"


def _clean(clean: SideFlags) -> str:
    if clean.NS:
        return "both" if clean.EW else "NS"
    return "EW" if clean.EW else "nobody"
