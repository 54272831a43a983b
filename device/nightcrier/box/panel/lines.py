"""Reads and lights pins through the kernel's own lines, using only gpiod.

A box starts with these pins, because importing gpiozero takes eight times as long. `KernelLine` has those parts of a
gpiozero pin that the panel uses, and behaves like one. Edges keep the time and the number that the kernel gave them."""

from collections.abc import Callable
from functools import cache

import gpiod
from gpiod.line import Bias, Direction, Edge, Value

from gpiozero_gpiod.chips import line_of_pin, open_chip
from gpiozero_gpiod.inputs import InputLines
from gpiozero_gpiod.listener import EdgeListener
from gpiozero_gpiod.stamp import EdgeTicks, LineEdge

OWNER = "nightcrier"
"""The name under which `gpioinfo` lists the lines."""


class Lines:
    """The GPIO lines of the chip behind the header. One thread reports all edges, and sleeps until the next edge."""

    def __init__(self) -> None:
        self.chip = open_chip()
        self.inputs = InputLines(self.chip, OWNER)
        self.heard: dict[int, KernelLine] = {}
        self._listener = EdgeListener(self.inputs, self._tell)

    def pin(self, name: str) -> "KernelLine":
        """Return the pin with a name such as `GPIO17`. No line is claimed yet."""
        return KernelLine(self, line_of_pin(self.chip, name))

    def wake(self, has_edges: bool) -> None:
        """Wake the listener if claiming or releasing a line has found edges, so that it reports them."""
        if has_edges:
            self._listener.wake()

    def close(self) -> None:
        self._listener.close()
        self.inputs.close()
        self.chip.close()

    def _tell(self, edge: LineEdge) -> None:
        line = self.heard.get(edge.offset)
        if line and line.when_changed:
            line.when_changed(EdgeTicks(edge), edge.state)


class KernelLine:
    """One GPIO line. It is claimed when it becomes an input or an output."""

    when_changed: Callable[[float, bool], None] | None = None

    def __init__(self, lines: Lines, offset: int) -> None:
        self._lines, self._offset = lines, offset
        self._output: gpiod.LineRequest | None = None

    def input_with_pull(self, pull: str) -> None:
        bias = Bias.PULL_UP if pull == "up" else Bias.PULL_DOWN
        self._lines.heard[self._offset] = self
        settings = gpiod.LineSettings(Direction.INPUT, Edge.BOTH, bias)
        self._lines.wake(self._lines.inputs.claim(self._offset, settings))

    def output_with_state(self, state: bool) -> None:
        settings = gpiod.LineSettings(Direction.OUTPUT, output_value=Value(state))
        self._output = self._lines.chip.request_lines({self._offset: settings}, OWNER)

    @property
    def state(self) -> bool:
        return self._lines.inputs.state(self._offset)

    @state.setter
    def state(self, state: bool) -> None:
        if self._output:
            self._output.set_value(self._offset, Value(state))

    def close(self) -> None:
        """Release the line. A second call does nothing."""
        output, self._output = self._output, None
        if output:
            output.release()
        if self._lines.heard.get(self._offset) is self:
            del self._lines.heard[self._offset]
            self._lines.wake(self._lines.inputs.release(self._offset))


@cache
def open_lines() -> Lines:
    """Open the GPIO lines of this machine, which buttons and lamp share. Raises `NoChip`."""
    return Lines()
