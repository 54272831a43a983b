"""Measures voices that may speak a language: `python -m bench.candidates LANG VOICE...`.

A voice is a pack of `voices.toml`, or the name of one of Kokoro's vectors. All voices say the same random lines. The
table shows how many letters a recognizer gets wrong, the range of the pitch (the middle nine tenths, in semitones), the
pace, and the processor seconds for a second of sound."""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import process_time

import numpy as np

from bench.delivery import pitches
from nightcrier.kernel.chance import text_digest
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import Language, LineId
from nightcrier.takes.mastering import master_line
from nightcrier.takes.soundfiles import cut_out
from nightcrier.tools.voice_files import VoiceFiles
from nightcrier_studio.delivery import kind_of
from nightcrier_studio.engines import kokoro, kokoro_nets
from nightcrier_studio.engines.catalogue import read_voices
from nightcrier_studio.engines.kokoro_signs import SIGNS, kokoro_table
from nightcrier_studio.engines.needs import install_sentence
from nightcrier_studio.engines.port import Engine, run_program
from nightcrier_studio.heard import HeardLine, understood, unit_of
from nightcrier_studio.hearing import comparison, hear_clip, meant_texts

_LINES = 12
_VOWELS = frozenset("aeiouyæøœɑɐɒɔəɚɛɜɤɨɪɯʊʌᵊᵻAIOQWY")
_HEAD = "voice           letters wrong   95 of 100 draws   range   syllables a second   processor"


def main(arguments: Sequence[str]) -> int:
    if len(arguments) < 2 or arguments[0] not in SIGNS:
        print(f"Say a language and voices: python -m bench.candidates LANG VOICE...; one of {', '.join(SIGNS)}.")
        return 2
    language, names = Language(arguments[0]), arguments[1:]
    house = VoiceFiles(standard_folders(), None)
    script = {line: text for line, text in house.script(language).items() if kind_of(line) != "part"}
    drawn = {line: script[line] for line in sorted(script, key=text_digest)[:_LINES]}
    print(_HEAD)
    try:
        for name in names:
            print(_row(name, _engine(language, name), house, language, drawn), flush=True)
    except NightcrierError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


def _engine(language: Language, name: str) -> Engine:
    """Return the engine of a voice. If its vector was never locked, the local copy is used unchecked."""
    voice = read_voices().get(name)
    if voice and voice.language != language:
        raise WrongUse(f"The voice {name} speaks {voice.language}; name one of {language}, or one of Kokoro's.")
    is_locked = name in kokoro_table().voices
    engine = (
        voice.ready(run_program)
        if voice
        else kokoro.Kokoro(language, name, 1.0, kokoro_nets.run_network, is_locked=is_locked)
    )
    if missing := install_sentence(name, engine.needs):
        raise NightcrierError(missing)
    return engine


def _row(name: str, engine: Engine, house: VoiceFiles, language: Language, drawn: Mapping[LineId, str]) -> str:
    compare, meant = comparison(house, language).compare, meant_texts(house, language)
    heard: list[HeardLine] = []
    tones, seconds, spent, syllables = [], 0.0, 0.0, 0
    for line, spoken in drawn.items():
        began = process_time()
        sound, rate = engine.speak(spoken)
        spent += process_time() - began
        tones.append(pitches(sound, rate))
        seconds += len(cut_out(sound, rate)) / rate
        syllables += _syllables(SIGNS[language](spoken))
        heard.append(compare(line, meant[line], _heard(master_line(sound, rate), language)))
    found, low, high = understood(heard), *np.percentile(np.concatenate(tones), (5, 95))
    wrong = f"{100 * found.wrong:5.1f} % {unit_of(language):9} {100 * found.least:4.1f} to {100 * found.most:4.1f} %"
    return f"{name:15} {wrong} {high - low:7.1f} {syllables / seconds:15.1f} {spent / seconds:17.2f}"


def _syllables(signs: str) -> int:
    """Return the number of vowels that do not follow another vowel."""
    return sum(sign in _VOWELS and before not in _VOWELS for before, sign in zip(" " + signs, signs, strict=False))


def _heard(clip: bytes, language: Language) -> str:
    with tempfile.NamedTemporaryFile(suffix=".opus") as file:
        file.write(clip)
        file.flush()
        return hear_clip(Path(file.name), language)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
