"""The documentation says what the program can do, all of it, and nothing that is not there."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
import typer

from weft.cli import make_app
from weft.config import CrawlConfig, FetchConfig, StoreConfig

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> dict[str, Any]:
    """All verbs by their full name: `crawl`, `evaluate crawl`."""
    found: dict[str, Any] = {}

    def walk(group: Any, prefix: str) -> None:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                walk(command, f"{prefix}{name} ")
            else:
                found[f"{prefix}{name}"] = command

    walk(typer.main.get_command(make_app()), "")
    return found


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_and_option_is_documented(name: str):
    """The README has a section for each command that names each of its options."""
    section = re.search(rf"^### `weft {name}\b.*?(?=^##|\Z)", README, re.MULTILINE | re.DOTALL)
    assert section, f"no section for weft {name}"
    for parameter in commands()[name].params:
        if parameter.param_type_name == "option":
            assert f"`{parameter.opts[0]}" in section.group(), f"weft {name}: {parameter.opts[0]} is not documented"


@pytest.mark.parametrize("name", sorted(commands()))
def test_every_command_and_option_has_help(name: str):
    """`--help` explains each."""
    command = commands()[name]
    assert command.help
    for parameter in command.params:
        assert parameter.param_type_name == "argument" or parameter.help


def test_options_the_readme_names_exist():
    """No option is documented that is not there."""
    known = {opt for command in commands().values() for parameter in command.params for opt in parameter.opts}
    known |= {"--version", "--help"}
    for name in re.findall(r"`(--[a-z-]+)", README):
        assert name in known, name


def test_make_targets_of_the_readme_exist():
    """Every `make` command the documentation gives is a target."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for text in (README, (ROOT / "ARCHITECTURE.md").read_text(), (ROOT / "CONTRIBUTING.md").read_text()):
        for target in re.findall(r"(?:`|^ {4})make ([a-z]+)", text, re.MULTILINE):
            assert target in targets, target


def test_the_first_lines_of_the_readme_are_the_two_commands():
    """A newcomer sees them at once."""
    head = README[:600]
    assert "make crawl" in head
    assert "make test" in head


def test_the_rooms_of_the_source_are_in_the_architecture():
    """The one-page picture of the house is whole."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for room in (ROOT / "src" / "weft").iterdir():
        if (room / "__init__.py").exists():
            assert f"`{room.name}`" in text, room.name


@pytest.mark.parametrize("room", [FetchConfig, StoreConfig, CrawlConfig])
def test_every_setting_is_documented(room: type):
    """docs/settings.md has a row for each, with its line of help."""
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    for field in dataclasses.fields(room):
        assert f"| `{field.name}` |" in text, field.name
        assert field.metadata["help"] in text, field.name
