"""espeak-ng as a library, in a process of its own: `python -m device.studio.engines.espeak_child VOICE SPEED PITCH`.

The library tells, beside the sound, at which sample each phoneme begins; the program does not. It speaks a line a
little differently after another one, so each line gets a fresh process. Reads the text from standard input; writes one
line of JSON and then the samples, 16 bits each."""

import ctypes
import json
import sys
from typing import Any

NAME = "libespeak-ng.so.1"
SYNCHRONOUS, PHONEME_EVENTS_AS_IPA = 2, 1 | 2
RATE, PITCH, RANGE = 1, 3, 4  # numbers of the parameters; a range of 0 is one note
PHONEMES_UTF8 = 0x100 | 1
PHONEME = 7  # the kind of event that is wanted; 0 ends a list of events


class Event(ctypes.Structure):
    """One row of what the library tells beside the sound."""

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


HEARD = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))


def speak(library: Any, voice: str, speed: int, pitch: int, text: str) -> tuple[int, bytes, list[int]]:
    """Rate, samples, and where each phoneme begins."""
    rate = library.espeak_Initialize(SYNCHRONOUS, 0, None, PHONEME_EVENTS_AS_IPA)
    samples, begins = bytearray(), list[int]()
    hear = HEARD(lambda wave, length, events: _take(wave, length, events, samples, begins))
    library.espeak_SetSynthCallback(hear)
    library.espeak_SetVoiceByName(voice.encode())
    for parameter, value in ((RATE, speed), (PITCH, pitch), (RANGE, 0)):
        library.espeak_SetParameter(parameter, value, 0)
    data = text.encode()
    library.espeak_Synth(data, len(data) + 1, 0, 0, 0, PHONEMES_UTF8, None, None)
    library.espeak_Synchronize()
    return rate, bytes(samples), begins


def _take(wave: Any, length: int, events: Any, samples: bytearray, begins: list[int]) -> int:
    """Collects one piece of sound. A name without letters is a pause, not a phoneme."""
    if wave and length > 0:
        samples += ctypes.string_at(wave, 2 * length)
    index = 0
    while events[index].kind:
        if events[index].kind == PHONEME and any(map(str.isalpha, events[index].name.decode())):
            begins.append(events[index].sample)
        index += 1
    return 0


if __name__ == "__main__":
    rate, samples, begins = speak(
        ctypes.CDLL(NAME), sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.stdin.buffer.read().decode()
    )
    sys.stdout.buffer.write(json.dumps({"rate": rate, "begins": begins}).encode() + b"\n" + samples)
