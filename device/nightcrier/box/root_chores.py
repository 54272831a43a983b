"""Hands chores to root, who may do what the box may not, and puts root's news into the queue of the loop.

A thread waits for changes in the folder into which root writes its news."""

import os
import select
import threading
from collections.abc import Callable
from pathlib import Path

from nightcrier.box.events import ChoreSaid, Event
from nightcrier.box.table.core.effects import AskRoot
from nightcrier.kernel.chores import (
    CARD_NEWS,
    CHORE_NEWS,
    CHORE_WORD,
    STICK_NEWS,
    TOLD,
    WIFI_NEWS,
    ChoreNews,
    RootChore,
    StickIn,
    StickOut,
    ask_for,
    read_chore_news,
    undone_news,
)
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Part
from nightcrier.kernel.guard import FaultGuard, LivingThread
from nightcrier.kernel.watching import DELETED, MOVED_IN, open_watch, watch_folder

_HEAD = 16
"""The number of bytes before the file name in each change that the kernel reports. The last four of them are the length
of the name."""


_HEARD = frozenset({STICK_NEWS, CHORE_NEWS, WIFI_NEWS, *CARD_NEWS})


class ChangedNames:
    """Waits for the names of files that are moved into a folder or deleted from it."""

    def __init__(self, folder: Path) -> None:
        """Watch the folder. Raises OSError if watching is not possible."""
        self._changes = open_watch()
        try:
            watch_folder(self._changes, folder, MOVED_IN | DELETED)
        except OSError:
            os.close(self._changes)
            raise
        self._over = os.eventfd(0)
        self._poll = select.poll()
        for descriptor in (self._changes, self._over):
            self._poll.register(descriptor, select.POLLIN)

    def next(self) -> list[str] | None:
        """Wait for changes, and return the names of the files. Return None once `end` was called."""
        woken = {descriptor for descriptor, _ in self._poll.poll()}
        return None if self._over in woken else _names(os.read(self._changes, 65536))

    def end(self) -> None:
        """End the wait at once. Any thread may call this method."""
        os.eventfd_write(self._over, 1)

    def close(self) -> None:
        os.close(self._changes)
        os.close(self._over)


def _names(told: bytes) -> list[str]:
    found = []
    while told:
        size = _HEAD + int.from_bytes(told[_HEAD - 4 : _HEAD], "little")
        found.append(told[_HEAD:size].rstrip(b"\0").decode("utf-8", "replace"))
        told = told[size:]
    return found


class RootChores:
    """Asks root for chores, and puts the news of root into the queue. `own` is the box's folder, and `told` the folder
    with root's news. A request that root has not taken yet is not overwritten; the next one waits. Raises OSError if
    `told` cannot be watched."""

    def __init__(self, own: Path, clock: Clock, put: Callable[[Event], None], told: Path = TOLD) -> None:
        self._own, self._clock, self._put, self._told = own, clock, put, told
        self._changed = ChangedNames(told)
        self._stick: ChoreNews = StickOut()
        self._waiting: list[RootChore] = []
        self._laying = threading.Lock()
        guard = FaultGuard(clock, Part.PANEL, "Hearing what root does")
        self._thread = LivingThread("chores", self._listen, guard, put)

    def start(self) -> None:
        """Report a stick that is already plugged in, and a Wi-Fi that a crash left on, and start the thread."""
        self._hear(STICK_NEWS)
        self._hear(WIFI_NEWS)
        self._thread.start()

    def perform(self, effect: AskRoot) -> list[Event]:
        with self._laying:
            self._waiting.append(effect.chore)
            return self._lay_next()

    def close(self) -> None:
        self._changed.end()
        self._thread.end()
        self._changed.close()

    def _lay_next(self) -> list[Event]:
        """Write the oldest waiting request, once root has taken the one before. If it cannot be written, return the
        news that the chore was not done."""
        if not self._waiting or (self._own / CHORE_WORD).exists():
            return []
        chore = self._waiting.pop(0)
        try:
            ask_for(chore, self._own)
        except OSError:
            return [ChoreSaid(self._clock.now(), undone_news(chore))]
        return []

    def _listen(self) -> bool:
        names = self._changed.next()
        for name in dict.fromkeys(names or ()):
            self._hear(name)
        return names is not None

    def _hear(self, name: str) -> None:
        """Put the news in this file into the queue, unless it is about a stick that was already reported."""
        news = read_chore_news(self._told / name) if name in _HEARD else None
        if news is None or news == self._stick:
            return
        if isinstance(news, StickIn | StickOut):
            self._stick = news
        with self._laying:
            failed = self._lay_next()
        for said in (ChoreSaid(self._clock.now(), news), *failed):
            self._put(said)
