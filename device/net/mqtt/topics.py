"""The topics of one table: a tree of its own, so that a broker can share many tables out, and nothing is listened to
with a wildcard; those of a hall; and what both say to each other there of their clocks, and of the dusk."""

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from device.net.orders import Order, Who

_ROOT, _HALLS = "nightcrier", "nightcrier-hall"
TABLE_NAME = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
"""Of a table at its broker."""
DONE = "done"
"""The answer to an order that is followed; to another, the word for why it is not."""
_Moment = Annotated[float, Meta(ge=0, le=1e9)]
_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_Run = Annotated[str, Meta(min_length=1, max_length=32)]


class HallTopics(Struct, frozen=True):
    """The tree of a hall: what all its tables listen to, and where each says that it is one of them."""

    hall: str

    @property
    def tables(self) -> str:
        """The topic of all tables of the hall: it has the one wildcard there is, and no box listens to it."""
        return self.table("+")

    def table(self, table: str) -> str:
        return f"{_HALLS}/{self.hall}/tables/{table}"

    def order(self, order: Order) -> str:
        """Return the topic of an order to all tables."""
        return f"{_HALLS}/{self.hall}/all/set/{order}"


class TableTopics:
    """The topics of one table. `table` is its name there, `discovery` the place where Home Assistant looks; empty if it
    is told nothing. `hall` is the one that it stands in, if any. `id` is that of the table among all things of a home,
    `results` are of its games, for the tournament of its hall; where one of that hall says what it has is `joined`.
    `config` describes the device, at `birth` Home Assistant says that it has come."""

    def __init__(self, table: str, discovery: str = "", hall: str = "") -> None:
        self.table, self.discovery, self.hall, self.id = table, discovery, hall, f"{_ROOT}-{table}"
        leaves = ("availability", "state", "left", "results")
        self.availability, self.state, self.left, self.results = map(self._topic, leaves)
        self.joined = HallTopics(hall).table(table)
        self.config, self.birth = f"{self.discovery}/device/{self.id}/config", f"{discovery}/status"

    def event(self, kind: str) -> str:
        return self._topic(f"event/{kind}")

    def order(self, order: Order) -> str:
        return self._topic(f"set/{order}")

    @property
    def orders(self) -> Mapping[str, Order]:
        """The orders of this table by their topics, with those that its hall gives to all."""
        own = {self.order(order): order for order in Order}
        for_all = (order for order in Order if self.hall and Who.ALL in order.who)
        return {**own, **{HallTopics(self.hall).order(order): order for order in for_all}}

    def answer(self, asker: str) -> str:
        """Return the topic at which this asker is answered."""
        return self._topic(f"answer/{asker}")

    def is_answer(self, topic: str) -> bool:
        """Whether an answer may be said there. Elsewhere one could be made to look like what the table says by itself,
        or like an order to another."""
        asker = topic.rpartition("/")[2]
        return TABLE_NAME.fullmatch(asker) is not None and topic == self.answer(asker)

    def _topic(self, leaf: str) -> str:
        return f"{_ROOT}/{self.table}/{leaf}"


class ClockTopics:
    """The topics below `nightcrier-hall/<hall>/clock`: a table has `asked`, the hall has `told` it; whether a table
    `waits` for the dusk is kept at the broker; the hall says to all when the `dusk` is. A table listens to what is to
    be `heard`, and to no wildcard."""

    def __init__(self, hall: str, table: str = "+") -> None:
        self.hall, self._root = hall, f"nightcrier-hall/{hall}/clock"
        self.asked, self.told, self.waits = (f"{self._root}/{leaf}/{table}" for leaf in ("asked", "told", "waits"))
        self.dusk = f"{self._root}/dusk"
        self.heard = self.told, self.dusk

    def table_of(self, topic: str) -> str:
        """Return the table that said something at this topic; empty if it was none."""
        parts = topic.split("/")
        return parts[4] if len(parts) == 5 and topic.startswith(f"{self._root}/") else ""


class ClockAsked(Struct, frozen=True):
    """The number of a question: a table's own, and new for each."""

    number: _Count


class ClockAnswer(Struct, frozen=True):
    """The answer of the hall's clock, which began with its `run`: another run is another clock."""

    number: _Count
    run: _Run
    heard: _Moment
    told: _Moment


class DuskMoment(Struct, frozen=True):
    """The moment by the clock of the hall; None where it was called off."""

    run: _Run
    at: _Moment | None
