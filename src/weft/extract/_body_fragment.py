"""A piece of a page as parallel lists, in document order: what a person can see of a post, walked once.

Text, quotes, files and clean markup are all read from these lists: the tree is not touched again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

TEXT = ""  # in place of a tag
MAX_PIECES = 20_000  # of one post; what follows is left out, which bounds time and memory
# Shown as nothing, or as a control: no part of what somebody wrote.
_LEFT_OUT = frozenset(
    {"script", "style", "template", "noscript", "head", "title", "meta", "link", "base", "object", "applet", "canvas"}
    | {"svg", "map", "annotation", "annotation-xml", "dialog", "progress", "meter"}
)
_WITH_FORMS = _LEFT_OUT | {"form"}
_CONTROLS = frozenset({"button", "input", "select", "textarea", "option", "datalist", "summary"})
_SHOWN_CONTROLS = frozenset({"summary"})
_MEDIA = frozenset({"iframe", "embed", "audio", "video"})  # kept as places, without what stands in for them
_NOWHERE = ("#", "javascript:")
# A hidden block is a spoiler, which readers open, when what opens it stands before it with no more text between.
SPOILER_CHARS = 20
_BLOCKS = (
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
)
BLOCK_TAGS = frozenset(_BLOCKS.split())  # elements that begin and end a line
Attributes = Mapping[str, str | None]
_NONE: Attributes = {}


@dataclass(slots=True)
class Fragment:
    """Elements and texts by number in document order. Lists are filled by `flatten` and not changed afterwards."""

    tags: list[str] = field(default_factory=list)  # TEXT for a text
    texts: list[str] = field(default_factory=list)  # empty for an element
    attributes: list[Attributes] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # number after the last piece inside
    parents: list[int] = field(default_factory=list)
    roots: int = 0  # how many elements the fragment was made of
    kinds: frozenset[str] = frozenset()  # all tags of it
    is_whole: bool = True  # nothing inside was left out

    def __len__(self) -> int:
        return len(self.tags)

    def words(self, start: int, end: int) -> str:
        """Give the text of a stretch in one line."""
        return " ".join(" ".join(self.texts[start:end]).split())


def flatten(nodes: Sequence[LexborNode], skip: Collection[int] = (), *, has_forms: bool = False) -> Fragment:
    """Walk the nodes once, without what nobody sees. `skip` are the `mem_id`s of elements and texts to leave out.

    Forms are left out (polls, answers) unless asked for, or nothing else is there: some sites put all into one.
    """
    if not has_forms:
        fragment = _flatten(nodes, skip, _WITH_FORMS)
        if any(map(str.strip, fragment.texts)):
            return fragment
    return _flatten(nodes, skip, _LEFT_OUT)


def _flatten(nodes: Sequence[LexborNode], skip: Collection[int], left_out: Collection[str]) -> Fragment:
    walk = _Walk(Fragment(roots=len(nodes)), skip, left_out)
    for node in nodes:
        walk.add(node)
    fragment = walk.fragment
    if "-" in "".join(fragment.tags):
        _name_blocks(fragment)
    fragment.kinds = frozenset(fragment.tags)
    return fragment


def _name_blocks(fragment: Fragment) -> None:
    """Call elements that sites made up (`x-quote`) what they look like: blocks if they hold blocks."""
    made_up = [at for at, tag in enumerate(fragment.tags) if "-" in tag]
    for at in made_up:
        if not BLOCK_TAGS.isdisjoint(fragment.tags[at : fragment.ends[at]]):
            fragment.tags[at] = "div"


class _Walk:
    """Fills a fragment. Its state is how much text came since the last control: see SPOILER_CHARS."""

    def __init__(self, fragment: Fragment, skip: Collection[int], left_out: Collection[str]) -> None:
        self.fragment = fragment
        self._skip = skip
        self._left_out = left_out
        self._since_control = SPOILER_CHARS + 1

    def add(self, root: LexborNode) -> None:
        """Walk one element; iterative, because pages nest deeper than Python does."""
        ends, tags = self.fragment.ends, self.fragment.tags
        skip, add_text = self._skip, self._add_text
        stack: list[tuple[LexborNode, int]] = []
        node, parent = root, -1
        while len(tags) < MAX_PIECES:
            tag = node.tag or "-"
            child = None
            if tag == "-text":
                if not skip or node.mem_id not in skip:
                    add_text(node.text_content or "", parent)
            elif tag[0] not in "-!" and (index := self._enter(node, tag, parent)) >= 0:
                child = node.child
            if child is not None:
                stack.append((node, parent))
                node, parent = child, index
                continue
            while stack:
                following = node.next
                if following is not None:
                    node = following
                    break
                ends[parent] = len(tags)
                node, parent = stack.pop()
            else:
                return
        self.fragment.is_whole = False
        for _, index in (*stack[1:], (node, parent)) if stack else ():
            ends[index] = len(tags)

    def _add_text(self, text: str, parent: int) -> None:
        if self._since_control <= SPOILER_CHARS:
            self._since_control += len(text.strip())
        fragment = self.fragment
        fragment.tags.append(TEXT)
        fragment.texts.append(text)
        fragment.attributes.append(_NONE)
        fragment.parents.append(parent)
        fragment.ends.append(len(fragment.tags))

    def _enter(self, node: LexborNode, tag: str, parent: int) -> int:
        """Add an element; gives its number if what is inside belongs to it."""
        if tag in self._left_out or (self._skip and node.mem_id in self._skip):
            self.fragment.is_whole = False
            return -1
        attributes = node.attributes
        if attributes:
            if self._is_hidden(attributes):
                self.fragment.is_whole = False
                return -1
            if "onclick" in attributes or _is_button(tag, attributes):
                self._since_control = 0
        if tag in _MEDIA:
            self.fragment.is_whole = False
            self._append(tag, _with_source(node, attributes), parent)
            return -1
        if tag in _CONTROLS:
            self._since_control = 0
            if tag not in _SHOWN_CONTROLS:
                self.fragment.is_whole = False
                return -1
        return self._append(tag, attributes, parent)

    def _append(self, tag: str, attributes: Attributes, parent: int) -> int:
        fragment = self.fragment
        fragment.tags.append(tag)
        fragment.texts.append("")
        fragment.attributes.append(attributes)
        fragment.parents.append(parent)
        index = len(fragment.tags)
        fragment.ends.append(index)
        return index - 1

    def _is_hidden(self, attributes: Attributes) -> bool:
        if "hidden" not in attributes and "style" not in attributes and "aria-hidden" not in attributes:
            return False
        style = (attributes.get("style") or "").lower().replace(" ", "")
        if "hidden" not in attributes and attributes.get("aria-hidden") != "true" and "display:none" not in style:
            return False
        is_spoiler = self._since_control <= SPOILER_CHARS
        self._since_control = SPOILER_CHARS + 1  # a control opens one block
        return not is_spoiler


def _is_button(tag: str, attributes: Attributes) -> bool:
    """Tell whether an element is there to be pressed and leads nowhere."""
    if tag == "a":
        return (attributes.get("href") or "").lower().startswith(_NOWHERE)
    return attributes.get("role") == "button"


def _with_source(node: LexborNode, attributes: Attributes) -> Attributes:
    """Give the attributes of a film or a sound with the address of its first source, where that is told inside."""
    source = node.css_first("source[src]") if not attributes.get("src") else None
    return {**attributes, "src": source.attributes["src"]} if source is not None else attributes
