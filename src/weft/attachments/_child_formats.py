"""Which format is read by what: the one place that knows them all, and where a reader's failure becomes words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from weft.attachments._child_archives import read_packed, read_rar, read_tar, read_zip
from weft.attachments._child_draft import Draft, Refused, Source, Spent
from weft.attachments._child_html import read_html, read_svg, read_text
from weft.attachments._child_mail import read_mail
from weft.attachments._child_office import read_docx, read_epub, read_odf, read_pptx
from weft.attachments._child_ole import read_doc, read_msg, read_ppt, read_xls
from weft.attachments._child_pdf import read_pdf
from weft.attachments._child_rtf import read_rtf
from weft.attachments._child_sheets import read_xlsx
from weft.attachments._kinds import HEAD_BYTES, Sniffed, sniff_stream
from weft.attachments._read_ole import ENCRYPTED, OLE_MAGIC, ole_names

Reader = Callable[[Source, Draft], None]
_SILENT_KINDS = frozenset({"image", "audio", "video", "other"})  # nothing to read is no problem there


def read_source(source: Source, sniffed: Sniffed, draft: Draft) -> None:
    """Read a file into a draft. Fails with `Spent` only, and for want of memory or time: both end the whole file."""
    source.stream.seek(0)
    head = source.stream.read(HEAD_BYTES)
    is_ole = head.startswith(OLE_MAGIC)  # a docx under a password is no zip file but lies in such a container
    reader = _OLE_READERS.get(sniffed.suffix) if is_ole else _find_reader(sniffed)
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


_READERS: dict[str, Reader] = {
    "pdf": read_pdf,
    "docx": read_docx,
    "xlsx": read_xlsx,
    "pptx": read_pptx,
    "odt": read_odf,
    "odg": read_odf,
    "odp": read_odf,
    "ods": read_odf,
    "epub": read_epub,
    "rtf": read_rtf,
    "html": read_html,
    "svg": read_svg,
    "rar": read_rar,
    "eml": partial(read_mail, read_inner=_read_inner),
    "tar": partial(read_tar, read_inner=_read_inner),
    **{suffix: partial(read_zip, read_inner=_read_inner) for suffix in ("zip", "jar", "apk")},
    **{suffix: partial(read_packed, suffix, read_inner=_read_inner) for suffix in ("gz", "bz2", "xz", "zst")},
}


_OLE_READERS: dict[str, Reader] = {"doc": read_doc, "xls": read_xls, "ppt": read_ppt, "msg": read_msg}


def _find_reader(sniffed: Sniffed) -> Reader | None:
    if sniffed.suffix in _READERS and sniffed.kind != "other":
        return _READERS[sniffed.suffix]
    is_plain = sniffed.kind in ("text", "code") or sniffed.suffix in ("csv", "tsv", "tab")
    return read_text if is_plain else None


def _why_not(source: Source, sniffed: Sniffed, head: bytes) -> str:
    """Say why a file that could hold text gives none."""
    if not head:
        return "empty file" if not source.depth else ""  # in an archive it is as it was meant
    if head.startswith(OLE_MAGIC) and ENCRYPTED in ole_names(source.stream, head):
        return "encrypted"
    if sniffed.kind in _SILENT_KINDS:
        return ""
    return f"{sniffed.suffix} files are not read"
