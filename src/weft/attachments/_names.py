"""Names of files as others may meet them: on a disk, in an archive, on a terminal."""

from __future__ import annotations

import unicodedata

MAX_BYTES = 150  # of UTF-8; with a number before and after it still below the 255 of common file systems
NAMELESS = "file"

_FORBIDDEN = frozenset('<>:"/\\|?*')  # separators here or on Windows, and what Windows does not take
_STEMS = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"}
_NUMBERED = {f"{stem}{digit}" for stem in ("COM", "LPT") for digit in "0123456789¹²³"}
_MAX_SUFFIX = 16


def safe_name(name: str) -> str:
    """Give a name that is safe to create and to print: one path part, nothing invisible, never empty.

    A name that needs no change comes back unchanged, and the result is its own safe name.
    """
    visible = "".join("_" if char in _FORBIDDEN else char for char in name if not _is_hidden(char))
    bare = " ".join(unicodedata.normalize("NFC", visible).split())
    bare = _shorten(bare.lstrip(". ~-").rstrip(". "))
    if not bare.strip("_. "):
        return NAMELESS
    if bare.partition(".")[0].rstrip().upper() in _STEMS | _NUMBERED:
        bare = _shorten(f"_{bare}")
    return bare


def _is_hidden(char: str) -> bool:
    """Control characters, marks of writing direction, other format characters, halves of pairs, private signs."""
    return not char.isspace() and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn")


def _shorten(name: str) -> str:
    """Cut in the middle: the suffix says what a file is."""
    if len(name.encode("utf-8")) <= MAX_BYTES:
        return name
    stem, dot, suffix = name.rpartition(".")
    if not stem or len(suffix.encode("utf-8")) > _MAX_SUFFIX:
        stem, dot, suffix = name, "", ""
    room = MAX_BYTES - len((dot + suffix).encode("utf-8"))
    cut = stem.encode("utf-8")[:room].decode("utf-8", "ignore")
    return cut.rstrip(". ") + dot + suffix
