"""Which format is read by what: the one place that knows them all, and where a reader's failure becomes words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module

from weft.attachments._child_draft import Draft, Refused, Source, Spent
from weft.attachments._kinds import HEAD_BYTES, Sniffed, sniff_stream
from weft.attachments._read_ole import ENCRYPTED, OLE_MAGIC, ole_names

Reader = Callable[[Source, Draft], None]
_SILENT_KINDS = frozenset({"image", "audio", "video", "other"})  # nothing to read is no problem there


def read_source(source: Source, sniffed: Sniffed, draft: Draft) -> None:
    """Read a file into a draft. Fails with `Spent` only, and for want of memory or time: both end the whole file."""
    source.stream.seek(0)
    head = source.stream.read(HEAD_BYTES)
    is_ole = head.startswith(OLE_MAGIC)  # a docx under a password is no zip file but lies in such a container
    ole = _OLE_READERS.get(sniffed.suffix) if is_ole else None
    reader = _load(ole) if ole else None if is_ole else _find_reader(sniffed)
    if reader is None:
        draft.problem(_why_not(source, sniffed, head))
        return
    source.stream.seek(0)
    try:
        reader(source, draft)
    except (Spent, MemoryError):
        raise
    except Refused as error:
        draft.problem(str(error))
    except RecursionError:
        draft.problem("nested too deep")
    except Exception as error:  # the stage boundary: libraries meet hostile files here
        draft.problem(f"could not be read ({type(error).__name__})")


def _read_inner(source: Source, draft: Draft) -> str:
    sniffed = sniff_stream(source.stream, source.name, source.media_type)
    read_source(source, sniffed, draft)
    return sniffed.kind


# Suffix -> module and function. A module is loaded when the first file of its kind comes: most children read pictures
# and plain text, and the others' libraries take longer to load than such files to read.
_READERS = {
    "pdf": "pdf.read_pdf",
    "docx": "office.read_docx",
    "xlsx": "sheets.read_xlsx",
    "pptx": "office.read_pptx",
    "odt": "office.read_odf",
    "odg": "office.read_odf",
    "odp": "office.read_odf",
    "ods": "office.read_odf",
    "epub": "office.read_epub",
    "rtf": "rtf.read_rtf",
    "html": "html.read_html",
    "svg": "html.read_svg",
    "rar": "archives.read_rar",
}
_TEXT = "text.read_text"
_OLE_READERS = {"doc": "ole.read_doc", "xls": "ole.read_xls", "ppt": "ole.read_ppt", "msg": "ole.read_msg"}
_WITH_INNER = {  # those that hold further files
    "eml": "mail.read_mail",
    "tar": "archives.read_tar",
    **dict.fromkeys(("zip", "jar", "apk"), "archives.read_zip"),
}
_PACKED = frozenset({"gz", "bz2", "xz", "zst"})


@cache
def _load(name: str) -> Callable[..., None]:
    module, function = name.split(".")
    loaded: Callable[..., None] = getattr(import_module(f"weft.attachments._child_{module}"), function)
    return loaded


def _find_reader(sniffed: Sniffed) -> Reader | None:
    suffix = sniffed.suffix
    if sniffed.kind != "other":
        if suffix in _READERS:
            return _load(_READERS[suffix])
        if suffix in _WITH_INNER:
            return partial(_load(_WITH_INNER[suffix]), read_inner=_read_inner)
        if suffix in _PACKED:
            return partial(_load("archives.read_packed"), suffix, read_inner=_read_inner)
    is_plain = sniffed.kind in ("text", "code") or suffix in ("csv", "tsv", "tab")
    return _load(_TEXT) if is_plain else None


def _why_not(source: Source, sniffed: Sniffed, head: bytes) -> str:
    """Say why a file that could hold text gives none."""
    if not head:
        return "empty file" if not source.depth else ""  # in an archive it is as it was meant
    if head.startswith(OLE_MAGIC) and ENCRYPTED in ole_names(source.stream, head):
        return "encrypted"
    if sniffed.kind in _SILENT_KINDS:
        return ""
    return f"{sniffed.suffix} files are not read"
