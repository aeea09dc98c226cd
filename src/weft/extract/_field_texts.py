"""Which texts of posts come again in others, and so are none of what their authors wrote."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from weft.extract._places import Path, loosen
from weft.extract._sampled import Sampled

_SENTENCE = 20  # letters
_PAIRS = 4  # of posts of one author that tell whether a place is theirs
_DIGITS = re.compile(r"\d+")
_LABEL = re.compile(r"[^:\uff1a\n]{2,20}[:\uff1a](?=.{0,40}\Z)")  # "Location: London"; a fixed pattern of our own
_TOLD = re.compile(r"[^\W\d_][\w .-]{1,19}:(?:\s?\S{1,16}(?: \S{1,16}){0,2})?\Z")  # the same in few words
_TOLD_CHARS = 50


@dataclass(frozen=True, slots=True)
class Texts:
    """How the pieces of text of each place vary.

    `fixed` say the same in all posts, or in all of a page; `owned` the same whenever the same author writes.
    """

    fixed: frozenset[Path]
    owned: frozenset[Path]

    def holds(self, path: Path) -> bool:
        """Tell whether the texts at a path, or at all places like it, are not what people wrote."""
        return any(place in self.fixed or place in self.owned for place in (path, loosen(path)))

    def is_owned(self, path: Path) -> bool:
        """Tell whether the texts at a path, or at all places like it, are the same whenever the same author writes."""
        return path in self.owned or loosen(path) in self.owned


def is_told(text: str) -> bool:
    """Tell whether a text is a label, maybe with a value, as profiles have them: "Posts: 1,204", "Location:"."""
    text = text.strip()
    return len(text) <= _TOLD_CHARS and _TOLD.match(text) is not None


def sort_texts(posts: Sequence[Sampled]) -> Texts:
    """Tell texts of a site's making, and of an author's standing ones, from what was written in a post."""
    values: dict[Path, dict[int, str]] = defaultdict(dict)
    for number, post in enumerate(posts):
        for leaf in post.view.leaves:
            if leaf.path in post.edits:
                continue
            place = loosen(leaf.path)
            for said in (values[leaf.path], values[place]) if place != leaf.path else (values[place],):
                said[number] = said.get(number, "") + leaf.text
    fixed = {place for place, found in values.items() if _is_fixed(found) or _is_paged(posts, found)}
    owned = {
        place
        for place, found in values.items()
        if (place not in fixed or _are_sentences(found)) and _is_owned(posts, found)
    }
    return Texts(frozenset(fixed - owned), frozenset(owned))


def _are_sentences(found: Mapping[int, str]) -> bool:
    """Tell whether a place that mostly says the same says whole sentences, and others, too: one author writes most."""
    texts = set(found.values())
    return len(texts) > 1 and min(map(len, texts)) >= _SENTENCE


def _is_fixed(found: Mapping[int, str]) -> bool:
    if len(found) < 3:
        return False
    masked = Counter(_DIGITS.sub("0", text) for text in found.values())
    labels = Counter(match.group() for text in found.values() if (match := _LABEL.match(text)) is not None)
    return max((*masked.values(), *labels.values())) >= 0.6 * len(found)


def _is_paged(posts: Sequence[Sampled], found: Mapping[int, str]) -> bool:
    """Tell whether a place says the same in all posts of a page but the first: the subject, answered."""
    steps = [
        found[one] == found[other] for one, other in pairwise(sorted(found)) if posts[one].sheet == posts[other].sheet
    ]
    return len(steps) >= 4 and sum(steps) >= 0.7 * len(steps)


def _is_owned(posts: Sequence[Sampled], found: Mapping[int, str]) -> bool:
    """Tell whether a place says the same whenever the same author writes, and mostly other things for others."""
    by_author: dict[str, dict[datetime | int, str]] = defaultdict(dict)
    for number, text in found.items():
        post = posts[number]
        if post.author:  # a post that is shown on every page is one
            by_author[post.author].setdefault(number if post.moment is None else post.moment, text)
    pairs = [(one, one == other) for texts in by_author.values() for one, other in pairwise(texts.values())]
    same = sum(equal for _, equal in pairs)
    if len(pairs) >= _PAIRS:
        return same >= 0.8 * len(pairs)
    # nobody writes a whole sentence twice by chance
    return bool(pairs) and same == len(pairs) and min(len(text) for text, _ in pairs) >= _SENTENCE
