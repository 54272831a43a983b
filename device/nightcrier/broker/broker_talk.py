"""Holds the conversation with a broker on the event loop, and connects again when a conversation has ended.

Messages of the broker are read one at a time, so that a flood does not delay other work."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Iterable
from socket import IPPROTO_TCP, TCP_USER_TIMEOUT, socket

import paho.mqtt.client as mqtt
from msgspec import Struct
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from nightcrier.broker.broker_client import BoundedClient
from nightcrier.broker.topics import BrokerMessage
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.ids import Seconds

_ANSWERING: Seconds = 10.0
_KEEPALIVE = 30
_LOOK: Seconds = 5.0
_UNREAD: Seconds = 60.0
"""The longest time for which a broker may leave messages unread. Unread messages take up memory."""
_NOTHING_KEPT = SubscribeOptions.RETAIN_DO_NOT_SEND
_TAKEN_OVER = 0x8E
"""The reason code of a DISCONNECT when another client has connected with the same name (MQTT 5, 3.14.2.1)."""
_PORT = "is that its port?"
_ONE_NAME = "another is there by the same name: look at table, or at hall, in [net.mqtt]."
_LET_IN = "look at name and password_file in [net.mqtt], and at whom the broker lets in."
_FIRST_WAIT: Seconds = 1.0
_LONGEST_WAIT: Seconds = 30.0
_GOOD_WHILE: Seconds = 2.0
"""How long a conversation must last to count as good. After a good one, the program connects again soon. On a bad
network, many conversations end early."""
_OF_ONE_NAME: Seconds = 120.0
"""The length of a good conversation, and the longest wait, after another client has connected with the same name. Two
boxes with one name disconnect each other, so both must wait long."""


class BrokerLost(Exception):
    """Raised when a conversation with the broker has ended or could not begin. The text gives the reason, and follows
    the broker's name in a sentence."""


class TakenOver(BrokerLost):
    """Raised when another client has connected to the broker with the same name."""


class Listening(Struct, frozen=True):
    """Lists the topics to subscribe to. `kept` says whether messages that the broker has kept are wanted, too."""

    topics: tuple[str, ...]
    kept: bool = False


class BrokerTalk:
    """Talks with a broker. `begun` is called when the broker has accepted the connection, `heard` with each message,
    and `passing` every few seconds. `farewell` is the last message that is sent, if there is one."""

    def __init__(
        self,
        client: BoundedClient,
        listening: Listening,
        begun: Callable[[], None],
        heard: Callable[[BrokerMessage], None],
        passing: Callable[[], None],
        farewell: BrokerMessage | None,
    ) -> None:
        self._client, self._listening, self._farewell = client, listening, farewell
        self._begun, self._heard, self._passing = begun, heard, passing
        self._given_up = False
        self._loop = asyncio.get_running_loop()
        self._welcome: asyncio.Future[str] = self._loop.create_future()
        self._over: asyncio.Future[BrokerLost] = self._loop.create_future()

    async def run(self, host: str, port: int) -> None:
        """Talk until the conversation ends. Raises BrokerLost."""
        await self._call(host, port)
        line = self._client.socket()
        if not isinstance(line, socket):
            raise BrokerLost(f"hung up at once; {_PORT}")
        self._attend(line)
        try:
            await self._talk()
        except asyncio.CancelledError:
            self._take_leave()
            raise
        finally:
            self._forget(line)
            line.close()

    def say(self, message: BrokerMessage) -> None:
        """Send a message without waiting. If the conversation ends before the broker has read the message, the message
        is lost."""
        self._client.publish(message.topic, message.payload, retain=message.kept, properties=_about(message))

    def listen(self, topics: Iterable[str]) -> None:
        before = SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE if self._listening.kept else _NOTHING_KEPT
        manner = SubscribeOptions(retainAsPublished=True, retainHandling=before)
        self._client.subscribe([(topic, manner) for topic in topics])

    def unlisten(self, topics: Iterable[str]) -> None:
        self._client.unsubscribe(list(topics))

    async def _call(self, host: str, port: int) -> None:
        """Connect in a separate thread, because looking up the name and the handshake could block the event loop."""
        limits = Properties(PacketTypes.CONNECT)
        limits.MaximumPacketSize = self._client.largest

        def connect() -> None:
            self._client.connect(host, port, _KEEPALIVE, clean_start=True, properties=limits)
            if self._given_up:
                self._leave_at_once()

        try:
            await self._loop.run_in_executor(None, connect)
        except asyncio.CancelledError:
            self._given_up = True  # a thread cannot be ended: whoever of the two comes second closes what was reached
            self._leave_at_once()
            raise
        except (OSError, ValueError) as wrong:
            raise BrokerLost(_why_unreached(wrong)) from None

    def _leave_at_once(self) -> None:
        line = self._client.socket()
        if isinstance(line, socket):
            line.close()

    def _attend(self, line: socket) -> None:
        self._client.on_connect = self._answered
        self._client.on_message = lambda _, __, came: self._heard(_message(came))
        self._client.on_disconnect = lambda _, __, ___, reason, ____: self._end(_loss(reason))
        self._client.on_socket_register_write = lambda *_: self._loop.add_writer(line, self._write, line)
        self._client.on_socket_close = lambda *_: self._forget(line)
        line.setsockopt(IPPROTO_TCP, TCP_USER_TIMEOUT, int(_UNREAD * 1000))
        self._loop.add_reader(line, self._read, line)
        self._loop.add_writer(line, self._write, line)

    async def _talk(self) -> None:
        either: set[asyncio.Future[str] | asyncio.Future[BrokerLost]] = {self._welcome, self._over}
        await asyncio.wait(either, timeout=_ANSWERING, return_when=asyncio.FIRST_COMPLETED)
        if not self._welcome.done() and not self._over.done():
            raise BrokerLost(f"says nothing; {_PORT}")
        while not self._over.done():
            self._passing()
            self._attempt(self._client.loop_misc)
            await asyncio.wait({self._over}, timeout=_LOOK)
        raise self._over.result()

    def _answered(
        self, _: mqtt.Client, __: object, ___: mqtt.ConnectFlags, reason: ReasonCode, ____: Properties | None
    ) -> None:
        if self._welcome.done():
            return
        if reason.is_failure:
            self._end(BrokerLost(f"refuses us ({reason}); {_LET_IN}"))
            return
        self._welcome.set_result("")
        self.listen(self._listening.topics)
        self._begun()

    def _read(self, line: socket) -> None:
        """Read everything that has arrived. With TLS, more bytes may be ready than the socket reports."""
        self._attempt(self._client.loop_read)
        while isinstance(line, ssl.SSLSocket) and not self._over.done() and line.fileno() >= 0 and line.pending():
            self._attempt(self._client.loop_read)

    def _write(self, line: socket) -> None:
        self._attempt(self._client.loop_write)
        if line.fileno() >= 0 and not self._client.want_write():
            self._loop.remove_writer(line)

    def _take_leave(self) -> None:
        """Send the farewell and disconnect, so that the broker does not send the will."""
        if self._farewell:
            self.say(self._farewell)
        self._client.disconnect()
        self._attempt(self._client.loop_write)

    def _attempt(self, deed: Callable[[], object]) -> None:
        try:
            deed()
        except Exception as broken:  # noqa: BLE001 - what a library makes of bytes that are no MQTT: the talk is over
            self._end(BrokerLost(f"says what is no MQTT 5 ({broken!r}); {_PORT}"))

    def _end(self, why: BrokerLost) -> None:
        if not self._over.done():
            self._over.set_result(why)

    def _forget(self, line: socket) -> None:
        if line.fileno() >= 0:
            self._loop.remove_reader(line)
            self._loop.remove_writer(line)


def _about(message: BrokerMessage) -> Properties | None:
    if not (message.answer_at or message.mark):
        return None
    about = Properties(PacketTypes.PUBLISH)
    if message.answer_at:
        about.ResponseTopic = message.answer_at
    if message.mark:
        about.CorrelationData = message.mark
    return about


def _message(came: mqtt.MQTTMessage) -> BrokerMessage:
    at, mark = getattr(came.properties, "ResponseTopic", ""), getattr(came.properties, "CorrelationData", b"")
    return BrokerMessage(came.topic, bytes(came.payload), came.retain, at, mark)


def _loss(reason: ReasonCode) -> BrokerLost:
    if reason.value == _TAKEN_OVER:
        return TakenOver(f"ended the conversation ({reason}); {_ONE_NAME}")
    return BrokerLost(f"ended the conversation ({reason}).")


def _why_unreached(wrong: OSError | ValueError) -> str:
    if isinstance(wrong, ssl.SSLError):
        return f"is not reached with TLS ({wrong.strerror or wrong}); look at port, tls and ca_file in [net.mqtt]."
    why = wrong.strerror if isinstance(wrong, OSError) else None
    return f"does not answer ({why or wrong}); is Mosquitto running there, with a listener?"


class PatientLine:
    """Connects to a broker again and again, with longer and longer waits. `tell` writes a sentence into the log."""

    def __init__(self, broker: str, port: int, clock: Callable[[], float], tell: Callable[[str], None]) -> None:
        self._broker, self._clock, self._tell = f"The broker {broker}, port {port},", clock, tell
        self._told = ""

    async def run(self, converse: Callable[[], Awaitable[None]]) -> None:
        """Connect again and again, forever. `converse` has one conversation, and raises BrokerLost or
        NightcrierError."""
        wait = _FIRST_WAIT
        while True:
            begun, good, longest = self._clock(), _GOOD_WHILE, _LONGEST_WAIT
            try:
                await converse()
            except BrokerLost as why:
                if isinstance(why, TakenOver):
                    good = longest = _OF_ONE_NAME
                self._tell_once(f"{self._broker} {why} It is called again by itself.")
            except NightcrierError as why:
                self._tell_once(f"{self._broker} is not called: {why}")
            wait = _FIRST_WAIT if self._clock() - begun > good else min(longest, wait * 2)
            await asyncio.sleep(wait)

    def reached(self) -> None:
        """Write into the log that the broker has accepted the connection."""
        self._tell_once(f"{self._broker} is reached.")

    def _tell_once(self, sentence: str) -> None:
        if sentence != self._told:
            self._told = sentence
            self._tell(sentence)
