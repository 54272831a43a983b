"""Defines the pin factory: one chip, its pins, and the thread that listens to them."""

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
    """Makes pins from the kernel's gpiochips, on a Raspberry Pi and on any other machine that has one.

    `chip` is its path, number, name or label. Without it, the environment variable `GPIOZERO_GPIOD_CHIP` is used, or
    else the chip of the header. `consumer` is the name under which `gpioinfo` lists the lines."""

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
        """Say whether this process was forked from the one that made the factory, and that still holds the lines."""
        return os.getpid() != self._process

    def close(self) -> None:
        """Release all lines. A second call does nothing, nor does a call in a forked process."""
        if self._closed or self.is_inherited:
            return
        super().close()
        self._closed = True
        if self._listener is not None:
            self._listener.close()
        self.inputs.close()
        self.chip.close()

    def claim_input(self, offset: int, settings: gpiod.LineSettings) -> None:
        """Take a line as an input, or change its settings as an input."""
        self._wake(self.inputs.claim(offset, settings))

    def release_input(self, offset: int) -> None:
        self._wake(self.inputs.release(offset))

    def listen(self) -> None:
        """Start the thread that listens, once somebody wants edges."""
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
        """Return the header of the Pi that has this chip. Return None for another chip, or on another machine."""
        with suppress(PinUnknownPi, OSError):
            return PiBoardInfo.from_revision(self._get_revision()) if is_header(self.chip) else None
        return None
