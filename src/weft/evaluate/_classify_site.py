"""Examples for the models that judge pages of a site together: samples of whole sites, mirrored and simulated."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from weft.classify import Example, FeatureTable, PageLabel, site_feature_names, site_features
from weft.evaluate._corpus import load_site
from weft.evaluate._examples import ENTRY_WEIGHT, LABELS, PAGES_A_LABEL, package_of, walk_site
from weft.page import Page, is_html, read_page
from weft.simulate import SKINS, make_site

ENTRY_KEY = "entry"
COPY_WEIGHT = 0.0  # a further address of a page that is in the sample: judged, never trained on


@dataclass(frozen=True, slots=True)
class SiteSample:
    """How many pages of a mirrored site are judged together; of entry and index pages all."""

    threads: int = 80
    copies: int = 20  # further addresses of thread pages, and of index pages
    others: int = 80
    seed: int = 1


DEFAULT_SAMPLE = SiteSample()


@dataclass(frozen=True, slots=True)
class _Address:
    """An address of a page, and what it answers."""

    url: str
    body: bytes
    kind: str

    def read(self) -> Page:
        return read_page(self.url, self.body, self.kind)


@dataclass(frozen=True, slots=True)
class _Sampled:
    """A page of the sample, what it is, and what it weighs in training."""

    page: Page
    label: PageLabel
    weight: float


def build_site_table(corpus: Path | None, sample: SiteSample = DEFAULT_SAMPLE) -> FeatureTable:
    """Make the whole table: every mirrored site of the corpus and every simulated skin."""
    examples: list[Example] = []
    for folder in sorted(corpus.iterdir()) if corpus is not None else ():
        if (folder / "meta.json").exists():
            examples += site_examples(folder, sample)
    for name in sorted(SKINS):
        examples += skin_examples(name, sample.seed)
    return FeatureTable(site_feature_names(), tuple(examples))


def site_examples(folder: Path, sample: SiteSample = DEFAULT_SAMPLE) -> Iterator[Example]:
    """Give the examples of a mirrored site, all judged together."""
    name = load_site(folder).name
    yield from _to_examples(list(_sample_site(folder, sample)), name, package_of(folder, name), is_real=True)


def skin_examples(name: str, seed: int = 1, number: int = PAGES_A_LABEL) -> Iterator[Example]:
    """Give the examples of a simulated skin, so many of each label, all judged together."""
    site = make_site(name, threads=120, seed=seed)
    found = [
        _Sampled(one.page, one.label, ENTRY_WEIGHT if one.is_entry else 1.0) for one in walk_site(site, number, seed)
    ]
    yield from _to_examples(found, name, type(site.skin.markup).__name__, is_real=False)


def _to_examples(sampled: Sequence[_Sampled], site: str, package: str, *, is_real: bool) -> Iterator[Example]:
    features = site_features([one.page for one in sampled])
    for one, values in zip(sampled, features, strict=True):
        yield Example(site, package, is_real, one.label, values, one.weight)


def _sample_site(folder: Path, sample: SiteSample) -> Iterator[_Sampled]:
    """Draw the pages: the first address of each page as the mirror met them, and some further ones."""
    found = _read_addresses(folder)
    chance = random.Random(sample.seed)  # noqa: S311  repeatable choice
    for key, pages in found[PageLabel.INDEX].items():
        yield _Sampled(pages[0].read(), PageLabel.INDEX, ENTRY_WEIGHT if key == ENTRY_KEY else 1.0)
    for pages in _draw(found[PageLabel.THREAD], sample.threads, chance):
        yield _Sampled(pages[0].read(), PageLabel.THREAD, 1.0)
    for label in (PageLabel.INDEX, PageLabel.THREAD):
        copies = {page.url: [page] for pages in found[label].values() for page in pages[1:]}
        for pages in _draw(copies, sample.copies, chance):
            yield _Sampled(pages[0].read(), label, COPY_WEIGHT)
    for pages in _draw(found[PageLabel.OTHER], sample.others, chance):
        yield _Sampled(pages[0].read(), PageLabel.OTHER, 1.0)


def _draw(keyed: Mapping[str, list[_Address]], number: int, chance: random.Random) -> list[list[_Address]]:
    keys = sorted(keyed)
    chance.shuffle(keys)
    return [keyed[key] for key in keys[:number]]


def _read_addresses(folder: Path) -> dict[PageLabel, dict[str, list[_Address]]]:
    """Give the HTML pages of a mirrored site by label and key, each with all its addresses as the site writes them."""
    site = load_site(folder)
    origin = "/".join(site.entry.split("/", 3)[:3])
    written = _written_addresses(folder)
    found: dict[PageLabel, dict[str, list[_Address]]] = {label: defaultdict(list) for label in PageLabel}
    for target, answer in site.answers.items():
        known = site.truth.look_up(origin + target)
        label = LABELS.get(known.type)
        kind = {name.lower(): value for name, value in dict(answer.headers).items()}.get("content-type", "")
        if label is None or (known.key is None and label is not PageLabel.OTHER) or answer.status != 200:
            continue
        if is_html(kind.partition(";")[0].strip().lower(), answer.body):
            url = written.get(origin + target, origin + target)
            found[label][known.key or url].append(_Address(url, answer.body, kind))
    return found


def _written_addresses(folder: Path) -> dict[str, str]:
    """Give for each address with its escapes undone, as the mirror keeps it, how the site writes it."""
    with (folder / "truth.jsonl").open(encoding="utf-8") as lines:
        urls = [str(json.loads(line)["url"]) for line in lines]
    return {unquote(url): url for url in reversed(urls)}
