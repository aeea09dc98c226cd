"""Simulated forums by the name of their skin."""

from __future__ import annotations

from collections.abc import Collection

from weft.errors import UsageError
from weft.simulate._kinds import Trait
from weft.simulate._model import ForumModel
from weft.simulate._site import Site
from weft.simulate._skins import SKINS, Skin

DEMO_ORIGIN = "http://demo.weft.example"  # a reserved name: no request for it can leave this machine


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
