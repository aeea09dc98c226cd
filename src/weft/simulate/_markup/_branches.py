"""Posts as the tree their depths describe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from weft.simulate._views import AdRow, PostView


@dataclass(frozen=True, slots=True)
class Branch:
    """A post (or an advertisement) and what answers it."""

    post: PostView | AdRow
    below: list[Branch] = field(default_factory=list)


def grow_branches(posts: Iterable[PostView | AdRow]) -> list[Branch]:
    """Hang each post below the nearest earlier one of lesser depth; advertisements stand at the root."""
    roots: list[Branch] = []
    path: list[tuple[int, Branch]] = []
    for post in posts:
        branch = Branch(post)
        if isinstance(post, AdRow):
            roots.append(branch)
            continue
        while path and path[-1][0] >= post.depth:
            path.pop()
        (path[-1][1].below if path else roots).append(branch)
        path.append((post.depth, branch))
    return roots


def write_branches(branches: list[Branch], write: Callable[[PostView | AdRow, str], str], group: str) -> str:
    """Write a tree: `write` gets a post and the ready markup below it, `group` wraps the posts of one level."""
    if not branches:
        return ""
    items = [write(branch.post, write_branches(branch.below, write, group)) for branch in branches]
    return group.format("".join(items))
