"""Files of posts that are new: fetched while an archive is kept fresh, and what a crawl wanted of files remembered."""

from __future__ import annotations

import dataclasses
import json

from weft.clock import Clock
from weft.config import CrawlConfig
from weft.crawl._budget import BudgetSpent
from weft.crawl._visit import Walk
from weft.store import Archive, UrlState, Visit
from weft.traversal import Role

SETTING = "files"  # what the last crawl wanted of files
_REMEMBERED = ("attachments", "images", "external_files", "max_file_bytes", "max_files_bytes")


def remember_wants(archive: Archive, config: CrawlConfig) -> None:
    """Keep what a crawl wants of files: keeping the archive fresh wants the same."""
    wants = json.dumps({name: getattr(config, name) for name in _REMEMBERED})
    if archive.get_setting(SETTING) != wants:
        archive.put_setting(SETTING, wants)


def recall_wants(archive: Archive, config: CrawlConfig) -> CrawlConfig:
    """Give the settings with what the last crawl wanted of files."""
    kept = json.loads(archive.get_setting(SETTING) or "{}")
    return dataclasses.replace(config, **{name: kept[name] for name in _REMEMBERED if name in kept})


class FileQueue:
    """Fetches the files that wait while an archive is kept fresh; what cannot be fetched now waits for the next run."""

    def __init__(self, archive: Archive, walk: Walk, clock: Clock) -> None:
        self._archive = archive
        self._walk = walk
        self._clock = clock
        self._may_wait = True  # some may be left of an earlier run
        self.fetched = 0

    def note(self, visit: Visit) -> None:
        """Hear what a visit has brought."""
        queued = (item.state is UrlState.QUEUED and item.role == Role.ATTACHMENT for item in visit.discovered)
        self._may_wait = self._may_wait or any(queued)

    async def fetch(self) -> int:
        """Fetch what waits; gives how many requests that took."""
        requests = 0
        while self._may_wait and self._walk.files is not None and not self._walk.files.is_full:
            leases = self._archive.lease(1, self._clock.now(), Role.ATTACHMENT.value)
            if not leases:
                self._may_wait = False
                break
            if reason := self._walk.files.is_barred(leases[0]):
                self._archive.release(leases)
                self._archive.exclude([(leases[0].url, reason)])
                continue
            try:
                step = await self._walk.visit(leases[0])
            except BudgetSpent:
                self._archive.release(leases)
                break
            except BaseException:
                self._archive.release(leases)
                raise
            self._archive.commit([step.visit])
            requests += step.visit.requests
            self.fetched += step.visit.file is not None
        return requests
