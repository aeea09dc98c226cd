"""`weft simulate`: a made-up forum as a real HTTP server."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from weft.errors import UsageError
from weft.simulate import SKINS, Moments, Tags, Trait, make_site, run_server


def simulate(
    skin: Annotated[str, typer.Option(help="How the forum looks; --list shows all.")] = "oldtable",
    seed: Annotated[int, typer.Option(help="Another number, another forum.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="How many threads it has in the end.")] = 300,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0 takes a free one.")] = 0,
    at: Annotated[str | None, typer.Option(help="Show it as of this moment (ISO 8601) [default: its end].")] = None,
    speed: Annotated[float, typer.Option(min=0.0, help="Let its time run this much faster than ours.")] = 0.0,
    etags: Annotated[Tags, typer.Option(help="Answer conditional requests: truly, or always 'not modified'.")] = (
        Tags.NONE
    ),
    without: Annotated[list[str] | None, typer.Option(help="Switch a nuisance off; may be given again.")] = None,
    log: Annotated[Path | None, typer.Option(help="Write a JSON line per request to this file.")] = None,
    list_skins: Annotated[bool, typer.Option("--list", help="List skins and nuisances, and stop.")] = False,
) -> None:
    """Serve a simulated forum with the nuisances of real ones, until Ctrl-C."""
    if list_skins:
        _list()
        return
    site = make_site(skin, seed=seed, threads=threads, without={_trait(name) for name in without or ()})
    moments = Moments(_moment(at) if at else site.model.end, speed=speed)
    try:
        run_server(site, moments, port=port, access_log=log, tags=etags, ready=lambda url: _say_ready(skin, url))
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
    except OSError as error:
        raise UsageError(f"Port {port} cannot be used ({error.strerror}); choose another or 0.") from None


def _say_ready(skin: str, url: str) -> None:
    typer.echo(f"serving {skin} at {url}")


def _list() -> None:
    typer.echo("Skins:")
    for name, skin in sorted(SKINS.items()):
        typer.echo(f"  {name:<14} {skin.kind.value}, {skin.locale.code}, URLs {skin.url_style}")
    typer.echo("Nuisances (--without NAME):")
    for trait in Trait:
        typer.echo(f"  {trait.value}")


def _trait(name: str) -> Trait:
    try:
        return Trait(name)
    except ValueError:
        raise UsageError(f"There is no nuisance {name!r}; weft simulate --list shows all.") from None


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--at {text!r} is not a time; write it like 2020-05-01T12:00.") from None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
