"""Addresses of pictures and films by the ends of their paths: what is shown, and no page."""

from __future__ import annotations

_PICTURES = "jpg jpeg jpe jfif png gif bmp webp avif heic tif tiff svg ico psd xcf raw cr2 nef dng"
_FILMS = "mp4 m4v avi mkv mov wmv flv webm mpg mpeg 3gp ogv"
PICTURES, FILMS = frozenset(_PICTURES.split()), frozenset(_FILMS.split())
_SHOWN = PICTURES | FILMS


def is_media(url: str) -> bool:
    """Tell whether the path of an address ends as names of pictures and films do."""
    name = url.partition("#")[0].partition("?")[0].rpartition("/")[2]
    return name.rpartition(".")[2].lower() in _SHOWN and "." in name
