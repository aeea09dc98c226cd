"""Time, sleep and randomness behind one protocol: the real ones and virtual twins for tests and simulation."""

from weft.clock._clock import Clock, SystemClock, VirtualClock

__all__ = ["Clock", "SystemClock", "VirtualClock"]
