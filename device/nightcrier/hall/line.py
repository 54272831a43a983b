"""Connects the hall to the broker. The connection receives the messages of tables, sends the orders, and passes on what
the dusk needs.

The hall listens with wildcards for tables that join, ask for its clock, or wait for the dusk. No other program listens
with wildcards."""

from collections.abc import Callable

from nightcrier.broker.broker_client import broker_client
from nightcrier.broker.broker_talk import BrokerTalk, Listening, PatientLine
from nightcrier.broker.topics import BrokerMessage, HallTopics
from nightcrier.hall.desk import HallDesk
from nightcrier.hall.dusk_caller import DuskCaller
from nightcrier.kernel.settings import MqttSettings

LARGEST_TOLD = 64 * 1024
"""The largest message that the hall accepts, in bytes. A table with hundreds of own decks needs less."""


class HallLine:
    """Keeps the connection to the broker. `look` is called every few seconds; `tell` writes a sentence to the log."""

    def __init__(
        self,
        settings: MqttSettings,
        desk: HallDesk,
        dusk: DuskCaller,
        look: Callable[[], None],
        clock: Callable[[], float],
        tell: Callable[[str], None],
    ) -> None:
        self._settings, self._desk, self._dusk, self._passing = settings, desk, dusk, look
        self._line = PatientLine(settings.broker, settings.port, clock, tell)

    async def run(self) -> None:
        """Connect to the broker again and again, until this call is cancelled."""
        await self._line.run(self._converse)

    async def _converse(self) -> None:
        """Run one conversation with the broker. Raises BrokerLost, or NightcrierError if a file of the settings cannot
        be read."""
        settings, desk = self._settings, self._desk
        client = broker_client(settings, f"nightcrier-hall-{desk.name}", None, LARGEST_TOLD)
        topics = (HallTopics(desk.name).tables, *self._dusk.topics)
        listening = Listening(topics, kept=True)
        talk = BrokerTalk(client, listening, lambda: self._begin(talk), self._hear, self._look, None)
        try:
            await talk.run(settings.broker, settings.port)
        finally:
            self._dusk.speak_to(None)
            desk.end()

    def _begin(self, talk: BrokerTalk) -> None:
        self._line.reached()
        self._desk.begin(talk)
        self._dusk.speak_to(talk.say)

    def _look(self) -> None:
        self._desk.look()
        self._dusk.look()
        self._passing()

    def _hear(self, heard: BrokerMessage) -> None:
        """Give a message to the dusk caller first, because it reads the time of arrival. Give other messages to the
        desk. A message that was kept at the broker loses its mark, because it does not answer a recent question."""
        if not self._dusk.hear(heard.topic, heard.payload):
            self._desk.hear(heard.topic, heard.payload, b"" if heard.kept else heard.mark)
