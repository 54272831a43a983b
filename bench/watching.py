"""Runs a daemon on mock pins under observation."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tools.process import AT_ONCE, REPO, BoxProcess

DISK = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": os.devnull}
"""The environment for SDL's disk driver, which takes sound at the pace of a sound card."""


_UNIT = (REPO / "systemd" / "nightcrier.service").read_text("utf-8")
MEMORY = dict(pair.split("=") for pair in re.findall(r"\bMALLOC_\w+=\S+", _UNIT))
"""The environment with which the service makes glibc give memory back."""


AS_ON_A_BOX = "import sys; sys.modules |= dict.fromkeys(('numpy', 'typing_extensions'))\n"
"""Code to run before measured code, which hides two modules that pygame and msgspec import if they are installed. A
box has neither, see requirements/pi.txt."""

GLASS = """
import runpy, smbus2
from lab.guest.glass_model import GlassBus, GlassModel
smbus2.SMBus = GlassBus(GlassModel("ssd1306"))
runpy.run_module("tests.tools.driven", run_name="__main__", alter_sys=True)
"""
"""Code that gives the daemon a model of a screen. Without one, a box would read its pages aloud, which few do."""


class Watched(BoxProcess):
    """Runs a box that is observed for longer than a test would wait, with a model of the screen on its bus."""

    patience = 1800.0

    def __init__(self, folder: Path, **environ: str) -> None:
        super().__init__(folder, **environ)
        self._command = [sys.executable, "-P", "-c", AS_ON_A_BOX + GLASS, "run", "--verbose"]


@contextmanager
def running(folder: Path, settings: str = "", table: str = "", **environ: str) -> Iterator[BoxProcess]:
    """Run `nightcrier run`, and continue once it is ready. `table` holds more settings of the table."""
    (folder / "own").mkdir(parents=True, exist_ok=True)
    (folder / "own" / "device.toml").write_text(f"{settings}\n{AT_ONCE}{table}")
    with Watched(folder, **(DISK | MEMORY | environ)) as box:
        box.tells_systemd("READY=1")
        yield box
        box.end()
