"""Speaks with the voice of macOS or Windows: pyttsx3 writes a sentence, from the standard input, to a sound file. The
arguments are the language and the file. Exit status 3 says that no voice speaks this language."""

import sys
from pathlib import Path
from typing import Any

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
