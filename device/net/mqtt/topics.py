"""The topics of one table: a tree of its own, so that a broker can share many tables out, and nothing is listened to
with a wildcard."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

_ROOT = "nightcrier"


class Order(StrEnum):
    """What may be asked of a table, each at a topic of its own."""

    LOUDNESS = "loudness"
    DECK = "deck"
    PAUSE = "pause"


class TableTopics(Struct, frozen=True):
    """`table` is its name there, `discovery` where Home Assistant looks; empty where it is told nothing."""

    table: str
    discovery: str

    @property
    def id(self) -> str:
        """Of the table, among all things of a home."""
        return f"{_ROOT}-{self.table}"

    @property
    def availability(self) -> str:
        return self._topic("availability")

    @property
    def state(self) -> str:
        return self._topic("state")

    @property
    def left(self) -> str:
        return self._topic("left")

    def event(self, kind: str) -> str:
        return self._topic(f"event/{kind}")

    def order(self, order: Order) -> str:
        return self._topic(f"set/{order}")

    @property
    def orders(self) -> Mapping[str, Order]:
        """By their topics."""
        return {self.order(order): order for order in Order}

    @property
    def config(self) -> str:
        """Where a device is described."""
        return f"{self.discovery}/device/{self.id}/config"

    @property
    def birth(self) -> str:
        """Where Home Assistant says that it has come."""
        return f"{self.discovery}/status"

    def _topic(self, leaf: str) -> str:
        return f"{_ROOT}/{self.table}/{leaf}"
