"""The command line: one file per verb."""

from weft.cli._app import main, make_app

__all__ = ["main", "make_app"]
