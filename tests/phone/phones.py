"""Simulates a box behind its page, and phones that open it."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import EveningKind, Presence
from nightcrier.kernel.refusal import Refusal
from nightcrier.phone.box_line import BoxLine
from nightcrier.phone.file_desk import FileDesk
from nightcrier.phone.site import COOKIE, Site
from nightcrier.web.gate import Gate, PhonePass
from nightcrier.web.uploads import PhoneInbox
from nightcrier.wire.public_record import (
    OfferedAnswer,
    OfferedCard,
    OfferedDeck,
    OfferedScenario,
    OfferedSetting,
    Phase,
    PicturedSeat,
    PublicClock,
    PublicLine,
    PublicNews,
    PublicPerson,
    PublicQuestion,
    ScoredGame,
    ScoredPerson,
    TableOffers,
    TableScores,
    TableShown,
    WishDone,
    WishRefused,
)
from nightcrier.wire.wishes import AtDoor, Do
from tests.phone.thought_browser import ThoughtBrowser

HOST = "192.168.1.20:8080"
CODE = "048213"
HOME = TableShown("home", Language("en"), ("One Night EN", "First Game"), loudness=10, ceiling=20)
IN_MENU = TableShown("listing", HOME.language, HOME.lines, loudness=10, ceiling=20)
ON_GLASS = TableShown("phone", Language("en"), ("048 213",), loudness=10, ceiling=20, code=CODE)
NIGHT = TableShown("night", Language("en"), ("Seer",), Phase.NIGHT, game="one-night", loudness=10, ceiling=20)
ROW = tuple(PicturedSeat(number, name) for number, name in ((3, "<b>Bob"), (2, ""), (1, "Ann")))
SPEAKING = TableShown("day", HOME.language, (), Phase.DAY, clock=PublicClock(90, 0, up=False), speakers=ROW, speaks=1)
OFFERS = TableOffers(
    "one-night",
    "first-game",
    (PublicPerson(1, "Ann"), PublicPerson(2, "<b>Bob"), PublicPerson(3, "", Presence.SITS_OUT, out=True)),
    (OfferedScenario("one-night", "first-game", "First Game"), OfferedScenario("growl", "first", "First <Hunt>")),
    (OfferedSetting("main", "screen.players", "Players", ("3", "4", '5"><script>'), 1, "How <many> sit here"),),
)
DECK = OfferedDeck(
    "Own <deck>",
    3,
    (
        OfferedCard("werewolf", "Werewolf", 2, 2),
        OfferedCard("seer", "<b>Seer", 1, 1),
        OfferedCard("mason", "Mason", 0, 2),
    ),
    ("6 cards: ready", "Add <i>"),
    {"no-wolf": 20, "one-wolf": 60},
)
QUESTION = PublicQuestion(
    61.5, "Who <died>?", (OfferedAnswer("1", "Ann"), OfferedAnswer("2", "<b>Bob"), OfferedAnswer("several", "Several"))
)
SCORES = TableScores(
    3,
    EveningKind.SHORT,
    5,
    (ScoredPerson("Ann", 5, 0), ScoredPerson("=<b>Bob", 1, 1), ScoredPerson("", 0, 2, out=True)),
    (1,),
    (
        ScoredGame(1, "growl", "growl-classic", "Classic", {1: 5, 2: 0}),
        ScoredGame(2, "one-night", "own-deck", "Own <deck>", {1: 0, 2: 1, 3: 0}),
    ),
)


async def until(enough: Callable[[], bool]) -> None:
    """Let other tasks run until this condition holds."""
    while not enough():
        await asyncio.sleep(0)


class ThoughtOfBox(BoxLine):
    """Records wishes, and answers those with a number, `at_once` or when a test does it: they are done, or refused
    for the reason `refuses`."""

    def __init__(self) -> None:
        super().__init__(Path("/dev/null/nowhere"), lambda: 0.0)
        self.wished: list[AtDoor] = []
        self.is_there, self.at_once, self.refuses = True, True, ""

    def wish(self, wish: AtDoor) -> bool:
        if self.is_there:
            self.wished.append(wish.wish if isinstance(wish, Do) else wish)
        if self.is_there and self.at_once and isinstance(wish, Do):
            self.shows(WishRefused(wish.number, Refusal(self.refuses)) if self.refuses else WishDone(wish.number))
        return self.is_there

    def shows(self, *news: PublicNews) -> None:
        for each in news:
            self._take(PublicLine(0.0, each))


class Phones(ThoughtBrowser):
    """Runs a site and opens its pages; `where` is the folder of all files."""

    site: Site
    host, cookie = HOST, COOKIE

    def __init__(self, where: Path = Path("/dev/null/nowhere"), *, updates: bool = False) -> None:
        self.now, self.kept = 0.0, tuple[PhonePass, ...]()
        self.box, self.gate = ThoughtOfBox(), Gate(0.0, keep=self._keep)
        self.free = 2**40
        self.inbox = PhoneInbox(where / "sent", lambda _: self.free, updates=updates)
        desk = FileDesk(self.box, self.inbox, where / "out", where / "told")
        self.site = Site(self.box, self.gate, desk, share("assets") / "words", lambda: self.now)
        self.box.shows(HOME, OFFERS)

    def _keep(self, passes: tuple[PhonePass, ...]) -> None:
        self.kept = passes

    def let_in(self, keep: str = "") -> str:
        """Return the key of a phone that has typed the code."""
        self.box.shows(ON_GLASS)
        key = self.enter(f"code={CODE}&keep={keep}")
        self.box.shows(HOME)
        return key

    def post(self, path: str, key: str, **fields: str) -> int:
        """Send a form, and return the status of the answer."""
        return self.refused(path, "POST", key, self.marked(key, **fields))
