"""Names the topics of a table and of a hall, and defines a message at a topic.

Each table has its own tree of topics, so that a broker can serve many tables. No table listens with a wildcard."""

import re
from collections.abc import Mapping

from msgspec import Struct

from nightcrier.wire.orders import Order, Who

_ROOT, _HALLS = "nightcrier", "nightcrier-hall"
TABLE_NAME = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
"""A pattern for a table's name at its broker."""
DONE = "done"
"""The answer to an order that was carried out. Any other answer is the word for the reason why the order was not
carried out."""


class HallTopics(Struct, frozen=True):
    """The tree of a hall: the topics that all its tables listen to, and the topics with which each table joins."""

    hall: str

    @property
    def tables(self) -> str:
        """The topic of all tables of the hall. The topic contains a wildcard, and no box listens to it."""
        return self.table("+")

    def table(self, table: str) -> str:
        return f"{_HALLS}/{self.hall}/tables/{table}"

    def order(self, order: Order | str) -> str:
        return f"{_HALLS}/{self.hall}/all/set/{order}"


class TableTopics:
    """The topics of one table. `table` is the name of the table at the broker. `discovery` is the topic where Home
    Assistant looks for devices, or "" without Home Assistant. `hall` is the hall of the table, if there is one. `id`
    identifies the table among all devices of a home. `results` has the games of the evening, and `joined` the decks of
    the table. `config` describes the device. Home Assistant sends a message at `birth` when it has started."""

    def __init__(self, table: str, discovery: str = "", hall: str = "") -> None:
        self.table, self.discovery, self.hall, self.id = table, discovery, hall, f"{_ROOT}-{table}"
        leaves = ("availability", "state", "left", "results")
        self.availability, self.state, self.left, self.results = map(self._topic, leaves)
        self.joined = HallTopics(hall).table(table)
        self.config, self.birth = f"{self.discovery}/device/{self.id}/config", f"{discovery}/status"

    def event(self, kind: str) -> str:
        return self._topic(f"event/{kind}")

    def order(self, order: Order | str) -> str:
        return self._topic(f"set/{order}")

    @property
    def orders(self) -> Mapping[str, Order]:
        """The orders of this table by their topics, including the orders that its hall gives to all tables."""
        own = {self.order(order): order for order in Order}
        for_all = (order for order in Order if self.hall and Who.ALL in order.who)
        return {**own, **{HallTopics(self.hall).order(order): order for order in for_all}}

    def answer(self, asker: str) -> str:
        return self._topic(f"answer/{asker}")

    def is_answer(self, topic: str) -> bool:
        """Say whether an answer may be sent to this topic. At another topic, an answer could look like a message of the
        table, or like an order to another table."""
        asker = topic.rpartition("/")[2]
        return TABLE_NAME.fullmatch(asker) is not None and topic == self.answer(asker)

    def _topic(self, leaf: str) -> str:
        return f"{_ROOT}/{self.table}/{leaf}"


class BrokerMessage(Struct, frozen=True):
    """A message at a broker. If the message is `kept`, clients that connect later get it, too. A sender who wants an
    answer names a topic in `answer_at`, and recognizes the answer by its `mark` (MQTT 5, 3.3.2.3.5 and 3.3.2.3.6)."""

    topic: str
    payload: bytes
    kept: bool = False
    answer_at: str = ""
    mark: bytes = b""
