"""The pin factory: one chip, its pins, and the thread that listens to them."""

import os
from collections import defaultdict
from contextlib import suppress
from threading import Lock
from typing import Any

import gpiod
from gpiozero.exc import BadPinFactory, PinUnknownPi
from gpiozero.pins.local import LocalPiFactory
from gpiozero.pins.pi import PiBoardInfo

from gpiozero_gpiod.board import chip_board
from gpiozero_gpiod.chips import NoChip, is_header, open_chip
from gpiozero_gpiod.inputs import InputLines
from gpiozero_gpiod.listener import EdgeListener
from gpiozero_gpiod.pin import GpiodPin
from gpiozero_gpiod.stamp import LineEdge


class GpiodFactory(LocalPiFactory):
    """Pins by the kernel's gpiochips, on a Raspberry Pi and on anything else that has one.

    `chip` is its path, number, name or label; without one the environment's `GPIOZERO_GPIOD_CHIP` says it, or the chip
    of the header is taken. `consumer` is the name under which `gpioinfo` lists the lines."""

    def __init__(self, chip: str | int | None = None, consumer: str = "gpiozero") -> None:
        super().__init__()
        # The kernel itself gives a line to one owner only; and two chips may have pins of the same name.
        self.pins: dict[Any, GpiodPin] = {}
        self._reservations: defaultdict[Any, list[Any]] = defaultdict(list)
        self._res_lock = Lock()
        self._info: Any = None
        self.pin_class = GpiodPin
        self.consumer = consumer
        try:
            self.chip = open_chip(chip)
        except NoChip as why:
            raise BadPinFactory(str(why)) from None
        self.inputs = InputLines(self.chip, consumer)
        self._listener: EdgeListener | None = None
        self._listener_lock = Lock()
        self._process = os.getpid()
        self._closed = False

    @property
    def is_inherited(self) -> bool:
        """Whether it belongs to a process that this one was forked from: the lines are still held there."""
        return os.getpid() != self._process

    def close(self) -> None:
        """Let go of all lines. Closing twice does nothing; nor does closing what a parent process has."""
        if self._closed or self.is_inherited:
            return
        super().close()
        self._closed = True
        if self._listener is not None:
            self._listener.close()
        self.inputs.close()
        self.chip.close()

    def claim_input(self, offset: int, settings: gpiod.LineSettings) -> None:
        """Take a line as an input, or change how it is one."""
        self._wake(self.inputs.claim(offset, settings))

    def release_input(self, offset: int) -> None:
        """Let go of an input."""
        self._wake(self.inputs.release(offset))

    def listen(self) -> None:
        """Somebody wants edges: there is a thread from the first of them on."""
        with self._listener_lock:
            self._listener = self._listener or EdgeListener(self.inputs, self._tell)

    def _wake(self, needed: bool) -> None:
        if needed and self._listener is not None:
            self._listener.wake()

    def _tell(self, edge: LineEdge) -> None:
        for pin in list(self.pins.values()):
            if pin._number == edge.offset:  # noqa: SLF001 - the public property is deprecated
                pin.tell(edge)

    def _get_board_info(self) -> Any:
        if self._info is None:
            self._info = self._pi_board() or chip_board(self.chip)
        return self._info

    def _pi_board(self) -> Any:
        """The header of the Pi whose chip this is; there is none for another chip, or on another machine."""
        with suppress(PinUnknownPi, OSError):
            return PiBoardInfo.from_revision(self._get_revision()) if is_header(self.chip) else None
        return None
