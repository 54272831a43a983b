"""The lamp on GPIO pins: one light, or red, green and blue.

A steady light is a level, for dimming in software would wake the processor two hundred times a second; a blinking one
is a pulse of one or two hertz that the pin makes itself, without the loop.
"""

from contextlib import suppress
from typing import Any

from msgspec import Struct

from device.panel.pins import Factory, open_factory
from device.panel.port import LampState, PanelLost


class Light(Struct, frozen=True):
    """What one state looks like: `single` for a plain light, `rgb` for a coloured one, `hertz` of blinking or 0."""

    single: bool
    rgb: tuple[bool, bool, bool]
    hertz: int = 0


LIGHTS = {
    LampState.OFF: Light(False, (False, False, False)),
    LampState.HOME: Light(True, (False, True, False)),
    LampState.NIGHT: Light(False, (False, False, True)),
    LampState.WINDOW: Light(True, (False, True, True)),
    LampState.DAY: Light(True, (True, True, True)),
    LampState.LAST_MINUTE: Light(True, (True, True, False), hertz=1),
    LampState.FAULT: Light(True, (True, False, False), hertz=2),
}


class GpioLamp:
    """The port `Lamp`. A lamp that fails stays dark and says nothing more: nobody needs it to play."""

    def __init__(self, pins: tuple[int, ...], factory: Factory = None) -> None:
        """One pin is a plain light, three are red, green, blue. Raises `PanelLost`."""
        if len(pins) not in (1, 3):
            raise PanelLost(f"[panel] lamp_pins: {len(pins)} pins; give one, or three for red, green and blue.")
        factory = factory or open_factory()
        try:
            self._pins = [_output(factory, number) for number in pins]
        except Exception as refused:
            raise PanelLost(f"[panel] lamp_pins: {refused}; choose other pins.") from refused

    def show(self, state: LampState) -> None:
        """Shine as this state does."""
        light = LIGHTS[state]
        levels = (light.single,) if len(self._pins) == 1 else light.rgb
        for pin, level in zip(self._pins, levels, strict=True):
            _shine(pin, level, light.hertz)

    def close(self) -> None:
        """Dark, and the pins given back. Closing twice does nothing."""
        pins, self._pins = self._pins, []
        for pin in pins:
            _shine(pin, level=False, hertz=0)
            with suppress(Exception):
                pin.close()


def _output(factory: Factory, number: int) -> Any:
    pin = factory.pin(f"GPIO{number}")
    pin.output_with_state(0)
    return pin


def _shine(pin: Any, level: bool, hertz: int) -> None:
    """A pin that cannot blink shines steadily instead; one that is gone stays dark."""
    blinks = level and hertz > 0
    try:
        pin.frequency = hertz if blinks else None
    except Exception:  # noqa: BLE001 - PinPWMUnsupported, or whatever its factory says
        blinks = False
    with suppress(Exception):
        pin.state = 0.5 if blinks else float(level)
