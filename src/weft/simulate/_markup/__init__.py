"""The looks of simulated forums: each markup turns views into HTML of its own shape."""

from weft.simulate._markup._answers import Answers
from weft.simulate._markup._articles import Articles
from weft.simulate._markup._bullets import Bullets
from weft.simulate._markup._cards import Cards
from weft.simulate._markup._cells import Cells
from weft.simulate._markup._definitions import Definitions
from weft.simulate._markup._journal import Journal
from weft.simulate._markup._mail import Mail
from weft.simulate._markup._mirrored import Mirrored
from weft.simulate._markup._nested_tables import NestedTables
from weft.simulate._markup._pages import Markup
from weft.simulate._markup._shouting import Shouting
from weft.simulate._markup._sidebars import Sidebars
from weft.simulate._markup._soup import Soup
from weft.simulate._markup._striped import Striped
from weft.simulate._markup._threaded import Threaded
from weft.simulate._markup._utility import Utility

__all__ = [
    "Answers",
    "Articles",
    "Bullets",
    "Cards",
    "Cells",
    "Definitions",
    "Journal",
    "Mail",
    "Markup",
    "Mirrored",
    "NestedTables",
    "Shouting",
    "Sidebars",
    "Soup",
    "Striped",
    "Threaded",
    "Utility",
]
