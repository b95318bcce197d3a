"""What every finding means, why it is one and how to mend it: a page of Markdown a code, beside this module.

A page holds its sections; title and severity come from `ristilog.game.findings.CODES`.
"""

import re
from importlib import resources

from ristilog.game.findings import CODES


def explanation(code: str) -> str:
    """The page on a finding code, as Markdown of at most 80 columns; an unknown code is a ValueError."""
    if code not in CODES:
        raise ValueError(f"there is no finding code {code!r}")
    about = CODES[code]
    return f"# {code} {about.name}\n\nSeverity: {about.severity}.\n\n{_sections(code)}"


def summary(code: str) -> str:
    """The first sentence of the page on a code, which says what the finding means."""
    paragraph = _sections(code).split("\n\n")[1]
    return re.split(r"(?<=\.) ", paragraph.replace("\n", " "), maxsplit=1)[0]


def _sections(code: str) -> str:
    return resources.files(__name__).joinpath(f"{code}.md").read_text(encoding="utf-8")
