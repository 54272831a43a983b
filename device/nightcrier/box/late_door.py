"""Opens the door for the second program once people ask for it, and shuts it again. While the door is shut, its code is
not imported, no thread waits, and nothing is passed on."""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nightcrier.box.events import Event
from nightcrier.box.hardware import Hardware, Onlooking
from nightcrier.box.sound.port import Heard
from nightcrier.box.table.core.effects import AnswerGuest, AskRoot
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import View
from nightcrier.box.witness import Witness
from nightcrier.kernel.chores import NET_SOCKET, WifiChore
from nightcrier.kernel.clock import Beat, Clock
from nightcrier.kernel.folders import Folders

if TYPE_CHECKING:
    from nightcrier.box.net_door import NetDoor
    from nightcrier.box.onlooking import OnlookingPane, PublicRecordWitness

_log = logging.getLogger("nightcrier")


class LateDoor(Witness):
    """Acts as the box's door: as witness, as screen, and to answer guests. With `for_good`, it never closes."""

    def __init__(self, folders: Folders, clock: Clock, put: Callable[[Event], None], *, for_good: bool) -> None:
        self._path, self._clock, self._put, self._for_good = folders.runtime / NET_SOCKET, clock, put, for_good
        self._beat, self._opens = Beat(clock), for_good
        self._open: tuple[NetDoor, PublicRecordWitness, OnlookingPane] | None = None

    def before(self, hardware: Hardware) -> Hardware:
        """Return the hardware of a box that tells this door what everybody may see and hear, and sends requests to root
        through it. A door that was open before a restart is opened again."""
        self._opens |= hardware.ask_root is not None and self._path.is_socket()
        asks = partial(self._ask, hardware.ask_root) if hardware.ask_root else None
        told = *hardware.witnesses, self
        return replace(hardware, witnesses=told, onlooking=self._at, answer=self._answer, ask_root=asks)

    def hear(self, heard: Heard) -> None:
        if self._open:
            self._open[1].hear(heard)

    def show(self, house: House, table: Table, view: View) -> Sequence[Event]:
        return self._open[2].show(house, table, view) if self._open else ()

    def close(self, *, stays: bool = True) -> None:
        """Disconnect all guests. With `stays`, leave the socket in place if somebody opened the door by hand, so that
        the next start of this box opens it again."""
        if self._open:
            self._open[0].close(stays=stays and not self._for_good)
        self._open = None

    def _at(self, beat: Beat) -> Onlooking:
        """Return the door as a screen that uses the box's scheduled times. Real ones would reveal how busy it was."""
        self._beat = beat
        if self._opens:
            self._unlock()
        return self

    def _ask(self, ask_root: Callable[[AskRoot], list[Event]], effect: AskRoot) -> list[Event]:
        """Open or close the door if the chore switches the second program on or off, then pass the chore to root."""
        if effect.chore is WifiChore.ON:
            self._unlock()
        elif effect.chore is WifiChore.OFF and not self._for_good:
            self.close(stays=False)
        return ask_root(effect)

    def _unlock(self) -> None:
        from nightcrier.box.net_door import NetDoor
        from nightcrier.box.onlooking import OnlookingPane, PublicRecordWitness

        if self._open:
            return
        try:
            door = NetDoor(self._path, self._clock, self._put)
        except OSError as refused:
            why = refused.strerror or refused
            _log.warning("The second program cannot be let in (%s); the box plays without it.", why)
            return
        record = PublicRecordWitness(door.tell)
        self._open = door, record, OnlookingPane(self._beat, record.look)
        door.start()

    def _answer(self, told: AnswerGuest) -> None:
        if self._open:
            self._open[0].answer(told)
