"""Examples for the page classifier: features of pages whose kind is known, from mirrored and simulated sites."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from weft.classify import Example, FeatureTable, PageLabel, Vector, feature_names, page_features
from weft.evaluate._corpus import MirroredSite, load_site
from weft.evaluate._measures import PageType
from weft.page import Page, find_regions, gather_patterns, is_html, read_page
from weft.simulate import SKINS, Site, make_site

ENTRY_WEIGHT = 6.0  # an entry page counts like so many boards: there is one a site, and crawls begin there
PAGES_A_LABEL = 60  # of each site: index, thread, other
LABELS = {
    PageType.ENTRY: PageLabel.INDEX,
    PageType.INDEX: PageLabel.INDEX,
    PageType.THREAD: PageLabel.THREAD,
    PageType.OTHER: PageLabel.OTHER,
}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page and what it is."""

    page: Page
    label: PageLabel
    is_entry: bool = False


def examples_of_site(folder: Path, number: int = PAGES_A_LABEL, seed: int = 1) -> Iterator[Example]:
    """Give the examples of a mirrored site; every page that shows the same counts once."""
    site = load_site(folder)
    package = package_of(folder, site.name)
    pages = list(label_pages(site, number, seed))
    for found, features in zip(pages, _measure(pages), strict=True):
        yield Example(site.name, package, True, found.label, features, _weight(found))


def _weight(found: Labelled) -> float:
    return ENTRY_WEIGHT if found.is_entry else 1.0


def _measure(pages: Sequence[Labelled]) -> Iterator[Vector]:
    """Measure pages as a crawl does that has seen some of the site: lists known from several pages are told in all."""
    known = gather_patterns(find_regions(found.page) for found in pages)
    for found in pages:
        yield page_features(found.page, find_regions(found.page, known))


def label_pages(site: MirroredSite, number: int, seed: int) -> Iterator[Labelled]:
    """Draw pages of a mirrored site, so many of each label."""
    by_label: dict[PageLabel, dict[str, str]] = {label: {} for label in PageLabel}
    origin = site.entry.split("/", 3)
    for target in site.answers:
        url = "/".join(origin[:3]) + target
        known = site.truth.look_up(url)
        label = LABELS.get(known.type)
        if label is not None and (known.key is not None or label is PageLabel.OTHER):
            by_label[label].setdefault(known.key or url, target)
    yield from _draw(by_label, number, seed, lambda target: _read(site, origin, target))


def examples_of_skin(name: str, number: int = PAGES_A_LABEL, seed: int = 1) -> Iterator[Example]:
    """Give the examples of a simulated skin: pages met on a short walk, and all kinds of them."""
    site = make_site(name, threads=120, seed=seed)
    package = type(site.skin.markup).__name__
    pages = list(walk_site(site, number, seed))
    for found, features in zip(pages, _measure(pages), strict=True):
        yield Example(name, package, False, found.label, features, _weight(found))


def walk_site(site: Site, number: int, seed: int) -> Iterator[Labelled]:
    """Draw pages of a simulated site, so many of each label."""
    at = site.model.end
    by_label: dict[PageLabel, dict[str, str]] = {label: {} for label in PageLabel}
    for url, truth in site.all_truth(at):
        if truth.key is not None:
            by_label[LABELS[PageType(truth.kind.value)]].setdefault(truth.key, url)
    for url in _other_urls(site, number * 6):
        by_label[PageLabel.OTHER].setdefault(url, url)
    cookies: Mapping[str, str] = {}

    def read(url: str) -> Page | None:
        answer = site.answer(url, at, cookies)
        headers = {name.lower(): value for name, value in answer.headers}
        kind = headers.get("content-type", "")
        if answer.status != 200 or not is_html(kind.partition(";")[0], answer.body):
            return None
        return read_page(url, answer.body, kind)

    yield from _draw(by_label, number, seed, read)


def _other_urls(site: Site, limit: int) -> list[str]:
    """Walk breadth first and keep what is neither entry, index, thread nor file."""
    at = site.model.end
    found: list[str] = []
    queue, seen = [site.entry_url], {site.entry_url}
    for url in queue:
        if len(queue) > 40 * limit or len(found) >= limit:
            break
        answer = site.answer(url, at)
        for link in read_page(url, answer.body).links:
            target = link.url
            if target is None or target in seen or not target.startswith(site.base_url):
                continue
            seen.add(target)
            queue.append(target)
            if site.truth(target, at).kind.value == PageType.OTHER.value:
                found.append(target)
    return found


def _draw(
    by_label: Mapping[PageLabel, Mapping[str, str]], number: int, seed: int, read: Callable[[str], Page | None]
) -> Iterator[Labelled]:
    chance = random.Random(seed)  # noqa: S311  repeatable choice
    entries = {target for key, target in by_label[PageLabel.INDEX].items() if key == "entry"}
    for label, keyed in by_label.items():
        targets = sorted(keyed.values())
        chance.shuffle(targets)
        taken = 0
        for target in targets:
            page = read(target)
            if page is not None:
                yield Labelled(page, label, target in entries)
                taken += 1
            if taken >= number:
                break


def _read(site: MirroredSite, origin: Sequence[str], target: str) -> Page | None:
    answer = site.answers[target]
    headers = {name.lower(): value for name, value in dict(answer.headers).items()}
    kind = headers.get("content-type", "")
    if answer.status != 200 or not is_html(kind.partition(";")[0].strip().lower(), answer.body):
        return None
    return read_page("/".join(origin[:3]) + target, answer.body, kind)


def package_of(folder: Path, name: str) -> str:
    """Name the software: the version's first word where it is one, else the site's name."""
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    word = str(meta.get("version", "")).split(" ")[0]
    return word.lower() if word.isalpha() else name


def build_table(corpus: Path | None, number: int = PAGES_A_LABEL) -> FeatureTable:
    """Make the whole table: every mirrored site of the corpus and every simulated skin."""
    examples: list[Example] = []
    for folder in sorted(corpus.iterdir()) if corpus is not None else ():
        if (folder / "meta.json").exists():
            examples += examples_of_site(folder, number)
    for name in sorted(SKINS):
        examples += examples_of_skin(name, number)
    return FeatureTable(feature_names(), tuple(examples))
