"""What schema.org items say of a page: its posts and its kind. Posts the page does not bear out are left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from selectolax.lexbor import LexborNode

from weft.page._hints_item import MAX_NESTING, Item, Syntax, fold
from weft.page._page import Page
from weft.urls import resolve

_POSTINGS = frozenset({"DiscussionForumPosting", "SocialMediaPosting"})
_ARTICLES = frozenset({"Article", "BlogPosting", "NewsArticle", "TechArticle"})
_QUESTIONS = frozenset({"Question"})
_REPLIES = ("comment", "acceptedAnswer", "suggestedAnswer", "hasPart")
_REPLY_TYPES = frozenset({"Comment", "UserComments", "Answer"}) | _POSTINGS
# Items that hold the one the page is about.
_HOLDERS = frozenset({"WebPage", "ItemPage", "QAPage", "CollectionPage", "Thing"})
_INNER = ("mainEntity", "mainContentOfPage", "about")

_DATE_NAMES = ("datePublished", "dateCreated", "commentTime", "uploadDate", "dateModified")
_TEXT_NAMES = ("text", "articleBody", "commentText", "reviewBody")
_AUTHOR_NAMES = ("author", "creator")

_TAG = re.compile(r"<[^<>]{1,500}>")
_INTEGER = re.compile(r"[-+\N{MINUS SIGN}]?\d{1,9}$")
_SIGNS = re.compile(r"[\W_]+")
_BORNE_OUT = 40  # letters of a text that must stand on the page


class PageKind(StrEnum):
    """What a page says it is."""

    THREAD = "thread"
    LIST = "list"
    PROFILE = "profile"
    SEARCH = "search"


class PostRole(StrEnum):
    """What a post says it is."""

    POST = "post"
    QUESTION = "question"
    ANSWER = "answer"
    COMMENT = "comment"


_KINDS = {"CollectionPage": PageKind.LIST, "ProfilePage": PageKind.PROFILE, "SearchResultsPage": PageKind.SEARCH}


@dataclass(frozen=True, slots=True)
class PostHint:
    """A post as the page describes it to machines; what it does not say is empty. `date` is as written."""

    position: int
    role: PostRole
    author: str
    date: str
    text: str
    url: str
    author_url: str = ""
    accepted: bool = False
    votes: int | None = None
    syntax: Syntax = Syntax.MICRODATA
    node: LexborNode | None = field(default=None, compare=False, repr=False)  # the post's element; JSON-LD has none


@dataclass(frozen=True, slots=True)
class Story:
    """What the items tell together."""

    kind: PageKind | None
    headline: str
    posts: tuple[PostHint, ...]


def read_story(page: Page, items: list[Item]) -> Story:
    """Find the page's posts among its items: of the syntaxes, the one that describes the most of them."""
    people = {item.id: item for item in items if item.id}
    threads = [thread for item in items for thread in _threads(item, 0)]
    best: list[PostHint] = []
    for syntax in Syntax:
        mine = [thread for thread in threads if thread.syntax is syntax]
        posts = _borne_out(page, _collect(page, mine, people)) if not _is_list(mine) else []
        best = max(best, posts, key=len)
    placed = tuple(replace(post, position=place) for place, post in enumerate(best))
    headline = next(filter(None, (thread.text("headline", "name") for thread in threads)), "")
    return Story(_tell_kind(items, threads), headline, placed)


def _threads(item: Item, depth: int) -> Iterator[Item]:
    """Give the postings, questions and commented articles that are the page or stand in an item that is."""
    if item.types & (_POSTINGS | _QUESTIONS) or (item.types & _ARTICLES and item.has(*_REPLIES)):
        yield item
    elif item.types & _HOLDERS and depth < MAX_NESTING:
        for inner in item.items(*_INNER):
            yield from _threads(inner, depth + 1)


def _is_list(threads: list[Item]) -> bool:
    """Tell whether several threads stand here with headlines of their own and without their texts: rows of a list."""
    bare = [thread for thread in threads if not thread.has(*_TEXT_NAMES, *_REPLIES)]
    return len(bare) > 1 and len({thread.text("headline", "name") for thread in bare}) > 1


def _tell_kind(items: list[Item], threads: list[Item]) -> PageKind | None:
    if threads:
        return PageKind.LIST if _is_list(threads) else PageKind.THREAD
    types = frozenset[str]().union(*(item.types for item in items))
    if "QAPage" in types:
        return PageKind.THREAD
    named = [kind for name, kind in _KINDS.items() if name in types]
    return named[0] if len(named) == 1 else None


def _collect(page: Page, threads: Iterable[Item], people: dict[str, Item]) -> list[PostHint]:
    found: list[PostHint] = []
    for thread in threads:
        own = _to_post(page, thread, people, accepted=False)
        replies = [
            _to_post(page, reply, people, accepted=accepted) for reply, accepted in _replies(thread, MAX_NESTING)
        ]
        # A script with author and date alone speaks of the thread, whatever page of it this is. Some sites describe
        # the opening post twice: as the thread, and as its first comment.
        is_post = bool(own.text or (own.node is not None and own.author and own.date))
        is_post = is_post and not any(_is_same(own, reply) for reply in replies[:1])
        found += [own, *replies] if is_post else replies
    return found


def _replies(item: Item, depth: int) -> Iterator[tuple[Item, bool]]:
    """Give the replies below an item and whether each is the accepted answer, nested ones after their parents."""
    below = [(value, name) for name in _REPLIES for value in item.items(name) if value.types & _REPLY_TYPES]
    for reply, name in below:
        yield reply, name == "acceptedAnswer"
        if depth > 0:
            yield from _replies(reply, depth - 1)


def _is_same(one: PostHint, other: PostHint) -> bool:
    if one.text and other.text:
        start = min(len(one.text), len(other.text), 200)
        return one.text[:start] == other.text[:start] and (one.author == other.author or not one.author)
    return bool(one.date) and (one.date, one.author) == (other.date, other.author)


def _to_post(page: Page, item: Item, people: dict[str, Item], *, accepted: bool) -> PostHint:
    author, author_url = _read_author(page, item, people)
    text = item.text(*_TEXT_NAMES)
    return PostHint(
        position=0,
        role=_tell_role(item),
        author=author,
        date=item.text(*_DATE_NAMES),
        text=fold(_TAG.sub(" ", text)) if item.node is None else text,
        url=_resolve(page, item.link("url", "mainEntityOfPage")),
        author_url=author_url,
        accepted=accepted,
        votes=_read_votes(item),
        syntax=item.syntax,
        node=item.node,
    )


def _tell_role(item: Item) -> PostRole:
    if "Question" in item.types:
        return PostRole.QUESTION
    if "Answer" in item.types:
        return PostRole.ANSWER
    return PostRole.COMMENT if "Comment" in item.types else PostRole.POST


def _read_author(page: Page, item: Item, people: dict[str, Item]) -> tuple[str, str]:
    person = next(item.items(*_AUTHOR_NAMES), None)
    if person is None:
        return item.text(*_AUTHOR_NAMES), ""
    person = people.get(person.id, person) if not person.has("name") else person
    return person.text("name"), _resolve(page, person.address)


def _read_votes(item: Item) -> int | None:
    up, down = (_INTEGER.match(item.text(name).replace(",", "")) for name in ("upvoteCount", "downvoteCount"))
    if up is None:
        return None
    return _to_number(up.group()) - (abs(_to_number(down.group())) if down else 0)


def _to_number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def _resolve(page: Page, href: str) -> str:
    return (resolve(href, page.base) or "") if href else ""


def _borne_out(page: Page, posts: list[PostHint]) -> list[PostHint]:
    """Leave out posts of a script that a reader does not see: the opening post described again on page two."""
    if not any(post.node is None for post in posts):
        return posts
    shown = _SIGNS.sub("", page.text).lower()
    return [post for post in posts if post.node is not None or _is_shown(post, shown)]


def _is_shown(post: PostHint, shown: str) -> bool:
    letters = _SIGNS.sub("", post.text).lower()[:_BORNE_OUT] or _SIGNS.sub("", post.author).lower()
    return bool(letters) and letters in shown
