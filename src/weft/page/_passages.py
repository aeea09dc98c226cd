"""Passages between rules: what a page parts with `<hr>` alone gets an element each, as all that is repeated has."""

from __future__ import annotations

from collections.abc import Sequence

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.page._timespot import spot_times

_INLINE = "a abbr b big br cite code em font i img kbd q s small span strike strong sub sup tt u"
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LISTS = frozenset({"ul", "ol", "dl"})
_FLOWING = frozenset(_INLINE.split()) | _HEADINGS | _LISTS | frozenset({"p", "pre", "blockquote", "center"})
_MOSTLY = 0.5  # of the passages have a time
_LINKED, _LISTED = 0.8, 0.3  # of the letters of a paragraph that is but links, and of a list of dated ones
_NOTE = 120  # characters of a note about editing, which may stand between two rules in a post
_HEAD = 300  # characters, at both ends of a passage, in which its time is looked for


def box_passages(tree: LexborHTMLParser) -> None:
    """Put what stands between rules into an element each where it is text without one, and most of it is dated.

    Boxes that stand between rules are elements already; parts of one post have one date. Before the first rule and
    after the last one, only what is dated is a passage: nothing else tells where it begins and ends.
    """
    rules: dict[int, list[LexborNode]] = {}
    for rule in tree.css("hr"):
        if rule.parent is not None:
            rules.setdefault(rule.parent.mem_id, []).append(rule)
    for own in rules.values():
        _box_between(tree, own)


def _box_between(tree: LexborHTMLParser, rules: Sequence[LexborNode]) -> None:
    parts = [part for rule in rules[:-1] if (part := _after(rule))]
    inner = [part for part in parts if _is_loose(part) and not _is_list(part)]
    edges = [_flow_of(_before(rules[0])[::-1])[::-1], _flow_of(_after(rules[-1]))]
    dated = [edge for edge in edges if _is_dated(edge)]
    count = len(dated) + sum(map(_is_dated, inner))
    if count == 1 and inner and len(_text_of(inner[0])) <= _NOTE and _flows_around(rules):
        return
    if count < (_MOSTLY * (len(parts) + len(dated)) if parts else len(edges)) or not count:
        return
    for passage in (*inner, *dated):
        _box(tree, passage)
    for rule in rules:  # the boxes tell what they told
        rule.decompose()


def _flows_around(rules: Sequence[LexborNode]) -> bool:
    """Tell whether text stands without a box right before the first rule and right after the last one."""
    before, after = _before(rules[0]), _after(rules[-1])
    return bool(before and after) and _flows(before[-1]) and _flows(after[0])


def _box(tree: LexborHTMLParser, passage: Sequence[LexborNode]) -> None:
    passage[0].insert_before(tree.create_node("div"))
    box = passage[0].prev
    if box is not None:
        for node in passage:
            box.insert_child(node)  # a copy
            node.decompose()


def _after(rule: LexborNode) -> list[LexborNode]:
    """Give what follows a rule up to the next."""
    found = []
    node = rule.next
    while node is not None and node.tag != "hr":
        found.append(node)
        node = node.next
    return _trim(found)


def _before(rule: LexborNode) -> list[LexborNode]:
    """Give what stands before a rule."""
    found = []
    node = rule.prev
    while node is not None:
        found.append(node)
        node = node.prev
    return _trim(found[::-1])


def _trim(nodes: Sequence[LexborNode]) -> list[LexborNode]:
    """Leave blanks at both ends out."""
    shown = [place for place, node in enumerate(nodes) if not _is_blank(node)]
    return list(nodes[shown[0] : shown[-1] + 1]) if shown else []


def _is_blank(node: LexborNode) -> bool:
    return node.is_comment_node or node.tag == "br" or (node.is_text_node and not node.text(strip=True))


def _flows(node: LexborNode) -> bool:
    return node.is_text_node or node.is_comment_node or node.tag in _FLOWING


def _is_loose(passage: Sequence[LexborNode]) -> bool:
    """Tell whether a passage is a text of several pieces without a box around it."""
    return all(map(_flows, passage)) and sum(not _is_blank(node) for node in passage) > 1


def _flow_of(nodes: Sequence[LexborNode]) -> list[LexborNode]:
    """Give what comes before the first heading or box, or before links in a paragraph of their own at the end."""
    stops = (place for place, node in enumerate(nodes) if not _flows(node) or node.tag in _HEADINGS)
    found = _trim(nodes[: next(stops, len(nodes))])
    while found and found[-1].tag == "p" and _is_linked(found[-1:], _LINKED):
        found = _trim(found[:-1])
    return found


def _is_list(passage: Sequence[LexborNode]) -> bool:
    """Tell whether a passage lists others: a list with its heading, or dated links."""
    is_listed = all(node.tag in _LISTS or node.tag in _HEADINGS or _is_blank(node) for node in passage)
    return is_listed or _is_linked(passage, _LISTED)


def _is_linked(passage: Sequence[LexborNode], share: float) -> bool:
    """Tell whether so much of what there is to read is links."""
    elements = [node for node in passage if not node.is_text_node]
    linked = sum(len(link.text(strip=True)) for node in elements for link in node.css("a"))
    return linked >= share * sum(len(node.text(strip=True)) for node in passage)


def _is_dated(passage: Sequence[LexborNode]) -> bool:
    text = _text_of(passage)
    return bool(spot_times(text[:_HEAD]) or spot_times(text[-_HEAD:]))


def _text_of(passage: Sequence[LexborNode]) -> str:
    return " ".join(node.text(separator=" ") for node in passage)
