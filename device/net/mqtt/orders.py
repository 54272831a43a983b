"""What comes from a broker, read as strictly as what comes from anywhere: of each order one kind of words, no more."""

from collections.abc import Mapping
from typing import assert_never

import msgspec

from device.kernel.ids import Language
from device.kernel.messages import tidy_message
from device.kernel.wishes import (
    HelpedWish,
    IdentifyWish,
    LoudnessWish,
    MessageWish,
    PauseWish,
    ScenarioWish,
    SettingWish,
    Wish,
)
from device.net.mqtt.topics import Order
from device.words.catalogue import LANGUAGES, NAMES

LONGEST_ORDER = 256
"""Bytes. A message of 60 letters may need nearly all."""
LONGEST_DECK = 512
"""Of a deck: its title of 80 letters, four bytes each, stands behind that of its game."""
_SWITCH = {"ON": True, "OFF": False}
_PRESS = "PRESS"
"""What a button of Home Assistant says."""


def ordered_wish(order: Order, payload: bytes, decks: Mapping[str, ScenarioWish]) -> Wish | None:
    """None where it is none."""
    longest = LONGEST_DECK if order is Order.DECK else LONGEST_ORDER
    try:
        text = payload.decode() if len(payload) <= longest else ""
    except UnicodeDecodeError:
        return None
    match order:
        case Order.LOUDNESS:
            return _loudness(text)
        case Order.DECK:
            return decks.get(text) or deck_by_id(text, decks)
        case Order.PAUSE:
            return PauseWish(_SWITCH[text]) if text in _SWITCH else None
        case Order.LANGUAGE:
            return SettingWish("main", "screen.language", NAMES[Language(text)]) if text in LANGUAGES else None
        case Order.MESSAGE:
            return MessageWish(tidy) if (tidy := tidy_message(text)) else None
        case Order.IDENTIFY:
            return IdentifyWish() if text == _PRESS else None
        case Order.HELPED:
            return HelpedWish() if text == _PRESS else None
        case Order.UPDATE:
            return None  # that is for this program: `update_taker.py`
        case _:
            assert_never(order)


def deck_id(deck: ScenarioWish) -> str:
    """What a deck is called at tables of every language."""
    return f"{deck.game}/{deck.scenario}"


def deck_by_id(text: str, decks: Mapping[str, ScenarioWish]) -> ScenarioWish | None:
    return next((deck for deck in decks.values() if deck_id(deck) == text), None)


def _loudness(text: str) -> LoudnessWish | None:
    """Within the bounds of such a wish."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 2):
        return None
    try:
        return msgspec.convert({"type": "loudness", "loudness": int(text)}, type=LoudnessWish)
    except msgspec.ValidationError:
        return None
