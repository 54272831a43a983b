"""Tells listeners that something has changed."""

import asyncio
from collections.abc import Callable

from nightcrier.kernel.ids import Seconds


class Changes:
    """A thing that others listen to: it tells them when it has changed."""

    def __init__(self) -> None:
        self._listeners: set[Callable[[], None]] = set()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` at every change. Returns a function that ends it."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    async def wait_until(self, is_so: Callable[[], bool], patience: Seconds) -> bool:
        """Whether it came to be so, within so long."""
        changed = asyncio.Event()
        ends = self.listen(changed.set)
        try:
            async with asyncio.timeout(patience):
                while not is_so():
                    await changed.wait()
                    changed.clear()
        except TimeoutError:
            return False
        finally:
            ends()
        return True

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()
