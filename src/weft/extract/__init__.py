"""Threads and posts out of pages: wrappers learned from a site's pages together, and single pages alone. No I/O."""

from weft.extract._crumbs import learn_crumbs, read_crumbs
from weft.extract._index import read_index
from weft.extract._index_learn import learn_index
from weft.extract._index_wrapper import IndexWrapper
from weft.extract._kind import Layout
from weft.extract._learn import learn_wrapper
from weft.extract._single import extract_page
from weft.extract._titles import without_boards
from weft.extract._wrapper import Wrapper

__all__ = [
    "IndexWrapper",
    "Layout",
    "Wrapper",
    "extract_page",
    "learn_crumbs",
    "learn_index",
    "learn_wrapper",
    "read_crumbs",
    "read_index",
    "without_boards",
]
