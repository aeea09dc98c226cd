"""A watch over real HTTP that is killed loses nothing; the long form is `python -m bench.watch_week`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.watch_week import World, live_through


def test_a_day_under_watch_survives_kill_9(tmp_path: Path):
    """Killed once and started again: every post there, none twice, none called gone, the budget kept."""
    world = World(str(tmp_path), speed=20_000.0, days=1.0, threads=60, budget=150, delay=0.0, rest=40)
    verdict = live_through(world, kills=1)
    assert verdict.broken() == []
    assert verdict.written > 0
    assert verdict.unmodified > 0
