"""Writing a site: all of it into a folder beside the old one, then the two change places."""

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

from ristilog.game.errors import RistilogError
from ristilog.site.pages import Files

MANIFEST: Final = ".ristilog-site.json"
"""In the built folder: what the build made, so that the next one may replace it and nothing else."""


def write_site(files: Files, out: Path) -> int:
    """Write a site to a folder and return the number of its files; what an earlier build made there is replaced.

    Anything else in the folder is a `RistilogError`, and nothing is touched. A build that fails on the way leaves the
    old site as it was.
    """
    out = Path(os.path.abspath(out))
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
        except (ValueError, KeyError, TypeError, OSError) as error:
            raise RistilogError(f"{manifest}: this is not what a build wrote; delete the folder yourself") from error
    for folder, _, names in os.walk(out):
        for name in sorted(names):
            path = (Path(folder) / name).relative_to(out).as_posix()
            if path not in made:
                raise RistilogError(
                    f"{out / path}: no build made this file, so the folder is not replaced; name another with -o"
                )


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
    os.chmod(folder, 0o755)  # a temporary folder is its owner's alone


def _swap(fresh: Path, out: Path) -> None:
    """Put the new folder in the place of the old one, which comes back if that fails."""
    if not out.exists():
        os.replace(fresh, out)
        return
    old = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-old-"))
    os.replace(out, old / "site")
    try:
        os.replace(fresh, out)
    except OSError:
        os.replace(old / "site", out)
        raise
    finally:
        shutil.rmtree(old, ignore_errors=True)
