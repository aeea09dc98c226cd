"""A crawl that is killed among files."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import weft
from weft.simulate import Trait, make_site

_CHILD = """
import asyncio, dataclasses, sys
from datetime import timedelta
from pathlib import Path
from weft.api import CrawlJob, run_job
from weft.config import Settings
from weft.simulate import SimulatedTransport, Trait, make_site
site = make_site("ledger", threads=14, without=set(Trait) - {Trait.ATTACHMENTS, Trait.LAST_POST, Trait.PROFILES})
settings = Settings()
fetch = dataclasses.replace(settings.fetch, delay=timedelta(0), concurrency=1)
crawl = dataclasses.replace(settings.crawl, attachments=sys.argv[2])
settings = dataclasses.replace(settings, fetch=fetch, crawl=crawl)
transport = SimulatedTransport(site, site.model.end)
asyncio.run(run_job(CrawlJob(site.entry_url, Path(sys.argv[1]), settings, transport=transport)))
"""


def test_a_crawl_killed_among_files_goes_on_where_it_was(tmp_path: Path):
    """SIGKILL before the rows of a file are committed, and while one goes into the WARC: nothing lost or double."""

    def run(wanted: str, fault: str = "") -> int:
        environ = {**os.environ, "WEFT_FAULT": fault}
        command = [sys.executable, "-c", _CHILD, str(tmp_path), wanted]
        return subprocess.run(command, env=environ, capture_output=True, check=False).returncode

    kept = {Trait.ATTACHMENTS, Trait.LAST_POST, Trait.PROFILES}
    site = make_site("ledger", threads=14, without=set(Trait) - kept)
    posts = [post for thread in site.threads(site.model.end) for post in thread.posts]
    assert run("none") == 0
    assert run("all", "before_db_commit:3") == -signal.SIGKILL
    assert run("all", "inside_warc_write:2") == -signal.SIGKILL
    assert run("all") == 0
    with weft.open_archive(tmp_path) as archive:
        held = Counter((item.carrier.row.post.id, item.carrier.name) for item in archive.carried() if item.digest)
        assert held == Counter((str(post.id), file.name) for post in posts for file in post.attachments)
        for row in archive.files():
            path = archive.file_path(row.digest)
            assert path is not None
            assert hashlib.sha256(path.read_bytes()).hexdigest() == row.digest
            exchange = archive.read_exchange(row.urls[0])
            assert exchange is not None
            assert exchange.body == path.read_bytes()
    lying = [path for path in (tmp_path / "files").rglob("*") if path.is_file()]
    assert not [path for path in lying if path.name.startswith(".")]
