"""Simulates a gpiochip for tests: what the kernel does with lines, requests and edges.

The values are gpiod's own; only the chip and its requests are made of Python."""

import errno
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from gpiozero_gpiod import chips


class PaperLine:
    """Simulates a line and what drives it."""

    driven: bool | None = None  # by the world outside
    output = False
    direction = Direction.INPUT
    settings: gpiod.LineSettings | None = None
    owner: "PaperRequest | None" = None

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def level(self) -> bool:
        if self.direction is Direction.OUTPUT:
            return self.output
        if self.driven is not None:
            return self.driven
        return self.settings is not None and self.settings.bias is Bias.PULL_UP


class PaperBoard:
    """Simulates a chip, and the hand that drives its lines."""

    def __init__(self, label: str = "paper", lines: int = 30, named: bool = False, locked: bool = False) -> None:
        self.label, self.locked = label, locked
        self.lines = [PaperLine(f"GPIO{n}" if named else "") for n in range(lines)]
        self.requests = 0
        self.queues_turned = False  # threads of the kernel that overtake each other
        self.pulled = False
        self.moving = threading.Lock()  # as in the kernel, no edge meets a request that is half released

    def drive(self, offset: int, level: bool, lost: bool = False) -> None:
        """Set a level from outside. A `lost` edge has a number, but the kernel had no room for it."""
        line = self.lines[offset]
        with self.moving:
            before, line.driven = line.level, level
            if line.level != before and line.owner is not None:
                line.owner.move(offset, level, lost)

    def level(self, offset: int) -> bool:
        return self.lines[offset].level

    def pull_out(self) -> None:
        """Pull the chip out, like one on a cable. It does nothing any more."""
        self.pulled = True
        for request in {id(line.owner): line.owner for line in self.lines if line.owner is not None}.values():
            request.hang_up()

    def check(self) -> None:
        if self.pulled:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))


class PaperChip:
    """Stands in for `gpiod.Chip`."""

    def __init__(self, board: PaperBoard, path: str) -> None:
        if board.locked:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        self.board, self.path, self.closed = board, path, False

    def get_info(self) -> Any:
        return gpiod.ChipInfo(self.path.rpartition("/")[2], self.board.label, len(self.board.lines))

    def get_line_info(self, offset: int) -> Any:
        line = self.board.lines[offset]
        used = line.owner is not None
        bias, clock = Bias.UNKNOWN.value, gpiod.line.Clock.MONOTONIC.value
        return gpiod.LineInfo(
            offset, line.name, used, "", line.direction.value, False, bias, 1, Edge.NONE.value, clock, False, 0
        )

    def request_lines(self, config: dict[int, gpiod.LineSettings], consumer: str, event_buffer_size: int = 0) -> Any:
        if self.closed:
            raise gpiod.ChipClosedError
        self.board.check()
        return PaperRequest(self.board, config, event_buffer_size or 16 * len(config))

    def close(self) -> None:
        self.closed = True


class PaperRequest:
    """Stands in for `gpiod.LineRequest`."""

    def __init__(self, board: PaperBoard, config: dict[int, gpiod.LineSettings], room: int) -> None:
        if any(board.lines[offset].owner for offset in config):
            raise OSError(errno.EBUSY, "Device or resource busy")
        self.board, self.offsets, self.events = board, list(config), deque[Any](maxlen=room)
        self.fd, self.pen = os.pipe()
        self.number = 0
        board.requests += 1
        for offset in config:
            board.lines[offset].owner = self
        self.reconfigure_lines(config)

    def reconfigure_lines(self, config: dict[int, gpiod.LineSettings]) -> None:
        self._check()
        for offset, settings in config.items():
            line = self.board.lines[offset]
            line.settings, line.direction = settings, settings.direction
            line.output = settings.output_value is Value.ACTIVE

    def get_value(self, offset: int) -> Value:
        self._check()
        return Value.ACTIVE if self.board.level(offset) else Value.INACTIVE

    def set_value(self, offset: int, value: Value) -> None:
        self._check()
        self.board.lines[offset].output = value is Value.ACTIVE

    def move(self, offset: int, level: bool, lost: bool) -> None:
        settings = self.board.lines[offset].settings
        kind = gpiod.EdgeEvent.Type.RISING_EDGE if level else gpiod.EdgeEvent.Type.FALLING_EDGE
        shown = (Edge.BOTH, Edge.RISING if level else Edge.FALLING)
        if settings is None or settings.edge_detection not in shown:
            return
        self.number += 1
        if lost:
            return
        event = gpiod.EdgeEvent(kind.value, time.monotonic_ns(), offset, self.number, self.number)
        (self.events.appendleft if self.board.queues_turned else self.events.append)(event)
        os.write(self.pen, b"!")

    def read_edge_events(self) -> list[Any]:
        """Read all edges at once, as the kernel does. If there are none, the call blocks."""
        self._check()
        os.read(self.fd, 1 << 16)
        return [self.events.popleft() for _ in range(len(self.events))]

    def hang_up(self) -> None:
        """Wake whoever waits for edges."""
        pen, self.pen = self.pen, -1
        os.close(pen)

    def release(self) -> None:
        with self.board.moving:
            if self.pen >= 0:
                os.close(self.pen)
            os.close(self.fd)
            self.fd = self.pen = -1
            for offset in self.offsets:
                line = self.board.lines[offset]
                line.owner = line.settings = None

    def _check(self) -> None:
        if self.fd < 0:
            raise gpiod.RequestReleasedError
        self.board.check()


def paper_machine(folder: Path, patch: Callable[[Any, str, Any], None]) -> Callable[..., None]:
    """Give this machine simulated gpiochips, with their names in this folder. `patch` sets an attribute for a while."""
    there: dict[str, PaperBoard] = {}
    patch(chips, "DEVICES", folder)
    patch(gpiod, "is_gpiochip_device", there.__contains__)
    patch(gpiod, "Chip", lambda path: PaperChip(there[path], path))

    def have(*boards: PaperBoard) -> None:
        for number, board in enumerate(boards):
            path = folder / f"gpiochip{number}"
            path.touch()
            there[str(path)] = board

    return have
