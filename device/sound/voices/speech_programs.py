"""The programs that can speak a text on this system, and which languages each is fit for."""

import sys
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from device.kernel.ids import Language

_HAN = ("\u3400", "\u9fff")


class SpeechProgram(Struct, frozen=True):
    """A program that reads a text from its standard input and writes a sound file. It speaks only these languages:
    what it says in others is worse than the text on the screen."""

    program: str
    words: tuple[str, ...]
    voices: Mapping[str, str]
    reads_han: bool = True

    def can(self, language: Language, spoken: str) -> bool:
        return language in self.voices and (
            self.reads_han or not any(_HAN[0] <= letter <= _HAN[1] for letter in spoken)
        )

    def command(self, program: str, voice: str, out: Path) -> list[str]:
        return [program, *(word.format(voice=voice, out=out) for word in self.words)]


RHVOICE = SpeechProgram("RHVoice-test", ("-p", "{voice}", "-r", "88", "-o", "{out}"), {"en": "bdl", "uk": "natalia"})
# No `uk`: it reduces vowels the Russian way. No `th`: 2 of 16 words are understood. Chinese wants pinyin and Japanese
# kana: it reads a Han letter wrongly, or says that there is one.
ESPEAK = SpeechProgram(
    "espeak-ng",
    ("-v", "{voice}", "-s", "135", "--stdin", "-w", "{out}"),
    {"en": "en", "fa": "fa", "it": "it", "es": "es", "de": "de", "fr": "fr", "ja": "ja", "zh-Hant": "cmn-latn-pinyin"},
    reads_han=False,
)
SYSTEM_VOICE = SpeechProgram(
    sys.executable,
    ("-m", "device.sound.voices.system_voice", "{voice}", "{out}"),
    {"en": "en", "fa": "fa", "uk": "uk", "it": "it", "es": "es", "de": "de", "fr": "fr", "ja": "ja", "th": "th"}
    | {"zh-Hant": "zh"},
)
SPEECH_PROGRAMS = (RHVOICE, ESPEAK) if sys.platform == "linux" else (SYSTEM_VOICE,)
