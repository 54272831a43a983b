"""Defines a pin, translating what gpiozero asks for into settings of a line."""

import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero.exc import (
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinInvalidState,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from gpiozero_gpiod.stamp import EdgeTicks, LineEdge

BIASES = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
LONGEST_BOUNCE = 2**32 / 1_000_000
"""The longest bounce in seconds: the kernel counts microseconds in 32 bits."""
EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING, "none": Edge.NONE}


class GpiodPin(LocalPiPin):
    """A pin that claims its line when it is first used, and releases it when it is closed."""

    def __init__(self, factory: LocalPiFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._output: gpiod.LineRequest | None = None
        self._claimed = False  # as an input
        self._pull: str = info.pull or "floating"
        self._bounce: float | None = None
        self._edges = "both"
        self._heard_from = 0  # nanoseconds: what moved before is nobody's business

    def close(self) -> None:
        """Release the line as an input. A second call does nothing, nor does a call in a forked process, or one after
        the chip is gone."""
        if self.factory.is_inherited:
            return
        with suppress(OSError):
            self.when_changed = None
        with suppress(OSError):
            self._release()
        self._pull, self._bounce, self._edges = self.info.pull or "floating", None, "both"

    def output_with_state(self, state: float) -> None:
        """Become an output that has this state from its first moment on."""
        self._check_state(state)
        self._become_output(bool(state))

    def input_with_pull(self, pull: str) -> None:
        """Become an input that is pulled like this from its first moment on."""
        self._check_pull(pull)
        self._pull = pull
        self._become_input()

    def tell(self, edge: LineEdge) -> None:
        """Call the listener, or stop listening if it no longer exists."""
        reference = self._when_changed
        if reference is None or edge.nanoseconds < self._heard_from:
            return
        listener = reference()
        if listener is None:
            self.when_changed = None
        else:
            listener(EdgeTicks(edge), int(edge.state))

    def _get_function(self) -> str:
        if self._output is None and not self._claimed:
            line = self.factory.chip.get_line_info(self._number)
            return "output" if line.direction is Direction.OUTPUT else "input"
        return "input" if self._output is None else "output"

    def _set_function(self, value: str) -> None:
        if value == "input":
            self._become_input()
        elif value == "output":
            self._become_output(self._output is not None and bool(self.state))
        else:
            raise PinInvalidFunction(f"invalid function {value!r} for pin {self!r}")

    def _get_state(self) -> int:
        if self._output is not None:
            return int(self._output.get_value(self._number) is Value.ACTIVE)
        if not self._claimed:
            self._become_input()
        return int(self.factory.inputs.state(self._number))

    def _set_state(self, value: float) -> None:
        if self._output is None:
            raise PinSetInput(f"cannot set the state of pin {self!r}: it is an input")
        self._check_state(value)
        self._output.set_value(self._number, Value.ACTIVE if value else Value.INACTIVE)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._output is not None:
            raise PinFixedPull(f"cannot set the pull of pin {self!r}: it is an output")
        self.input_with_pull(value)

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"the kernel's lines have no PWM (pin {self!r})")

    def _get_bounce(self) -> float | None:
        return self._bounce

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and not 0 <= value < LONGEST_BOUNCE:
            raise PinInvalidBounce(f"bounce must be 0 or greater, and less than {LONGEST_BOUNCE:.0f} seconds")
        self._bounce = value or None
        self._change_input()

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise PinInvalidEdges(f"invalid edges {value!r} for pin {self!r}")
        self._edges = value
        self._change_input()

    def _enable_event_detect(self) -> None:
        self._heard_from = time.monotonic_ns()
        if self._output is None:
            self._become_input()
        self.factory.listen()

    def _disable_event_detect(self) -> None:
        self._when_changed = None
        self._change_input()

    def _change_input(self) -> None:
        if self._claimed:
            self._become_input()

    def _become_input(self) -> None:
        self._drop_output()
        self.factory.claim_input(self._number, self._input_settings())
        self._claimed = True

    def _become_output(self, state: bool) -> None:
        value = Value.ACTIVE if state else Value.INACTIVE
        if self._output is not None:
            self._output.set_value(self._number, value)
            return
        self._release()
        settings = gpiod.LineSettings(direction=Direction.OUTPUT, output_value=value)
        self._output = self.factory.chip.request_lines({self._number: settings}, self.factory.consumer)

    def _release(self) -> None:
        self._drop_output()
        if self._claimed:
            self._claimed = False
            self.factory.release_input(self._number)

    def _drop_output(self) -> None:
        """Make an output an input before its line is released, because not every chip drops a level with the line."""
        output, self._output = self._output, None
        if output is not None:
            with suppress(OSError):
                output.reconfigure_lines({self._number: gpiod.LineSettings(direction=Direction.INPUT)})
            output.release()

    def _input_settings(self) -> gpiod.LineSettings:
        """Return the settings of the input. A pull that is soldered to the board needs no help."""
        return gpiod.LineSettings(
            direction=Direction.INPUT,
            bias=Bias.AS_IS if self.info.pull else BIASES[self._pull],
            edge_detection=Edge.NONE if self._when_changed is None else EDGES[self._edges],
            debounce_period=timedelta(seconds=self._bounce or 0),
        )

    def _check_pull(self, value: str) -> None:
        if value not in BIASES:
            raise PinInvalidPull(f"invalid pull {value!r} for pin {self!r}")
        if self.info.pull not in ("", value):
            raise PinFixedPull(f"pin {self!r} has a resistor that pulls it {self.info.pull}")

    def _check_state(self, value: float) -> None:
        if not 0 <= value <= 1:
            raise PinInvalidState(f"invalid state {value!r} for pin {self!r}")
