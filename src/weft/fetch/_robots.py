"""robots.txt as rules (RFC 9309): protego does the matching, a pre-filter makes it see what the RFC means. Pure."""

from __future__ import annotations

import codecs
import math
import re

from protego import Protego

PRODUCT_TOKEN = "Weft"  # noqa: S105  the name robots.txt groups call us by, not a secret
MAX_LINE_CHARS = 8192  # no URL is longer, so a longer rule matches nothing
# What a line may be. Anything else is dropped before parsing: between two user-agent lines protego would take it for
# the end of the group, which RFC 9309 2.2.4 forbids. The misspellings are those seen in thousands of real files.
AGENT_KEYS = frozenset({"user-agent", "useragent", "user agent"})
RULE_KEYS = {
    "allow": "allow",
    "disallow": "disallow",
    "dissallow": "disallow",
    "dissalow": "disallow",
    "disalow": "disallow",
    "diasllow": "disallow",
    "disallaw": "disallow",
    "crawl-delay": "crawl-delay",
    "crawl delay": "crawl-delay",
}
SITEMAP_KEYS = frozenset({"sitemap", "sitemaps", "site-map"})
_SOMEBODY_ELSE = "-"  # no product token is this, so such a group never matches
_TOKEN = re.compile(r"[A-Za-z_-]+")  # RFC 9309 2.2.1


class RobotsRules:
    """What one robots.txt says to one agent. Parsing is costly (a second for 30,000 rules): keep the object."""

    def __init__(self, body: bytes, agent: str = PRODUCT_TOKEN, *, cut: bool = False) -> None:
        lines, self.sitemaps = _filter_lines(_decode(body, cut=cut), agent)
        self._agent = agent or "anonymous"
        self._rules = Protego.parse("\n".join(lines)) if lines else None
        self.crawl_delay = self._read_delay()

    def allows(self, url: str) -> bool:
        """Tell whether the agent may ask for a URL; /robots.txt itself always may be asked for."""
        return self._rules is None or bool(self._rules.can_fetch(url, self._agent))

    def _read_delay(self) -> float | None:
        delay = self._rules.crawl_delay(self._agent) if self._rules is not None else None
        if delay is None or not math.isfinite(delay) or delay < 0:
            return None
        return float(delay)


def _decode(body: bytes, *, cut: bool) -> str:
    if body.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = body.decode("utf-16", "replace")
    else:
        text = body.decode("utf-8-sig", "replace")
    # Half a line at the size limit could say the opposite of the whole: `Allow: /` was `Allow: /public/`.
    if cut and not text.endswith(("\n", "\r")):
        text = text[: max(text.rfind("\n"), text.rfind("\r")) + 1]
    return text.replace("\0", "")


def _filter_lines(text: str, agent: str) -> tuple[list[str], tuple[str, ...]]:
    """Keep the lines that mean something, keys spelt properly and agents reduced to us, everybody, somebody else."""
    kept: list[str] = []
    sitemaps: list[str] = []
    has_rule = False
    for line in re.split(r"[\r\n]+", text):
        if len(line) > MAX_LINE_CHARS:
            continue
        key, value = _split_line(line)
        if key in AGENT_KEYS:
            kept.append(f"user-agent: {_reduce_agent(value, agent)}")
        elif key in RULE_KEYS:
            kept.append(f"{RULE_KEYS[key]}: {value}")
            has_rule = True
        elif key in SITEMAP_KEYS and value:
            sitemaps.append(value)
    return (kept if has_rule else []), tuple(sitemaps)


def _split_line(line: str) -> tuple[str, str]:
    content = line.partition("#")[0].strip()
    key, colon, value = content.partition(":")
    lowered = key.strip().lower()
    if colon and (lowered in AGENT_KEYS or lowered in RULE_KEYS or lowered in SITEMAP_KEYS):
        return lowered, value.strip()
    # `Disallow /x`: a forgotten colon, common enough that the RFC's reference parser takes it.
    parts = content.split(None, 1)
    return (parts[0].lower(), parts[1]) if len(parts) == 2 else ("", "")


def _reduce_agent(value: str, agent: str) -> str:
    if value.partition(" ")[0] == "*":
        return "*"
    token = _TOKEN.match(value)
    if token is not None and token.group().lower() == agent.lower():
        return agent
    return _SOMEBODY_ELSE
