"""Older versions of the format brought up to the present one, a step at a time; a parsed log goes in and comes out.

A migration is a pure function: it takes the tree of a log of one version and returns that of a later one, which its
`ristilog` names; it changes nothing of what it was given. It may take the log as well formed for its version, and
raises `Unfit` for one that has no counterpart in the later version.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from ristilog.game.findings import Finding, finding, shorten

CURRENT: Final = "1.0"
"""The version that this program writes."""

Tree = dict[str, Any]
Migrations = Mapping[str, Callable[[Tree], Tree]]
"""Version → what brings a log of that version to a later one."""

MIGRATIONS: Final[Migrations] = MappingProxyType({})
"""The migrations there are: none, since no older version was ever published."""


class Unfit(Exception):
    """Raised by a migration: why a log has no counterpart in the later version, as the end of a sentence."""


def migrated(tree: Tree, migrations: Migrations) -> Tree | Finding:
    """The tree of a log of an older version as one of the present version, or why it cannot be had.

    A migration that leads nowhere, or that stays at its version, is a ValueError.
    """
    while (version := tree["ristilog"]) != CURRENT:
        if version not in migrations:
            raise ValueError(f"the migrations lead to format {version}, and no further")
        try:
            later = migrations[version](tree)
        except Unfit as unfit:
            reason = f"this log of format {version} cannot be upgraded: {unfit}"
            return finding("F103", "/ristilog", expected=CURRENT, found=version, reason=reason)
        except (LookupError, TypeError, ValueError, AttributeError):  # what an ill-formed tree makes a function raise
            return finding("F104", "", reason=f"the log is not well formed for format {version}, which it names")
        if not _number(version) < _number(later["ristilog"]) <= _number(CURRENT):
            raise ValueError(f"the migration of format {version} leads to {later['ristilog']}")
        tree = later
    return tree


def unknown(version: str, migrations: Migrations) -> str:
    """What is said of a version that cannot be read, the older ones named that can."""
    older = sorted(migrations, key=_number)
    also = f", and of the older ones {', '.join(older)} can be read" if older else ""
    return f"this is format {shorten(version)}{also}"


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))
