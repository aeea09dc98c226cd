"""The rules of twins, several addresses of one page: when a key is taken, and who gives way to whom."""

from __future__ import annotations

from weft.store._ports import TWIN, Discovered, UrlState


def is_twin(item: Discovered) -> bool:
    """Tell whether a URL comes as a twin."""
    return item.state is UrlState.EXCLUDED and item.reason == TWIN


def as_twin(item: Discovered) -> Discovered:
    """Give a URL as it is put in when its key is taken."""
    return item._replace(state=UrlState.EXCLUDED, reason=TWIN, weak=False)


def holds_against(state: UrlState, item: Discovered) -> bool:
    """Tell whether a URL in this state keeps its key from `item`.

    An excluded one does not. One that redirects does not keep it from a redirect's target: `/t?id=1&start=0` that
    leads to `/t?id=1` is no page, and the latter would never be fetched.
    """
    return state is not UrlState.EXCLUDED and not (state is UrlState.REDIRECTED and item.hops > 0)


def outlives(state: UrlState) -> bool:
    """Tell whether a URL in this state still stands for its page when another address of it has failed."""
    return state not in (UrlState.EXCLUDED, UrlState.FAILED)


def gives_way(reason: str, item: Discovered, *, weak: bool, judged: bool) -> bool:
    """Tell whether a known URL, excluded for `reason`, is put in anew by `item`, one that is to be queued.

    That is one excluded by a weak link alone, and a twin that a redirect leads to or that is asked for by itself.
    """
    return weak or (reason == TWIN and (item.hops > 0 or not judged))
