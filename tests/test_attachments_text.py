"""The text of files: every format that is read, and the children that read them."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
import zstandard

import weft
from honest_files import (
    doc_of,
    docx_of,
    mail_of,
    odf_of,
    ole_of,
    paragraph,
    ppt_of,
    pptx_of,
    rar_of,
    stream_of,
    tar_of,
    text_pdf,
    xls_of,
    xlsx_of,
    zip_of,
)
from weft.attachments import FileReader, FileReading, Member, ReadLimits, read_file
from weft.errors import WeftError


@pytest.fixture(scope="module")
def reader() -> Iterator[FileReader]:
    with FileReader() as shared:
        yield shared


class Desk:
    """Puts bytes on the disk and has them read."""

    def __init__(self, reader: FileReader, folder: Path) -> None:
        self._reader, self._folder = reader, folder

    def read(self, data: bytes, name: str = "", media_type: str = "") -> FileReading:
        path = self._folder / "f"
        path.write_bytes(data)
        return self._reader.read(path, name, media_type)


@pytest.fixture
def desk(reader: FileReader, tmp_path: Path) -> Desk:
    return Desk(reader, tmp_path)


RTF = (
    rb"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial CYR;}}"
    rb"{\info{\title Title of rtf}{\author J\'fcrgen}}{\*\generator Nobody;}"
    rb"\f0 Gr\'fc\'dfe \u8364?5\par {\f1\'cf\'f0\'e8\'e2\'e5\'f2}{\pict\pngblip 89504e47}\cell end}"
)


def test_word_documents(desk: Desk):
    """Paragraphs, cells, tabs, notes and headers come out; what is there twice for old programs comes once."""
    body = (
        paragraph("First <w:tab/>line".replace("<w:tab/>", "</w:t><w:tab/><w:t>"))
        + f"<w:tbl><w:tr><w:tc>{paragraph('cell')}</w:tc></w:tr></w:tbl>"
        + "<w:Choice><w:t>twice</w:t></w:Choice><w:Fallback><w:t>twice</w:t></w:Fallback>"
        + "<w:p><w:delText>struck</w:delText><w:instrText>PAGE</w:instrText></w:p>"
    )
    note = ("word/footnotes.xml", "<n><p><t>A footnote</t></p></n>")
    found = desk.read(docx_of(body, more=[note]), "a.docx")
    assert (found.kind, found.suffix, found.title, found.problem) == ("document", "docx", "Title of docx", "")
    assert found.text.startswith("First \tline\ncell\n")
    assert found.text.endswith("A footnote")
    assert found.text.count("twice") == 1
    assert "struck" not in found.text
    assert "PAGE" not in found.text


def test_workbooks(desk: Desk):
    """Rows are lines; strings are looked up, numbers stay, the sheet's name stands first."""
    rows = (
        '<row><c t="s"><v>1</v></c><c><v>1.5</v></c><c t="b"><v>1</v></c></row>'
        '<row><c t="inlineStr"><is><t>written here</t></is></c><c><f>SUM(A1)</f><v>7</v></c></row>'
    )
    strings = "<si><t>zero</t></si><si><r><t>two </t></r><r><t>parts</t></r><rPh><t>aid</t></rPh></si>"
    found = desk.read(xlsx_of(rows, strings=strings), "a.xlsx")
    assert found.text == "First\ntwo parts\t1.5\tTRUE\nwritten here\t7"
    assert found.metadata["sheets"] == "1"


def test_presentations(desk: Desk):
    """Slides come in the order of their numbers, ten after nine."""
    found = desk.read(pptx_of(*(f"slide {n}" for n in range(1, 12))), "a.pptx")
    assert found.text.split("\n\n") == [f"slide {n}" for n in range(1, 12)]
    assert found.kind == "slides"


def test_open_documents(desk: Desk):
    """Texts give their paragraphs without deleted ones; tables a line for each row."""
    body = (
        "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
        "<text:h>Head</text:h><text:p>one<text:s/>two<text:tab/>three<text:span> four</text:span></text:p>"
    )
    found = desk.read(odf_of(body), "a.odt")
    assert (found.text, found.title) == ("Head\none two\tthree four", "Title of odf")
    row = "<table:table-row>" + "<table:table-cell><text:p>c</text:p></table:table-cell>" * 2 + "</table:table-row>"
    assert desk.read(odf_of(row * 2, what="spreadsheet")).text == "c\tc\nc\tc"


def test_documents_of_before_2007(desk: Desk):
    """Word's pieces come in order without the instructions of fields, slides once each, tables by rows; so do mails."""
    word = desk.read(doc_of("Gr\xfc\xdfe \x13PAGE \x14" + "7\x15\r", "и мир\x07"), "a.doc")
    assert (word.kind, word.suffix, word.text, word.problem) == ("document", "doc", "Grüße 7\nи мир", "")
    slides = desk.read(ppt_of("Один", "Two\rlines"), "a.ppt")
    assert (slides.kind, slides.suffix, slides.text) == ("slides", "ppt", "Один\nTwo\nlines")
    table = desk.read(xls_of([["Name", "мир"], ["x", 1.5]]), "a.xls")
    assert (table.kind, table.suffix, table.text) == ("spreadsheet", "xls", "Sheet1\nName\tмир\nx\t1.5")
    parts = {"__substg1.0_0037001F": "Grüße".encode("utf-16-le"), "__substg1.0_1000001E": b"body"}
    mail = desk.read(ole_of("__properties_version1.0", **parts), "a.msg")
    assert (mail.kind, mail.suffix, mail.title, mail.text) == ("document", "msg", "Grüße", "Grüße\nbody")


def test_pdf(desk: Desk):
    """Pages give their text; one without any says so."""
    found = desk.read(text_pdf("Words on a page"), "a.pdf")
    assert (found.text, found.title, found.problem) == ("Words on a page", "Title of pdf", "")
    assert found.metadata["author"] == "Ann"
    assert found.metadata["pages"] == "1"
    assert desk.read(text_pdf("", content=stream_of(b"q Q"))).problem == "no text in its pages"


def test_rtf(desk: Desk):
    """Letters come out in the charset of their font; pictures, fonts and marks of the program do not."""
    found = desk.read(RTF, "a.rtf")
    assert (found.text, found.title, found.metadata["author"]) == ("Grüße €5\nПривет\tend", "Title of rtf", "Jürgen")


def test_mail(desk: Desk):
    """Of text and markup that say the same the text is taken; files it carries are members, and read."""
    body = (
        b"--b\nContent-Type: multipart/alternative; boundary=c\n\n"
        b"--c\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe\n"
        b"--c\nContent-Type: text/html\n\n<p>Markup</p>\n--c--\n"
        b'--b\nContent-Type: text/csv; name="=?utf-8?q?K=C3=A4ufe.csv?="\nContent-Disposition: attachment\n'
        b"\na,b\n1,2\n--b--\n"
    )
    found = desk.read(mail_of(body, subject="=?utf-8?q?Hall=C3=B6chen?=", kind="multipart/mixed; boundary=b"), "a.eml")
    assert found.title == "Hallöchen"
    assert found.metadata["author"] == "a@example.org"
    assert "Grüße" in found.text
    assert "Markup" not in found.text
    assert [(member.name, member.kind) for member in found.members] == [("Käufe.csv", "spreadsheet")]
    assert "1,2" in found.text


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("utf-8", "Grüße, мир, 世界\n"),
        ("utf-8-sig", "Grüße, мир, 世界\n"),
        ("utf-16", "Grüße, мир, 世界\n"),
        ("utf-16-le", "Wide words without a mark\n"),
        ("utf-32", "Grüße, мир, 世界\n"),
        ("koi8-r", "Привет всем, это обычный русский текст, в нём есть слова.\n"),
        ("cp932", "これは日本語のテキストです。文字コードを調べます。\n"),
        ("gb18030", "这是一个普通的中文文本，里面有一些词语和句子。\n"),
    ],
)
def test_plain_text_in_any_charset(desk: Desk, charset: str, text: str):
    """Charsets are told by marks, by zeros, by being UTF-8, and else by their letters."""
    assert desk.read((text * 20).encode(charset), "a.txt").text == (text * 20).strip()


def test_a_charset_the_server_names_counts(desk: Desk):
    """Three letters are too few to tell a charset; the header of the answer knows it."""
    assert desk.read("мир".encode("cp866"), "a.txt", "text/plain; charset=ibm866").text == "мир"


def test_pages_and_drawings(desk: Desk):
    """HTML gives its visible text and title; a drawing the words in it."""
    page = desk.read(b"<html><title>T</title><script>no()</script><p>Shown</p>", "missing.pdf", "application/pdf")
    assert (page.kind, page.suffix, page.title, page.text) == ("text", "html", "T", "Shown")
    assert desk.read(b"<svg><title>Plan</title><style>no</style><text>Word</text></svg>").text == "Plan\nWord"


def test_archives_list_and_read_their_members(desk: Desk):
    """Members one archive down are read, too, and listed by the way to them."""
    inner = zip_of([("note.txt", "deepest"), ("pic.png", b"\x89PNG\r\n\x1a\n")])
    found = desk.read(zip_of([("a.docx", docx_of(paragraph("letter"))), ("in/b.zip", inner)]), "a.zip")
    assert [(m.name, m.kind) for m in found.members] == [
        ("a.docx", "document"),
        ("in/b.zip", "archive"),
        ("in/b.zip/note.txt", "text"),
        ("in/b.zip/pic.png", "image"),
    ]
    assert {"letter", "deepest", "in/b.zip"} <= set(found.text.split())
    assert (found.title, found.problem) == ("", "")  # the letter's title is not the archive's
    assert found.members[0] == Member("a.docx", len(docx_of(paragraph("letter"))), "document")


def test_rar_files_are_listed(desk: Desk):
    """Names and sizes of members come out of a rar file, and the problem says that this is all."""
    found = desk.read(rar_of("a.txt", "d/b.pdf"), "a.rar")
    assert [(member.name, member.size) for member in found.members] == [("a.txt", 5), ("d/b.pdf", 5)]
    assert (found.text, found.problem) == ("a.txt\nd/b.pdf", "members listed, not read")


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_packed_files_and_tars(desk: Desk, pack):
    """One packed file is read as what it is; a packed tar as an archive."""
    found = desk.read(pack(b"a,b\n1,2\n"), f"table.csv.{desk.read(pack(b'x')).suffix}")
    assert [(m.name, m.kind) for m in found.members] == [("table.csv", "spreadsheet")]
    assert found.text.endswith("1,2")
    tar = desk.read(pack(tar_of(("d/one.txt", b"0", b"first"), ("d/two.rtf", b"0", RTF))), "a.tgz")
    assert [m.name for m in tar.members] == ["d/one.txt", "d/two.rtf"]
    assert "Привет" in tar.text


def test_what_has_no_text_is_no_problem_and_what_is_not_read_is(desk: Desk):
    """A picture has nothing to read; other archives and drawings have, and it is said that they are not read."""
    picture = desk.read(b"\x89PNG\r\n\x1a\n" + bytes(50), "a.png")
    assert (picture.kind, picture.text, picture.problem) == ("image", "", "")
    assert desk.read(b"7z\xbc\xaf\x27\x1c" + bytes(50), "a.7z").problem == "7z files are not read"
    assert desk.read(ole_of("VisioDocument"), "a.vsd").problem == "vsd files are not read"


def test_text_beyond_the_limit_is_cut_and_said(tmp_path: Path):
    """What is kept keeps to the limit in bytes, between characters."""
    (tmp_path / "f").write_text("ä" * 5000, encoding="utf-8")
    found = read_file(tmp_path / "f", "a.txt", limits=ReadLimits(text_bytes=1001))
    assert found.text == "ä" * 500
    assert found.problem.startswith("text cut")


def test_one_child_reads_many_files_and_is_replaced_in_time(tmp_path: Path):
    """Children are warm, retire after their share of files, and end with the reader."""
    (tmp_path / "f").write_text("words")
    here = psutil.Process()
    before = {child.pid for child in here.children()}
    seen = []
    with FileReader(ReadLimits(files_per_worker=3)) as reader:
        for _ in range(5):
            assert reader.read(tmp_path / "f").text == "words"
            seen.append({child.pid for child in here.children()} - before)
    assert seen[0] == seen[1]
    assert seen[2] == set()  # the third file was its last
    assert seen[3] == seen[4] != seen[0]
    assert {child.pid for child in here.children()} <= before


def test_a_killed_child_is_a_problem_of_its_file_only(tmp_path: Path):
    """Whatever ends a child from outside, the next file is read by another."""
    (tmp_path / "f").write_text("words")
    here = psutil.Process()
    before = set(here.children())
    with FileReader() as reader:
        reader.read(tmp_path / "f")
        for child in set(here.children()) - before:
            child.kill()
            child.wait()
        lost = reader.read(tmp_path / "f", "a.txt")
        assert (lost.kind, lost.suffix, lost.text) == ("text", "txt", "")
        assert "reader" in lost.problem
        assert reader.read(tmp_path / "f").text == "words"


def test_threads_share_a_reader(tmp_path: Path):
    """Several files at a time get a child each, and every answer goes to who asked."""
    for n in range(12):
        (tmp_path / str(n)).write_text(f"file {n}")
    with FileReader() as reader, ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda n: reader.read(tmp_path / str(n)).text, range(12)))
    assert found == [f"file {n}" for n in range(12)]


def test_a_closed_reader_reads_nothing(tmp_path: Path):
    """After its end a reader starts no child."""
    (tmp_path / "f").write_text("words")
    with FileReader() as reader:
        pass
    with pytest.raises(ValueError, match="closed"):
        reader.read(tmp_path / "f")


def test_a_child_that_does_not_start_is_no_fault_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A broken installation is said as such, instead of marking every file as unreadable."""
    (tmp_path / "f").write_text("words")
    monkeypatch.setattr(sys, "executable", shutil.which("false") or "/nowhere/python")
    with FileReader() as reader, pytest.raises(WeftError, match="does not start"):
        reader.read(tmp_path / "f")


def test_what_is_no_file_is_not_waited_for(tmp_path: Path):
    """A pipe, a folder or nothing at all is a problem at once."""
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    with FileReader() as reader:
        for name in ("pipe", "missing", "."):
            assert reader.read(tmp_path / name).problem == "not a file"


def test_limits_survive_the_pipe():
    """A child gets the limits its parent has."""
    limits = ReadLimits(cpu=timedelta(seconds=1.5), entries=7)
    assert ReadLimits.from_json(limits.to_json()) == limits


CAGED = """
import os, socket, sys
from weft.attachments import ReadLimits
from weft.attachments._child_cage import enter_cage

enter_cage(ReadLimits())
for act in (
    socket.socket,
    lambda: open(sys.argv[1], "w"),
    lambda: os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY),
    lambda: os.mkdir(sys.argv[1]),
    lambda: os.system("true"),
    lambda: os.fork(),
    lambda: bytearray(2**30),
):
    try:
        act()
    except (PermissionError, MemoryError) as error:
        print(type(error).__name__)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's limits differ elsewhere")
def test_a_child_can_neither_write_nor_connect_nor_start_anything(tmp_path: Path):
    """What a child gives up is gone. (Past the door: no file could try this through it.)"""
    done = subprocess.run(
        [sys.executable, "-c", CAGED, str(tmp_path / "new")], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["PermissionError"] * 6 + ["MemoryError"]
    assert not (tmp_path / "new").exists()


ELSEWHERE = """
import io, sys, types
room = types.ModuleType("weft.attachments")  # as a child starts: without what the room itself loads
room.__path__ = [sys.argv[1]]
sys.modules["weft.attachments"] = room
import weft.attachments._child_cage as cage
from weft.attachments._read import ReadLimits
from weft.attachments._child_draft import Budget, Draft, Source
from weft.attachments._child_formats import read_source
from weft.attachments._kinds import sniff_stream

sys.platform = "darwin"
cage.enter_cage(ReadLimits())
limits = ReadLimits()
for name, body in (("a.html", b"<p>words of a page</p>"), ("a.txt", "žluťoučký kůň".encode("cp1250"))):
    draft, stream = Draft(limits, Budget(limits.unpacked_bytes, limits.text_bytes)), io.BytesIO(body)
    read_source(Source(stream, name, ""), sniff_stream(stream, name, ""), draft)
    print(" ".join(draft.to_json("", "")["text"].split()))
"""


def test_a_child_reads_pages_and_letters_where_there_are_no_namespaces():
    """Libraries that readers load in the cage may load nothing but what is there: as on systems that are not Linux."""
    room = str(Path(weft.__file__).parent / "attachments")
    done = subprocess.run(
        [sys.executable, "-P", "-B", "-c", ELSEWHERE, room], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["words of a page", "žluťoučký kůň"]
