"""Lists that show posts: they look like threads, but each part goes on elsewhere, or all are of one person."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Set

from weft.traversal._flips import page_change, turns_of
from weft.traversal._groups import DISTINCT, Group
from weft.traversal._view import NO_LIST, View
from weft.urls import Form

LEAST_THREADS = 3  # that a list shows the first or last posts of
FEW = 1.5  # pages like itself that a page leads to on average, if it is no list
NEW, LEAST_NEW = 0.3, 2  # of the posts of a thread are not among those that a list shows of it
TEXT_CHARS = 40  # of a post that tell it from others
OWN_ROWS = 0.8  # of the posts of a page name the page
LEAST_NAMED, AGAIN = 5, 0.8  # rows of a list that name threads and people; of these, the different ones

FormOf = Callable[[str], Form | None]


def find_digests(
    like_threads: Collection[Form], by_form: Mapping[Form, list[View]], form_of: FormOf
) -> frozenset[Form]:
    """Give those of the forms that look like threads whose pages lead to several others each, which show more.

    A page for each post shows less than its thread does; further pages of a thread lead to each other. Of a list that
    shows parts, further pages lead to threads, too, whichever of these were seen.
    """
    ends = [form for form in like_threads if _mean_links(by_form[form], form, form_of) < FEW]
    found = frozenset(
        form
        for form in like_threads
        if any(other != form and _shows_parts(by_form[form], by_form[other], other, form_of) for other in ends)
    )
    turned = {form_of(turn.arc.url) for form in found for view in by_form[form] for turn in turns_of(view)}
    further = [form for form in like_threads if form in turned and form not in found]
    return found.union(
        form for form in further if any(other != form and _lead(by_form[form], other, form_of) for other in ends)
    )


def find_shown_in_part(
    like_threads: Collection[Form], others: Collection[Form], by_form: Mapping[Form, list[View]], form_of: FormOf
) -> frozenset[Form]:
    """Give those of other forms whose pages go on with posts that pages which look like threads show of several such.

    A list of threads with their last posts may look more like a thread than these do. What somebody wrote names the
    threads it is from, and is none.
    """
    posts = {form: [view for view in by_form[form] if _is_no_list(view)] for form in others}
    return frozenset(
        form
        for form, views in posts.items()
        if views and any(_shows_parts(by_form[lists], views, form, form_of) for lists in like_threads)
    )


def _is_no_list(view: View) -> bool:
    return view.has_posts and view.names_nothing and view.judgement.index < NO_LIST


def find_personal(like_threads: Set[Form], by_form: Mapping[Form, list[View]], form_of: FormOf) -> frozenset[Form]:
    """Give those of the forms that look like threads whose pages show what one person wrote.

    Each post names its page there, and posts of threads name several such pages.
    """
    found = {form for form in like_threads if 2 * sum(map(_is_personal, by_form[form])) > len(by_form[form])}
    others = [view for form in like_threads - found for view in by_form[form]] if found else []
    return frozenset(form for form in found if any(_names_several(view, form, form_of) for view in others))


def find_writers(
    like_threads: Set[Form],
    by_form: Mapping[Form, list[View]],
    form_of: FormOf,
    groups: Mapping[str, Mapping[Form, Group]],
) -> frozenset[Form]:
    """Give those of the forms that look like threads whose pages are of people who write there.

    Posts of threads name several of them, and so do rows of lists: each is of another thread, but some are of the same
    person. What people wrote may name threads and others just so, which is why lists are asked.
    """
    lists = [one for url, one in groups.items() if form_of(url) not in like_threads] if len(like_threads) > 1 else []
    return frozenset(
        form
        for form in like_threads
        for other in like_threads - {form}
        if any(_names_several(view, form, form_of) for view in by_form[other]) and _are_again(form, other, lists)
    )


def _are_again(form: Form, threads: Form, lists: Collection[Mapping[Form, Group]]) -> bool:
    """Whether rows of a list that name a thread each name pages of a form again and again, by shorter words."""
    both = ((one[form], one[threads]) for one in lists if form in one and threads in one)
    return any(_names_again(people, named) for people, named in both)


def _names_again(people: Group, threads: Group) -> bool:
    """Whether rows that name different threads name fewer people."""
    shared = people.rows.keys() & threads.rows.keys()
    if len(shared) < LEAST_NAMED:
        return False
    own, others = ({arc.url for arc in one.arcs if (arc.region, arc.record) in shared} for one in (people, threads))
    are_different = len(others) >= DISTINCT * len(shared)
    return are_different and len(own) <= AGAIN * len(shared) and people.mass < threads.mass


def _is_personal(view: View) -> bool:
    """Whether the posts of a page name it; a link to a place within it names a post."""
    main = view.regions.main
    named = {arc.record for arc in view.main_arcs if arc.url == view.url and not arc.is_marked}
    return main is not None and len(main) > 1 and len(named) >= OWN_ROWS * len(main)


def _names_several(view: View, form: Form, form_of: FormOf) -> bool:
    """Whether the posts of a page name pages of a form, not all the same."""
    main = view.regions.main
    arcs = [arc for arc in view.main_arcs if form_of(arc.url) == form]
    rows = {arc.record for arc in arcs}
    return main is not None and len({arc.url for arc in arcs}) > 1 and len(rows) >= OWN_ROWS * len(main)


def _mean_links(views: list[View], form: Form, form_of: FormOf) -> float:
    return sum(len(_links(view, form, form_of)) for view in views) / len(views)


def _links(view: View, form: Form, form_of: FormOf) -> set[str]:
    """Give the other pages of a form that a page leads to."""
    return {arc.url for arc in view.arcs if arc.url != view.url and form_of(arc.url) == form}


def _shows_parts(lists: list[View], threads: list[View], form: Form, form_of: FormOf) -> bool:
    """Whether most of some pages lead to several others, and one of these was seen to show more than its list does."""
    if not _lead(lists, form, form_of):
        return False
    return any(thread.url in view.urls and _goes_on(view, thread) for view in lists for thread in threads)


def _lead(lists: list[View], form: Form, form_of: FormOf) -> bool:
    """Whether most of some pages lead to several of a form, which are not just further pages of theirs."""
    return 2 * sum(len(_unturned(view, form, form_of)) >= LEAST_THREADS for view in lists) > len(lists)


def _unturned(view: View, form: Form, form_of: FormOf) -> set[str]:
    links = _links(view, form, form_of)
    return {url for url in links if page_change(view.url, url) is None} if len(links) >= LEAST_THREADS else links


def _goes_on(view: View, thread: View) -> bool:
    """Whether a page has posts that another shows, and others that it does not."""
    main = thread.regions.main
    shown = _unspaced(view.page.text)
    posts = [text for record in main.records if len(text := _unspaced(record.text)) >= TEXT_CHARS] if main else []
    new = sum(_middle(text) not in shown for text in posts)
    return LEAST_NEW <= new < len(posts) and new >= NEW * len(posts)


def _middle(text: str) -> str:
    """Give a part of a post that is neither who wrote it nor what stands below."""
    start = (len(text) - TEXT_CHARS) // 2
    return text[start : start + TEXT_CHARS]


def _unspaced(text: str) -> str:
    return "".join(text.split())
