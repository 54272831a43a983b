"""A conversation of the organiser's desk with the broker, as the desk needs it."""

from collections.abc import Iterable
from typing import Protocol

from device.net.mqtt.public_state import BrokerMessage


class HallTalk(Protocol):
    """`BrokerTalk` is one."""

    def say(self, message: BrokerMessage) -> None: ...

    def listen(self, topics: Iterable[str]) -> None: ...

    def unlisten(self, topics: Iterable[str]) -> None: ...
