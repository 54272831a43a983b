"""Renders beds and signals into the sound folder and writes `sounds.toml`, which says what there is."""

from collections.abc import Callable, Mapping
from pathlib import Path

from device.studio.ogg import duration
from device.studio.ring import RATE
from device.studio.soundfiles import loop, save
from device.studio.sounds.catalogue import BEDS, SIGNALS

HEADER = "# Beds and signals, own synthesis of `device/studio/sounds`. Written by `nightcrier voices sounds`.\n"


def build(folder: Path, told: Callable[[str], None]) -> None:
    """All of them; `told` hears each name as it is begun."""
    for kind, makers in (("beds", BEDS), ("signals", SIGNALS)):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        for name, maker in makers.items():
            told(name)
            save(folder / kind / f"{name}.ogg", loop(maker.sound(name), RATE))
    (folder / "sounds.toml").write_text(HEADER + _table(folder, "beds", BEDS) + _table(folder, "signals", SIGNALS))


def _table(folder: Path, kind: str, names: Mapping[str, object]) -> str:
    return "".join(_row(folder, f"{kind}/{name}.ogg", f"{kind}.{name}") for name in names)


def _row(folder: Path, file: str, key: str) -> str:
    return f'\n[{key}]\nfile = "{file}"\nseconds = {duration(folder / file):.3f}\n'
