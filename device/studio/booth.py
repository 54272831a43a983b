"""Records a person line by line: hear the old voice, three, two, one, speak, hear yourself, keep it or try again. Or
takes recordings from a folder into the person's pack: files named by line id, in any common format."""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from device.kernel.errors import NightcrierError, WrongUse
from device.kernel.ids import LineId, Seconds
from device.studio.mastering import UnusableRecording, master_line
from device.studio.ogg import OPUS_RATE
from device.studio.pack_check import sound_faults
from device.studio.pack_folder import PackFolder
from device.studio.ring import Wave
from device.studio.soundfiles import decode_sound, measure_file, read_sound

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
) -> tuple[list[LineId], list[str]]:
    """Masters every file and keeps those that a check would pass. The lines that were taken; and of each that was not,
    a sentence why."""
    files = sorted(_sounds(folder))
    if not files:
        raise WrongUse(f"{folder} holds no sound files; name them by their lines, such as one-night.seer.wake.wav.")
    taken, refused = list[LineId](), list[str]()
    times = Counter(file.stem for file in files)
    try:
        for number, file in enumerate(files, 1):
            why = _TWICE if times[file.stem] > 1 else _take_file(file, script, pack)
            if why:
                refused.append(f"{file.name}: {why}")
            else:
                taken.append(LineId(file.stem))
            told(number, len(files))
    finally:
        if taken:
            pack.write()
    return taken, refused


_TWICE = "there is another recording of this line; leave one of them."


def passed_over(folder: Path) -> list[str]:
    """What is called like a recording and is no file: who opened a pipe would wait for ever."""
    return sorted(f"{thing.name}: it is no plain file." for thing in _called_sounds(folder) if not thing.is_file())


def _sounds(folder: Path) -> Iterator[Path]:
    return filter(Path.is_file, _called_sounds(folder))


def _called_sounds(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise WrongUse(f"{folder} is no folder; name the folder that holds the recordings.")
    return (file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES)


def _take_file(file: Path, script: Mapping[LineId, str], pack: PackFolder) -> str:
    """Why it was not taken; nothing when it was."""
    line = LineId(file.stem)
    if line not in script:
        return f"there is no line '{line}'; see the ids in docs/languages."
    try:
        clip = master_line(*read_sound(file))
    except NightcrierError as fault:
        return str(fault)
    refused = _refused(clip)
    if not refused:
        pack.keep(line, script[line], clip)
    return refused


def _refused(clip: bytes) -> str:
    """What `voices check` would say of it."""
    with tempfile.NamedTemporaryFile(suffix=".opus") as file:
        file.write(clip)
        file.flush()
        return "; ".join(sound_faults(Path(file.name), measure_file))
