"""Lets the thread that feeds a card sleep until the card wants more.

SDL 2 opens a card so that nothing waits, sets it up, and only then asks for writes that wait. The kernel looks at that
when a stream is prepared (`snd_pcm_pre_prepare` in sound/core/pcm_native.c), which is over by then. So each write is
refused, and SDL tries again a millisecond later: 930 times a second in the lab, until an under-run made it prepare the
stream anew. SDL 1.2 had the same fault (libsdl-org/SDL-1.2, issue 810)."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path

_PREPARE, _XRUN = 0x4140, 0x4148
"""SNDRV_PCM_IOCTL_PREPARE and _XRUN of <sound/asound.h>. A stream that runs cannot be prepared; one that is told it ran
dry is prepared by SDL. One that does not run yet can be, and cannot run dry."""

_OPENED = Path("/proc/self/fd")


def let_cards_wait(opened: Path = _OPENED, ask: Callable[[int, int], object] = ioctl) -> None:
    """Call it when a card has just been opened, and nothing sounds yet."""
    for stream in _streams(opened):
        for request in (_XRUN, _PREPARE, _XRUN):  # it may begin to run between the first and the second
            with suppress(OSError):
                ask(stream, request)
                break


def _streams(opened: Path) -> Iterator[int]:
    """What of this process is a card that plays: /dev/snd/pcmC0D0p."""
    for file in sorted(opened.iterdir()):
        with suppress(OSError):
            device = file.readlink()
            if device.match("/dev/snd/pcmC*p"):
                yield int(file.name)
