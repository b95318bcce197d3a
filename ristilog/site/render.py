"""Templates → HTML: one environment for each language, everything escaped."""

import functools
import json
from importlib.resources import files
from typing import Any, Final

import jinja2
from markupsafe import Markup

from ristilog.game.ruleset import Ruleset
from ristilog.site.markup import PAGE_TAGS, html_of, tree_of_markdown
from ristilog.teach.language import Language, language

CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


@functools.cache
def environment(tag: str) -> jinja2.Environment:
    """The templates in one language."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("ristilog.site"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    spoken = language(tag)
    made.install_gettext_translations(spoken.catalogue, newstyle=False)  # type: ignore[attr-defined]
    made.globals |= {"language": spoken, "csp": CSP, "say": spoken.say}
    return made


def page(tag: str, template: str, **context: Any) -> bytes:
    """One page."""
    return environment(tag).get_template(template).render(**context).encode()


def data_block(document: dict[str, Any]) -> Markup:
    """JSON for a data block of a page: nothing in it can end the block, or begin another."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))


def rules_text(spoken: Language, name: str, rules: Ruleset) -> Markup:
    """The rules of a ruleset in words."""
    source = (files("ristilog.site") / "rules" / f"{spoken.tag}.md.j2").read_text(encoding="utf-8")
    made = jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # Markdown of our own, which is sanitised below
    )
    text = made.from_string(source).render(name=name, rules=rules)
    return Markup(html_of(tree_of_markdown(text, lambda _: None, PAGE_TAGS)))
