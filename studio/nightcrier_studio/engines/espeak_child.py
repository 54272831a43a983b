"""Speak one text with the library of espeak-ng, in a process of its own: `python -m
nightcrier_studio.engines.espeak_child VOICE SPEED PITCH`.

Unlike the program, the library reports at which sample each phoneme begins. The sound of a line depends a little on the
line before it, so each line gets a new process. The text is read from standard input. One line of JSON and then the
samples, 16 bits each, are written to standard output."""

import ctypes
import json
import sys
from typing import Any

_NAME = "libespeak-ng.so.1"
_SYNCHRONOUS, _PHONEME_EVENTS_AS_IPA = 2, 1 | 2
_RATE, _PITCH, _RANGE = 1, 3, 4  # numbers of the parameters; a range of 0 is one note
_PHONEMES_UTF8 = 0x100 | 1
_PHONEME = 7  # the kind of event that is wanted; 0 ends a list of events


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


_HEARD = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event))


def synthesise(library: Any, voice: str, speed: int, pitch: int, text: str) -> tuple[int, bytes, list[int]]:
    """Return the sample rate, the samples, and the sample at which each phoneme begins."""
    rate = library.espeak_Initialize(_SYNCHRONOUS, 0, None, _PHONEME_EVENTS_AS_IPA)
    samples, begins = bytearray(), list[int]()
    hear = _HEARD(lambda wave, length, events: _collect(wave, length, events, samples, begins))
    library.espeak_SetSynthCallback(hear)
    library.espeak_SetVoiceByName(voice.encode())
    for parameter, value in ((_RATE, speed), (_PITCH, pitch), (_RANGE, 0)):
        library.espeak_SetParameter(parameter, value, 0)
    data = text.encode()
    library.espeak_Synth(data, len(data) + 1, 0, 0, 0, _PHONEMES_UTF8, None, None)
    library.espeak_Synchronize()
    return rate, bytes(samples), begins


def _collect(wave: Any, length: int, events: Any, samples: bytearray, begins: list[int]) -> int:
    """Append a block of sound to `samples`, and the samples at which phonemes begin to `begins`. A phoneme name without
    letters is a pause, and is left out."""
    if wave and length > 0:
        samples += ctypes.string_at(wave, 2 * length)
    index = 0
    while events[index].kind:
        if events[index].kind == _PHONEME and any(map(str.isalpha, events[index].name.decode())):
            begins.append(events[index].sample)
        index += 1
    return 0


if __name__ == "__main__":
    rate, samples, begins = synthesise(
        ctypes.CDLL(_NAME), sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.stdin.buffer.read().decode()
    )
    sys.stdout.buffer.write(json.dumps([rate, begins]).encode() + b"\n" + samples)
