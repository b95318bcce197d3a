"""Why a single change may be more than one error: a table, each reason as narrow as it can be said."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from tests.changes import Mutant

Errors = Sequence[tuple[str, str]]


class Reason(NamedTuple):
    """A reason for which one change is several errors."""

    name: str
    holds: Callable[[Mutant, Any, Errors], bool]


def _whole_deal(mutant: Mutant, _: Any, errors: Errors) -> bool:
    return mutant.kind in ("item dropped", "item doubled", "items swapped") and mutant.pattern == "/deals/*"


def _two_values(mutant: Mutant, _: Any, errors: Errors) -> bool:
    return mutant.kind == "values swapped"


def _other_rules(mutant: Mutant, _: Any, errors: Errors) -> bool:
    return mutant.path[0] == "rules"


def _claims_of_a_trick(mutant: Mutant, _: Any, errors: Errors) -> bool:
    """A changed card makes both claims of its trick wrong."""
    if mutant.kind != "another value" or mutant.pattern != "/deals/*/tricks/*/actions/*":
        return False
    trick = mutant.pointer.partition("/actions")[0]
    return [*errors] == [("S401", f"{trick}/winner"), ("S402", f"{trick}/points")]


def _notes_left_over(mutant: Mutant, _: Any, errors: Errors) -> bool:
    """Tricks that are left out without being missed, and notes on them."""
    left_out = mutant.kind in ("key dropped", "item dropped") and mutant.path[2:3] == ("tricks",)
    return left_out and {code for code, _ in errors} <= {"A501", "A503"}


def _opened(mutant: Mutant, _: Any, errors: Errors) -> bool:
    return mutant.path == ("view",) and {code for code, _ in errors} == {"F104"}


def _both_sides(mutant: Mutant, _: Any, errors: Errors) -> bool:
    """A standing that is not there any more, or another: what is counted from it is wrong of both sides."""
    return mutant.path[0] == "start" and len(errors) == 2


def _false_leak(mutant: Mutant, _: Any, errors: Errors) -> bool:
    """A draw that its view should hide, and that shows a card which is played from elsewhere."""
    codes = [code for code, _ in errors]
    return mutant.pattern == "/deals/*/tricks/*/actions/*" and len(codes) == 2 and codes[0] == "D207"


REASONS: Final = (
    Reason("a whole deal", _whole_deal),
    Reason("two values", _two_values),
    Reason("other rules", _other_rules),
    Reason("both claims of the changed trick", _claims_of_a_trick),
    Reason("notes on tricks left out", _notes_left_over),
    Reason("all that is hidden in a log called open", _opened),
    Reason("another start", _both_sides),
    Reason("a secret shown, and falsely", _false_leak),
)


def reason_for_more(mutant: Mutant, tree: Any, errors: Errors) -> str | None:
    """The name of the first reason that holds."""
    return next((reason.name for reason in REASONS if reason.holds(mutant, tree, errors)), None)
