"""Makes files on the spot that mean harm or are broken: some hundred.

`CASES` lists them with what must come of each: a phrase of the problem, or words of the text.
"""

from __future__ import annotations

import base64
import bz2
import gzip
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from honest_files import (
    doc_of,
    docx_of,
    mail_of,
    odf_of,
    ole_of,
    paragraph,
    pdf_of,
    rar_of,
    stream_of,
    tar_of,
    text_pdf,
    xls_of,
    xlsx_of,
    zip_of,
)

MIB = 2**20


# A zip that holds itself (after Russ Cox, Zip files all the way down, 2010)


class _Bits:
    def __init__(self) -> None:
        self.value = self.size = 0

    def add(self, value: int, size: int) -> None:
        self.value |= value << self.size
        self.size += size

    def code(self, value: int, size: int) -> None:
        """Add a Huffman code: its first bit first."""
        self.add(int(f"{value:0{size}b}"[::-1], 2), size)


_UNIT = 10  # bytes of an instruction; all have the same, or they could not talk of each other
_EMPTY = b"\0\0\0\xff\xff"
_LENGTHS = [*range(3, 11), *(11 + 2 * n for n in range(4)), *(19 + 4 * n for n in range(4))]
_LENGTHS += [*(35 + 8 * n for n in range(4)), *(67 + 16 * n for n in range(4))]


def _literal(size: int) -> bytes:
    return _EMPTY + b"\0" + struct.pack("<HH", size, size ^ 0xFFFF)


def _repeat(size: int) -> bytes:
    """Give the instruction that writes the last `size` bytes again, in so many bytes as any other."""
    index = max(n for n, base in enumerate(_LENGTHS) if base <= size)
    extra = 0 if index < 8 else (index - 4) // 4
    far, start, bits = 0, 1, 0
    while start + (1 << bits) <= size:  # RFC 1951 3.2.5: two distance codes for each number of extra bits
        start += 1 << bits
        far += 1
        bits = max(0, far // 2 - 1)
    out = _Bits()
    out.add(0b010, 3)
    out.code(index + 1, 7)
    out.add(size - _LENGTHS[index], extra)
    out.code(far, 5)
    out.add(size - start, bits)
    out.code(0, 7)
    while out.size < 38:
        out.add(0b010, 3)
        out.code(0, 7)
    assert out.size <= 45
    return out.value.to_bytes(6, "little") + _EMPTY[1:]


def quine_zip() -> bytes:
    """Give a zip file whose only member is that zip file."""

    def build(crc: int, packed: int, whole: int) -> bytes:
        name = b"again.zip"
        common = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0x21, crc, packed, whole, len(name), 0)
        head = b"PK\x03\x04" + common + name
        entry = b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, 0) + name
        end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(entry), len(head) + packed, 0)
        tail = b"\1" + _EMPTY[1:] + entry + end
        p1, q = len(head) + _UNIT, _UNIT + len(tail)
        l1, l4, r4, l0 = _literal(_UNIT), _literal(4 * _UNIT), _repeat(4 * _UNIT), _literal(0)
        lp, rp, lq, rq = _literal(p1), _repeat(p1), _literal(q), _repeat(q)
        code = [lp, head, lp, rp, l1, rp, l1, l1, l4, rp, l1, l1, l4, r4, l4, r4, l4, r4, l4, r4, l4]
        code += [r4, l0, l0, lq, r4, l0, l0, lq, rq, tail, rq]
        return head + b"".join(code) + tail

    whole = len(build(0, 0, 0))
    packed = whole - 39 - (46 + 9) - 22
    rows = [zlib.crc32(build(1 << n, packed, whole)) ^ (1 << n) for n in range(32)]
    return build(
        _solve([row ^ zlib.crc32(build(0, packed, whole)) for row in rows], zlib.crc32(build(0, packed, whole))),
        packed,
        whole,
    )


def _solve(columns: list[int], wanted: int) -> int:
    """Give x with the columns where x has ones adding up (in GF(2)) to what is wanted."""
    basis: list[tuple[int, int]] = []
    for n, column in enumerate(columns):
        value, used = column, 1 << n
        for other, its in basis:
            if value ^ other < value:
                value, used = value ^ other, used ^ its
        if value:
            basis.append((value, used))
            basis.sort(reverse=True)
    answer = 0
    for value, used in basis:
        if wanted ^ value < wanted:
            wanted, answer = wanted ^ value, answer ^ used
    assert wanted == 0
    return answer


# Hostile files


@dataclass(frozen=True)
class Case:
    """A hostile file: what it is called, how it is made, and what must come of it."""

    title: str
    name: str
    make: Callable[[Path], object]
    problem: str = ""  # must be part of the problem; empty: there need not be one
    text: str = ""  # must be part of the text


CASES: list[Case] = []


def _bytes(title: str, name: str, data: Callable[[], bytes], problem: str = "", text: str = "") -> None:
    CASES.append(Case(title, name, lambda path: path.write_bytes(data()), problem, text))


def _sparse(size: int, head: bytes = b"") -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with path.open("wb") as out:
            out.write(head)
            out.truncate(size)

    return make


def _patched(data: bytes, mark: bytes, offset: int, value: bytes) -> bytes:
    """Change bytes of every record that begins with a mark."""
    out, at = bytearray(data), data.find(mark)
    while at >= 0:
        out[at + offset : at + offset + len(value)] = value
        at = data.find(mark, at + 4)
    return bytes(out)


def _nested(depth: int) -> bytes:
    data = b"innermost"
    for level in range(depth):
        data = zip_of([(f"level{level}.zip" if level else "x.txt", data)])
    return data


def _overlapping() -> bytes:
    """Many entries of the directory lead to the same packed bytes (Fifield 2019, without the quoting)."""
    one = zip_of([("0000", bytes(4 * MIB))])
    at = one.rfind(b"PK\x01\x02")
    end = one.rfind(b"PK\x05\x06")
    entry = one[at:end]
    many = b"".join(_patched(entry, b"PK\x01\x02", 46, b"%04d" % n) for n in range(500))
    tail = struct.pack("<HHHHIIH", 0, 0, 500, 500, len(many), at, 0)
    # each local header would have to bear its entry's name; the first is enough to be caught
    return one[:at] + many + b"PK\x05\x06" + tail


def _with_vast_member(data: bytes, name: bytes) -> bytes:
    """Add a member to a zip that declares ten gigabytes and has ten bytes."""
    at, end = data.find(b"PK\x01\x02"), data.rfind(b"PK\x05\x06")
    vast = struct.pack("<HHQ", 1, 8, 10 * 2**30)  # zip64
    common = struct.pack("<HHHHHIIIH", 45, 0, 8, 0, 0x21, 0, 10, 0xFFFFFFFF, len(name))
    local = b"PK\x03\x04" + common + struct.pack("<H", 0) + name + bytes(10)
    entry = b"PK\x01\x02" + struct.pack("<H", 45) + common + struct.pack("<HHHHII", len(vast), 0, 0, 0, 0, at)
    directory = data[at:end] + entry + name + vast
    (count,) = struct.unpack_from("<H", data, end + 10)
    tail = struct.pack("<HHHHIIH", 0, 0, count + 1, count + 1, len(directory), at + len(local), 0)
    return data[:at] + local + directory + b"PK\x05\x06" + tail


_LAUGHS = (
    '<!DOCTYPE x [<!ENTITY a "ha ha ha ha ha ha ha ha ha ha ">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>"
)
_OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
_SVG = '<svg xmlns="http://www.w3.org/2000/svg"><text>before</text><text>&{};</text><text>after</text></svg>'
_DEEP_ODF = "<text:p>bottom</text:p>"

# zip
_bytes("zip bomb", "bomb.zip", lambda: zip_of([("zeros", bytes(20 * MIB))]), "out of proportion")
_bytes("zip bomb by bzip2", "b.zip", lambda: zip_of([("z", bytes(20 * MIB))], zipfile.ZIP_BZIP2), "out of proportion")
_bytes("zip bomb by lzma", "l.zip", lambda: zip_of([("z", bytes(20 * MIB))], zipfile.ZIP_LZMA), "out of proportion")
_bytes("zip of too much", "much.zip", lambda: zip_of([(str(n), bytes(3 * MIB)) for n in range(40)], 0), "more than is")
_bytes("member too large", "large.zip", lambda: zip_of([("large", bytes(40 * MIB))]), "too large")
_bytes("nested zip", "nested.zip", lambda: _nested(7), "nested too deep")
_bytes("quine zip", "quine.zip", quine_zip, "nested too deep", "again.zip")
_bytes("overlapping entries", "overlap.zip", _overlapping, "overlap")
_bytes("too many entries", "many.zip", lambda: zip_of([(str(n), b"") for n in range(1200)]), "more members")
_bytes(
    "too many entries, few declared",
    "lie.zip",
    lambda: _patched(zip_of([(str(n), b"") for n in range(1200)]), b"PK\x05\x06", 8, b"\1\0\1\0"),
    "more members",
)
_bytes(
    "declared larger than it is",
    "larger.zip",
    lambda: _patched(zip_of([("a.txt", b"words " * 99)]), b"PK\x01\x02", 24, b"\xff\xff\0\0"),
    "members not read",
    "a.txt",
)
_bytes(
    "declared smaller than it is",
    "smaller.zip",
    lambda: _patched(zip_of([("a.txt", b"words " * 99)]), b"PK\x01\x02", 24, b"\x05\0\0\0"),
    "members not read",
    "a.txt",
)
_bytes("unknown method", "m.zip", lambda: _patched(zip_of([("a", b"x")]), b"PK\x01\x02", 10, b"\x63\0"), "not read")
_bytes("encrypted member", "e.zip", lambda: _patched(zip_of([("a", b"x")]), b"PK\x01\x02", 8, b"\1\0"), "encrypted")
_bytes("cut zip", "cut.zip", lambda: zip_of([("a.txt", b"words " * 999)])[:-30], "damaged zip")
_bytes("only an end", "end.zip", lambda: zip_of([]))
_bytes(
    "names that lead out",
    "names.zip",
    lambda: zip_of(
        [
            ("../../../../tmp/weft-was-here", "up"),
            ("/tmp/weft-was-here", "absolute"),
            ("C:\\weft-was-here", "drive"),
            ("..\\..\\weft-was-here", "back"),
            ("\u202egnp.exe", "turned"),
            ("CON", "device"),
            ("n" * 300, "long"),
            ("bell\x07\x1b[2J", "control"),
        ]
    ),
    text="device",
)
_bytes("names in no charset", "n.zip", lambda: zip_of([("aaaa.txt", "words")]).replace(b"aaaa", b"\xff\xfe\x80\x81"))
# office documents
_bytes(
    "docx with 10 GiB of media declared",
    "media.docx",
    lambda: _with_vast_member(docx_of(paragraph("still readable")), b"word/media/image1.png"),
    text="still readable",
)
_bytes("docx with entities", "e.docx", lambda: docx_of(paragraph("&i;"), dtd=_LAUGHS), "entities")
_bytes("docx that looks outside", "x.docx", lambda: docx_of(paragraph("&a;"), dtd=_OUTSIDE), "entities")
_bytes("xlsx with entities", "e.xlsx", lambda: xlsx_of("", strings="<si><t>&i;</t></si>", dtd=_LAUGHS), "entities")
_bytes("odt with entities", "e.odt", lambda: odf_of("<text:p>&i;</text:p>", dtd=_LAUGHS), "entities")
_bytes("svg with entities", "e.svg", (_LAUGHS.replace("x", "svg", 1) + _SVG.format("i")).encode, text="after")
_bytes("svg that looks outside", "x.svg", (_OUTSIDE.replace("x", "svg", 1) + _SVG.format("a")).encode)
_bytes("docx nested deep", "deep.docx", lambda: docx_of("<w:p>" * 50_000 + "</w:p>" * 50_000))
_bytes("docx with an endless tag", "tag.docx", lambda: docx_of(f'<w:p a="{"x" * 12 * MIB}"/>'), "")
_bytes("docx without a document", "none.docx", lambda: docx_of("").replace(b"word/document.xml", b"word/documemt.xml"))
_bytes("docx of broken XML", "xml.docx", lambda: docx_of(paragraph("so far") + "<w:p><w:oops"), "damaged XML", "so far")
_bytes("random bytes as docx", "random.docx", lambda: b"PK\x03\x04" + bytes(range(256)) * 99, "damaged zip")
_bytes("a million columns", "wide.xlsx", lambda: xlsx_of(f"<row>{'<c><v>7</v></c>' * 1_000_000}</row>"), "", "7")
_bytes(
    "one string a hundred thousand times",
    "strings.xlsx",
    lambda: xlsx_of("<c t='s'><v>0</v></c>" * 100_000, strings=f"<si><t>{'long ' * 6000}</t></si>"),
    "text cut",
    "long",
)
_bytes("strings that are not there", "index.xlsx", lambda: xlsx_of('<row><c t="s"><v>99999999999</v></c></row>'))
_bytes(
    "one sheet ten thousand times",
    "sheets.xlsx",
    lambda: xlsx_of("<row><c><v>42</v></c></row>", sheets='<sheet name="again" r:id="rId1"/>' * 10_000),
    text="42",
)
_bytes(
    "cells repeated",
    "r.ods",
    lambda: odf_of(
        '<table:table-cell table:number-columns-repeated="999999999"><text:p>cell</text:p></table:table-cell>',
        what="spreadsheet",
    ),
    text="cell",
)
_bytes("odt nested deep", "deep.odt", lambda: odf_of(f"{'<text:s>' * 50_000}{_DEEP_ODF}{'</text:s>' * 50_000}"))
_bytes("slides without slides", "none.pptx", lambda: zip_of([("[Content_Types].xml", ""), ("ppt/x", "")]), "without")
# pdf
_bytes("pdf cut in half", "half.pdf", lambda: text_pdf("words")[:300], "PDF")
_bytes(
    "pdf without a table", "table.pdf", lambda: text_pdf("still here").replace(b"\nxref", b"\nxxxx"), "", "still here"
)
_bytes("pdf of nothing but a head", "head.pdf", lambda: b"%PDF-1.7\n", "PDF")
_bytes("pdf of noise", "noise.pdf", lambda: b"%PDF-1.4\n" + bytes(range(256)) * 500, "PDF")
_bytes(
    "pdf that starts beyond its end", "beyond.pdf", lambda: text_pdf("words").replace(b"startxref\n", b"startxref\n9")
)
_bytes("pdf without a root", "root.pdf", lambda: text_pdf("words").replace(b"/Root", b"/Boot"))
_bytes("pdf of a million pages, declared", "declared.pdf", lambda: text_pdf("one page", count=10**6), "", "one page")
_bytes("pdf whose pages hold themselves", "self.pdf", lambda: text_pdf("words", kids=b"[2 0 R 3 0 R 2 0 R]"))
_bytes(
    "pdf of two to the thirtieth pages",
    "doubling.pdf",
    lambda: pdf_of(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        *(b"<< /Type /Pages /Kids [%d 0 R %d 0 R] /Count 2 >>" % (n, n) for n in range(3, 33)),
        b"<< /Type /Page /MediaBox [0 0 9 9] >>",
    ),
    "",
)
_bytes(
    "pdf with a flate bomb",
    "flate.pdf",
    lambda: text_pdf("", content=stream_of(zlib.compress(bytes(200 * MIB), 1), b"/Filter /FlateDecode")),
    "pages",
)
_bytes(
    "pdf with an LZW stream that grows",
    "lzw.pdf",
    lambda: text_pdf("", content=stream_of(_lzw_zeros(400_000), b"/Filter /LZWDecode")),
    "",
)
_bytes(
    "pdf with a hundred filters",
    "filters.pdf",
    lambda: text_pdf("", content=stream_of(b"x", b"/Filter [%s]" % (b"/FlateDecode " * 100))),
    "",
)
_bytes(
    "pdf whose content nests",
    "nests.pdf",
    lambda: text_pdf("", content=stream_of(b"[" * 200_000 + b"]" * 200_000)),
    "",
)
_bytes(
    "pdf whose tables lead in a circle",
    "circle.pdf",
    lambda: text_pdf("round").replace(b"/Root", b"/Prev %d /Root" % text_pdf("round").rfind(b"xref\n0")),
    "",
    "round",
)
_bytes(
    "pdf under a lock",
    "lock.pdf",
    lambda: pdf_of(
        b"<< /Type /Catalog >>",
        b"<< /Filter /Standard /V 5 /R 6 /O (x) /U (x) /P -1 >>",
        trailer=b"/Root 1 0 R /Encrypt 2 0 R /ID [(a) (b)]",
    ),
    "",
)


def _lzw_zeros(codes: int) -> bytes:
    """Give LZW codes that each mean one zero more than the one before, as long as the table goes; then the longest."""
    bits, width, table = ["100000000", "000000000"], 9, 258
    for _ in range(codes):
        longest = min(table, 4093)
        bits.append(f"{longest:0{width}b}")
        table = min(table + 1, 4094)
        width = 9 if table < 511 else 10 if table < 1023 else 11 if table < 2047 else 12
    whole = "".join(bits)
    whole = whole.ljust(-(-len(whole) // 8) * 8, "0")
    return int(whole, 2).to_bytes(len(whole) // 8, "big")


# archives of other kinds
_bytes("gz bomb", "bomb.gz", lambda: gzip.compress(bytes(20 * MIB)), "out of proportion")
_bytes("gz bomb in gz", "twice.gz", lambda: gzip.compress(gzip.compress(bytes(200 * MIB), 1)), "out of proportion")
_bytes("gz of many gz", "multi.gz", lambda: gzip.compress(b"again ") * 2000, text="again")
_bytes("cut gz", "cut.txt.gz", lambda: gzip.compress(bytes(range(256)) * 999)[:-700], "damaged")
_bytes("bz2 bomb", "bomb.bz2", lambda: bz2.compress(bytes(20 * MIB)), "out of proportion")
_bytes("xz bomb", "bomb.xz", lambda: lzma.compress(bytes(20 * MIB)), "out of proportion")
_bytes(
    "xz that wants four gigabytes",
    "want.xz",
    lambda: lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 4096}]).replace(
        b"\x21\1\0", b"\x21\1\x28"
    ),
    "",
)
_bytes(
    "tar that leads out",
    "out.tar",
    lambda: tar_of(
        ("/tmp/weft-was-here", tarfile.REGTYPE, b"absolute"), ("../../weft-was-here", tarfile.REGTYPE, b"upwards")
    ),
    text="upwards",
)
_bytes(
    "tar of links and devices",
    "links.tar",
    lambda: tar_of(
        *((str(n), kind, b"") for n, kind in enumerate((b"1", b"2", b"3", b"4", b"6"))),
        ("a.txt", tarfile.REGTYPE, b"only this"),
    ),
    "a link, a device",
    "only this",
)
_bytes("tar that promises more", "more.tar", lambda: tar_of(("a", tarfile.REGTYPE, b"x" * 9000))[:2048], "damaged tar")
_bytes(
    "tar of too many",
    "many.tgz",
    lambda: tar_of(*((str(n), b"0", b"") for n in range(1200)), packed="gz"),
    "more members",
)
_bytes("tar bomb", "bomb.tgz", lambda: tar_of(("zeros", tarfile.REGTYPE, bytes(20 * MIB)), packed="gz"), "proportion")


def _vast_pax() -> bytes:
    info = tarfile.TarInfo("pax")
    info.type, info.size = tarfile.XHDTYPE, 8 * 2**30
    return info.tobuf(tarfile.GNU_FORMAT) + bytes(4096)


_bytes("tar with eight gigabytes of header", "pax.tar", _vast_pax, "")
_bytes("rar that is cut", "cut.rar", lambda: rar_of("a" * 50)[:50], "damaged rar")
_bytes("rar of noise", "noise.rar", lambda: b"Rar!\x1a\x07\x01\0" + bytes(range(1, 256)) * 50)
_bytes("rar of too many", "many.rar", lambda: rar_of(*(str(n) for n in range(1200))), "more members")
# rtf
_bytes("rtf of braces", "braces.rtf", lambda: b"{\\rtf1 so far " + b"{" * 100_000, "nested too deep", "so far")
_bytes("rtf with a vast picture", "bin.rtf", lambda: b"{\\rtf1 before {\\bin9999999999 x}}", "", "before")
_bytes("rtf with letters that are none", "u.rtf", lambda: b"{\\rtf1 \\u-99999999 \\u9999999999 \\'zz end}", "", "end")
# mail
_bytes(
    "mail in mail in mail",
    "deep.eml",
    lambda: b"".join(
        b"Message-ID: <%d>\nMIME-Version: 1.0\nDate: x\nContent-Type: message/rfc822\n\n" % n for n in range(2000)
    ),
    "",
)
_bytes(
    "mail of parts of parts",
    "parts.eml",
    lambda: mail_of(
        b"".join(b'--b%d\nContent-Type: multipart/mixed; boundary="b%d"\n\n' % (n, n + 1) for n in range(2000)),
        kind='multipart/mixed; boundary="b0"',
    ),
    "",
)
_bytes(
    "mail with a bomb",
    "bomb.eml",
    lambda: mail_of(
        b'--b\nContent-Type: application/zip; name="b.zip"\nContent-Transfer-Encoding: base64\n\n'
        + base64.encodebytes(zip_of([("zeros", bytes(20 * MIB))]))
        + b"\n--b--",
        kind='multipart/mixed; boundary="b"',
    ),
    "members not read",
    "zeros",
)
_bytes(
    "mail with a charset that is none",
    "c.eml",
    lambda: mail_of(b"words", kind="text/plain; charset=../x"),
    text="words",
)
_bytes(
    "mail with a header of a megabyte",
    "h.eml",
    lambda: mail_of(b"words", subject="=?utf-8?q?x?= " * 80_000),
    text="words",
)
# text
_bytes("csv of one line", "line.csv", lambda: b"a,b;" * (5 * MIB), "text cut", "a,b;")
_bytes("html nested deep", "deep.html", lambda: b"<html>" + b"<div>" * 100_000 + b"bottom", "page not parsed", "bottom")
_bytes("html of attributes", "attributes.html", lambda: b"<html><p " + b"a=b " * 500_000 + b">end", "")
_bytes("html of comments", "comments.html", lambda: b"<html>" + b"<!--" * 200_000 + b"<b" * 200_000, "")
_bytes("utf-16 without a mark", "wide.txt", lambda: "Broad words, grüße\n".encode("utf-16-be") * 9, text="grüße")
_bytes(
    "utf-16 cut in a character", "odd.txt", lambda: b"\xff\xfe" + "words ".encode("utf-16-le") + b"\x3d", text="words"
)
_bytes("control characters", "control.txt", lambda: b"a\x1b[2Jb" * 50 + b"end", text="end")
_bytes("nothing", "nothing.pdf", lambda: b"", "empty")
_bytes("one byte", "one.docx", lambda: b"P", text="P")
_bytes("a picture called pdf", "picture.pdf", lambda: b"\x89PNG\r\n\x1a\n" + bytes(99))
_bytes("an error page called pdf", "missing.pdf", lambda: b"<!DOCTYPE html><h1>Not found</h1>", text="Not found")
_bytes("a program called text", "program.txt", lambda: b"MZ\x90\0\3\0\0\0" + bytes(500))
_bytes("an office document under a lock", "lock.docx", lambda: ole_of("EncryptedPackage"), "encrypted")
_bytes("an OLE directory beyond the end", "beyond.doc", lambda: ole_of("WordDocument")[:512], "damaged OLE")
_bytes(
    "an OLE table that leads in a circle",
    "circle.doc",
    lambda: _patched(ole_of("WordDocument"), b"\xfd\xff\xff\xff", 12, b"\2\0\0\0"),
)
_bytes(
    "Word pieces of four thousand million letters",
    "pieces.doc",
    lambda: doc_of("words", "x").replace(struct.pack("<III", 0, 5, 6), struct.pack("<III", 0, 5, 2**32 - 1)),
    text="words",
)
_bytes("Word without its table", "t.doc", lambda: ole_of(WordDocument=b"\xec\xa5\xc1\0" + bytes(999)), "main part")
_bytes("a presentation of lies", "l.ppt", lambda: ole_of(PowerPoint_Document=b"\x0f\0" * 9999, Current_User=b""))
_bytes("a workbook of lies", "l.xls", lambda: xls_of([["words"]]).replace(b"\x04\x02", b"\x04\xff"))
CASES += [
    Case("two gigabytes of nothing called text", "vast.txt", _sparse(2**31)),
    Case("two gigabytes after a head of pdf", "vast.pdf", _sparse(2**31, b"%PDF-1.4\n"), "takes too long"),
    Case("two gigabytes after a head of zip", "vast.zip", _sparse(2**31, b"PK\x03\x04"), "damaged zip"),
    Case(
        "two gigabytes after a head of tar",
        "vast.tar",
        _sparse(2**31, tar_of(("a", b"0", b"words"))[:1024]),
        "",
        "words",
    ),
    Case("two gigabytes after a tag", "vast.html", _sparse(2**31, b"<html>words" + b" " * 9000), "text cut", "words"),
    Case("two gigabytes after a brace", "vast.rtf", _sparse(2**31, b"{\\rtf1 words}" + b" " * 9000), "cut", "words"),
]
