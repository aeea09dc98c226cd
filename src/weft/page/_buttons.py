"""Buttons that lead somewhere: a form that asks for nothing is a link written otherwise, and becomes one in the tree.

Older forums turn pages by them: hidden fields with a button "Next", or numbers of pages to choose from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.urls import resolve

_FIELDS = "input, button, select, textarea"
_PRESSED = frozenset({"submit", "image"})
_SILENT = frozenset({"button", "reset"})  # send nothing by themselves
_DIGITS = re.compile(r"\d+")
_LEAST_CHOICES, _MOST_CHOICES = 2, 500
_LONGEST = 60  # characters of what a button says

Pairs = list[tuple[str, str]]


def link_buttons(tree: LexborHTMLParser, page_url: str) -> None:
    """Put a link in place of each button, and of each page number to choose, that may turn the page.

    That is one which leads to the page's own address with another number in it, or a number more. Search forms, logins
    and choices of boards, orders or languages ask for something, or lead elsewhere: they stay what they are.
    """
    forms = [node for node in tree.css("form") if (node.attributes.get("method") or "get").lower() == "get"]
    base = tree.css_first("base[href]") if forms else None
    around = (resolve(base.attributes.get("href") or "", page_url) if base is not None else None) or page_url
    for form in forms:
        address = resolve(form.attributes.get("action") or page_url, around)
        if address is not None:
            _link_form(tree, form, address.partition("?")[0], page_url)


def _link_form(tree: LexborHTMLParser, form: LexborNode, address: str, page_url: str) -> None:
    hidden: Pairs = []
    pressed, chosen = [], []
    for field in form.css(_FIELDS):
        kind = _kind(field)
        if kind == "hidden":
            hidden += _named(field, field.attributes.get("value") or "")
        elif kind in _PRESSED:
            pressed.append(field)
        elif kind == "select":
            chosen.append(field)
        elif kind not in _SILENT:  # it asks for something
            return
    if len(chosen) > 1:
        return
    offered = list(_choices(chosen[0])) if chosen else list(_presses(pressed))
    links = [(field, text, f"{address}?{urlencode([*hidden, *own])}") for field, text, own in offered]
    if links and all(_may_turn(page_url, url) for _, _, url in links if url != page_url):
        _put_links(tree, links)


def _kind(field: LexborNode) -> str:
    kind = (field.attributes.get("type") or "").lower()
    if field.tag == "button":
        return kind or "submit"
    return kind or "text" if field.tag == "input" else field.tag or ""


def _named(field: LexborNode, value: str) -> Pairs:
    name = field.attributes.get("name")
    return [(name, value)] if name else []


def _presses(buttons: list[LexborNode]) -> Iterator[tuple[LexborNode, str, Pairs]]:
    """Give the buttons with what they say and send. The name of an only one tells the site nothing: it is not sent."""
    for button in buttons:
        attributes = button.attributes
        said = attributes.get("value") or attributes.get("alt") or attributes.get("title") or ""
        text = " ".join((button.text() if button.tag == "button" else said).split())
        if 0 < len(text) <= _LONGEST:
            yield button, text, _named(button, attributes.get("value") or "") if len(buttons) > 1 else []


def _choices(field: LexborNode) -> Iterator[tuple[LexborNode, str, Pairs]]:
    """Give the choices with what they say and send, if they are numbers from one on."""
    options = field.css("option")
    texts = [" ".join(option.text().split()) for option in options]
    numbers = [found[0] if (found := _DIGITS.search(text)) else "" for text in texts]
    if _LEAST_CHOICES <= len(options) <= _MOST_CHOICES and numbers == [str(n) for n in range(1, len(options) + 1)]:
        for option, text, number in zip(options, texts, numbers, strict=True):
            yield field, number, _named(field, option.attributes.get("value") or text)


def _may_turn(page_url: str, url: str) -> bool:
    """Tell whether an address is that of the page but for numbers, with a number that is not the page's."""
    page, other = urlsplit(page_url), urlsplit(url)
    if (page.scheme, page.netloc, _shape(page.path)) != (other.scheme, other.netloc, _shape(other.path)):
        return False
    own, sent = dict(parse_qsl(page.query, True)), dict(parse_qsl(other.query, True))
    is_alike = all(_shape(value) == _shape(own[key]) for key, value in sent.items() if key in own)
    return is_alike and any(any(map(str.isdigit, value)) and value != own.get(key) for key, value in sent.items())


def _shape(text: str) -> str:
    return _DIGITS.sub("#", text)


def _put_links(tree: LexborHTMLParser, links: list[tuple[LexborNode, str, str]]) -> None:
    for field, text, url in links:
        field.insert_before(tree.create_node("a"))
        link = field.prev
        if link is not None:
            link.attrs["href"] = url
            link.insert_child(text)
    for field in {field.mem_id: field for field, _, _ in links}.values():
        field.decompose()
