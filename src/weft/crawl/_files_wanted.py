"""Which files are wanted: by what the user asked for, by what names suggest, by whose they are."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from weft.config import CrawlConfig
from weft.errors import UsageError
from weft.page import Attachment
from weft.store import KINDS
from weft.urls import FILMS, PICTURES, parse_address

OFF = "attachments are off"
IMAGE = "a picture shown in a post; --images fetches them"
KIND = "a kind of file that is not wanted"
ELSEWHERE = "on another host; --external-files fetches it"
FULL = "the files have reached --max-files-size"
# Why the settings of a run exclude a file; with others it may be wanted.
BY_SETTINGS = frozenset({OFF, IMAGE, KIND, ELSEWHERE, FULL})
ALL, NONE = "all", "none"

# What the end of a name suggests before there are bytes that say more.
_SUFFIXES = {
    "document": "doc docx docm dot dotx odt rtf wpd pages epub mobi azw3 fb2 djvu tex msg vsd vsdx odg",
    "spreadsheet": "xls xlsx xlsm xlsb ods csv tsv numbers",
    "slides": "ppt pptx pps ppsx odp key",
    "pdf": "pdf",
    "text": "txt md log nfo srt sub ass eml ics vcf rst html htm xhtml",
    "code": "c cc cpp h hpp py js ts java cs rb pl php sh bat ps1 lua go rs sql xml json yaml yml ini cfg conf reg"
    " patch diff ino gcode asm pas vb kt swift",
    "archive": "zip rar 7z gz tgz tar bz2 xz zst lzma cab arj iso img dmg jar war apk ipa deb rpm",
    "image": " ".join((*PICTURES, "eps")),
    "audio": "mp3 wav ogg oga flac m4a aac wma mid midi opus",
    "video": " ".join(FILMS),
}
_KIND_OF = {suffix: kind for kind, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}


def suggest_kind(suffix: str) -> str:
    """Give the kind of file that a suffix suggests; empty when it suggests none."""
    return _KIND_OF.get(suffix.lower(), "")


def suffix_of(name: str) -> str:
    """Give what stands behind the last dot of a name, in small letters."""
    return name.rpartition(".")[2].lower() if "." in name else ""


def read_kinds(text: str) -> frozenset[str] | None:
    """Read what `--attachments` says: None for all, else the kinds and suffixes that are wanted."""
    words = [word.strip().lower().lstrip(".") for word in text.split(",") if word.strip()]
    if words == [ALL]:
        return None
    if words == [NONE] or not words:
        return frozenset()
    for word in words:
        if word in (ALL, NONE) or not word.isalnum() or len(word) > max(map(len, KINDS)):
            raise UsageError(
                f"{text!r} names no kinds of files; give all, none, or some of {', '.join(KINDS)}, or suffixes."
            )
    return frozenset(words)


@dataclass(frozen=True, slots=True)
class FileRules:
    """What the user wants of files, for one site."""

    host: str
    kinds: frozenset[str] | None = None  # none: all
    images: bool = False
    external: bool = False
    max_file_bytes: int = 100 * 1024 * 1024
    max_files_bytes: int | None = None

    @classmethod
    def of(cls, config: CrawlConfig, start: str) -> FileRules:
        """Take the rules from the settings; raises UsageError for kinds that are none."""
        kinds = read_kinds(config.attachments)
        limits = (config.max_file_bytes, config.max_files_bytes)
        return cls(parse_address(start).host, kinds, config.images, config.external_files, *limits)

    def object_to(self, file: Attachment, held_bytes: int = 0) -> str:
        """Say why a file that a post carries is not wanted, or give an empty string."""
        is_shown = file.image and not self.is_upload(file)
        if is_shown and not self.images:
            return IMAGE
        if not is_shown and self.kinds is not None:
            if not self.kinds:
                return OFF
            kind = suggest_kind(suffix_of(file.name) or file.kind)
            if kind and not self.kinds & {kind, suffix_of(file.name) or file.kind}:
                return KIND
        if self.is_foreign(file.url) and not self.external:
            return ELSEWHERE
        if self.max_files_bytes is not None and held_bytes >= self.max_files_bytes:
            return FULL
        return ""

    def is_upload(self, file: Attachment) -> bool:
        """Tell whether a picture is one that somebody gave to the forum as a file: it goes by a name of its own.

        Forums show such pictures from an address that has a number; a picture linked from elsewhere has no other name
        than that in its address.
        """
        return bool(file.name) and file.name not in unquote(file.url) and not self.is_foreign(file.url)

    def may_be_wanted(self, suffix: str) -> bool:
        """Tell whether a file may be of a wanted kind, as far as the suffix of the server's name for it tells."""
        kind = suggest_kind(suffix)
        return not kind or self.is_wanted(kind, suffix.lower())

    def is_wanted(self, kind: str, suffix: str) -> bool:
        """Tell whether a file that turned out to be of this kind is wanted; a picture may be one shown in a post."""
        return self.kinds is None or (self.images and kind == "image") or bool(self.kinds & {kind, suffix})

    def is_foreign(self, url: str) -> bool:
        """Tell whether an address is on another site: neither the forum's host nor one above or below it."""
        try:
            host = parse_address(url).host
        except ValueError:
            return True
        ours, theirs = self.host.removeprefix("www."), host.removeprefix("www.")
        return not (ours == theirs or _is_below(ours, theirs) or _is_below(theirs, ours))


def _is_below(host: str, other: str) -> bool:
    """Tell whether a host is under another one, which is more than the end of names (`org`), and no address."""
    return "." in other and not other.replace(".", "").isdigit() and host.endswith("." + other)
