"""Reads the forms of the organiser's page: to whom something goes, and what."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from device.hall.page_tables import TICK
from device.kernel.messages import tidy_message
from device.kernel.wishes import LOUDEST_WISH
from device.net.exchange import RequestRefused
from device.net.mqtt.orders import LONGEST_ORDER
from device.net.mqtt.topics import Order
from device.words.catalogue import LANGUAGES

_LONGEST_DECK = 130
_Read: TypeAlias = Callable[[str], str]


class NotSent(Exception):
    """What the organiser has to do otherwise, as the word for it, and what goes into that."""

    def __init__(self, word: str, **gaps: str) -> None:
        super().__init__(word)
        self.word, self.gaps = word, gaps


class OrganiserForm(NamedTuple):
    """`names` is None for all tables."""

    names: tuple[str, ...] | None
    order: Order
    value: str


def sent_form(fields: Mapping[str, str]) -> OrganiserForm:
    """Raises RequestRefused, and NotSent where somebody has to be told."""
    reader = _READERS.get(fields.get("do", ""))
    if reader is None or fields.get("to") not in {"ticked", "all"}:
        raise RequestRefused(400)
    order, key, read = reader
    value = read(fields.get(key, "")) if key else "PRESS"
    names = tuple(name.removeprefix(TICK) for name in fields if name.startswith(TICK))
    if fields["to"] == "ticked" and not names:
        raise NotSent("net.hall.nobody")
    return OrganiserForm(None if fields["to"] == "all" else names, order, value)


def _message(text: str) -> str:
    tidy = tidy_message(text)
    if not tidy or len(tidy.encode()) > LONGEST_ORDER:
        raise NotSent("net.hall.unshown")
    return tidy


def _loudness(text: str) -> str:
    if text not in {str(n) for n in range(1, LOUDEST_WISH + 1)}:
        raise RequestRefused(400)
    return text


def _language(text: str) -> str:
    if not text:
        raise NotSent("net.hall.unchosen")
    if text not in LANGUAGES:
        raise RequestRefused(400)
    return text


def _deck(text: str) -> str:
    """Which ones there are, each table knows."""
    if not text:
        raise NotSent("net.hall.unchosen")
    if len(text) > _LONGEST_DECK:
        raise RequestRefused(400)
    return text


_READERS: Mapping[str, tuple[Order, str, _Read]] = {
    Order.MESSAGE: (Order.MESSAGE, "message", _message),
    Order.DECK: (Order.DECK, "deck", _deck),
    Order.LOUDNESS: (Order.LOUDNESS, "loudness", _loudness),
    Order.LANGUAGE: (Order.LANGUAGE, "language", _language),
    Order.IDENTIFY: (Order.IDENTIFY, "", str),
    Order.UPDATE: (Order.UPDATE, "", str),
}
