"""Markdown → a small tree of what is allowed, and the tree → HTML.

The tree is what the replay document carries, so that a player never parses HTML, and what pages are made of, so that
both show the same. A node is a string, or a tag with its attributes and children.
"""

from collections.abc import Callable, Iterable
from html import escape
from html.parser import HTMLParser
from typing import Any, Final

import markdown
import nh3
from msgspec import Struct

VOID: Final = frozenset({"br", "hr", "img"})
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
NOTE_TAGS: Final = frozenset({"p", "em", "strong", "code", "pre", "ul", "ol", "li", "blockquote", "br", "a", "img"})
_TABLES: Final = frozenset({"table", "thead", "tbody", "tr", "th", "td"})
PAGE_TAGS: Final = NOTE_TAGS | HEADINGS | _TABLES | {"hr", "del", "sup", "sub", "dl", "dt", "dd"}
_ATTRIBUTES: Final = {"a": {"href", "title"}, "img": {"src", "alt", "title"}, "ol": {"start"}}

ImageFilter = Callable[[str], str | None]
"""The address an image has from the page, or None if the site does not have it."""

LONGEST: Final = 20_000
"""Characters of a note that are read as Markdown."""
BRACKETS: Final = 200
"""How many square brackets a note may have: unmatched ones make a Markdown reader slow beyond all measure."""
DEEPEST: Final = 40
"""How deep tags may be nested."""


class Element(Struct, frozen=True):
    """One tag of the tree."""

    tag: str
    attributes: dict[str, str]
    children: tuple["Node", ...]


Node = str | Element


class TooIntricate(ValueError):
    """A Markdown text nested deeper than anybody writes by hand."""


def tree_of_markdown(text: str, image: ImageFilter, tags: Iterable[str] = NOTE_TAGS) -> tuple[Node, ...]:
    """The tree of a Markdown text with nothing in it but the tags given, safe links, and images of the site.

    An image that the site does not have becomes its alternative text. Raises `TooIntricate`.
    """
    try:
        html = markdown.markdown(text, extensions=["tables", "sane_lists", "fenced_code"], output_format="html")
    except RecursionError:
        raise TooIntricate("its lists or quotations are nested too deep") from None
    clean = nh3.clean(
        html,
        tags=set(tags) | HEADINGS,
        attributes={tag: set(names) for tag, names in _ATTRIBUTES.items()},
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )
    parser = _Trees(image, headings=HEADINGS <= set(tags))
    parser.feed(clean)
    parser.close()
    if parser.deepest > DEEPEST:
        raise TooIntricate("its tags are nested too deep")
    return parser.nodes()


def tree_of_note(text: str, image: ImageFilter) -> tuple[Node, ...]:
    """The tree of a note, which may come from anywhere: what is too long or too intricate is shown as it stands."""
    if len(text) <= LONGEST and text.count("[") <= BRACKETS:
        try:
            return tree_of_markdown(text, image)
        except TooIntricate:
            pass
    return tuple(Element("p", {}, (part,)) for part in text.split("\n\n") if part.strip())


def html_of(nodes: Iterable[Node]) -> str:
    """The tree as HTML, everything escaped."""
    return "".join(escape(node, quote=False) if isinstance(node, str) else _html(node) for node in nodes)


def json_of(nodes: Iterable[Node]) -> list[Any]:
    """The tree as the replay document has it: strings, and ``[tag, {attributes}, child, …]``."""
    return [node if isinstance(node, str) else [node.tag, node.attributes, *json_of(node.children)] for node in nodes]


def _html(element: Element) -> str:
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in element.attributes.items())
    start = f"<{element.tag}{attributes}>"
    return start if element.tag in VOID else f"{start}{html_of(element.children)}</{element.tag}>"


class _Trees(HTMLParser):
    """Builds the tree of HTML that has been sanitised, whose tags are therefore balanced."""

    def __init__(self, image: ImageFilter, *, headings: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.image, self.headings = image, headings
        self.open: list[tuple[str, dict[str, str], list[Node]]] = [("", {}, [])]
        self.deepest = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "img":
            self._image(attributes)
        elif tag in VOID:
            self._add(Element(tag, {}, ()))
        else:
            if tag == "a":
                attributes["rel"] = "noopener noreferrer"
            # A page has one heading of the first rank, and that is its title.
            self.open.append(("h2" if tag == "h1" and self.headings else tag, attributes, []))
            self.deepest = max(self.deepest, len(self.open))

    def handle_endtag(self, tag: str) -> None:
        if len(self.open) > 1 and tag not in VOID:  # what was cleaned is balanced
            name, attributes, children = self.open.pop()
            if name in HEADINGS and not self.headings:  # a note stands in the middle of a page, below its headings
                name, children = "p", [Element("strong", {}, tuple(children))]
            self._add(Element(name, attributes, tuple(children)))

    def handle_data(self, data: str) -> None:
        children = self.open[-1][2]
        if children and isinstance(children[-1], str):
            children[-1] += data
        elif data.strip() or len(self.open) > 1:
            children.append(data)

    def nodes(self) -> tuple[Node, ...]:
        return tuple(self.open[0][2])

    def _image(self, attributes: dict[str, str]) -> None:
        address = self.image(attributes.get("src", ""))
        if address is None:
            self.handle_data(attributes.get("alt", ""))
        else:
            self._add(Element("img", attributes | {"src": address, "alt": attributes.get("alt", "")}, ()))

    def _add(self, node: Node) -> None:
        self.open[-1][2].append(node)
