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
        fresh = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-"))
    except OSError as error:
        raise RistilogError(f"{out.parent}: {error.strerror}") from error
    try:
        _write(files, fresh)
        _swap(fresh, out)
    except OSError as error:
        raise RistilogError(f"{error.filename or out}: {error.strerror}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
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
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(folder, 0o777 & ~mask)  # a temporary folder is its owner's alone


def _swap(fresh: Path, out: Path) -> None:
    """Put the new folder in the place of the old one, which comes back if anything stops that."""
    if not out.exists():
        os.replace(fresh, out)
        return
    aside = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-old-"))
    old = aside / "site"
    try:
        os.replace(out, old)
        os.replace(fresh, out)
    except BaseException:
        if old.exists() and not out.exists():
            os.replace(old, out)
        aside.rmdir()
        raise
    shutil.rmtree(aside, ignore_errors=True)
