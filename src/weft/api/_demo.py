"""The built-in forum: a simulated one, answered inside this process."""

from __future__ import annotations

from weft.fetch import Transport
from weft.simulate import SimulatedTransport, Trait, make_site

DEMO_SKIN = "oldtable"
DEMO_THREADS = 60


def open_demo(skin_name: str) -> tuple[str, Transport]:
    """Give the entry URL of the built-in forum and the transport that answers for it."""
    # A calendar without end has no end for a strategy that follows every link.
    site = make_site(skin_name or DEMO_SKIN, threads=DEMO_THREADS, without={Trait.CALENDAR})
    return site.entry_url, SimulatedTransport(site, site.model.end)
