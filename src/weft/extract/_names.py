"""What may be a name, and where the link at it leads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from selectolax.lexbor import LexborNode

from weft.page import spot_times

NAME_CHARS = 40
_NAME_WORDS = 4
_NAME_MARKUP = 2000  # characters of an element that shows a name
_NOWHERE = ("#", "javascript:", "mailto:")
_LETTERS = re.compile(r"[^\W\d_]")
_DIGITS = re.compile(r"\d+")
_LABEL_CHARS = 24
_WALKED = 8  # elements
_ALT_CHARS = 16  # that pictures are called by besides the name


def strip_name(text: str) -> str:
    """Give the name before an address or a remark in brackets: "Ann Smith <ann at example.org>"."""
    return re.split(r"[<(\[]", text, maxsplit=1)[0].strip(" ,;\"'") or text


def short_text(node: LexborNode, *, has_buttons: bool = True) -> str:
    """Give an element's text if it may be a name, else an empty string; `has_buttons`: it may hold one."""
    text = name_text(node) if has_buttons else _one_line(node)
    return text if is_name(text) and is_small(node) else ""


def is_small(node: LexborNode) -> bool:
    """Tell whether an element is no larger than what shows a name."""
    return len(node.html or "") <= _NAME_MARKUP


def is_name(text: str) -> bool:
    """Tell whether a text may be a name: short, with letters, no time."""
    return 0 < len(text) <= NAME_CHARS and _is_named(text)


@lru_cache(maxsize=8192)  # what buttons say comes again and again
def _is_named(text: str) -> bool:
    if len(text.split()) > _NAME_WORDS or not _LETTERS.search(text):
        return False
    return not (_DIGITS.search(text) and spot_times(text))


def line_around(time: LexborNode) -> LexborNode:
    """Give the element of a time, or the one around it where words stand beside it there: "Posted by Ann <time>"."""
    around = time.parent
    return around if around is not None and any(map(str.isalpha, around.text(deep=False))) else time


def is_called(alt: str, name: str) -> bool:
    """Tell whether what a picture is called by is a name, maybe with a word or two: "Ann", "Avatar of Ann"."""
    return len(name) > 1 and len(alt) <= len(name) + _ALT_CHARS and is_worded(name, alt)


def is_initial(text: str, name: str) -> bool:
    """Tell whether a text is the letter that stands for the picture of somebody."""
    return len(text) == 1 and text.isalnum() and text.casefold() == name[:1].casefold()


def is_worded(text: str, title: str) -> bool:
    """Tell whether a title has a text in it, and not only as part of a longer word: "Bo" is not in "A Board"."""
    at = title.find(text)
    while at >= 0:
        if not title[max(0, at - 1) : at].isalnum() and not title[at + len(text) : at + len(text) + 1].isalnum():
            return True
        at = title.find(text, at + 1)
    return False


def name_text(node: LexborNode) -> str:
    """Give an element's text in one line, without that of buttons in it."""
    if _is_lone(node) or first_inside(node, "button") is None:
        return _one_line(node)
    pieces = (text for text in node.traverse(include_text=True) if text.tag == "-text" and not _is_pressed(text, node))
    return " ".join(" ".join(text.text_content or "" for text in pieces).split())


def _one_line(node: LexborNode) -> str:
    return " ".join(node.text(separator=" ").split())


def holds_only_text(node: LexborNode) -> bool:
    """Tell at once that there is no element in an element: there is nothing, or one text. Looking for one is slow."""
    child = node.child
    return child is None or (child.next is None and child.is_text_node)


def _is_lone(node: LexborNode) -> bool:
    """Tell at once that there is no button in an element: each holds nothing but the next, down to one text."""
    inner = node.child
    while inner is not None and inner.next is None and inner.tag != "button":
        if inner.is_text_node:
            return True
        inner = inner.child
    return inner is None


def _is_pressed(text: LexborNode, around: LexborNode) -> bool:
    current = text.parent
    while current is not None and current.mem_id != around.mem_id:
        if current.tag == "button":
            return True
        current = current.parent
    return False


def href_near(node: LexborNode) -> str:
    """Give the address of the link that an element is, holds or stands in; empty if there is none."""
    inner = node if node.tag == "a" else None if holds_only_text(node) else first_inside(node, "a", "href")
    for candidate in (inner, node.parent, node.parent.parent if node.parent is not None else None):
        if candidate is not None and candidate.tag == "a":
            href = candidate.attributes.get("href") or ""
            if href and not href.startswith(_NOWHERE):
                return href
    return ""


def first_inside(node: LexborNode, tag: str, attribute: str = "") -> LexborNode | None:
    """Give the first element of a kind inside; names stand in small elements, which are walked before one is asked for.

    The parser compiles what it is asked each time: that takes as long as walking a dozen elements.
    """
    for number, inner in enumerate(node.traverse()):
        if number > _WALKED:
            return node.css_first(f"{tag}[{attribute}]" if attribute else tag)
        if inner.tag == tag and (not attribute or attribute in inner.attributes):
            return inner
    return None


def href_shape(href: str) -> str:
    """Give what addresses of one kind share."""
    path, _, query = href.partition("?")
    keys = "&".join(part.partition("=")[0] for part in query.split("&") if part)
    return _DIGITS.sub("0", path if query else path.rstrip("/").rpartition("/")[0]) + "?" + keys


def rel_near(node: LexborNode) -> str:
    """Give the `rel` of the link that an element is or holds."""
    link = node if node.tag == "a" else None if holds_only_text(node) else node.css_first("a[rel]")
    return (link.attributes.get("rel") or "").casefold() if link is not None else ""


def is_listed(node: LexborNode, href: str) -> bool:
    """Tell whether a link stands side by side with another that leads to somebody else, or a name with one in one link.

    Links are of one kind, in one element.
    """
    if node.tag != "a":
        is_in = node.parent is not None and node.parent.tag == "a"
        return is_in and sum(sibling.tag == node.tag for sibling in _siblings(node)) > 1
    others = (sibling.attributes.get("href") or "" for sibling in _siblings(node) if sibling.tag == "a")
    return any(other != href and href_shape(other) == href_shape(href) for other in others if other)


def is_labelled(node: LexborNode) -> bool:
    """Tell whether an element is all that a list of terms has to say to one of them: "Location", "London"."""
    value = node if node.tag == "dd" else node.parent
    if value is None or value.tag != "dd" or (value is not node and value.text(strip=True) != node.text(strip=True)):
        return False
    label = next((one for one in _siblings(value) if one.tag == "dt"), None)
    return label is not None and 0 < len(label.text(strip=True)) <= _LABEL_CHARS


def _siblings(node: LexborNode) -> Iterable[LexborNode]:
    return node.parent.iter() if node.parent is not None else ()
