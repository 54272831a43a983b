"""Connects the hall to the broker. The connection receives the messages of tables and sends the orders.

The hall listens with a wildcard for tables that join. No other program listens with a wildcard."""

from collections.abc import Callable

from nightcrier.broker.broker_client import broker_client
from nightcrier.broker.broker_talk import BrokerTalk, Listening, PatientLine
from nightcrier.broker.topics import BrokerMessage, HallTopics
from nightcrier.kernel.settings import MqttSettings
from nightcrier_hall.desk import HallDesk

LARGEST_TOLD = 64 * 1024
"""The largest message that the hall accepts, in bytes. A table with hundreds of own decks needs less."""


class HallLine:
    """Keeps the connection to the broker. `look` is called every few seconds; `tell` writes a sentence to the log."""

    def __init__(
        self,
        settings: MqttSettings,
        desk: HallDesk,
        look: Callable[[], None],
        clock: Callable[[], float],
        tell: Callable[[str], None],
    ) -> None:
        self._settings, self._desk, self._passing = settings, desk, look
        self._line = PatientLine(settings.broker, settings.port, clock, tell)

    async def run(self) -> None:
        """Connect to the broker again and again, until this call is canceled."""
        await self._line.run(self._converse)

    async def _converse(self) -> None:
        """Run one conversation with the broker. Raises BrokerLost, or NightcrierError if a file of the settings cannot
        be read."""
        settings, desk = self._settings, self._desk
        client = broker_client(settings, f"nightcrier-hall-{desk.name}", None, LARGEST_TOLD)
        listening = Listening((HallTopics(desk.name).tables,), kept=True)
        talk = BrokerTalk(client, listening, lambda: self._begin(talk), self._hear, self._look, None)
        try:
            await talk.run(settings.broker, settings.port)
        finally:
            desk.end()

    def _begin(self, talk: BrokerTalk) -> None:
        self._line.reached()
        self._desk.begin(talk)

    def _look(self) -> None:
        self._desk.look()
        self._passing()

    def _hear(self, heard: BrokerMessage) -> None:
        """Give a message to the desk. A message that was kept at the broker loses its mark, because it does not answer
        a recent question."""
        self._desk.hear(heard.topic, heard.payload, b"" if heard.kept else heard.mark)
