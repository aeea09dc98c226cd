"""Names of places in rows, the same for like places of other rows.

A place is a path of steps from the row to an element: its tag, for a link the shape of its address, and those class
tokens that nearly all rows have. The second of a name among its siblings gets a number, but for siblings that come and
go from row to row: they are named by what they always say ("li~by", "span~T" for a time, "span~N" for a number).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from weft.extract._body_fragment import TEXT, Attributes, Fragment
from weft.page import spot_times

_STEADY = 0.95  # share of the rows with a class token, from which it names places
_SAID = 0.9  # share of the rows with a word, from which it is no part of what they say
_RAGGED = 0.03  # share of the rows with fewer of some siblings than the others
_ROUNDS = 3  # of finding siblings that come and go: their places are named by those around them
_MAX_SAID_CHARS = 60
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_UNNAMED = re.compile(r"[./:#()~]+")
_ORDERED = frozenset({TEXT, "a", "br", "img", "td", "th"})  # links are told by their shape, cells by their column
_TIME, _NUMBER, _LINKED = "T", "N", "L"
_TEXT_NAME = "#"  # of a piece of text


@dataclass(frozen=True, slots=True)
class Naming:
    """What was learned about the names of places in one kind of row."""

    steady: frozenset[str] = frozenset()  # class tokens
    said: frozenset[str] = frozenset()  # words
    ragged: frozenset[str] = frozenset()  # places whose like siblings come and go


@lru_cache(maxsize=8192)
def class_tokens(value: str | None) -> tuple[str, ...]:
    """Give class tokens without their digits."""
    return tuple(dict.fromkeys(_DIGITS.sub("", value).split())) if value else ()


@lru_cache(maxsize=8192)
def link_shape(href: str) -> str:
    """Give what addresses of one kind share: the folders of the path without digits, the names in the query."""
    path, _, query = href.partition("#")[0].partition("?")
    steps = [step for step in path.partition("://")[2].split("/")[1:] or path.split("/") if step.strip(".")]
    names = "&".join(sorted(part.partition("=")[0] for part in re.split("[&;]", query) if "=" in part))
    kept = steps[:-1] if len(steps) > 1 or not names else steps
    return _UNNAMED.sub("_", _DIGITS.sub("0", "|".join(kept)) + ("?" + names if names else ""))


def name_places(fragment: Fragment, naming: Naming) -> list[str]:
    """Give the place of every piece of a row; that of a text is the element it stands in, and which text of it."""
    places: list[str] = []
    counts: dict[str, int] = {}
    roots = 0
    steady, ragged = naming.steady, naming.ragged
    for at, (parent, tag, attributes) in enumerate(
        zip(fragment.parents, fragment.tags, fragment.attributes, strict=True)
    ):
        if parent < 0:
            roots += 1
            places.append("" if fragment.roots == 1 else f"@{roots}")
            continue
        name = _base_name(tag, attributes, steady) if attributes else tag or _TEXT_NAME
        place = f"{places[parent]}/{name}"
        if place in ragged:
            place = f"{place}~{_signature(fragment, at, naming.said)}"
        count = counts[place] = counts.get(place, 0) + 1
        places.append(place if count == 1 else f"{place}:{count}")
    return places


def _base_names(fragment: Fragment, steady: frozenset[str]) -> tuple[str, ...]:
    """Give the names of all pieces of a row by themselves."""
    pieces = zip(fragment.tags, fragment.attributes, strict=True)
    return tuple(_base_name(tag, given, steady) if given else tag or _TEXT_NAME for tag, given in pieces)


def _base_name(tag: str, attributes: Attributes, steady: frozenset[str]) -> str:
    name = f"a({link_shape(attributes.get('href') or '')})" if tag == "a" else tag
    value = attributes.get("class")
    return name + _steady_classes(value, steady) if value else name


@lru_cache(maxsize=8192)
def _steady_classes(value: str, steady: frozenset[str]) -> str:
    """Give the class tokens that name places, with a dot before each."""
    return "".join(f".{token}" for token in class_tokens(value) if token in steady)


def _signature(fragment: Fragment, at: int, said: Collection[str]) -> str:
    """Give what an element says as others like it do: words that all rows have, times, numbers; whether it is links."""
    end = fragment.ends[at]
    text = fragment.words(at, end)
    if len(text) > 4 * _MAX_SAID_CHARS:
        return ""
    for spot in reversed(spot_times(text)):
        text = f"{text[: spot.start]} {_TIME} {text[spot.end :]}"
    words = [_NUMBER if word[0].isdecimal() else word for word in _WORD.findall(text)]
    kept = [word if word in (_TIME, _NUMBER) else word.lower() for word in words]
    shown = [word for word in kept if word in (_TIME, _NUMBER) or word in said]
    if len(shown) < len(kept):  # what people write holds numbers, too
        shown = [word for word in shown if word != _NUMBER]
    return "-".join(([_LINKED] if _is_linked(fragment, at, end) else []) + list(dict.fromkeys(shown)))


def _is_linked(fragment: Fragment, at: int, end: int) -> bool:
    """Tell whether all text of an element stands in links."""
    link_end = 0
    for inner in range(at, end):
        if fragment.tags[inner] == "a":
            link_end = fragment.ends[inner]
        elif inner >= link_end and any(map(str.isalnum, fragment.texts[inner])):
            return False
    return link_end > 0


def learn_naming(fragments: Sequence[Fragment], titles: Iterable[str]) -> Naming:
    """Learn how to name the places of rows; words of `titles` are not the site's."""
    naming = Naming(_steady_tokens(fragments), _said_words(fragments, titles))
    alike: dict[tuple[tuple[str, ...], tuple[int, ...]], list[Fragment]] = defaultdict(list)
    for fragment in fragments:
        alike[_base_names(fragment, naming.steady), tuple(fragment.parents)].append(fragment)
    for _ in range(_ROUNDS):
        ragged = _ragged_places(list(alike.values()), naming)
        if ragged <= naming.ragged:
            break
        naming = Naming(naming.steady, naming.said, naming.ragged | ragged)
    return naming


def _steady_tokens(fragments: Sequence[Fragment]) -> frozenset[str]:
    counts: Counter[str] = Counter()
    for fragment in fragments:
        values = {attributes.get("class") for attributes in fragment.attributes if attributes}
        counts.update({token for value in values for token in class_tokens(value)})
    return frozenset(token for token, count in counts.items() if count >= _STEADY * len(fragments))


def _said_words(fragments: Sequence[Fragment], titles: Iterable[str]) -> frozenset[str]:
    counts: Counter[str] = Counter()
    for fragment in fragments:
        short = " ".join(text for text in fragment.texts if len(text) <= _MAX_SAID_CHARS)
        counts.update({word.lower() for word in _WORD.findall(short) if not word[0].isdecimal()})
    own = Counter(word.lower() for title in titles for word in set(_WORD.findall(title)))
    least = _SAID * len(fragments)
    return frozenset(word for word, count in counts.items() if count >= least and own[word] < least)


def _ragged_places(groups: Sequence[Sequence[Fragment]], naming: Naming) -> frozenset[str]:
    """Give the places of siblings whose number is not the same in all rows; the rows of each group are built alike."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for group in groups:
        first = name_places(group[0], naming)
        # What siblings that come and go are called depends on what they say.
        is_worded = any("~" in place for place in first)
        for fragment in group if is_worded else group[:1]:
            places = first if fragment is group[0] else name_places(fragment, naming)
            counts = Counter(
                _without_number(place)
                for place, tag in zip(places, fragment.tags, strict=True)
                if tag not in _ORDERED and place
            )
            for place, count in counts.items():
                numbers[place] += [count] if is_worded else [count] * len(group)
    ragged = set()
    for place, found in numbers.items():
        usual = Counter(found).most_common(1)[0][1]
        if max(found) > 1 and usual <= (1 - _RAGGED) * len(found) and "~" not in place.rpartition("/")[2]:
            ragged.add(place)
    return frozenset(ragged)


def _without_number(place: str) -> str:
    head, _, step = place.rpartition("/")
    return f"{head}/{step.partition(':')[0]}"


def bare_place(place: str) -> str:
    """Give a place without its class tokens: rows that are set apart have others."""
    return "/".join(map(_bare_step, place.split("/")))


@lru_cache(maxsize=8192)
def _bare_step(step: str) -> str:
    name, colon, number = step.partition(":")
    return name.partition(".")[0] + colon + number
