"""Authors that have no element of their own: a name in the line that tells the time ("Posted by Ann on 3 May, 9:15").

What all posts say in that line before the name and after it is learned; the name is what stands between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from selectolax.lexbor import LexborNode

from weft.extract._names import is_name, is_worded
from weft.extract._places import Path
from weft.extract._sampled import Sampled, by_sheet
from weft.extract._tidy import mask
from weft.extract._views import Element
from weft.page import spot_times

_MARK = "="  # begins a step that is a line
_STEPS = " > "  # stands between the steps of a path
_NAME, _TIME = "\u2026", "\u23f2"  # stand for the name and the time in it
_LINE_CHARS = 200
_NEARLY_ALL, _MOSTLY = 0.9, 0.6
_CHANGES = 0.3  # of the posts of a page are by others than the one before
_LEAST, _MANY = 2, 12  # posts; among many somebody writes again
_PAIRS = (("(", ")"), ("[", "]"))
_AROUND = " \t,;:|()[]<>\"'-\u2013\u2014\u00b7\u2022"


def learn_line(posts: Sequence[Sampled], among: Collection[Path] | None = None) -> list[Path]:
    """Give the place of the line with the names, and what it says around them; nothing where there is none.

    `among` are the only places that come into question, if it is given.
    """
    places = Counter(
        place for post in posts for place in {step for path, _ in post.times for step in (path, path[:-1])}
    )
    for place, count in sorted(places.items(), key=lambda item: (-item[1], -len(item[0]))):
        if count < max(_LEAST, _NEARLY_ALL * len(posts)):
            break
        if among is not None and place not in among:
            continue
        lines = {number: line for number, post in enumerate(posts) if (line := _line_of(post, place))}
        begun = {number: line[: line.find(_TIME) + 1] for number, line in lines.items()}  # the post may go on after it
        for template in map(_learn_template, (list(lines.values()), list(begun.values()))):
            names = {number: name for number, line in lines.items() if (name := _cut(line, template))}
            is_whole = len(names) >= _NEARLY_ALL * len(posts) and _STEPS not in template
            if is_whole and _are_people(posts, names):
                for number, name in names.items():
                    posts[number].author = name
                return [(*place, _MARK + template)]
    return []


def learn_unlinked(posts: Sequence[Sampled], link: Path, named: Collection[int]) -> list[Path]:
    """Give the line that names those who have no link, where most posts have one in it: "by Ann: ", "by a guest: ".

    `link` is the place of the links, `named` the numbers of the posts that have one. What stands before and after most
    of them stands around the other names, too. Where the line has nothing but the link, it has nothing but the names.
    """
    links = [one.node for number in named for one in posts[number].view.elements if one.path == link and one.tag == "a"]
    if not links:
        return []
    before, after = _usual(_text_of(one.prev) for one in links), _usual(_text_of(one.next) for one in links)
    lines = {number: _line_of(post, link[:-1]) for number, post in enumerate(posts)}
    others = {number: line for number, line in lines.items() if number not in named}
    is_alone = not any(lines[number] for number in named) and all(_cut(line, _NAME) for line in others.values())
    if not is_alone and not any(map(str.isalpha, before + after)):
        return []
    after = after if any(map(str.isalpha, after)) or _TIME in after else ""  # signs are none of a name anyway
    template = _NAME if is_alone else f"{before} {_NAME}{'' if after[:1] in _AROUND else ' '}{after}".strip()
    names = {number: name for number, line in others.items() if (name := _cut(line, template))}
    for number, name in names.items():
        posts[number].author = name
    return [(*link[:-1], _MARK + template)] if names and _STEPS not in template else []


def learn_said(posts: Sequence[Sampled], place: Path, texts: Mapping[int, str]) -> list[Path]:
    """Give the line that says what people did behind what they are called, if that is all their places have in common.

    "Ann said...", "Bob said...": several people share no last word that begins with a small letter otherwise. Some of
    them may have an element of their own in that line: those with a link.
    """
    word, count = Counter(text.rpartition(" ")[2] for text in texts.values()).most_common(1)[0]
    names = {number: name for number, text in texts.items() if (name := _cut(text, f"{_NAME} {word}"))}
    if not count == len(texts) == len(names) or len(set(names.values())) <= _LEAST or not word[:1].islower():
        return []
    lines = {number: _line_of(posts[number], place) for number in texts}
    linked = [number for number, line in lines.items() if line == word]
    shown = ((one, names[number]) for number in linked for one in posts[number].view.elements)
    inner = {one.path for one, name in shown if _is_shown(one, place, name)}
    if any(line not in (word, texts[number]) for number, line in lines.items()) or len(inner) < bool(linked):
        return []
    for number, name in names.items():
        posts[number].author = name
    return [*sorted(inner), (*place, f"{_MARK}{_NAME} {word}")]


def _is_shown(element: Element, place: Path, name: str) -> bool:
    """Tell whether an element at a place has nothing but a name."""
    return element.path[:-1] == place and " ".join(element.node.text().split()) == name


def _usual(texts: Iterable[str]) -> str:
    """Give the text that most of some are; nothing where they differ."""
    often = Counter(texts)
    text, count = often.most_common(1)[0]
    return text if count >= _MOSTLY * often.total() else ""


def _text_of(node: LexborNode | None) -> str:
    """Give the words of a text beside an element, with a sign for each time."""
    return _mask_times(node.text_content or "") if node is not None and node.tag == "-text" else ""


def is_line(path: Path) -> bool:
    """Tell whether a path leads to a name in a line."""
    return bool(path) and path[-1][:1] == _MARK


def read_line(node: LexborNode, path: Path) -> str:
    """Give the name in the line that an element has."""
    return _cut(_normalise(node), path[-1][1:])


def _line_of(post: Sampled, place: Path) -> str:
    node = next((element.node for element in post.view.elements if element.path == place), None)
    return _normalise(node) if node is not None else ""


def _normalise(node: LexborNode) -> str:
    """Give an element's own text with a sign for each time."""
    return _mask_times(node.text(deep=False, separator=" "))


def _mask_times(text: str) -> str:
    text = " ".join(text.split())[:_LINE_CHARS]
    for spot in reversed(spot_times(text)):
        text = f"{text[: spot.start]}{_TIME}{text[spot.end :]}"
    return text


def _learn_template(lines: Sequence[str]) -> str:
    """Give what nearly all lines begin and end with."""
    words = [line.split() for line in lines]
    begin = _shared(words)
    end = _shared([line[len(begin) :][::-1] for line in words])[::-1]
    return " ".join((*begin, _NAME, *end))


def _shared(lines: Sequence[Sequence[str]]) -> list[str]:
    """Give the words that nearly all begin with."""
    found: list[str] = []
    rest = [line for line in lines if line]
    while rest:
        word, count = Counter(line[0] for line in rest).most_common(1)[0]
        if count < _NEARLY_ALL * len(lines):
            break
        found.append(word)
        rest = [line[1:] for line in rest if line[0] == word and len(line) > 1]
    return found


def _cut(line: str, template: str) -> str:
    """Give the name in a line; nothing where it says something else around it."""
    begin, _, end = template.partition(_NAME)
    line = line[: line.find(_TIME) + 1] if end[-1:] == _TIME else line
    if not line.startswith(begin) or not line.endswith(end) or len(line) <= len(begin) + len(end):
        return ""
    name = line[len(begin) : len(line) - len(end)].strip(_AROUND)
    name += "".join(
        shut for open_, shut in _PAIRS if name.count(open_) > name.count(shut)
    )  # what closed it was cut off
    return name if is_name(name) and _TIME not in name else ""


def _are_people(posts: Sequence[Sampled], names: dict[int, str]) -> bool:
    """Whether names come again, change from post to post on pages with several, and are not what pages are called."""
    different = len(set(names.values()))
    if different == 1 or different == len(names) >= _MANY:
        return False
    if len(names) > _LEAST and _are_numbers(names.values()):
        return False
    titled = sum(is_worded(name.casefold(), posts[number].title.casefold()) for number, name in names.items())
    if titled > len(names) / 2:
        return False
    pairs = list(_pairs(posts, names))
    changes = sum(one != other for one, other in pairs)
    return not pairs or changes >= _CHANGES * len(pairs)


def _are_numbers(names: Collection[str]) -> bool:
    """Whether all say the same, but for the number they end with: points behind a link, "by 374"; or "No.17", "No.19".

    Where it is part of a word, as it is in what guests are called, it goes up from post to post.
    """
    if len(set(map(mask, names))) > 1 or not all(name[-1].isdigit() for name in names):
        return False
    numbers = [int("".join(filter(str.isdecimal, name)) or 0) for name in names]
    is_counted = all(earlier < later for earlier, later in pairwise(numbers))
    return is_counted or all(name.split()[-1].isdigit() for name in names)


def _pairs(posts: Iterable[Sampled], names: dict[int, str]) -> Iterator[tuple[str, str]]:
    """Give the names of posts that follow one another on a page."""
    numbers = {id(post): number for number, post in enumerate(posts)}
    for members in by_sheet(posts).values():
        known = [names[number] for post in members if (number := numbers[id(post)]) in names]
        yield from pairwise(known)
