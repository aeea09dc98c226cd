"""How much of the screen something takes, told without a browser.

The constants are a fit (non-negative least squares, rounded, the largest cut) to what headless Chromium, 1,280 pixels
wide, showed of every other one of 45 pages: three of each of nine real packages (without their style sheets, which the
mirrors lack) and one of each of 18 simulated skins. Spearman's rank correlation of stand-in and true area over the
regions of a page is 0.92 in the mean over all 45 pages (0.90 on those left out, before rounding); over all 667 regions
it is 0.94. Text length alone has 0.76. `python -m bench.rendering` measures it anew. Of a page that a browser of ours
rendered, the true areas are used instead (`_boxes`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# Square pixels. A character is about 7 x 20, line height included; Chinese and Japanese ones are twice as wide.
_CHARACTER_AREA = 147.0
_WIDE = re.compile("[\u2e80-\U0010ffff]")  # radicals, kana, Han, Hangul and their punctuation
_PIXEL_LIMIT = 800.0  # sides of pictures beyond this are cut by the layout
_DEFAULT_SIDE = 24.0  # of a picture without width and height: nearly always an icon or an avatar
# What an element adds around the text in it: blocks are as wide as what they stand in, however short their text.
_BLOCK_AREA: dict[str, float] = {
    "article": 60_000.0,
    "blockquote": 60_000.0,
    "dd": 8_000.0,
    "div": 12_500.0,
    "dt": 15_000.0,
    "form": 33_000.0,
    "h1": 60_000.0,
    "h2": 37_000.0,
    "h3": 37_000.0,
    "li": 14_000.0,
    "p": 5_000.0,
    "section": 12_500.0,
    "table": 45_000.0,
    "td": 4_000.0,
    "th": 4_000.0,
    "ul": 40_000.0,
}
_CONTROL_AREA: dict[str, float] = {"button": 2_300.0, "hr": 6_500.0, "input": 2_300.0, "textarea": 60_000.0}
SHOWING_TAGS = frozenset({"img", *_CONTROL_AREA})  # elements that show something by themselves


def text_area(text: str) -> float:
    """Give the area of a piece of text."""
    wide = 0 if text.isascii() else len(_WIDE.findall(text))
    return (len(text) + wide) * _CHARACTER_AREA


def block_area(tag: str) -> float:
    """Give what an element with text in it adds to the area of the text."""
    return _BLOCK_AREA.get(tag, 0.0)


def element_area(tag: str, attributes: Mapping[str, str | None]) -> float:
    """Give the area of what an element shows by itself: a picture, a control."""
    if tag == "img":
        return _side(attributes.get("width")) * _side(attributes.get("height"))
    if tag == "input" and attributes.get("type") == "hidden":
        return 0.0
    return _CONTROL_AREA.get(tag, 0.0)


def _side(value: str | None) -> float:
    if not value or not value.isdecimal() or len(value) > 5:
        return _DEFAULT_SIDE
    return min(float(value), _PIXEL_LIMIT)
