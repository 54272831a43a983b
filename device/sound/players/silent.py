"""A player that plays nothing: the desk above it keeps the time. For rehearsals, and for a box without a speaker."""

from pathlib import Path

from device.sound.player import Fader, NoSound, Ramp

UNPLUGGED = "No speaker; plug one in."


class SilentPlayer:
    """Takes everything and makes no sound. Its plug can be pulled, as a rehearsal wants it."""

    def __init__(self) -> None:
        self.plugged = True

    def open(self) -> str:
        if not self.plugged:
            raise NoSound(UNPLUGGED)
        return ""

    def alive(self) -> bool:
        return self.plugged

    def due(self) -> None:
        return None

    def close(self) -> None: ...

    def load(self, clip: Path) -> None: ...

    def is_ready(self, clip: Path) -> bool:
        return True

    def play(self, clip: Path, at: float) -> None: ...

    def queue(self, clip: Path, at: float) -> None: ...

    def stop(self, at: float) -> None: ...

    def signal(self, sound: Path, at: float) -> None: ...

    def cue_bed(self, loop: Path) -> None: ...

    def bed(self, loop: Path | None, at: float) -> None: ...

    def drone(self, loop: Path, at: float) -> None: ...

    def turn(self, fader: Fader, ramp: Ramp) -> None: ...

    def poll(self, now: float) -> None: ...
