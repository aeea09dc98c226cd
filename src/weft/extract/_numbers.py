"""The number a site gives a post, and the post's own address: told by what only one post has and says most often."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from weft.extract._names import short_text
from weft.extract._places import NONE, Path, go_to
from weft.extract._sampled import Sampled
from weft.page import spot_times
from weft.urls import resolve

# A number that is a word, or ends one ("p17"); not one inside a session id.
NUMBERS = re.compile(r"(?:\A|(?<=[^A-Za-z0-9]))[A-Za-z]*?(\d{1,18})(?![A-Za-z0-9])")
_WORDS = re.compile(r"[A-Za-z0-9]+")
LAST_WORD = -1  # instead of a run of digits
_LEAST_WORD = 3  # letters
_COVERED = 0.9
_TOLD_APART = 12  # pieces of text that tell posts apart
_OWN = 0.98  # share of the values that must stand for one post only
_MAX_RUNS = 4
_PLAIN = ("id", "name", "href")
_SHORT_NUMBER = re.compile(r"\W*\d{1,6}\W*\Z")


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a post's number stands: an attribute of an element, and which run of digits in it, or its last word."""

    path: Path
    attribute: str
    run: int

    def read(self, nodes: Sequence[LexborNode], ignored: frozenset[str] = NONE) -> str:
        """Give the number of a post, or an empty string."""
        return self.read_at(go_to(nodes, self.path, ignored))

    def read_at(self, node: LexborNode | None) -> str:
        """Give the number that the slot's element has."""
        value = node.attributes.get(self.attribute) if node is not None else None
        if self.run == LAST_WORD:
            return next(reversed(_WORDS.findall(value or "")), "")
        runs = NUMBERS.findall(value or "")
        return plain_number(runs[self.run]) if self.run < len(runs) else ""


def plain_number(digits: str) -> str:
    """Give a number without the noughts before it."""
    return digits.lstrip("0") or "0"


def learn_number(posts: Sequence[Sampled]) -> Slot | None:
    """Give the slot whose numbers are each of one post, and stand in most other places of that post, too."""
    values: dict[tuple[Path, str, int], dict[int, str]] = defaultdict(dict)
    said: list[Counter[str]] = []
    for number, post in enumerate(posts):
        counts: Counter[str] = Counter()
        for slot, value in _numbers_of(post):
            values[slot].setdefault(number, value)
            counts[value] += 1
        said.append(counts)
    texts = list(map(_text_of, posts))
    best: tuple[float, Slot] | None = None
    for (path, attribute, run), found in values.items():
        pages = {(posts[number].sheet, value) for number, value in found.items()}
        if len(found) < _COVERED * len(posts) or len(pages) < len(found) or not _are_own(found, texts):
            continue
        shared = sum(min(6, said[number][value]) for number, value in found.items()) / len(found)
        score = (
            len(found) / len(posts) + 0.3 * shared + (1.0 if attribute in ("id", "name") else 0.0) - 0.01 * len(path)
        )
        if best is None or score > best[0]:
            best = score, Slot(path, attribute, run)
    return best[1] if best is not None else _learn_word(posts)


def _learn_word(posts: Sequence[Sampled]) -> Slot | None:
    """Give the slot of words that are each of one post and stand in a link of it, too, where posts have no numbers."""
    words: dict[Path, dict[int, str]] = defaultdict(dict)
    for number, post in enumerate(posts):
        said: set[str] = set()
        names: list[tuple[Path, str]] = []
        for path, _, _, attributes, *_ in post.view.elements:
            said.update(_WORDS.findall(attributes.get("href") or ""))
            names += [(path, word) for word in _WORDS.findall(attributes.get("id") or "")[-1:]]
        for path, word in names:
            if len(word) >= _LEAST_WORD and word in said:
                words[path].setdefault(number, word)
    texts = list(map(_text_of, posts))
    for path, found in words.items():
        if len(found) >= _COVERED * len(posts) and _are_own(found, texts):
            return Slot(path, "id", LAST_WORD)
    return None


def _text_of(post: Sampled) -> str:
    return " ".join(leaf.text for leaf in post.view.leaves[:_TOLD_APART])


def _are_own(found: Mapping[int, str], texts: Sequence[str]) -> bool:
    """Tell whether nearly all values stand for one post only; one that is shown on several pages is one."""
    return len(set(found.values())) >= _OWN * len({(value, texts[number]) for number, value in found.items()})


def _numbers_of(post: Sampled) -> Iterator[tuple[tuple[Path, str, int], str]]:
    """Give the numbers in a post's attributes with their places: path, attribute, which run of digits."""
    for path, _, _, attributes, *_ in post.view.elements:
        for name, value in attributes.items():
            if value and (name in _PLAIN or name.startswith("data-")) and len(value) < 500:
                for run, digits in enumerate(NUMBERS.findall(value)[:_MAX_RUNS]):
                    yield (path, name, run), plain_number(digits)


def learn_permalink(posts: Sequence[Sampled], slot: Slot | None, ignored: frozenset[str] = NONE) -> Path | None:
    """Give the place of the link that leads to the post itself."""
    if slot is None:
        return None
    scores: Counter[Path] = Counter()
    for post in posts:
        number = slot.read(post.view.nodes, ignored)
        seen: set[Path] = set()
        for path, node, tag, attributes, *_ in post.view.elements if number else ():
            if tag == "a" and path not in seen:
                seen.add(path)
                scores[path] += _speaks_for(node, attributes, number)
    best = max(scores, key=lambda path: scores[path], default=None)
    return best if best is not None and scores[best] >= len(posts) else None


def _speaks_for(node: LexborNode, attributes: Mapping[str, str | None], number: str) -> int:
    """Say how much a link looks like a post's own address: a number, a time or nothing in it, not a word to act on."""
    href, rel = attributes.get("href") or "", (attributes.get("rel") or "").lower()
    if number not in href or not _names(href, number) or "nofollow" in rel:
        return -1
    text = " ".join(node.text().split())
    spot = href.partition("#")[2]  # it may count the posts otherwise
    score = 2 if NUMBERS.search(spot) or _names(spot, number) else 0
    if "bookmark" in rel:
        score += 2
    if not text or _SHORT_NUMBER.match(text) or spot_times(text):
        score += 2
    elif short_text(node):
        score -= 1
    return score


def _names(text: str, number: str) -> bool:
    """Tell whether the number, or the word, of a post stands in an address."""
    return number in (map(plain_number, NUMBERS.findall(text)) if number.isdecimal() else _WORDS.findall(text))


def own_address(nodes: Sequence[LexborNode], node: LexborNode | None, page_url: str, base: str) -> str:
    """Give a post's address: that of its own link, else the page's with the post's anchor, else nothing."""
    if node is not None:
        href = node.attributes.get("href")
        address = resolve(href, base) if href else None
        if address:
            return address
    anchor = nodes[0].attributes.get("id")
    return f"{page_url.partition('#')[0]}#{anchor}" if anchor and " " not in anchor else ""
