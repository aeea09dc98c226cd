"""What stands below a rule (`hr`) at the end of posts: signatures, where authors have the same there each time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from selectolax.lexbor import LexborNode

from weft.extract._body_words import MAX_LABEL_CHARS, has_edit_word
from weft.extract._places import Path, find_like
from weft.extract._sampled import Sampled
from weft.page import spot_times

_LONGEST = 320  # letters of a signature
_LEAST_POSTS = 2  # of an author that have the same below
_LEAST_OWNERS = 2  # authors who have
_SAME = 0.9  # of the posts of such authors


def learn_ruled(posts: Sequence[Sampled], bodies: Sequence[Path], ignored: frozenset[str]) -> bool:
    """Tell whether what stands below the last rule of posts is their authors' standing text.

    Rules that people draw in what they write have something else below them each time.
    """
    if not any(element.tag == "hr" for post in posts for element in post.view.elements):
        return False
    said: dict[str, list[str]] = defaultdict(list)
    for post in posts:
        holder = next(
            (node for body in bodies if (node := find_like(post.view.nodes, body, ignored)) is not None), None
        )
        if holder is not None and post.author and (tail := _words(below_rule(holder))):
            said[post.author].append(tail)
    several = [tails for tails in said.values() if len(tails) >= _LEAST_POSTS]
    owned = [tails for tails in several if len(set(tails)) == 1]
    return len(owned) >= _LEAST_OWNERS and sum(map(len, owned)) >= _SAME * sum(map(len, several))


def below_rule(holder: LexborNode) -> list[LexborNode]:
    """Give what stands below the last rule of a body, with the rule; nothing of a note, a long text, or all of it."""
    nodes = list(_children(holder))
    last = max((number for number, node in enumerate(nodes) if node.tag == "hr"), default=0)
    words = _words(nodes[last:])
    if not last or len(words) > _LONGEST or not _words(nodes[:last]) or _is_note(words):
        return []
    return nodes[last:]


def find_ruled(holder: LexborNode) -> Iterator[int]:
    """Give the `mem_id`s of the elements and texts below the last rule of a body."""
    return (node.mem_id for node in below_rule(holder))


def _children(holder: LexborNode) -> Iterator[LexborNode]:
    node = holder.child
    while node is not None:
        yield node
        node = node.next


def _words(nodes: Collection[LexborNode]) -> str:
    texts = (node.text_content if node.tag == "-text" else node.text() for node in nodes if (node.tag or "-")[0] != "!")
    return " ".join(" ".join(text or "" for text in texts).split())


def _is_note(words: str) -> bool:
    return len(words) <= MAX_LABEL_CHARS and has_edit_word(words) and bool(spot_times(words))
