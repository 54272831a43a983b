"""A daemon on mock pins under observation."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.tools.process import AT_ONCE, REPO, BoxProcess

DISK = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": os.devnull}
"""SDL's disk driver takes sound at the pace of a card."""


_UNIT = (REPO / "systemd" / "nightcrier.service").read_text("utf-8")
MEMORY = dict(pair.split("=") for pair in re.findall(r"\bMALLOC_\w+=\S+", _UNIT))
"""How the service has its memory given back."""


class Watched(BoxProcess):
    """Under observation for longer than a test would wait."""

    patience = 1800.0


@contextmanager
def running(
    folder: Path, settings: str = "[screen]\ncontroller = 'none'\n", table: str = "", **environ: str
) -> Iterator[BoxProcess]:
    """`nightcrier run`, ready; `table` are more settings of the table."""
    (folder / "own").mkdir(parents=True, exist_ok=True)
    (folder / "own" / "device.toml").write_text(f"{settings}\n{AT_ONCE}{table}")
    with Watched(folder, **(DISK | MEMORY | environ)) as box:
        box.tells_systemd("READY=1")
        yield box
        box.end()
