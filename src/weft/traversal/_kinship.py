"""How the forms of a site's URLs are related: one written as another is with a word, a key or a level more."""

from __future__ import annotations

import re

from weft.urls import FREE, Form

_ADDED_WORDS = re.compile(r"(?:[-_.,][A-Za-z]+)+")  # a fixed pattern of our own, over parts of URLs


def is_kin(form: Form, other: Form) -> bool:
    """Whether two forms begin with the same words, and the first says more by names, not by numbers.

    Where words in the query tell pages apart (`?do=show`, `?do=find`), another word is another kind of page.
    """
    mine, theirs = _words_of(form), _words_of(other)
    if any(theirs.get(key, word) != word for key, word in mine.items()):
        return False
    path, other_path = _path(form), _path(other)
    words = next((n for n, part in enumerate(other_path) if "#" in part or FREE in part), len(other_path))
    rest = [part for part in path[len(other_path) :] if part]
    numbered = any("#" in part and "#" not in known for part, known in zip(path, other_path, strict=False))
    return path[:words] == other_path[:words] and words > 0 and not numbered and not any("#" in part for part in rest)


def extends(form: Form, other: Form) -> bool:
    """Whether a form says all that another says, and something more that names nothing."""
    path, other_path = _path(form), _path(other)
    if not other.free and (path != other_path or query_of(other)):
        return False
    if path == other_path:
        return query_of(other) < query_of(form)
    is_level = len(path) == len(other_path) and path[:-1] == other_path[:-1] and bool(other_path[-1])
    if is_level and query_of(form) == query_of(other):
        return _adds_word(path[-1], other_path[-1])
    while other_path and other_path[-1] == "":
        other_path = other_path[:-1]
    rest = path[len(other_path) :]
    return path[: len(other_path)] == other_path and query_of(other) <= query_of(form) and _only_words(rest)


def share_name(form: Form, other: Form) -> bool:
    """Whether two forms have one and the same path, which names something: views of what it names."""
    path = _path(form)
    return path == _path(other) and any("#" in part or FREE in part for part in path)


def is_below(form: Form, other: Form) -> bool:
    """Whether a form has a path that goes on after that of another by words: `/talk/my-cat.7/latest`."""
    longer, shorter = ([part for part in _path(one) if part] for one in (form, other))
    return len(longer) > len(shorter) and extends(form, other)


def _adds_word(part: str, other: str) -> bool:
    """Whether a part of a path is another one with a word put in before its suffix: `room-1-author.html`."""
    stem, dot, suffix = other.rpartition(".") if "." in other else (other, "", "")
    end = dot + suffix
    return (
        _ADDED_WORDS.fullmatch(part.removeprefix(stem).removesuffix(end)) is not None
        if part.startswith(stem)
        else False
    )


def _words_of(form: Form) -> dict[str, str]:
    """Give the keys of a form's query whose values are words, each with its word."""
    return {key: shape for key, shape in query_of(form) if key and shape.isalpha()}


def _only_words(parts: tuple[str, ...]) -> bool:
    return any(parts) and all("#" not in part and FREE not in part for part in parts)


def _path(form: Form) -> tuple[str, ...]:
    count = next((n for n, lead in enumerate(form.leads) if lead == "?"), len(form.leads))
    return form.shapes[:count]


def query_of(form: Form) -> frozenset[tuple[str, str]]:
    """Give the keys of a form's query, each with how its values are written."""
    count = len(_path(form))
    return frozenset(zip(form.keys[count:], form.shapes[count:], strict=True))
