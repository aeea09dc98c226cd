"""What the tests of rendering share: forums made by scripts, and what should come out of them."""

from __future__ import annotations

from pathlib import Path

import weft
from weft.fetch import MemoryAnswer
from weft.simulate import Delivery, ScriptedSite, Trait, make_site

HOST = "http://forum.example"


def scripted(threads: int, delivery: Delivery = Delivery.ASKED) -> ScriptedSite:
    """A forum whose pages are empty frames."""
    return ScriptedSite(
        make_site("oldtable", threads=threads, without={Trait.SESSION_IDS, Trait.ATTACHMENTS}), delivery
    )


def true_posts(site: ScriptedSite) -> dict[str, str]:
    """Posts and the titles of their threads."""
    return {str(post.id): thread.title for thread in site.threads(site.model.end) for post in thread.posts}


def held_posts(folder: Path) -> dict[str, str]:
    """The same of an archive."""
    with weft.open_archive(folder) as archive:
        titles = {thread.url: thread.title for thread in archive.threads()}
        return {row.post.id: titles[row.thread] for row in archive.posts()}


def page_of(body: str) -> MemoryAnswer:
    """An answer that is a page."""
    return MemoryAnswer(200, {"Content-Type": "text/html; charset=utf-8"}, f"<html><body>{body}</body></html>".encode())
