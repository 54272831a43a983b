"""Reads the machine's clock, and waits by it."""

import time
from collections.abc import Callable

now = time.monotonic


def until(true: Callable[[], object], seconds: float = 30, step: float = 0.02) -> float | None:
    """Wait until this is true, and return the moment, or None if it takes too long."""
    begun = now()
    while now() - begun < seconds:
        if true():
            return now()
        time.sleep(step)
    return None
