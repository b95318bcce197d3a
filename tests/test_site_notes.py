"""Notes on pages: a person's and the program's, in other languages, on void deals, and such as choke a reader."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.site import first_notes, game_page, made


@pytest.mark.parametrize(
    "text",
    ["- " * 123 + "x", "1. " * 123, "> " * 245 + "x", "*" * 6000 + "x" + "*" * 6000, "[" * 20000, "![a](" * 10000],
)
def test_a_note_that_chokes_markdown_is_shown_as_it_stands(tmp_path: Path, text: str) -> None:
    tree = made(deals=1)
    tree["annotations"] = [{"at": "1", "text": {"en": text}}]
    page = game_page(tmp_path / "out", tree)
    assert " ".join(text.split())[:200] in page.text


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        ({"en": ""}, []),
        ({"en": " "}, []),
        ({"en": "", "sv": "Hej"}, [("Hej", "sv")]),
        ({"fi": "Hei", "sv": "Hej"}, [("Hei", "fi")]),
    ],
)
def test_an_empty_text_is_none(tmp_path: Path, texts: Any, shown: Any) -> None:
    tree = made(deals=1)
    tree["annotations"] = [{"at": "1", "text": texts}]
    page = game_page(tmp_path / "out", tree)
    assert [(note.text, note.attributes.get("lang")) for note in first_notes(page)] == shown


def test_a_text_in_another_language_stands_beside_the_claim(tmp_path: Path) -> None:
    tree = made(deals=1)
    tree["annotations"] = [{"at": "1.7.4", "code": "stock-out", "args": {"tricks": 6}, "text": {"sv": "Slut."}}]
    page = game_page(tmp_path / "out", tree)
    notes = next(tag for tag in page.walk() if tag.attributes.get("data-at") == "1.7.4").all("div", class_="note")
    texts = [note.text for note in notes]
    assert "Slut." in texts
    assert "The stock is gone. The last six tricks are played from hand." in texts


def test_notes_on_a_void_deal_and_its_tricks_are_kept(tmp_path: Path) -> None:
    tree = made(deals=1)
    void = json.loads(json.dumps(tree["deals"][0])) | {"void": "A card was turned up."}
    del void["score"]
    tree["deals"].insert(0, void)
    tree["annotations"] = [{"at": at, "text": {"en": f"note {at}"}} for at in ("1", "1.2", "1.2.1", "1.13.4")]
    page = game_page(tmp_path / "out", tree)
    assert [note.text for note in first_notes(page)] == ["note 1", "note 1.2", "note 1.2.1", "note 1.13.4"]
    assert len(page.all("ol", class_="raw")[0].all("li")) == 13
    assert not page.all("p", class_="warning")


def test_headings_in_a_note_are_no_headings_of_the_page(tmp_path: Path) -> None:
    tree = made(deals=1)
    tree["annotations"] = [{"at": "1", "text": {"en": "# Look\n\nHere."}}]
    (note,) = first_notes(game_page(tmp_path / "out", tree))
    assert [tag.text for tag in note.all("strong")] == ["Look"]
    assert not note.all("h1")
