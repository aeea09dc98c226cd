"""Text of rtf: one pass over its tokens, groups on a stack of limited depth.

Not striprtf: its pattern for links is quadratic, it holds everything in memory three times and gives nothing of a file
that is broken at its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from weft.attachments._child_draft import Draft, Refused, Source
from weft.attachments._read import MIB

_MAX_BYTES = 64 * MIB
_MAX_DEPTH = 1000
_TOKEN = re.compile(rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|([^\\{}\r\n]+)")
_BREAKS = {
    b"par": "\n", b"line": "\n", b"row": "\n", b"sect": "\n", b"page": "\n", b"tab": "\t", b"cell": "\t",
    b"emdash": "—", b"endash": "–", b"bullet": "•", b"lquote": "‘", b"rquote": "’", b"ldblquote": "“",
    b"rdblquote": "”", b"emspace": " ", b"enspace": " ",
}  # fmt: skip
_SIGNS = {b"~": " ", b"_": "-", b"{": "{", b"}": "}", b"\\": "\\", b"\n": "\n", b"\r": "\n"}
# Destinations that hold no text of the document; those marked \* are not known to everybody and hold none either.
_SILENT = frozenset(
    b"fonttbl colortbl stylesheet pict object objdata themedata datastore listtable listoverridetable rsidtbl xmlnstbl "
    b"generator filetbl fldinst header footer headerl headerr headerf footerl footerr footerf".split()
)
_FACTS = {b"title": "title", b"author": "author", b"subject": "subject", b"keywords": "keywords"}
_CHARSETS = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gb18030", 136: "cp950", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250",
}  # fmt: skip  # of fonts, RTF 1.9.1 "fcharset"


@dataclass(frozen=True, slots=True)
class _Group:
    silent: bool = False
    fact: str = ""
    in_fonts: bool = False
    skip: int = 1  # plain characters after \u that stand for it in old programs
    charset: str = ""  # of the font; empty: the document's


class _RtfReader:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._group = _Group()
        self._stack: list[_Group] = []
        self._charset = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._to_skip = 0
        self._bytes = bytearray()  # of characters in more than one byte
        self._fact: list[str] = []
        self._star = False

    def run(self, data: bytes) -> None:
        at = 0
        while (token := _TOKEN.search(data, at)) is not None:
            at = token.end()
            word, number, code, sign, brace, plain = token.groups()
            if code is not None:
                self._byte(int(code, 16))
            elif plain is not None:
                self._plain(plain)
            else:
                self._flush()
                if word is not None:
                    at += self._word(word.lower(), int(number) if number else None)
                elif brace is not None:
                    self._brace(brace)
                else:
                    self._sign(sign)
        self._flush()
        if self._stack:
            self._draft.problem("the file ends too early")

    def _brace(self, brace: bytes) -> None:
        self._to_skip = 0
        self._star = False
        if brace == b"{":
            if len(self._stack) >= _MAX_DEPTH:
                raise Refused("groups nested too deep")
            self._stack.append(self._group)
        elif self._stack:
            left, self._group = self._group, self._stack.pop()
            if left.fact and not self._group.fact:
                self._draft.fact(left.fact, "".join(self._fact))
                self._fact.clear()

    def _sign(self, sign: bytes) -> None:
        if sign == b"*":
            self._star = True
        elif sign in _SIGNS:
            self._write(_SIGNS[sign])

    def _word(self, word: bytes, number: int | None) -> int:
        """Obey a control word; gives how many bytes after it are not RTF."""
        star, self._star = self._star, False
        if word == b"bin":
            return max(0, number or 0)
        if word in _FACTS:
            self._group = replace(self._group, fact=_FACTS[word], silent=True)
        elif star or word in _SILENT or word == b"info":
            self._group = replace(self._group, silent=True, in_fonts=self._group.in_fonts or word == b"fonttbl")
        elif word in _BREAKS:
            self._write(_BREAKS[word])
        elif word == b"u":
            self._unicode(number or 0)
        elif number is not None:
            self._setting(word, number)
        return 0

    def _setting(self, word: bytes, number: int) -> None:
        if word == b"uc":
            self._group = replace(self._group, skip=min(max(number, 0), 8))
        elif word == b"ansicpg":
            self._charset = known_charset(f"cp{number}") or self._charset
        elif word == b"f":
            self._font = number
            self._group = replace(self._group, charset=self._fonts.get(number, ""))
        elif word == b"fcharset" and self._group.in_fonts and len(self._fonts) < 10_000:
            self._fonts[self._font] = _CHARSETS.get(number, "")

    def _unicode(self, number: int) -> None:
        code = number + 65_536 if number < 0 else number
        if 0 <= code < 0x110000:
            self._write(chr(code))
        self._to_skip = self._group.skip

    def _plain(self, plain: bytes) -> None:
        skipped = min(self._to_skip, len(plain))
        self._to_skip -= skipped
        self._bytes += plain[skipped:]

    def _byte(self, code: int) -> None:
        if self._to_skip:
            self._to_skip -= 1
        else:
            self._bytes.append(code)

    def _flush(self) -> None:
        if self._bytes:
            self._write(self._bytes.decode(self._group.charset or self._charset, "replace"))
            self._bytes.clear()

    def _write(self, text: str) -> None:
        if self._group.fact:
            if len(self._fact) < 1000:
                self._fact.append(text)
        elif not self._group.silent:
            self._draft.text(text)


def read_rtf(source: Source, draft: Draft) -> None:
    """Rich text: its text, with the title and author it names."""
    _RtfReader(draft).run(source.read_up_to(_MAX_BYTES, draft))


def known_charset(name: str) -> str:
    """Give the name of a charset that Python has, for one as Microsoft numbers them ("cp1251"); else nothing."""
    try:
        "".encode(name)
    except LookupError:
        return {"cp65001": "utf-8", "cp10000": "mac_roman", "cp1200": "utf-16-le"}.get(name, "")
    return name
