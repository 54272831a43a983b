"""Asks root for what the box may not do itself, and hears what came of it: a thread waits for root's folder to change,
and puts the news into the loop's queue."""

import os
import select
import threading
from collections.abc import Callable
from ctypes import CDLL
from pathlib import Path

from device.kernel.chores import (
    CARD_NEWS,
    CHORE_NEWS,
    STICK_NEWS,
    TOLD,
    WIFI_NEWS,
    ChoreNews,
    StickIn,
    StickOut,
    ask_for,
    not_done,
    read_chore_news,
)
from device.kernel.clock import Clock
from device.kernel.events import ChoreSaid, Event
from device.table.effects import AskRoot

_MOVED_IN, _GONE = 0x80, 0x200
"""sys/inotify.h: IN_MOVED_TO, IN_DELETE."""
_HEAD = 16
"""Bytes before the name in what the kernel tells of a change; the last four of them say how long the name is."""


_HEARD = frozenset({STICK_NEWS, CHORE_NEWS, WIFI_NEWS, *CARD_NEWS})


class ChangedNames:
    """The names of files that come into a folder or leave it."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError where it cannot be watched."""
        libc = CDLL(None, use_errno=True)
        self._changes = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._changes < 0 or libc.inotify_add_watch(self._changes, os.fsencode(folder), _MOVED_IN | _GONE) < 0:
            if self._changes >= 0:
                os.close(self._changes)
            raise OSError(f"{folder} cannot be watched")
        self._over = os.eventfd(0)
        self._poll = select.poll()
        for descriptor in (self._changes, self._over):
            self._poll.register(descriptor, select.POLLIN)

    def next(self) -> list[str] | None:
        """Wait for some; None: it is to end."""
        woken = {descriptor for descriptor, _ in self._poll.poll()}
        return None if self._over in woken else _names(os.read(self._changes, 65536))

    def end(self) -> None:
        """End the wait at once. May be called from any thread."""
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
    """`own` is the box's folder, `told` that of root. Raises OSError where that cannot be watched."""

    def __init__(self, own: Path, clock: Clock, put: Callable[[Event], None], told: Path = TOLD) -> None:
        self._own, self._clock, self._put, self._told = own, clock, put, told
        self._changed = ChangedNames(told)
        self._stick: ChoreNews = StickOut()
        self._thread = threading.Thread(target=self._listen, name="chores", daemon=True)

    def start(self) -> None:
        """A stick that is in already is news, and a Wi-Fi that outlived a crash."""
        self._hear(STICK_NEWS)
        self._hear(WIFI_NEWS)
        self._thread.start()

    def perform(self, effect: AskRoot) -> list[Event]:
        try:
            ask_for(effect.chore, self._own)
        except OSError:
            return [ChoreSaid(self._clock.now(), not_done(effect.chore))]
        return []

    def close(self) -> None:
        self._changed.end()
        self._thread.join()
        self._changed.close()

    def _listen(self) -> None:
        while (names := self._changed.next()) is not None:
            for name in dict.fromkeys(names):
                self._hear(name)

    def _hear(self, name: str) -> None:
        """Put this news into the queue. A stick that was told already is not told again: that may have been while this
        began."""
        news = read_chore_news(self._told / name) if name in _HEARD else None
        if news is None or news == self._stick:
            return
        if isinstance(news, StickIn | StickOut):
            self._stick = news
        self._put(ChoreSaid(self._clock.now(), news))
