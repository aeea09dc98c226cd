"""The application: verbs, and what an error looks like."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any

import typer

from weft import __version__
from weft.errors import WeftError

# verb -> module and name; a module is loaded when its verb (or help) is asked for, so that commands start quickly
VERBS = {
    "crawl": ("weft.cli._crawl", "crawl"),
    "learn": ("weft.cli._learn", "learn"),
    "status": ("weft.cli._status", "status"),
    "extract": ("weft.cli._extract", "extract"),
    "refresh": ("weft.cli._refresh", "refresh"),
    "watch": ("weft.cli._refresh", "watch"),
    "search": ("weft.cli._search", "search"),
    "files": ("weft.cli._files", "files"),
    "export": ("weft.cli._export", "export"),
    "simulate": ("weft.cli._simulate", "simulate"),
    "train": ("weft.cli._train", "train_models"),
    "evaluate": ("weft.cli._evaluate", "evaluate_app"),
}

SWITCH_SECONDS = 0.02


def make_app(*verbs: str) -> typer.Typer:
    """Make the application with these verbs; with none, all of them."""
    app = typer.Typer(
        help="Weft archives any web forum without a line of site-specific code.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(root)
    for verb in verbs or VERBS:
        module, name = VERBS[verb]
        part: Any = getattr(import_module(module), name)
        if isinstance(part, typer.Typer):
            app.add_typer(part, name=verb)
        else:
            app.command(verb)(part)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"weft {__version__}")
        raise typer.Exit


def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Weft archives any web forum without a line of site-specific code."""


@contextlib.contextmanager
def _no_certificates() -> Iterator[None]:
    """Hide the system's certificates while parts are loaded: aiohttp would read them twice, 0.03 s.

    The fetcher trusts nothing but what it reads itself, when it first needs it.
    """
    places = ("SSL_CERT_FILE", "SSL_CERT_DIR")
    kept = {place: os.environ[place] for place in places if place in os.environ}
    os.environ.update(dict.fromkeys(places, os.devnull))
    try:
        yield
    finally:
        for place in places:
            del os.environ[place]
        os.environ.update(kept)


def main() -> None:
    """Run the command line; an error is one sentence on standard error and its exit code."""
    # What is loaded now stays, and pages are let go of without the collector's help: it need not look so often.
    # Together a quarter of a crawl's CPU.
    gc.disable()
    # Our matrices are small: threads for them would wait for the next one by turning in circles.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with _no_certificates():
        app = make_app(*[word for word in sys.argv[1:2] if word in VERBS])
    gc.freeze()
    gc.set_threshold(10_000, 200, 50)
    gc.enable()
    # The archive's thread and the loop take turns less often than Python would have them: a twentieth of a crawl's CPU.
    sys.setswitchinterval(SWITCH_SECONDS)
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
    finally:
        gc.freeze()  # all that is left goes with the process: looking through it for circles first is 15 ms
