"""Tells the box when the dusk of its hall is. The program measures the distance from the hall's clock to ours and from
ours to the box's, and tells the box the moment by the box's own clock. The box begins by itself at that moment, even
without a network, and only if its people have pressed START (`device/nightcrier/box/table/plugs/hall/hall.py`)."""

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
"""The questions in a row to the hall, and to the box, which takes five wishes of any kind a second."""
DUSK_PAGE = "dusk"
"""The page of a box that waits for the dusk."""
_MOVED: Seconds = 0.001
"""The smallest change of the dusk, in seconds, that the box is told."""
_AT_REST: Seconds = 60.0
"""The time between two measurements of the clock while no dusk is announced. The moment of a dusk can then be told as
soon as the dusk is announced."""
_WISHES, _WISHES_A_SECOND = 4, 0.2
_MEASURES, _MEASURES_A_SECOND = 3, 0.3
_HEARD, _HEARD_A_SECOND = 24, 4.0
"""The messages of the hall that are read at once, and how many more a second, so that a flood holds up nothing."""

_Say = Callable[[BrokerMessage], None]


class DuskVoice:
    """Tells the hall that the box waits, and the box when the dusk is, while the broker is reached. `look` has to be
    called every few seconds. `topics` are the topics to listen to."""

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
        """Set the way to speak to the broker; None while it is not reached. The box keeps the dusk that it was told."""
        self._say, self._waits, self._asked_at = say, None, None
        self.look()

    def look(self) -> None:
        """Note that time has passed. The clocks are measured all the time while a dusk is announced, else seldom."""
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
        """Take a message of the hall. A message that was kept at the broker is ignored: its moment is long over."""
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
        """Note which run of the hall speaks. A new run has another clock: what the former run said is forgotten."""
        if run != self._run:
            self._run, self._dusk = run, None
            self._hall.forget()

    def _take_from_door(self, line: PublicLine) -> None:
        if isinstance(line.news, ClockTold):
            self._door.answer(line.news.number, line.at, line.at)
            self._tell_when_measured()

    def _tell_when_measured(self) -> None:
        """Tell the box a new dusk at once, and later only once no answer is expected: it takes few wishes."""
        if self._told_of != self._dusk or not (self._hall.is_asking or self._door.is_asking):
            self._tell_box()

    def _tell_box(self) -> None:
        """Tell the box the moment of the dusk by its own clock, if the moment is new or better known."""
        if self._dusk is None:
            return
        wish = DuskWish(None) if self._dusk.at is None else self._wish_at(self._dusk.at)
        if wish and _is_news(wish, self._told) and self._wishes.takes(self._clock()) and self._box.wish(wish):
            self._told, self._told_of = wish, self._dusk

    def _wish_at(self, moment: float) -> DuskWish | None:
        """Return the wish for a dusk at this moment. None if a clock is not known, or the moment is over or too far."""
        hall, door, now = self._hall.bounds, self._door.bounds, self._clock()
        if hall is None or door is None or not 0 < moment - hall.ahead - now <= LONGEST_DUSK:
            return None
        return DuskWish(moment - hall.ahead + door.ahead)

    def _is_over(self) -> bool:
        """Say whether nothing more is to be told of the dusk: it has come, was called off, or the hall is silent."""
        if self._dusk is None or self._dusk.at is None:
            return self._told == DuskWish(None)
        now, hall = self._clock(), self._hall.bounds
        has_come = hall is not None and self._dusk.at - hall.ahead <= now
        return has_come or now - self._heard_at > LONGEST_DUSK

    def _follow_box(self) -> None:
        """Tell the hall whether the box waits. A box that was started again knows of no dusk."""
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
