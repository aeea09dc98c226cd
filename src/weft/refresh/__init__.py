"""Staying fresh: list histories, predictors and policies that say which page of which list to fetch next; pure."""

from weft.refresh._bandwidth import BandwidthControl
from weft.refresh._history import FEATURES, ListHistory
from weft.refresh._listwise import expect_records, pages_to_revisit
from weft.refresh._longevity import bound_utility, fit_period
from weft.refresh._oracle import Oracle
from weft.refresh._policies import DEFAULT_POLICY, POLICIES, make_policy, restore_policy
from weft.refresh._policy import Policy, Saved
from weft.refresh._queues import Placed, RateQueue, drop
from weft.refresh._regression import GapModel
from weft.refresh._sights import index_sight, thread_sight
from weft.refresh._values import Known, ListKind, Request, Sight, Why
from weft.refresh._weft_signs import moved_up

__all__ = [
    "DEFAULT_POLICY",
    "FEATURES",
    "POLICIES",
    "BandwidthControl",
    "GapModel",
    "Known",
    "ListHistory",
    "ListKind",
    "Oracle",
    "Placed",
    "Policy",
    "RateQueue",
    "Request",
    "Saved",
    "Sight",
    "Why",
    "bound_utility",
    "drop",
    "expect_records",
    "fit_period",
    "index_sight",
    "make_policy",
    "moved_up",
    "pages_to_revisit",
    "restore_policy",
    "thread_sight",
]
