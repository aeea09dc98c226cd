"""Simulated forums by name: for the demo, the simulator's command and experiments."""

from __future__ import annotations

from collections.abc import Collection

from weft.errors import UsageError
from weft.fetch import Transport
from weft.simulate import SKINS, ForumModel, SimulatedTransport, Site, Skin, Trait

DEMO_SCHEME = "demo:"
DEMO_ORIGIN = "http://demo.weft.example"  # a reserved name: no request for it can leave this machine
DEMO_SKIN = "oldtable"
DEMO_THREADS = 60


def pick_skin(name: str) -> Skin:
    """Give the skin of that name; raises UsageError listing those there are."""
    if name not in SKINS:
        raise UsageError(f"There is no skin {name!r}; choose one of: {', '.join(sorted(SKINS))}.")
    return SKINS[name]


def make_site(skin_name: str, *, seed: int = 1, threads: int = 300, without: Collection[Trait] = ()) -> Site:
    """Make a simulated forum in a skin, with the skin's nuisances but for those named."""
    skin = pick_skin(skin_name)
    model = ForumModel(locale=skin.locale, kind=skin.kind, seed=seed, threads=threads)
    return Site(skin, model, skin.traits - frozenset(without), base_url=DEMO_ORIGIN)


def open_demo(skin_name: str) -> tuple[str, Transport]:
    """Give the entry URL of the built-in forum and the transport that answers for it."""
    # A calendar without end has no end for a strategy that follows every link.
    site = make_site(skin_name or DEMO_SKIN, threads=DEMO_THREADS, without={Trait.CALENDAR})
    return site.entry_url, SimulatedTransport(site, site.model.end)
