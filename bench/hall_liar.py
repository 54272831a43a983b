"""A table that lies: it has an account of its own at the broker, and says with it whatever it likes, as itself, as
every other table, and as the hall."""

import json
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from nightcrier.broker.topics import HallTopics, TableTopics
from nightcrier.wire.orders import PRESS, Order

PACE = 0.05
LIE = "Quite another deck"
LOUDEST = b"20"
_DECKS = ("one-night/first-game", "growl/growl-classic", "wherewolf/first-moon")


class LyingTable:
    """Lies until it is ended. `heard` are the topics that it overheard, of which it owns none."""

    def __init__(self, name: str, password: str, hall: str, port: int, others: Sequence[str]) -> None:
        self.name, self._hall, self._port, self._others = name, hall, port, others
        self._password, self._ended = password, Event()
        self.heard, self.lies = set[str](), 0
        Thread(target=self._lie, daemon=True).start()

    def end(self) -> None:
        self._ended.set()

    def _lie(self) -> None:
        """By the id of another at each conversation, as that would put the other out; all the topics, again and again,
        also after the broker was away."""
        ids = [f"nightcrier-hall-{self._hall}", *(f"nightcrier-{other}" for other in self._others)]
        said = [
            *self._as_itself(),
            *self._as_the_hall(),
            *(lie for each in self._others for lie in self._as_table(each)),
        ]
        while not self._ended.is_set():
            ids.append(ids.pop(0))
            with suppress(OSError):
                self._converse(ids[0], said)
            time.sleep(PACE)

    def _converse(self, identity: str, said: Sequence[tuple[str, bytes]]) -> None:
        client = mqtt.Client(CallbackAPIVersion.VERSION2, identity, protocol=mqtt.MQTTv5, reconnect_on_failure=False)
        client.username_pw_set(self.name, self._password)
        client.on_message = lambda _, __, came: self.heard.add(came.topic)
        client.connect("127.0.0.1", self._port)
        client.subscribe([("nightcrier/#", 0), ("nightcrier-hall/#", 0)])
        client.loop_start()
        for topic, payload in said:
            client.publish(topic, payload, retain="/set/" not in topic)  # no box follows an order that was kept
            self.lies += 1
            time.sleep(PACE / 10)
        client.loop_stop()
        client.disconnect()

    def _as_itself(self) -> list[tuple[str, bytes]]:
        decks = dict.fromkeys(_DECKS, LIE)
        joined = json.dumps({"title": "\u202etable-1", "language": "en", "decks": decks}).encode()
        return [(HallTopics(self._hall).table(self.name), joined)]

    def _as_the_hall(self) -> list[tuple[str, bytes]]:
        topics = HallTopics(self._hall)
        return [(topics.order(Order.LOUDNESS), LOUDEST), (topics.order(Order.MESSAGE), LIE.encode())]

    def _as_table(self, name: str) -> list[tuple[str, bytes]]:
        own = TableTopics(name, hall=self._hall)
        state = json.dumps({"phase": "night", "deck": LIE, "help": True}).encode()
        orders = ((Order.LOUDNESS, LOUDEST), (Order.IDENTIFY, PRESS.encode()), (Order.MESSAGE, LIE.encode()))
        told = [(own.availability, b"offline"), (own.state, state), (own.joined, b"")]
        return [*told, *((own.order(order), payload) for order, payload in orders)]
