"""Rulesets as data: five presets, the options a log may override, and how the two resolve to one value."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct, structs

from ristilog.game.errors import RistilogError
from ristilog.game.findings import quoted
from ristilog.game.nearest import did_you_mean, nearest_value

CARD_VALUES: Final[dict[str, dict[str, int]]] = {
    "b": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2},
    "a": {"A": 5, "T": 1, "K": 4, "Q": 3, "J": 2},
}
"""The two tables of card points; ranks not named are worth nothing. Source: the Finnish Alga guide, tables A and B."""


MAX_FAULTS: Final = 100
"""Options at fault that are named; nobody would read more."""


class Ruleset(Struct, frozen=True, kw_only=True):
    """Every rule on which tables differ, as one value; handed whole to the functions that apply the rules."""

    hand_size: int
    """Cards dealt to each seat; what is left is the stock. Six, or five in ristiklappi (gamerules.com)."""
    card_values: Literal["a", "b"]
    """The table of card points: `b` makes 120 a pack, `a` 60 (Alga guide)."""
    lead_limit: Literal[2, 3] | None
    """How many tricks in a row may be led with one rank; None: no limit (tutorial; Alga guide has none)."""
    dark_play: bool = True
    """Whether the top of the stock may be turned up as one's play."""
    dark_lead_when_barred: Literal["forbid", "forbid-if-unplayed", "allow"] = "forbid"
    """A dark lead while a rank is barred: never (tutorial), only once all four of the rank are out, or always."""
    draw: Literal["immediate", "after-trick"] = "immediate"
    """When a hand is refilled: at once after the play, or after the fourth play, winner first, then clockwise."""
    fourth_king_ban: bool
    """Three kings out and stock left: no fourth from hand (gamerules.com on ristiklappi, Finnish Wikipedia)."""
    fourth_king_dark: Literal["forbid", "stands"] = "forbid"
    """Dark play under that ban: not offered, or it goes on and a flipped fourth king counts as played."""
    cleaning: bool
    """A queen won in a stock-phase trick makes a side dirty, a king won later cleans it (gamerules.com)."""
    queen_trick: Literal["led", "any-queen"] = "led"
    """A king does not clean in a trick led with a queen, or in one with any queen in it."""
    dirty_winner: Literal["no-point", "opponents"] = "no-point"
    """A dirty side with more than half scores nothing, or the other side, if clean, gets a game point."""
    dirty_loss_points: Literal[1, 2] = 1
    """Game points of a clean winner whose opponents are dirty."""
    sweep_points: Literal[1, 2]
    """Game points for all card points; the larger of this and `dirty_loss_points` counts where both apply."""
    tie_carry: bool
    """A tied deal holds a game point for the next deal that brings one (tutorial)."""
    scoring: Literal["game-points", "cumulative"]
    """A deal brings game points, or its card points go to a running total (Alga guide)."""
    wipe_on_zero: bool
    """Under cumulative scoring: a side without a card point in a deal falls to nought (Alga guide)."""
    target: int
    """What a side must reach to win the match."""

    @property
    def stock_size(self) -> int:
        """Cards left for the stock after the deal."""
        return 52 - 4 * self.hand_size

    @property
    def values(self) -> dict[str, int]:
        """Rank → card points, for the ranks that have any."""
        return CARD_VALUES[self.card_values]

    @property
    def pack_points(self) -> int:
        """The card points of the whole pack, 120 or 60."""
        return 4 * sum(self.values.values())


_RISTIKONTRA = Ruleset(
    hand_size=6,
    card_values="b",
    lead_limit=3,
    fourth_king_ban=False,
    cleaning=False,
    sweep_points=2,
    tie_carry=True,
    scoring="game-points",
    wipe_on_zero=False,
    target=7,
)
_ALGA_B = structs.replace(
    _RISTIKONTRA,
    lead_limit=None,
    tie_carry=False,
    scoring="cumulative",
    wipe_on_zero=True,
    target=120,
)

PRESETS: Final[dict[tuple[str, int], Ruleset]] = {
    ("ristikontra", 1): _RISTIKONTRA,
    ("ristikontra-fi", 1): structs.replace(_RISTIKONTRA, fourth_king_ban=True),
    ("ristiklappi", 1): structs.replace(
        _RISTIKONTRA, hand_size=5, fourth_king_ban=True, cleaning=True, sweep_points=1, tie_carry=False
    ),
    ("alga-b", 1): _ALGA_B,
    ("alga-a", 1): structs.replace(_ALGA_B, card_values="a", target=60),
}
"""(name, version) → ruleset. A published preset never changes; a correction is a new version."""

PRESET_NAMES: Final = tuple(dict.fromkeys(name for name, _ in PRESETS))

OPTIONS: Final[dict[str, tuple[Any, ...] | range]] = {
    "hand_size": range(4, 10),
    "card_values": ("b", "a"),
    "lead_limit": (2, 3, None),
    "dark_play": (True, False),
    "dark_lead_when_barred": ("forbid", "forbid-if-unplayed", "allow"),
    "draw": ("immediate", "after-trick"),
    "fourth_king_ban": (True, False),
    "fourth_king_dark": ("forbid", "stands"),
    "cleaning": (True, False),
    "queen_trick": ("led", "any-queen"),
    "dirty_winner": ("no-point", "opponents"),
    "dirty_loss_points": (1, 2),
    "sweep_points": (1, 2),
    "tie_carry": (True, False),
    "scoring": ("game-points", "cumulative"),
    "wipe_on_zero": (True, False),
    "target": range(1, 1001),
}
"""Option → the values it may take."""

ONLY_UNDER: Final[dict[str, str]] = {
    "wipe_on_zero": "cumulative",
    **dict.fromkeys(
        ("cleaning", "queen_trick", "dirty_winner", "dirty_loss_points", "sweep_points", "tie_carry"),
        "game-points",
    ),
}
"""Option → the only scoring under which it means anything."""


class RulesFault(Struct, frozen=True):
    """Why a name, version and options do not make a ruleset; `where` is the path below ``/rules``."""

    where: str
    reason: str
    expected: Any
    found: Any


def in_domain(option: str, value: object) -> bool:
    """Whether a value is one that the option may take; ``True`` is not 1, nor ``3.0`` 3."""
    return any(type(value) is type(one) and value == one for one in OPTIONS[option])


def resolve(name: str, version: int, options: Mapping[str, Any]) -> tuple[Ruleset | None, list[RulesFault]]:
    """Resolve a preset and its overrides to one ruleset, or say everything that is wrong with them.

    Options whose scoring was overridden take the base game's values where the preset has none of its own.
    """
    preset = PRESETS.get((name, version))
    if preset is None:
        return None, [_unknown_preset(name, version)]
    faults: list[RulesFault] = []
    scoring = options.get("scoring", preset.scoring)
    for option, value in options.items():
        fault = _option_fault(option, value, scoring)
        if fault is not None:
            faults.append(fault)
        if len(faults) == MAX_FAULTS:
            break
    if not faults and "scoring" in options and "target" not in options:
        reason = "where the options name a scoring, they must name a target too"
        faults.append(RulesFault("options", reason, "target", None))
    if faults:
        return None, faults
    base = preset
    if scoring != preset.scoring:
        off = {"cleaning": False, "tie_carry": False, "wipe_on_zero": True}
        own = {"tie_carry": _RISTIKONTRA.tie_carry, "sweep_points": _RISTIKONTRA.sweep_points}
        base = structs.replace(preset, **(off if scoring == "cumulative" else own | {"wipe_on_zero": False}))
    return structs.replace(base, **options), []


def agreed(name: str, version: int, options: Mapping[str, Any]) -> Ruleset:
    """The ruleset that a call asks for; raises `RistilogError` for one that is not to be had, saying all of it."""
    ruleset, faults = resolve(name, version, options)
    if ruleset is None:
        raise RistilogError("; ".join(fault.reason for fault in faults))
    return ruleset


def newest(name: str) -> int:
    """The newest version of a preset; 1 for a name that there is not."""
    return max((version for known, version in PRESETS if known == name), default=1)


def settings(ruleset: Ruleset) -> dict[str, Any]:
    """Option → value, for the options that mean something under the ruleset's scoring."""
    return {
        option: getattr(ruleset, option)
        for option in OPTIONS
        if ONLY_UNDER.get(option, ruleset.scoring) == ruleset.scoring
    }


def overrides(name: str, version: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Those options that differ from what the preset has anyway, as the game hash wants them."""
    preset = settings(PRESETS[name, version])
    return {option: value for option, value in options.items() if option not in preset or preset[option] != value}


def as_written(name: str, version: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """The rules as a log should write them: a preset and what differs from it, all of it sound."""
    changed = overrides(name, version, options)
    if "scoring" in changed:  # who names a scoring names a target, even the preset's own number
        changed["target"] = options["target"]
    return {"name": name, "version": version} | ({"options": changed} if changed else {})


def _unknown_preset(name: str, version: int) -> RulesFault:
    versions = [number for known, number in PRESETS if known == name]
    if versions:
        reason = f"version {version} of {name} is not known, only {', '.join(map(str, versions))}"
        return RulesFault("version", reason, versions[-1], version)
    reason = f"no ruleset is called {quoted(name)}{did_you_mean(name, PRESET_NAMES)}"
    return RulesFault("name", reason, list(PRESET_NAMES), name)


def _option_fault(option: str, value: object, scoring: object) -> RulesFault | None:
    where = f"options/{option.replace('~', '~0').replace('/', '~1')}"
    if option not in OPTIONS:
        reason = f"no option is called {quoted(option)}{did_you_mean(option, tuple(OPTIONS))}"
        return RulesFault(where, reason, None, option)
    domain = OPTIONS[option]
    if not in_domain(option, value):
        allowed = describe_domain(domain)
        found = "" if isinstance(value, dict | list) else f", not {quoted(value)}"
        close = nearest_value(value, domain)
        meant = f"; did you mean {close}?" if close else ""
        return RulesFault(where, f"{option} takes {allowed}{found}{meant}", allowed, value)
    only = ONLY_UNDER.get(option)
    if only is not None and scoring in OPTIONS["scoring"] and scoring != only:
        return RulesFault(where, f"{option} means nothing under {scoring} scoring", None, value)
    return None


def describe_domain(domain: tuple[Any, ...] | range) -> str:
    """Say in words which values a domain has, written as JSON."""
    if isinstance(domain, range):
        return f"a whole number from {domain.start} to {domain.stop - 1}"
    words = {True: "true", False: "false", None: "null"}
    shown = [words[value] if isinstance(value, bool) or value is None else str(value) for value in domain]
    return f"{', '.join(shown[:-1])} or {shown[-1]}"
