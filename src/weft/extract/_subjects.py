"""Texts of a page that only say again what the page is called: subjects of posts."""

from __future__ import annotations

import re

from weft.extract._names import is_worded

TITLE_CHARS = 8  # of a text that the page's title repeats, from which it is the subject
# A fixed pattern of our own, over short texts: "Re: ", "AW[2]: ", "Re : ", and those of other scripts.
_ANSWERED = re.compile(r"\A(?:[^\W\d_]{1,6}(?:[\[(]\d+[\])])?\s?[:\uff1a]\s?){1,3}")


def is_title(text: str, title: str) -> bool:
    """Tell whether a text is in a page's title, and long enough for that to mean something."""
    return len(text) >= TITLE_CHARS and text in title


def is_subject(text: str, title: str) -> bool:
    """Tell whether a text is a thread's title again, maybe as that of an answer ("Re: My cat")."""
    bare = bare_subject(text)
    return is_title(bare, title) or (len(bare) > 1 and title.startswith(bare) and is_worded(bare, title))


def bare_subject(text: str) -> str:
    """Give a subject without what marks it as that of an answer."""
    return _ANSWERED.sub("", text)
