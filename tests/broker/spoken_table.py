"""A table that speaks to a broker, with a simulated box behind it."""

from collections.abc import Callable
from typing import Self

import msgspec

from nightcrier.broker.hall_messages import UpdateState
from nightcrier.broker.topics import BrokerMessage, TableTopics
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.phone.table_voice import TableVoice
from nightcrier.web.forms import words_of_page
from tests.phone.phones import HOME, OFFERS, ThoughtOfBox

TOPICS = TableTopics("den", "homeassistant")
WORDS = share("assets") / "words"
ENGLISH = words_of_page(WORDS, Language("en"))


class SpokenTable:
    """Simulates a table and collects what is said about it, with the newest message of each topic."""

    def __init__(self, topics: TableTopics = TOPICS, update: Callable[[], UpdateState] = UpdateState) -> None:
        self.now = 100.0
        self.box = ThoughtOfBox()
        self.voice = TableVoice(self.box, topics, WORDS, lambda: self.now, update=update)
        self.said: list[BrokerMessage] = []

    def begin(self) -> Self:
        self.voice.speak_to(self.said.append)
        return self

    def at_home(self) -> Self:
        self.box.shows(HOME, OFFERS)
        return self

    def newest(self, topic: str) -> bytes:
        return [message.payload for message in self.said if message.topic == topic][-1]

    @property
    def state(self) -> dict[str, object]:
        found: dict[str, object] = msgspec.json.decode(self.newest(TOPICS.state))
        return found

    @property
    def events(self) -> list[dict[str, object]]:
        return [msgspec.json.decode(each.payload) for each in self.said if "/event/" in each.topic]
