"""The breath between two utterances, as a host takes it."""

from device.kernel.ids import Seconds
from device.sound.port import Utterance

_SENTENCE: Seconds = 0.35
_LANGUAGE: Seconds = 0.55
_LIST: Seconds = 0.2
"""Clips begin and end with hardly any silence of their own. Without a breath the lines of a call run together."""


def pause_between(before: Utterance, after: Utterance) -> Seconds:
    """None within a sentence but in a list, one between two, a longer one where the language changes."""
    if before.language != after.language:
        return _LANGUAGE
    if not before.goes_on:
        return _SENTENCE
    return _LIST if _is_listed(before) and _is_listed(after) else 0.0


def _is_listed(said: Utterance) -> bool:
    return said.line.startswith(("number.", "name."))
