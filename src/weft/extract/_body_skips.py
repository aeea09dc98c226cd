"""What stands inside the bodies of posts and was not written there: signatures, buttons, notes, subjects."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from weft.extract._bodies import is_below, is_flowing, is_head, is_plain_box
from weft.extract._body_words import has_edit_word
from weft.extract._field_texts import Texts
from weft.extract._names import is_initial
from weft.extract._places import Path, loosen, tag_of
from weft.extract._sampled import Sampled
from weft.extract._subjects import is_subject
from weft.extract._tidy import mask

_MOST = 0.5  # of what is left out somewhere is the subject, from which all of it is
_OTHER_SUBJECTS = 0.05  # of the subjects of posts may say something else than the thread's title
_BUTTON_CHARS = 40
_COLONS = (":", "：")
_HEADED = 3  # authors
_BUTTON_SHARE = 0.1  # of the posts
_SKIPS = 40
_SIGNED = re.compile(r"[._-](?:sig|sign|signatur)(?:$|[._:-])|signature(?:$|[._:-])", re.IGNORECASE)
_EDGE = 0.9  # share of its pieces that have nothing written after, or before them


@dataclass(slots=True)
class _Place:
    """What is known of a place inside bodies: pieces of text that are the site's or an author's standing ones."""

    strange: int = 0
    written: int = 0  # pieces that were written in the post
    owned: int = 0
    told: int = 0  # author, time, or an author's standing text
    titled: int = 0  # the thread's title again, as the subject of a post, with nothing written before
    after: int = 0  # strange ones with nothing written after them
    before: int = 0
    lettered: int = 0


@dataclass(frozen=True, slots=True)
class _Seat:
    """What is known of a text by where it stands in a body: the same for all posts."""

    strange: bool
    owned: bool
    told: bool
    boxed: bool  # in an element of the body that has a name, or is a box
    places: tuple[Path, ...]  # its own, and those around it in the body


def _seat_at(path: Path, body: Path, texts: Texts, heads: Collection[Path]) -> _Seat | None:
    """Give what a text's place tells; None outside the body."""
    if not is_below(path, body):
        return None
    heading, owned = is_head(path, heads), texts.is_owned(path)
    strange = texts.holds(path) or heading or _is_signed(path[len(body) :])
    boxed = len(path) > len(body) and (not is_flowing(path[: len(body) + 1]) or is_plain_box(path[: len(body) + 1]))
    return _Seat(strange, owned, owned or heading, boxed, _places_below(path, len(body)))


def learn_skips(
    posts: Sequence[Sampled], texts: Texts, bodies: Sequence[Path], heads: Collection[Path]
) -> tuple[list[Path], list[Path]]:
    """Give places inside the bodies whose text is of the site's making, or stands under all posts of an author.

    So are `heads`, the places of author and time, where the body is all of the post. What stands between written words
    (the label of a quotation) stays. Where people may write, too, only the site's own words are to be left out: those
    places come apart, second.
    """
    places: dict[Path, _Place] = defaultdict(_Place)
    seats: dict[tuple[Path, Path], _Seat | None] = {}
    for post in posts:
        for body in bodies:
            leaves, subjects = [], []
            for leaf in post.view.leaves:
                key = leaf.path, body
                if key not in seats:
                    seats[key] = _seat_at(leaf.path, body, texts, heads)
                if (seat := seats[key]) is not None and any(map(str.isalnum, leaf.text)):
                    subject = seat.boxed and is_subject(leaf.text, post.title)
                    strange = seat.strange or leaf.path in post.edits or subject or is_initial(leaf.text, post.author)
                    leaves.append((leaf, seat, strange))
                    subjects += [len(leaves) - 1] * subject
            written = [at for at, (_, _, strange) in enumerate(leaves) if not strange]
            first, last = (written[0], written[-1]) if written else (len(leaves), -1)
            for at, (leaf, seat, strange) in enumerate(leaves):
                lettered = any(map(str.isalpha, leaf.text))
                for place in seat.places:
                    known = places[place]
                    known.written += not strange
                    known.strange += strange
                    known.owned += seat.owned
                    known.told += seat.told
                    known.lettered += lettered
                    known.titled += at < first and at in subjects
                    known.after += at > last
                    known.before += at < first
    chosen: list[Path] = []
    bare = _bare_edits(posts)
    for path in sorted((path for path in places if _is_strange(path, places[path], len(posts))), key=len):
        inside = any(path[: len(known)] == known or loosen(path)[: len(known)] == known for known in chosen)
        # a note about editing is left out as a whole: without its time its words would not be known for one
        is_part = path in bare and path[:-1] in places and places[path[:-1]].written > 0
        if not inside and not is_part and not _is_quote(path):
            chosen.append(path)
    chosen = chosen[:_SKIPS]
    buttons = [path for path in chosen if is_flowing(path) and not places[path].told and not places[path].titled]
    return [path for path in chosen if path not in buttons], buttons


def _bare_edits(posts: Sequence[Sampled]) -> set[Path]:
    """Give the places of nothing but a time that notes about editing have among their words."""
    edits = (leaf for post in posts if post.edits for leaf in post.view.leaves if leaf.path in post.edits)
    paths = {leaf.path for leaf in edits if not has_edit_word(leaf.text)}
    return paths | set(map(loosen, paths))


def learn_standing(posts: Sequence[Sampled], texts: Texts, bodies: Sequence[Path]) -> frozenset[str]:
    """Give short texts of the site's making that stand in bodies, numbers masked: what the buttons under a post say."""
    often: Counter[str] = Counter()
    for post in posts:
        often.update(
            {
                mask(leaf.text)
                for leaf in post.view.leaves
                if len(leaf.text) <= _BUTTON_CHARS
                and (any(map(str.isalnum, leaf.text)) or tag_of(leaf.path[-1] if leaf.path else "") == "a")
                and ((texts.holds(leaf.path) and not texts.is_owned(leaf.path)) or _is_pressed(leaf.path))
                and any(is_below(leaf.path, body) for body in bodies)
            }
        )
    buttons = {text for text, count in often.items() if count >= max(3, _BUTTON_SHARE * len(posts))}
    return frozenset(buttons | _find_headings(posts, bodies))


def _find_headings(posts: Sequence[Sampled], bodies: Sequence[Path]) -> set[str]:
    """Give short texts with a colon behind that several authors have word for word: what stands above files."""
    authors: dict[str, set[str]] = defaultdict(set)
    for post in posts:
        for leaf in post.view.leaves:
            is_heading = leaf.text[-1:] in _COLONS and 1 < len(leaf.text) <= _BUTTON_CHARS
            if is_heading and any(is_below(leaf.path, body) for body in bodies):
                authors[mask(leaf.text)].add(post.author)
    return {text for text, found in authors.items() if len(found) >= _HEADED}


def _is_pressed(path: Path) -> bool:
    """Tell whether a text is a link's or a button's; how often it comes then tells whether it is the site's."""
    return bool(path) and tag_of(path[-1]) in ("a", "button", "label")


def _places_below(path: Path, depth: int) -> tuple[Path, ...]:
    """Give the places on a path from a depth on; those without numbers first, which make the others needless."""
    ends = range(depth + 1, len(path) + 1)
    return tuple(dict.fromkeys((*(loosen(path)[:end] for end in ends), *(path[:end] for end in ends))))


def _is_strange(path: Path, place: _Place, posts: int) -> bool:
    """Tell whether a place is left out: never written in, and at the end of bodies, or before all of them.

    A link or a run of text, which people write too, must be so in most posts; not what an author has under all posts.
    """
    at_edges = place.before + place.after >= _EDGE * place.strange
    if place.titled >= max(2, posts // 50, _MOST * place.strange) and at_edges:
        return place.written <= _OTHER_SUBJECTS * place.titled
    if place.written or not place.strange:
        return False
    flowing = is_flowing(path) and not place.owned
    least = 1 if _is_signed(path[-1:]) else 2
    if place.strange < max(least, posts // 2 if flowing and place.lettered else posts // 50):
        return False
    always = posts if place.lettered else 0  # a count above the text may come and go, a label of a quotation does, too
    return place.after >= _EDGE * place.strange or place.before >= _EDGE * max(place.strange, always)


def _is_signed(path: Path) -> bool:
    """Tell whether a place is called a signature: on a page alone few authors come twice."""
    return any("." in step and _SIGNED.search(step) for step in path)


def is_signature(tokens: Sequence[str]) -> bool:
    """Tell whether an element's class tokens call it a signature."""
    return any(_SIGNED.search(f".{token}") for token in tokens)


def _is_quote(path: Path) -> bool:
    """Labels in quotations and code ("Quote:", "Code:") say the same everywhere and belong to what is quoted."""
    return any(tag_of(step) in ("blockquote", "code", "pre", "q", "cite") for step in path)
