"""The plan (which links to follow, and what they are) and the strategies that make one. Pure."""

from weft.traversal._plan import Follow, Plan, Role, Rule, UrlDecision
from weft.traversal._strategies import STRATEGIES, Strategy, make_strategy

__all__ = ["STRATEGIES", "Follow", "Plan", "Role", "Rule", "Strategy", "UrlDecision", "make_strategy"]
