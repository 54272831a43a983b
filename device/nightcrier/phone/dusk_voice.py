"""Tells the box when the dusk of its hall is. The program measures the differences between the hall's clock, our clock
and the box's clock. The box gets the time of the dusk by its own clock. The box begins by itself at that time, even
without a network, but only if its people have pressed START (`device/nightcrier/box/table/plugs/hall/hall.py`)."""

from collections.abc import Callable

import msgspec

from nightcrier.broker.hall_messages import ClockAnswer, ClockAsked, DuskMoment, read_message
from nightcrier.broker.topics import BrokerMessage, ClockTopics
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.refusal import Allowance
from nightcrier.phone.box_line import BoxLine
from nightcrier.phone.clock_filter import ClockAsking
from nightcrier.wire.public_record import ClockTold, PublicLine
from nightcrier.wire.wishes import LONGEST_DUSK, ClockWish, DuskWish

_IN_A_ROW, _AT_THE_DOOR = 8, 3
"""The number of questions in one measurement to the hall, and to the box. The box accepts only five wishes of any kind
in a second."""
DUSK_PAGE = "dusk"
"""The page that a box shows while it waits for the dusk."""
_MOVED: Seconds = 0.001
"""The smallest change of the dusk that is sent to the box, in seconds."""
_AT_REST: Seconds = 60.0
"""The time between two measurements while no dusk is announced. Because of these measurements, the box gets the time of
a dusk as soon as the dusk is announced."""
_WISHES, _WISHES_A_SECOND = 4, 0.2
_MEASURES, _MEASURES_A_SECOND = 3, 0.3
_HEARD, _HEARD_A_SECOND = 24, 4.0
"""The number of messages of the hall that are read at once, and the number of further messages in a second. Because of
this limit, a flood of messages does not delay other work."""

_Say = Callable[[BrokerMessage], None]


class DuskVoice:
    """Tells the hall that the box waits, and tells the box when the dusk is, while the broker is reached. `look` must
    be called every few seconds. `topics` are the topics to listen to."""

    def __init__(self, box: BoxLine, topics: ClockTopics, clock: Callable[[], float]) -> None:
        self._box, self._topics, self.topics, self._clock = box, topics, topics.heard, clock
        self._say: _Say | None = None
        self._hall = ClockAsking(clock, self._ask_hall)
        self._door = ClockAsking(clock, lambda number: box.wish(ClockWish(number)))
        self._run = ""
        self._dusk: DuskMoment | None = None
        self._told: DuskWish | None = None
        self._told_of: DuskMoment | None = None
        self._heard_at = 0.0
        self._waits: bool | None = None
        self._asked_at: float | None = None
        self._wishes = Allowance(_WISHES, _WISHES_A_SECOND, clock())
        self._measures = Allowance(_MEASURES, _MEASURES_A_SECOND, clock())
        self._heard = Allowance(_HEARD, _HEARD_A_SECOND, clock())
        box.listen(self._follow_box)
        box.overhear(self._take_from_door)

    def speak_to(self, say: _Say | None) -> None:
        """Set the function that sends to the broker, or None while the broker is not reached. The box keeps the last
        dusk that it was sent."""
        self._say, self._waits, self._asked_at = say, None, None
        self.look()

    def look(self) -> None:
        """Do what is due after some time. While a dusk is announced, the clocks are measured at each call, and
        otherwise seldom."""
        now = self._clock()
        is_due = self._asked_at is None or now - self._asked_at >= _AT_REST
        if self._say and (is_due or self._dusk):
            self._asked_at = now
            self._measure()
        if self._is_over():
            self._dusk = None
        self._tell_box()
        self._follow_box()

    def hear(self, topic: str, payload: bytes, kept: bool) -> None:
        """Handle a message of the hall. A message that the broker has kept is ignored, because its time is over."""
        if kept or topic not in self.topics or not self._heard.takes(self._clock()):
            return
        if topic == self._topics.dusk:
            self._hear_dusk(read_message(payload, DuskMoment))
        elif (answer := read_message(payload, ClockAnswer)) and self._hall.awaits(answer.number):
            self._know_run(answer.run)
            self._hall.answer(answer.number, answer.heard, answer.told)
        self._tell_when_measured()

    def _hear_dusk(self, dusk: DuskMoment | None) -> None:
        if dusk is None or dusk == self._dusk:
            return
        self._know_run(dusk.run)
        self._dusk, self._heard_at = dusk, self._clock()
        self._measure()

    def _measure(self) -> None:
        if self._measures.takes(self._clock()):
            self._hall.begin(_IN_A_ROW)
            self._door.begin(_AT_THE_DOOR)

    def _know_run(self, run: str) -> None:
        """Record the run of the hall that has sent a message. A new run has another clock, so everything that the
        earlier run has sent is forgotten."""
        if run != self._run:
            self._run, self._dusk = run, None
            self._hall.forget()

    def _take_from_door(self, line: PublicLine) -> None:
        if isinstance(line.news, ClockTold):
            self._door.answer(line.news.number, line.at, line.at)
            self._tell_when_measured()

    def _tell_when_measured(self) -> None:
        """Send the box a new dusk at once. A better time for the same dusk is sent only when no answer of a clock is
        expected, because the box accepts few wishes."""
        if self._told_of != self._dusk or not (self._hall.is_asking or self._door.is_asking):
            self._tell_box()

    def _tell_box(self) -> None:
        """Send the box the time of the dusk by its own clock, if the time is new or more exact than before."""
        if self._dusk is None:
            return
        wish = DuskWish(None) if self._dusk.at is None else self._wish_at(self._dusk.at)
        if wish and _is_news(wish, self._told) and self._wishes.takes(self._clock()) and self._box.wish(wish):
            self._told, self._told_of = wish, self._dusk

    def _wish_at(self, moment: float) -> DuskWish | None:
        """Return the wish for a dusk at this moment of the hall's clock. Return None if a clock is not measured yet, or
        if the moment is over or too far in the future."""
        hall, door, now = self._hall.bounds, self._door.bounds, self._clock()
        if hall is None or door is None or not 0 < moment - hall.ahead - now <= LONGEST_DUSK:
            return None
        return DuskWish(moment - hall.ahead + door.ahead)

    def _is_over(self) -> bool:
        """Say whether the dusk needs no more messages: the dusk has come, the box knows that it was cancelled, or the
        hall was silent too long."""
        if self._dusk is None or self._dusk.at is None:
            return self._told == DuskWish(None)
        now, hall = self._clock(), self._hall.bounds
        has_come = hall is not None and self._dusk.at - hall.ahead <= now
        return has_come or now - self._heard_at > LONGEST_DUSK

    def _follow_box(self) -> None:
        """Tell the hall whether the box waits for the dusk. If the box is gone, forget what it was told, because a
        restarted box knows no dusk."""
        table = self._box.table
        if table is None:
            self._told = None
            self._door.forget()
        waits = table is not None and table.page == DUSK_PAGE
        if self._say and waits != self._waits:
            self._waits = waits
            self._say(BrokerMessage(self._topics.waits, b"yes" if waits else b"no", kept=True))

    def _ask_hall(self, number: int) -> None:
        if self._say:
            self._say(BrokerMessage(self._topics.asked, msgspec.json.encode(ClockAsked(number))))


def _is_news(wish: DuskWish, told: DuskWish | None) -> bool:
    if told is None or wish.at is None or told.at is None:
        return wish != told
    return abs(wish.at - told.at) > _MOVED
