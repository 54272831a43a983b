"""Check the wired parts of a box: pins, screen, sound card, the permission to use them, and the power and heat of the
machine.
The groups of the service decide its permissions. Quiet hours need a machine that knows the time of day. Voltage, heat
and battery are checked if the kernel reports them."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from nightcrier.box.machine import HOT, LOW
from nightcrier.box.sound.players.open_device import (
    Output,
    SoundCard,
    card_sentence,
    cards_for,
    rank_cards,
    read_cards,
)
from nightcrier.kernel.clock import is_clock_set
from nightcrier.kernel.machine_state import Battery, MachineFiles
from nightcrier.kernel.program import SERVICE_GROUPS, program_call
from nightcrier.kernel.settings import PanelSettings, PinLibrary, ScreenSettings, SoundSettings
from nightcrier.tools.doctor.host import NOTHING_HAPPENS, Finding, Health, Host, service_state

_NO_PI = f"Wire the box to a Raspberry Pi, or play without one: {program_call('sim')}"
_PIN_MODULES = {
    "gpiod": ("gpiod", "sudo systemd/install"),
    "lgpio": ("lgpio", "sudo apt install python3-lgpio"),
    "rpigpio": ("RPi", "sudo apt install python3-rpi.gpio"),
}
"""The Python module for each choice of `library`, and the command that installs the module."""
_TOO_NEW = 'Write `library = "gpiod"` under [panel]: Linux 7 as Debian builds it answers neither lgpio nor RPi.GPIO'

OFTEN = (0x3C, 0x3D)
"""The two I2C addresses that screens of this kind have."""

_BOOT_CONFIGS = ("/boot/firmware/config.txt", "/boot/config.txt")
_BUS_SPEED = "i2c_arm_baudrate=400000"
_OWNER = re.compile(r"^owner_pid\s*:\s*(\d+)", re.MULTILINE)
"""A pattern for the process that uses a sound card, in the status of the card's stream. A stream that nobody uses says
`closed`."""


def check_pins(host: Host, panel: PanelSettings) -> Iterator[Finding]:
    """Check buttons, dial and lamp. The check opens them in the same way as the service."""
    chips = sorted(host.at("/dev").glob("gpiochip*"))
    mend = _PIN_MODULES[panel.library][1]
    if not chips:
        yield Finding.wrong("pins", "This machine has no GPIO pins.", _NO_PI)
    elif missing := [name for name in _modules_of(panel.library) if not host.has_module(name)]:
        yield Finding.wrong("pins", f"The library {missing[0]} is not installed.", mend)
    elif locked := why_no_device(host, "pins", "The GPIO pins", chips):
        yield locked
    else:
        yield _claim_pins(host, panel, ", ".join(chip.name for chip in chips))


def _modules_of(library: PinLibrary) -> tuple[str, ...]:
    module, _ = _PIN_MODULES[library]
    return (module,) if library == "gpiod" else ("gpiozero", module)


def _claim_pins(host: Host, panel: PanelSettings, chips: str) -> Finding:
    """Check the pins. While the service runs, the service holds the pins, so its log says whether it could claim
    them."""
    if service_state(host).get("ActiveState") == "active":
        return Finding.fine("pins", f"The GPIO pins are there ({chips}).")
    if refused := host.pins_refused(panel):
        look = _TOO_NEW if panel.library != "gpiod" else f"Look at [panel] in {host.folders.settings[-1]}"
        return Finding.wrong("pins", refused, f"{look}; else {NOTHING_HAPPENS}")
    return Finding.fine("pins", f"The GPIO pins can be used ({chips}).")


def why_no_device(host: Host, part: str, what: str, devices: Sequence[Path]) -> Finding | None:
    if not any(host.service_may_use(device) for device in devices):
        return Finding.wrong(part, f"{what} may not be used by the service.", "sudo systemd/install && sudo reboot")
    if not any(host.may_use(device) for device in devices):
        return Finding.hidden(part, f"{what} may not be used by you; the service may.")
    return None


def check_groups(host: Host) -> Iterator[Finding]:
    unknown = [group for group in SERVICE_GROUPS if group not in host.all_groups()]
    missing = [group for group in SERVICE_GROUPS if group not in host.groups()]
    if unknown:
        what = f"This system has no group {' and no group '.join(unknown)}, so the service cannot start."
        yield Finding.advice("groups", what, "sudo systemd/install")
    elif missing:
        what = f"You are not in the group{'s' if len(missing) > 1 else ''} {', '.join(missing)}; the service is."
        # Being in a group counts from the next login.
        yield Finding.advice("groups", what, f"sudo usermod -aG {','.join(missing)} $USER, then log in again")
    else:
        yield Finding.fine("groups", "You are in the groups gpio, i2c, audio and input.")


def check_screen(host: Host, screen: ScreenSettings) -> Iterator[Finding]:
    """Check the screen, and the speed of its bus."""
    device = host.at(f"/dev/i2c-{screen.bus}")
    if screen.controller == "none":
        yield Finding.fine("screen", "The settings say that there is none: the box speaks its menus.")
    elif not device.exists():
        what = f"There is no I2C bus {screen.bus}: the box plays by voice alone."
        yield Finding.advice("screen", what, "sudo systemd/install && sudo reboot", "screen.help")
    elif locked := why_no_device(host, "screen", f"I2C bus {screen.bus}", [device]):
        yield msgspec.structs.replace(locked, health=Health.ADVICE) if locked.health is Health.WRONG else locked
    else:
        yield _look_for_screen(host, screen)
        yield from _speed(host)


def _look_for_screen(host: Host, screen: ScreenSettings) -> Finding:
    if host.answers(screen.bus, screen.address):
        other = "ssd1306" if screen.controller == "sh1106" else "sh1106"
        what = f"Something answers at {screen.address:#04x} on I2C bus {screen.bus}"
        kind = f"it is driven as an {screen.controller}; with a stripe at its edge it is an {other}"
        return Finding.fine("screen", f"{what}; {kind}.")
    silent = f"Nothing answers at {screen.address:#04x} on I2C bus {screen.bus}"
    for address in OFTEN:
        if host.answers(screen.bus, address):
            mend = f"Write `address = {address:#04x}` under [screen] in {host.folders.settings[-1]}"
            return Finding.advice("screen", f"{silent}, but something does at {address:#04x}.", mend, "screen.help")
    mend = "Look at its four wires (3.3 V, ground, SDA to pin 3, SCL to pin 5), then run this again"
    return Finding.advice("screen", f"{silent}: the box plays by voice alone.", mend, "screen.help")


def _speed(host: Host) -> Iterator[Finding]:
    for path in _BOOT_CONFIGS:
        file = host.at(path)
        if file.is_file() and _BUS_SPEED not in file.read_text(errors="replace"):
            what = "The screen's bus runs at a quarter of its speed."
            yield Finding.advice("screen", what, "sudo systemd/install && sudo reboot")
        if file.is_file():
            return


def check_loudspeaker(host: Host, settings: SoundSettings) -> Iterator[Finding]:
    there, wish = cards_for(Output(settings), read_cards(host.at("/proc/asound"))), settings.card
    best = next(iter(rank_cards(there, wish)), None)
    what, sound = card_sentence(there, wish), host.at("/dev/snd")
    if best is None:
        yield Finding.wrong("sound", what, "cat /proc/asound/cards, once the speaker is plugged in", "sound.help")
    elif locked := why_no_device(host, "sound", f"{what} It", sorted(sound.glob("pcm*p"))):
        yield locked
    elif user := _program_on(host, best):
        yield Finding.advice("sound", f"Sound card '{best.id}' is in use by {user}.", "End that program")
    elif wish and best.id != wish:
        yield Finding.advice("sound", what, f'Write `card = "{best.id}"` under [sound] in {host.folders.settings[-1]}')
    else:
        yield Finding.fine("sound", what)


def check_terminal(host: Host, settings: SoundSettings) -> Iterator[Finding]:
    """Check a computer that is no box. It needs no parts, but a speaker is better."""
    yield Finding.fine("panel", f"This computer is no box: here it opens in the terminal, by {program_call('sim')}.")
    there = cards_for(Output(settings), read_cards(host.at("/proc/asound")))
    if there:
        yield Finding.fine("sound", card_sentence(there, settings.card))
    else:
        yield Finding.advice("sound", "There is no sound card: the terminal shows what is said.", "Plug in a speaker")


def check_ear(host: Host, sound: SoundSettings) -> Iterator[Finding]:
    if not sound.ear:
        return
    there = read_cards(host.at("/proc/asound"))
    if cards_for(Output(sound, is_ear=True), there):
        yield Finding.fine("sound", f"Sound card '{sound.ear}' is the private ear.")
        return
    names = ", ".join(card.id for card in there) or "none"
    what = f"Sound card '{sound.ear}' cannot be the private ear (found: {names}): nothing is said there."
    mend = "Plug in a speaker and, for the ear, a card of another kind; write its id as `ear` under [sound]"
    yield Finding.advice("sound", what, f"{mend} in {host.folders.settings[-1]}")


def check_quiet_hours(host: Host, sound: SoundSettings) -> Iterator[Finding]:
    if not sound.quiet_hours:
        return
    if is_clock_set(host.root):
        what = f"The box knows the time. Quiet hours {sound.quiet_hours}: {sound.quiet_volume} percent at most."
        yield Finding.fine("sound", what)
        return
    lost = f"Quiet hours {sound.quiet_hours} do not count"
    if host.keeps_time():
        what = f"{lost}: the time is right, but the service cannot see that with the program that sets it here."
        yield Finding.advice("sound", what, "sudo apt install systemd-timesyncd, which takes its place")
    else:
        what = f"{lost}: neither the network nor a clock with a battery has told the time since power-on."
        yield Finding.advice("sound", what, "timedatectl, once there is a network")


def _program_on(host: Host, card: SoundCard) -> str:
    """Return the name of another program that uses the sound card, or "". A card with a free stream counts as
    unused."""
    streams = host.at(f"/proc/asound/card{card.index}").glob("pcm0p/sub*/status")
    texts = [file.read_text(errors="replace") for file in streams]
    owners = [owner[1] for text in texts if (owner := _OWNER.search(text))]
    if not owners or len(owners) < len(texts) or service_state(host).get("MainPID") in owners:
        return ""
    name = host.at(f"/proc/{owners[0]}/comm")
    return f"{name.read_text(errors='replace').strip() if name.is_file() else 'a program'} (process {owners[0]})"


KERNEL_LOG = ("journalctl", "--dmesg", "--boot", "--output=cat", "--no-pager")
_SANK = re.compile(r"under-?voltage detected", re.IGNORECASE)
_SUPPLY = "Take the power supply made for this Pi and a short cable; unplug what else it feeds"
_AIR = "Let air reach it: the slits of the case, no sun, a heat sink on the processor"


def check_machine(host: Host) -> Iterator[Finding]:
    files = MachineFiles(host.root)
    state = files.state()
    model = host.at("/proc/device-tree/model")
    if model.is_file():
        yield Finding.fine("machine", f"This is a {model.read_text(errors='replace').strip(chr(0))}.")
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
