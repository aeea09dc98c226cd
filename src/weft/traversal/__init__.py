"""The plan (which links to follow, and what they are) and the strategies that make one. Pure."""

from weft.traversal._flips import fits_turn, read_turn, rows_turned
from weft.traversal._learning import Ground, Learning, Sample, Strategy, run_learning
from weft.traversal._looks import Look, locate_links, look_at
from weft.traversal._plan import Follow, Numbering, Plan, Role, Rule, UrlDecision, list_role, shown_number
from weft.traversal._presentation import full_addresses, shows_in_full
from weft.traversal._strategies import STRATEGIES, make_strategy

__all__ = [
    "STRATEGIES",
    "Follow",
    "Ground",
    "Learning",
    "Look",
    "Numbering",
    "Plan",
    "Role",
    "Rule",
    "Sample",
    "Strategy",
    "UrlDecision",
    "fits_turn",
    "full_addresses",
    "list_role",
    "locate_links",
    "look_at",
    "make_strategy",
    "read_turn",
    "rows_turned",
    "run_learning",
    "shown_number",
    "shows_in_full",
]
