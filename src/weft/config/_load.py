"""Settings from a TOML file and the environment; the command line is laid over them by the caller.

Weakest first: defaults, `weft.toml`, `WEFT_<ROOM>_<FIELD>` variables, command line. Unknown names are errors: a
misspelt politeness setting must not be ignored silently.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, get_type_hints

from weft.config._settings import CrawlConfig, FetchConfig, Settings, StoreConfig
from weft.errors import UsageError

ENV_PREFIX = "WEFT_"
_ROOMS = {"fetch": FetchConfig, "store": StoreConfig, "crawl": CrawlConfig}
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def load_settings(toml_file: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Read settings; raises UsageError naming the place of a wrong name or value."""
    values: dict[str, dict[str, Any]] = {room: {} for room in _ROOMS}
    if toml_file is not None:
        _read_toml(toml_file, values)
    for name, text in (environ or {}).items():
        if not name.startswith(ENV_PREFIX):
            continue
        room, _, key = name.removeprefix(ENV_PREFIX).lower().partition("_")
        if room in _ROOMS:  # other WEFT_ variables are not settings
            values[room][key] = _convert(room, key, text, name)
    return Settings(**{room: cls(**values[room]) for room, cls in _ROOMS.items()})


def _read_toml(path: Path, values: dict[str, dict[str, Any]]) -> None:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"There is no settings file {path}; check --config.") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"The settings file {path} cannot be read: {error}.") from None
    for room, table in tables.items():
        if room not in _ROOMS or not isinstance(table, dict):
            raise UsageError(f"{path}: unknown table [{room}]; use one of {', '.join(_ROOMS)}.")
        for key, value in table.items():
            values[room][key] = _convert(room, key, value, f"{path}: {room}.{key}")


def _convert(room: str, key: str, value: Any, place: str) -> Any:
    """Bring a TOML value or a string to the field's type; durations are numbers of seconds."""
    hints = get_type_hints(_ROOMS[room])
    if key not in {f.name for f in dataclasses.fields(_ROOMS[room])}:
        raise UsageError(f"{place}: there is no setting {key!r}; known are {', '.join(sorted(hints))}.")
    kind = str(hints[key])
    try:
        return _cast(kind, value)
    except (TypeError, ValueError):
        raise UsageError(f"{place}: {value!r} does not fit; give {_wanted(kind)}.") from None


def _cast(kind: str, value: Any) -> Any:
    if "timedelta" in kind:
        return timedelta(seconds=float(value))
    if "bool" in kind:
        text = str(value).lower()
        if text not in _TRUE | _FALSE:
            raise ValueError(text)
        return text in _TRUE
    if "int" in kind:
        return int(value)
    return str(value)


def _wanted(kind: str) -> str:
    if "timedelta" in kind:
        return "a number of seconds"
    return "true or false" if "bool" in kind else "a number"
