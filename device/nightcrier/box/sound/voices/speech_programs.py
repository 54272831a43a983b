"""List the programs that can speak a text on this system, with their languages, and start them as child processes.

One of these programs is this file itself, for systems without another program. With pyttsx3 this program writes a
sentence to a sound file. Its arguments are the language and the file, and the text comes from the standard input. The
parent process sets the time limit. Exit status 3 says that no voice speaks this language."""

import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from nightcrier.kernel.ids import Language


class ChildProcess(Protocol):
    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def kill(self) -> None: ...


StartChild = Callable[[Sequence[str], str], ChildProcess]
"""A function that starts a command with a text on its standard input, or raises `OSError`."""

FindProgram = Callable[[str], str | None]


def start_child(command: Sequence[str], text: str) -> ChildProcess:
    """Start a real child process. `subprocess` is imported only here, because the import is slow and rarely needed."""
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


_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lo"})
_HAN = "CJK"
_KANA = ("HIRAGANA", "KATAKANA")


def _reads_letters(spoken: str, scripts: tuple[str, ...]) -> bool:
    """Say whether all letters of the text belong to these scripts, by their Unicode names."""
    letters = (each for each in unicodedata.normalize("NFKC", spoken) if unicodedata.category(each) in _LETTERS)
    return all(unicodedata.name(letter, "").startswith(scripts) for letter in letters)


class LiveVoice(Struct, frozen=True):
    """A voice with the name that its program uses. `loudness` is a number of this program that makes the voice as loud
    as a clip; docs/proofs/voices.md has the differences. Both programs limit their peaks, so no sound is clipped."""

    name: str
    loudness: int = 100
    scripts: tuple[str, ...] = ("LATIN",)
    """The scripts that the voice can read. For letters of other scripts the voice only spells the names of the
    letters."""


class SpeechProgram(Struct, frozen=True):
    """A program that reads a text from its standard input and writes a sound file. It speaks only the languages of
    `voices`. For other languages, text on the screen is better."""

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
    ("-m", "nightcrier.box.sound.voices.speech_programs", "{voice}", "{out}"),
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


NO_VOICE = 3


def can_speak(voice: Any, language: str) -> bool:
    """Say whether a system voice speaks the language. macOS has a list of languages (`en_US`), and Windows has the
    language only in the voice's id."""
    listed = [each.decode() if isinstance(each, bytes) else str(each) for each in voice.languages or ()]
    tags = [tag.strip("\x05").lower().replace("-", "_").split("_")[0] for tag in listed]
    return language in tags or f"_{language}-" in voice.id.lower()


def write_speech(engine: Any, language: str, text: str, out: Path) -> int:
    voice = next((each for each in engine.getProperty("voices") if can_speak(each, language)), None)
    if voice is None:
        return NO_VOICE
    engine.setProperty("voice", voice.id)
    engine.save_to_file(text, str(out))
    engine.runAndWait()
    return 0


def convert_to_wav(out: Path) -> None:
    """Convert a sound file to WAV if it has another format. macOS always writes AIFF, even to a file named `.wav`."""
    if out.read_bytes()[:4] != b"RIFF":
        import soundfile

        samples, rate = soundfile.read(out)
        soundfile.write(out, samples, rate, format="WAV", subtype="PCM_16")


def run_child(arguments: list[str]) -> int:
    import pyttsx3

    language, out = arguments[0], Path(arguments[1])
    status = write_speech(pyttsx3.init(), language, sys.stdin.read(), out)
    if status == 0:
        convert_to_wav(out)
    return status


if __name__ == "__main__":
    sys.exit(run_child(sys.argv[1:]))
