"""The policies by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from weft.errors import UsageError
from weft.refresh._listwise import ListWise, ListWiseControlled
from weft.refresh._longevity import BoundBased, CurveFitting
from weft.refresh._oracle import Oracle
from weft.refresh._policy import Policy, Saved
from weft.refresh._roundrobin import RoundRobin
from weft.refresh._weft import Weft

DEFAULT_POLICY = Weft.name
_CLASSES = (RoundRobin, BoundBased, CurveFitting, ListWise, ListWiseControlled, Weft, Oracle)
POLICIES: Mapping[str, Callable[[float], Policy]] = MappingProxyType({policy.name: policy for policy in _CLASSES})
_ALIASES = {"thread-wise": ListWise.name}  # as the authors called it first


def make_policy(name: str = DEFAULT_POLICY, per_day: float = 3000.0) -> Policy:
    """Make a policy for a budget of requests a day; raises UsageError that lists those there are."""
    found = POLICIES.get(_ALIASES.get(name, name))
    if found is None:
        raise UsageError(f"There is no policy {name!r}; choose one of: {', '.join(POLICIES)}.")
    return found(per_day)


def restore_policy(saved: Saved, per_day: float = 3000.0) -> Policy:
    """Make the policy that was saved; the budget may be another than it was."""
    policy = make_policy(saved.policy, per_day)
    policy.restore(saved)
    return policy
