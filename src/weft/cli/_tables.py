"""Tables on standard output."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table


def print_table(table: Table) -> None:
    """Print a table whole; where there is no terminal, there is no width to fit."""
    console = Console(highlight=False)
    (console if console.is_terminal else Console(highlight=False, width=140)).print(table)
