"""The topics of one table: a tree of its own, so that a broker can share many tables out, and nothing is listened to
with a wildcard."""

import re
from collections.abc import Mapping

from msgspec import Struct

from device.net.orders import Order, Who

_ROOT, _HALLS = "nightcrier", "nightcrier-hall"
TABLE_NAME = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
"""Of a table at its broker."""


DONE = "done"
"""The answer to an order that is followed; to another, the word for why it is not."""


class HallTopics(Struct, frozen=True):
    """The tree of a hall: what all its tables listen to, and where each says that it is one of them."""

    hall: str

    @property
    def tables(self) -> str:
        """Of all of them, for who looks after the hall: with the one wildcard there is, and on no box."""
        return self.table("+")

    def table(self, table: str) -> str:
        return f"{_HALLS}/{self.hall}/tables/{table}"

    def order(self, order: Order) -> str:
        """To all tables."""
        return f"{_HALLS}/{self.hall}/all/set/{order}"


class TableTopics(Struct, frozen=True):
    """`table` is its name there, `discovery` where Home Assistant looks; empty where it is told nothing. `hall` is the
    one that it stands in, if any."""

    table: str
    discovery: str = ""
    hall: str = ""

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

    @property
    def results(self) -> str:
        """Of its games, for the tournament of its hall."""
        return self._topic("results")

    def event(self, kind: str) -> str:
        return self._topic(f"event/{kind}")

    def order(self, order: Order) -> str:
        return self._topic(f"set/{order}")

    @property
    def orders(self) -> Mapping[str, Order]:
        """By their topics; those of its hall too."""
        own = {self.order(order): order for order in Order}
        for_all = (order for order in Order if self.hall and Who.ALL in order.who)
        return {**own, **{HallTopics(self.hall).order(order): order for order in for_all}}

    def answer(self, asker: str) -> str:
        """Where somebody at the broker is answered."""
        return self._topic(f"answer/{asker}")

    def is_answer(self, topic: str) -> bool:
        """Whether an answer may be said there. Elsewhere one could be made to look like what the table says by itself,
        or like an order to another."""
        asker = topic.rpartition("/")[2]
        return TABLE_NAME.fullmatch(asker) is not None and topic == self.answer(asker)

    @property
    def joined(self) -> str:
        """Where it says what it has, as one of its hall."""
        return HallTopics(self.hall).table(self.table)

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
