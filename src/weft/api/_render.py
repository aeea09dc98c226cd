"""Whether pages are rendered: what a person asks for, or what an archive was begun with."""

from __future__ import annotations

import dataclasses

from weft.config import FetchConfig, Settings
from weft.fetch import ChromiumRenderer, Renderer
from weft.page import is_html
from weft.store import Archive

RENDERS = "render"  # a setting of the archive


def recall_rendering(settings: Settings, archive: Archive) -> Settings:
    """Give the settings with rendering on if the archive was begun with it; remembers that it is on.

    Without it, pages that are made by scripts would come back empty, and their posts would count as gone. An archive
    that has pages but no posts when rendering is first asked for gets its pages anew.
    """
    renders = archive.get_setting(RENDERS) == "yes"
    if settings.fetch.render and not renders:
        if not archive.summary().posts:
            _queue_pages(archive)
        archive.put_setting(RENDERS, "yes")
    if settings.fetch.render or not renders:
        return settings
    return dataclasses.replace(settings, fetch=dataclasses.replace(settings.fetch, render=True))


def _queue_pages(archive: Archive) -> None:
    """Queue all pages once more; a later answer stands beside the earlier one."""
    urls = {page.url: None for page in archive.pages() if page.status < 300 and is_html(page.media_type, b"")}
    leases = (archive.take_again(url) for url in list(urls))
    archive.release([lease for lease in leases if lease is not None])


def make_renderer(fetch: FetchConfig, given: Renderer | None = None) -> Renderer | None:
    """Give what renders pages, or None; raises UsageError when there is nothing to render with."""
    if not fetch.render:
        return None
    return given if given is not None else ChromiumRenderer(fetch)
