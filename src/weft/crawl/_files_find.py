"""From the posts of a page to the files the frontier is told of: each once, though it may have several addresses.

Sites give a file one address to look at and one to load down, and some a new one at every view of the page. So the key
under which the frontier knows a file is what stays: the post that carries it, and what it is called there. Where a post
carries several files of one name, the numbers in their addresses tell them apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from weft.crawl._files_refused import REFUSED, Refusals
from weft.crawl._files_wanted import BY_SETTINGS, FileRules
from weft.crawl._sift import ACTION, FORM, NO_RULE, NOFOLLOW, PAGE_NOFOLLOW, PRIORITIES
from weft.page import Attachment, Post
from weft.store import Archive, Carried, Discovered, Reading, UrlState
from weft.traversal import Follow, Plan, Role
from weft.urls import tokenise

PRIORITY = 9  # after all pages: they tell of the forum, and of more files
PAGE = "a page of the forum, not a file"
_OUTSIDE = "outside the scope"
# What a plan says of links it has no use for; files are not its business.
_BY_PLAN = frozenset({NO_RULE, _OUTSIDE})
_LONG = 8  # characters of a value that is a name by itself
_BATCH = 500


class FileFinder:
    """Says what becomes of files that posts carry. Who fetches them keeps `held_bytes` and `refusals` up to date."""

    def __init__(self, rules: FileRules, plan: Plan, held_bytes: int = 0) -> None:
        self.rules = rules
        self.plan = plan
        self.held_bytes = held_bytes
        self.refusals = Refusals()

    def find(self, reading: Reading, depth: int, found: Iterable[Discovered] = ()) -> tuple[Discovered, ...]:
        """Give the files of a page that was read. `found` is what its links came to: good conduct holds for files."""
        if reading.thread is None:
            return ()
        barred = {item.url: item.reason for item in found if item.state is UrlState.EXCLUDED and _is_conduct(item)}
        thread = reading.list or reading.url
        files: dict[str, Discovered] = {}
        for post in reading.thread.posts:
            for file, key in name_files(thread, post):
                files.setdefault(file.url, self.judge(file, key, depth, barred))
        return tuple(files.values())

    def judge(self, file: Attachment, key: str, depth: int, barred: Mapping[str, str] | None = None) -> Discovered:
        """Say what becomes of one file."""
        reason = (barred or {}).get(file.url, "")
        if reason:
            return Discovered(file.url, UrlState.EXCLUDED, reason, weak=True, depth=depth)
        if self.is_page(file.url):
            return Discovered(file.url, UrlState.EXCLUDED, PAGE, weak=True, depth=depth)
        role = Role.ATTACHMENT.value
        item = Discovered(file.url, depth=depth, priority=PRIORITY, role=role, key=key)
        reason = self.rules.object_to(file, self.held_bytes) or self.refusals.object_to(file.url)
        return item._replace(state=UrlState.EXCLUDED, reason=reason, key="") if reason else item

    def is_page(self, url: str) -> bool:
        """Tell whether the plan takes an address for a board or a thread."""
        decision = self.plan.judge(url)
        return decision.follow is not Follow.NO and decision.role in PRIORITIES


def _is_conduct(item: Discovered) -> bool:
    return item.reason in (NOFOLLOW, PAGE_NOFOLLOW, FORM) or item.reason.startswith(ACTION)


def name_files(thread: str, post: Post) -> list[tuple[Attachment, str]]:
    """Give the files of a post with the keys under which they are known; without a name a file has none."""
    place = f"{thread}#{post.id or _digest(post)}"
    named: dict[str, list[list[Attachment]]] = {}
    keyed = []
    for file in post.attachments:
        if not file.name:
            keyed.append((file, ""))
            continue
        groups = named.setdefault(file.name, [])
        number = next((n for n, group in enumerate(groups) if is_same_file(group[0].url, file.url)), len(groups))
        if number == len(groups):
            groups.append([])
        groups[number].append(file)
        keyed.append((file, f"{place}/{number}/{file.name}"))
    return keyed


def is_same_file(one: str, other: str) -> bool:
    """Tell whether two addresses that a post gives for one name lead to one file: the numbers in them are the same.

    What stands at the same place in both must be equal where it is a number or a long word; where nothing stands at the
    same place, all numbers of both must be.
    """
    first, second = _values(one), _values(other)
    shared = [place for place in first if place in second and (_tells(first[place]) or _tells(second[place]))]
    if shared:
        return all(first[place] == second[place] for place in shared)
    return {v for v in first.values() if _tells(v)} == {v for v in second.values() if _tells(v)} != set()


def _values(url: str) -> dict[str, str]:
    tokens = tokenise(url)
    steps = {f"/{len(tokens.path) - at}": step for at, step in enumerate(tokens.path)}
    pairs = (pair for key, value in tokens.query for pair in _split(key, value))
    return {**steps, **dict(pairs)}


def _split(key: str, value: str) -> Iterable[tuple[str, str]]:
    """Cut a query at its other separator, too."""
    for number, piece in enumerate(f"{key}={value}".split(";")):
        name, _, inner = piece.partition("=")
        yield (name, inner) if inner or number else (key, value)


def _tells(value: str) -> bool:
    return any(letter.isdigit() for letter in value) or len(value) >= _LONG


def _digest(post: Post) -> str:
    said = f"{post.author}\0{post.time}\0{post.text}".encode("utf-8", "replace")
    return hashlib.blake2b(said, digest_size=8).hexdigest()


def gather_files(archive: Archive, finder: FileFinder) -> int:
    """Put the files of all posts in the archive into the frontier as the rules of this run want it.

    Those of pages that were read late are not there yet, or excluded as links that no rule of the plan matches; and the
    rules may be others than in the run before. Gives how many were queued.
    """
    queued = 0
    for portion in _cut(item for item in archive.carried() if not item.digest and _is_open(item)):
        judged = [(item, _judge_again(finder, item)) for item in portion]
        wanted = [found for item, found in judged if found.state is UrlState.QUEUED and item.state != UrlState.QUEUED]
        queued += _put(archive, wanted)
        unwanted = [(item, found) for item, found in judged if found.state is UrlState.EXCLUDED]
        archive.add(found for item, found in unwanted if not item.state)
        # a reason is changed by queueing and excluding anew; cut off in between, the next run goes on with it
        misnamed = [found for item, found in unwanted if item.state and item.why_not != found.reason]
        _put(archive, [found._replace(state=UrlState.QUEUED, reason="", weak=False) for found in misnamed])
        archive.exclude((found.url, found.reason) for found in misnamed)
    return queued


def _cut(items: Iterable[Carried]) -> Iterable[list[Carried]]:
    rest = iter(items)
    while portion := list(islice(rest, _BATCH)):
        yield portion


def _is_open(item: Carried) -> bool:
    """Tell whether it is still to be decided what becomes of a file."""
    if item.state == UrlState.EXCLUDED:
        return item.why_not in _BY_PLAN | BY_SETTINGS | {PAGE, REFUSED}
    return item.state in ("", UrlState.QUEUED)


def _judge_again(finder: FileFinder, item: Carried) -> Discovered:
    row, url = item.carrier.row, item.carrier.url
    for file, key in name_files(row.thread, row.post):
        if file.url == url:
            return finder.judge(file, key, 0)
    return finder.judge(Attachment(url, item.carrier.name, image=item.image), "", 0)


def _put(archive: Archive, found: Sequence[Discovered]) -> int:
    before = archive.summary().by_state.get(UrlState.QUEUED, 0)
    archive.add(found)
    archive.requeue_excluded(item for item in found if item.state is UrlState.QUEUED)
    return archive.summary().by_state.get(UrlState.QUEUED, 0) - before
