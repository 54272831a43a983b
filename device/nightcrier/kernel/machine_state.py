"""Reads the state of the machine from files of the Linux kernel: whether the voltage is too low, the temperature, and
the charge of a battery. The code works on any board. A value without a file is unknown."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.ids import Seconds

_HWMON, _THERMAL, _SUPPLIES = "sys/class/hwmon", "sys/class/thermal", "sys/class/power_supply"
_NOT_DRAWN = frozenset({"Charging", "Full", "Not charging"})
_TIMES = ("time_to_empty_now", "time_to_empty_avg")
_HOUR: Seconds = 3600.0


class Battery(Struct, frozen=True):
    """The charge of the battery, and the minutes that it will last, if its gauge reports them. `drawn` means that the
    box runs on the battery alone."""

    percent: int
    drawn: bool
    minutes: int | None = None


class MachineState(Struct, frozen=True):
    """The state of the machine. An unknown value counts as good."""

    low_voltage: bool = False
    celsius: float | None = None
    battery: Battery | None = None


class MachineFiles:
    """The files of the kernel under `root`. Every user can read them."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def voltage_alarm(self) -> Path | None:
        """Return the alarm file of a Raspberry Pi's firmware. The kernel itself asks the firmware every two seconds.
        Return None if there is no such file."""
        chips = (file.parent for file in self._files(f"{_HWMON}/*/name") if _text(file) == "rpi_volt")
        return next((chip / "in0_lcrit_alarm" for chip in chips), None)

    def state(self) -> MachineState:
        alarm = self.voltage_alarm()
        low = alarm is not None and _text(alarm) == "1"
        return MachineState(low, self._celsius(), self._battery())

    def _celsius(self) -> float | None:
        """Return the temperature of the hottest place of the processor."""
        zones = (file.parent for file in self._files(f"{_THERMAL}/*/type") if _text(file).startswith("cpu"))
        found = [heat / 1000 for zone in zones if (heat := _number(zone / "temp")) is not None]
        return max(found, default=None)

    def _battery(self) -> Battery | None:
        """Return the battery of the box, or None. The battery of a mouse is ignored: its scope is "Device"."""
        for supply in (file.parent for file in self._files(f"{_SUPPLIES}/*/type") if _text(file) == "Battery"):
            percent = _number(supply / "capacity")
            if percent is not None and _text(supply / "scope") != "Device" and _text(supply / "present") != "0":
                return Battery(int(max(0, min(100, percent))), self._is_drawn(supply), _minutes(supply))
        return None

    def _is_drawn(self, supply: Path) -> bool:
        """Say whether the box runs on the battery. If the gauge reports only the charge, the other power supplies
        decide. Gauges are not counted as power supplies, because some (MAX17040) report "online" as long as they
        answer."""
        status = _text(supply / "status")
        if status in _NOT_DRAWN:
            return False
        return status == "Discharging" or not any(self._feeds())

    def _feeds(self) -> Iterator[bool]:
        """Yield for each power supply except batteries whether it powers the box now."""
        for file in self._files(f"{_SUPPLIES}/*/online"):
            if _text(file.parent / "type") != "Battery":
                yield _text(file) == "1"

    def _files(self, pattern: str) -> Iterator[Path]:
        return iter(sorted(self._root.glob(pattern)))


def _minutes(supply: Path) -> int | None:
    """Return the minutes that the gauge reports. If it reports none, compute them from the charge and the current."""
    for name in _TIMES:
        if (seconds := _number(supply / name)) is not None:
            return int(seconds // 60)
    for left, flow in (("energy_now", "power_now"), ("charge_now", "current_now")):
        there, drawn = _number(supply / left), _number(supply / flow)
        if there is not None and drawn:
            return int(there / abs(drawn) * _HOUR // 60)
    return None


def _number(file: Path) -> float | None:
    try:
        return float(_text(file))
    except ValueError:
        return None


def _text(file: Path) -> str:
    """Return the text of a file, or an empty text if it cannot be read because a chip does not answer."""
    try:
        return file.read_text("ascii", errors="replace").strip()
    except OSError:
        return ""
