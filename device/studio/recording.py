"""Records a person line by line: hear the old voice, three, two, one, speak, hear yourself, keep it or try again."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from device.kernel.ids import LineId, Seconds
from device.studio.mastering.chain import Unusable, mastered
from device.studio.packfile import PackFolder
from device.studio.ring import Sound
from device.studio.soundfiles import OPUS_RATE, heard, read

COUNTDOWN = ("3", "2", "1")
BEAT: Seconds = 0.6


class Answer(StrEnum):
    """What a person wants next; an empty answer is the first one offered. No two begin with the same letter."""

    SPEAK = "speak"
    KEEP = "keep"
    AGAIN = "again"
    NEXT = "next"
    QUIT = "quit"


class Booth(Protocol):
    """The place where somebody speaks: a microphone, a loudspeaker, a screen, and keys to answer with."""

    def show(self, text: str) -> None: ...

    def ask(self, *answers: Answer) -> Answer: ...

    def wait(self, seconds: Seconds) -> None: ...

    def record(self) -> tuple[Sound, int]:
        """Everything spoken until a key is pressed."""
        ...

    def play(self, sound: Sound, rate: int) -> None: ...


def record(booth: Booth, script: Mapping[LineId, str], pack: PackFolder, old: Callable[[LineId], Path | None]) -> int:
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
        if answer is Answer.QUIT:
            break
    return kept


def _play_old(booth: Booth, file: Path | None) -> None:
    if file:
        booth.play(*read(file))


def _take(booth: Booth) -> tuple[bytes, Answer]:
    """One line, as often as it takes: the clip that was kept, if any, and the last answer."""
    answer = booth.ask(Answer.SPEAK, Answer.NEXT, Answer.QUIT)
    while answer in (Answer.SPEAK, Answer.AGAIN):
        clip = _speak(booth)
        if clip:
            booth.play(heard(clip), OPUS_RATE)
            answer = booth.ask(Answer.KEEP, Answer.AGAIN, Answer.NEXT, Answer.QUIT)
            if answer is Answer.KEEP:
                return clip, answer
        else:
            answer = booth.ask(Answer.AGAIN, Answer.NEXT, Answer.QUIT)
    return b"", answer


def _speak(booth: Booth) -> bytes:
    for count in COUNTDOWN:
        booth.show(count)
        booth.wait(BEAT)
    try:
        return mastered(*booth.record())
    except Unusable as fault:
        booth.show(f"That cannot be used: {fault}.")
        return b""
