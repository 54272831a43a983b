"""Readings: a text as an engine reads it, in writing, so that a mistake can be seen without hearing it. Pinyin, the
phonetic alphabet, kana, Thai syllables, Ukrainian stress. Pico tells nothing: for its languages the reading is the text
itself."""

import ctypes
import re
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from device.kernel.errors import NightcrierError
from device.studio.engines.catalogue import StudioVoice
from device.studio.engines.port import ProgramCall, run_program
from device.studio.engines.programs import with_full_stop
from device.studio.engines.rhvoice_data import StressRules, Transducer
from device.studio.engines.spellings import STRESS, pinyin, speller
from device.studio.engines.thai import thai_pronunciation
from device.studio.engines.thai_sounds import thai_phrases

ReadText = Callable[[str], str]
_GUESSED = "?"
"""The mark before a word that is in no dictionary of the engine: it guesses."""

_SYNCHRONOUS, _UTF8, _IPA = 2, 1, 2  # as espeak-ng counts
_RHVOICE = Path("/usr/share/RHVoice/languages")
_VOWELS = "аеиоуюяєії"
_WORD = re.compile(r"[^\W\d_]+(?:[\u0301'’ʼ]+[^\W\d_]*)*")


def reader_of(voice: StudioVoice) -> ReadText:
    """The reader for the engine of this voice."""
    readers: Mapping[str, Callable[[], ReadText]] = {
        "espeak": lambda: lambda text: phonetic(speller(voice.language)(text), voice.voice),
        "mandarin": lambda: pinyin,
        "openjtalk": lambda: lambda text: kana(text, voice),
        "pico": lambda: with_full_stop,
        "rhvoice": _ukrainian if voice.language == "uk" else _english,
        "thai": lambda: _thai_syllables_of,
    }
    return readers[voice.engine]()


def phonetic(text: str, voice: str) -> str:
    """The text in the phonetic alphabet, as espeak-ng says it, a stroke between its clauses."""
    library = _espeak()
    library.espeak_SetVoiceByName(voice.encode())
    left = ctypes.c_char_p(text.encode())
    clauses = []
    while left.value:
        clauses.append(library.espeak_TextToPhonemes(ctypes.byref(left), _UTF8, _IPA).decode().strip())
    return " | ".join(filter(None, clauses))


@cache
def _espeak() -> Any:
    try:
        library = ctypes.CDLL("libespeak-ng.so.1")
    except OSError as fault:
        raise NightcrierError("espeak-ng is missing; run: sudo apt install espeak-ng") from fault
    library.espeak_Initialize(_SYNCHRONOUS, 0, None, 0)
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    return library


def kana(text: str, voice: StudioVoice) -> str:
    """The text in kana, as Open JTalk says it, a space between its words."""
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as folder:
        trace = Path(folder) / "trace"

        def traced(order: ProgramCall) -> None:
            run_program(ProgramCall((*order.words, "-ot", str(trace)), order.spoken, order.out))

        replace(voice, speed=_HURRIED).ready(traced).speak(text)
        words = trace.read_text("utf-8").partition("\n\n")[0].splitlines()[1:]
    return " ".join(word.split(",")[_SPOKEN] for word in words)


_HURRIED = 10.0
"""The speed for readings, which nobody listens to: the less sound is made, the sooner the words are told."""
_SPOKEN = -4
"""The column of a word, counted from its end, that holds how it is spoken."""


def _thai_syllables_of(text: str) -> str:
    """The text in Thai syllables, as PyThaiTTS pronounces it, phrase by phrase."""
    return " | ".join(thai_pronunciation(phrase) for phrase in thai_phrases(text))


def _english() -> ReadText:
    words = _transducer("English/cmulex.fst")

    def read(word: str) -> str:
        phones = words.translate(word.lower())
        return f"{_GUESSED}{word}" if phones is None else " ".join(phones)

    return lambda text: " / ".join(read(found[0].replace("’", "'")) for found in _WORD.finditer(text))


def _ukrainian() -> ReadText:
    stress, spelled = _ukrainian_stress(), speller("uk")
    return lambda text: _WORD.sub(lambda word: _mark(word[0], stress), spelled(text))


def _ukrainian_stress() -> Callable[[str], int | None]:
    """A function that finds which letter of a word, in small letters, RHVoice stresses; None where it knows of none."""
    marks, words = _transducer("Ukrainian/stress_marks.fst"), _transducer("Ukrainian/stress.fst")
    rules = StressRules(_RHVOICE / "Ukrainian/stress.fsm")

    @cache
    def stressed(word: str) -> int | None:
        signs = marks.translate(word) or words.translate(word)
        if signs is None:
            return rules.stressed(word)
        return next((at for at, sign in enumerate(signs) if sign.isupper()), None)

    return stressed


def _mark(word: str, stress: Callable[[str], int | None]) -> str:
    """The word with a mark over what is stressed. One syllable needs none."""
    plain = word.replace(STRESS, "")
    if sum(letter in _VOWELS for letter in plain.lower()) < 2:
        return plain
    at = stress(word.lower())
    return f"{_GUESSED}{plain}" if at is None else plain[: at + 1] + STRESS + plain[at + 1 :]


@cache
def _transducer(file: str) -> Transducer:
    return Transducer(_RHVOICE / file)
