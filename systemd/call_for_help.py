"""Says on the screen, in large letters, that the box stays down; nightcrier-help.service starts this. With `dark` it
blanks the screen: nightcrier.service does this whenever the program has ended. But if systemd ended a start as too
slow, the screen says so at once, since the next start may hang as long.

Nothing that made the program crash must stop this, so it uses only data of the program: the standard library of the
system's Python, the settings, and `help.json` beside this file, which has the bytes to send.
"""

import fcntl
import json
import os
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SETTINGS = (HERE.parent / "config" / "device.toml", Path("/etc/nightcrier/device.toml"))
READY = Path("/run/nightcrier-ready")  # nightcrier.service lays it there once the program is ready
I2C_SLAVE = 0x0703  # linux/i2c-dev.h: to which address is written from here on
COMMANDS, DOTS = b"\x00", b"\x40"
DARK, LIT, CONTRAST, PAGE_BY_PAGE = b"\xae", b"\xaf", b"\x81", b"\x20\x02"
WIDTH = 128
MOST_LETTERS, MOST_DOTS, MOST_SIGNS = 64 * 1024, 32, 4096
"""The most letters in settings, the most dots in a line, and the most lines, dots and brackets in all. The program
takes no more (device/nightcrier/kernel/reading.py), and reading must be quick."""
TRIES, PAUSE = 5, 0.5
"""The number of tries for a screen that does not answer, and the seconds between. The unit allows ten in all."""
try:
    KNOWN: dict[str, dict[str, str]] = json.loads((HERE / "help.json").read_text("utf-8"))
except (OSError, ValueError) as missing:
    sys.exit(f"What to send to the glass cannot be read ({missing}); put it back with: sudo systemd/install")
USABLE = {
    "controller": (*KNOWN, "none"),
    "bus": range(31),
    "address": range(0x08, 0x78),
    "upside_down": (False, True),
    "column_offset": range(5),
    "contrast": range(256),
}
"""The values that the program accepts for each setting used here."""


def screen_settings(files: tuple[Path, ...]) -> dict[str, Any]:
    """Return the shipped settings of the screen, overridden by the owner's if the program would accept those."""
    screen: dict[str, Any] = {}
    for file in files:
        try:
            found = tomllib.loads(plain_text(file)).get("screen", {})
            screen |= {key: found[key] for key in USABLE if key in found and is_usable(key, found[key])}
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as wrong:
            print(f"{file} is passed over: {wrong!r}", file=sys.stderr)
    return screen


def plain_text(file: Path) -> str:
    """Read a file, but no pipe, which might never end, and no file with so many dots that parsing takes too long."""
    if file.exists() and not file.is_file():
        raise OSError("it is no plain file")
    with file.open(encoding="utf-8-sig") as opened:
        text = opened.read(MOST_LETTERS + 1)
    signs = sum(map(text.count, "\n.[{"))
    if len(text) > MOST_LETTERS or signs > MOST_SIGNS or any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise ValueError("it is too large")
    return text


def is_usable(key: str, value: object) -> bool:
    """Say whether a setting has this type and value. Python treats true and 1.0 as 1, but the program does not."""
    return type(value) is type(USABLE[key][0]) and value in USABLE[key]


def transfers(screen: dict[str, Any], known: dict[str, dict[str, str]]) -> Iterator[bytes]:
    """Yield what makes the screen say that the box is down, however it was set up before."""
    controller = known[screen["controller"]]
    yield COMMANDS + DARK
    yield COMMANDS + bytes.fromhex(controller["setup"])
    if screen["upside_down"]:
        yield COMMANDS + bytes.fromhex(controller["upside_down"])
    yield COMMANDS + PAGE_BY_PAGE + CONTRAST + bytes([screen["contrast"]])
    column = screen[controller["offset"]] if controller["offset"] else 0
    picture = bytes.fromhex(controller["picture"])
    for page in range(len(picture) // WIDTH):
        yield COMMANDS + bytes([0xB0 | page, column & 0x0F, 0x10 | column >> 4])
        yield DOTS + picture[page * WIDTH : (page + 1) * WIDTH]
    yield COMMANDS + LIT


def chosen_transfers(
    word: str, result: str, ready: Path = READY
) -> Callable[[dict[str, Any], dict[str, dict[str, str]]], Iterator[bytes]]:
    """Choose what the screen shows. systemd says `timeout` for a start that hung, but also for a slow end, which is
    no reason to call for help."""
    return darkened if word == "dark" and (result != "timeout" or ready.exists()) else transfers


def darkened(screen: dict[str, Any], known: dict[str, dict[str, str]]) -> Iterator[bytes]:
    """Yield what blanks the screen."""
    yield COMMANDS + DARK


def call_for_help(
    files: tuple[Path, ...],
    devices: Path,
    pause: Callable[[float], None] = time.sleep,
    sent: Callable[[dict[str, Any], dict[str, dict[str, str]]], Iterator[bytes]] = transfers,
) -> None:
    """Send everything, again from the start if a try fails, since the screen may then be only partly set up."""
    screen = screen_settings(files)
    if screen["controller"] == "none":
        return
    device = devices / f"i2c-{screen['bus']}"
    for left in reversed(range(TRIES)):
        try:
            write_all(device, screen["address"], sent(screen, KNOWN))
            break
        except OSError:
            if not left or not device.exists():
                raise
        pause(PAUSE)


def write_all(device: Path, address: int, written: Iterator[bytes]) -> None:
    """Write each transfer by itself, as the kernel's I2C bus requires."""
    with device.open("r+b", buffering=0) as bus:
        fcntl.ioctl(bus, I2C_SLAVE, address)
        for transfer in written:
            bus.write(transfer)


if __name__ == "__main__":
    try:
        sent = chosen_transfers("".join(sys.argv[1:]), os.environ.get("SERVICE_RESULT", ""))
        call_for_help(SETTINGS, Path("/dev"), sent=sent)
    except (OSError, KeyError, TypeError, ValueError) as silent:
        sys.exit(f"The glass does not take it: {silent!r}")
