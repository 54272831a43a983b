"""Calls the listeners of an object when the object has changed."""

import asyncio
from collections.abc import Callable

from nightcrier.kernel.ids import Seconds


class Changes:
    def __init__(self) -> None:
        self._listeners: set[Callable[[], None]] = set()

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` at every change from now on. Return a function that ends these calls."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    async def wait_until(self, is_so: Callable[[], bool], patience: Seconds) -> bool:
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
