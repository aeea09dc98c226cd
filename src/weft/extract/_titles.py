"""The title of a thread: the heading that the document's own title repeats."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from functools import lru_cache

from selectolax.lexbor import LexborNode

from weft.extract._places import stable_tokens
from weft.page import Page

MAX_TITLE = 300
_MOST_MARKUP = 10 * MAX_TITLE  # of an element that is a title
_LEAST = 2  # letters and digits of a title
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_LOOKED_AT = "h1, h2, h3, h4, h5, h6, a, b, strong, font, span, div, td, th, p, li, big, center, caption, legend"
_COVERED = 0.8  # share of the pages on which a selector must give a part of the title
_MOST = 0.5  # of what titles say; the names of boards are less, as a rule
_AGAIN = 0.5  # of the titles have what others have, too, and each other words beside it
_MANY = 5  # pages that tell whether a title is the site's
_LETTERS = re.compile(r"[^\W\d_]")
_NAME = re.compile(r"[A-Za-z_][\w-]*\Z")
_BETWEEN = " \t-–—|:»«·•/,."
_MARKS = frozenset("-–—|:»«·•/")


def learn_title(pages: Sequence[Page], records: Sequence[Collection[int]]) -> str:
    """Give a selector whose first element is the thread's title on nearly all pages; empty if there is none.

    `records` are for each page the identities of the elements that posts begin with: titles stand outside. What all
    documents' titles have is the site's name: a heading with it is no title where many tell that it is one.
    """
    titles = [page.title for page in pages]
    clip = learn_clip(titles)
    own = [_clip(title, clip) for title in titles]
    found = _find_title(pages, records, own)
    if found and not _says_most(pages, found, own):  # the board's name; the title may stand in the opening
        anywhere = _find_title(pages, [()] * len(pages), own)
        found = anywhere if _says_most(pages, anywhere, own) else found
    if found and _comes_again(pages, found, own):  # a long name of a board, beside short titles
        return ""
    is_sure = own == titles or len(set(titles)) >= _MANY
    return found if found or is_sure else _find_title(pages, records, titles)


def _find_title(pages: Sequence[Page], records: Sequence[Collection[int]], titles: Sequence[str]) -> str:
    """Give the selector whose first element has most of each page's title, and nothing else."""
    found: dict[str, list[int]] = defaultdict(list)
    texts: dict[str, set[str]] = defaultdict(set)
    for page, roots, title in zip(pages, records, titles, strict=True):
        whole = _fold(title)
        seen: set[str] = set()
        for node in page.tree.css(_LOOKED_AT) if whole else ():
            for selector in _selectors(node):
                if selector in seen:
                    continue
                seen.add(selector)
                text = _text_of(node)
                folded = _fold(text)
                if len(folded) >= _LEAST and folded in whole and not _is_inside(node, roots):
                    found[selector].append(len(folded))
                    texts[selector].add(folded)
    enough = [s for s, lengths in found.items() if len(lengths) >= _COVERED * len(pages) and _varies(texts[s], pages)]
    worth = {s: (round(len(found[s]) / len(pages), 1), sum(found[s]), _rank(s)) for s in enough}
    ranked = sorted(enough, key=worth.__getitem__, reverse=True)
    return next((selector for selector in ranked if _reads(pages, selector, titles)), "")


def _reads(pages: Sequence[Page], selector: str, titles: Sequence[str]) -> bool:
    """Tell whether a selector, looked up, gives a part of nearly all titles: one without classes fits others, too."""
    nodes = [page.tree.css_first(selector) for page in pages]
    texts = [_fold(_text_of(node)) if node is not None else "" for node in nodes]
    right = sum(bool(text) and text in _fold(title) for text, title in zip(texts, titles, strict=True))
    return right >= _COVERED * len(pages)


def _says_most(pages: Sequence[Page], selector: str, titles: Sequence[str]) -> bool:
    """Tell whether what stands at a selector is most of what the titles say."""
    nodes = [page.tree.css_first(selector) for page in pages] if selector else []
    said = sum(len(_fold(_text_of(node))) for node in nodes if node is not None)
    return said >= _MOST * sum(map(len, map(_fold, titles)))


def _comes_again(pages: Sequence[Page], selector: str, titles: Sequence[str]) -> bool:
    """Tell whether what stands at a selector is the same on pages whose titles say something else before or after it.

    Pages of one thread have its title, too, and what differs is but their number.
    """
    rests: dict[str, set[str]] = defaultdict(set)
    for page, title in zip(pages, titles, strict=True):
        node = page.tree.css_first(selector)
        text = _text_of(node) if node is not None else ""
        rest = "".join(_LETTERS.findall(title.replace(text, "", 1))) if text and text in title else ""
        if len(rest) >= _LEAST:
            rests[text].add(rest)
    shared = sum(len(found) for found in rests.values() if len(found) > 1)
    return shared > max(_MANY, _AGAIN * len(pages)) - 1


def _rank(selector: str) -> tuple[bool, int]:
    return selector.rpartition(" ")[2].partition(".")[0] in _HEADINGS, -len(selector)


def _varies(texts: Collection[str], pages: Sequence[Page]) -> bool:
    """The forum's name is in all titles, too, but always the same."""
    return len(pages) == 1 or len(texts) > 1


def _selectors(node: LexborNode) -> list[str]:
    own = _name(node)
    parent = node.parent
    if parent is None or parent.tag in (None, "html"):
        return [own]
    return [own, f"{_name(parent)} > {own}"]


def _name(node: LexborNode) -> str:
    return _selector(str(node.tag), node.attributes.get("class"))


@lru_cache(maxsize=8192)
def _selector(tag: str, value: str | None) -> str:
    return ".".join((tag, *(token for token in stable_tokens(value) if _NAME.match(token))))


def _text_of(node: LexborNode) -> str:
    text = node.text(separator=" ")
    if len(text) > _MOST_MARKUP or len(text := " ".join(text.split())) > MAX_TITLE:
        return ""  # as most boxes: writing their markup to see how much it is takes longer
    return text if len(node.html or "") <= _MOST_MARKUP else ""


def _fold(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _is_inside(node: LexborNode, roots: Collection[int]) -> bool:
    current: LexborNode | None = node
    while current is not None:
        if current.mem_id in roots:
            return True
        current = current.parent
    return False


def learn_clip(titles: Sequence[str]) -> tuple[str, str]:
    """Give what the titles of documents begin and end with: the forum's name. Needs titles of several threads."""
    several = [title for title, _ in Counter(titles).most_common()]
    if len(several) < 3:
        return "", ""
    before = _common_start(several)
    after = _common_start([title[::-1] for title in several])[::-1]
    start = max((before.rfind(mark) for mark in _BETWEEN), default=-1) + 1
    marks = [at for at, sign in enumerate(after) if sign in _BETWEEN]
    return before[:start], after[marks[0] :] if marks else ""


def is_one_title(pages: Sequence[Page]) -> bool:
    """Whether documents of many addresses have one title: it is the site's, and tells no thread from another."""
    titles = Counter({page.url: page.title for page in pages}.values())
    return titles.total() >= _MANY and titles.most_common(1)[0][1] >= _COVERED * titles.total()


def _common_start(texts: Sequence[str]) -> str:
    first, last = min(texts), max(texts)
    same = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first[:same]


def read_title(page: Page, selector: str, clip: tuple[str, str]) -> str:
    """Give the title of a thread from one of its pages."""
    node = page.tree.css_first(selector) if selector else None
    text = _text_of(node) if node is not None else ""
    if text:
        return text
    return _clip(page.title, clip)


def without_boards(title: str, boards: Sequence[str]) -> str:
    """Give a document's title without the names of the boards it lies in, at its ends: "My cat - Pets - Animals"."""
    for board in (*boards, *boards):
        for rest, mark in ((title.removesuffix(board).rstrip(), -1), (title.removeprefix(board).lstrip(), 0)):
            if board and rest != title and rest[mark:][:1] in _MARKS and rest.strip(_BETWEEN):
                title = rest.strip(_BETWEEN)
    return title


def _clip(title: str, clip: tuple[str, str]) -> str:
    """Give a document's title without what all have."""
    title = title.removeprefix(clip[0])
    return (title.removesuffix(clip[1]) if clip[1] else title).strip(_BETWEEN)
