"""The application: verbs, and what an error looks like."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from weft import __version__
from weft.cli._crawl import crawl
from weft.cli._evaluate import evaluate_app
from weft.cli._export import export
from weft.cli._simulate import simulate
from weft.cli._status import status
from weft.errors import WeftError

app = typer.Typer(
    help="Weft archives any web forum without a line of site-specific code.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(crawl)
app.command()(status)
app.command()(export)
app.command()(simulate)
app.add_typer(evaluate_app, name="evaluate")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"weft {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Weft archives any web forum without a line of site-specific code."""


def main() -> None:
    """Run the command line; an error is one sentence on standard error and its exit code."""
    try:
        app()
    except WeftError as error:
        sys.stderr.write(f"weft: {error}\n")
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.stderr.write("weft: interrupted\n")
        sys.exit(130)
    except BrokenPipeError:  # somebody closed our output, as `head` does
        sys.stderr.close()
        sys.exit(141)
