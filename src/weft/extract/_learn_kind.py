"""Learning one kind of post from examples of it: where each of its fields is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from weft.extract._bodies import learn_body
from weft.extract._body_skips import learn_skips, learn_standing
from weft.extract._field_author import learn_author, learn_only_author
from weft.extract._field_line import learn_line
from weft.extract._field_texts import sort_texts
from weft.extract._field_time import learn_time, reader_of
from weft.extract._found import WHOLE, Found
from weft.extract._kind import Layout
from weft.extract._layouts import Chosen
from weft.extract._marks import learn_accepted, learn_reply, learn_votes
from weft.extract._numbers import learn_number, learn_permalink
from weft.extract._places import find_passing, loosen
from weft.extract._ruled import learn_ruled
from weft.extract._sampled import Sampled
from weft.extract._sampling import sample_named
from weft.extract._sheets import Sheet
from weft.extract._tree import learn_depth
from weft.page import TimeReader

LEAST_CHARS = 12  # letters a post has on average, author and standing texts left out
LINKED = 0.8  # share of the letters in links from which a list is one of threads, not of posts
_TIMED = 0.98  # share of the posts with a time from which what has none is no post
REST = 3  # pages without a post that make another layout; with one each that tell what stands beside it
_EDIT_PLACES = 2


def learn_layout(
    chosen: Chosen,
    sheets: Sequence[Sheet],
    times: TimeReader,
    now: datetime,
    inner: Sequence[Found] = (),
    *,
    is_main: bool = True,
) -> tuple[Layout, list[Sampled]]:
    """Learn one kind of post from its examples; `inner` are posts of other kinds that may stand inside.

    `is_main`: it is what the pages list, and may be all there is on them.
    """
    selector, spans, found = chosen
    ignored = find_passing([one.nodes for one in found])
    posts = sample_named(sheets, found, ignored, inner)
    read = reader_of(times, now)
    time = learn_time(posts, read)
    is_page = selector == WHOLE  # its links lead to other pages
    is_alone = len({post.sheet for post in posts}) == len(posts) >= REST  # on its page: it may have all its links
    author = learn_author(posts, time if is_alone else (), time, is_page=is_main) or learn_line(posts)
    author = author or learn_only_author(posts)
    texts = sort_texts(posts)
    body = learn_body(posts, texts, [*time, *author], ignored, unlinked=is_page)
    number = learn_number(posts)
    if is_page and number is not None and number.attribute == "href":
        number = None
    permalink = learn_permalink(posts, number, ignored) if not is_page or number is not None else None
    reply = learn_reply(posts, number, permalink, ignored)
    heads = [*time, *author] + ([reply.path] if reply is not None else [])
    edits = Counter(place for post in posts for place in set(map(loosen, post.edits)))
    skips, buttons = learn_skips(posts, texts, body, heads)
    layout = Layout(
        selector=selector,
        spans=spans,
        time=tuple(time),
        author=tuple(author),
        body=tuple(body),
        edited=tuple(place for place, count in edits.most_common(_EDIT_PLACES) if count > 1),
        skip=tuple(skips),
        buttons=tuple(buttons),
        standing=learn_standing(posts, texts, body),
        number=number,
        permalink=permalink,
        reply=reply,
        depth=learn_depth(posts) if number is not None else None,
        votes=learn_votes(posts),
        accepted=learn_accepted(posts),
        ignored=ignored,
        ruled=learn_ruled(posts, body, ignored),
        timed=sum(post.moment is not None for post in posts) >= _TIMED * len(posts),
    )
    return layout, posts
