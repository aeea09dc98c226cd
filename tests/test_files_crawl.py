"""Files in a crawl: each fetched once, whatever its addresses; what is not wanted or not a file is accounted for."""

from __future__ import annotations

import asyncio
import dataclasses
import re
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

import weft
from weft.api import CrawlJob, RefreshJob, run_job, run_refresh
from weft.config import Settings
from weft.crawl import Report
from weft.errors import UsageError
from weft.fetch import MemoryAnswer, MemoryTransport, WireRequest, WireResponse
from weft.simulate import SimulatedTransport, Site, Trait, make_site
from weft.store import FileQuery, SqliteArchive

_FILE = re.compile(r"/download\?id=(\d+)")
Twist = Callable[[WireRequest, int], MemoryAnswer | None]


class OddSite:
    """A simulated forum whose files behave as the test says; `asked` has the addresses of files, as they came."""

    def __init__(self, site: Site, twist: Twist = lambda _request, _number: None, *, views: bool = False) -> None:
        self._inner = SimulatedTransport(site, site.model.end)
        self._site = site
        self._twist = twist
        self._views = views  # whether a page has other addresses for its files each time it is looked at
        self._view = 0
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []

    @asynccontextmanager
    async def open(self, request: WireRequest) -> AsyncIterator[WireResponse]:
        found = _FILE.search(request.url)
        answer = self._twist(request, int(found[1]) if found else 0)
        if found or answer is not None:
            self.asked.append(request.url)
            self.headers.append(dict(request.headers))
        if answer is not None:
            async with MemoryTransport(lambda _: answer).open(request) as response:
                yield response
            return
        plain = dataclasses.replace(request, url=re.sub(r"&view=\d+", "", request.url))
        async with self._inner.open(plain) as inner:
            if self._views and not found:
                self._view += 1
                body = _FILE.sub(rf"/download?id=\1&view={self._view}", inner.body.decode()).encode()
                yield dataclasses.replace(inner, body=body)
            else:
                yield inner

    async def close(self) -> None:
        await self._inner.close()


def settings_of(**wants: object) -> Settings:
    settings = Settings()
    fetch = dataclasses.replace(
        settings.fetch, delay=timedelta(0), concurrency=4, backoff=timedelta(0), retries=1, allow_private=True
    )
    return dataclasses.replace(settings, fetch=fetch, crawl=dataclasses.replace(settings.crawl, **wants))


def crawl(transport: OddSite, folder: Path, **wants: object) -> Report:
    job = CrawlJob(transport._site.entry_url, folder, settings_of(**wants), transport=transport)
    return asyncio.run(run_job(job))


def true_files(site: Site) -> Counter[tuple[str, str]]:
    posts = (post for thread in site.threads(site.model.end) for post in thread.posts)
    return Counter((str(post.id), file.name) for post in posts for file in post.attachments)


def held_files(archive: SqliteArchive) -> Counter[tuple[str, str]]:
    return Counter(
        (item.carrier.row.post.id, item.carrier.name) for item in archive.carried() if item.digest and not item.image
    )


@pytest.fixture(scope="module")
def site() -> Site:
    kept = {Trait.ATTACHMENTS, Trait.LAST_POST, Trait.PROFILES}
    return make_site("ledger", threads=14, without=set(Trait) - kept)


@pytest.fixture(scope="module")
def crawled(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files") / "a"
    crawl(OddSite(site), folder)
    return folder


@pytest.fixture(scope="module")
def pages(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl that left all files out."""
    folder = tmp_path_factory.mktemp("pages") / "a"
    transport = OddSite(site)
    crawl(transport, folder, attachments="none")
    assert transport.asked == []
    return folder


@pytest.fixture
def folder(pages: Path, tmp_path: Path) -> Path:
    """A copy of it, to go on with."""
    return Path(shutil.copytree(pages, tmp_path / "a"))


def test_a_crawl_brings_all_files_once_with_their_kind_and_text(site: Site, tmp_path: Path):
    """Each file of each post, tied to it, one request each, read and ranked."""
    transport = OddSite(site)
    report = crawl(transport, tmp_path)
    true = true_files(site)
    with weft.open_archive(tmp_path) as archive:
        assert held_files(archive) == true
        assert len(transport.asked) == true.total() == report.files
        kinds = {row.names[0].rpartition(".")[2]: row.kind for row in archive.files()}
        assert kinds == {"png": "image", "pdf": "pdf", "zip": "archive", "txt": "text"}
        assert list(archive.unread_files()) == []
        (hit,) = archive.search_files(FileQuery('"line 3 of file"', kinds=("txt",)), limit=1)
        assert hit.carriers
        assert archive.summary().attachments_fetched == true.total()


def test_addresses_that_change_with_every_view_lead_to_one_file(site: Site, tmp_path: Path):
    """However often the pages are looked at again, a file is asked for once."""
    transport = OddSite(site, views=True)
    crawl(transport, tmp_path)
    true = true_files(site)
    numbers = Counter(_FILE.search(url)[1] for url in transport.asked)  # type: ignore[index]
    assert set(numbers.values()) == {1}
    assert numbers.total() == true.total()
    job = RefreshJob(tmp_path, settings_of(), limit=30, transport=transport)
    asyncio.run(run_refresh(job))
    assert len(transport.asked) == true.total()
    with weft.open_archive(tmp_path) as archive:
        assert held_files(archive) == true


def test_a_second_run_asks_for_no_file_again(site: Site, crawled: Path):
    """Resuming costs nothing."""
    transport = OddSite(site)
    crawl(transport, crawled)
    assert transport.asked == []


def test_files_can_be_left_out_and_fetched_later(site: Site, folder: Path):
    """By kind or altogether; another run with other wishes fetches just what is missing."""
    transport = OddSite(site)
    with weft.open_archive(folder) as archive:
        assert {item.why_not for item in archive.carried()} <= {
            "attachments are off",
            "a picture shown in a post; --images fetches them",
        }
    crawl(transport, folder, attachments="pdf,txt")
    with weft.open_archive(folder) as archive:
        assert {name.rpartition(".")[2] for _, name in held_files(archive)} == {"pdf", "txt"}
    before = len(transport.asked)
    crawl(transport, folder)
    true = true_files(site)
    assert len(transport.asked) == true.total() > before
    with weft.open_archive(folder) as archive:
        assert held_files(archive) == true


def test_a_file_whose_bytes_say_another_kind_than_its_name_is_not_kept(site: Site, folder: Path):
    """Where only some kinds are wanted, what came decides."""

    def twist(request: WireRequest, number: int) -> MemoryAnswer | None:
        return MemoryAnswer(200, {"Content-Type": "application/pdf"}, b"PK\x03\x04 not a pdf") if number else None

    report = crawl(OddSite(site, twist), folder, attachments="pdf")
    assert report.summary.files == 0
    assert report.summary.excluded["a kind of file that is not wanted"] == true_files(site).total()
    assert [path for path in (folder / "files").rglob("*") if path.is_file()] == []


def test_a_page_instead_of_a_file_is_no_file(site: Site, folder: Path):
    """A login wall that answers 200, and an error page: failed, and why is told."""

    def twist(request: WireRequest, number: int) -> MemoryAnswer | None:
        if not number:
            return None
        if number % 2:
            return MemoryAnswer(403, {"Content-Type": "text/html"}, b"<p>no")
        return MemoryAnswer(200, {"Content-Type": "text/html; charset=utf-8"}, b"<html><title>Log in</title>")

    report = crawl(OddSite(site, twist), folder)
    assert report.summary.files == 0
    assert set(report.summary.failed) == {"HTTP 403", "a page came instead of the file"}
    assert report.ending.name == "DONE"


def test_large_files_and_too_many_bytes_stop_short(site: Site, folder: Path):
    """A file too large is not kept, whether the head says so or not; nothing of it stays on the disk."""

    def twist(request: WireRequest, number: int) -> MemoryAnswer | None:
        headers = {"Content-Type": "application/zip"}
        if number % 3 == 1:
            headers["Content-Length"] = "5000"
        return MemoryAnswer(200, headers, b"z" * (5000 if number % 3 else 100 + number)) if number else None

    report = crawl(OddSite(site, twist), folder, max_file_bytes=4000)
    assert set(report.summary.failed) == {"larger than --max-file-size"}
    kept = [path for path in (folder / "files").rglob("*") if path.is_file()]
    assert len(kept) == report.summary.files > 0
    assert all(path.stat().st_size < 4000 for path in kept)


def test_the_total_of_files_is_kept(site: Site, folder: Path):
    """When there is enough, the rest is put aside; a run that may take more goes on with it."""

    def twist(request: WireRequest, number: int) -> MemoryAnswer | None:
        return MemoryAnswer(200, {"Content-Type": "text/plain"}, b"%d" % number * 500) if number else None

    transport = OddSite(site, twist)
    report = crawl(transport, folder, max_files_bytes=3000)
    aside = report.summary.excluded["the files have reached --max-files-size"]
    assert aside > 0
    assert 3000 <= report.summary.file_bytes < 20_000  # four may be under way
    report = crawl(transport, folder)
    assert "the files have reached --max-files-size" not in report.summary.excluded
    assert len(transport.asked) == true_files(site).total()


def test_files_behind_redirects_are_the_posts_files(site: Site, folder: Path):
    """Each hop is an address of its own, and the last one is tied to the post."""

    def twist(request: WireRequest, number: int) -> MemoryAnswer | None:
        if number:
            return MemoryAnswer(302, {"Location": f"/store/{number}/x.bin"})
        if found := re.search(r"/store/(\d+)/", request.url):
            return MemoryAnswer(200, {"Content-Type": "application/pdf"}, b"%PDF-" + found[1].encode())
        return None

    report = crawl(OddSite(site, twist), folder)
    assert report.summary.attachments_fetched == true_files(site).total() == report.summary.files


def test_another_host_is_asked_only_if_wanted_and_gets_no_cookies(site: Site, folder: Path, tmp_path: Path):
    """By a redirect or by a link; what it answers says nothing about the forum."""

    def twist(request: WireRequest, number: int) -> MemoryAnswer | None:
        if request.url == "http://files.example.net/robots.txt":
            return MemoryAnswer(404)
        if request.url.startswith("http://files.example.net/"):
            return MemoryAnswer(200, {"Content-Type": "application/pdf", "Set-Cookie": "spy=1"}, b"%PDF-1")
        return MemoryAnswer(302, {"Location": f"http://files.example.net/{number}"}) if number else None

    cookies = tmp_path / "cookies.txt"
    lines = [f"{host}\tTRUE\t/\tFALSE\t0\tlogin\tsecret\n" for host in (".weft.example", ".files.example.net")]
    cookies.write_text("# Netscape HTTP Cookie File\n" + "".join(lines))
    transport = OddSite(site, twist)
    shutil.copytree(folder, tmp_path / "b")
    report = crawl(transport, folder)
    assert report.summary.files == 0
    assert not any("example.net" in url for url in transport.asked)
    transport = OddSite(site, twist)
    job = CrawlJob(
        site.entry_url, tmp_path / "b", settings_of(external_files=True), cookies=cookies, transport=transport
    )
    report = asyncio.run(run_job(job))
    assert report.summary.attachments_fetched == true_files(site).total()
    sent = {
        url.split("/")[2]: "secret" in headers.get("Cookie", "")
        for url, headers in zip(transport.asked, transport.headers, strict=True)
    }
    assert sent == {"demo.weft.example": True, "files.example.net": False}


def test_a_busy_answer_is_asked_for_again(site: Site, folder: Path):
    """What may pass is tried once more, and nothing of the first answer gets into the file."""
    tries: list[int] = []

    def twist(request: WireRequest, number: int) -> MemoryAnswer | None:
        tries.append(number)
        is_first = bool(number) and len([number for number in tries if number]) == 1
        return MemoryAnswer(503, {"Content-Type": "application/pdf"}, b"busy") if is_first else None

    report = crawl(OddSite(site, twist), folder)
    assert report.summary.attachments_fetched == true_files(site).total()
    with weft.open_archive(folder) as archive:
        assert all(
            path.read_bytes()[:4] != b"busy" for row in archive.files() if (path := archive.file_path(row.digest))
        )


def test_what_the_user_says_of_files_is_checked(site: Site, tmp_path: Path):
    """A misspelt wish is told before anything is fetched."""
    with pytest.raises(UsageError, match="names no kinds of files"):
        crawl(OddSite(site), tmp_path / "a", attachments="pdf;zip")
    assert not (tmp_path / "a").exists()


def test_new_posts_bring_their_files_when_an_archive_is_refreshed(site: Site, tmp_path: Path):
    """What was written since the crawl, and only that."""
    early = site.model.end - timedelta(days=60)
    first = SimulatedTransport(site, early)
    asyncio.run(run_job(CrawlJob(site.entry_url, tmp_path, settings_of(), transport=first)))
    with weft.open_archive(tmp_path) as archive:
        before = held_files(archive)
    later = SimulatedTransport(site, site.model.end)
    asyncio.run(run_refresh(RefreshJob(tmp_path, settings_of(), transport=later)))
    with weft.open_archive(tmp_path) as archive:
        after = held_files(archive)
        assert list(archive.unread_files()) == []
    assert before < after
    assert len([visit for visit in later.log if _FILE.search(visit.url)]) == (after - before).total()


def test_a_site_that_refuses_all_files_is_not_asked_for_all(site: Site, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The rest is put aside and told; another run asks a few again."""
    monkeypatch.setattr("weft.crawl._files_refused.MOST", 2)

    def twist(request: WireRequest, number: int) -> MemoryAnswer | None:
        return MemoryAnswer(403, {"Content-Type": "text/html"}, b"<p>members only") if number else None

    transport = OddSite(site, twist)
    report = crawl(transport, folder)
    asked = len(transport.asked)
    assert report.ending.name == "DONE"
    assert 2 <= asked < true_files(site).total()
    assert report.summary.excluded["files of this form were refused again and again"] > 0
    transport = OddSite(site)
    crawl(transport, folder)
    assert len(transport.asked) == true_files(site).total() - asked
