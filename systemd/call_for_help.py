"""Says on the glass, in large letters, that the box stays down: nightcrier-help.service starts this. With `dark` it
leaves the glass dark: nightcrier.service does this whenever the program has ended. Where systemd ended it as too slow,
the glass says it at once instead: the next start may hang as long.

Whatever made the program crash must not stop it, so it takes nothing of the program but data: the standard library of
the system's Python, the settings, and `help.json` beside this file, where the program has left what to send.
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
"""In settings, in a line of them, and lines, dots and brackets in all: the program takes no more
(device/nightcrier/kernel/reading.py), and there is no time."""
TRIES, PAUSE = 5, 0.5
"""A glass that does not answer at once is asked again. For all of it the unit gives ten seconds."""
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
"""What the program takes for each of the settings that count here."""


def screen_settings(files: tuple[Path, ...]) -> dict[str, Any]:
    """The shipped ones, and over them those of the owner that the program would use, too."""
    screen: dict[str, Any] = {}
    for file in files:
        try:
            found = tomllib.loads(plain_text(file)).get("screen", {})
            screen |= {key: found[key] for key in USABLE if key in found and is_usable(key, found[key])}
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as wrong:
            print(f"{file} is passed over: {wrong!r}", file=sys.stderr)
    return screen


def plain_text(file: Path) -> str:
    """Nobody would ever end a pipe, and a key with many dots costs the parser their square."""
    if file.exists() and not file.is_file():
        raise OSError("it is no plain file")
    with file.open(encoding="utf-8-sig") as opened:
        text = opened.read(MOST_LETTERS + 1)
    signs = sum(map(text.count, "\n.[{"))
    if len(text) > MOST_LETTERS or signs > MOST_SIGNS or any(line.count(".") > MOST_DOTS for line in text.split("\n")):
        raise ValueError("it is too large")
    return text


def is_usable(key: str, value: object) -> bool:
    """Python takes true and 1.0 for 1; the program does not."""
    return type(value) is type(USABLE[key][0]) and value in USABLE[key]


def transfers(screen: dict[str, Any], known: dict[str, dict[str, str]]) -> Iterator[bytes]:
    """What makes the glass say it, whatever it was set up for before."""
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
    """Choose what the glass shows. systemd says `timeout` of a start that hung, and of a slow end, which is no reason
    to call."""
    return darkened if word == "dark" and (result != "timeout" or ready.exists()) else transfers


def darkened(screen: dict[str, Any], known: dict[str, dict[str, str]]) -> Iterator[bytes]:
    """Nothing is to be read on it any more."""
    yield COMMANDS + DARK


def call_for_help(
    files: tuple[Path, ...],
    devices: Path,
    pause: Callable[[float], None] = time.sleep,
    sent: Callable[[dict[str, Any], dict[str, dict[str, str]]], Iterator[bytes]] = transfers,
) -> None:
    """All of it, until the glass has taken all of it: after a try that failed it may be set up by half."""
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
    """One write a transfer, as the kernel's bus wants it."""
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
