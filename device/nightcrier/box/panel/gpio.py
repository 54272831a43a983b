"""Reads buttons and dial, and lights the lamp, on GPIO pins.

The pins are the kernel's own lines, or come from one of gpiozero's factories if the settings or gpiozero's environment
variable choose one. This file then sets the variables that the factory needs before it is imported. gpiozero's `Button`
and `RotaryEncoder` are not used: each Button wakes the processor ten times a second, and the encoder loses detents. The
callbacks run in the factory's thread, possibly late. They put an edge with its own time stamp into the loop. They never
raise an error, because with some factories an exception would end the thread.

The lamp is one light, or red, green and blue. A steady light is only on or off, because dimming in software would wake
the processor two hundred times a second. A blinking light is switched by a thread of its own, without the loop."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import cycle
from threading import Event, Thread
from typing import Any, TypeAlias

from msgspec import Struct

from nightcrier.box.panel.port import Edge, PanelLost, Put, edge_time
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.program import program_call
from nightcrier.kernel.screen import LampState
from nightcrier.kernel.settings import INPUT_PINS, SHIPPED, PanelSettings, PinLibrary

Factory: TypeAlias = Any
"""An object that makes pins by name: the kernel's lines, or a pin factory of gpiozero, which has no type hints."""

_FACTORIES = {"lgpio": "LGPIOFactory", "rpigpio": "RPiGPIOFactory", "mock": "MockFactory"}

_NEEDS = f"run `{program_call('check')}` to see what is missing, or `{program_call('sim')}` to play without a box"


def open_factory(library: PinLibrary = SHIPPED.panel.library) -> Factory:
    """Open the pins of this machine, and return the factory. Raises `PanelLost`."""
    try:
        if library == "gpiod" and "GPIOZERO_PIN_FACTORY" not in os.environ:
            from nightcrier.box.panel.lines import open_lines

            return open_lines()
        return _factory_of_gpiozero(library)
    except ModuleNotFoundError as missing:
        raise PanelLost(f"No buttons: {missing.name or missing} is not installed; {_NEEDS}.") from missing
    except Exception as refused:
        raise PanelLost(f"No buttons: this machine gives no GPIO pins ({refused}); {_NEEDS}.") from refused


def _factory_of_gpiozero(library: PinLibrary) -> Factory:
    """Return the factory that gpiozero's environment variable names, or else the one of the settings. gpiozero itself
    would try four factories, and report only the last error."""
    from gpiozero import Device

    name = os.environ.setdefault("GPIOZERO_PIN_FACTORY", library)
    if name == "lgpio":
        os.environ.setdefault("LG_WD", _writable_folder())
    if name not in _FACTORIES:
        Device.ensure_pin_factory()
    elif Device.pin_factory is None:
        Device.pin_factory = _factory_by_name(name)
    return Device.pin_factory


def _factory_by_name(name: str) -> Factory:
    """Return a factory by its name. gpiozero itself would search the entry points of all installed packages for the
    name, which takes 15 ms at power-on."""
    return getattr(import_module(f"gpiozero.pins.{name}"), _FACTORIES[name])()


def _writable_folder() -> str:
    """Return a folder in which lgpio can create a pipe. Without the variable `LG_WD`, lgpio uses the working folder,
    where a service may not write."""
    import tempfile

    return os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or tempfile.gettempdir()


PINS = {name.replace("_", "-"): name for name in INPUT_PINS}
"""Every pin of the panel, with its name in the settings."""


class GpioControls:
    """Implements `Controls` on real pins. Tests can pass gpiozero's mock pins, by their factory."""

    def __init__(self, settings: PanelSettings, clock: Clock, factory: Factory = None) -> None:
        self._settings, self._clock = settings, clock
        self._factory = factory
        self._pins: dict[str, Any] = {}
        self._callbacks: list[Callable[[Any, Any], None]] = []  # a pin holds its callback by a weak reference only

    def open(self, put: Put) -> None:
        """Reserve the pins, set the pull that keeps open switches quiet, and listen to both edges of each pin."""
        self._refuse_clashes()
        factory = self._factory or open_factory(self._settings.library)
        try:
            for pin, name in PINS.items():
                self._pins[pin] = self._claim(factory, name)
            for pin in PINS:
                self._listen(pin, put)
        except PanelLost:
            self.close()
            raise

    def levels(self) -> dict[str, bool]:
        """Return the level of every pin. A pin that cannot be read is left out."""
        levels = {}
        for pin, line in self._pins.items():
            with suppress(Exception):
                levels[pin] = bool(line.state) != self._settings.active_low
        return levels

    def close(self) -> None:
        """Release the pins. A second call does nothing."""
        pins, self._pins = self._pins, {}
        for pin in pins.values():
            with suppress(Exception):  # a pin that is gone is let go of already
                pin.when_changed = None
                pin.close()
        self._callbacks.clear()

    def _refuse_clashes(self) -> None:
        names: dict[int, str] = {}
        for name in PINS.values():
            number = getattr(self._settings, name)
            if number in names:
                raise PanelLost(f"[panel]: {names[number]} and {name} both name GPIO {number}; give each its own.")
            names[number] = name

    def _claim(self, factory: Factory, name: str) -> Any:
        number = getattr(self._settings, name)
        try:
            pin = factory.pin(f"GPIO{number}")
            pin.input_with_pull("up" if self._settings.active_low else "down")
        except Exception as refused:
            raise PanelLost(f"[panel] {name}: GPIO {number} cannot be used ({refused}); choose another.") from refused
        return pin

    def _listen(self, pin: str, put: Put) -> None:
        def changed(ticks: float, state: Any) -> None:
            with suppress(Exception):  # raising here would silence every button; the next edge says it again
                active = bool(state) != self._settings.active_low
                put(Edge(edge_time(ticks, self._clock.now()), pin, active, getattr(ticks, "number", None)))

        self._callbacks.append(changed)
        self._pins[pin].when_changed = changed


FLASH: Seconds = 0.17
"""The length of a short flash, and of the dark after each flash. There are fewer than three flashes a second, because
more can cause a seizure (WCAG 2.3.1)."""
_SHORT, _LONG = (True, False), (True, True, True, False)
_FIVE = 5


def _count_flashes(number: int) -> tuple[bool, ...]:
    """Return the flashes that show a number. A long flash counts five."""
    return (False, *_LONG * (number // _FIVE), *_SHORT * (number % _FIVE))


class LampLook(Struct, frozen=True):
    """The look of the lamp in one state: `single` for a lamp of one color, `rgb` for a lamp of three colors, `hertz`
    for blinking. `steps` takes the number of a call, and returns whether the light is on in each step of `FLASH`. After
    these steps the lamp stays dark. Without steps, the light is steady or blinks."""

    single: bool
    rgb: tuple[bool, bool, bool]
    hertz: int = 0
    steps: Callable[[int], tuple[bool, ...]] = lambda _: ()


LOOKS = {
    LampState.OFF: LampLook(False, (False, False, False)),
    LampState.HOME: LampLook(True, (False, True, False)),
    LampState.NIGHT: LampLook(False, (False, False, True)),
    LampState.CALL: LampLook(True, (False, True, True), steps=_count_flashes),
    LampState.WINDOW: LampLook(True, (False, True, True)),
    LampState.CLOSED: LampLook(True, (False, True, True), steps=lambda _: _count_flashes(2)),
    LampState.DAY: LampLook(True, (True, True, True)),
    LampState.LAST_MINUTE: LampLook(True, (True, True, False), hertz=1),
    LampState.FAULT: LampLook(True, (True, False, False), hertz=2),
    LampState.HERE: LampLook(True, (True, False, True), hertz=3),
}


class GpioLamp:
    """Implements `Lamp` on GPIO pins. A lamp that fails stays dark and reports nothing, because nobody needs it to
    play."""

    def __init__(
        self, pins: tuple[int, ...], factory: Factory = None, library: PinLibrary = SHIPPED.panel.library
    ) -> None:
        """Reserve one pin for a light of one color, or three pins for red, green and blue. Raises `PanelLost`."""
        if len(pins) not in (1, 3):
            raise PanelLost(f"[panel] lamp_pins: {len(pins)} pins; give one, or three for red, green and blue.")
        factory = factory or open_factory(library)
        self._shown: tuple[LampState, int] | None = None
        self._blinking: Blinking | None = None
        self._lights: list[Any] = []
        try:
            for number in pins:
                self._lights.append(factory.pin(f"GPIO{number}"))
                self._lights[-1].output_with_state(False)
        except Exception as refused:
            self.close()
            raise PanelLost(f"[panel] lamp_pins: {refused}; choose other pins.") from refused

    def show(self, state: LampState, number: int = 0) -> None:
        """Show the light of this state. A light that already blinks is not started again, but the flashes of a call are
        repeated."""
        look = LOOKS[state]
        flashes = look.steps(number)
        if (state, number) == self._shown and not flashes:
            return
        self._shown = state, number
        self._stop_blinking()
        levels = (look.single,) if len(self._lights) == 1 else look.rgb
        lit = [light for light, level in zip(self._lights, levels, strict=False) if level]  # none after closing
        changing = bool(flashes or look.hertz)
        for light in self._lights:
            _shine(light, light in lit and not changing)
        if lit and changing:
            on_and_off = cycle(((True, 0.5 / look.hertz), (False, 0.5 / look.hertz))) if look.hertz else ()
            self._blinking = Blinking(lit, on_and_off or [(level, FLASH) for level in flashes])

    def close(self) -> None:
        """Turn the lamp off and release the pins. A second call does nothing."""
        self._stop_blinking()
        lights, self._lights = self._lights, []
        for light in lights:
            _shine(light, False)
            with suppress(Exception):
                light.close()

    def _stop_blinking(self) -> None:
        if self._blinking:
            self._blinking.stop()
        self._blinking = None


class Blinking:
    """Switches lights on and off, in a thread that sleeps between two steps. A step is a level and its duration. After
    the last step the lights stay as they are."""

    def __init__(self, lights: Sequence[Any], steps: Iterable[tuple[bool, Seconds]]) -> None:
        self._stopped = Event()
        self._thread = Thread(target=self._blink, args=(lights, steps), name="lamp", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _blink(self, lights: Sequence[Any], steps: Iterable[tuple[bool, Seconds]]) -> None:
        for level, seconds in steps:
            for light in lights:
                _shine(light, level)
            if self._stopped.wait(seconds):
                return


def _shine(light: Any, level: bool) -> None:
    """Set one light. A light that fails keeps its level."""
    with suppress(Exception):
        light.state = level
