"""Calls a broker for ever: at once again where the network had cut us off, else ever more patiently; and tells the log
once how it stands."""

import asyncio
from collections.abc import Awaitable, Callable

from device.kernel.errors import NightcrierError
from device.kernel.ids import Seconds
from device.net.mqtt.broker_talk import BrokerLost, TakenOver

_FIRST_WAIT: Seconds = 1.0
_LONGEST_WAIT: Seconds = 30.0
_GOOD_WHILE: Seconds = 2.0
"""After a conversation of that length the next is sought at once again: a bad network cuts off many."""
_OF_ONE_NAME: Seconds = 120.0
"""Both at once, of two boxes of one name: they put each other out, and each lasts as long as the other is patient."""


class PatientLine:
    """`tell` writes a sentence into the log."""

    def __init__(self, broker: str, port: int, clock: Callable[[], float], tell: Callable[[str], None]) -> None:
        self._broker, self._clock, self._tell = f"The broker {broker}, port {port},", clock, tell
        self._told = ""

    async def run(self, converse: Callable[[], Awaitable[None]]) -> None:
        """`converse` is one conversation: it raises BrokerLost, or NightcrierError where a file of the settings cannot
        be read."""
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
        """The broker has let us in."""
        self._tell_once(f"{self._broker} is reached.")

    def _tell_once(self, sentence: str) -> None:
        """While it stays so, the log is spared."""
        if sentence != self._told:
            self._told = sentence
            self._tell(sentence)
