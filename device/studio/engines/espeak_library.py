"""espeak-ng as a library: it tells, beside the sound, at which sample each phoneme begins. The program does not."""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct

from device.kernel.errors import NightcrierError
from device.studio.ring import Sound

NAME = "libespeak-ng.so.1"
SYNCHRONOUS, PHONEME_EVENTS_AS_IPA = 2, 1 | 2
RATE, PITCH, RANGE = 1, 3, 4  # numbers of the parameters
PHONEMES_UTF8 = 0x100 | 1
PHONEME = 7  # the kind of event that is wanted; 0 ends a list of events


class Flat(Struct, frozen=True):
    """Speech on one note, and the sample at which each phoneme begins."""

    sound: Sound
    rate: int
    begins: tuple[int, ...]


Flatly = Callable[[str], Flat]


class _Event(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int),
        ("message", ctypes.c_uint),
        ("letter", ctypes.c_int),
        ("letters", ctypes.c_int),
        ("milliseconds", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user", ctypes.c_void_p),
        ("name", ctypes.c_char * 8),
    )


_Heard = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event))


def flatly(voice: str, speed: float, pitch: int) -> Flatly:
    """A function that speaks text, or phonemes in double brackets, on one note."""

    def speak(text: str) -> Flat:
        library, rate = _library()
        sound: list[Sound] = []
        begins: list[int] = []
        hear = _Heard(lambda wave, length, events: _take(wave, length, events, sound, begins))
        library.espeak_SetSynthCallback(hear)
        library.espeak_SetVoiceByName(voice.encode())
        for parameter, value in ((RATE, round(speed)), (PITCH, pitch), (RANGE, 0)):
            library.espeak_SetParameter(parameter, value, 0)
        data = text.encode()
        library.espeak_Synth(data, len(data) + 1, 0, 0, 0, PHONEMES_UTF8, None, None)
        library.espeak_Synchronize()
        return Flat(np.concatenate(sound) if sound else np.zeros(0), rate, tuple(begins))

    return speak


@cache
def _library() -> tuple[ctypes.CDLL, int]:
    try:
        library = ctypes.CDLL(NAME)
    except OSError as fault:
        raise NightcrierError("libespeak-ng is not installed; run: sudo apt install espeak-ng") from fault
    return library, int(library.espeak_Initialize(SYNCHRONOUS, 0, None, PHONEME_EVENTS_AS_IPA))


def _take(wave: Any, length: int, events: Any, sound: list[Sound], begins: list[int]) -> int:
    """Collects one piece of sound; names without letters are pauses, not phonemes."""
    if wave and length > 0:
        sound.append(np.ctypeslib.as_array(wave, (length,)) / 32768)
    index = 0
    while events[index].kind:
        if events[index].kind == PHONEME and any(map(str.isalpha, events[index].name.decode())):
            begins.append(events[index].sample)
        index += 1
    return 0
