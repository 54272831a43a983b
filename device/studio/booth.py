"""Records a person line by line: hear the old voice, three, two, one, speak, hear yourself, keep it or try again."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from device.kernel.ids import LineId, Seconds
from device.studio.mastering import UnusableRecording, master_line
from device.studio.ogg import OPUS_RATE
from device.studio.pack_folder import PackFolder
from device.studio.ring import Wave
from device.studio.soundfiles import decode_sound, read_sound
from device.studio.takes import Take, clean_take

COUNTDOWN = ("3", "2", "1")
BEAT: Seconds = 0.6


class BoothAnswer(StrEnum):
    """What a person wants next; an empty answer is the first one offered. No two begin with the same letter."""

    SPEAK = "speak"
    KEEP = "keep"
    AGAIN = "again"
    NEXT = "next"
    QUIT = "quit"
    YES = "yes"
    DROP = "drop"


class Booth(Protocol):
    """The place where somebody speaks: a microphone, a loudspeaker, a screen, and keys to answer with."""

    def show(self, text: str) -> None: ...

    def ask(self, *answers: BoothAnswer) -> BoothAnswer: ...

    def wait(self, seconds: Seconds) -> None: ...

    def record(self, count_in: Callable[[], None]) -> Take:
        """The quiet room while somebody is counted in, and everything spoken until a key is pressed."""
        ...

    def play(self, sound: Wave, rate: int) -> None: ...


class Comparison(Protocol):
    """What a take can be held against."""

    def seconds(self, line: LineId) -> Seconds | None:
        """How long the line takes; None when nobody knows."""
        ...

    def is_like(self, line: LineId, sound: Wave, rate: int) -> bool:
        """Whether this is likely the line."""
        ...


def record_lines(
    booth: Booth,
    script: Mapping[LineId, str],
    pack: PackFolder,
    old: Callable[[LineId], Path | None],
    machine: Comparison,
) -> int:
    """How many lines were kept, of those in the script."""
    kept = 0
    waiting = list(script)
    for number, line in enumerate(waiting, 1):
        booth.show(f"\n{number} of {len(waiting)} · {line}\n  {script[line]}")
        _play_old(booth, old(line))
        clip, answer = _take(booth, line, machine)
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


def _take(booth: Booth, line: LineId, machine: Comparison) -> tuple[bytes, BoothAnswer]:
    """One line, as often as it takes: the clip that was kept, if any, and the last answer."""
    answer = booth.ask(BoothAnswer.SPEAK, BoothAnswer.NEXT, BoothAnswer.QUIT)
    while answer in (BoothAnswer.SPEAK, BoothAnswer.AGAIN):
        clip, offered = _speak(booth, line, machine)
        if clip:
            booth.play(decode_sound(clip), OPUS_RATE)
            answer = booth.ask(*offered)
            if answer is BoothAnswer.KEEP:
                return clip, answer
        else:
            answer = booth.ask(*offered)
    return b"", answer


_RIGHT = (BoothAnswer.KEEP, BoothAnswer.AGAIN, BoothAnswer.NEXT, BoothAnswer.QUIT)
_DOUBTFUL = (BoothAnswer.AGAIN, BoothAnswer.KEEP, BoothAnswer.NEXT, BoothAnswer.QUIT)
_USELESS = (BoothAnswer.AGAIN, BoothAnswer.NEXT, BoothAnswer.QUIT)
_DOUBT = "This does not sound like the line. Keep it only if you have spoken just what stands there."


def _speak(booth: Booth, line: LineId, machine: Comparison) -> tuple[bytes, tuple[BoothAnswer, ...]]:
    """One take: the clip, if it can be one, and what may be answered to it."""

    def count_in() -> None:
        for count in COUNTDOWN:
            booth.show(count)
            booth.wait(BEAT)

    try:
        made = clip_of(booth.record(count_in), line, machine)
    except UnusableRecording as fault:
        booth.show(f"That cannot be used: {fault}.")
        return b"", _USELESS
    if made.like:
        return made.clip, _RIGHT
    booth.show(_DOUBT)
    return made.clip, _DOUBTFUL


class MadeClip(Struct, frozen=True):
    """A take as a clip, and whether it sounds like its line."""

    clip: bytes
    like: bool


def clip_of(take: Take, line: LineId, machine: Comparison) -> MadeClip:
    """The voice out of its room, mastered, and held against the machine's. Raises `UnusableRecording`."""
    voice = clean_take(take, machine.seconds(line))
    return MadeClip(master_line(voice, take.rate), machine.is_like(line, voice, take.rate))


def lines_to_speak(script: Mapping[LineId, str], pack: PackFolder, *, again: bool) -> dict[LineId, str]:
    """Those that were not kept before in these words; all of them where they are to be spoken `again`."""
    return {line: text for line, text in script.items() if again or not pack.has(line, text)}
