"""Lists the programs that can speak a text on this system, with their languages, and starts them as child processes."""

import os
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from nightcrier.kernel.ids import Language, Seconds

if TYPE_CHECKING:
    from subprocess import Popen


class ChildProcess(Protocol):
    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...


StartChild = Callable[[Sequence[str], str], ChildProcess]
"""A function that starts a command with a text on its standard input, or raises `OSError`."""

FindProgram = Callable[[str], str | None]

_ROOM = 1 << 20
"""The size of a pipe in bytes, enough for 23 s of speech: the most that a program may request without privileges."""
_MOST = 8 * _ROOM  # of a program that never ends


def start_child(command: Sequence[str], text: str, *, hears: bool = False) -> "Popen[bytes]":
    """Start a real child process. With `hears`, its output can be read. `Popen` is imported here, because importing it
    is slow and rarely needed."""
    from subprocess import DEVNULL, PIPE, Popen

    child = Popen(command, stdin=PIPE, stdout=PIPE if hears else DEVNULL, stderr=DEVNULL, pipesize=_ROOM)  # noqa: S603 - our own table's words
    if child.stdin:
        with suppress(BrokenPipeError), child.stdin:
            child.stdin.write(text.encode())
    return child


def find_program(program: str) -> str | None:
    import shutil

    return shutil.which(program)


_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lo"})
_HAN = "CJK"
_KANA = ("HIRAGANA", "KATAKANA")


def _reads_letters(spoken: str, scripts: tuple[str, ...]) -> bool:
    """Say whether all letters of the text belong to these scripts, judged by their Unicode names."""
    letters = (each for each in unicodedata.normalize("NFKC", spoken) if unicodedata.category(each) in _LETTERS)
    return all(unicodedata.name(letter, "").startswith(scripts) for letter in letters)


class LiveVoice(Struct, frozen=True):
    """A voice, by the name that its program uses. `loudness` is a setting of this program that makes the voice as loud
    as a clip; docs/proofs/voices.md has the differences. Both programs limit their peaks, so no sound is clipped."""

    name: str
    loudness: int = 100
    scripts: tuple[str, ...] = ("LATIN",)
    """The scripts that the voice can read. It would only spell out the names of letters in other scripts."""


class SpeechProgram(Struct, frozen=True):
    """A program that reads a text from its standard input and writes a sound file. `voices` has the languages that it
    speaks well enough. For other languages, text on the screen is better."""

    program: str
    words: tuple[str, ...]
    voices: Mapping[str, LiveVoice]

    def can(self, language: Language, spoken: str) -> bool:
        voice = self.voices.get(language)
        return voice is not None and _reads_letters(spoken, voice.scripts)

    def command(self, program: str, voice: LiveVoice, out: Path) -> list[str]:
        return [program, *(word.format(voice=voice.name, loudness=voice.loudness, out=out) for word in self.words)]


RHVOICE = SpeechProgram(
    "RHVoice-test",
    ("-p", "{voice}", "-r", "88", "-v", "{loudness}", "-o", "{out}"),
    {"en": LiveVoice("bdl", 188), "uk": LiveVoice("natalia", 175, ("CYRILLIC", "LATIN"))},
)
# No `uk`: it reduces vowels the Russian way. No `th`: 2 of 16 words are understood. Chinese wants pinyin and Japanese
# kana: it reads a Han letter wrongly, or says that there is one. In Japanese it spells Latin words.
ESPEAK = SpeechProgram(
    "espeak-ng",
    ("-v", "{voice}", "-s", "135", "-a", "{loudness}", "--stdin", "-w", "{out}"),
    {
        "en": LiveVoice("en", 157),
        "fa": LiveVoice("fa", 150, ("ARABIC", "LATIN")),
        "it": LiveVoice("it", 190),
        "es": LiveVoice("es", 180),
        "de": LiveVoice("de", 172),
        "fr": LiveVoice("fr", 200),
        "ja": LiveVoice("ja", 155, _KANA),
        "zh-Hant": LiveVoice("cmn-latn-pinyin", 135),
    },
)
SYSTEM_VOICE = SpeechProgram(
    sys.executable,
    ("-m", "nightcrier.tools.system_voice", "{voice}", "{out}"),
    {each: LiveVoice(each) for each in ("en", "it", "es", "de", "fr")}
    | {
        "uk": LiveVoice("uk", scripts=("CYRILLIC", "LATIN")),
        "fa": LiveVoice("fa", scripts=("ARABIC", "LATIN")),
        "ja": LiveVoice("ja", scripts=(*_KANA, _HAN, "LATIN")),
        "th": LiveVoice("th", scripts=("THAI", "LATIN")),
        "zh-Hant": LiveVoice("zh", scripts=(_HAN, "LATIN")),
    },
)
SPEECH_PROGRAMS = (RHVOICE, ESPEAK) if sys.platform == "linux" else (SYSTEM_VOICE,)


def pipe_speech(
    language: Language, text: str, patience: Seconds, programs: Sequence[SpeechProgram] = SPEECH_PROGRAMS
) -> bytes:
    """Return the speech of a text as a WAV, or nothing if this box cannot make it in time. The speech goes through a
    pipe, because other programs could see the names, sizes and times of files. As long as the speech fits into the
    pipe, the reader wakes only once."""
    can = (each for each in programs if each.can(language, text) and find_program(each.program))
    if (program := next(can, None)) is None:
        return b""
    from fcntl import ioctl
    from select import POLLIN, poll
    from termios import FIONREAD

    command = program.command(program.program, program.voices[language], Path("/dev/stdout"))
    with suppress(OSError), start_child(command, text, hears=True) as child:
        if child.stdout:
            (end := poll()).register(child.stdout, 0)  # not for what comes before
            ended, waiting = end.poll(patience * 1000), ioctl(child.stdout, FIONREAD, bytes(4))
            if ended or int.from_bytes(waiting, sys.byteorder) >= _ROOM:  # a full pipe: the program waits for us
                heard = b""
                end.modify(child.stdout, POLLIN)
                while len(heard) < _MOST and end.poll(patience * 1000):
                    if not (more := os.read(child.stdout.fileno(), _ROOM)):
                        return heard
                    heard += more
            child.kill()
    return b""
