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
from ristilog.referee.judge import prove_deals, resolve_rules
from ristilog.referee.notes import sound_deals
from ristilog.referee.verify import Verdict, is_no_log, judge_bytes, judge_notes
from ristilog.replay.steps import DealSteps
from ristilog.site.config import FILE, Config, read_config
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
    log: GameLog
    """With the notes of its sidecar, and the program's own if it had none."""
    rules: Ruleset
    verdict: Verdict
    findings: tuple[Finding, ...]
    """Its errors; none unless logs that do not verify were allowed."""
    deals: tuple[DealSteps | None, ...]


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
        if path.endswith(".md"):
            lessons.append(read_lesson(Path(path), config.languages, config.root_language))
            images |= _images(Path(path).parent, deep=False)
            continue
        if not os.path.isdir(path):
            images |= _images(Path(path).parent, deep=False)
        else:
            images |= _images(Path(path), deep=True)
            lessons += [read_lesson(one, config.languages, config.root_language) for one in _pages(Path(path))]
        for source in sources(path, _complain):
            data = source.read()
            verdict = judge_bytes(data, source.name)
            if source.in_folder and is_no_log(verdict.findings):
                skipped += 1
                continue
            made = _game(source, data, verdict, config, allow_unverified)
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


def _pages(folder: Path) -> Iterator[Path]:
    """The Markdown pages below a folder; a README is about the folder, and no page."""
    for place, below, files in os.walk(folder):
        below.sort()
        for file in sorted(files):
            if file.endswith(".md") and file.upper() != "README.MD":
                yield Path(place) / file


def _images(folder: Path, *, deep: bool) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for place, below, files in os.walk(folder):
        if not deep:
            below.clear()
        for file in files:
            if file.lower().endswith(IMAGES):
                path = Path(place) / file
                found[os.path.abspath(path)] = path
    return found


def _once(what: str, named: list[tuple[str, str]]) -> None:
    seen: dict[str, str] = {}
    for name, source in named:
        if name in seen:
            raise RistilogError(f"{seen[name]} and {source} both want {what} {name!r}")
        seen[name] = source


def _game(source: Source, data: bytes, verdict: Verdict, config: Config, allow_unverified: bool) -> Game | Refused:
    """Judge a log and the notes beside it, and make ready what the site shows of them."""
    findings = verdict.findings
    notes: tuple[Annotation, ...] = ()
    if source.notes is not None:
        beside = read_file(source.notes)
        of_notes = judge_notes(beside, source.notes, verdict)
        if of_notes.ok:
            _, reading = read_notes(beside)
            notes = (reading.log.annotations or ()) if reading.log else ()
        elif not allow_unverified:
            return Refused(source.notes, of_notes.findings)
        else:
            findings += of_notes.findings
    errors = tuple(one for one in findings if one.severity == "error")
    if errors and not allow_unverified:
        return Refused(source.name, findings)
    log = read(data).log
    rules = resolve_rules(log)[0] if log is not None else None
    if log is None or rules is None:
        return Refused(source.name, findings)
    sound = sound_deals(log, rules, prove_deals(log, rules), findings)
    log = _with_sound_notes(log, notes, sound, verdict.findings)
    if config.auto_notes and not any(note.auto is True for note in log.annotations or ()):
        log = annotated(log, rules, [deal for deal in sound if deal is not None])
    return Game(
        id=log.id or slug_of(Path(source.name).name.removesuffix(".json").removesuffix(".ristilog")),
        source=source.name,
        data=data,
        log=log,
        rules=rules,
        verdict=verdict,
        findings=errors,
        deals=shown_deals(log, rules, sound, errors) if errors else sound,
    )


def _with_sound_notes(
    log: GameLog, more: tuple[Annotation, ...], sound: Sequence[DealSteps | None], findings: Sequence[Finding]
) -> GameLog:
    """The log with the notes of its sidecar, without those that are at fault.

    Of notes on a deal that is at fault nothing was checked, so their claims and what-ifs are left out too.
    """
    errors = [one.pointer.split("/") for one in findings if one.severity == "error"]
    wrong = {pointer[2] for pointer in errors if pointer[1:2] == ["annotations"] and len(pointer) > 2}
    kept = []
    for number, note in enumerate((*(log.annotations or ()), *more)):
        deal = int(note.at.split(".")[0])
        if str(number) in wrong or deal > len(sound):
            continue
        if sound[deal - 1] is None:
            if not note.text:
                continue
            note = Annotation(at=note.at, text=note.text, glyph=note.glyph, by=note.by, stop=note.stop)
        kept.append(note)
    return structs.replace(log, annotations=tuple(kept))
