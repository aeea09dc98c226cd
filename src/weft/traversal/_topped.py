"""Messages with the tree of their thread below: one message a page, and each page looks like a list of messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from weft.page import spot_times
from weft.traversal._flips import is_titled_after
from weft.traversal._looks import LIKELY
from weft.traversal._view import Arc, View
from weft.urls import Form

LEAST_LETTERS = 40  # of a message, on most pages
TOPPED = 0.8  # of the pages have a message that is dated
SHARED = 2  # pages that may have a text of a message
LEAST_ANSWERS = 2  # pages that tell what a form is
LEAST_TITLE = 4  # characters: shorter texts stand in any title


def are_topped(views: Sequence[View]) -> bool:
    """Tell whether nearly all pages have something to read outside of their lists, dated, that others do not have.

    So must all that look like lists: a board has nothing but its list.
    """
    texts = [view.outside for view in views]
    counts = Counter(text for found in texts for text in set(found))
    topped = [_is_message([text for text in found if counts[text] <= SHARED]) for found in texts]
    boards = [view for view, is_topped in zip(views, topped, strict=True) if not is_topped and _is_list(view)]
    return not boards and sum(topped) >= TOPPED * len(views)


def are_answers(views: Sequence[View], is_thread: Callable[[str], bool]) -> bool:
    """Tell whether pages are messages above trees which name the opening, a thread by its address, and other answers.

    None looks like a thread, but each has the address of its opening with a number more, and is called as that is.
    """
    if len(views) < LEAST_ANSWERS or any(view.judgement.thread > LIKELY for view in views):
        return False
    siblings = 0
    for view in views:
        called = {arc.url for arc in view.arcs if _is_called(view, arc)}
        opening = next((url for url in called if _adds_number(url, view.url) and is_thread(url)), None)
        if opening is None:
            return False
        siblings += any(url != view.url and _adds_number(opening, url) for url in called)
    return 2 * siblings >= len(views) and are_topped(views)


def name_answers(views: Sequence[View], names: Mapping[str, Collection[str]]) -> list[str]:
    """Give the answers that the page of an opening names most of in the tree below it; none where pages are no such.

    Each has the address of the opening with a number more and says what links call that (`names`, by address).
    """
    found = [
        [url for url in view.texts if _adds_number(view.url, url) and _say(view.texts[url], names.get(view.url, ()))]
        for view in views
    ]
    most = max(found, key=len, default=[])
    return most if len(most) >= LEAST_ANSWERS and are_topped(views) else []


def find_wholes(
    forms: Iterable[Form], threads: Collection[Form], by_form: Mapping[Form, Sequence[View]]
) -> dict[Form, Form]:
    """Give the forms of messages above trees which pages of threads show among others, each with that of such a thread.

    A page of a thread repeats what the page of the message says, if not all do, and both are called alike.
    """
    found: dict[Form, Form] = {}
    for form in forms:
        views = by_form[form]
        if len(views) < LEAST_ANSWERS:
            continue
        texts = [set(view.outside) for view in views]
        counts = Counter(text for found in texts for text in found)
        own = [max((text for text in found if counts[text] < len(views)), key=len, default="") for found in texts]
        said = [
            (view, text) for view, text in zip(views, map(_squeeze, own), strict=True) if len(text) >= LEAST_LETTERS
        ]
        wholes = (other for other in threads if any(_shows(whole, said) for whole in by_form[other]))
        whole = next(wholes, None)
        if whole is not None and are_topped(views):
            found[form] = whole
    return found


def _say(texts: Iterable[str], names: Iterable[str]) -> bool:
    return any(name in text for text in texts for name in names if len(name) > LEAST_TITLE)


def _shows(whole: View, said: Sequence[tuple[View, str]]) -> bool:
    """Tell whether a page shows what one of others says that is called as it is."""
    title = whole.page.title
    named = [text for view, text in said if is_titled_after(view.page.title, title)]
    shown = _squeeze(whole.page.text) if named else ""
    return any(text in shown for text in named)


def _squeeze(text: str) -> str:
    return "".join(text.split())


def shows_tree(view: View) -> bool:
    """Tell whether the page's own list names others as the page is called: the messages of one thread."""
    return any(_is_called(view, arc) for arc in view.main_arcs)


def _is_called(view: View, arc: Arc) -> bool:
    """Tell whether a link says what the page it stands on is called."""
    return len(arc.text) > LEAST_TITLE and arc.text.casefold() in view.page.title.casefold()


def _adds_number(url: str, other: str) -> bool:
    """Tell whether an address is another one with a number more."""
    added = other[len(url) :]
    return other.startswith(url) and any(map(str.isdigit, added)) and not added[0].isalnum()


def _is_list(view: View) -> bool:
    return view.judgement.index > LIKELY


def _is_message(texts: Sequence[str]) -> bool:
    letters = sum(letter.isalpha() for text in texts for letter in text)
    return letters >= LEAST_LETTERS and any(map(spot_times, texts))
