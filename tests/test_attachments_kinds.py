"""What a file is, by its bytes; and names that are safe to use."""

from __future__ import annotations

import gzip
import io
import unicodedata
import wave
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honest_files import docx_of, mail_of, odf_of, ole_of, paragraph, pptx_of, tar_of, text_pdf, xlsx_of, zip_of
from weft.attachments import Sniffed, safe_name, sniff, sniff_file
from weft.store import KINDS


def wav() -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8000)
        sound.writeframes(bytes(100))
    return out.getvalue()


SVG = b'<?xml version="1.0"?>\n<!-- drawn -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg width="1"/>'

BY_BYTES = [
    (text_pdf("x"), "pdf", "pdf"),
    (b"\0junk first\n" + text_pdf("x"), "pdf", "pdf"),
    (docx_of(paragraph("x")), "document", "docx"),
    (xlsx_of("<row/>"), "spreadsheet", "xlsx"),
    (pptx_of("x"), "slides", "pptx"),
    (odf_of(""), "document", "odt"),
    (odf_of("", what="spreadsheet"), "spreadsheet", "ods"),
    (odf_of("", what="presentation-template"), "slides", "odp"),
    (zip_of([("mimetype", "application/epub+zip"), ("META-INF/container.xml", "")], 0), "document", "epub"),
    (zip_of([("META-INF/MANIFEST.MF", "x"), ("A.class", "x")]), "archive", "jar"),
    (zip_of([("a.txt", "x")]), "archive", "zip"),
    (zip_of([]), "archive", "zip"),
    (ole_of("WordDocument", "1Table"), "document", "doc"),
    (ole_of("Workbook"), "spreadsheet", "xls"),
    (ole_of("PowerPoint Document"), "slides", "ppt"),
    (ole_of("__properties_version1.0"), "document", "msg"),
    (gzip.compress(b"x"), "archive", "gz"),
    (tar_of(("a", b"0", b"x")), "archive", "tar"),
    (b"7z\xbc\xaf\x27\x1c" + bytes(30), "archive", "7z"),
    (b"Rar!\x1a\x07\x01\0", "archive", "rar"),
    (b"{\\rtf1\\ansi x}", "document", "rtf"),
    (mail_of(b"x"), "document", "eml"),
    (SVG, "image", "svg"),
    (b"\x89PNG\r\n\x1a\n" + bytes(20), "image", "png"),
    (b"\xff\xd8\xff\xe0" + bytes(20), "image", "jpg"),
    (b"RIFF\0\0\0\0WEBPVP8 ", "image", "webp"),
    (b"\0\0\0\x18ftypheic" + bytes(20), "image", "heic"),
    (b"\0\0\0\x18ftypisom" + bytes(20), "video", "mp4"),
    (b"\x1a\x45\xdf\xa3" + bytes(20) + b"webm" + bytes(20), "video", "webm"),
    (wav(), "audio", "wav"),
    (b"ID3\4\0" + bytes(20), "audio", "mp3"),
    (b"\xff\xfb\x90\x00" + bytes(200), "audio", "mp3"),
    (b"<!DOCTYPE html><title>x</title>", "text", "html"),
    (b"\xef\xbb\xbf\n<!-- made -->\n<html>", "text", "html"),
    ("<html lang=ru>".encode("utf-16"), "text", "html"),
    (b'<?xml version="1.0"?><rss/>', "text", "xml"),
    (b"#!/usr/bin/env python3\nprint()", "code", "py"),
    (b"#!/bin/sh\necho", "code", "sh"),
    (b"name;age\nann;1\nbob;2\neva;3\n", "spreadsheet", "csv"),
    ("Просто текст".encode("cp1251"), "text", "txt"),
    ("Just words, wide ones".encode("utf-16-le"), "text", "txt"),
    (b"BM is what I meant.", "text", "txt"),
    (b"MZ stands for nothing here.", "text", "txt"),
    (bytes(range(256)) * 8, "other", ""),
    (b"", "other", ""),
]


@pytest.mark.parametrize(("data", "kind", "suffix"), BY_BYTES, ids=lambda value: repr(value)[:30])
@pytest.mark.parametrize("name", ["", "liar.exe", "liar.pdf"])
def test_bytes_say_what_a_file_is(data: bytes, kind: str, suffix: str, name: str, tmp_path: Path):
    """A wrong suffix is overruled, in memory and on a disk alike."""
    (tmp_path / "f").write_bytes(data)
    found = sniff_file(tmp_path / "f", name, "application/octet-stream")
    assert found == sniff(data, name)
    if suffix == "csv" and name:
        assert found == Sniffed("text", "txt")  # a table of text is told from text by its name, or by having none
    else:
        assert found == Sniffed(kind, suffix)


@pytest.mark.parametrize(
    ("data", "name", "media_type", "kind", "suffix"),
    [
        (b"a,b\n1,2\n", "table.csv", "", "spreadsheet", "csv"),
        (b"a,b\n1,2\n", "download", "text/csv; charset=utf-8", "spreadsheet", "csv"),
        (b"int main() {}", "main.c", "", "code", "c"),
        (b"<?php echo 1; ?><html>", "index.php", "", "code", "php"),
        (b"<!DOCTYPE html><p>No such file", "attachment.php", "", "text", "html"),
        (b"a;b\n1;2\n3;4\n5;6\n", "download.php", "", "spreadsheet", "csv"),
        (b"# Notes\n", "README.md", "", "text", "md"),
        (b"just words", "letter.pdf", "application/pdf", "text", "txt"),
        (b"just words", "notes.xyz", "", "text", "xyz"),
        (b"<p>loose", "page.htm", "", "text", "html"),
        (b"From: a\n\nhello", "a.eml", "", "document", "eml"),
        (b"From: a\nTo: b\n\nhello", "a.txt", "", "text", "txt"),
        (bytes(range(256)), "firmware.bin", "", "other", "bin"),
        (bytes(range(256)), "song.mp3", "", "audio", "mp3"),
        (bytes(range(256)), "paper.pdf", "application/pdf", "other", ""),
        (b"", "empty.txt", "", "other", ""),
    ],
)
def test_names_decide_where_bytes_leave_a_choice(data: bytes, name: str, media_type: str, kind: str, suffix: str):
    """Text is code, a table or prose by its name or type; unknown bytes keep an unknown suffix."""
    assert sniff(data, name, media_type) == Sniffed(kind, suffix)


def test_documents_are_told_from_zip_files_by_their_directory(tmp_path: Path):
    """A package whose telling members stand far behind is known on the disk, and a zip with a folder `word` is none."""
    late = [("media/big.bin", bytes(range(256)) * 99), ("word/document.xml", "x"), ("[Content_Types].xml", "x")]
    (tmp_path / "late").write_bytes(zip_of(late, 0))
    assert sniff_file(tmp_path / "late").suffix == "docx"
    (tmp_path / "mine").write_bytes(zip_of([("word/list.txt", "x")]))
    assert sniff_file(tmp_path / "mine", "mine.docx").suffix == "zip"


def test_a_damaged_package_is_called_by_its_name():
    """What begins like an office package and lost its directory is what its name says."""
    assert sniff(docx_of("")[:60], "letter.docx") == Sniffed("document", "docx")


@given(st.binary(max_size=600), st.text(max_size=20), st.text(max_size=20))
@example(b"PK\x03\x04", "", "")
@example(b"PK\x05\x06" + bytes(18), "", "")
@example(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 70, "", "")
def test_any_bytes_are_something(data: bytes, name: str, media_type: str):
    """Whatever comes, it has a kind and a suffix of a few plain characters."""
    found = sniff(data, name, media_type)
    assert found.kind in KINDS
    assert found.suffix == found.suffix.lower()
    assert len(found.suffix) <= 8


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("report.pdf", "report.pdf"),
        ("Grüße an alle (2).docx", "Grüße an alle (2).docx"),
        ("../../etc/passwd", "_.._etc_passwd"),
        ("..\\..\\boot.ini", "_.._boot.ini"),
        ("/etc/passwd", "_etc_passwd"),
        ("C:\\autoexec.bat", "C__autoexec.bat"),
        (".bashrc", "bashrc"),
        ("-rf", "rf"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("COM1.log", "_COM1.log"),
        ("console.log", "console.log"),
        ("gpj.\u202eexe", "gpj.exe"),
        ("a\0b\x1b[2Jc\r\nd", "ab[2Jc d"),
        ("name. . .", "name"),
        ("", "file"),
        ("...", "file"),
        ("///", "file"),
        ("\u200b", "file"),
    ],
)
def test_names_are_made_safe(name: str, safe: str):
    """One path part, nothing invisible, nothing a system keeps for itself; harmless names stay as they are."""
    assert safe_name(name) == safe


def test_long_names_keep_their_suffix():
    """A name is cut to 150 bytes before its suffix, between characters."""
    assert safe_name("n" * 300 + ".pdf") == "n" * 146 + ".pdf"
    wide = safe_name("名" * 300 + ".docx")
    assert wide == "名" * 48 + ".docx"
    assert len(safe_name("x." + "y" * 300).encode()) <= 150


@given(st.text(max_size=400))
@example("CON" + "." * 200)
@example("\u0345" * 200 + "/")
@example("." + "é" * 200 + "." + "z" * 15)
def test_any_name_becomes_safe(name: str):
    """No separator, no control or direction mark, no leading dot, at most 150 bytes, never empty, and stable."""
    safe = safe_name(name)
    assert safe
    assert not set(safe) & set('/\\:*?"<>|')
    assert all(unicodedata.category(char) not in ("Cc", "Cf", "Cs") for char in safe)
    assert safe[0] not in ".-~ "
    assert safe[-1] not in ". "
    assert len(safe.encode("utf-8")) <= 150
    assert safe_name(safe) == safe
