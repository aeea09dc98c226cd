"""The web: one polite way out, its limits, and the network behind a protocol."""

from weft.fetch._actions import acts
from weft.fetch._aio import AioTransport
from weft.fetch._cookies import Cookie, CookieJar, load_cookies
from weft.fetch._decode import DecodeLimits, decode_content
from weft.fetch._fetcher import Fetcher, Purpose
from weft.fetch._guard import AddressGuard, is_loopback, is_public
from weft.fetch._hosts import HostMemory, HostNotes, MemoryHosts
from weft.fetch._memory import MemoryAnswer, MemoryTransport
from weft.fetch._outcome import Deferred, Failed, Fetched, Outcome, Redirected, Refusal, Refused
from weft.fetch._pace import Pace, PaceLimits
from weft.fetch._read import Choose, ReadLimits, Sink
from weft.fetch._render import Ask, MemoryRenderer, Rendered, Renderer
from weft.fetch._render_chromium import ChromiumRenderer
from weft.fetch._render_parts import is_same_site
from weft.fetch._retry import parse_retry_after
from weft.fetch._robots import RobotsRules
from weft.fetch._wire import Method, Transport, TransportError, Trouble, WireRequest, WireResponse

__all__ = [
    "AddressGuard",
    "AioTransport",
    "Ask",
    "Choose",
    "ChromiumRenderer",
    "Cookie",
    "CookieJar",
    "DecodeLimits",
    "Deferred",
    "Failed",
    "Fetched",
    "Fetcher",
    "HostMemory",
    "HostNotes",
    "MemoryAnswer",
    "MemoryHosts",
    "MemoryRenderer",
    "MemoryTransport",
    "Method",
    "Outcome",
    "Pace",
    "PaceLimits",
    "Purpose",
    "ReadLimits",
    "Redirected",
    "Refusal",
    "Refused",
    "Rendered",
    "Renderer",
    "RobotsRules",
    "Sink",
    "Transport",
    "TransportError",
    "Trouble",
    "WireRequest",
    "WireResponse",
    "acts",
    "decode_content",
    "is_loopback",
    "is_public",
    "is_same_site",
    "load_cookies",
    "parse_retry_after",
]
