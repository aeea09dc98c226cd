"""What every archive does with files, in a folder or in memory: kept once, tied to posts, found by words."""

from __future__ import annotations

import io
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from weft.errors import DiskFull
from weft.page import Attachment, Crumb, Exchange, Post, ThreadPage
from weft.store import (
    Discovered,
    FileQuery,
    FileText,
    MemoryArchive,
    NewFile,
    PageRow,
    Reading,
    SqliteArchive,
    Step,
    UrlState,
    Visit,
    export_html,
    export_jsonl,
    open_archive,
    rebuild_from_warc,
)

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)
SITE = "http://forum.example"
THREAD = f"{SITE}/t?id=1"
AnyArchive = SqliteArchive | MemoryArchive


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyArchive]:
    makers: dict[str, Callable[[], AnyArchive]] = {
        "folder": lambda: open_archive(tmp_path / "archive"),
        "memory": MemoryArchive,
    }
    opened = makers[request.param]()
    yield opened
    opened.close()


def a_post(number: int, *files: Attachment, text: str = "look at this", author: str = "ann") -> Post:
    return Post(
        str(number), f"{THREAD}#p{number}", author, "", NOW + timedelta(days=number), text=text, attachments=files
    )


def a_reading(*posts: Post, thread: str = THREAD, title: str = "On turtles", at: datetime = NOW) -> Reading:
    crumbs = (Crumb("Pets", f"{SITE}/b?id=1"),)
    return Reading(thread, at, thread=ThreadPage(title, crumbs, posts=posts), list=thread, number=1)


def a_file(number: int, name: str = "plan.pdf", *, image: bool = False) -> Attachment:
    return Attachment(f"{SITE}/f?id={number}", name, name.rpartition(".")[2], image)


def fetch(
    archive: AnyArchive, url: str, body: bytes, *, key: str = "", name: str = "", kind: str = "pdf", hops: int = 0
) -> Visit:
    """Fetch a file as a crawl does: found, leased, received, committed."""
    archive.add([Discovered(url, role="attachment", priority=9, key=key, hops=hops)])
    (lease,) = [lease for lease in archive.lease(50, NOW, "attachment") if lease.url == url]
    spool = archive.spool()
    for start in range(0, len(body), 1000):
        spool.write(body[start : start + 1000])
    headers = ((b"Content-Type", b"application/pdf"),)
    exchange = Exchange(url, NOW, "GET", (("Host", "forum.example"),), 200, "OK", headers, b"")
    file = NewFile(spool.finish(), kind, kind, "application/pdf", name)
    visit = Visit(lease, UrlState.FETCHED, "", exchange, PageRow("attachment"), file=file)
    archive.commit([visit])
    return visit


def test_a_file_is_tied_to_the_post_that_carries_it(archive: AnyArchive):
    """Whether the post was read before the file came or after it."""
    archive.record([a_reading(a_post(1, a_file(1)))])
    assert [(item.digest, item.why_not) for item in archive.carried()] == [("", "not asked for")]
    first = fetch(archive, a_file(1).url, b"%PDF one")
    second = fetch(archive, a_file(2).url, b"%PDF two", name="server.pdf")
    archive.record([a_reading(a_post(1, a_file(1)), a_post(2, a_file(2)), at=NOW + timedelta(hours=1))])
    assert first.file is not None
    assert second.file is not None
    assert [item.digest for item in archive.carried()] == [first.file.part.digest, second.file.part.digest]
    (carrier,) = archive.carriers(second.file.part.digest)
    assert (carrier.row.post.id, carrier.row.position, carrier.thread_title) == ("2", 2, "On turtles")
    assert (carrier.board_title, carrier.url, carrier.name) == ("Pets", a_file(2).url, "plan.pdf")
    names = [(row.names, row.urls, row.size) for row in archive.files()]
    assert names[1] == (("plan.pdf", "server.pdf"), (a_file(2).url,), 8)
    summary = archive.summary()
    assert (summary.attachments, summary.attachments_fetched, summary.files, summary.file_bytes) == (2, 2, 2, 16)


def test_equal_files_are_kept_once(archive: AnyArchive):
    """Two addresses, two posts, one file that both carry."""
    archive.record([a_reading(a_post(1, a_file(1)), a_post(2, a_file(2, "copy.pdf")))])
    one, two = fetch(archive, a_file(1).url, b"%PDF same"), fetch(archive, a_file(2).url, b"%PDF same")
    assert one.file is not None
    assert two.file is not None
    (row,) = archive.files()
    assert (row.names, row.urls) == (("copy.pdf", "plan.pdf"), (a_file(1).url, a_file(2).url))
    assert [carrier.row.post.id for carrier in archive.carriers(row.digest)] == ["1", "2"]
    for url in row.urls:
        exchange = archive.read_exchange(url)
        assert exchange is not None
        assert exchange.body == b"%PDF same"


def test_another_address_with_the_same_key_is_the_same_file(archive: AnyArchive):
    """Sites that write a new address at every view: the second is a twin, never asked for, and leads to the file."""
    key = f"{THREAD}#1/0/plan.pdf"
    later = replace(a_file(1), url=f"{SITE}/f?id=1&view=2")
    archive.record([a_reading(a_post(1, a_file(1)))])
    fetch(archive, a_file(1).url, b"%PDF one", key=key)
    archive.add([Discovered(later.url, role="attachment", key=key)])
    assert archive.lease(9, NOW) == []
    archive.record([a_reading(a_post(1, later), at=NOW + timedelta(hours=1))])
    (item,) = archive.carried()
    (row,) = archive.files()
    assert (item.digest, item.carrier.url) == (row.digest, later.url)
    assert archive.file_at(later.url) == row
    assert archive.summary().attachments_fetched == 1


def test_a_post_read_again_still_carries_its_file(archive: AnyArchive):
    """Under the name it had, though its address is one that was never seen."""
    archive.record([a_reading(a_post(1, a_file(1)))])
    fetch(archive, a_file(1).url, b"%PDF one")
    renamed = replace(a_file(1), url=f"{SITE}/f?hash=xyz")
    archive.record([a_reading(a_post(1, renamed), at=NOW + timedelta(hours=1))])
    (item,) = archive.carried()
    assert item.digest == next(iter(archive.files())).digest


def test_a_file_behind_a_redirect_belongs_to_the_post(archive: AnyArchive):
    """Whichever comes first, the post or the file."""
    target = f"{SITE}/store/1.pdf"
    archive.record([a_reading(a_post(1, a_file(1)))])
    archive.add([Discovered(a_file(1).url, role="attachment")])
    (lease,) = archive.lease(1, NOW)
    exchange = Exchange(lease.url, NOW, "GET", (), 302, "", ((b"Location", target.encode()),), b"")
    found = Discovered(target, role="attachment", hops=1)
    redirect = Visit(lease, UrlState.REDIRECTED, exchange=exchange, redirect_to=target, discovered=(found,))
    archive.commit([redirect])
    fetch(archive, target, b"%PDF one")
    (item,) = archive.carried()
    assert item.digest == next(iter(archive.files())).digest


def test_why_a_file_is_missing_is_told(archive: AnyArchive):
    """Queued, excluded, failed: every file of every post is accounted for."""
    files = [a_file(number, f"{number}.pdf") for number in range(1, 5)]
    archive.record([a_reading(a_post(1, *files), a_post(2, a_file(9, "face.png", image=True)))])
    archive.add([Discovered(files[0].url, role="attachment")])
    archive.add([Discovered(files[1].url, UrlState.EXCLUDED, "another host", role="attachment")])
    archive.add([Discovered(files[2].url, role="attachment", priority=-1)])
    (lease,) = archive.lease(1, NOW)
    archive.commit([Visit(lease, UrlState.FAILED, "HTTP 404")])
    reasons = [(item.state, item.why_not) for item in archive.carried()]
    assert reasons[:4] == [
        ("queued", "queued"),
        ("excluded", "another host"),
        ("failed", "HTTP 404"),
        ("", "not asked for"),
    ]
    assert [item.image for item in archive.carried()] == [False] * 4 + [True]
    summary = archive.summary()
    assert (summary.attachments, summary.images, summary.attachments_fetched) == (4, 1, 0)


def test_files_are_found_by_all_that_stands_around_them(archive: AnyArchive):
    """Their own words, their name, the post's words and the thread's title; all words must be there."""
    archive.record([a_reading(a_post(1, a_file(1, "budget-report.pdf"), text="the figures of spring"))])
    fetch(archive, a_file(1).url, b"%PDF one")
    (row,) = archive.unread_files()
    archive.put_texts([FileText(row.digest, "income and expenses of Zürich, 東京の報告書", "Annual account")])
    assert list(archive.unread_files()) == []
    for words in ("expenses", "budget", "figures", "turtles", "annual", "zurich", "東京", "expenses turtles", "inco*"):
        assert [hit.file.digest for hit in archive.search_files(FileQuery(words))] == [row.digest], words
    for words in ("absent", "expenses absent", "expenses -turtles", ""):
        assert archive.search_files(FileQuery(words)) == [], words
    (hit,) = archive.search_files(FileQuery("expenses"))
    assert "\x02expenses\x03" in hit.snippet
    assert [carrier.row.post.id for carrier in hit.carriers] == ["1"]
    assert hit.file.title == "Annual account"


def test_a_search_keeps_to_kind_board_author_and_time(archive: AnyArchive):
    """Of the posts that carry a file one must fit."""
    posts = (a_post(1, a_file(1, "a.pdf")), a_post(5, a_file(2, "b.zip"), author="Bób"))
    archive.record([a_reading(*posts)])
    fetch(archive, a_file(1).url, b"%PDF one")
    fetch(archive, a_file(2).url, b"PK two", kind="zip")

    def names(**filters: object) -> list[str]:
        hits = archive.search_files(FileQuery("turtles", **filters))  # type: ignore[arg-type]
        return sorted(hit.file.names[0] for hit in hits)

    assert names() == ["a.pdf", "b.zip"]
    assert names(kinds=("zip",)) == ["b.zip"]
    assert names(kinds=(".PDF", "docx")) == ["a.pdf"]
    assert names(board="pets") == ["a.pdf", "b.zip"]
    assert names(board="Cars") == []
    assert names(author="bob") == ["b.zip"]
    assert names(since=NOW + timedelta(days=3)) == ["b.zip"]
    assert names(until=NOW + timedelta(days=3)) == ["a.pdf"]


def test_a_new_title_and_an_edited_post_are_found(archive: AnyArchive):
    """What the index has of a file follows what stands around it."""
    archive.record([a_reading(a_post(1, a_file(1), text="old words"))])
    fetch(archive, a_file(1).url, b"%PDF one")
    edited = a_post(1, a_file(1), text="fresh words")
    archive.record([a_reading(edited, title="On tortoises", at=NOW + timedelta(hours=1))])
    assert [len(archive.search_files(FileQuery(words))) for words in ("old", "turtles")] == [0, 0]
    assert [len(archive.search_files(FileQuery(words))) for words in ("fresh", "tortoises")] == [1, 1]


def test_ranks_of_pages_order_files(archive: AnyArchive):
    """Equal words, unequal pages; without ranks the words alone decide. Ranks may be put again."""
    other = f"{SITE}/t?id=2"
    archive.record([a_reading(a_post(1, a_file(1, "first.pdf")))])
    archive.record([a_reading(a_post(2, a_file(2, "second.pdf")), thread=other)])
    fetch(archive, a_file(1).url, b"%PDF one")
    fetch(archive, a_file(2).url, b"%PDF two")

    def names(*, by_rank: bool = True) -> list[str]:
        return [hit.file.names[0] for hit in archive.search_files(FileQuery("turtles"), by_rank=by_rank)]

    archive.put_ranks([(THREAD, 0.2), (other, 3.0), (f"{SITE}/nowhere", 9.0)])
    assert (names(), names(by_rank=False)) == (["second.pdf", "first.pdf"], ["first.pdf", "second.pdf"])
    assert [row.rank for row in archive.files()] == [0.2, 3.0]
    archive.put_ranks([(THREAD, 0.2)])
    assert [row.rank for row in archive.files()] == [0.2, 0.0]


def test_a_post_that_goes_takes_its_files_along(archive: AnyArchive):
    """A page read anew without a post: the file stays, no post carries it."""
    archive.record([a_reading(a_post(1, a_file(1)), a_post(2))])
    fetch(archive, a_file(1).url, b"%PDF one")
    archive.record([replace(a_reading(a_post(2)), again=True)])
    (row,) = archive.files()
    assert archive.carriers(row.digest) == ()
    assert list(archive.carried()) == []
    assert archive.search_files(FileQuery("turtles")) == []
    assert archive.summary().attachments == 0


def test_an_export_says_what_files_are_and_where(archive: AnyArchive, tmp_path: Path):
    """The kind by the bytes, and the path in the archive."""
    archive.record([a_reading(a_post(1, a_file(1, "disguised.txt"), a_file(2, "missing.txt")))])
    visit = fetch(archive, a_file(1).url, b"%PDF one")
    assert visit.file is not None
    export_jsonl(archive, tmp_path / "out.jsonl")
    text = (tmp_path / "out.jsonl").read_text()
    digest = visit.file.part.digest
    assert f'"name":"disguised.txt","kind":"pdf","path":"files/{digest[:2]}/{digest[2:]}","size":8' in text
    assert '"name":"missing.txt","kind":"txt"}' in text


class TestFolder:
    """What holds for files on a disk."""

    def test_a_file_lies_under_its_digest_and_nothing_else_is_left(self, tmp_path: Path):
        """Names people give never reach the disk; what was being received when a process ended is swept away."""
        with open_archive(tmp_path) as archive:
            evil = "../../etc/passwd\0\x1b[31m"
            archive.record([a_reading(a_post(1, a_file(1, evil)))])
            visit = fetch(archive, a_file(1).url, b"%PDF one", name=evil)
        (tmp_path / "files" / ".part-of-a-process-that-was-killed").write_bytes(b"half a file")
        assert visit.file is not None
        digest = visit.file.part.digest
        with open_archive(tmp_path) as archive:
            found = [path for path in (tmp_path / "files").rglob("*") if path.is_file()]
            assert found == [tmp_path / "files" / digest[:2] / digest[2:]] == [archive.file_path(digest)]
            assert found[0].read_bytes() == b"%PDF one"

    def test_the_warc_has_every_file_and_equal_bytes_once(self, tmp_path: Path):
        """A second answer with the same bytes is a revisit record; both readers agree on the digests."""
        body = bytes(range(256)) * 9000
        with open_archive(tmp_path) as archive:
            for number in (1, 2):
                fetch(archive, a_file(number).url, body)
        (path,) = (tmp_path / "warc").glob("*.warc.gz")
        records = []
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream, check_digests="raise"):
                headers = record.rec_headers
                records.append((headers["WARC-Type"], len(record.content_stream().read())))
        assert records == [
            ("warcinfo", records[0][1]),
            ("response", len(body)),
            ("request", 0),
            ("revisit", 0),
            ("request", 0),
        ]

    def test_counters_agree_with_the_rows(self, tmp_path: Path):
        """However files come and go."""
        from weft.store._tally import Kind, read_counts, recount  # noqa: PLC0415  the tables' own answer

        with open_archive(tmp_path) as archive:
            archive.record([a_reading(a_post(1, a_file(1), a_file(3, image=True)), a_post(2, a_file(2)))])
            fetch(archive, a_file(1).url, b"%PDF one")
            fetch(archive, a_file(3).url, b"PNG three")
            archive.record([replace(a_reading(a_post(1, a_file(1))), again=True)])
            fetch(archive, a_file(2).url, b"%PDF one")
            connection = archive._database.connection
            assert read_counts(connection)[Kind.FORUM] == recount(connection)[Kind.FORUM]

    def test_files_survive_a_rebuild(self, tmp_path: Path):
        """Posts carry them and words find them after the database was made anew."""
        with open_archive(tmp_path) as archive:
            archive.record([a_reading(a_post(1, a_file(1)))])
            fetch(archive, a_file(1).url, b"%PDF one")
            archive.put_texts([FileText(next(iter(archive.files())).digest, "about hares")])
        rebuild_from_warc(tmp_path)
        with open_archive(tmp_path) as archive:
            (row,) = archive.files()
            assert [item.digest for item in archive.carried()] == [row.digest]
            assert len(archive.search_files(FileQuery("hares"))) == 1
            assert archive.summary().attachments_fetched == 1

    @pytest.mark.parametrize("step", [Step.AFTER_WARC_SYNC, Step.BEFORE_DB_BEGIN, Step.BEFORE_DB_COMMIT])
    def test_a_commit_that_failed_may_be_tried_again(self, tmp_path: Path, step: Step):
        """Whenever the disk gave up: the file is there once, the WARC is whole, and so are the tables."""
        failing = [False]

        def fail(now: str) -> None:
            if failing[0] and now == step:
                failing[0] = False
                raise OSError(28, "No space left on device")

        with open_archive(tmp_path, on_step=fail) as archive:
            archive.record([a_reading(a_post(1, a_file(1)))])
            failing[0] = True
            archive.add([Discovered(a_file(1).url, role="attachment")])
            (lease,) = archive.lease(1, NOW)
            spool = archive.spool()
            spool.write(b"%PDF one")
            file = NewFile(spool.finish(), "pdf", "pdf")
            exchange = Exchange(lease.url, NOW, "GET", (), 200, "OK", (), b"")
            visit = Visit(lease, UrlState.FETCHED, "", exchange, PageRow("attachment"), file=file)
            with pytest.raises(DiskFull):
                archive.commit([visit])
            assert archive.summary().files == 0
            archive.commit([visit])
        with open_archive(tmp_path) as archive:
            read = archive.read_exchange(a_file(1).url)
            assert read is not None
            assert (read.body, archive.summary().attachments_fetched) == (b"%PDF one", 1)

    def test_a_copy_to_read_has_the_files(self, tmp_path: Path):
        """Beside its pages, under a name of its own making; what a browser would run is a text there."""
        with open_archive(tmp_path / "a") as archive:
            archive.record([a_reading(a_post(1, a_file(1, '../<b>"plan.pdf'), a_file(2, "page.html")))])
            fetch(archive, a_file(1).url, b"%PDF one")
            fetch(archive, a_file(2).url, b"<script>", kind="html")
            export_html(archive, tmp_path / "copy")
        copies = {path.suffix: path.read_bytes() for path in (tmp_path / "copy" / "files").rglob("*.*")}
        assert copies == {".pdf": b"%PDF one", ".txt": b"<script>"}
        (page,) = (tmp_path / "copy" / "threads").rglob("*.html")
        links = re.findall(r'<a href="(\.\./\.\./files/[^"]+)" download="([^"]*)">', page.read_text())
        assert [name for _, name in links] == ["../&lt;b&gt;&#34;plan.pdf", "page.html"]
        assert all((page.parent / path).is_file() for path, _ in links)

    def test_a_half_received_file_costs_no_memory(self, tmp_path: Path):
        """Bytes go to the disk as they come."""
        with open_archive(tmp_path) as archive:
            spool = archive.spool()
            spool.write(b"x" * 100_000)
            (part,) = (tmp_path / "files").iterdir()
            assert part.stat().st_size == 100_000
            spool.discard()
            spool.discard()
            assert list((tmp_path / "files").iterdir()) == []


def test_a_spool_knows_what_it_got(archive: AnyArchive):
    """Digest, size and first bytes, whatever the pieces."""
    spool = archive.spool()
    for piece in (b"a" * 5000, b"", b"b" * 5000):
        spool.write(piece)
    part = spool.finish()
    content = b"".join(iter(io.BytesIO(part.data or part.path.read_bytes() if part.path else part.data)))
    assert (part.size, part.head, content) == (10_000, content[:8192], b"a" * 5000 + b"b" * 5000)


def test_an_archive_without_files_is_brought_up_to_date(tmp_path: Path):
    """One that an older Weft made: what its posts carry is known and counted as soon as it is opened."""
    with open_archive(tmp_path) as archive:
        archive.record([a_reading(a_post(1, a_file(1), a_file(2, image=True)), a_post(2))])
    with closing(sqlite3.connect(tmp_path / "archive.db")) as old, old:
        for table in ("file_words", "page_ranks", "carried", "file_urls", "file_docs", "files"):
            old.execute(f"DROP TABLE {table}")
        old.execute("DROP INDEX urls_redirects")
        old.execute("DELETE FROM counts WHERE name IN ('attachments', 'images')")
        old.execute("DELETE FROM migrations WHERE version = 4")
    with open_archive(tmp_path) as archive:
        assert [item.carrier.url for item in archive.carried()] == [a_file(1).url, a_file(2).url]
        summary = archive.summary()
        assert (summary.attachments, summary.images, summary.files) == (1, 1, 0)
