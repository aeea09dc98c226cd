"""A mirrored forum in disguise: its structure is kept, but nothing in it is called what any software calls it.

What reads such a forum as well as the undisguised one has learned it from its structure, and knows no package.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from random import Random
from urllib.parse import unquote

from weft.evaluate._corpus import MirroredSite
from weft.evaluate._measures import SiteTruth
from weft.fetch import MemoryAnswer, acts
from weft.page import spot_times
from weft.urls import parse_address

# Fixed patterns of our own, linear by construction.
_TAG = re.compile(r"<[A-Za-z][^<>]*>")
_ATTRIBUTE = re.compile(r"""([A-Za-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))""")
_UNSEEN = re.compile(r"(<(?:script|style)\b.*?</(?:script|style)>|<!--.*?-->)", re.DOTALL | re.IGNORECASE)
_TEXT = re.compile(r">([^<>]+)<")
_WORD, _LATIN, _DIGITS = re.compile(r"[^\W\d_]+"), re.compile(r"(?<![%A-Za-z])[A-Za-z]+"), re.compile(r"\d+")
_HEAD_LINK = re.compile(r"<link\b[^>]*>", re.IGNORECASE)
_NEW_TAG = re.compile(r"<(/?)(?:article|section|nav|header|footer|main|aside|time|figure|address)\b", re.IGNORECASE)
_BOX_TAG = re.compile(
    r"<(/?)(?:table|tbody|thead|tfoot|tr|td|th|ul|ol|li|dl|dt|dd|article|section|header|footer|nav|main|aside|fieldset)\b",
    re.IGNORECASE,
)
_ADDRESSES = frozenset({"href", "src", "action", "formaction"})
_NAMES = frozenset({"class", "id", "for", "headers", "aria-labelledby", "aria-describedby", "aria-controls"})
_HINTS = frozenset({"rel", "role", "datetime", "title", "property", "typeof", "content", "lang", "accesskey", "style"})
_HINT_BEGINNINGS = ("item", "data-", "aria-")
_BARE_HINT = re.compile(r"\s(?:itemscope|typeof|property)(?=[\s/>])", re.IGNORECASE)  # without a value
_ANCHOR = re.compile(r"<a\s", re.IGNORECASE)
_SAID = frozenset({"title", "alt", "value", "placeholder", "aria-label", "summary"})
_SYLLABLES = tuple(a + b for a in "bcdfgklmnprstvz" for b in "aeiou")
_OFTEN_ADDRESSED, _OFTEN_SAID, _LEAST = 0.004, 0.03, 3  # share of all answers, and how many at least
_SLUG_WORDS = 4  # a step of so many words is a title
_ROBOTS = "/robots.txt"
_SAID_CHARS, _SHORT = 60, 8  # what the site says is short; what people write may hold the shortest of it by chance


class Mask(StrEnum):
    """A part of a disguise."""

    NAMES = "names"  # classes and ids
    ADDRESSES = "addresses"  # words of paths and queries
    WORDS = "words"  # what the site's own texts say; times and what people wrote stay
    HINTS = "hints"  # left out: what is written for machines, new elements that say what they are
    BOXES = "boxes"  # tables and lists are written as plain boxes


Words = Callable[[str], str]


def inventor(salt: str, taken: Collection[str] = ()) -> Words:
    """Give a function that has an invented word for each word: always the same, never one word for two."""
    known: dict[str, str] = {}
    used = set(taken)

    def invent(word: str) -> str:
        tries = 0
        while word not in known:
            chance = Random(blake2b(f"{salt} {word} {tries}".encode()).digest())  # noqa: S311  nothing is kept secret
            made = "".join(chance.choices(_SYLLABLES, k=max(1, min(4, (len(word) + 1) // 2))))
            if made not in used:
                known[word] = made
                used.add(made)
            tries += 1
        return known[word]

    return invent


@dataclass(frozen=True)
class Disguise:
    """How one site is written otherwise. `said`: titles and posts, `people`: names; both stay as they are."""

    site: MirroredSite
    masks: frozenset[Mask]
    seed: int = 1
    said: str = ""
    people: frozenset[str] = frozenset()
    _names: Words = field(init=False, repr=False)
    _places: Words = field(init=False, repr=False)
    _words: Words = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for kind in ("names", "places", "words"):
            object.__setattr__(self, f"_{kind}", inventor(f"{kind} {self.seed}"))

    @cached_property
    def origin(self) -> str:
        """The origin of the site."""
        return parse_address(self.site.entry).origin

    @cached_property
    def _vocabulary(self) -> frozenset[str]:
        """Words of many addresses: the site's, not those of titles."""
        if Mask.ADDRESSES not in self.masks:
            return frozenset()
        often = Counter(word for target in self.site.answers for word in set(_LATIN.findall(target)))
        least = max(_LEAST, _OFTEN_ADDRESSED * len(self.site.answers))
        return frozenset(word for word, count in often.items() if count >= least)

    @cached_property
    def _phrases(self) -> frozenset[str]:
        """What the site says on many pages."""
        if Mask.WORDS not in self.masks:
            return frozenset()
        pages = [_text_of(answer) for answer in self.site.answers.values() if answer.status == 200 and _is_page(answer)]
        often = Counter(phrase for page in pages for phrase in {_flatten(text) for text in _TEXT.findall(page)})
        least = max(_LEAST, _OFTEN_SAID * len(pages))
        phrases = (one for one, count in often.items() if count >= least and len(one) < _SAID_CHARS)
        return frozenset(one for one in phrases if _WORD.search(one) and (len(one) < _SHORT or one not in self.said))

    def address(self, target: str) -> str:
        """Write the path and query of an address; one that would do something stays, or nothing would forbid it."""
        if not self._vocabulary or target == _ROBOTS or acts(f"{self.origin}/{target.lstrip('/')}"):
            return target
        path, mark, query = target.partition("?")
        steps = (step if len(_LATIN.findall(step)) >= _SLUG_WORDS else self._place(step) for step in path.split("/"))
        return "/".join(steps) + mark + self._place(query)

    def _place(self, text: str) -> str:
        return _LATIN.sub(lambda word: self._places(word[0]) if word[0] in self._vocabulary else word[0], text)

    def href(self, href: str) -> str:
        """Write an address as it stands on a page; those of other sites stay."""
        scheme = re.match(r"(?:https?:)?//[^/?#]*|[a-z]+:", href)
        head = scheme[0] if scheme is not None else ""
        if head and head.rpartition("//")[2] != self.origin.rpartition("//")[2]:
            return href
        rest, mark, fragment = href[len(head) :].partition("#")
        return head + (self.address(rest) if rest else rest) + mark + self._name(fragment)

    def _name(self, text: str) -> str:
        return _LATIN.sub(lambda word: self._names(word[0]), text) if Mask.NAMES in self.masks else text

    def page(self, body: bytes) -> bytes:
        """Write a page."""
        parts = _UNSEEN.split(body.decode("utf-8", "surrogateescape"))
        shown = (self._shown(part) if number % 2 == 0 else self._unseen(part) for number, part in enumerate(parts))
        return "".join(shown).encode("utf-8", "surrogateescape")

    def _unseen(self, part: str) -> str:
        is_hint = part.startswith("<!--") or "ld+json" in part.partition(">")[0]
        return "" if (Mask.HINTS if is_hint else Mask.NAMES) in self.masks else part

    def _shown(self, part: str) -> str:
        part = _TAG.sub(lambda tag: self._tag(tag[0]), part)
        if self._phrases:
            part = _TEXT.sub(lambda text: f">{self._phrase(text[1])}<", part)
        if Mask.HINTS in self.masks:
            part = _NEW_TAG.sub(r"<\1div", _HEAD_LINK.sub("", part))
        return _BOX_TAG.sub(r"<\1div", part) if Mask.BOXES in self.masks else part

    def _tag(self, tag: str) -> str:
        if Mask.HINTS in self.masks:
            tag = _BARE_HINT.sub("", tag)
        if _ANCHOR.match(tag):  # what links lead to a place by
            tag = _ATTRIBUTE.sub(lambda one: self._anchor(one) if one[1].lower() == "name" else one[0], tag)
        return _ATTRIBUTE.sub(self._attribute, tag)

    def _anchor(self, match: re.Match[str]) -> str:
        return f'{match[1]}="{html.escape(self._name(html.unescape(match[2] or match[3] or match[4] or "")))}"'

    def _attribute(self, match: re.Match[str]) -> str:
        name, value = match[1].lower(), html.unescape(match[2] or match[3] or match[4] or "")
        if name in _ADDRESSES:
            value = self.href(value.strip())
        elif name in _NAMES:
            value = self._name(value)
        elif Mask.HINTS in self.masks and (name in _HINTS or name.startswith(_HINT_BEGINNINGS)):
            if name != "content" or not re.search(r"charset|url\s*=", value, re.IGNORECASE):
                return ""
        elif name in _SAID and self._phrases:
            value = html.unescape(self._phrase(html.escape(value)))
        else:
            return match[0]
        return f'{match[1]}="{html.escape(value)}"'

    def _phrase(self, text: str) -> str:
        """Say something else, but for times and the names of people."""
        if _flatten(text) not in self._phrases:
            return text
        plain, out, at = html.unescape(text), [], 0
        for spot in spot_times(plain):
            out += [self._reword(plain[at : spot.start]), spot.text]
            at = spot.end
        return html.escape("".join((*out, self._reword(plain[at:]))), quote=False)

    def _reword(self, text: str) -> str:
        def reword(match: re.Match[str]) -> str:
            word = match[0]
            if word.lower() in self.people:
                return word
            made = self._words(word.lower())
            return made.capitalize() if word[0].isupper() else made

        return _WORD.sub(reword, text)

    def dress(self) -> MirroredSite:
        """Give the site in disguise, with its truth; pages are written when they are asked for."""
        entry = self.origin + self.address(self.site.entry.removeprefix(self.origin))
        return replace(self.site, entry=entry, answers=self._wardrobe, truth=self._truth, requested=[])

    @cached_property
    def _wardrobe(self) -> _Wardrobe:
        return _Wardrobe(self, {unquote(self.address(target)): target for target in self.site.answers})

    @cached_property
    def _truth(self) -> SiteTruth:
        true, origin = self._wardrobe.true, self.origin

        def find(url: str) -> str:
            target = unquote(url.removeprefix(origin)) or "/"
            return origin + true[target] if target in true else f"{origin}/no such page"

        return SiteTruth(lambda url: self.site.truth.look_up(find(url)), self.site.truth.keys)

    def answer(self, answer: MemoryAnswer) -> MemoryAnswer:
        """Write an answer."""
        headers = {name: self._header(name.lower(), value) for name, value in dict(answer.headers).items()}
        headers = {name: value for name, value in headers.items() if value}
        return replace(answer, headers=headers, body=self.page(answer.body) if _is_page(answer) else answer.body)

    def _header(self, name: str, value: str) -> str:
        if name == "link" and Mask.HINTS in self.masks:
            return ""
        return self.href(value) if name == "location" else value


class _Wardrobe(Mapping[str, MemoryAnswer]):
    """The answers of a site in disguise, by the addresses they have there."""

    def __init__(self, disguise: Disguise, true: Mapping[str, str]) -> None:
        self._disguise, self.true = disguise, true
        self._worn: dict[str, MemoryAnswer] = {}

    def __getitem__(self, target: str) -> MemoryAnswer:
        if target not in self._worn:
            self._worn[target] = self._disguise.answer(self._disguise.site.answers[self.true[target]])
        return self._worn[target]

    def __iter__(self) -> Iterator[str]:
        return iter(self.true)

    def __len__(self) -> int:
        return len(self.true)


def disguise(site: MirroredSite, folder: Path, masks: Collection[Mask], seed: int = 1) -> Disguise:
    """Make a disguise of a mirrored site; `folder` has what its people wrote (threads.jsonl)."""
    rows = [json.loads(line) for line in (folder / "threads.jsonl").read_text(encoding="utf-8").splitlines() if line]
    posts = [post for row in rows for post in row.get("posts", ())]
    texts = [*(row.get("title") or "" for row in rows), *(post.get("text") or "" for post in posts)]
    people = {word.lower() for post in posts for word in _WORD.findall(post.get("author") or "")}
    return Disguise(site, frozenset(masks), seed, "\n".join(map(_flatten, texts)), frozenset(people))


def _is_page(answer: MemoryAnswer) -> bool:
    kinds = [value for name, value in dict(answer.headers).items() if name.lower() == "content-type"]
    return not kinds or "html" in kinds[0]


def _text_of(answer: MemoryAnswer) -> str:
    return _UNSEEN.sub("", answer.body.decode("utf-8", "replace"))


def _flatten(text: str) -> str:
    """Give a text in one line, with its numbers alike."""
    return _DIGITS.sub("0", " ".join(html.unescape(text).split()))
