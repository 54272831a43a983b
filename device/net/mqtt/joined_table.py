"""What a table tells its hall once: what people call it, which decks it has, and how it stands with updates."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from device.kernel.wishes import ScenarioWish
from device.net.mqtt.update_source import UpdateState
from device.net.orders import deck_id


class JoinedTable(Struct, frozen=True):
    """`decks` by their ids, with their titles in the language of the table; of `update` older boxes say nothing."""

    title: str = ""
    language: str = ""
    decks: Mapping[str, str] = {}
    update: UpdateState = UpdateState()


MOST_OF_DECKS = 48 * 1024
"""Bytes. The hall hears no message above 64 KiB: of a box with many hundreds the last are left to its own dial."""


def joined_message(title: str, language: str, decks: Mapping[str, ScenarioWish], update: UpdateState) -> bytes:
    named, left = dict[str, str](), MOST_OF_DECKS
    for name, deck in decks.items():
        left -= len(msgspec.json.encode((deck_id(deck), name)))
        if left < 0:
            break
        named[deck_id(deck)] = name
    return msgspec.json.encode(JoinedTable(title, language, named, update))
