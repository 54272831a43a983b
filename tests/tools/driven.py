"""`python -m tests.tools.driven COMMAND`: runs the program on mock pins, in its own process.

Gestures come on standard input, one a line: `start`, `back hold`, `dial press`, `dial +2`. A line `hang` makes the next
picture take forever; `break lamp` and similar lines make that part raise an error."""

import faulthandler
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gpiozero_gpiod.paper import PaperBoard, paper_machine
from nightcrier.box.panel.gpio import PINS
from nightcrier.box.panel.hand import Act, Fingers
from nightcrier.cli import main
from nightcrier.kernel.settings import PanelSettings

ACTS = {
    "start": (Act.START,),
    "start hold": (Act.START_HOLD,),
    "back": (Act.BACK,),
    "back hold": (Act.BACK_HOLD,),
    "dial press": (Act.DIAL,),
}

BOARD = PaperBoard("pinctrl-bcm2711")


def hands() -> None:
    settings = PanelSettings()
    # Further apart than the strikes of a shaking finger, also where this thread is held up before a contact moves.
    fingers = Fingers(replace(settings, strike_ms=settings.strike_ms + 100))
    for line in map(str.strip, sys.stdin):
        if line == "hang":
            sabotage("nightcrier.box.face.look", lambda *_: threading.Event().wait())
        elif line.startswith("break "):
            sabotage(line.removeprefix("break "), broken)
        else:
            play(settings, fingers, line)


def play(settings: PanelSettings, fingers: Fingers, gesture: str) -> None:
    """Make a gesture like a hand, moving the contacts at the right times."""
    what, _, how = gesture.rpartition(" ")
    steps = int(how) if what == "dial" and how != "press" else 0
    for act in (Act.RIGHT if steps > 0 else Act.LEFT,) * abs(steps) or ACTS[gesture]:
        fingers.do(act, time.monotonic())
    while (due := fingers.due()) is not None:
        time.sleep(max(0.0, due - time.monotonic()))
        while move := fingers.take_move(time.monotonic()):
            BOARD.drive(getattr(settings, PINS[move.pin]), move.active != settings.active_low)


def sabotage(name: str, deed: Any) -> None:
    """Replace a function of a module, or a method of its class, by `deed`."""
    path, _, function = name.rpartition(".")
    module, _, kind = path.rpartition(".")
    owner: Any = sys.modules.get(path) or getattr(sys.modules[module], kind)
    assert hasattr(owner, function)
    setattr(owner, function, deed)


def broken(*_: Any, **__: Any) -> None:
    raise RuntimeError("broken on purpose")


if __name__ == "__main__":
    faulthandler.register(signal.SIGUSR1)  # a box that hangs says where, before the tests kill it
    paper_machine(Path(os.environ["RUNTIME_DIRECTORY"]), setattr)(BOARD)
    threading.Thread(target=hands, daemon=True).start()
    sys.exit(main(sys.argv[1:]))
