"""Renders beds and signals into the sound folder and writes `sounds.toml`, which says what there is."""

from collections.abc import Callable
from pathlib import Path

from device.kernel.files import replace_file
from device.studio.ogg import duration
from device.studio.ring import RATE
from device.studio.soundfiles import loop
from device.studio.sounds.catalogue import BEDS, SIGNALS

HEADER = "# Beds and signals, own synthesis of `device/studio/sounds`. Written by `nightcrier voices sounds`.\n"


def build(folder: Path, told: Callable[[int, int], None]) -> None:
    """All of them; `told` hears how many of how many are done."""
    rows, total = "", len(BEDS) + len(SIGNALS)
    for kind, makers in (("beds", BEDS), ("signals", SIGNALS)):
        for name, maker in makers.items():
            file = f"{kind}/{name}.ogg"
            replace_file(folder / file, loop(maker.sound(name), RATE))
            rows += f'\n[{kind}.{name}]\nfile = "{file}"\nseconds = {duration(folder / file):.3f}\n'
            told(rows.count("["), total)
    replace_file(folder / "sounds.toml", (HEADER + rows).encode())
