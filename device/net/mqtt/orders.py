"""What comes from a broker, read as strictly as what comes from anywhere: of each order one kind of words, no more."""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from device.kernel.wishes import LoudnessWish, PauseWish, ScenarioWish, Wish
from device.net.mqtt.topics import Order

LONGEST_ORDER = 256
"""Bytes. The longest title of a deck has a third of that."""
_SWITCH = {"ON": True, "OFF": False}


def ordered_wish(order: Order, payload: bytes, decks: Mapping[str, ScenarioWish]) -> Wish | None:
    """None where it is none."""
    try:
        text = payload.decode() if len(payload) <= LONGEST_ORDER else ""
    except UnicodeDecodeError:
        return None
    match order:
        case Order.LOUDNESS:
            return _loudness(text)
        case Order.DECK:
            return decks.get(text)
        case Order.PAUSE:
            return PauseWish(_SWITCH[text]) if text in _SWITCH else None
        case _:
            assert_never(order)


def _loudness(text: str) -> LoudnessWish | None:
    """Within the bounds of such a wish."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 2):
        return None
    try:
        return msgspec.convert({"type": "loudness", "loudness": int(text)}, type=LoudnessWish)
    except msgspec.ValidationError:
        return None
