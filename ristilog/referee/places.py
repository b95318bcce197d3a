"""Where findings stand: from the pointer of each to its address, line and column in the text that was judged."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from ristilog.format.positions import find, line_columns, locate, unescape
from ristilog.format.read import Reading, parse, text_of
from ristilog.game.findings import Finding, address_of, bounded


def placed(findings: Iterable[Finding], data: bytes, reading: Reading) -> tuple[Finding, ...]:
    """The findings with their addresses, lines and columns, in the order of the text.

    Misspelt fields are pointed at where they stand, and times that only miss an action which is at fault are left out.
    """
    findings = _without_consequences(findings, reading.renamed)
    text = text_of(data)
    at_key = {one.pointer for one in findings if one.code == "F102" or _is_field(one)}
    if reading.offset is not None:  # the text is no JSON, so there is nothing else to look up in it
        places = {"": line_columns(text, [reading.offset])[reading.offset]}
    elif reading.upgraded:  # the pointers lead into a text that nobody has seen
        places = {}
    elif any(one.code == "F105" for one in findings):
        places = {"": (1, 1)}
    else:
        places = locate(text, {one.pointer for one in findings}, at_key)
    log = reading.log
    written = _actions_written(text, findings) if reading.suspended and not reading.upgraded else {}

    def actions_of(deal: int, trick: int) -> Sequence[object]:
        if deal in reading.suspended:
            return written.get((deal, trick), ())
        tricks = log.deals[deal].tricks if log is not None and deal < len(log.deals) else ()
        return tricks[trick].actions if tricks and trick < len(tricks) else ()

    def in_place(one: Finding) -> Finding:
        line, column = places.get(one.pointer, (None, None))
        return structs.replace(one, at=address_of(one.pointer, actions_of), line=line, column=column)

    return tuple(sorted(map(in_place, findings), key=lambda one: (one.line or 0, one.column or 0)))


def _without_consequences(findings: Iterable[Finding], renamed: dict[str, str]) -> list[Finding]:
    """Point at misspelt fields where they stand, and leave out times of a trick at fault and of the one after it."""
    at_fault = set[str]()
    for one in findings:
        deal, tricks, rest = one.pointer.partition("/tricks/")
        if one.code[0] == "P" and tricks:
            number = int(rest.partition("/")[0])
            at_fault |= {f"{deal}/tricks/{number}", f"{deal}/tricks/{number + 1}"}
    other_faults = {one.pointer for one in findings if one.severity == "error" and one.code != "D207"}
    kept = []
    for one in findings:
        owner, _, field = one.pointer.rpartition("/")
        if one.code == "D207" and one.pointer in other_faults:
            continue  # a draw by another seat than its own need not be what that seat could not see
        if one.code == "F104" and field == "times" and owner in at_fault:
            continue
        for new, old in renamed.items():
            if one.pointer == new or one.pointer.startswith(f"{new}/"):
                one = structs.replace(one, pointer=old + one.pointer[len(new) :])
        kept.append(one)
    return kept


_ACTION: Final = re.compile(r"/deals/(\d+)/tricks/(\d+)/actions(?=/)")


def _actions_written(text: str, findings: Iterable[Finding]) -> dict[tuple[int, int], Sequence[object]]:
    """By deal and trick, the actions of tricks with findings inside them; they need not have the form of a log's."""
    matches = filter(None, (_ACTION.match(one.pointer) for one in findings))
    tricks = {match.group(): (int(match[1]), int(match[2])) for match in matches}
    return {tricks[pointer]: parse(text, offset) for pointer, offset in find(text, tricks).items()}


def _is_field(one: Finding) -> bool:
    """Whether a finding is about a field that has no business there: then its name is pointed at."""
    return (
        one.code in ("F104", "F106")
        and isinstance(one.found, str)
        and one.expected is None
        and bounded(unescape(one.pointer.rpartition("/")[2])) == one.found
    )
