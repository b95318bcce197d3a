"""Judging mutants: which are refused, which are true as well and by which rule, and which have more than one error.

``python -m tests.mutants [STEP [NAME…]]`` (``make mutants``) judges every STEP-th one (1: all of them, which takes its
time) of all the logs, or of those that are named, in as many processes as there are processors, and prints a tally.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ristilog.referee.verify import judge_bytes
from tests.changed_logs import NAMES, log
from tests.changes import KINDS, Mutant, mutants
from tests.manifold import reason_for_more
from tests.truthful import RULES, rule_of


@dataclass
class Tally:
    """What became of mutants."""

    made: Counter[str] = field(default_factory=Counter)
    """By kind."""
    refused: Counter[str] = field(default_factory=Counter)
    truthful: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By kind and rule."""
    more: Counter[tuple[str, str]] = field(default_factory=Counter)
    """With more than one error, by kind and the reason for that."""
    wrong: list[str] = field(default_factory=list)
    """What should not be: survivors without a rule, mutants refused against a rule, unexplained errors, crashes."""

    def add(self, other: "Tally") -> None:
        self.made += other.made
        self.refused += other.refused
        self.truthful += other.truthful
        self.more += other.more
        self.wrong += other.wrong

    def lines(self) -> Iterator[str]:
        """The tally for people."""
        yield f"{'kind':18}{'mutants':>9}{'refused':>9}{'truthful':>9}{'> 1 error':>10}"
        for kind in KINDS:
            true = sum(count for (its, _), count in self.truthful.items() if its == kind)
            more = sum(count for (its, _), count in self.more.items() if its == kind)
            yield f"{kind:18}{self.made[kind]:>9}{self.refused[kind]:>9}{true:>9}{more:>10}"
        true, more = self.truthful.total(), self.more.total()
        yield f"{'all':18}{self.made.total():>9}{self.refused.total():>9}{true:>9}{more:>10}"
        yield ""
        for title, counts in (("truthful, by rule", self.truthful), ("more than one error", self.more)):
            by_name = Counter[str]()
            for (_, name), count in counts.items():
                by_name[name] += count
            yield f"{title}:"
            yield from (f"{count:>9}  {name}" for name, count in sorted(by_name.items()))
        yield f"wrong: {len(self.wrong)}"
        yield from (f"  {one}" for one in self.wrong[:200])


def judge_some(name: str, first: int, step: int) -> Tally:
    """Judge every `step`-th mutant of a log from the `first` on."""
    tally = Tally()
    tree = log(name)
    for number, mutant in enumerate(mutants(tree)):
        if number % step == first:
            _judge(tally, name, mutant, tree)
    return tally


def _judge(tally: Tally, name: str, mutant: Mutant, tree: Any) -> None:
    shown = f"{name} {mutant.kind} {mutant.pointer}: {str(mutant.old)[:60]} → {str(mutant.new)[:60]}"
    tally.made[mutant.kind] += 1
    try:
        verdict = judge_bytes(msgspec.json.encode(tree))
    except Exception as error:
        tally.wrong.append(f"crash: {shown}: {error!r}")
        return
    errors = [(one.code, one.pointer) for one in verdict.findings if one.severity == "error"]
    rule = rule_of(mutant, tree) if not errors or _may_be_true(mutant) else None
    if not errors:
        if rule is None:
            tally.wrong.append(f"survivor: {shown}")
        else:
            tally.truthful[mutant.kind, rule.name] += 1
        return
    tally.refused[mutant.kind] += 1
    if rule is not None and rule.always:
        tally.wrong.append(f"refused against {rule.name}: {shown}: {errors[:3]}")
    if len(errors) > 1:
        reason = reason_for_more(mutant, tree, errors)
        if reason is None:
            tally.wrong.append(f"{len(errors)} errors: {shown}: {errors[:4]}")
        else:
            tally.more[mutant.kind, reason] += 1


def _may_be_true(mutant: Mutant) -> bool:
    """Whether the rules have to be asked of a refused mutant: an ill-formed one cannot fall under any."""
    return mutant.kind not in ("ill-formed value", "null", "another type") or "ext" in mutant.path


def _judge_task(task: tuple[str, int, int]) -> Tally:
    return judge_some(*task)


def judge_all(tasks: Sequence[tuple[str, int, int]], processes: int) -> Tally:
    """Judge the mutants of several tasks (a log's name, the first, the step) in so many processes."""
    tally = Tally()
    with ProcessPoolExecutor(processes) as pool:
        for one in pool.map(_judge_task, tasks):
            tally.add(one)
    return tally


def tasks_of(names: Sequence[str], step: int, parts: int) -> list[tuple[str, int, int]]:
    """Tasks that together are every `step`-th mutant of the logs, each log's in so many parts."""
    return [(name, step * part, step * parts) for name in names for part in range(parts)]


def unused_rules(tally: Tally) -> list[str]:
    """Rules by which no mutant lives."""
    used = {name for _, name in tally.truthful}
    return [rule.name for rule in RULES if rule.name not in used]


if __name__ == "__main__":
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    processes = os.cpu_count() or 1
    found = judge_all(tasks_of(sys.argv[2:] or NAMES, every, 4 * processes), processes)
    print("\n".join(found.lines()))
    unused = unused_rules(found) if len(sys.argv) == 1 else []
    print("".join(f"no mutant lives by the rule: {name}\n" for name in unused), end="")
    sys.exit(1 if found.wrong or unused else 0)
