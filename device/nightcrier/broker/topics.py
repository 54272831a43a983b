"""Names the topics of one table, and makes what is said there, of the public record alone. A table has a tree of its
own, so that a broker can share many tables out, and nothing is listened to with a wildcard. A hall has topics, too:
there both say to each other what their clocks show, and when dusk comes."""

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


LONGEST_STATE = 255
"""Letters that Home Assistant keeps of a state."""
NOT_KNOWN = b"None"
"""What Home Assistant takes for unknown."""
_HAIR: Seconds = 1e-3
_COARSE, _LAST = 10, 10


class BrokerMessage(Struct, frozen=True):
    """A message at a broker, `kept` there for who comes later. A sender who wants an answer names the topic for it
    (`answer_at`), and knows it again by the `mark` (MQTT 5, 3.3.2.3.5 and 3.3.2.3.6)."""

    topic: str
    payload: bytes
    kept: bool = False
    answer_at: str = ""
    mark: bytes = b""


class ToldState(Struct, frozen=True):
    """The table in one message. None is what is not known, or what there is none of."""

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
    """Return the state of a table. `deck` is the title of the deck that is chosen."""
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
    """Return all decks that may be wished for, by the titles that people read; two of one title are told apart by their
    ids."""
    found: dict[str, ScenarioWish] = {}
    for each in offers.scenarios if offers else ():
        title = f"{words.get(f'game.{each.game}', each.game)}: {each.title}"
        found[title if title not in found else f"{title} ({each.id})"] = ScenarioWish(each.game, each.id)
    return found


def title_of_chosen(offers: TableOffers | None, decks: Mapping[str, ScenarioWish]) -> str | None:
    chosen = ScenarioWish(offers.game, offers.scenario) if offers else None
    return next((title for title, deck in decks.items() if deck == chosen), None)


def home_settings(offers: TableOffers | None) -> Mapping[Order, OfferedSetting]:
    """Return the settings of the menus that Home Assistant has, as they are now."""
    rows = {order.wish: order for order in Order if Who.HOME in order.who}
    keyed = ((Setting(each.menu, each.item), each) for each in (offers.settings if offers else ()))
    return {rows[key]: each for key, each in keyed if key in rows}


def seconds_left(clock: PublicClock | None, now: float) -> int | None:
    """Return the seconds left of a talk with an end: in tens, and each of the last ten; None without an end. `now` is
    the clock of the machine, and the box's own."""
    if clock is None or clock.up:
        return None
    left = math.ceil((clock.left if clock.zero is None else clock.zero - now) - _HAIR)
    if left <= _LAST or clock.zero is None:
        return max(0, left)
    return math.ceil(left / _COARSE) * _COARSE
