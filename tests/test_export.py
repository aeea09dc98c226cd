"""Exports as other programs read them back: json, csv, mailbox, pyarrow and DuckDB are the judges."""

from __future__ import annotations

import csv
import email.policy
import email.utils
import json
import mailbox
import os
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.header import decode_header, make_header
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from export_forum import HOST, NOW, REPAIR, SEEN, ListForum, a_post, a_thread, small_forum
from weft.errors import StoreError, UsageError
from weft.page import Crumb, Post
from weft.store import Exported, Selection, export_csv, export_html, export_jsonl, export_mbox, export_parquet

FILES: dict[str, Callable[..., Exported]] = {
    "jsonl": export_jsonl,
    "csv": export_csv,
    "mbox": export_mbox,
    "parquet": export_parquet,
}
EVERY = {**FILES, "html": export_html}
HOSTILE = [
    "\x00\x01\x1b[31m",
    "half a pair \ud83d here \udca9",
    '=HYPERLINK("http://evil.example")',
    "'=1+1",
    "-- \nFrom nobody Thu Jan  1 00:00:00 1970\nSubject: forged\n\nFrom here on",
    "a\r\nBcc: someone@else.example\r\n\r\nbody",
    "</script></article></body><h1>out</h1>",
    "\u202eright to left\u202c שלום",
    "line\u2028separator\x85and\x0bothers\x0c",
    "x" * 200_000,
    "",
]


@pytest.fixture(autouse=True)
def _long_cells() -> Iterator[None]:
    limit = csv.field_size_limit(sys.maxsize)
    yield
    csv.field_size_limit(limit)


def read_jsonl(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_mbox(path: Path) -> list[EmailMessage]:
    box = mailbox.mbox(path, factory=lambda file: email.message_from_binary_file(file, policy=email.policy.default))
    try:
        return list(box)
    finally:
        box.close()


def read_parquet(path: Path) -> list[dict[str, Any]]:
    return pq.read_table(path).to_pylist()


def body(message: EmailMessage, kind: str = "plain") -> str:
    return message.get_body((kind,)).get_content()


class TestJsonLines:
    """One thread a line, with the keys the command line promises."""

    def test_a_line_is_a_thread(self, tmp_path: Path):
        """Threads come in the archive's order, those without a post too."""
        assert export_jsonl(small_forum(), tmp_path / "f.jsonl") == Exported(threads=3, posts=4)
        first, empty, last = read_jsonl(tmp_path / "f.jsonl")
        assert first["url"] == f"{HOST}/t/1"
        assert first["title"] == "Thread 1"
        assert first["board"] == {"url": f"{HOST}/b/2", "title": "Talk"}
        assert [step["title"] for step in first["path"]] == ["General", "Talk"]
        assert (first["tags"], first["sticky"], first["views"]) == (["rain", "wind"], True, 70)
        assert (empty["posts"], empty["locked"]) == ([], True)
        assert last["posts"][0]["text"] == "A brake squeals"

    def test_a_post_has_all_that_was_read(self, tmp_path: Path):
        """Times keep their offset; files offered and pictures shown are told apart."""
        export_jsonl(small_forum(), tmp_path / "f.jsonl")
        _, post, nameless = read_jsonl(tmp_path / "f.jsonl")[0]["posts"]
        expected = {
            "id": "2",
            "url": f"{HOST}/p/2",
            "author": "Person 2",
            "time": "2024-05-01T16:30:00+02:00",
            "text": "Grüße, 世界",
            "html": "<blockquote>Hello</blockquote><p>Grüße, <b>世界</b></p>",
            "page": 1,
            "position": 2,
            "reply_to": "1",
            "attachments": [{"url": f"{HOST}/f/1", "name": "plan.pdf", "kind": "pdf"}],
            "images": [{"url": f"{HOST}/i/1.png", "name": "dawn.png", "kind": "png"}],
            "quotes": [{"text": "Hello", "author": "Person 1", "post": "1"}],
            "full_text": "> Hello\nGrüße, 世界",
            "edited": "2024-05-02T12:00:00+00:00",
            "votes": -3,
            "accepted": True,
            "gone": None,
            "version": 1,
            "first_seen": SEEN.isoformat(),
        }
        assert {key: post[key] for key in expected} == expected
        assert (nameless["time"], nameless["reply_to"], nameless["author"]) == (None, None, "")

    def test_a_time_without_an_offset_is_utc(self, tmp_path: Path):
        """No time is written without an offset."""
        forum = ListForum([a_thread(1, [a_post(1, time=datetime(2024, 1, 2, 3, 4))])])
        export_jsonl(forum, tmp_path / "f.jsonl")
        assert read_jsonl(tmp_path / "f.jsonl")[0]["posts"][0]["time"] == "2024-01-02T03:04:00+00:00"


class TestTables:
    """One row a post, in Parquet with types, in CSV for spreadsheets."""

    def test_parquet_has_types(self, tmp_path: Path):
        """Times are times with a zone, files and quotes are lists of records, what is not known is null."""
        assert export_parquet(small_forum(), tmp_path / "f.parquet") == Exported(threads=3, posts=4)
        rows = read_parquet(tmp_path / "f.parquet")
        assert [row["position"] for row in rows] == [1, 2, 3, 1]
        post = rows[1]
        assert post["time"] == datetime(2024, 5, 1, 14, 30, tzinfo=UTC)
        assert post["attachments"] == [{"url": f"{HOST}/f/1", "name": "plan.pdf", "kind": "pdf"}]
        assert post["quotes"] == [{"text": "Hello", "author": "Person 1", "post": "1"}]
        assert (post["votes"], post["accepted"], post["board_path"]) == (-3, True, ["General", "Talk"])
        assert (rows[2]["time"], rows[2]["author"], rows[2]["id"]) == (None, None, None)
        schema = pq.read_schema(tmp_path / "f.parquet")
        assert str(schema.field("time").type) == "timestamp[us, tz=UTC]"

    def test_parquet_is_read_by_a_database(self, tmp_path: Path):
        """DuckDB asks it questions."""
        export_parquet(small_forum(), tmp_path / "f.parquet")
        query = "SELECT board_title, count(*), max(epoch(time)) FROM read_parquet(?) GROUP BY 1 ORDER BY 1"
        with duckdb.connect() as database:
            rows = database.execute(query, [str(tmp_path / "f.parquet")]).fetchall()
        hours = timedelta(hours=9)
        assert rows == [("Repairs", 1, (NOW + hours).timestamp()), ("Talk", 3, NOW.timestamp() + 2.5 * 3600)]

    def test_parquet_is_written_in_groups(self, tmp_path: Path):
        """Many posts make several groups of rows, compressed with zstd."""
        posts = [a_post(n, "word " * 2000, html="<p>" + "word " * 2000) for n in range(3000)]
        export_parquet(ListForum([a_thread(1, posts)]), tmp_path / "f.parquet")
        with pq.ParquetFile(tmp_path / "f.parquet") as file:
            assert file.metadata.num_row_groups > 1
            assert file.metadata.num_rows == 3000
            assert file.metadata.row_group(0).column(0).compression == "ZSTD"

    def test_csv_is_a_table(self, tmp_path: Path):
        """A head line and a row a post; several addresses in a cell stand with a space between them."""
        assert export_csv(small_forum(), tmp_path / "f.csv") == Exported(threads=3, posts=4)
        rows = read_csv(tmp_path / "f.csv")
        assert [row["thread_title"] for row in rows] == ["Thread 1"] * 3 + ["Thread 3"]
        assert rows[1]["time"] == "2024-05-01T16:30:00+02:00"
        assert (rows[1]["attachments"], rows[1]["images"]) == (f"{HOST}/f/1", f"{HOST}/i/1.png")
        assert (rows[1]["votes"], rows[1]["accepted"], rows[1]["full_text"]) == ("-3", "true", "> Hello\nGrüße, 世界")
        assert rows[2]["author"] == rows[2]["time"] == ""

    @pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''-1", "＝1"])
    def test_a_spreadsheet_runs_nothing(self, tmp_path: Path, text: str):
        """A text that would be a formula has an apostrophe before it, which taken off gives the text."""
        forum = ListForum([a_thread(1, [a_post(1, text, author=text)], title=text)])
        export_csv(forum, tmp_path / "f.csv")
        (row,) = read_csv(tmp_path / "f.csv")
        for cell in (row["text"], row["author"], row["thread_title"]):
            assert cell == f"'{text}"


class TestMbox:
    """One message a post, in conversations."""

    @pytest.fixture
    def messages(self, tmp_path: Path) -> list[EmailMessage]:
        export_mbox(small_forum(), tmp_path / "f.mbox")
        return read_mbox(tmp_path / "f.mbox")

    def test_a_post_is_a_message(self, messages: list[EmailMessage]):
        """With a name, a date, a subject, a list; and an address that cannot exist."""
        assert len(messages) == 4
        message = messages[1]
        assert message["Subject"] == "Re: Thread 1"
        assert message["Date"].datetime.isoformat() == "2024-05-01T16:30:00+02:00"
        (sender,) = message["From"].addresses
        assert sender.display_name == "Person 2"
        assert sender.domain == "forum.example.invalid"
        assert message["List-Id"].startswith("Talk <")
        assert message["Archived-At"] == f"<{HOST}/p/2>"
        assert body(message).startswith("> Hello\nGrüße, 世界")
        assert "plan.pdf: http://forum.example/f/1" in body(message)
        assert "<b>世界</b>" in body(message, "html")
        assert not any(part.defects for message in messages for part in message.walk())

    def test_answers_lead_to_what_they_answer(self, messages: list[EmailMessage]):
        """Else to the thread's first post, which answers nothing."""
        first, answer, other, _elsewhere = messages
        assert first["In-Reply-To"] is None
        assert first["Subject"] == "Thread 1"
        assert answer["In-Reply-To"] == answer["References"] == first["Message-ID"]
        assert other["In-Reply-To"] == first["Message-ID"]
        assert len({message["Message-ID"] for message in messages}) == 4

    def test_an_answer_to_an_answer_refers_to_both(self, tmp_path: Path):
        """References name the first post and the one answered."""
        posts = [a_post(1), a_post(2, reply_to="1"), a_post(3, reply_to="2"), a_post(4, reply_to="4")]
        export_mbox(ListForum([a_thread(1, posts)]), tmp_path / "f.mbox")
        first, second, third, own = read_mbox(tmp_path / "f.mbox")
        assert third["In-Reply-To"] == second["Message-ID"]
        assert third["References"].split() == [first["Message-ID"], second["Message-ID"]]
        assert own["In-Reply-To"] == first["Message-ID"]

    def test_ids_do_not_depend_on_what_else_is_exported(self, tmp_path: Path, messages: list[EmailMessage]):
        """A later export of newer posts fits the earlier one, though the thread's first post is not in it."""
        since = NOW + timedelta(hours=1, minutes=30)
        export_mbox(small_forum(), tmp_path / "new.mbox", Selection(since=since))
        newer = read_mbox(tmp_path / "new.mbox")
        assert newer[0]["Message-ID"] == messages[1]["Message-ID"]
        assert newer[0]["In-Reply-To"] == messages[0]["Message-ID"]
        assert newer[0]["Subject"] == "Re: Thread 1"

    @pytest.mark.parametrize(
        "name",
        [
            'O\'Neill, "the" <boss>',
            "Jürgen Müller",
            "東京" * 30,
            "שלום עולם",
            "🙂 smile",
            "a" * 79,
            "x" * 40 + " " + "y" * 38,
        ],
    )
    def test_names_and_titles_come_back(self, tmp_path: Path, name: str):
        """Quoted, encoded and folded as mail wants it."""
        forum = ListForum([a_thread(1, [a_post(1, author=name)], (Crumb(name, f"{HOST}/b/1"),), title=name)])
        export_mbox(forum, tmp_path / "f.mbox")
        message = email.message_from_bytes((tmp_path / "f.mbox").read_bytes())
        for value in (message["Subject"], *(email.utils.parseaddr(message[key])[0] for key in ("From", "List-Id"))):
            assert str(make_header(decode_header(value.replace("\n", "")))) == name  # unfolded
        assert max(len(line) for line in (tmp_path / "f.mbox").read_text().splitlines()) <= 100

    def test_two_exports_are_the_same_file(self, tmp_path: Path):
        """Nothing in it is left to chance."""
        for name in ("a", "b"):
            export_mbox(small_forum(), tmp_path / name)
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()

    def test_a_line_that_begins_with_from_begins_no_message(self, tmp_path: Path):
        """And is read back as it was, whatever is around it."""
        text = "From here on\n>From there\nFrom \n" + "so long a line that it is broken, From time to time " * 40
        forum = ListForum([a_thread(1, [a_post(1, text, html=f"<pre>{text}</pre>"), a_post(2)])])
        export_mbox(forum, tmp_path / "f.mbox")
        first, _second = read_mbox(tmp_path / "f.mbox")
        assert body(first).rstrip("\n") == text.rstrip("\n")
        assert "From here on\n" in body(first, "html")


_LINES = ["From a", "From ", ">From b", "", " ", "=46rom", "--=_x", "Subject: x", "é" * 600, "tail \t"]


class TestHostile:
    """Whatever a page has in it, the file holds together and so does its neighbour."""

    def forum(self, text: str) -> ListForum:
        post = a_post(1, text, author=text, html=text, time_text=text, reply_to=text, author_url=text)
        path = (Crumb(text, f"{HOST}/b/9"),)
        return ListForum(
            [a_thread(1, [post, a_post(2, "after")], path, title=text, tags=(text,)), a_thread(2, [a_post(3)])]
        )

    @pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
    def test_the_next_post_is_found(self, tmp_path: Path, text: str):
        """In all formats."""
        for name, export in EVERY.items():
            assert export(self.forum(text), tmp_path / name) == Exported(threads=2, posts=3)
        first, second = read_jsonl(tmp_path / "jsonl")
        assert (first["posts"][1]["text"], second["posts"][0]["text"]) == ("after", "Hello")
        assert [row["text"] for row in read_csv(tmp_path / "csv")[1:]] == ["after", "Hello"]
        assert [row["text"] for row in read_parquet(tmp_path / "parquet")[1:]] == ["after", "Hello"]
        messages = read_mbox(tmp_path / "mbox")
        assert [body(message).strip() for message in messages[1:]] == ["after", "Hello"]
        assert all(message["Bcc"] is None for message in messages)

    def test_json_and_parquet_change_no_character(self, tmp_path: Path):
        """But for half a surrogate pair, which no file can hold."""
        for text in HOSTILE:
            export_jsonl(self.forum(text), tmp_path / "f.jsonl")
            export_parquet(self.forum(text), tmp_path / "f.parquet")
            wanted = text.replace("\ud83d", "\ufffd").replace("\udca9", "\ufffd")
            assert read_jsonl(tmp_path / "f.jsonl")[0]["posts"][0]["text"] == wanted
            assert read_parquet(tmp_path / "f.parquet")[0]["text"] == wanted

    @given(text=st.text(max_size=80) | st.lists(st.sampled_from(_LINES)).map("\n".join), name=st.text(max_size=30))
    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    def test_any_text_comes_back_from_mail(self, tmp_path: Path, text: str, name: str):
        """White space at the end of lines included; line ends are those of mail, control characters are replaced."""
        forum = ListForum([a_thread(1, [a_post(1, text, author=name), a_post(2, "after")], title=name)])
        export_mbox(forum, tmp_path / "f.mbox")
        first, second = read_mbox(tmp_path / "f.mbox")
        kept = "".join("\ufffd" if char in _CONTROLS else char for char in text)
        assert body(first).removesuffix("\n") == kept.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
        assert body(second).strip() == "after"
        assert first["From"].addresses[0].domain == "forum.example.invalid"
        assert first.defects == []

    @pytest.mark.parametrize("url", ["http://[bad", "http://münchen.example/t", "not a url", "http://[::1]:80/t", ""])
    def test_an_odd_address_of_a_thread(self, tmp_path: Path, url: str):
        """Still gives a message with an id."""
        thread, rows = a_thread(1, [Post(text="x", url="http://a b/<>\n")])
        forum = ListForum([(thread.__class__(**{**_values(thread), "url": url}), rows)])
        for name, export in EVERY.items():
            export(forum, tmp_path / name)
        (message,) = read_mbox(tmp_path / "mbox")
        assert message["Message-ID"].endswith(".invalid>")
        assert message["Archived-At"] is None


_CONTROLS = {chr(code) for code in (*range(9), 11, 12, *range(14, 32), 127)}


def _values(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}


class TestSelection:
    """Boards and times."""

    @pytest.mark.parametrize("board", ["Talk", "talk", "General", f"{HOST}/b/2", f"{HOST}/b/1"])
    def test_a_board_is_chosen_by_address_or_title(self, tmp_path: Path, board: str):
        """What is below it belongs to it."""
        assert export_jsonl(small_forum(), tmp_path / "f", Selection(board)) == Exported(threads=2, posts=3)

    def test_an_unknown_board_is_an_error_that_names_the_known(self, tmp_path: Path):
        """And nothing is written."""
        for export in EVERY.values():
            with pytest.raises(UsageError, match="General, Talk, Repairs"):
                export(small_forum(), tmp_path / "f", Selection("Cooking"))
        assert not list(tmp_path.iterdir())

    def test_a_board_without_threads_gives_an_empty_file(self, tmp_path: Path):
        """It is known, after all."""
        forum = ListForum([], small_forum().known)
        assert export_csv(forum, tmp_path / "f.csv", Selection("Repairs")) == Exported(threads=0, posts=0)
        assert read_csv(tmp_path / "f.csv") == []

    def test_times_choose_posts(self, tmp_path: Path):
        """From `since` on, before `until`; threads without such a post are left out."""
        selection = Selection(since=NOW + timedelta(hours=1), until=NOW + timedelta(hours=2))
        assert export_jsonl(small_forum(), tmp_path / "f", selection) == Exported(threads=1, posts=1)
        (thread,) = read_jsonl(tmp_path / "f")
        assert [post["id"] for post in thread["posts"]] == ["1"]

    def test_all_formats_choose_alike(self, tmp_path: Path):
        """The same posts in each."""
        selection = Selection(REPAIR[0].text, since=NOW)
        for name, export in EVERY.items():
            assert export(small_forum(), tmp_path / name, selection) == Exported(threads=1, posts=1)

    def test_progress_ends_at_the_whole(self, tmp_path: Path):
        """And never goes back."""
        for name, export in EVERY.items():
            told: list[tuple[int, int]] = []
            forum = ListForum([a_thread(n, [a_post(i) for i in range(300)]) for n in range(3)])
            export(forum, tmp_path / name, Selection(), lambda done, total, told=told: told.append((done, total)))
            assert told == sorted(told)
            assert told[-1] == (900, 900)


class BrokenForum(ListForum):
    """Fails in the middle of its posts."""

    error: BaseException = KeyboardInterrupt()

    def posts(self, **filters: Any) -> Iterator[Any]:
        yield from super().posts(**filters)
        raise self.error


class TestWhole:
    """An export is there as a whole or not at all."""

    @pytest.mark.parametrize("name", EVERY)
    @pytest.mark.parametrize(
        "error", [KeyboardInterrupt(), StoreError("the archive is damaged"), OSError(5, "I/O error")]
    )
    def test_nothing_is_left_of_a_failure(self, tmp_path: Path, name: str, error: BaseException):
        """Ctrl-C and errors leave no file, no half of one, and what was there before as it was."""
        forum = BrokenForum(small_forum().held)
        forum.error = error
        with pytest.raises((KeyboardInterrupt, StoreError)):
            EVERY[name](forum, tmp_path / "out")
        assert not list(tmp_path.iterdir())
        EVERY[name](small_forum(), tmp_path / "out")
        before = sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))
        with pytest.raises((KeyboardInterrupt, StoreError)):
            EVERY[name](forum, tmp_path / "out")
        assert sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*")) == before

    @pytest.mark.parametrize("name", FILES)
    def test_an_earlier_file_is_replaced(self, tmp_path: Path, name: str):
        """By name, or through a link to it."""
        (tmp_path / "old").write_text("old")
        (tmp_path / "link").symlink_to(tmp_path / "old")
        FILES[name](small_forum(), tmp_path / "link")
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "old").stat().st_size > 100

    @pytest.mark.parametrize("name", FILES)
    def test_only_files_are_replaced(self, tmp_path: Path, name: str):
        """Not a folder, not a pipe, not a device."""
        os.mkfifo(tmp_path / "pipe")
        for place in (tmp_path, tmp_path / "pipe", Path("/dev/null")):
            with pytest.raises(UsageError, match="name of a file"):
                FILES[name](small_forum(), place)
        assert Path("/dev/null").is_char_device()

    @pytest.mark.parametrize("name", EVERY)
    def test_a_place_that_is_not_there(self, tmp_path: Path, name: str):
        """The folder to make is named."""
        with pytest.raises(UsageError, match=r"no folder .*missing"):
            EVERY[name](small_forum(), tmp_path / "missing" / "f")

    def test_without_pyarrow_parquet_says_what_to_install(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        """And leaves nothing."""
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(UsageError, match=r"weft\[parquet\]"):
            export_parquet(small_forum(), tmp_path / "f.parquet")
        assert not list(tmp_path.iterdir())
