"""Everything a site is made of, read and judged before anything is written: logs, Markdown pages, images, settings."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct, structs

from ristilog.format.read import read, read_notes
from ristilog.format.sources import Source, read_file, sources
from ristilog.game.errors import RistilogError
from ristilog.game.findings import Finding
from ristilog.game.log import Annotation, GameLog
from ristilog.game.ruleset import Ruleset
from ristilog.record.documents import ENDINGS, document_of, verdict_on
from ristilog.referee.judge import prove_deals, resolve_rules
from ristilog.referee.notes import sound_deals
from ristilog.referee.verify import Verdict, is_no_log, judge_notes
from ristilog.replay.steps import DealSteps
from ristilog.site.config import FILE, MANIFEST, Config, read_config
from ristilog.site.lesson import Lesson, read_lesson, slug_of
from ristilog.site.unsound import shown_deals
from ristilog.teach.annotate import annotated

IMAGES: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif")


class Game(Struct, frozen=True, kw_only=True):
    """A log that the site shows."""

    id: str
    source: str
    """The path it was read from."""
    data: bytes
    """The log as JSON."""
    log: GameLog
    """With the notes of its sidecar, and the program's own if it had none."""
    rules: Ruleset
    verdict: Verdict
    findings: tuple[Finding, ...]
    """Its errors; none unless logs that do not verify were allowed."""
    deals: tuple[DealSteps | None, ...]

    @property
    def replayed(self) -> bool:
        """Whether every deal that counts has been replayed card by card, nothing of it hidden."""
        seen = (deal is not None and (deal.void or bool(deal.steps)) for deal in self.deals)
        return bool(self.deals) and self.verdict.verdict == "good" and not self.findings and all(seen)


class Refused(Struct, frozen=True):
    """A log that is not shown, and everything found in it."""

    path: str
    findings: tuple[Finding, ...]


class Collected(Struct, frozen=True, kw_only=True):
    """What a site is made of."""

    config: Config
    games: tuple[Game, ...]
    lessons: tuple[Lesson, ...]
    images: dict[str, Path]
    """Absolute path → where it is read from."""
    refused: tuple[Refused, ...]
    skipped: int
    """JSON files in folders that are no game logs."""


def collect(paths: Sequence[str], config: Config | None = None, *, allow_unverified: bool = False) -> Collected:
    """Read everything at the paths: logs, pages (``*.md``) and images, in files or folders.

    The settings are those given, else those of a `ristilog.toml` in one of the folders. Logs that do not verify are
    `refused`, or with `allow_unverified` shown with what is wrong; what cannot be read at all is a `RistilogError`, and
    so are two things that want one address.
    """
    config = config or _find_config(paths)
    games: list[Game] = []
    refused: list[Refused] = []
    lessons: list[Lesson] = []
    images: dict[str, Path] = {}
    skipped = 0
    for path in paths:
        images |= _images(Path(path) if os.path.isdir(path) else Path(path).parent, deep=os.path.isdir(path))
        if path.endswith(".md") and not os.path.isdir(path):
            lessons.append(read_lesson(Path(path), config.languages, config.root_language))
            continue
        if os.path.isdir(path):
            lessons += [read_lesson(one, config.languages, config.root_language) for one in _pages(Path(path))]
        for source in sources(path, _complain, _is_built):
            document = document_of(source.read())
            verdict = verdict_on(document, source.name)
            if source.in_folder and is_no_log(verdict.findings):
                skipped += 1
                continue
            made = game_from(source, document.text or b"", verdict, config, allow_unverified=allow_unverified)
            if isinstance(made, Game):
                games.append(made)
            else:
                refused.append(made)
    _once("the id", [(game.id, game.source) for game in games])
    _once("the address", [(f"{one.language}/{one.slug}", one.source) for one in lessons])
    if not games and not lessons and not refused:
        raise RistilogError(f"{', '.join(paths)}: there is no game log and no page here")
    return Collected(
        config=config,
        games=tuple(games),
        lessons=tuple(lessons),
        images=images,
        refused=tuple(refused),
        skipped=skipped,
    )


def _complain(sentence: str) -> None:
    raise RistilogError(sentence)


def _find_config(paths: Sequence[str]) -> Config:
    found = [Path(path) / FILE for path in paths if os.path.isfile(os.path.join(path, FILE))]
    if len(found) > 1:
        raise RistilogError(f"{found[0]} and {found[1]} are both settings of this site; name one with --config")
    return read_config(found[0]) if found else Config()


def _is_built(folder: str) -> bool:
    """Whether a folder below a source is none: a site that was built there, or hidden."""
    return os.path.basename(folder).startswith(".") or os.path.isfile(os.path.join(folder, MANIFEST))


def _files(folder: Path, endings: tuple[str, ...], *, deep: bool = True) -> Iterator[Path]:
    """The plain files in a folder with one of the endings; what is hidden, or leads out of it, is left alone."""
    root = os.path.realpath(folder)
    for place, below, files in os.walk(folder):
        below[:] = sorted(one for one in below if deep and not _is_built(os.path.join(place, one)))
        for file in sorted(files):
            path = os.path.join(place, file)
            if file.startswith(".") or not file.lower().endswith(endings) or not os.path.isfile(path):
                continue
            if os.path.commonpath([root, os.path.realpath(path)]) == root:
                yield Path(path)


def _pages(folder: Path) -> Iterator[Path]:
    """The Markdown pages below a folder; a README is about the folder, and no page."""
    return (path for path in _files(folder, (".md",)) if not path.name.upper().startswith("README."))


def _images(folder: Path, *, deep: bool) -> dict[str, Path]:
    return {os.path.abspath(path): path for path in _files(folder, IMAGES, deep=deep)}


def _once(what: str, named: list[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for name, source in named:
        if name in seen:
            raise RistilogError(f"{seen[name]} and {source} both want {what} {name!r}")
        seen[name] = source


def game_from(
    source: Source, data: bytes, verdict: Verdict, config: Config, *, allow_unverified: bool
) -> Game | Refused:
    """Judge the notes beside a log that has been judged, and make ready what is shown of both."""
    findings = verdict.findings
    beside: tuple[Annotation, ...] = ()
    of_notes: tuple[Finding, ...] = ()
    if source.notes is not None:
        text = read_file(source.notes)
        of_notes = judge_notes(text, source.notes, verdict).findings
        if _errors(of_notes) and not allow_unverified:
            return Refused(source.notes, of_notes)
        _, reading = read_notes(text)
        stale = any(one.code == "A504" for one in of_notes)
        beside = (reading.log.annotations or ()) if reading.log and not stale else ()
    log = read(data).log
    rules = resolve_rules(log)[0] if log is not None else None
    if log is None or rules is None or (_errors(findings) and not allow_unverified):
        return Refused(source.name, findings)
    proofs = prove_deals(log, rules)
    sound = sound_deals(log, rules, proofs, findings)
    notes = (*_sound_notes(log.annotations or (), findings, sound), *_sound_notes(beside, of_notes, sound))
    log = structs.replace(log, annotations=notes)
    if config.auto_notes and not any(note.auto is True for note in notes):
        log = annotated(log, rules, [deal for deal in sound if deal is not None])
    errors = _errors(findings)
    return Game(
        id=log.id or slug_of(_bare(Path(source.name).name)),
        source=source.name,
        data=data,
        log=log,
        rules=rules,
        verdict=verdict,
        findings=errors + _errors(of_notes),
        deals=shown_deals(log, rules, proofs, sound, errors) if errors else sound,
    )


def _bare(name: str) -> str:
    """A file's name without what says which kind of file it is."""
    for ending in (*ENDINGS, ".ristilog"):
        name = name.removesuffix(ending)
    return name


def _errors(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(one for one in findings if one.severity == "error")


def _sound_notes(
    notes: Sequence[Annotation], findings: Sequence[Finding], sound: Sequence[DealSteps | None]
) -> Iterator[Annotation]:
    """The notes of a log, or of its sidecar, without those that are at fault.

    Of notes on a deal that is at fault nothing was checked, so their claims and what-ifs are left out too.
    """
    pointers = [one.pointer.split("/") for one in _errors(findings)]
    wrong = {pointer[2] for pointer in pointers if pointer[1:2] == ["annotations"] and len(pointer) > 2}
    for number, note in enumerate(notes):
        deal = int(note.at.split(".")[0])
        if str(number) in wrong or deal > len(sound):
            continue
        if sound[deal - 1] is not None:
            yield note
        elif note.text:
            yield Annotation(at=note.at, text=note.text, glyph=note.glyph, by=note.by, stop=note.stop)
