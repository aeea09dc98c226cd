"""Makes small files of each format on the spot, as programs write them: no more than a reader needs to see."""

from __future__ import annotations

import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterable


def zip_of(members: Iterable[tuple[str, bytes | str]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return out.getvalue()


def docx_of(body: str, *, dtd: str = "", more: Iterable[tuple[str, bytes | str]] = ()) -> bytes:
    word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    core = '<p xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Title of docx</dc:title></p>'
    return zip_of(
        [
            ("[Content_Types].xml", "<Types/>"),
            ("word/document.xml", f"{dtd}<w:document {word}><w:body>{body}</w:body></w:document>"),
            ("docProps/core.xml", core),
            *more,
        ]
    )


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def xlsx_of(rows: str, *, strings: str = "", dtd: str = "", sheets: str = "") -> bytes:
    sheet = sheets or '<sheet name="First" sheetId="1" r:id="rId1"/>'
    return zip_of(
        [
            ("[Content_Types].xml", "<Types/>"),
            ("xl/workbook.xml", f'<workbook xmlns:r="r"><sheets>{sheet}</sheets></workbook>'),
            ("xl/_rels/workbook.xml.rels", '<Rs><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Rs>'),
            ("xl/sharedStrings.xml", f"{dtd}<sst>{strings}</sst>"),
            ("xl/worksheets/sheet1.xml", f"<worksheet><sheetData>{rows}</sheetData></worksheet>"),
        ]
    )


def pptx_of(*slides: str) -> bytes:
    parts = [(f"ppt/slides/slide{n}.xml", f"<s><p><r><t>{text}</t></r></p></s>") for n, text in enumerate(slides, 1)]
    return zip_of([("[Content_Types].xml", "<Types/>"), *reversed(parts)])


def odf_of(body: str, *, what: str = "text", dtd: str = "") -> bytes:
    spaces = 'xmlns:office="o" xmlns:text="t" xmlns:table="b"'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{what}")
        archive.writestr("content.xml", f"{dtd}<office:document-content {spaces}>{body}</office:document-content>")
        archive.writestr("meta.xml", '<m xmlns:dc="d"><dc:title>Title of odf</dc:title></m>')
    return out.getvalue()


def pdf_of(*objects: bytes, trailer: bytes = b"/Root 1 0 R") -> bytes:
    """Give a PDF of numbered objects with a right table of them."""
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def stream_of(data: bytes, more: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), more, data)


def text_pdf(words: str, *, content: bytes = b"", count: int = 1, kids: bytes = b"[3 0 R]") -> bytes:
    shown = content or stream_of(b"BT /F1 12 Tf 72 700 Td (%s) Tj ET" % words.encode("latin-1"))
    return pdf_of(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids %s /Count %d >>" % (kids, count),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        shown,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Title (Title of pdf) /Author (Ann) >>",
        trailer=b"/Root 1 0 R /Info 6 0 R",
    )


def tar_of(*members: tuple[str, bytes, bytes], packed: str = "") -> bytes:
    """Give a tar of (name, type, data)."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f"w:{packed}") as archive:  # type: ignore[call-overload]
        for name, kind, data in members:
            info = tarfile.TarInfo(name)
            info.type, info.size = kind, len(data)
            info.linkname = "/etc/passwd" if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE) else ""
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def mail_of(body: bytes, *, subject: str = "Subject of mail", kind: str = "text/plain; charset=utf-8") -> bytes:
    head = (
        f"From: a@example.org\nTo: b@example.org\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\nSubject: {subject}\n"
    )
    return f"{head}Content-Type: {kind}\n\n".encode() + body


def rar_of(*names: str) -> bytes:
    """Give a rar file (version 4) of stored members."""

    def block(kind: int, flags: int, fields: bytes, data: bytes = b"") -> bytes:
        body = struct.pack("<BHH", kind, flags, 7 + len(fields)) + fields
        return struct.pack("<H", zlib.crc32(body) & 0xFFFF) + body + data

    data = b"words"
    out = b"Rar!\x1a\x07\0" + block(0x73, 0, bytes(6))
    for name in names:
        fields = struct.pack("<IIBIIBBHI", 5, 5, 3, zlib.crc32(data), 0x21 << 16, 20, 0x30, len(name), 0o100644)
        out += block(0x74, 0x8000, fields + name.encode(), data)
    return out + block(0x7B, 0x4000, b"")


def _spaced(key: str) -> str:
    return key if key.startswith("__") else key.replace("_", " ")


def ole_of(*names: str, **streams: bytes) -> bytes:
    """Give an OLE container with streams of these names; all are long enough to need no small sectors."""
    contents = {**dict.fromkeys(names, b""), **{_spaced(key): value for key, value in streams.items()}}
    bodies = [data.ljust(4096, b"\0") for data in contents.values()]
    bodies = [data.ljust(-(-len(data) // 512) * 512, b"\0") for data in bodies]
    entries = [("Root Entry", 5, 1 if bodies else 0xFFFFFFFF, 0xFFFFFFFE, 0)]
    directory_sectors = -(-(len(bodies) + 1) // 4)
    first = 1 + directory_sectors  # after the one sector of the table
    chains = [*range(2, first), 0xFFFFFFFE]
    for name, data in zip(contents, bodies, strict=True):
        entries.append((name, 2, 0xFFFFFFFF, first, len(data)))
        chains += [*range(first + 1, first + len(data) // 512), 0xFFFFFFFE]
        first += len(data) // 512
    table = struct.pack(f"<{len(chains) + 1}I", 0xFFFFFFFD, *chains)
    assert len(table) <= 512
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<109I", 0, *[0xFFFFFFFF] * 108)
    directory = b""
    for number, (name, kind, child, start, size) in enumerate(entries):
        wide = (name + "\0").encode("utf-16-le")
        after = number + 1 if 0 < number < len(entries) - 1 else 0xFFFFFFFF
        directory += wide.ljust(64, b"\0") + struct.pack("<HBBIII", len(wide), kind, 1, 0xFFFFFFFF, after, child)
        directory += bytes(36) + struct.pack("<IQ", start, size)
    directory = directory.ljust(directory_sectors * 512, b"\0")
    return head + table.ljust(512, b"\xff") + directory + b"".join(bodies)


def doc_of(narrow: str, wide: str) -> bytes:
    """Give a Word document of two pieces of text: one of a byte a letter, one of two."""
    main = bytearray(struct.pack("<HHHHHH", 0xA5EC, 0x00C1, 0, 0, 0, 0).ljust(0x400, b"\0"))
    struct.pack_into("<H", main, 10, 0x0200)  # the table is in 1Table
    places = struct.pack("<III", 0, len(narrow), len(narrow) + len(wide))
    places += struct.pack("<HIH", 0, 0x400 * 2 | 0x40000000, 0) + struct.pack("<HIH", 0, 0x400 + len(narrow), 0)
    table = b"\1\2\0xx" + b"\2" + struct.pack("<I", len(places)) + places
    struct.pack_into("<II", main, 0x1A2, 0, len(table))
    text = narrow.encode("cp1252") + wide.encode("utf-16-le")
    return ole_of(WordDocument=bytes(main) + text, **{"1Table": table})


def ppt_of(*texts: str) -> bytes:
    """Give a presentation: a master that is not read, and texts twice, as saving again leaves them."""

    def record(kind: int, data: bytes, version: int = 0) -> bytes:
        return struct.pack("<HHI", version, kind, len(data)) + data

    atoms = b"".join(record(0x0FA0, text.encode("utf-16-le")) for text in texts)
    master = record(0x03F8, record(0x0FA8, b"Click to edit"), 15)
    return ole_of(PowerPoint_Document=master + record(0x03E8, atoms + atoms, 15), Current_User=bytes(32))


def xls_of(rows: list[list[str | float]]) -> bytes:
    """Give a workbook of one sheet, BIFF8."""

    def record(kind: int, data: bytes) -> bytes:
        return struct.pack("<HH", kind, len(data)) + data

    def begin(what: int) -> bytes:
        return record(0x0809, struct.pack("<HHHHII", 0x0600, what, 0x0DBB, 0x07CC, 0, 6))

    sheet = begin(0x0010)
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            place = struct.pack("<HHH", y, x, 0)
            if isinstance(value, str):
                sheet += record(0x0204, place + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
            else:
                sheet += record(0x0203, place + struct.pack("<d", value))
    sheet += record(0x000A, b"")
    name = "Sheet1"
    bound = struct.pack("<BB", 0, 0) + struct.pack("<BB", len(name), 0) + name.encode()
    head = begin(0x0005) + record(0x0042, struct.pack("<H", 1200))
    start = len(head) + len(bound) + 4 + 4 + 4
    return ole_of(Workbook=head + record(0x0085, struct.pack("<I", start) + bound) + record(0x000A, b"") + sheet)
