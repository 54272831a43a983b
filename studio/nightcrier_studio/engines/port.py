"""Define the port of a speaking machine: a text goes in, spelled for that machine, and one channel of sound comes
out."""

import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from nightcrier.kernel.errors import NightcrierError
from nightcrier.takes.soundfiles import read_sound
from nightcrier.takes.waves import Wave
from nightcrier_studio.delivery import PLAIN, Manner
from nightcrier_studio.engines.needs import Need

ENGINE_PATIENCE = 60.0
"""The seconds after which the studio stops waiting for a machine that does not answer."""


class ProgramCall(Struct, frozen=True):
    words: tuple[str, ...]
    spoken: str
    out: Path


class Engine(Protocol):
    """A voice that can speak any text in its language."""

    @property
    def needs(self) -> Sequence[Need]: ...

    def speak(self, text: str, manner: Manner = PLAIN) -> tuple[Wave, int]:
        """Return the sound of a text in a manner, and its sample rate. Raises `NightcrierError` if that fails."""
        ...


RunProgram = Callable[[ProgramCall], None]


def run_program(order: ProgramCall) -> None:
    try:
        subprocess.run(  # noqa: S603 - the words are the studio's own; the text goes in as data
            order.words, input=order.spoken.encode(), capture_output=True, check=True, timeout=ENGINE_PATIENCE
        )
    except (OSError, subprocess.SubprocessError) as fault:
        raise NightcrierError(f"{order.words[0]} could not say '{order.spoken}' ({fault}); try it by hand.") from fault


class ProgramEngine:
    """An engine that runs a program for each text. `words` returns the command line for a text, for the sound file that
    the program writes, and for a manner."""

    def __init__(
        self,
        needs: Sequence[Need],
        words: Callable[[str, str, Manner], tuple[str, ...]],
        run: RunProgram,
        spell: Callable[[str], str],
    ) -> None:
        self.needs, self._words, self._run, self._spell = needs, words, run, spell

    def speak(self, text: str, manner: Manner = PLAIN) -> tuple[Wave, int]:
        with tempfile.TemporaryDirectory(prefix="nightcrier-") as folder:
            out = Path(folder) / "line.wav"
            self._run(ProgramCall(self._words(text, str(out), manner), self._spell(text), out))
            return read_sound(out)
