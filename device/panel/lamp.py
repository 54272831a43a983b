"""Drives the lamp on GPIO pins: one light, or red, green and blue.

A steady light is a level, for dimming in software would wake the processor two hundred times a second; a blinking one
is switched once or twice a second by gpiozero's own thread, without the loop.
"""

from contextlib import suppress
from typing import Any

from msgspec import Struct

from device.kernel.lamp import LampState
from device.kernel.settings import SHIPPED, PinLibrary
from device.panel.gpio import Factory, open_factory
from device.panel.port import PanelLost


class LampLook(Struct, frozen=True):
    """The look of one state: `single` for a plain light, `rgb` for a coloured one, `hertz` of blinking or 0."""

    single: bool
    rgb: tuple[bool, bool, bool]
    hertz: int = 0


_LOOKS = {
    LampState.OFF: LampLook(False, (False, False, False)),
    LampState.HOME: LampLook(True, (False, True, False)),
    LampState.NIGHT: LampLook(False, (False, False, True)),
    LampState.WINDOW: LampLook(True, (False, True, True)),
    LampState.DAY: LampLook(True, (True, True, True)),
    LampState.LAST_MINUTE: LampLook(True, (True, True, False), hertz=1),
    LampState.FAULT: LampLook(True, (True, False, False), hertz=2),
    LampState.HERE: LampLook(True, (True, False, True), hertz=4),
}


class GpioLamp:
    """The port `Lamp`. A lamp that fails stays dark and says nothing more: nobody needs it to play."""

    def __init__(
        self, pins: tuple[int, ...], factory: Factory = None, library: PinLibrary = SHIPPED.panel.library
    ) -> None:
        """Claim one pin for a plain light, or three for red, green and blue. Raises `PanelLost`."""
        if len(pins) not in (1, 3):
            raise PanelLost(f"[panel] lamp_pins: {len(pins)} pins; give one, or three for red, green and blue.")
        factory = factory or open_factory(library)
        self._shown: LampState | None = None
        try:
            self._lights = [_light(factory, number) for number in pins]
        except Exception as refused:
            raise PanelLost(f"[panel] lamp_pins: {refused}; choose other pins.") from refused

    def show(self, state: LampState) -> None:
        """Shine as this state does. A light that blinks already is not begun anew."""
        if state is self._shown:
            return
        self._shown, light = state, _LOOKS[state]
        levels = (light.single,) if len(self._lights) == 1 else light.rgb
        for led, level in zip(self._lights, levels, strict=False):  # none after closing
            _shine(led, level, light.hertz)

    def close(self) -> None:
        """Turn the lamp dark and give the pins back. Closing twice does nothing."""
        lights, self._lights = self._lights, []
        for led in lights:
            with suppress(Exception):
                led.off()
                led.close()


def _light(factory: Factory, number: int) -> Any:
    from gpiozero import LED

    return LED(number, pin_factory=factory)


def _shine(led: Any, level: bool, hertz: int) -> None:
    """Set one light; one that breaks stays as it is."""
    with suppress(Exception):
        if level and hertz:
            led.blink(0.5 / hertz, 0.5 / hertz)
        else:
            led.value = level
