"""Write a text in the phonetic alphabet, as espeak-ng pronounces it, without speaking it."""

import ctypes
from functools import cache
from typing import Any

from nightcrier.kernel.errors import NightcrierError

_SYNCHRONOUS, _UTF8, _IPA = 2, 1, 2  # as espeak-ng counts


def phonetic(text: str, voice: str) -> str:
    """Return the text in the phonetic alphabet, as espeak-ng pronounces it. A vertical bar separates the clauses."""
    library = _espeak()
    library.espeak_SetVoiceByName(voice.encode())
    left = ctypes.c_char_p(text.encode())
    clauses = []
    while left.value:
        clauses.append(library.espeak_TextToPhonemes(ctypes.byref(left), _UTF8, _IPA).decode().strip())
    return " | ".join(filter(None, clauses))


@cache
def _espeak() -> Any:
    try:
        library = ctypes.CDLL("libespeak-ng.so.1")
    except OSError as fault:
        raise NightcrierError("espeak-ng is missing; run: sudo apt install espeak-ng") from fault
    library.espeak_Initialize(_SYNCHRONOUS, 0, None, 0)
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    return library
