"""What FoCUS keeps of a page it has seen: its type, its groups of links, its flipping links, its layout.

A view is made once and the page is let go: hundreds of parsed pages would not fit into memory.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from weft.classify import Judgement, PageLabel, default_classifier, page_features
from weft.page import Link, Page, Pattern, Regions, find_regions, gather_patterns, place_links, spot_times
from weft.traversal._learning import Ground, Sample
from weft.urls import tokenise

SIMILAR_LAYOUT = 0.7  # least layout similarity of two pages of one kind
SAME_CONTENT = 0.5  # share of common records from which two pages are one and the same
KEPT_PAGES, KEPT_RECORDS = 24, 3  # pages kept for the look of the site's lists, and records they must have
FORM_SHARE = 0.2  # of a column that has one form of URL, from which it is a group of its own
_NUMBER = re.compile(r"[\W_]{0,5}\d{1,6}[\W_]{0,5}")
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_ARROWS = frozenset("<>«»‹›→←⇒⇐➡⬅▶◀►◄")
_MAX_FLIP_CHARS = 24
# Paper 002, 4.3.1.2: "special text such as 'last'". Plain words of the languages most forums are written in.
FLIP_WORDS = frozenset(
    {"next", "next page", "previous", "previous page", "prev", "first", "first page", "last", "last page"}
    | {"newer", "older", "weiter", "nächste", "nächste seite", "vorherige", "vorherige seite", "zurück", "erste"}
    | {"letzte", "suivant", "suivante", "page suivante", "précédent", "précédente", "page précédente", "première"}
    | {"dernière", "dernier", "siguiente", "anterior", "primera", "primero", "última", "último", "próxima", "próximo"}
    | {"primeira", "successiva", "precedente", "prossima", "prima", "ultima", "volgende", "vorige", "następna"}
    | {"poprzednia", "следующая", "след", "далее", "предыдущая", "пред", "назад", "первая", "последняя", "вперёд"}
    | {"вперед", "下一页", "下一頁", "上一页", "上一頁", "首页", "末页", "尾页", "次へ", "前へ", "最後", "最初", "다음"}
    | {"이전", "הבא", "הקודם", "הבאה", "הקודמת", "ראשון", "אחרון"}
)


@dataclass(frozen=True, slots=True)
class UrlGroup:
    """Links of one column of a link table: place, addresses (each once) and how much anchor text they have."""

    place: str
    urls: tuple[str, ...]
    anchor_length: int


@dataclass(frozen=True, slots=True)
class View:
    """A page as FoCUS sees it."""

    url: str
    final: str
    label: PageLabel
    confidence: float  # of the label
    groups: tuple[UrlGroup, ...]  # most anchor text first
    numbers: tuple[UrlGroup, ...]  # links whose text is a number, by their path in the page, in page order
    words: tuple[UrlGroup, ...]  # the same for first, last, next, previous
    links: tuple[str, ...]  # all that may be followed, each once, in page order
    layout: frozenset[str]
    records: frozenset[str]

    @property
    def is_redirected(self) -> bool:
        """Whether the answer came from elsewhere."""
        return self.url != self.final


class Eye:
    """Looks at samples, and learns what the site's lists look like as it goes.

    A thread of one post repeats nothing; it is told by the list of posts that other pages of the site have. Paper 002
    leaves open how records are found; this is how Weft finds them everywhere.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._kept: list[Regions] = []
        self._known: tuple[Pattern, ...] = ()

    def look(self, sample: Sample) -> View | None:
        """Give the view of a sample; None if there is no page in it."""
        page = sample.page
        if page is None or page.problem or not 200 <= sample.status < 300:
            return None
        regions = find_regions(page)
        if len(self._kept) < KEPT_PAGES and regions.main is not None and len(regions.main) >= KEPT_RECORDS:
            self._kept.append(regions)
            self._known = gather_patterns(self._kept)
        judgement = default_classifier().judge(page_features(page, regions))
        if judgement.label is PageLabel.OTHER and self._known:
            better = find_regions(page, self._known)
            again = default_classifier().judge(page_features(page, better))
            if again.label is PageLabel.THREAD:
                regions, judgement = better, again
        return _view(sample, page, regions, judgement, self._ground)


def _view(sample: Sample, page: Page, regions: Regions, judgement: Judgement, ground: Ground) -> View:
    usable = {link.href: link for link in page.links if is_usable(link, page, ground)}
    numbers, words = _flip_groups(regions, usable)
    return View(
        url=sample.url,
        final=sample.final,
        label=judgement.label,
        confidence=judgement.confidence,
        groups=_url_groups(regions, usable),
        numbers=numbers,
        words=words,
        links=tuple(dict.fromkeys(_address(link) for link in usable.values())),
        layout=_layout_of(regions),
        records=_record_texts(regions),
    )


def is_usable(link: Link, page: Page, ground: Ground) -> bool:
    """Tell whether a link may be followed at all: on the web, in the scope, allowed."""
    return link.url is not None and ground.scope.holds(link.url) and ground.allows(link, page)


def _layout_of(regions: Regions) -> frozenset[str]:
    """Give a page's layout: the tag paths that occur in it, however often, so that a short page is like a long one."""
    outline = regions.outline
    paths: list[str] = []
    for element, tag in enumerate(outline.tags):
        parent = outline.parents[element]
        paths.append(f"{paths[parent]}/{tag}" if parent >= 0 else tag)
    return frozenset(paths)


def layout_similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Give the share of common tag paths (Dice): stands for the papers' tree similarity at a fraction of its cost."""
    if not one and not other:
        return 1.0
    return 2 * len(one & other) / (len(one) + len(other))


def shows_same(one: View, other: View) -> bool:
    """Tell whether two addresses show one page: a permalink of a post is no flip though it looks like one."""
    if not one.records or not other.records:
        return False
    return len(one.records & other.records) > SAME_CONTENT * min(len(one.records), len(other.records))


def _url_groups(regions: Regions, usable: dict[str, Link]) -> tuple[UrlGroup, ...]:
    """Collect URL groups from the link tables (Alg. 1, lines 2-5). A text that is a time names nothing."""
    columns: dict[str, dict[str, int]] = defaultdict(dict)
    for placed in place_links(regions):
        link = usable.get(placed.href)
        if link is None or not placed.place.is_in_list or is_flip_text(placed.text):
            continue
        lengths = columns[f"{placed.place.location}|{placed.place.column}"]
        length = 0 if spot_times(placed.text) else len(placed.text)
        lengths[_address(link)] = max(length, lengths.get(_address(link), 0))
    groups = [
        UrlGroup(place, tuple(part), sum(urls[url] for url in part))
        for place, urls in columns.items()
        for part in _split_by_form(list(urls))
    ]
    groups = [group for group in groups if group.anchor_length]
    return tuple(sorted(groups, key=lambda group: -group.anchor_length))


def _split_by_form(urls: list[str]) -> list[list[str]]:
    """Part URLs of one column by their form (digits aside); forms that few have stay together: they hold words."""
    by_form: dict[object, list[str]] = defaultdict(list)
    for url in urls:
        by_form[tokenise(url).shape].append(url)
    common = [part for part in by_form.values() if len(part) >= max(2, FORM_SHARE * len(urls))]
    rest = [url for part in by_form.values() if part not in common for url in part]
    return [*common, rest] if rest else common


def _flip_groups(regions: Regions, usable: dict[str, Link]) -> tuple[tuple[UrlGroup, ...], tuple[UrlGroup, ...]]:
    outline = regions.outline
    numbers: dict[str, dict[str, int]] = defaultdict(dict)
    words: dict[str, dict[str, int]] = defaultdict(dict)
    for element in outline.links:
        node = outline.nodes[element]
        link = usable.get(node.attributes.get("href") or "")
        text = " ".join(node.text().split())
        if link is None or not is_flip_text(text):
            continue
        path = "/".join(outline.tags[above] for above in (element, *outline.ancestors(element)))
        (numbers if _NUMBER.fullmatch(text) else words)[path].setdefault(_address(link), len(text))
    return _to_groups(numbers), _to_groups(words)


def _to_groups(found: dict[str, dict[str, int]]) -> tuple[UrlGroup, ...]:
    return tuple(UrlGroup(path, tuple(urls), sum(urls.values())) for path, urls in found.items())


def is_flip_text(text: str) -> bool:
    """Tell whether a link's text is a number or says first, last, next, previous (property 1 of Alg. 2)."""
    if not text or len(text) > _MAX_FLIP_CHARS:
        return False
    if _NUMBER.fullmatch(text):
        return True
    bare = _EDGES.sub("", text).casefold()
    return bare in FLIP_WORDS if bare else any(character in _ARROWS for character in text)


def _record_texts(regions: Regions) -> frozenset[str]:
    return frozenset() if regions.main is None else frozenset(record.text for record in regions.main.records)


def _address(link: Link) -> str:
    return link.url or ""


def count_labels(views: Iterable[View | None]) -> dict[PageLabel, int]:
    """Count the types of the pages there are."""
    counts = dict.fromkeys(PageLabel, 0)
    for view in views:
        if view is not None:
            counts[view.label] += 1
    return counts
