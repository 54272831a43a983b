"""The programs that can speak a text on this system, which languages each is fit for, and how one is started as a
child process."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from device.kernel.ids import Language


class ChildProcess(Protocol):
    """A process that was started."""

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...


StartChild = Callable[[Sequence[str], str], ChildProcess]
"""Starts a command with a text on its standard input. Raises `OSError` when it cannot."""

FindProgram = Callable[[str], str | None]


def start_child(command: Sequence[str], text: str) -> ChildProcess:
    """A real child process. `subprocess` is slow to import and rarely needed."""
    import subprocess
    import tempfile

    with tempfile.TemporaryFile() as stdin:
        stdin.write(text.encode())
        stdin.seek(0)
        silent = subprocess.DEVNULL
        return subprocess.Popen(command, stdin=stdin, stdout=silent, stderr=silent)  # noqa: S603 - our own table's words


def find_program(program: str) -> str | None:
    import shutil

    return shutil.which(program)


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
