"""``--set OPTION=VALUE``: how a command takes house rules."""

import json
from typing import Any, Final

import click

SET: Final = click.option(
    "--set", "changes", multiple=True, metavar="OPTION=VALUE", help="Change one rule; may be repeated."
)


def options_of(changes: tuple[str, ...]) -> dict[str, Any]:
    """``OPTION=VALUE`` pairs: a value that is JSON is that value, any other a word."""
    options: dict[str, Any] = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise click.BadParameter(f"{change!r} is not OPTION=VALUE", param_hint="--set")
        try:
            options[name] = json.loads(value)
        except (ValueError, RecursionError):
            options[name] = value
    return options
