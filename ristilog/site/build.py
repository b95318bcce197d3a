"""Writing a site: all of it into a folder beside the old one, then the two change places."""

import json
import os
import shutil
import tempfile
from pathlib import Path

from ristilog.game.errors import RistilogError
from ristilog.site.config import MANIFEST
from ristilog.site.pages import Files


def write_site(files: Files, out: Path) -> int:
    """Write a site to a folder and return the number of its files; what an earlier build made there is replaced.

    Anything else in the folder is a `RistilogError`, and nothing is touched. A build that fails on the way leaves the
    old site as it was.
    """
    out = Path(os.path.realpath(out))  # what a link leads to is replaced, not the link
    if Path.cwd().is_relative_to(out):
        raise RistilogError(f"{out}: the folder is replaced as a whole, so build from outside it")
    _check(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-"))
    except OSError as error:
        raise RistilogError(f"{out.parent}: {error.strerror}") from error
    try:
        _write(files, work / "new")
        _swap(work / "new", work / "old", out)
    except OSError as error:
        raise RistilogError(f"{error.filename or out}: {error.strerror}") from error
    finally:
        if out.exists() or not (work / "old").exists():  # else the old site is there and nowhere else
            shutil.rmtree(work, ignore_errors=True)
    return len(files.made) + len(files.copied)


def _check(out: Path) -> None:
    """Refuse a folder in which there is anything that no build made."""
    if not os.path.lexists(out):
        return
    if not out.is_dir():
        raise RistilogError(f"{out}: there is a file of that name")
    made: set[str] = set()
    manifest = out / MANIFEST
    if manifest.is_file():
        try:
            made = {str(path) for path in json.loads(manifest.read_bytes())["files"]} | {MANIFEST}
        except (ValueError, KeyError, TypeError, OSError, RecursionError) as error:
            raise RistilogError(f"{manifest}: this is not what a build wrote; delete the folder yourself") from error
    folders = {parent.as_posix() for path in made for parent in Path(path).parents}
    for folder, below, names in os.walk(out):
        for name in sorted((*below, *names)):
            path = Path(folder) / name
            known = folders if path.is_dir() and not path.is_symlink() else made
            if path.relative_to(out).as_posix() not in known:
                raise RistilogError(f"{path}: no build made this, so the folder is not replaced; name another with -o")


def _write(files: Files, folder: Path) -> None:
    folder.mkdir()
    for path, content in sorted(files.made.items()):
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    for path, source in sorted(files.copied.items()):
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place)
    names = sorted((*files.made, *files.copied))
    (folder / MANIFEST).write_text(json.dumps({"files": names}, indent=1) + "\n")


def _swap(new: Path, old: Path, out: Path) -> None:
    """Put the new folder in the place of the old one, which comes back if anything stops that."""
    if out.exists():
        os.replace(out, old)
    try:
        os.replace(new, out)
    except BaseException:
        if old.exists():
            os.replace(old, out)
        raise
