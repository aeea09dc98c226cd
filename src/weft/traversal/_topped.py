"""Messages with the tree of their thread below: one message a page, and each page looks like a list of messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from weft.page import spot_times
from weft.traversal._looks import LIKELY
from weft.traversal._view import View

LEAST_LETTERS = 40  # of a message, on most pages
TOPPED = 0.8  # of the pages have a message that is dated
LINKED = 0.5  # of the rows of a list have a link
SHARED = 2  # pages that may have a text of a message


def are_topped(views: Sequence[View]) -> bool:
    """Tell whether nearly all pages have something to read outside of their lists, dated, that others do not have.

    So must all that look like lists: a board has nothing but its list.
    """
    texts = [list(_outside(view)) for view in views]
    counts = Counter(text for found in texts for text in set(found))
    topped = [_is_message([text for text in found if counts[text] <= SHARED]) for found in texts]
    boards = [view for view, is_topped in zip(views, topped, strict=True) if not is_topped and _is_list(view)]
    return not boards and sum(topped) >= TOPPED * len(views)


def _is_list(view: View) -> bool:
    return view.judgement.index > LIKELY


def _is_message(texts: Sequence[str]) -> bool:
    letters = sum(letter.isalpha() for text in texts for letter in text)
    return letters >= LEAST_LETTERS and any(map(spot_times, texts))


def _outside(view: View) -> Iterator[str]:
    """Give the pieces of text of a page that are in no link and not in its own list; paragraphs are none."""
    outline, main = view.regions.outline, view.regions.main
    linked = len({arc.record for arc in view.main_arcs})
    spans = main.spans if main is not None and linked >= LINKED * len(main) else ()
    skipped = {
        element
        for root in (*outline.links, *(root for span in spans for root in span))
        for element in range(root, outline.ends[root])
    }
    for element, texts in enumerate(outline.texts):
        if element not in skipped:
            yield from filter(None, (" ".join(text.split()) for text in texts))
