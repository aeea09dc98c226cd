"""A crawl that is killed again and again loses nothing; the long form is `make torture`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from torture import torture


def test_a_crawl_survives_kill_9():
    """Five SIGKILLs at random moments: every page there, none twice, database and WARC clean, quickly resumed."""
    outcome = torture(kills=5, threads=15, delay=0.02, mean_seconds=0.3)
    assert outcome.kills == 5
    # how quick it is depends on what else the machine does: `make torture` tells
    broken = [promise for promise, kept in outcome.verdicts().items() if not kept and "slowest" not in promise]
    assert not broken, (broken, outcome.missing[:5])
    assert outcome.pages > 100
