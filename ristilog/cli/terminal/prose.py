"""Markdown for a terminal: the tree of a note as paragraphs of text, its marks gone, emphasis kept as style."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from ristilog.site.markup import Element, Node, tree_of_note

_BLOCKS = frozenset({"p", "ul", "ol", "li", "blockquote", "pre"})
_STYLES = {"strong": "bold", "em": "italic", "code": "bold"}


def paragraphs(markdown: str) -> list[Text]:
    """A note's Markdown as paragraphs, each one line; a link's address stands behind it in brackets."""
    return [text for text in _blocks(tree_of_note(markdown, lambda _: None), "") if text.plain.strip()]


def _blocks(nodes: Iterable[Node], lead: str) -> Iterator[Text]:
    """Paragraphs out of nodes; `lead` stands before the first."""
    line = Text(lead)
    for node in nodes:
        if isinstance(node, Element) and node.tag in _BLOCKS:
            if line.plain.strip() != lead.strip():
                yield line
                lead = ""
            yield from _block(node, lead)
            line, lead = Text(), ""
        elif isinstance(node, Element) and node.tag == "br":
            yield line
            line, lead = Text(), ""
        else:
            line.append_text(_inline(node))
    if line.plain.strip() != lead.strip():
        yield line


def _block(node: Element, lead: str) -> Iterator[Text]:
    if node.tag in ("ul", "ol"):
        number = int(node.attributes.get("start") or 1) if node.attributes.get("start", "1").isdecimal() else 1
        for item in node.children:
            if isinstance(item, Element):
                yield from _blocks(item.children, f"{number}. " if node.tag == "ol" else "- ")
                number += 1
    elif node.tag == "pre":
        yield from (Text(seen(line)) for line in _raw(node).splitlines())
    else:
        yield from _blocks(node.children, "> " if node.tag == "blockquote" else lead)


def _inline(node: Node) -> Text:
    if isinstance(node, str):
        return Text(seen(node))
    text = Text()
    for child in node.children:
        text.append_text(_inline(child))
    text.stylize(_STYLES.get(node.tag, ""))
    href = seen(node.attributes.get("href", ""))
    if node.tag == "a" and href.startswith(("http:", "https:", "mailto:")) and href != text.plain:
        text.append(f" ({href})")
    return text


def _raw(node: Node) -> str:
    return node if isinstance(node, str) else "".join(map(_raw, node.children))


def seen(text: str) -> str:
    """A text with nothing in it but what is seen: a blank stands for each line's end and control."""
    return "".join(one if one.isprintable() else " " for one in text)
