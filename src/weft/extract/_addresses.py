"""Where links and pictures of a post lead: absolute addresses."""

from __future__ import annotations

from urllib.parse import quote

from weft.extract._body_fragment import Attributes
from weft.urls import resolve

# Where pictures that are loaded late keep their address, best first; `src` then holds a placeholder.
_LATE = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-url", "data-image", "data-full")


def link_address(href: str, base: str) -> str:
    """Give the absolute form of a link that leads to the web or to a mailbox, its fragment kept; else nothing."""
    href = href.strip()
    if not href:
        return ""
    if href[:7].lower() == "mailto:":
        return "mailto:" + quote(href[7:], safe="@?=&%+.,;:/-_~!*'()")
    url = resolve(href, base)
    if url is None:
        return ""
    fragment = href.partition("#")[2]
    return f"{url}#{quote(fragment, safe='%/?=&;:@!,.~*+-_')}" if fragment else url


def image_address(attributes: Attributes, base: str) -> str:
    """Give the address of a picture, also where it is loaded late; nothing if it has none on the web."""
    for name in _LATE:
        value = attributes.get(name)
        if value and (url := resolve(value.strip(), base)) is not None:
            return url
    source = (attributes.get("src") or "").strip()
    if not source or source[:5].lower() == "data:":
        source = (attributes.get("data-srcset") or attributes.get("srcset") or "").strip().partition(" ")[0].rstrip(",")
    return (resolve(source, base) or "") if source else ""
