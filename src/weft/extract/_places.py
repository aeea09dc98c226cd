"""Places inside a record: how to name them so that like places of other posts have the same name, and how to go there.

A path is a tuple of steps from the record's root to an element. A step is a tag with its class tokens ("div.body"),
opaque marks without their digits and without those that come and go from post to post. It is followed by the number
among the siblings of that name where there is no token, or where it is not the first ("td:2"), or by "last" for the
last of them. Where a post goes on in siblings, the first step says in which, by number from 0 ("@1"), by a class token
("@.foot") or as the last ("@last"). A last step like "~From:" is the piece of text after an element that says "From:".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence, Set
from functools import lru_cache

from selectolax.lexbor import LexborNode

Path = tuple[str, ...]

# What stands side by side without meaning another place: paragraphs and runs of text.
_FLOWING = frozenset(
    {"a", "abbr", "b", "big", "blockquote", "br", "center", "cite", "code", "dd", "dl", "dt", "del", "em", "font", "h1"}
    | {"h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "label", "li", "ol", "p", "pre", "q", "s", "small"}
    | {"span", "strike", "strong", "sub", "sup", "time", "tt", "u", "ul"}
)
_DIGIT = re.compile(r"\d")
_DIGITS = re.compile(r"\d+")
NONE: frozenset[str] = frozenset()
_PLAIN_STEP = re.compile(r"[a-z][a-z0-9-]*(\.[A-Za-z_][\w-]*)+\Z")  # steps that are selectors as they stand
_LABEL_CHARS = 24
_NEAR = 6  # steps from the root within which rows change colour
_COLOURS = 3
_STEADY = 0.95  # share of the records with a token, from which it stays


@lru_cache(maxsize=8192)
def stable_tokens(value: str | None) -> tuple[str, ...]:
    """Give class tokens that may name a place: those without digits (`post-17` names one post)."""
    if not value:
        return ()
    return tuple(dict.fromkeys(token for token in value.split() if not _DIGIT.search(token)))


@lru_cache(maxsize=8192)
def class_tokens(value: str | None) -> tuple[str, ...]:
    """Give class tokens without their digits: `row1` and `row2` are the same place."""
    return tuple(dict.fromkeys(_DIGITS.sub("", value).split())) if value else ()


@lru_cache(maxsize=16384)
def base_name(tag: str, value: str | None, ignored: frozenset[str]) -> str:
    """Name an element by its tag and the class tokens that stay."""
    tokens = [token for token in class_tokens(value) if token not in ignored]
    return ".".join((tag, *tokens))


class Steps:
    """Names the children of one element as they come: the second of a name gets a number, and all without tokens."""

    def __init__(self, ignored: frozenset[str]) -> None:
        self._counts: dict[str, int] = {}
        self._ignored = ignored

    def name(self, tag: str, value: str | None) -> str:
        base = base_name(tag, value, self._ignored)
        number = self._counts[base] = self._counts.get(base, 0) + 1
        return f"{base}:{number}" if number > 1 or base == tag else base


@lru_cache(maxsize=16384)
def loosen(path: Path) -> Path:
    """Leave the numbers out of steps of flowing text: the second paragraph is at the place of the first."""
    return tuple(map(loosen_step, path))


@lru_cache(maxsize=16384)
def loosen_step(step: str) -> str:
    """Leave the number out of a step of flowing text."""
    base, colon, _ = step.partition(":")
    return base if colon and tag_of(base) in _FLOWING else step


def is_loose(step: str) -> bool:
    """Tell whether a step stands for any of its tag."""
    return "." not in step and ":" not in step and step in _FLOWING


def is_any(step: str) -> bool:
    """Tell whether a step stands for all elements of its name among their siblings: paragraphs, links."""
    return ":" not in step and tag_of(step) in _FLOWING


def is_pushed(tag: str) -> bool:
    """Tell whether an element's number among its like says where it is: it is no paragraph and no run of text."""
    return tag not in _FLOWING


@lru_cache(maxsize=16384)
def tag_of(step: str) -> str:
    """Give the tag of a step."""
    return step.partition(":")[0].partition(".")[0]


LAST = "last"  # stands for the number of an element that is the last of its name
PART = "@"  # begins the step to one of the siblings that a record is made of
PLAIN = "^"  # before a label that stands in no element of its own


def text_after(node: LexborNode, label: str) -> str:
    """Give the text that follows the child of an element that says `label`; empty if there is none."""
    return next((text for found, text in labels_in(node) if found == label), "")


def labels_in(node: LexborNode) -> Iterator[tuple[str, str]]:
    """Give the pieces of text of an element that follow a short one in an element of its own, each with that label.

    The colon stands at the end of the label or before the text. A label that is but the beginning of the text itself
    ("Author: Ann") is marked by a circumflex.
    """
    first = node.child
    if first is not None and first.tag == "-text" and first.next is None:
        label, colon, text = " ".join((first.text_content or "").split()).partition(": ")
        if colon and text and 0 < len(label) < _LABEL_CHARS and label.isalpha():
            yield f"{PLAIN}{label}:", text
    for child in node.iter():
        following = child.next
        if following is None or following.tag != "-text" or (child.tag or "-")[0] in "-!":
            continue
        label = " ".join(child.text().split())
        if 0 < len(label) <= _LABEL_CHARS:
            text = " ".join((following.text_content or "").split())
            if label[-1] != ":" and text[:1] == ":":
                label, text = f"{label}:", text[1:].lstrip()
            if text and label[-1] == ":":
                yield label, text


def climb(node: LexborNode | None) -> Iterator[LexborNode]:
    """Give an element and those around it, the nearest first."""
    while node is not None:
        yield node
        node = node.parent


def go_to(nodes: Sequence[LexborNode], path: Path, ignored: frozenset[str] = NONE) -> LexborNode | None:
    """Give the first element at a path, or None."""
    return next(go_all(nodes, path, ignored), None)


def find_like(nodes: Sequence[LexborNode], path: Path, ignored: frozenset[str] = NONE) -> LexborNode | None:
    """Give the element at a path, else one that stands elsewhere in the record but is called the same.

    Some posts have one more box around what they say ("best answer"): the last named step of the path is looked for.
    """
    node = go_to(nodes, path, ignored)
    return node if node is not None else find_named(nodes, path, ignored)


def find_named(nodes: Sequence[LexborNode], path: Path, ignored: frozenset[str] = NONE) -> LexborNode | None:
    """Give an element that is called like the last named step of a path, wherever it stands in the record."""
    named = next((at for at in range(len(path) - 1, -1, -1) if "." in path[at] and ":" not in path[at]), None)
    if named is None:
        return None
    selector = path[named]
    if not _PLAIN_STEP.match(selector):
        return None
    for start in nodes:
        found = start.css_first(selector)
        if found is not None:
            return next(_follow(found, path[named + 1 :], ignored), None)
    return None


def go_all(nodes: Sequence[LexborNode], path: Path, ignored: frozenset[str] = NONE) -> Iterator[LexborNode]:
    """Give the elements at a path; steps without number or tokens stand for any of their tag."""
    if len(nodes) == 1:
        yield from _follow(nodes[0], path, ignored)
    elif path and (start := name_parts(nodes).get(path[0])) is not None:
        yield from _follow(start, path[1:], ignored)


def name_parts(nodes: Sequence[LexborNode]) -> dict[str, LexborNode]:
    """Give the elements that a record is made of by the steps that lead to them: number, class tokens, the last."""
    parts = {f"{PART}{number}": node for number, node in enumerate(nodes)} | {f"{PART}{LAST}": nodes[-1]}
    for node in nodes:
        for token in class_tokens(node.attributes.get("class")):
            parts.setdefault(f"{PART}.{token}", node)
    return parts


def _follow(node: LexborNode, steps: Path, ignored: frozenset[str]) -> Iterator[LexborNode]:
    if not steps:
        yield node
        return
    step, rest = steps[0], steps[1:]
    tag, number = tag_of(step), step.partition(":")[2]
    names = Steps(ignored)
    loose, last = is_any(step), None
    for child in node.iter():
        if child.tag == tag:
            name = names.name(tag, child.attributes.get("class"))
            if number == LAST:
                last = child if name.partition(":")[0] == step.partition(":")[0] else last
            elif name == step or (loose and loosen_step(name) == step):
                yield from _follow(child, rest, ignored)
    if last is not None:
        yield from _follow(last, rest, ignored)


def find_passing(records: Sequence[Sequence[LexborNode]]) -> frozenset[str]:
    """Give the class tokens that come and go from record to record beside one that stays (odd, on line, by the author).

    Those that tell siblings apart (a signature from a text) stay.
    """
    often: Counter[str] = Counter()
    classes: dict[str, list[LexborNode]] = defaultdict(list)  # elements by the value of their class attribute
    for nodes in records:
        values = set()
        for node in nodes:
            for inner in node.css("[class]"):
                if value := inner.attrs.get("class"):
                    values.add(value)
                    classes[value].append(inner)
        often.update({token for value in values for token in class_tokens(value)})
    steady = {token for token, count in often.items() if count >= _STEADY * len(records)}
    passing: set[str] = set()
    telling: set[str] = set()
    for value, inners in classes.items():
        held = steady.intersection(class_tokens(value))
        loose = set(class_tokens(value)) - steady
        if held and loose:
            passing |= loose
            if any(_has_twin(inner, held) for inner in inners):
                telling |= loose
    return frozenset((passing | _alternating(records, steady)) - telling)


def _alternating(records: Sequence[Sequence[LexborNode]], steady: Collection[str]) -> set[str]:
    """Give tokens of elements that all records have at one place, under another name each time: rows in two colours."""
    places: dict[Path, list[tuple[str, ...]]] = defaultdict(list)
    for nodes in records:
        for number, node in enumerate(nodes):
            for path, tokens in _plain_places(node, (f"{PART}{number}",)):
                places[path].append(tokens)
    found: set[str] = set()
    for seen in places.values():
        kinds = set(seen)
        if len(seen) >= _STEADY * len(records) and 1 < len(kinds) <= _COLOURS:
            names = {token for kind in kinds for token in kind}
            if names.isdisjoint(steady) and all(kinds):
                found |= names
    return found


def _plain_places(node: LexborNode, path: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Give the elements near the root of a record by tags and numbers, with their tokens."""
    numbers: Counter[str] = Counter()
    for child in node.iter():
        tag = child.tag or "-"
        if tag[0] in "-!" or tag in _FLOWING:
            continue
        numbers[tag] += 1
        here = (*path, f"{tag}:{numbers[tag]}")
        yield here, class_tokens(child.attributes.get("class"))
        if len(here) <= _NEAR:
            yield from _plain_places(child, here)


def _elements(node: LexborNode) -> Iterator[LexborNode]:
    return (inner for inner in node.traverse() if (inner.tag or "-")[0] not in "-!")


def _has_twin(node: LexborNode, held: Set[str]) -> bool:
    """Tell whether a sibling of the same tag has the same tokens that stay."""
    for direction in ("next", "prev"):
        sibling = getattr(node, direction)
        while sibling is not None:
            if sibling.tag == node.tag and held <= set(class_tokens(sibling.attributes.get("class"))):
                return True
            sibling = getattr(sibling, direction)
    return False


def is_hidden(node: LexborNode) -> bool:
    """Whether an element, or one around it, is not shown until a script shows it."""
    current: LexborNode | None = node
    while current is not None:
        attributes = current.attributes
        style = (attributes.get("style") or "").lower().replace(" ", "")
        if "hidden" in attributes or "display:none" in style or current.tag == "template":
            return True
        current = current.parent
    return False
