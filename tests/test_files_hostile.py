"""A forum whose posts carry hostile files: the crawl takes them all, ends, and writes nothing outside its archive."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

import weft
from hostile_files import CASES
from test_files_crawl import OddSite, settings_of
from weft.api import CrawlJob, run_job
from weft.crawl import Ending
from weft.fetch import MemoryAnswer, WireRequest
from weft.simulate import Trait, make_site

LARGEST = 2_000_000  # what is larger is cut by --max-file-size, or made of holes: see the tests of the reader
LEAST = 40
NAMES = ("../../../etc/passwd", "..\\..\\x.exe", "a\x00b\x1b[31m.pdf", "\u202efdp.exe", "CON", "x" * 300, "/etc/shadow")


def hostile_bodies(folder: Path) -> list[bytes]:
    """Give the files that can be sent in a moment."""
    bodies = []
    for case in CASES:
        path = folder / "one"
        case.make(path)
        if path.stat().st_size <= LARGEST:
            bodies.append(path.read_bytes())
        path.unlink()
    return bodies


@pytest.mark.slow
def test_a_crawl_takes_hostile_files_and_ends(tmp_path: Path):
    """Each is kept under its digest, whatever the server calls it, and what cannot be read is told."""
    (tmp_path / "made").mkdir()
    bodies = hostile_bodies(tmp_path / "made")
    site = make_site("ledger", threads=90, without=set(Trait) - {Trait.ATTACHMENTS})
    sent: dict[int, bytes] = {}

    def twist(_request: WireRequest, number: int) -> MemoryAnswer | None:
        if not number:
            return None
        body = sent.setdefault(number, bodies[len(sent) % len(bodies)])
        name = NAMES[number % len(NAMES)].replace('"', "").replace("\x00", "%00").encode("utf-8").decode("latin-1")
        return MemoryAnswer(200, {"content-disposition": f'attachment; filename="{name}"'}, body)

    (tmp_path / "work").mkdir()
    job = CrawlJob(site.entry_url, tmp_path / "work" / "a", settings_of(), transport=OddSite(site, twist))
    report = asyncio.run(run_job(job))
    assert report.ending is Ending.DONE
    assert len(set(sent.values())) >= LEAST
    with weft.open_archive(tmp_path / "work" / "a") as archive:
        assert not list(archive.unread_files())
        files = list(archive.files())
        assert any(file.problem for file in files)
        assert {archive.file_path(file.digest).read_bytes() for file in files} <= set(sent.values())
    assert [path.name for path in (tmp_path / "work").iterdir()] == ["a"]
    kept = [path.relative_to(tmp_path / "work" / "a" / "files").as_posix() for path in _files_below(tmp_path)]
    assert all(re.fullmatch(r"[0-9a-f]{2}/[0-9a-f]{62}", name) for name in kept)


def _files_below(folder: Path) -> list[Path]:
    return [path for path in (folder / "work" / "a" / "files").rglob("*") if path.is_file()]
