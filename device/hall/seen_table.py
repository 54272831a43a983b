"""One table as the hall sees it, and what was asked of it and is not done yet: a table that plays, or that is gone
for a while, does it when it can."""

from math import ceil
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.ids import Seconds
from device.kernel.public_record import Phase
from device.net.mqtt.joined_table import JoinedTable
from device.net.mqtt.public_state import ToldState
from device.net.mqtt.topics import Order
from device.net.mqtt.update_source import read_source

ASKED_FOR: Seconds = 900.0
"""What a table has not done by then it does no more: nobody remembers having asked."""
UPDATED_FOR: Seconds = 7200.0
"""Many boxes fetch an update in turn, over one network, and some of them play first."""
ASKED_AGAIN: Seconds = 5.0
BELIEVED_AFTER: Seconds = 60.0
"""A table that was cut off is missed by the broker after one and a half times its keepalive, and until then is taken
for one that is there (MQTT 5, 3.1.2.10)."""
LOOKED_FOR: Seconds = 10.0
"""A lamp that blinks later is looked for by nobody."""
_OPEN = frozenset({Phase.HOME, Phase.DAY, Phase.VERDICT})
_HEEDED = {
    Order.LOUDNESS: _OPEN,
    Order.DECK: frozenset({Phase.HOME}),
    Order.LANGUAGE: frozenset({Phase.HOME}),
    Order.MESSAGE: _OPEN,
    Order.HELPED: _OPEN,
    Order.IDENTIFY: _OPEN,
    Order.PAUSE: frozenset({Phase.DAY}),
    Order.UPDATE: frozenset({Phase.HOME}),
}
"""When a box may heed what (`device/table/heeded.py`): at other times it is not asked."""
_ASKED_ONCE = frozenset({Order.IDENTIFY, Order.PAUSE})


class AskedOrder(Struct, frozen=True):
    """Since when, and when it was sent last; None where it was not yet. Whether the table has told since how it is."""

    order: Order
    value: str
    since: Seconds
    sent: Seconds | None = None
    is_answered: bool = False


class SeenTable(Struct, frozen=True):
    """`left` are the seconds that it told at `told`; `told_bytes` is how long its word was when it joined.
    Whether it `leaves`: it was taken off the list while the broker was away."""

    name: str
    joined: JoinedTable = JoinedTable()
    here: bool = False
    state: ToldState | None = None
    left: int | None = None
    told: Seconds = 0.0
    asked: tuple[AskedOrder, ...] = ()
    told_bytes: int = 0
    leaves: bool = False

    @property
    def title(self) -> str:
        """What people call it."""
        return self.joined.title or self.name

    @property
    def wants_help(self) -> bool:
        return self.state is not None and self.state.help

    def minutes_left(self, now: Seconds) -> int | None:
        """Begun ones count; a clock that stands has told how it stands."""
        if not self.here or self.state is None or self.left is None:
            return None
        gone = 0.0 if self.state.paused else now - self.told
        return max(0, ceil((self.left - gone) / 60))


def with_here(table: SeenTable, here: bool) -> SeenTable:
    """What was sent to a table that is gone may be lost: once it is back it is sent again. But not the answer to a
    call: by then it may be another call."""
    left = (each for each in table.asked if each.sent is None or each.order is not Order.HELPED)
    asked = table.asked if here else tuple(replace(each, sent=None) for each in left)
    return replace(table, here=here, leaves=table.leaves and not here, asked=asked)


def with_state(table: SeenTable, state: ToldState, now: Seconds) -> SeenTable:
    """A clock that goes on after a pause goes on from what it has told: it may not say that again."""
    goes_on = table.state is not None and table.state.paused and not state.paused
    asked = tuple(replace(each, is_answered=each.sent is not None) for each in table.asked)
    return replace(table, state=state, told=now if goes_on else table.told, asked=asked)


def can_do(table: SeenTable, order: Order, value: str) -> bool:
    """Whether it makes sense to ask this table."""
    if order is Order.UPDATE:
        return table.joined.update.updates
    return order is not Order.DECK or value in table.joined.decks


def with_asked(table: SeenTable, order: Order, value: str, now: Seconds) -> SeenTable:
    """In the place of what was asked of that kind before."""
    others = tuple(asked for asked in table.asked if asked.order is not order)
    return replace(table, asked=(*others, AskedOrder(order, value, now)))


def without_done(table: SeenTable, now: Seconds) -> SeenTable:
    """What it shows is done, and what is too old is over."""
    left = tuple(each for each in table.asked if now - each.since < _patience(each) and not _is_done(table, each, now))
    return table if left == table.asked else replace(table, asked=left)


def _patience(asked: AskedOrder) -> Seconds:
    return {Order.IDENTIFY: LOOKED_FOR, Order.UPDATE: UPDATED_FOR}.get(asked.order, ASKED_FOR)


def due_orders(table: SeenTable, now: Seconds) -> tuple[AskedOrder, ...]:
    """What is to be sent to it now."""
    if not table.here or table.state is None:
        return ()
    phase = table.state.phase
    heeded = (asked for asked in awaited_orders(table) if phase in _HEEDED[asked.order])
    return tuple(asked for asked in heeded if asked.sent is None or now - asked.sent >= ASKED_AGAIN)


def awaited_orders(table: SeenTable) -> tuple[AskedOrder, ...]:
    """What it has not done yet, as far as is known."""
    state = table.state
    return tuple(
        asked for asked in table.asked if asked.sent is None or state is None or not _shows(table, state, asked)
    )


def with_sent(table: SeenTable, sent: tuple[AskedOrder, ...], now: Seconds) -> SeenTable:
    asked = tuple(replace(each, sent=now, is_answered=False) if each in sent else each for each in table.asked)
    return replace(table, asked=asked)


def _is_done(table: SeenTable, asked: AskedOrder, now: Seconds) -> bool:
    return table.state is not None and _can_tell(table, asked, now) and _shows(table, table.state, asked)


def _can_tell(table: SeenTable, asked: AskedOrder, now: Seconds) -> bool:
    """What is known of a table may be older than what was asked of it before, and an order may be lost on its way: so
    what it shows counts once the order was sent, and the table has told since how it is, or had the time to. That a
    lamp blinks is told by nothing: it is asked once. A version changes by no other hand."""
    if asked.order is Order.UPDATE:
        return True
    if asked.sent is None:
        return False
    return asked.order in _ASKED_ONCE or asked.is_answered or now - asked.sent >= BELIEVED_AFTER


def _shows(table: SeenTable, state: ToldState, asked: AskedOrder) -> bool:
    match asked.order:
        case Order.LOUDNESS:
            return state.loudness == min(int(asked.value), state.ceiling)
        case Order.DECK:
            return state.deck is not None and state.deck == table.joined.decks.get(asked.value)
        case Order.LANGUAGE:
            return state.language == asked.value
        case Order.MESSAGE:
            return state.message == asked.value
        case Order.HELPED:
            return not state.help
        case Order.UPDATE:
            return _is_updated(table, asked.value)
        case Order.IDENTIFY | Order.PAUSE:
            return True
        case _:
            assert_never(asked.order)


def _is_updated(table: SeenTable, value: str) -> bool:
    """Also where its root has refused it, and would again: that is said, and the table is asked no more."""
    source, update = read_source(value.encode()), table.joined.update
    return source is None or update.version == source.version or update.refused == source.made


def read_left(payload: bytes) -> int | None:
    return int(payload) if payload.isdigit() and len(payload) <= 6 else None
