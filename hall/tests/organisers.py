"""Simulates a hall with its tables, and an organizer who requests its page."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Self

import msgspec
from msgspec.structs import replace

from nightcrier.broker.hall_messages import JoinedTable
from nightcrier.broker.public_state import ToldState
from nightcrier.broker.topics import DONE, BrokerMessage, HallTopics, TableTopics
from nightcrier.kernel.folders import share
from nightcrier.kernel.refusal import Refusal
from nightcrier.web.exchange import PageAnswer
from nightcrier.web.gate import Gate, PhonePass
from nightcrier.web.uploads import PhoneInbox
from nightcrier.wire.orders import Order
from nightcrier_hall.desk import HallDesk
from nightcrier_hall.entrance import ENTRANCE_ROUTES, HALL_COOKIE, HallEntrance
from nightcrier_hall.results import ResultsDesk
from nightcrier_hall.site import BOXES_ROUTES, HALL_FILES, BoxesSite, HallSite
from nightcrier_hall.tables_page import UPLOAD
from nightcrier_hall.tables_site import TABLES_ROUTES, TablesSite
from nightcrier_hall.update_shelf import UpdateShelf
from tests.phone.thought_browser import ThoughtBrowser

HOST = "192.168.1.9:8090"
PASSWORD = "a long password"  # noqa: S105 - of a test
TO_ALL = {"to": "all", "do": "loudness", "loudness": "7"}
DECKS = {"one-night/first-game": "One Night: First Game", "growl/first": "GROWL: First <Hunt>"}
AT_HOME = ToldState("home", None, None, "One Night: First Game", None, None, False, 10, 20, "en")
TOPICS = HallTopics("spring")


class ThoughtOfHall:
    """Simulates a hall: a real desk, with what it sends to the broker."""

    def __init__(self) -> None:
        self.now = 100.0
        self.desk = HallDesk("spring", lambda: self.now, self.hear_results)
        self.said: list[BrokerMessage] = []
        self.asked = dict[str, BrokerMessage]()
        self.listened: set[str] = set()

    def hear_results(self, table: str, told: bytes) -> None: ...

    def begin(self) -> Self:
        self.desk.begin(self)
        return self

    def say(self, message: BrokerMessage) -> None:
        self.said.append(message)
        self.asked[message.topic] = message

    def listen(self, topics: Iterable[str]) -> None:
        self.listened.update(topics)

    def unlisten(self, topics: Iterable[str]) -> None:
        self.listened.difference_update(topics)

    def joins(self, name: str, title: str = "", state: ToldState | None = AT_HOME) -> Self:
        self.desk.hear(TOPICS.table(name), msgspec.json.encode(JoinedTable(title, "en", DECKS)))
        self.tells(name, state)
        return self

    def tells(self, name: str, state: ToldState | None) -> Self:
        self.desk.hear(TableTopics(name).availability, b"online" if state else b"offline")
        if state:
            self.desk.hear(TableTopics(name).state, msgspec.json.encode(state))
        return self

    def answers(self, name: str, order: Order, word: Refusal | None = None) -> Self:
        """Answer the last order of this kind to a table."""
        asked = self.asked[order_of(name, order)]
        self.desk.hear(asked.answer_at, (word or DONE).encode(), asked.mark)
        return self

    def later(self, seconds: float) -> Self:
        """Let time pass, then let the desk look for what is due."""
        self.now += seconds
        self.desk.look()
        return self

    def sent(self) -> list[tuple[str, bytes]]:
        """Return what was sent since the last call."""
        said = [(message.topic, message.payload) for message in self.said]
        self.said.clear()
        return said


HALL_ROUTES: Mapping[str, Collection[str]] = {
    **{place: {"GET"} for place in HALL_FILES},
    **ENTRANCE_ROUTES,
    **TABLES_ROUTES,
    **BOXES_ROUTES,
}
"""The methods that each path accepts."""
STREAMED = {UPLOAD}


class Organisers(ThoughtOfHall, ThoughtBrowser):
    """Simulates organizers who request pages of the hall. The hall's files are in `where`."""

    host, cookie = HOST, HALL_COOKIE

    def __init__(self, where: Path) -> None:
        super().__init__()
        self.where, self.log = where, list[str]()
        self.results = ResultsDesk(where / "results.json", self.log.append)
        self.kept = tuple[PhonePass, ...]()
        self.gate = Gate(0.0, most_tries=None, keep=self._keep)
        words = share("assets") / "words"
        self.free, self.own_address = 2**40, "10.0.0.9"
        self.inbox = PhoneInbox(where / "update", lambda _: self.free, updates=True)
        self.shelf = UpdateShelf(self.inbox, where / "update", 8090, lambda: self.own_address, self._clock)
        entrance = HallEntrance(self.gate, PASSWORD, words, self._clock)
        self.site = HallSite(
            entrance,
            TablesSite(entrance, self.desk, self.results, self.shelf),
            BoxesSite(entrance, self.desk, self.shelf, self._file),
        )
        self.begin()

    def _clock(self) -> float:
        return self.now

    def hear_results(self, table: str, told: bytes) -> None:
        self.results.hear(table, told)

    def _file(self, name: str, title: str, _: str) -> bytes:
        return f"{name}|{title}".encode()

    def _keep(self, passes: tuple[PhonePass, ...]) -> None:
        self.kept = passes

    def let_in(self, keep: str = "") -> str:
        """Let an organizer in who types the password, and return the key of the pass."""
        return self.enter(f"password={PASSWORD.replace(' ', '+')}&keep={keep}")

    def post(self, path: str, key: str, **fields: str) -> PageAnswer:
        return self.ask(path, "POST", key, self.marked(key, **fields))

    def page(self, key: str, **headers: str) -> str:
        return self.ask("/", key=key, **headers).body.decode()


def with_tables(organisers: Organisers, *names: str) -> str:
    """Let these tables join, and return the key of an organizer who was let in."""
    for name in names:
        organisers.joins(name)
    organisers.sent()
    return organisers.let_in()


NIGHT = replace(AT_HOME, phase="night")
DAY = replace(AT_HOME, phase="day")


def open_hall(*names: str) -> ThoughtOfHall:
    hall = ThoughtOfHall()
    hall.begin()
    for name in names:
        hall.joins(name)
    return hall


def order_of(name: str, order: Order) -> str:
    return TableTopics(name).order(order)
