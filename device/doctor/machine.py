"""The machine under the box: its voltage, its heat, its battery, as far as its kernel tells of them."""

import re
from collections.abc import Iterator

from device.box.machine_guard import HOT, LOW
from device.doctor.host import Finding, Host
from device.kernel.machine_state import Battery, MachineFiles

KERNEL_LOG = ("journalctl", "--dmesg", "--boot", "--output=cat", "--no-pager")
_SANK = re.compile(r"under-?voltage detected", re.IGNORECASE)
_SUPPLY = "Take the power supply made for this Pi and a short cable; unplug what else it feeds"
_AIR = "Let air reach it: the slits of the case, no sun, a heat sink on the processor"


def machine(host: Host) -> Iterator[Finding]:
    """Look at voltage, heat and battery, as far as the kernel tells of them."""
    files = MachineFiles(host.root)
    state = files.state()
    if files.voltage_alarm():
        yield _voltage(host, low=state.low_voltage)
    if state.celsius is not None:
        yield _heat(state.celsius)
    if state.battery:
        yield _battery(state.battery)


def _voltage(host: Host, *, low: bool) -> Finding:
    if low:
        return Finding.advice("power", "The voltage is too low just now.", _SUPPLY, "power.help")
    often = len(_SANK.findall(host.ask(KERNEL_LOG)))
    if often:
        times = "once" if often == 1 else f"{often} times"
        return Finding.advice("power", f"The voltage was too low {times} since power-on.", _SUPPLY, "power.help")
    return Finding.fine("power", "The voltage is right.")


def _heat(celsius: float) -> Finding:
    what = f"The processor has {celsius:.0f} degrees."
    return Finding.advice("heat", what, _AIR, "heat.help") if celsius >= HOT else Finding.fine("heat", what)


def _battery(battery: Battery) -> Finding:
    left = "" if battery.minutes is None or not battery.drawn else f", {battery.minutes} minutes"
    drawn = "draws" if battery.drawn else "does not draw"
    what = f"The battery has {battery.percent} percent{left}; the box {drawn} from it."
    if battery.drawn and battery.percent <= LOW:
        return Finding.advice("battery", what, "Plug in the power supply", "battery.help")
    return Finding.fine("battery", what)
