"""Keeps the connection of a table to a broker. After a lost connection, the program connects again, with longer and
longer waits. A message from the broker can do no more than a wish. If too many messages come, some are ignored."""

from collections.abc import Callable
from functools import partial

from nightcrier.broker.broker_client import broker_client
from nightcrier.broker.broker_talk import BrokerTalk, Listening, PatientLine
from nightcrier.broker.topics import DONE, BrokerMessage, TableTopics
from nightcrier.kernel.refusal import Allowance, Refusal
from nightcrier.kernel.settings import MqttSettings
from nightcrier.phone.box_line import BoxLine
from nightcrier.phone.table_voice import TableVoice
from nightcrier.phone.update_taker import UpdateTaker
from nightcrier.wire.orders import Order, wish_of_order

ORDERS, ORDERS_A_SECOND = 10, 1.0
"""The number of orders of a broker that are followed at once, and the number of further orders in a second."""
BIRTHS, BIRTHS_A_SECOND = 3, 0.1


class BrokerLine:
    """Keeps the connection of a table to its broker. `tell` writes a sentence into the log. In a hall, `update`
    fetches the updates of the hall."""

    def __init__(
        self,
        settings: MqttSettings,
        topics: TableTopics,
        box: BoxLine,
        voice: TableVoice,
        clock: Callable[[], float],
        tell: Callable[[str], None],
        update: UpdateTaker | None = None,
    ) -> None:
        self._settings, self._topics, self._box, self._voice = settings, topics, box, voice
        self._update = update
        self._say: Callable[[BrokerMessage], None] | None = None
        self._clock, self._line = clock, PatientLine(settings.broker, settings.port, clock, tell)
        self._orders = Allowance(ORDERS, ORDERS_A_SECOND, clock())
        self._births = Allowance(BIRTHS, BIRTHS_A_SECOND, clock())

    async def run(self) -> None:
        """Connect to the broker again and again, until this call is canceled."""
        await self._line.run(self._converse)

    async def _converse(self) -> None:
        """Have one conversation with the broker. Raises BrokerLost, or NightcrierError if a file of the settings cannot
        be read."""
        settings, topics, voice = self._settings, self._topics, self._voice
        client = broker_client(settings, topics.id, voice.farewell)
        births = (topics.birth,) if topics.discovery else ()
        listening = Listening((*topics.orders, *births))
        talk = BrokerTalk(client, listening, lambda: self._begin(talk), self._hear, voice.look, voice.farewell)
        try:
            await talk.run(settings.broker, settings.port)
        finally:
            self._speak_to(None)

    def _begin(self, talk: BrokerTalk) -> None:
        self._line.reached()
        self._speak_to(talk.say)

    def _speak_to(self, say: Callable[[BrokerMessage], None] | None) -> None:
        self._say = say
        self._voice.speak_to(say)

    def _hear(self, heard: BrokerMessage) -> None:
        """Follow a message of the broker. A message that the broker has kept is ignored, because its sender may have
        been gone for a long time."""
        topic = heard.topic
        if topic == self._topics.birth:
            if heard.payload == b"online" and self._births.takes(self._clock()):
                self._voice.say_again()
        elif (order := self._topics.orders.get(topic)) and not heard.kept:
            self._follow(order, heard)

    def _follow(self, order: Order, heard: BrokerMessage) -> None:
        """Carry out an order, and answer it. Orders beyond the allowed number get no answer, because answers would
        double a flood of messages."""
        wish = wish_of_order(order, heard.payload, self._voice.decks)
        update = self._update if order is Order.UPDATE else None
        if not (wish or update or heard.answer_at) or not self._orders.takes(self._clock()):
            return
        answered = partial(self._answer, heard)
        if wish:
            self._box.ask(wish, answered)
        elif update:
            update.hear(heard.payload, answered, heard.mark)
        else:
            answered(Refusal.ABSENT if self._box.offers else Refusal.LOST)

    def _answer(self, heard: BrokerMessage, word: Refusal | None) -> None:
        if self._say and self._topics.is_answer(heard.answer_at):
            self._say(BrokerMessage(heard.answer_at, (word or DONE).encode(), mark=heard.mark))
