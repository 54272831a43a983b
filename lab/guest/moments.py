"""The clock of the machine, and waiting by it."""

import time
from collections.abc import Callable

now = time.monotonic


def until(true: Callable[[], object], seconds: float = 30, step: float = 0.02) -> float | None:
    """The moment at which something became true."""
    begun = now()
    while now() - begun < seconds:
        if true():
            return now()
        time.sleep(step)
    return None
