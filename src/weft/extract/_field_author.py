"""Which place of a post holds its author: told from all posts of a site together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from statistics import fmean, median

from selectolax.lexbor import LexborNode

from weft.extract._field_line import learn_line, learn_said, learn_unlinked
from weft.extract._files import kind_of
from weft.extract._names import (
    NAME_CHARS,
    href_near,
    href_shape,
    is_called,
    is_initial,
    is_labelled,
    is_listed,
    is_name,
    is_small,
    is_worded,
    line_around,
    rel_near,
    short_text,
    strip_name,
)
from weft.extract._places import PLAIN, Path, labels_in, tag_of
from weft.extract._sampled import Sampled
from weft.extract._subjects import bare_subject, is_subject
from weft.extract._tidy import mask
from weft.extract._views import Element, View

_COVERED = 0.6  # share of the posts that must have a name at a place
_FULL = 0.97
_LABELLED = 2.0  # what speaks for a text that is announced ("From:")
_MARKED = 2.0  # and for a link of which the page says that it leads to the author; against one to a tag
_BESIDE, _CLOSE = 3.0, 5  # what speaks for a text beside the time, and how many elements away that is half as much
_IN_LINE, _LINE_CHARS = 1.5, 120  # what speaks for a text in the very line of the time, of so many characters at most
_STRANGE = 1.5  # what speaks against one of several links side by side, values of labels, links out of the site
_SHOWN = 1.5  # what speaks for a text that a picture is called by
_STRESSED = 0.5  # and for one in strong letters: ranks have pictures, too
_ANNOUNCING = 2.0  # what speaks against one that ends with a colon
_LEAVING = frozenset({"noopener", "noreferrer", "external", "ugc", "sponsored"})
_NEAR = 0.6  # how close to the time a name must stand to be believed before one in the very line of the time
_NEARLY_ALL = 0.9
_WORDS, _FEWER = 3, 2  # words that stand beside names, and how many times more names there are
_ALTERNATIVES = 4
_LEAST_NAME = 2  # letters
_TWO = 2  # posts that have the same at one place
_MANY = 10  # links
_GUESTS = 3  # posts by those, to tell where their names stand
_LABELLING = frozenset({"span", "i", "em", "small", "font"})  # what the word to an icon stands in
_BOLD = frozenset({"b", "strong"})
_STRONG = frozenset({"b", "strong", "h2", "h3", "h4", "h5", "h6", "dt", "cite"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_COLONS = (":", "\uff1a")
_SOME = 0.2  # of the posts have a name at a place, for one beside it to have the others
_PAIRED = 8  # places in one element that are looked at in pairs


@dataclass(slots=True)
class Names:
    """The short texts at one place."""

    values: dict[int, str] = field(default_factory=dict)  # by number of the post
    hrefs: dict[int, str] = field(default_factory=dict)
    order: dict[int, float] = field(default_factory=dict)  # where in the post, from 0 to 1
    called: dict[int, str] = field(default_factory=dict)  # what the page itself calls the link, as `rel`
    near: dict[int, float] = field(default_factory=dict)  # to the time of the post, from 0 to 1, where that is asked
    lined: set[int] = field(default_factory=set)  # those in the line that tells the time
    shown: set[int] = field(default_factory=set)  # those that a picture of the post is called by
    # those beside links of the same kind, as who likes a post; values of a label; links out of the site, as they say
    strange: set[int] = field(default_factory=set)


def learn_author(
    posts: Sequence[Sampled], times: Sequence[Path] = (), lines: Sequence[Path] = (), *, is_page: bool = False
) -> list[Path]:
    """Give the paths of the authors' names, the best first.

    `times` are the places of times in whose line names are looked for, if there is none near; `is_page`: posts may be
    pages, which have links all over: then what stands near these times is believed before all others. `lines` are the
    places of times inside which names may have elements of their own.
    """
    places = _short_texts(posts, times, lines)
    places = _without_buttons(places)
    ranked = dict(sorted(places.items(), key=lambda item: -sum(item[1].near.values()))) if is_page else places
    scored = [
        (score, path)
        for path, names in places.items()
        if (score := _score_place(posts, path, names, is_page=is_page and bool(times))) is not None
    ]
    scored += _score_pairs(posts, places)
    if not scored:
        return (learn_line(posts) if times else []) or _single_author(posts, ranked)
    best = _plainest(places, max(scored, key=lambda item: (item[0], len(item[1])))[1], [path for _, path in scored])
    is_far = bool(times) and fmean(places[best].near.values()) < _NEAR
    is_heading = bool(best) and tag_of(best[-1]) in _HEADINGS and not places[best].hrefs  # subjects are
    if (is_far or is_heading) and (line := learn_line(posts)):
        return line
    if said := learn_said(posts, best, places[best].values):
        return said
    is_link = bool(best) and tag_of(best[-1]) == "a"  # those without one are guests
    is_rare = len(places[best].values) < _NEARLY_ALL * len(posts) and not is_link
    if is_rare and (single := _single_author(posts, ranked)):
        return single
    paths = [best]
    named = set(places[best].values)
    # Guests, who have no link, are named where all of them are, beside the link if they can be; who likes a post stands
    # in some of all.
    rest = {
        path: (path[:-1] == best[:-1], len(names.values.keys() - named), len(path)) for path, names in places.items()
    }
    for path, names in sorted(places.items(), key=lambda item: rest[item[0]], reverse=True):
        if len(named) >= _FULL * len(posts) and len(paths) > 1:
            break
        fresh = set(names.values) - named
        if path != best and fresh and len(paths) < _ALTERNATIVES and _continues(places[best], names, best, path):
            paths.append(path)
            named |= fresh
    for number, post in enumerate(posts):
        post.author = next((places[path].values[number] for path in paths if number in places[path].values), "")
    unlinked = learn_unlinked(posts, best, places[best].values) if len(named) < len(posts) else []
    nameless = [post for post in posts if not post.author]
    if not unlinked and len(nameless) >= _GUESTS:  # without a word before them, they are told by all they stand between
        unlinked = learn_line(nameless, {path[:-1] for path in paths})
    return paths + unlinked


def _without_buttons(places: Mapping[Path, Names]) -> dict[Path, Names]:
    """Leave out links that say and lead to the same for all posts beside some that say the same and lead elsewhere.

    These are what can be done with a post; so are those: "Answer | Report".
    """
    same = {path for path, names in places.items() if len(names.values) > len(set(names.values.values())) == 1}
    links = {path: set(places[path].hrefs.values()) for path in same if path and tag_of(path[-1]) == "a"}
    bars = {path[:-1] for path, hrefs in links.items() if len(hrefs) != 1}
    buttons = {path for path in same if path in bars or (path in links and path[:-1] in bars)}
    return {path: names for path, names in places.items() if path not in buttons}


def _plainest(places: Mapping[Path, Names], best: Path, others: Iterable[Path]) -> Path:
    """Give the place with nothing but the names, where the best has a word to each: "Quote Ann", "Ann online".

    It is always the same, or one of few words, fewer than there are names; or the letter that stands for a picture; or
    a rank that few have, beside the element of the name.
    """
    whole = places[best].values
    for path in others:
        names = places[path].values
        both = [(names[number], text) for number, text in whole.items() if number in names and names[number] in text]
        words = Counter(text.replace(name, "", 1).strip() for name, text in both if name != text)
        if not words:
            continue
        is_less = _FEWER * len(words) <= len({name for name, _ in both}) and len(words) <= _WORDS
        if is_less and words.total() >= _NEARLY_ALL * len(whole):
            return path
        are_initials = all(is_initial(text.replace(name, "", 1).strip(), name) for name, text in both if name != text)
        is_inside = path[: len(best)] == best and 2 * words.total() <= len(whole) == len(both)
        # "Ann, read: 17": guests have no element of their own there
        is_counted = len({mask(word) for word in words}) == 1 and words.total() >= _COVERED * len(whole)
        is_inside = is_inside or (path[: len(best)] == best and is_counted)
        others_say = (text for number, text in whole.items() if number not in names)
        is_said = [*words.values()] == [len(both)] and all(text.endswith((*words,)) for text in others_say)
        is_inside = is_inside or (path[: len(best)] == best and is_said)  # "Ann said": guests have no link there
        if is_inside or (are_initials and len(both) >= _NEARLY_ALL * len(whole)):
            return path
    return best


def _single_author(posts: Sequence[Sampled], places: Mapping[Path, Names]) -> list[Path]:
    """Give the place of the name when one author wrote all: the first text that is always there and leads somewhere.

    Of the places with that address a link is the best: what stands around it may say more, a letter is a picture.
    """
    full = _FULL * len(posts)
    leads = {path: set(names.hrefs.values()) for path, names in places.items() if len(names.hrefs) >= full}
    always = [path for path, targets in leads.items() if len(targets) == 1]
    if not always:
        return []
    same = [path for path in always if path and leads[path] == leads[always[0]]]
    links = [path for path in same if tag_of(path[-1]) == "a" and _shortest(places[path]) >= _LEAST_NAME]
    best = links[0] if links else always[0]
    for number, post in enumerate(posts):
        post.author = places[best].values.get(number, "")
    return [best]


def learn_only_author(posts: Sequence[Sampled]) -> list[Path]:
    """Give the place of the name when one author wrote all posts of a single page and has no link.

    That is the first text set in strong letters that all begin with alike, and that neither announces something nor is
    what the page is called.
    """
    if len({post.sheet for post in posts}) > 1 or len(posts) < _TWO:
        return []
    for path, names in _short_texts(posts).items():
        values = set(names.values.values())
        if (
            len(names.values) < len(posts)
            or len(values) > 1
            or names.hrefs
            or not path
            or tag_of(path[-1]) not in _STRONG
        ):
            continue
        name = values.pop()
        if len(name) >= _LEAST_NAME and name[-1] not in _COLONS and not is_worded(name, posts[0].title):
            for post in posts:
                post.author = name
            return [path]
    return []


def _score_pairs(posts: Sequence[Sampled], places: Mapping[Path, Names]) -> list[tuple[float, Path]]:
    """Score places that have the names of some posts, with those beside them that have the names of all others."""
    beside: dict[Path, list[Path]] = defaultdict(list)
    for path, names in places.items():
        if path and _SOME <= len(names.values) / len(posts) < _NEARLY_ALL:
            beside[path[:-1]].append(path)
    scored = []
    for one, other in (pair for paths in beside.values() for pair in combinations(paths[:_PAIRED], 2)):
        first, second = sorted((places[one], places[other]), key=lambda names: -len(names.values))
        if not first.values.keys().isdisjoint(second.values) or len(first.values) + len(second.values) < len(posts):
            continue
        both = Names(first.values | second.values, first.hrefs | second.hrefs, first.order | second.order)
        both.lined = first.lined | second.lined
        if (score := _score_names(posts, both, is_page=False)) is not None:
            scored.append((score, one if first is places[one] else other))
    return scored


def _shortest(names: Names) -> int:
    return min(map(len, names.values.values()))


def _short_texts(posts: Sequence[Sampled], times: Sequence[Path] = (), lines: Sequence[Path] = ()) -> dict[Path, Names]:
    """Give the places of short texts with letters that are no times; the first of each place in each post."""
    places: dict[Path, Names] = defaultdict(Names)
    for number, post in enumerate(posts):
        line = _line_of(post, lines)
        pictures = [one for one in post.view.elements if one.tag == "img" and one.attributes.get("alt")]
        timed = {path for path, _ in post.times}
        total = len(post.view.elements)
        clock = next((at for at, element in enumerate(post.view.elements) if element.path in times), None)
        buttons = [element.path for element in post.view.elements if element.tag == "button"]
        pressed = {path[:depth] for path in buttons for depth in range(len(path) + 1)}  # what holds a button
        for at, (path, node, _, _, _, may_label) in enumerate(post.view.elements):
            for label, piece in labels_in(node) if may_label else ():
                place, name = (*path, f"~{label}"), strip_name(piece)
                if number not in places[place].values and is_name(name):
                    places[place].values[number] = name
                    places[place].order[number] = at / total
                    places[place].near[number] = _nearness(at, clock)
            if path in timed or number in places[path].values:
                continue
            text = _short_text(post.view, at, has_buttons=path in pressed)
            href = href_near(node) if text else ""
            if text and not (href and kind_of(strip_name(text))):
                names = places[path]
                names.values[number] = text
                names.order[number] = at / total
                names.near[number] = _nearness(at, clock)
                if line and path[: len(line)] == line:
                    names.lined.add(number)
                if any(_is_face(picture, text, node) for picture in pictures):
                    names.shown.add(number)
                _note_link(names, number, node, href)
    return places


def _short_text(view: View, at: int, *, has_buttons: bool) -> str:
    """Give an element's text if it may be a name, else an empty string."""
    text = view.short_text(at, NAME_CHARS)
    if text is None or (has_buttons and view.elements[at].lone is None):
        return short_text(view.elements[at].node, has_buttons=has_buttons)
    return text if is_name(text) and is_small(view.elements[at].node) else ""


def _is_face(picture: Element, text: str, shown: LexborNode) -> bool:
    """Tell whether a picture is called by a text, and is no icon right beside it: "Offline", a rank."""
    if not is_called(picture.attributes.get("alt") or "", text):
        return False
    around, outer = picture.node.parent, shown.parent
    if around is None or outer is None:
        return False
    is_beside = around.mem_id == outer.mem_id and shown.tag in _LABELLING
    return not is_beside and (around.mem_id != shown.mem_id or shown.tag == "a")


def _note_link(names: Names, number: int, node: LexborNode, href: str) -> None:
    """Note where the text of a post leads, what the page calls that, and what speaks against its being a name."""
    rel = rel_near(node)
    if rel:
        names.called[number] = rel
    if href:
        names.hrefs[number] = href
    if is_labelled(node) or (href and is_listed(node, href)) or not _LEAVING.isdisjoint(rel.split()):
        names.strange.add(number)


def _line_of(post: Sampled, lines: Sequence[Path]) -> Path:
    """Give the place of the line that tells a post's time, with what is said around it; nothing where it is longer."""
    found = next((time for path, time in post.times if path in lines), None)
    node = line_around(found.node) if found is not None else None
    return post.view.paths.get(node.mem_id, ()) if node is not None and len(node.text()) <= _LINE_CHARS else ()


def _nearness(at: int, other: int | None) -> float:
    return _CLOSE / (_CLOSE + abs(at - other)) if other is not None else 0.0


def _score_place(posts: Sequence[Sampled], path: Path, names: Names, *, is_page: bool) -> float | None:
    """Say how much speaks for a place having authors' names, by what it is called, too; None when it has none."""
    score = _score_names(posts, names, is_page=is_page)
    if score is None or not path:
        return score
    is_announced = path[-1][0] == "~" and path[-1][1] != PLAIN
    announcing = sum(value[-1] in _COLONS for value in names.values.values()) / len(names.values)
    stressed = _early(names) ** 3 if tag_of(path[-1]) in _BOLD else 0.0  # so are words within the text
    return score + _LABELLED * is_announced + _STRESSED * stressed - _ANNOUNCING * announcing


def _score_names(posts: Sequence[Sampled], names: Names, *, is_page: bool) -> float | None:
    """Say how much speaks for a place's texts being authors' names; None when they are not."""
    covered = len(names.values) / len(posts)
    if covered < _COVERED:
        return None
    values = list(names.values.values())
    if median(map(len, values)) < _LEAST_NAME:
        return None  # letters that stand for pictures
    if len(values) > 1 == len(set(values)) != len(set(names.hrefs.values())):
        return None  # the same button in each post
    kinds = {"".join(filter(str.isalpha, value.lower())) for value in values}
    if len(posts) > 2 and (len(kinds) < 2 or len(kinds) < len(set(values)) / 2):
        return None
    if len(set(values)) > 1 == len({bare_subject(value) for value in values}):
        return None  # what is answered, and the answers to it
    if sum(_is_titled(value, posts[number].title) for number, value in names.values.items()) > len(values) / 2:
        return None  # the subject
    linked = 0.0 if _lead_to_posts(names) else len(names.hrefs) / len(names.values)
    faithful = _one_to_one(names) if linked > _COVERED else 0.0
    if is_page:  # what leads elsewhere from each leads to neighbours, not to people
        faithful *= 1 - len(set(names.hrefs.values())) / max(1, len(names.hrefs))
    varied = _changes(posts, names)
    distinct = len(set(values)) / len(values)
    if not varied and distinct <= _SOME and _lead_apart(names):
        return None  # a button, called otherwise in some threads
    if _act_on_people(posts, names, is_page=is_page):
        return None
    chars = sum(map(len, values)) / len(values)  # of a name with a rank after it, the name alone is the shorter
    early = _early(names)  # who likes a post, or is quoted in it, comes after it
    counted = sum(any(map(str.isdecimal, value.split())) for value in values) / len(
        values
    )  # "Ann 17": points beside it
    addressed = sum("@" in value for value in values) / len(values)  # a mail address beside the name
    called = [rel.split() for rel in names.called.values()]
    marked = sum(("author" in rel) - ("tag" in rel) for rel in called) / len(values)
    return (
        6 * covered
        + 1.5 * linked * faithful**3
        + varied
        + 0.5 * distinct
        + 0.5 * early
        - 0.02 * chars
        - 0.5 * counted
        - 0.5 * addressed
        + _MARKED * marked
        + _IN_LINE * len(names.lined) / len(values)
        - _STRANGE * len(names.strange) / len(values)
        + _SHOWN * len(names.shown) / len(values)
        + (_BESIDE * sum(names.near.values()) / len(values) if is_page else 0.0)
    )


def _early(names: Names) -> float:
    return 1 - sum(names.order.values()) / len(names.order)


def _is_titled(text: str, title: str) -> bool:
    return is_worded(text, title) or is_subject(text, title)


def _lead_to_posts(names: Names) -> bool:
    """Tell whether each link leads to a spot of its own within a page: a post, called by its subject or first words."""
    spots = [href.partition("#")[2] for href in names.hrefs.values()]
    return len(spots) > 1 and all(spots) and len(set(spots)) == len(spots)


def _lead_apart(names: Names) -> bool:
    """Tell whether there are many links, each of which leads to something else."""
    return len(names.hrefs) >= _MANY and len(set(names.hrefs.values())) >= _NEARLY_ALL * len(names.hrefs)


def _act_on_people(posts: Sequence[Sampled], names: Names, *, is_page: bool) -> bool:
    """Tell whether links say the same of several people, as those of a menu that each post has for its author do.

    They are compared within pages: sessions may change all addresses. Where a post has a page of its own, a few words
    that lead everywhere are such, or ways to its neighbours; else a name may lead to each of its posts.
    """
    links = [
        (0 if is_page else posts[number].sheet, names.values[number], href) for number, href in names.hrefs.items()
    ]
    texts = {(sheet, text) for sheet, text, _ in links}
    targets = {(sheet, href) for sheet, _, href in links}
    are_words = len({text for _, text, _ in links}) <= _WORDS and (is_page or len(links) > len(targets))
    return are_words and len(targets) >= _FEWER * len(texts) > 0


def _one_to_one(names: Names) -> float:
    """Give the share of texts that always lead to the same place, and of places that always have the same text."""
    texts: dict[str, set[str]] = defaultdict(set)
    targets: dict[str, set[str]] = defaultdict(set)
    for number, href in names.hrefs.items():
        texts[names.values[number]].add(href)
        targets[href].add(names.values[number])
    single = sum(len(found) == 1 for found in (*texts.values(), *targets.values()))
    return single / (len(texts) + len(targets))


def _changes(posts: Sequence[Sampled], names: Names) -> float:
    """Give how often the text changes from one post of a page to the next: names do, subjects do not."""
    steps = [
        names.values[one] != names.values[other]
        for one, other in pairwise(sorted(names.values))
        if posts[one].sheet == posts[other].sheet
    ]
    return sum(steps) / len(steps) if steps else 0.5


def _continues(best: Names, other: Names, best_path: Path, path: Path) -> bool:
    """Tell whether another place has names too: near the first, and the same ones or links of the same shape.

    So has one beside the first in the same element, of which each post has the one or the other: guests have no link.
    """
    if path[:1] != best_path[:1] and len(best_path) > 1:
        return False
    if path[:-1] == best_path[:-1] and best.values.keys().isdisjoint(other.values):
        return True
    known = set(best.values.values())
    shared = sum(value in known for value in other.values.values()) / len(other.values)
    shapes = {href_shape(href) for href in best.hrefs.values()}
    alike = sum(href_shape(href) in shapes for href in other.hrefs.values()) / max(1, len(other.values))
    return shared > 0.5 or alike > 0.9 or (path[:-1] == best_path[:-1] and tag_of(path[-1]) == tag_of(best_path[-1]))
