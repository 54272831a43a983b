"""How fast the results of tables are taken in: each change is a file that is written whole. One table that tells
without a pause wears out no disk, and makes no other one wait."""

from collections.abc import Callable, Iterator

from device.kernel.allowance import Allowance
from device.kernel.ids import Seconds

_AT_ONCE, _A_SECOND = 6, 0.2
"""A game, and what somebody mends in it."""
_MOST_KNOWN = 1_000
"""Tables. Of who comes under ever new names nothing is remembered."""


class ResultsPace:
    """Of what came too fast the newest is kept: it has all that counts."""

    def __init__(self, clock: Callable[[], Seconds]) -> None:
        self._clock = clock
        self._allowances: dict[str, Allowance] = {}
        self._waiting: dict[str, bytes] = {}

    def take(self, table: str, payload: bytes) -> bool:
        """Whether it may be taken in now."""
        if self._may(table):
            self._waiting.pop(table, None)
            return True
        self._waiting[table] = payload
        return False

    def due(self) -> Iterator[tuple[str, bytes]]:
        """What may be taken in by now."""
        for table in [table for table in self._waiting if self._may(table)]:
            yield table, self._waiting.pop(table)

    def rest_of(self, table: str) -> Iterator[bytes]:
        """That one tells no more."""
        if table in self._waiting:
            yield self._waiting.pop(table)

    def rest(self) -> Iterator[tuple[str, bytes]]:
        """All that waits: nobody tells any more."""
        while self._waiting:
            yield self._waiting.popitem()

    def _may(self, table: str) -> bool:
        now = self._clock()
        if table not in self._allowances and len(self._allowances) >= _MOST_KNOWN:
            self._allowances.clear()
        return self._allowances.setdefault(table, Allowance(_AT_ONCE, _A_SECOND, now)).takes(now)
