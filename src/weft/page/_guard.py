"""A look at the raw tags before the parser gets them.

The parser (lexbor) is quadratic in nesting depth and in attributes per tag: 200 KB of `<div>` cost it 12 s
(reliability.md A5). Browsers cut trees at depth 512; we refuse them. The first look is a bound computed with numpy in
about 0.1 ms for a 50 KB page; only pages that exceed the bound are scanned tag by tag.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

MAX_DEPTH = 512  # Blink's and WebKit's limit
MAX_ATTRIBUTES = 2000  # on one tag
_LONG_TAG_BYTES = 16 * 1024

_VOID = (
    b"area base basefont bgsound br col embed frame hr img image input keygen link meta param source track wbr"
).split()
# HTML's optional end tags: an opening tag closes an open one of its group, unless a barrier stands between.
_CELL, _ITEM = frozenset({b"td", b"th"}), frozenset({b"dt", b"dd"})
_BOXES = frozenset({b"table", b"td", b"th", b"button", b"object", b"caption", b"div", b"ul", b"ol", b"dl", b"select"})
_IMPLIED_ENDS: dict[bytes, tuple[frozenset[bytes], frozenset[bytes]]] = {
    b"p": (frozenset({b"p"}), _BOXES),
    b"li": (frozenset({b"li"}), frozenset({b"ul", b"ol", b"table", b"td", b"th"})),
    b"dt": (_ITEM, frozenset({b"dl", b"table", b"td", b"th"})),
    b"dd": (_ITEM, frozenset({b"dl", b"table", b"td", b"th"})),
    b"tr": (frozenset({b"tr"}), frozenset({b"table"})),
    b"td": (_CELL, frozenset({b"tr", b"table"})),
    b"th": (_CELL, frozenset({b"tr", b"table"})),
    b"option": (frozenset({b"option"}), frozenset({b"select", b"optgroup"})),
}
_FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
_LOOK_BACK = 64  # elements; deeper ones are taken as not closed, which keeps the scan linear
# Text inside these is not markup; an unclosed one swallows the rest of the page.
_TAGS = re.compile(
    rb"<!--.*?(?:-->|\Z)"
    rb"|<(script|style|textarea|title|xmp|noembed|noframes|plaintext)\b.*?(?:</\1\b[^>]*>|\Z)"
    rb"|<(/?)([a-zA-Z][^\s/>]*)",
    re.DOTALL | re.IGNORECASE,
)

_QUOTED = re.compile(rb"\"[^\"]*+\"|'[^']*+'")
_RAW_TEXT = re.compile(rb"<(script|style)\b.*?(?:</\1\b|\Z)", re.DOTALL | re.IGNORECASE)
_ODD = re.compile(rb"<[\s\"']")
_MAX_ODD = 2 * MAX_ATTRIBUTES

_Ints = npt.NDArray[np.int64]
_Keys = npt.NDArray[np.uint64]
_Flags = npt.NDArray[np.bool_]
_EACH = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_LOWER = np.uint64(0x2020202020202020)


def refuse_tree(content: bytes) -> str:
    """Say why a page must not be parsed, or give an empty string when it may be. Linear in the page's size."""
    data = np.frombuffer(content, dtype=np.uint8)
    starts = np.flatnonzero(data == ord("<"))
    # A page with few tags cannot be deep, and a short one has no long tags.
    if len(starts) <= MAX_DEPTH and len(content) < _LONG_TAG_BYTES:
        return ""
    padded = content + bytes(24)
    after = np.frombuffer(padded, dtype=np.uint8)[starts + 1]
    if _may_be_deep(padded, starts, after) and _is_too_deep(content):
        return f"nested deeper than {MAX_DEPTH} elements"
    if _has_monster_tag(content, starts, after):
        return f"a tag with more than {MAX_ATTRIBUTES} attributes"
    return ""


def _may_be_deep(padded: bytes, starts: _Ints, after: npt.NDArray[np.uint8]) -> bool:
    """Tell whether the tags leave room for a tree that is too deep: by their number, pairs and names, in this order."""
    opens, closes = (after | 0x20) - ord("a") < 26, after == ord("/")
    if np.count_nonzero(opens) <= MAX_DEPTH:
        return False
    named = np.flatnonzero(opens | closes)
    closes = closes[named]
    keys = _name_keys(_eight_bytes(padded), starts[named] + 1 + closes)
    return _count_unpaired(keys, closes) >= MAX_DEPTH and _depth_bound(keys, closes) > MAX_DEPTH


def _count_unpaired(keys: _Keys, closes: _Flags) -> int:
    """Count the opening tags that their end tags do not follow at once; the tree is deeper by one at most.

    An element without others in it ends before the next begins, and so do those around such ones once these are left
    out. Two rounds, void elements left out in the second, settled it for each of 1,047 pages of nine real forums.
    """
    for is_last in (False, True):
        leaves = ~closes[:-1] & closes[1:] & (keys[:-1] == keys[1:])
        unpaired = len(closes) - np.count_nonzero(closes) - np.count_nonzero(leaves)
        if unpaired < MAX_DEPTH or is_last:
            break
        rest = ~np.isin(keys, _VOID_KEYS)
        rest[:-1] &= ~leaves
        rest[1:] &= ~leaves
        keys, closes = keys[rest], closes[rest]
    return int(unpaired)


def _depth_bound(keys: _Keys, closes: _Flags) -> int:
    """Bound the depth: per tag name the largest surplus of opening over closing tags, summed over names.

    Per name, because a stray end tag of another name closes nothing and must not hide a nesting one.
    """
    steps = np.where(closes, -1, 1)
    steps[np.isin(keys, _VOID_KEYS)] = 0
    order = np.argsort(keys, kind="stable")
    keys, steps = keys[order], steps[order]
    is_head = np.concatenate(([True], keys[1:] != keys[:-1]))
    heads, segment = np.flatnonzero(is_head), np.cumsum(is_head)
    # Each later name lies far below the one before, so a running minimum never looks back across names.
    level = np.cumsum(steps) - segment * (4 * len(steps) + 4)
    rise = level - np.minimum.accumulate(level - steps)
    return int(np.maximum.reduceat(rise, heads).clip(min=0).sum())


def _name_keys(words: _Keys, at: _Ints) -> _Keys:
    """Give each tag name that begins at `at` as a number: its bytes, lower case, up to the end of the name.

    `words[i]` are the eight bytes from i on. Names of sixteen bytes and more get a number of their own each.
    """
    first, first_ended = _cut_name(words[at])
    long = np.flatnonzero(~first_ended)
    if len(long):
        second, second_ended = _cut_name(words[at[long] + 8])
        first[long] = first[long] * np.uint64(0x9E3779B97F4A7C15) + second
        endless = long[~second_ended]
        first[endless] = np.arange(len(endless), dtype=np.uint64)
    return first


def _cut_name(words: _Keys) -> tuple[_Keys, _Flags]:
    """Clear the bytes from the first white space, `/` or `>` on, eight bytes at a time; tell where there was one."""
    ends = (words - _EACH * np.uint64(0x21)) & ~words & _HIGH  # a byte below '!': white space, NUL
    for stop in (ord("/"), ord(">")):
        other = words ^ (_EACH * np.uint64(stop))
        ends |= (other - _EACH) & ~other & _HIGH
    lowest = ends & (~ends + np.uint64(1))
    return (words | _LOWER) & ((lowest >> np.uint64(7)) - np.uint64(1)), ends != 0


def _key_of(name: bytes) -> np.uint64:
    return np.uint64(_name_keys(_eight_bytes(name.ljust(24, b">")), np.array([0]))[0])


def _eight_bytes(padded: bytes) -> _Keys:
    """View bytes as overlapping words: element i holds bytes i to i+7, the first in the lowest place."""
    return np.ndarray(shape=(len(padded) - 7,), dtype="<u8", buffer=padded, strides=(1,))


_VOID_KEYS = np.array([_key_of(name) for name in _VOID], dtype=np.uint64)
_VOID_NAMES = frozenset(_VOID)


def _is_too_deep(content: bytes) -> bool:
    """Follow the tags with a stack until it is too high."""
    stack: list[bytes] = []
    active: list[bytes] = []
    for match in _TAGS.finditer(content):
        name = match.group(3)
        if name is None:
            continue
        name = name.lower()
        if name in _FORMATTING:
            _format(active, name, content[match.end() : match.end() + 80], closes=bool(match.group(2)))
        elif match.group(2):
            _close(stack, name)
        elif name not in _VOID_NAMES:
            if name in _IMPLIED_ENDS:
                _close_implied(stack, *_IMPLIED_ENDS[name])
            stack.append(name)
        if len(stack) + len(active) > MAX_DEPTH:
            return True
    return False


def _format(active: list[bytes], name: bytes, attributes: bytes, *, closes: bool) -> None:
    """Formatting elements stay active when a block around them ends, and are opened anew in the next one.

    Three of equal name and attributes at most (HTML's 'Noah's Ark clause'); different ones pile up without end.
    """
    if not closes:
        tag = name + b" " + attributes.partition(b">")[0]
        if active[-_LOOK_BACK:].count(tag) < 3:
            active.append(tag)
        return
    for depth in range(len(active) - 1, max(-1, len(active) - _LOOK_BACK), -1):
        if active[depth].startswith(name + b" "):
            del active[depth]
            return


def _close(stack: list[bytes], name: bytes) -> None:
    for depth in range(len(stack) - 1, max(-1, len(stack) - _LOOK_BACK), -1):
        if stack[depth] == name:
            del stack[depth:]
            return


def _close_implied(stack: list[bytes], group: frozenset[bytes], barriers: frozenset[bytes]) -> None:
    for depth in range(len(stack) - 1, max(-1, len(stack) - _LOOK_BACK), -1):
        if stack[depth] in group:
            del stack[depth:]
            return
        if stack[depth] in barriers:
            return


def _has_monster_tag(content: bytes, starts: _Ints, after: npt.NDArray[np.uint8]) -> bool:
    ends = np.concatenate((starts[1:], [len(content)]))
    for index in np.flatnonzero(ends - starts > _LONG_TAG_BYTES):
        # quoted values may be long (whole documents in data attributes) and hold anything
        tag = _QUOTED.sub(b"", content[starts[index] : ends[index]]).partition(b">")[0]
        if len(tag.split(None, MAX_ATTRIBUTES + 1)) > MAX_ATTRIBUTES:
            return True
    if len(starts) <= _MAX_ODD:
        return False
    # A '<' inside each value hides a monster tag from the gaps; in scripts it is a comparison.
    odd = (after <= ord(" ")) | (after == ord('"')) | (after == ord("'"))
    return int(odd.sum()) > _MAX_ODD and len(_ODD.findall(_RAW_TEXT.sub(b"", content))) > _MAX_ODD
