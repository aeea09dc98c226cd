"""What a file is, by its bytes; its name and what the server said decide only where bytes leave a choice.

Own tables, because two libraries were tried over 509 attachments: puremagic called all 101 zip files docx and takes
prose that starts with "BM" for a picture; filetype had no release since 2022; neither knows text from other text. What
a zip or OLE container holds is read from its directory, without unpacking anything.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from weft.attachments._read_magic import MAGIC, TEXT_KINDS, VAGUE_KINDS, find_media
from weft.attachments._read_ole import OLE_MAGIC, ole_suffix
from weft.attachments._read_zipdir import head_names, read_directory, zip_suffix

HEAD_BYTES = 8192  # what is looked at; the containers' directories beyond it

# kind by suffix, for what the functions below tell apart
_CONTAINERS = {
    **dict.fromkeys(("docx", "odt", "epub", "doc", "vsdx", "vsd", "xps", "odg"), "document"),
    **dict.fromkeys(("xlsx", "xlsb", "ods", "xls"), "spreadsheet"),
    **dict.fromkeys(("pptx", "odp", "ppt"), "slides"),
    **dict.fromkeys(("zip", "jar", "apk"), "archive"),
    "msg": "document",
}
# templates, shows and documents with macros: the same format under other names
_FAMILIES = {
    **dict.fromkeys(("docm", "dotx", "dotm"), "docx"),
    **dict.fromkeys(("xlsm", "xltx", "xltm"), "xlsx"),
    **dict.fromkeys(("pptm", "ppsx", "ppsm", "potx", "potm"), "pptx"),
}
_BINARY_BYTES = bytes(set(range(0x20)) - set(b"\t\n\x0b\x0c\r\x1b\x1a\x08"))  # WHATWG MIME sniffing, a little milder
_MAX_BINARY_SHARE = 0.01  # a stray control character in a log does not make it a program
# Possessive, all of it: these patterns meet strangers' bytes in the parent, and must not try again and again.
_PROLOG = r"(?:\s++|<\?xml[^>]*+>|<!--(?>.*?-->))*+"
_HTML = re.compile(
    _PROLOG + r"<(?:!doctype\s+html|html|head|body|title|meta|table|div|script|style|center|frameset)\b", re.I | re.S
)
_SVG = re.compile(
    _PROLOG + r"(?:<!doctype\s+svg\b[^>\[]*(?:\[.*?\]\s*)?>)?" + _PROLOG + r"<(?:\w+:)?svg\b", re.I | re.S
)
_XML = re.compile(r"\s*<\?xml\b|\s*<!doctype\s+(?!html)\w+", re.I)
_SCRIPT = re.compile(r"<\?php|<\?=|<%")
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9-]*+):[^\n]*+(?:\n[ \t][^\n]*+)*+\n")
_MAIL_FIELDS = {"received", "message-id", "mime-version", "return-path", "delivered-to", "from", "date", "subject"}
_POST_OFFICE = {"received", "message-id", "mime-version", "return-path", "delivered-to"}  # nobody types these
_SHEBANG = re.compile(r"#!.{0,80}?\b(python|perl|ruby|node|php|lua)")
_INTERPRETERS = {"python": "py", "perl": "pl", "ruby": "rb", "node": "js", "php": "php", "lua": "lua"}
_TOLD_BY_TEXT = frozenset({"pdf", "html", "htm", "xhtml", "eml", "rtf", "svg", "ps"})
_SERVED_BY = frozenset({"php", "phtml", "asp", "aspx", "jsp", "cgi", "do"})
_SUFFIX = re.compile(r"[a-z0-9+_-]{1,8}")
_DELIMITERS = ",;\t|"


@dataclass(frozen=True, slots=True)
class Sniffed:
    """What a file is: a kind (one of `store.KINDS`) and the suffix of its format, without a dot."""

    kind: str
    suffix: str


def sniff(head: bytes, name: str = "", media_type: str = "") -> Sniffed:
    """Tell what a file is from its first bytes. `sniff_file` sees more of containers."""
    return sniff_stream(io.BytesIO(head), name, media_type)


def sniff_file(path: Path, name: str = "", media_type: str = "") -> Sniffed:
    """Tell what a file is from its first bytes and, if it is a container, from its directory."""
    with path.open("rb") as stream:
        return sniff_stream(stream, name, media_type)


def sniff_stream(stream: BinaryIO, name: str = "", media_type: str = "") -> Sniffed:
    """Tell what an open file is; it must be able to seek, and is left anywhere."""
    head = stream.read(HEAD_BYTES)
    suffix = suffix_of(name)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        called = _FAMILIES.get(suffix, suffix)
        found = zip_suffix([*head_names(head), *read_directory(stream).names], head, called)
        return Sniffed(_CONTAINERS[found], found)
    if head.startswith(OLE_MAGIC):
        called = _FAMILIES.get(suffix, suffix)
        found = ole_suffix(stream, head) or (called if called in _CONTAINERS else "")
        return Sniffed(_CONTAINERS.get(found, "other"), found or suffix)
    if head.startswith(b"%PDF-"):
        return Sniffed("pdf", "pdf")
    text = _as_text(head)
    known = _by_magic(head, is_text=text is not None) or (find_media(head) if text is None else None)
    if known is not None:
        return Sniffed(*known)
    if text is not None:
        return _sniff_text(text, suffix, media_type.partition(";")[0].strip().lower())
    if b"%PDF-" in head[:1024]:  # readers take a PDF with something before it; so many are
        return Sniffed("pdf", "pdf")
    return _vague(suffix)


def suffix_of(name: str) -> str:
    """Give the suffix of a file's name in lower case, or nothing if it has none that could be one."""
    suffix = name.strip().lower().rpartition(".")[2] if "." in name else ""
    return suffix if _SUFFIX.fullmatch(suffix) else ""


def _by_magic(head: bytes, *, is_text: bool) -> tuple[str, str] | None:
    for offset, magic, kind, suffix in MAGIC:
        if head.startswith(magic, offset):
            # "BM" and "MZ" begin pictures and programs, and sentences
            if is_text and len(magic) < 6 and magic.isascii() and magic.decode("ascii").isprintable():
                continue
            return kind, suffix
    return None


def _vague(suffix: str) -> Sniffed:
    """Bytes that say nothing: what the name says, if formats of that name may look like this."""
    if suffix in VAGUE_KINDS:
        return Sniffed(VAGUE_KINDS[suffix], suffix)
    # a file called pdf that does not look like one is not one
    known = suffix in _CONTAINERS or suffix in _TOLD_BY_TEXT or any(suffix == entry[3] for entry in MAGIC)
    return Sniffed("other", "" if known or suffix in TEXT_KINDS else suffix)


def _as_text(head: bytes) -> str | None:
    """Give the head as text with its ASCII right, or None if it is not text. Other letters may come out wrong."""
    if not head:
        return None
    wide = wide_charset(head)
    if wide:
        return head.decode(wide, "ignore").lstrip("\ufeff")
    odd = len(head) - len(head.translate(None, _BINARY_BYTES))
    if b"\0" in head or odd > _MAX_BINARY_SHARE * len(head):
        return None
    return head.removeprefix(b"\xef\xbb\xbf").decode("latin-1")


def wide_charset(head: bytes) -> str:
    """Name the charset of text in two or four bytes a character, marked or not; empty if it is none."""
    if head.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    sample = head[:1024]
    if len(sample) < 8 or b"\0" not in sample:
        return ""
    pairs = len(sample) // 2
    evens, odds = sample[0::2], sample[1::2]
    # Latin letters, digits, spaces and line ends have a zero in one of two places, whatever the script around them.
    for name, zeros, others in (("utf-16-le", odds, evens), ("utf-16-be", evens, odds)):
        if zeros.count(0) >= 0.1 * pairs and others.count(0) == 0 and _is_prose(sample, name):
            return name
    return ""


def _is_prose(sample: bytes, charset: str) -> bool:
    text = sample[: len(sample) // 2 * 2].decode(charset, "replace").removesuffix("\ufffd")
    good = sum(char.isprintable() or char in "\r\n\t" for char in text)
    return good >= 0.98 * len(text)


def _sniff_text(text: str, suffix: str, media_type: str) -> Sniffed:
    if text.lstrip().startswith("{\\rtf"):
        return Sniffed("document", "rtf")
    if text.startswith("%!PS"):
        return Sniffed("document", "ps")
    if _SVG.match(text):
        return Sniffed("image", "svg")
    if text.startswith("#!"):
        return Sniffed("code", _shebang_suffix(text, suffix))
    if _SCRIPT.search(text) and TEXT_KINDS.get(suffix) == "code":
        return Sniffed("code", suffix)
    if suffix in _SERVED_BY:
        suffix = ""  # the script that served it, not the file
    if _HTML.match(text) or (_is_called_html(suffix, media_type) and re.search(r"</?[a-zA-Z]", text)):
        return Sniffed("text", "html")
    if _is_mail(text, is_called_mail=suffix == "eml" or media_type == "message/rfc822"):
        return Sniffed("document", "eml")
    if suffix in TEXT_KINDS and suffix != "txt":
        return Sniffed(TEXT_KINDS[suffix], suffix)
    if media_type in ("text/csv", "text/tab-separated-values") or (not suffix and _is_table(text)):
        return Sniffed("spreadsheet", "tsv" if media_type.endswith("tab-separated-values") else "csv")
    if _XML.match(text):
        return Sniffed("text", "xml")
    binary = suffix in _CONTAINERS or suffix in VAGUE_KINDS or any(suffix == entry[3] for entry in MAGIC)
    return Sniffed("text", "txt" if binary or not suffix or suffix in _TOLD_BY_TEXT else suffix)


def _is_called_html(suffix: str, media_type: str) -> bool:
    return suffix in ("html", "htm", "xhtml") or media_type in ("text/html", "application/xhtml+xml")


def _shebang_suffix(text: str, suffix: str) -> str:
    if TEXT_KINDS.get(suffix) == "code":
        return suffix
    found = _SHEBANG.match(text)
    return _INTERPRETERS.get(found.group(1), "sh") if found else "sh"


def _is_mail(text: str, *, is_called_mail: bool) -> bool:
    """Tell an e-mail by its header: fields that mail programs write, or a header under the name of a mail."""
    names = []
    at = 0
    while (field := _HEADER.match(text, at)) is not None:
        names.append(field.group(1).lower())
        at = field.end()
    known = _MAIL_FIELDS.intersection(names)
    return len(known) >= (1 if is_called_mail else 3) and (is_called_mail or bool(known & _POST_OFFICE))


def _is_table(text: str) -> bool:
    """Tell a table by its lines: at least four, one delimiter, the same number of it in each."""
    lines = text.splitlines()[:20]
    if len(lines) < 4:
        return False
    body = lines[:-1] if len(text) >= HEAD_BYTES else lines
    counts = [[line.count(delimiter) for line in body if line.strip()] for delimiter in _DELIMITERS]
    return any(count and count[0] >= 1 and len(set(count)) == 1 for count in counts)
