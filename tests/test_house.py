"""The house itself: imports run one way, the version is said in one place, the public names are there."""

import ast
from pathlib import Path

import pytest

import ristilog

PACKAGE = Path(ristilog.__file__).parent
FLOORS = [
    {"game"},
    {"format", "replay"},
    {"teach"},
    {"referee"},
    {"record"},
    {"site"},
    {"integrations"},
    {"cli"},
]
"""Lowest first; a module may import from its own package and from lower floors, not from beside or above."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def room(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "ristilog" and len(parts) > 1 else None


def floor(name: str) -> int:
    (level,) = [level for level, rooms in enumerate(FLOORS) if name in rooms]
    return level


def imported(path: Path) -> list[str]:
    modules: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            modules.append(node.module or "")
    return modules


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_downwards(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0] if path.parent != PACKAGE else None
    if own is None:
        return  # the front door and __main__ stand above the house
    for module in imported(path):
        other = room(module)
        if other is not None and other != own:
            assert floor(other) < floor(own), f"{path} imports {module}"


def test_every_room_has_a_floor() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert rooms <= set().union(*FLOORS)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nothing_below_the_command_line_prints(path: Path) -> None:
    if path.relative_to(PACKAGE).parts[0] == "cli":
        return
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print"]
    assert "click" not in imported(path)


def test_public_names_are_there() -> None:
    for name in ristilog.__all__:
        assert getattr(ristilog, name) is not None
    assert ristilog.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(ristilog, "nothing")  # noqa: B009
