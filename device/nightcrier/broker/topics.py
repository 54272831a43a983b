"""Names the topics of a table and of a hall, and makes the messages there from the public record alone.

Each table has a tree of topics of its own, so that a broker can serve many tables, and no table listens with a
wildcard. A hall has topics for its clock and the dusk, too."""

import math
import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from nightcrier.kernel.ids import Seconds
from nightcrier.wire.orders import Order, Setting, Who
from nightcrier.wire.public_record import OfferedSetting, PublicClock, TableOffers, TableShown
from nightcrier.wire.wishes import ScenarioWish

_ROOT, _HALLS = "nightcrier", "nightcrier-hall"
TABLE_NAME = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
"""The pattern of a table's name at its broker."""
DONE = "done"
"""The answer to an order that is followed. Any other answer is the word for why an order is not followed."""
_Moment = Annotated[float, Meta(ge=0, le=1e9)]
_Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
_Run = Annotated[str, Meta(min_length=1, max_length=32)]


class HallTopics(Struct, frozen=True):
    """The tree of a hall: the topics that all its tables listen to, and those at which each table says that it has
    joined."""

    hall: str

    @property
    def tables(self) -> str:
        """The topic of all tables of the hall. The topic holds the only wildcard of all, and no box listens to it."""
        return self.table("+")

    def table(self, table: str) -> str:
        return f"{_HALLS}/{self.hall}/tables/{table}"

    def order(self, order: Order) -> str:
        """Return the topic of an order to all tables."""
        return f"{_HALLS}/{self.hall}/all/set/{order}"


class TableTopics:
    """The topics of one table. `table` is its name at the broker. `discovery` is the place where Home Assistant looks,
    empty without Home Assistant. `hall` is the hall of the table, if any. `id` names the table among all things of a
    home. The games stand at `results`, for the tournament of the hall; what the table has stands at `joined`. `config`
    describes the device. Home Assistant says at `birth` that it has started."""

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
        """The orders of this table by their topics, and the orders that its hall gives to all tables."""
        own = {self.order(order): order for order in Order}
        for_all = (order for order in Order if self.hall and Who.ALL in order.who)
        return {**own, **{HallTopics(self.hall).order(order): order for order in for_all}}

    def answer(self, asker: str) -> str:
        """Return the topic at which this asker is answered."""
        return self._topic(f"answer/{asker}")

    def is_answer(self, topic: str) -> bool:
        """Say whether an answer may be sent to this topic. At other topics an answer could look like a message of the
        table itself, or like an order to another table."""
        asker = topic.rpartition("/")[2]
        return TABLE_NAME.fullmatch(asker) is not None and topic == self.answer(asker)

    def _topic(self, leaf: str) -> str:
        return f"{_ROOT}/{self.table}/{leaf}"


class ClockTopics:
    """The topics below `nightcrier-hall/<hall>/clock`. A table asks at `asked`, and the hall answers at `told`. At
    `waits` the broker keeps whether a table waits for the dusk. The hall tells all tables at `dusk` when the dusk is. A
    table listens to the topics in `heard`, without a wildcard."""

    def __init__(self, hall: str, table: str = "+") -> None:
        self.hall, self._root = hall, f"nightcrier-hall/{hall}/clock"
        self.asked, self.told, self.waits = (f"{self._root}/{leaf}/{table}" for leaf in ("asked", "told", "waits"))
        self.dusk = f"{self._root}/dusk"
        self.heard = self.told, self.dusk

    def table_of(self, topic: str) -> str:
        """Return the table that sent a message to this topic; empty if no table did."""
        parts = topic.split("/")
        return parts[4] if len(parts) == 5 and topic.startswith(f"{self._root}/") else ""


class ClockAsked(Struct, frozen=True):
    """The number of a question. A table counts its own questions, each with a new number."""

    number: _Count


class ClockAnswer(Struct, frozen=True):
    """The answer of the hall's clock. Each start of the hall has another `run`, and another run is another clock."""

    number: _Count
    run: _Run
    heard: _Moment
    told: _Moment


class DuskMoment(Struct, frozen=True):
    """The moment of the dusk by the clock of the hall. The moment is None if the dusk was called off."""

    run: _Run
    at: _Moment | None


LONGEST_STATE = 255
"""The most letters that Home Assistant keeps of a state."""
NOT_KNOWN = b"None"
"""The message that Home Assistant understands as unknown."""
_HAIR: Seconds = 1e-3
_COARSE, _LAST = 10, 10


class BrokerMessage(Struct, frozen=True):
    """A message at a broker. If `kept`, the broker gives the message also to clients that come later. A sender who
    wants an answer names a topic in `answer_at`, and knows the answer by the `mark` (MQTT 5, 3.3.2.3.5 and
    3.3.2.3.6)."""

    topic: str
    payload: bytes
    kept: bool = False
    answer_at: str = ""
    mark: bytes = b""


class ToldState(Struct, frozen=True):
    """The state of a table in one message. A field is None if its value is not known, or does not exist."""

    phase: str
    game: str | None
    title: str | None
    deck: str | None
    call: int | None
    winners: str | None
    paused: bool
    loudness: int
    ceiling: int
    language: str
    help: bool = False
    message: str | None = None


def public_state(table: TableShown, deck: str | None, words: Mapping[str, str]) -> ToldState:
    """Return the state of a table. `deck` is the title of the chosen deck."""
    won = ", ".join(person.name or str(person.person) for person in table.winners)
    clock = table.clock
    return ToldState(
        phase=table.phase.value,
        game=table.game or None,
        title=words.get(f"game.{table.game}", table.game) or None,
        deck=deck,
        call=table.call or None,
        winners=won[:LONGEST_STATE] or None,
        paused=table.paused or (clock is not None and clock.zero is None),
        loudness=table.loudness,
        ceiling=table.ceiling,
        language=table.language,
        help=table.wants_help,
        message=table.message or None,
    )


def decks_by_title(offers: TableOffers | None, words: Mapping[str, str]) -> Mapping[str, ScenarioWish]:
    """Return all decks that may be wished for, by the titles that people read. A title that is taken gets the id behind
    it."""
    found: dict[str, ScenarioWish] = {}
    for each in offers.scenarios if offers else ():
        title = f"{words.get(f'game.{each.game}', each.game)}: {each.title}"
        found[title if title not in found else f"{title} ({each.id})"] = ScenarioWish(each.game, each.id)
    return found


def title_of_chosen(offers: TableOffers | None, decks: Mapping[str, ScenarioWish]) -> str | None:
    chosen = ScenarioWish(offers.game, offers.scenario) if offers else None
    return next((title for title, deck in decks.items() if deck == chosen), None)


def home_settings(offers: TableOffers | None) -> Mapping[Order, OfferedSetting]:
    """Return the settings of the menus that Home Assistant shows, with their values of now."""
    rows = {order.wish: order for order in Order if Who.HOME in order.who}
    keyed = ((Setting(each.menu, each.item), each) for each in (offers.settings if offers else ()))
    return {rows[key]: each for key, each in keyed if key in rows}


def seconds_left(clock: PublicClock | None, now: float) -> int | None:
    """Return the seconds left of a talk with an end, or None without an end. All but the last ten seconds are rounded
    up to tens. `now` is read from the machine's clock, which the box uses too."""
    if clock is None or clock.up:
        return None
    left = math.ceil((clock.left if clock.zero is None else clock.zero - now) - _HAIR)
    if left <= _LAST or clock.zero is None:
        return max(0, left)
    return math.ceil(left / _COARSE) * _COARSE
