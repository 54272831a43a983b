"""What people are to be told of the machine under the box, reading after reading: low voltage, heat, the battery; and
when a battery is so low that the box had better end by itself."""

from collections.abc import Iterator

from device.kernel.events import BatteryCharge, Cause, Event, Fault, Part, Stop
from device.kernel.ids import Seconds
from device.kernel.machine_state import Battery, MachineState

VOLTAGE_CALM: Seconds = 600.0
"""So long the voltage must have been right before nothing is said of it any more: it sinks for moments."""
HOT, COOL = 80.0, 70.0
"""Degrees. From the first on a Pi slows down by itself."""
LOW, LOW_MINUTES, ENOUGH = 15, 15, 20
EMPTY, EMPTY_MINUTES = 5, 3
"""Percent, minutes: a warning; no warning any more; the end."""
FAREWELL: Seconds = 20.0
"""From saying that the box switches off to doing so."""


class MachineWatch:
    """Takes readings in their order; each happening is told once. That the battery is empty counts when two readings in
    a row say so: gauges err for a moment when they wake."""

    def __init__(self) -> None:
        self._battery: Battery | None = None
        self._broken: set[Part] = set()
        self._low_voltage_at = 0.0
        self._empty = 0
        self._end_at: float | None = None

    @property
    def end_at(self) -> float | None:
        """When the box is to be switched off."""
        return self._end_at

    def told(self, at: float, state: MachineState) -> list[Event]:
        """What is new."""
        if self._end_at is not None and not self._is_saved(state.battery):
            return [Stop(at, power_off=True)] if at >= self._end_at else []
        return [*self._voltage(at, state), *self._heat(at, state.celsius), *self._charge(at, state.battery)]

    def _is_saved(self, battery: Battery | None) -> bool:
        """Somebody has plugged in what feeds it, before it was too late."""
        if battery is None or battery.drawn:
            return False
        self._end_at, self._empty = None, 0
        self._broken.add(Part.BATTERY)  # it was said, and is taken back
        return True

    def _voltage(self, at: float, state: MachineState) -> Iterator[Event]:
        if state.low_voltage:
            self._low_voltage_at = at
            yield from self._breaks(Fault(at, Part.POWER, "The voltage is too low: the power supply is too weak."))
        elif at - self._low_voltage_at >= VOLTAGE_CALM:
            yield from self._mends(Fault(at, Part.POWER, "The voltage is right again.", mended=True))

    def _heat(self, at: float, celsius: float | None) -> Iterator[Event]:
        if celsius is not None and celsius >= HOT:
            yield from self._breaks(Fault(at, Part.HEAT, f"The processor is too hot: {celsius:.0f} degrees."))
        elif celsius is None or celsius < COOL:
            yield from self._mends(Fault(at, Part.HEAT, "The processor has cooled down.", mended=True))

    def _charge(self, at: float, battery: Battery | None) -> Iterator[Event]:
        if battery != self._battery:
            self._battery = battery
            yield BatteryCharge(at, battery)
        self._empty = self._empty + 1 if _is_below(battery, EMPTY, EMPTY_MINUTES) else 0
        if self._empty > 1:
            self._end_at = at + FAREWELL
            what = "The battery is empty; the box switches itself off."
            yield Fault(at, Part.BATTERY, what, cause=Cause.EMPTY)
        elif _is_below(battery, LOW, LOW_MINUTES):
            yield from self._breaks(Fault(at, Part.BATTERY, "The battery is low."))
        elif battery is None or not battery.drawn or battery.percent >= ENOUGH:
            yield from self._mends(Fault(at, Part.BATTERY, "The battery is not low any more.", mended=True))

    def _breaks(self, fault: Fault) -> Iterator[Event]:
        if fault.part not in self._broken:
            self._broken.add(fault.part)
            yield fault

    def _mends(self, fault: Fault) -> Iterator[Event]:
        if fault.part in self._broken:
            self._broken.remove(fault.part)
            yield fault


def _is_below(battery: Battery | None, percent: int, minutes: int) -> bool:
    """While the box draws from it."""
    if battery is None or not battery.drawn:
        return False
    return battery.percent <= percent or (battery.minutes is not None and battery.minutes <= minutes)
