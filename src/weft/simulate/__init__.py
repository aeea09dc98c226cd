"""Simulated forums: seeded models in many skins, at any moment of their life, as a transport and as a server."""

from weft.simulate._changing import ChangingTransport
from weft.simulate._fast import FastClock
from weft.simulate._fates import Fates
from weft.simulate._kinds import DEFAULT_TRAITS, URL_STYLES, Kind, Trait, UrlStyle
from weft.simulate._locale import LOCALES, Locale, TimeStyle
from weft.simulate._model import ForumModel
from weft.simulate._pulse import (
    PageSize,
    Pulse,
    draw_paper_forums,
    draw_pulse,
    load_growth,
    nest_boards,
    pulse_of_model,
)
from weft.simulate._pulse_site import Candour, Order, PulsePage, PulseSite, Times
from weft.simulate._scripted import Delivery, ScriptedSite
from weft.simulate._server import run_server, serve
from weft.simulate._site import Answer, Site
from weft.simulate._sites import make_site, pick_skin
from weft.simulate._skins import SKINS, Skin
from weft.simulate._transport import Moments, SimulatedTransport, Visit
from weft.simulate._truth import TrueFile, TruePost, TrueThread, Truth, TruthKind
from weft.simulate._validators import Tags

__all__ = [
    "DEFAULT_TRAITS",
    "LOCALES",
    "SKINS",
    "URL_STYLES",
    "Answer",
    "Candour",
    "ChangingTransport",
    "Delivery",
    "FastClock",
    "Fates",
    "ForumModel",
    "Kind",
    "Locale",
    "Moments",
    "Order",
    "PageSize",
    "Pulse",
    "PulsePage",
    "PulseSite",
    "ScriptedSite",
    "SimulatedTransport",
    "Site",
    "Skin",
    "Tags",
    "TimeStyle",
    "Times",
    "Trait",
    "TrueFile",
    "TruePost",
    "TrueThread",
    "Truth",
    "TruthKind",
    "UrlStyle",
    "Visit",
    "draw_paper_forums",
    "draw_pulse",
    "load_growth",
    "make_site",
    "nest_boards",
    "pick_skin",
    "pulse_of_model",
    "run_server",
    "serve",
]
