"""The breath between two utterances, as a host takes it."""

from device.kernel.ids import COUNTS, FILLS, TITLES, Seconds
from device.sound.port import Utterance

_SENTENCE: Seconds = 0.35
_LANGUAGE: Seconds = 0.55
_LIST: Seconds = 0.15
_TITLE: Seconds = 0.05
"""Clips begin and end with hardly any silence of their own. Without a breath the lines of a call run together."""

_COLONS = (":", "：")


def pause_between(before: Utterance, after: Utterance) -> Seconds:
    """One between two sentences, a longer one where the language changes; within a sentence none but in a list."""
    if before.language != after.language:
        return _LANGUAGE
    return _within(before, after) if before.goes_on else _SENTENCE


def _within(before: Utterance, after: Utterance) -> Seconds:
    """After a colon, between two numbers or names, and before what somebody has; a shorter one between a number and a
    role."""
    listed = _is_listed(before) + _is_listed(after)
    if before.text.endswith(_COLONS) or listed == 2:
        return _LIST
    return _TITLE if listed and (_is_title(before) or _is_title(after)) else 0.0


def _is_listed(said: Utterance) -> bool:
    return said.line.startswith(FILLS + COUNTS)


def _is_title(said: Utterance) -> bool:
    return said.line.startswith(TITLES)
