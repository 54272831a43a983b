"""NetworkManager, as root asks it by `nmcli`: lists of arguments, no shell, and never a password among them, which
everybody on the machine could read there. What it says is read in the C locale; statuses are those of nmcli(1)."""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from device.kernel.chores import WifiFault
from device.kernel.ids import Seconds

NO_PROGRAM, TIMED_OUT, NOT_RUNNING = 127, 3, 8
"""The first is what a shell says of a program that is not there; the others are nmcli's own."""
_PROGRAM = ("/usr/bin/nmcli",)
_LONGEST: Seconds = 60.0
"""It gives up by itself before (`--wait`)."""
_FIELD = re.compile(r"(?<!\\):")
_WIFI, _FREE, _UP = "wifi", "disconnected", "connected"
_LEFT_ALONE, _SWITCHED_OFF = "unmanaged", "unavailable"


class NmcliAnswer(Struct, frozen=True):
    """How it ended, and what it said."""

    status: int
    said: str = ""


AskNmcli: TypeAlias = Callable[[tuple[str, ...]], NmcliAnswer]


class WifiChip(Struct, frozen=True):
    """A device of the machine; `state` as nmcli-devices names it, `profile` the one that is active on it."""

    device: str
    state: str
    profile: str


def ask_nmcli(words: tuple[str, ...], program: Sequence[str] = _PROGRAM, longest: Seconds = _LONGEST) -> NmcliAnswer:
    """Why it failed goes into the log."""
    try:
        done = subprocess.run(  # noqa: S603 - by its whole path, and words of ours
            (*program, *words),
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
            timeout=longest,
        )
    except FileNotFoundError:
        return NmcliAnswer(NO_PROGRAM)
    except subprocess.TimeoutExpired:
        return NmcliAnswer(TIMED_OUT)
    print(done.stderr, end="", file=sys.stderr)
    return NmcliAnswer(done.returncode, done.stdout)


def wifi_chips(ask: AskNmcli) -> tuple[WifiChip, ...] | WifiFault:
    """All of the machine; or that nobody can say."""
    answer = ask(("--terse", "--fields", "DEVICE,TYPE,STATE,CON-UUID", "device", "status"))
    if answer.status in (NO_PROGRAM, NOT_RUNNING):
        return WifiFault.NO_MANAGER
    if answer.status:
        return WifiFault.FAILED
    rows = (_FIELD.split(line) for line in answer.said.splitlines())
    return tuple(WifiChip(row[0], row[2], row[3]) for row in rows if len(row) == 4 and row[1] == _WIFI)


def chip_of(chips: tuple[WifiChip, ...], profile: str) -> WifiChip | None:
    """On which this profile is up."""
    return next((chip for chip in chips if chip.profile == profile and chip.state == _UP), None)


def free_chip(chips: tuple[WifiChip, ...]) -> WifiChip | WifiFault:
    """One that nothing else uses; or what people have to know of those that there are."""
    states = {chip.state: chip for chip in chips}
    if _FREE in states:
        return states[_FREE]
    if not set(states) - {_LEFT_ALONE}:
        return WifiFault.NO_MANAGER if states else WifiFault.NO_CHIP
    return WifiFault.BLOCKED if not set(states) - {_LEFT_ALONE, _SWITCHED_OFF} else WifiFault.BUSY


def load_profile(ask: AskNmcli, file: Path) -> bool:
    return ask(("connection", "load", str(file))).status == 0


def bring_up(ask: AskNmcli, profile: str, device: str) -> bool:
    return ask(("--wait", "40", "connection", "up", "uuid", profile, "ifname", device)).status == 0


def bring_down(ask: AskNmcli, profile: str) -> bool:
    return ask(("--wait", "20", "connection", "down", "uuid", profile)).status == 0
