"""Gold pages cut to a few of their posts: most threads are short, and little repeats on their pages.

What a person marked on a long page is cut out of it, with all that stands around the other posts left as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from selectolax.lexbor import LexborHTMLParser, LexborNode

from weft.evaluate._posts_gold import GoldPage

_NO_WORD = re.compile(r"\W+")  # a fixed pattern of our own, linear by construction
_TELLING = (400, 60)  # letters and digits a post begins or ends with that tell where it is
_APART = 20  # letters and digits between two posts that are part of one of them, if they stand between most
_NOTICES = 2  # places of a page where such are notices


def cut_gold(pages: Iterable[GoldPage], keep: int) -> list[GoldPage]:
    """Give each page twice, with its first and its last posts alone, if each post has an element to itself there."""
    return [cut for page in pages for last in (False, True) if (cut := cut_page(page, keep, last=last)) is not None]


def cut_page(page: GoldPage, keep: int, *, last: bool) -> GoldPage | None:
    """Give a page with its first or last posts alone; None where it has no more than these, or cannot be cut."""
    if len(page.posts) <= keep or not all(_flatten(post.text) for post in page.posts):
        return None
    tree = LexborHTMLParser(page.html)
    roots = _find_roots(tree, [post.text for post in page.posts])
    if roots is None:
        return None
    kept = slice(len(roots) - keep, None) if last else slice(0, keep)
    for root in roots[: len(roots) - keep] if last else roots[keep:]:
        root.decompose()
    return replace(page, html=tree.html or "", posts=page.posts[kept])


def _find_roots(tree: LexborHTMLParser, texts: Sequence[str]) -> list[LexborNode] | None:
    """Give the outermost elements that hold one post each; None where a post is not found or has more of them."""
    ways = [_find_way(tree, _flatten(text)) for text in texts]
    shared = Counter(node.mem_id for way in ways for node in way)
    roots = [root for way in ways if (root := next((node for node in way if shared[node.mem_id] == 1), None))]
    apart = sum(_are_apart(one, other) for one, other in pairwise(roots))
    lists = Counter(root.parent.mem_id for root in roots if root.parent is not None)
    is_list = len(roots) == len(texts) and len(roots) - max(lists.values()) <= 1  # the opening may stand elsewhere
    return roots if is_list and apart <= _NOTICES else None


def _find_way(tree: LexborHTMLParser, text: str) -> list[LexborNode]:
    """Give the way to a post, by a piece of it that the page says once; nothing where there is none."""
    whole = _flatten(tree.body.text()) if tree.body is not None else ""
    pieces = (piece for chars in _TELLING for piece in (text[:chars], text[-chars:]))
    piece = next((piece for piece in pieces if whole.count(piece) == 1), None)
    return list(_way_to(tree.body, piece)) if piece is not None else []


def _way_to(body: LexborNode | None, wanted: str) -> Iterator[LexborNode]:
    """Give the elements from the outermost to the innermost that holds a text; nothing where none does."""
    here = body if body is not None and wanted in _flatten(body.text()) else None
    while here is not None:
        yield here
        here = next((child for child in here.iter() if wanted in _flatten(child.text())), None)


def _are_apart(one: LexborNode, other: LexborNode) -> bool:
    """Tell whether there is something to read between two elements side by side."""
    between, chars = one.next, 0
    while between is not None and between.mem_id != other.mem_id:
        chars += len(_flatten(between.text()))
        between = between.next
    return between is not None and chars >= _APART


def _flatten(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())
