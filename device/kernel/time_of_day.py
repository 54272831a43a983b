"""What time it is for people. Only quiet hours ask; everything else goes by the steady clock."""

import time
from pathlib import Path
from typing import Protocol

SYNCHRONISED = "/run/systemd/timesync/synchronized"
"""Is there once the network has told the time since the machine was switched on. A Pi has no clock that goes on without
power: before that, it goes on from when it was last switched off."""


class TimeOfDay(Protocol):
    def minute(self) -> int | None:
        """Minutes since midnight, as clocks on walls show it; None where nobody can know."""
        ...


class UnknownTime:
    """Where nothing tells the time, as in a rehearsal: it may be any."""

    def minute(self) -> int | None:
        return None


class NetworkTime:
    """The machine's clock, once it can be trusted."""

    def __init__(self, sign: Path = Path(SYNCHRONISED)) -> None:
        self._sign = sign

    def minute(self) -> int | None:
        if not self._sign.exists():
            return None
        now = time.localtime()
        return now.tm_hour * 60 + now.tm_min
