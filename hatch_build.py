"""Builds the compiled core of the solver, if there is a compiler; without one everything works, in plain Python."""

import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension

SOLVER = Path("ristilog/teach/solver")
OLDEST = (3, 11)
"""The Python whose stable interface the core keeps to; it works with that and all later ones."""


class CompiledCore(BuildHookInterface):
    """Compiles into the wheel or, for an editable install, beside the sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Put the core into the build if it can be made; a wheel without it is for every machine."""
        if version == "editable":  # an old one must not be taken for one of these sources
            for old in (Path(self.root) / SOLVER).glob("_core*.*[od]"):
                old.unlink()
        self._scratch = tempfile.TemporaryDirectory()
        try:
            made = _compile(Path(self.root), Path(self._scratch.name))
        except (Exception, SystemExit) as error:  # whatever a compiler that is not there, or fails, comes to
            self.app.display_warning(f"ristilog: the solver is not compiled, plain Python is used: {error}")
            return
        if version == "editable":
            shutil.copy(made, Path(self.root) / SOLVER)
        else:
            build_data["force_include"][str(made)] = str(SOLVER / made.name)
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"cp{OLDEST[0]}{OLDEST[1]}-abi3-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what the compiler left."""
        self._scratch.cleanup()


def _compile(root: Path, scratch: Path) -> Path:
    """The path of the compiled core, made in a scratch folder."""
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise RuntimeError("a Python without its lock has no stable interface")
    sources = sorted(str(path) for path in (root / SOLVER / "c").glob("*.c"))
    flags = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-std=c11"]
    extension = Extension("_core", sources, extra_compile_args=flags, py_limited_api=True)
    command: Any = Distribution({"name": "ristilog", "ext_modules": [extension]}).get_command_obj("build_ext")
    command.build_temp = command.build_lib = str(scratch)
    command.ensure_finalized()
    command.run()
    (made,) = [path for path in scratch.glob("_core*.*[od]") if path.is_file()]
    return made
