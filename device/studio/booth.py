"""Records a person line by line: hear the old voice, three, two, one, speak, hear yourself, keep it or try again. Or
takes recordings from a folder into the person's pack: files named by line id, in any common format."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from device.kernel.errors import NightcrierError, WrongUse
from device.kernel.ids import LineId, Seconds
from device.studio.mastering import UnusableRecording, master_line
from device.studio.ogg import OPUS_RATE
from device.studio.pack_folder import PackFolder
from device.studio.ring import Wave
from device.studio.soundfiles import decode_sound, read_sound

_COUNTDOWN = ("3", "2", "1")
_BEAT: Seconds = 0.6


class BoothAnswer(StrEnum):
    """What a person wants next; an empty answer is the first one offered. No two begin with the same letter."""

    SPEAK = "speak"
    KEEP = "keep"
    AGAIN = "again"
    NEXT = "next"
    QUIT = "quit"


class Booth(Protocol):
    """The place where somebody speaks: a microphone, a loudspeaker, a screen, and keys to answer with."""

    def show(self, text: str) -> None: ...

    def ask(self, *answers: BoothAnswer) -> BoothAnswer: ...

    def wait(self, seconds: Seconds) -> None: ...

    def record(self) -> tuple[Wave, int]:
        """Everything spoken until a key is pressed."""
        ...

    def play(self, sound: Wave, rate: int) -> None: ...


def record_lines(
    booth: Booth, script: Mapping[LineId, str], pack: PackFolder, old: Callable[[LineId], Path | None]
) -> int:
    """How many lines were kept. Lines that were kept before are not asked for again."""
    waiting = [line for line, spoken in script.items() if not pack.has(line, spoken)]
    kept = 0
    for number, line in enumerate(waiting, 1):
        booth.show(f"\n{number} of {len(waiting)} · {line}\n  {script[line]}")
        _play_old(booth, old(line))
        clip, answer = _take(booth)
        if clip:
            pack.keep(line, script[line], clip)
            pack.write()
            kept += 1
        if answer is BoothAnswer.QUIT:
            break
    return kept


def _play_old(booth: Booth, file: Path | None) -> None:
    if file:
        booth.play(*read_sound(file))


def _take(booth: Booth) -> tuple[bytes, BoothAnswer]:
    """One line, as often as it takes: the clip that was kept, if any, and the last answer."""
    answer = booth.ask(BoothAnswer.SPEAK, BoothAnswer.NEXT, BoothAnswer.QUIT)
    while answer in (BoothAnswer.SPEAK, BoothAnswer.AGAIN):
        clip = _speak(booth)
        if clip:
            booth.play(decode_sound(clip), OPUS_RATE)
            answer = booth.ask(BoothAnswer.KEEP, BoothAnswer.AGAIN, BoothAnswer.NEXT, BoothAnswer.QUIT)
            if answer is BoothAnswer.KEEP:
                return clip, answer
        else:
            answer = booth.ask(BoothAnswer.AGAIN, BoothAnswer.NEXT, BoothAnswer.QUIT)
    return b"", answer


def _speak(booth: Booth) -> bytes:
    for count in _COUNTDOWN:
        booth.show(count)
        booth.wait(_BEAT)
    try:
        return master_line(*booth.record())
    except UnusableRecording as fault:
        booth.show(f"That cannot be used: {fault}.")
        return b""


_SUFFIXES = frozenset({".wav", ".flac", ".mp3", ".ogg", ".oga", ".opus", ".aif", ".aiff", ".w64", ".caf"})


def import_recordings(
    folder: Path, script: Mapping[LineId, str], pack: PackFolder, told: Callable[[int, int], None]
) -> list[str]:
    """Masters and keeps every file. What could not be taken is said, a sentence each."""
    files = sorted(_sounds(folder))
    if not files:
        raise WrongUse(f"{folder} holds no sound files; name them by their lines, such as one-night.seer.wake.wav.")
    faults = []
    try:
        for number, file in enumerate(files, 1):
            faults += _take_file(file, script, pack)
            told(number, len(files))
    finally:
        pack.write()
    return faults


def _sounds(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise WrongUse(f"{folder} is no folder; name the folder that holds the recordings.")
    return (file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES)


def _take_file(file: Path, script: Mapping[LineId, str], pack: PackFolder) -> list[str]:
    line = LineId(file.stem)
    if line not in script:
        return [f"{file.name}: there is no line '{line}'; see the ids in docs/languages."]
    try:
        pack.keep(line, script[line], master_line(*read_sound(file)))
    except NightcrierError as fault:
        return [f"{file.name}: {fault}"]
    return []
