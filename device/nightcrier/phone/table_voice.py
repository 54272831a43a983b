"""Tells a broker about the table. Each change is sent once, and a listener who has just come gets everything."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from nightcrier.broker.hall_messages import ResultsTeller, UpdateState, table_message
from nightcrier.broker.public_state import (
    NOT_KNOWN,
    decks_by_title,
    home_settings,
    public_state,
    seconds_left,
    title_of_chosen,
)
from nightcrier.broker.topics import BrokerMessage, TableTopics
from nightcrier.kernel.ids import Language, Seconds
from nightcrier.phone.box_line import BoxLine
from nightcrier.phone.home_assistant import device_config
from nightcrier.web.forms import words_of_page
from nightcrier.wire.orders import Order
from nightcrier.wire.public_record import (
    LineSaid,
    OfferedSetting,
    Phase,
    PublicLine,
    SignalHeard,
    TableOffers,
    TableShown,
)
from nightcrier.wire.wishes import ScenarioWish

_Say = Callable[[BrokerMessage], None]
_SETTLING: Seconds = 10.0
"""The shortest time between two descriptions. Home Assistant adds the entities of a description one by one, and ignores
new entities of another description that comes in the meantime."""


class _Described(Struct, frozen=True):
    """The description of the table. A new one is made for another language, and whenever decks or updates change."""

    language: Language
    offers: TableOffers | None
    words: Mapping[str, str]
    decks: Mapping[str, ScenarioWish]
    settings: Mapping[Order, OfferedSetting]
    update: UpdateState
    config: bytes
    joined: bytes


class TableVoice:
    """Sends messages about the table while somebody listens (`speak_to`). An event is never sent to a listener who came
    after the event."""

    def __init__(
        self,
        box: BoxLine,
        topics: TableTopics,
        words: Path,
        clock: Callable[[], float],
        title: str = "",
        update: Callable[[], UpdateState] = UpdateState,
    ) -> None:
        """Begin without a listener. The organizer sees `title` as the name of the table. `update` returns the state of
        updates at the table."""
        self._update = update
        self._box, self._topics, self._folder, self._clock = box, topics, words, clock
        self._title = title
        self._say: _Say | None = None
        self._said: dict[str, bytes] = {}
        self._described: _Described | None = None
        self._listened_to_since = clock()
        self._described_at: Seconds | None = None
        self._call: tuple[Phase, int] | None = None
        self._results = ResultsTeller()
        box.listen(self.look)
        box.overhear(self._hear)

    @property
    def farewell(self) -> BrokerMessage:
        """The last message of the table. If this program dies, the broker sends this message itself."""
        return BrokerMessage(self._topics.availability, b"offline", kept=True)

    @property
    def decks(self) -> Mapping[str, ScenarioWish]:
        """The decks that the broker may ask for, by the titles that the broker knows."""
        return self._described.decks if self._described else {}

    def speak_to(self, say: _Say | None) -> None:
        """Send everything that is known now to this listener, and all changes from now on. None means that nobody
        listens."""
        self._say, self._call = say, None
        self.say_again()

    def say_again(self) -> None:
        """Send everything again, because a new listener knows nothing."""
        self._said.clear()
        self._listened_to_since, self._described_at = self._clock(), None
        self.look()

    def look(self) -> None:
        """Send what has changed. Called when something may have changed, and every few seconds."""
        if self._say is None:
            return
        if self._box.table is None:
            self._call = None
            self._state(self._topics.availability, b"offline")
        else:
            self._tell(self._box.table, self._known(self._box.table.language))

    def _tell(self, table: TableShown, known: _Described) -> None:
        topics, deck = self._topics, title_of_chosen(known.offers, known.decks)
        if topics.discovery and self._may_describe(known) and self._said.get(topics.config) != known.config:
            self._described_at = self._clock()
            self._state(topics.config, known.config)
        if topics.hall:
            self._state(topics.joined, known.joined)
            if self._box.scores:
                self._state(topics.results, self._results.message(self._box.scores))
        chosen = {order.shown: each.values[each.now] for order, each in known.settings.items()}
        state = {**asdict(public_state(table, deck, known.words)), **chosen}
        self._state(topics.state, msgspec.json.encode(state))
        self._state(topics.availability, b"online")
        left = seconds_left(table.clock, self._clock())
        self._state(topics.left, NOT_KNOWN if left is None else str(left).encode(), kept=False)
        self._count(table)

    def _may_describe(self, known: _Described) -> bool:
        """Say whether the description may be sent: as soon as the decks are known, or after a while without them."""
        if self._described_at is None and known.offers:
            return True
        before = self._listened_to_since if self._described_at is None else self._described_at
        return self._clock() - before >= _SETTLING

    def _known(self, language: Language) -> _Described:
        known, offers, update = self._described, self._box.offers, self._update()
        if known is None or (known.language, known.update) != (language, update) or known.offers is not offers:
            words = words_of_page(self._folder, language)
            decks = decks_by_title(offers, words)
            settings = home_settings(offers)
            choices = {Order.DECK: tuple(decks), **{order: each.values for order, each in settings.items()}}
            config = device_config(self._topics, words, choices)
            joined = table_message(self._title, language, decks, update)
            known = _Described(language, offers, words, decks, settings, update, config, joined)
            self._described = known
        return known

    def _count(self, table: TableShown) -> None:
        """Send an event when a call begins, even if it is an earlier call that begins again. A call that had begun
        before the listener came is not sent."""
        before, self._call = self._call, (table.phase, table.call)
        if table.call and before not in (None, self._call):
            self._event("call", number=table.call)

    def _hear(self, line: PublicLine) -> None:
        """Send signals and lines. Nothing is sent while the glass shows a code, because the code must be read only on
        the glass."""
        if self._box.table and self._box.table.code:
            return
        match line.news:
            case SignalHeard(name):
                self._event("signal", name=name)
            case LineSaid(text, language, seconds):
                self._event("said", text=text, language=language, seconds=seconds)

    def _state(self, topic: str, payload: bytes, *, kept: bool = True) -> None:
        if self._say and self._said.get(topic) != payload:
            self._said[topic] = payload
            self._say(BrokerMessage(topic, payload, kept))

    def _event(self, kind: str, **more: object) -> None:
        """Send an event in the form that Home Assistant understands."""
        if self._say:
            told = msgspec.json.encode({"event_type": kind, **more})
            self._say(BrokerMessage(self._topics.event(kind), told))
