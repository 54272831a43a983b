"""What a table tells its hall once: what people call it, and which decks it has."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from device.kernel.wishes import ScenarioWish
from device.net.mqtt.orders import deck_id


class JoinedTable(Struct, frozen=True):
    """`decks` by their ids, with their titles in the language of the table."""

    title: str = ""
    language: str = ""
    decks: Mapping[str, str] = {}


def joined_message(title: str, language: str, decks: Mapping[str, ScenarioWish]) -> bytes:
    return msgspec.json.encode(JoinedTable(title, language, {deck_id(deck): name for name, deck in decks.items()}))
