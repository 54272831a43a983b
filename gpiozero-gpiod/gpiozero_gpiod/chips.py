"""Finds the gpiochip of the header's pins. Its number changes from kernel to kernel; its label does not."""

import os
from collections.abc import Iterator
from pathlib import Path

import gpiod

DEVICES = Path("/dev")

VARIABLE = "GPIOZERO_GPIOD_CHIP"
"""The environment variable with the chip's path, number, name or label. It is used if the factory is given none."""

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The labels of the chip behind the header of a Raspberry Pi 5, of a 4, and of all earlier ones."""

HEADER_LINE = "GPIO17"
"""The name of a line. A chip that has a line of this name is laid out like the header of a Pi."""


class NoChip(Exception):
    """Raised with the reason if no chip can be used. It is no error of gpiozero, which programs that need only lines do
    not import."""


def open_chip(wish: str | int | None = None) -> gpiod.Chip:
    """Return the wished chip, or else the header's, or else the only one. Raises `NoChip`."""
    wish = os.environ.get(VARIABLE) if wish is None else wish
    refused: list[str] = []
    chips = {path: chip for path in _paths() if (chip := _opened(path, refused)) is not None}
    found = _wished(chips, str(wish)) if wish not in (None, "") else _header(chips, alone=not refused)
    for path, chip in chips.items():
        if path != found:
            chip.close()
    if found is None:
        raise NoChip(_why(wish, list(chips), refused))
    return chips[found]


def is_header(chip: gpiod.Chip) -> bool:
    """Say whether the lines of a chip are numbered like the pins of a Raspberry Pi."""
    return chip.get_info().label in HEADER_LABELS


def line_of_pin(chip: gpiod.Chip, name: str) -> int:
    """Return the line of a pin such as `GPIO17`: on a header by its number, elsewhere by its name, if there is one."""
    lines = () if is_header(chip) else range(chip.get_info().num_lines)
    return next((offset for offset in lines if chip.get_line_info(offset).name == name), int(name.removeprefix("GPIO")))


def _paths() -> Iterator[str]:
    """Yield the path of each chip once, because some systems keep a link with its former number."""
    for path in sorted(map(str, DEVICES.glob("gpiochip*"))):
        if os.path.realpath(path) == path and gpiod.is_gpiochip_device(path):
            yield path


def _opened(path: str, refused: list[str]) -> gpiod.Chip | None:
    try:
        return gpiod.Chip(path)
    except OSError as error:
        refused.append(f"{error.strerror} ({path})")
        return None


def _wished(chips: dict[str, gpiod.Chip], wish: str) -> str | None:
    for path, chip in chips.items():
        info = chip.get_info()
        names = (path, info.name, info.label, info.name.removeprefix("gpiochip"))
        if wish in names or os.path.realpath(wish) == path:
            return path
    return None


def _header(chips: dict[str, gpiod.Chip], alone: bool) -> str | None:
    """Return the path of the header's chip, or else that of the only chip, if it is `alone`: no other was refused."""
    for label in HEADER_LABELS:
        for path, chip in chips.items():
            if chip.get_info().label == label:
                return path
    named = [path for path, chip in chips.items() if _names_header(chip)]
    return named[0] if named else next(iter(chips)) if alone and len(chips) == 1 else None


def _names_header(chip: gpiod.Chip) -> bool:
    return any(chip.get_line_info(offset).name == HEADER_LINE for offset in range(chip.get_info().num_lines))


def _why(wish: str | int | None, paths: list[str], refused: list[str]) -> str:
    if refused:
        others = f"; may be used: {', '.join(paths)}" if paths else ""
        return f"{'not every' if paths else 'no'} gpiochip may be used: {refused[0]}{others}"
    if not paths:
        return "this machine has no gpiochip"
    if wish not in (None, ""):
        return f"no gpiochip is called {wish!r}; there are {', '.join(paths)}"
    return f"none of {', '.join(paths)} is the header of a Raspberry Pi; name one in {VARIABLE}"
