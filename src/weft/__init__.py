"""Weft archives any web forum without a line of site-specific code."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"
__all__ = ["Plan", "Report", "acrawl", "alearn", "crawl", "extract_posts", "learn", "open_archive"]


def __getattr__(name: str) -> Any:
    """Load the Python API when it is first used: the rooms must not depend on it, and commands start quicker."""
    if name in __all__:
        return getattr(import_module("weft.api"), name)
    raise AttributeError(f"module 'weft' has no attribute {name!r}")


class _CallableRoom(ModuleType):
    """A room that shares its name with a function of the API and can be called as that function."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        return getattr(import_module("weft.api"), self.__name__.rpartition(".")[2])(*args, **options)


class _Root(ModuleType):
    """The package itself: `weft.crawl` is the room once it is imported, and must stay the function people call."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in __all__ and isinstance(value, ModuleType):
            value.__class__ = _CallableRoom
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Root
