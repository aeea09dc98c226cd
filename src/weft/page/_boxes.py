"""True areas: what a browser of our own measured of a page, written by it into the page's markup.

Only a page that we rendered ourselves is believed. The marks are taken out of the tree at once, so that nothing that
reads attributes ever meets them.
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

BOX_ATTRIBUTE = "data-weft-box"  # "left top width height" in whole pixels
_MOST = 100_000.0  # pixels a side: beyond, a page measures nonsense

Boxes = dict[int, float]  # area in square pixels by the element's `mem_id`


def take_boxes(tree: LexborHTMLParser) -> Boxes:
    """Take the marks of a rendered page out of its tree; gives the area of each element that had one."""
    boxes: Boxes = {}
    for node in tree.css(f"[{BOX_ATTRIBUTE}]"):
        boxes[node.mem_id] = _read_area(node.attributes.get(BOX_ATTRIBUTE) or "")
        del node.attrs[BOX_ATTRIBUTE]
    return boxes


def true_areas(numbers: list[int], parents: list[int], boxes: Boxes) -> list[float]:
    """Give the area of each element of an outline; `numbers` are their `mem_id`s, in document order.

    A box without height (all in it floats, or it has no box of its own) is as large as what stands in it. Of a page
    that shows nothing at all, nothing was measured: the list is empty.
    """
    areas = [boxes.get(number, 0.0) for number in numbers]
    inside = [0.0] * len(areas)
    for number in range(len(areas) - 1, -1, -1):
        areas[number] = areas[number] or inside[number]
        if parents[number] >= 0:
            inside[parents[number]] += areas[number]
    return areas if areas and areas[0] > 0 else []


def _read_area(text: str) -> float:
    parts = text.split()
    if len(parts) != 4 or not (parts[2].isdecimal() and parts[3].isdecimal()):
        return 0.0
    return min(float(parts[2]), _MOST) * min(float(parts[3]), _MOST)
