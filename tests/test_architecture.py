"""The house as it is drawn: which room may import which (design.md), checked over every import in the source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "weft"

GROUND = {"errors", "clock", "urls", "config"}
MINING = {"classify", "sitemap", "traversal", "extract", "refresh"}

# room -> rooms it may import; a room always may import its own files
ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "clock": set(),
    "urls": {"errors"},
    "config": {"errors", "urls"},
    "page": GROUND,
    "classify": GROUND | {"page"},
    "sitemap": GROUND | {"page"},
    "traversal": GROUND | {"page", "classify", "sitemap"},
    "extract": GROUND | {"page"},
    "refresh": GROUND | {"page"},
    "fetch": GROUND | {"page"},
    "store": GROUND | {"page"},
    "attachments": GROUND | {"page", "store"},
    "crawl": GROUND | {"page", "traversal", "extract", "refresh", "fetch", "store", "attachments"},
    "simulate": GROUND | {"page", "fetch"},
    "evaluate": GROUND
    | {"page", "classify", "traversal", "extract", "refresh", "fetch", "store", "crawl", "simulate", "api"}
    | {"attachments"},
    "api": GROUND | {"page", "traversal", "extract", "refresh", "fetch", "store", "crawl", "simulate", "attachments"},
    "cli": GROUND
    | {"page", "classify", "traversal", "extract", "refresh", "fetch", "store", "crawl", "simulate", "evaluate", "api"}
    | {"attachments"},
}
# What would be I/O: mining rooms and page are pure functions of pages and histories. The plan file is read and
# written by the plan itself (Plan.load/save), which is why pathlib is not in this list.
IO_MODULES = {"aiohttp", "asyncio", "http", "httpx", "requests", "socket", "sqlite3", "subprocess", "urllib.request"}

FILES = sorted(SOURCE.rglob("*.py"))


def imported_modules(path: Path) -> list[str]:
    """Every module a file imports, at any depth: in functions and under TYPE_CHECKING too."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names += [f"{node.module}.{a.name}" if node.module == "weft" else str(node.module) for a in node.names]
    return names


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_every_room_is_in_the_table():
    """A new folder or file in the package needs a place in the house."""
    rooms = {room_of(path) for path in FILES} - {"__init__", "__main__"}
    assert rooms <= set(ROOMS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down_the_table_only(path: Path):
    """A room imports only rooms below it, and those through their door."""
    room = room_of(path)
    for name in imported_modules(path):
        parts = name.split(".")
        if parts[0] != "weft":
            continue
        if room in {"__init__", "__main__"}:
            assert parts[1] in {"api", "cli"}, f"{path}: the package root imports {name}"
            continue
        other = parts[1] if len(parts) > 1 else ""
        if other == "__version__":
            continue
        assert other == room or other in ROOMS[room], f"{room} may not import {other} ({path})"
        if other != room:
            assert not any(part.startswith("_") for part in parts[2:]), f"{path} goes past the door of {other}"


@pytest.mark.parametrize("path", [p for p in FILES if room_of(p) in MINING | {"page"}], ids=str)
def test_mining_rooms_do_no_io(path: Path):
    """classify, sitemap, traversal, extract, refresh and page are pure."""
    names = set(imported_modules(path))
    assert not names & IO_MODULES, f"{path} does I/O"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_dangerous_is_imported_or_called(path: Path):
    """No pickle and its kin, no eval: nothing that was crawled can become code."""
    forbidden = {"pickle", "joblib", "marshal", "shelve", "dill"}
    assert not forbidden & {name.split(".")[0] for name in imported_modules(path)}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"eval", "exec"}, path


def test_modules_and_functions_stay_small():
    """No module over 600 lines, no function over 50 without its docstring (style.md)."""
    for path in FILES:
        source = path.read_text(encoding="utf-8")
        assert source.count("\n") <= 600, path
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                docstring = ast.get_docstring(node, clean=False)
                length = (node.end_lineno or 0) - node.lineno + 1 - (docstring.count("\n") + 1 if docstring else 0)
                assert length <= 50, f"{path}:{node.lineno} {node.name} has {length} lines"


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_a_door_lists_what_it_offers(room: str):
    """A room's `__init__` has a docstring and an `__all__` that names nothing twice (ruff keeps it sorted)."""
    door = SOURCE / room / "__init__.py"
    if not door.exists():
        return
    tree = ast.parse(door.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    lists = [ast.literal_eval(n.value) for n in tree.body if isinstance(n, ast.Assign) and n.targets[0].id == "__all__"]
    assert lists
    assert sorted(lists[0]) == sorted(set(lists[0]))
