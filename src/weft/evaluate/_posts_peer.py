"""Posts by trafilatura: what people would use who have no forum extractor. Needs the extra `bench`.

It gives a main text, the text of comments, and one author and date for the whole document; how to make posts of that is
left to its user, so several ways are tried, and the best of them is the one to compare with.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from weft.errors import UsageError
from weft.evaluate._posts_gold import GoldFigures, GoldPage, PageScore, ReadPost, score_gold_page

MODES: dict[str, dict[str, bool]] = {"": {}, ", fast": {"fast": True}, ", recall": {"favor_recall": True}}
# What holds several pieces of text: blocks, lists, tables and their rows, as trafilatura names them.
_HOLDERS = frozenset({"div", "list", "table", "row"})

Ways = dict[str, Callable[[Any], Iterable[str]]]


def compare_trafilatura(pages: Sequence[GoldPage]) -> dict[str, list[PageScore]]:
    """Score every way to make posts of what it gives; raises UsageError where it is not installed."""
    extract = load_trafilatura()
    scores: dict[str, list[PageScore]] = defaultdict(list)
    for page in pages[:1]:  # what it loads on first use counts for no page
        extract(page.html, url=page.url)
    for page in pages:
        for mode, options in MODES.items():
            before = time.process_time()
            document = extract(page.html, url=page.url, include_comments=True, with_metadata=True, **options)
            cost = GoldFigures(pages=1, seconds=time.process_time() - before)
            for way, split in WAYS.items():
                figures = score_gold_page(page.posts, _to_posts(document, split)) + cost
                scores[way + mode].append(PageScore(page.host, page.software, figures))
    return dict(scores)


def pick_best(ways: dict[str, list[PageScore]]) -> str:
    """Give the way with the highest F1 over all pages."""
    return max(ways, key=lambda way: sum((score.figures for score in ways[way]), GoldFigures()).f1)


def load_trafilatura() -> Callable[..., Any]:
    """Give its function; raises UsageError where it is not installed."""
    try:
        extract: Callable[..., Any] = import_module("trafilatura").bare_extraction
    except ImportError:
        raise UsageError("Comparing needs trafilatura; install it with: pip install 'weft[bench]'") from None
    return extract


def _to_posts(document: Any, split: Callable[[Any], Iterable[str]]) -> list[ReadPost]:
    if document is None:
        return []
    return [ReadPost(text, document.author or "", document.date or "") for text in split(document)]


def _whole(document: Any) -> Iterator[str]:
    yield " ".join(_text(body) for body in (document.body, document.commentsbody))


def _main_and_comments(document: Any) -> Iterator[str]:
    yield _text(document.body)
    yield from map(_text, _children(document.commentsbody))


def _elements(document: Any) -> Iterator[str]:
    for body in (document.body, document.commentsbody):
        yield from map(_text, _children(body))


def _pieces(document: Any) -> Iterator[str]:
    for body in (document.body, document.commentsbody):
        yield from map(_text, _leaves(_children(body)))


WAYS: Ways = {
    "all text one post": _whole,
    "main text and each comment": _main_and_comments,
    "each element": _elements,
    "each paragraph, item and cell": _pieces,
}


def _leaves(elements: Sequence[Any]) -> Iterator[Any]:
    for element in elements:
        if element.tag in _HOLDERS and len(element):
            yield from _leaves(list(element))
        else:
            yield element


def _children(body: Any) -> list[Any]:
    return list(body) if body is not None else []


def _text(element: Any) -> str:
    return " ".join(element.itertext()) if element is not None else ""
