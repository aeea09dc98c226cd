"""What a post carries beside its words: whom it answers, its votes, whether it is the accepted answer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

from selectolax.lexbor import LexborNode

from weft.extract._names import href_shape
from weft.extract._numbers import LAST_WORD, NUMBERS, Slot, plain_number
from weft.extract._places import Path, go_to, loosen
from weft.extract._sampled import Sampled, by_sheet
from weft.extract._views import Element

_COUNT = re.compile(r"[+\u2212-]?\s?\d{1,3}(?:[ .,]?\d{3})*\Z")
_TO_NUMBER = re.compile(r"\D*(?=\d)")
_FEW = 2  # posts that must answer another by a link for it to be a habit of the site
_MOSTLY = 0.8
_COVERED = 0.9
_MARK_CHARS = 40
_LOOKED_AT = 20  # posts, from all over, that tell whether a number is one of votes
# What says that something is voted on, and what was accepted: nothing but words or signs tells these.
_VOTE = re.compile(
    r"\bvot|upvote|downvote|thumbs?[ -]?up|stimm|голос|投票|点赞|贊|赞|\u25b2|\u25bc|\u2191|\u2193", re.IGNORECASE
)
_ACCEPTED = re.compile(
    r"accepted|best answer|\bsolution\b|solved by|beste antwort|lösung|meilleure réponse|réponse acceptée|"
    r"mejor respuesta|respuesta aceptada|melhor resposta|migliore risposta|"
    r"лучший ответ|решение|最佳答案|采纳|ベストアンサー|התשובה",
    re.IGNORECASE,
)


def learn_reply(
    posts: Sequence[Sampled], number: Slot | None, link: Path | None, ignored: frozenset[str]
) -> Slot | None:
    """Give where a post names the one it answers: a link like that to a post itself, but to another."""
    if number is None or link is None or number.run == LAST_WORD:
        return None
    shapes = {_shape(_href(go_to(post.view.nodes, link, ignored))) for post in posts}
    right: Counter[Slot] = Counter()
    named: dict[Slot, set[str]] = defaultdict(set)
    wrong: Counter[Slot] = Counter()
    known: Counter[Slot] = Counter()  # how often a post that was seen is named
    ids = {number.read(post.view.nodes, ignored) for post in posts}
    for post in posts:
        own = number.read(post.view.nodes, ignored)
        for path, _, tag, attributes, *_ in post.view.elements:
            href = (attributes.get("href") or "") if tag == "a" and path != link else ""
            if href and _shape(href) in shapes:
                numbers = [plain_number(digits) for digits in NUMBERS.findall(href)]
                for run, digits in enumerate(numbers):
                    slot = Slot(path, "href", run)
                    (wrong if own in numbers else right)[slot] += 1
                    named[slot].add(digits)
                    known[slot] += digits in ids
    pages = len({post.sheet for post in posts})  # who answers the opening post names another one on each
    sure = [
        slot
        for slot, count in right.items()
        if count >= _FEW and count >= wrong[slot] and len(named[slot]) >= min(count, pages) / 4
    ]
    return max(sure, key=lambda slot: (right[slot], 2 * known[slot] > right[slot], slot.run), default=None)


def _href(node: LexborNode | None) -> str:
    return (node.attributes.get("href") or "") if node is not None else ""


def _shape(href: str) -> str:
    """Give what addresses of posts share: that of their kind, and of the last step what comes before its number."""
    step = href.partition("?")[0].rstrip("/").rpartition("/")[2]
    before = _TO_NUMBER.match(step)
    return href_shape(href) + (before.group() if before is not None else "")


def learn_votes(posts: Sequence[Sampled]) -> Path | None:
    """Give where a post's votes are counted: a number in nearly all posts, with something to vote with beside it."""
    counted: dict[Path, list[LexborNode]] = defaultdict(list)
    for post in posts:
        for path, node, _, _, lone, _ in post.view.elements:
            if lone is None:  # an element in it may have the count
                child = node.child
                text = node.text().strip() if child is not None and child.next is None else ""
            else:
                text = lone
            if text[-1:].isdecimal() and _COUNT.match(text):
                counted[path].append(node)
    sure = {path: nodes for path, nodes in counted.items() if len(nodes) >= _COVERED * len(posts)}
    some = {path: nodes[:: -(-len(nodes) // _LOOKED_AT)] for path, nodes in sure.items()}
    controls = {path: sum(map(_is_voted_on, nodes)) / len(nodes) for path, nodes in some.items()}
    best = max(controls, key=lambda path: (controls[path], -len(path)), default=None)
    return best if best is not None and controls[best] >= _MOSTLY else None


def _is_voted_on(node: LexborNode) -> bool:
    if "vote" in (node.attributes.get("itemprop") or "").lower():
        return True
    around = node.parent
    for _ in range(2):
        if around is None or len(around.html or "") > 2000:  # no longer a box to vote in
            return False
        for inner in around.css("a, button, input, i, span, img, svg"):
            words = " ".join(str(value) for value in inner.attributes.values() if value)
            if _VOTE.search(words) or _VOTE.search(inner.text() or ""):
                return True
        if _VOTE.search(around.text() or ""):
            return True
        around = around.parent
    return False


def learn_accepted(posts: Sequence[Sampled]) -> Path | None:
    """Give the place of a mark that at most one post of a page has and that says "accepted"."""
    marked: Counter[Path] = Counter()
    repeated: set[Path] = set()
    for members in by_sheet(posts).values():
        found: dict[Path, int] = defaultdict(int)
        for post in members:
            for place in {loosen(element.path) for element in post.view.elements if _says_accepted(element)}:
                found[place] += 1
        marked.update(found.keys())
        repeated.update(place for place, count in found.items() if count > 1)
    sure = [place for place in marked if place and place not in repeated and marked[place] >= _FEW]
    return max(sure, key=lambda place: (marked[place], len(place)), default=None)


def _says_accepted(element: Element) -> bool:
    text = element.attributes.get("title") or element.attributes.get("aria-label") or element.lone or ""
    return 0 < len(text) <= _MARK_CHARS and _is_acceptance(text)


@lru_cache(maxsize=8192)  # what buttons say comes again and again
def _is_acceptance(text: str) -> bool:
    return _ACCEPTED.search(text) is not None


def read_votes(node: LexborNode | None) -> int | None:
    """Give the votes an element shows, or None."""
    if node is None:
        return None
    text = "".join((node.text() or "").split()).replace("\u2212", "-")
    digits = re.sub(r"[.,+]", "", text)
    return int(digits) if digits.lstrip("-").isdecimal() else None
