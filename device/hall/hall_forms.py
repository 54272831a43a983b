"""Reads the forms of the organiser's page: to whom something goes, and what."""

from collections.abc import Mapping
from typing import NamedTuple

from device.hall.page_tables import TICK
from device.kernel.messages import tidy_message
from device.net.exchange import RequestRefused
from device.net.orders import OFF, PRESS, Order, OrderKind, Who, ordered_wish

_LONGEST_DECK = 130


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
    order = next((order for order in Order if order == fields.get("do") and Who.FORM in order.who), None)
    if order is None or fields.get("to") not in {"ticked", "all"}:
        raise RequestRefused(400)
    typed = fields.get(order, OFF if order.kind is OrderKind.TICK else "")
    value = PRESS if order.kind is OrderKind.PRESS else _value(order, typed)
    names = tuple(name.removeprefix(TICK) for name in fields if name.startswith(TICK))
    if fields["to"] == "ticked" and not names:
        raise NotSent("net.hall.nobody")
    return OrganiserForm(None if fields["to"] == "all" else names, order, value)


def _value(order: Order, typed: str) -> str:
    """What is sent. Which decks there are, each table knows."""
    text = tidy_message(typed) if order.kind is OrderKind.TEXT else typed
    is_known = len(text) <= _LONGEST_DECK if order is Order.DECK else ordered_wish(order, text.encode(), {})
    if not text or not is_known:
        match order.kind:
            case OrderKind.TEXT:
                raise NotSent("net.hall.unshown")
            case OrderKind.CHOOSE if not text:
                raise NotSent("net.hall.unchosen")
        raise RequestRefused(400)
    return text
