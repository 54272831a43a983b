"""A page with a box that is only thought of behind it, and phones that ask for it."""

from pathlib import Path

from device.box.folders import share
from device.kernel.ids import Language
from device.kernel.people import EveningKind, Presence
from device.kernel.public_deck import OfferedCard, OfferedDeck
from device.kernel.public_question import OfferedAnswer, PublicQuestion
from device.kernel.public_record import (
    OfferedScenario,
    OfferedSetting,
    Phase,
    PublicLine,
    PublicNews,
    PublicPerson,
    TableOffers,
    TableShown,
)
from device.kernel.public_scores import ScoredGame, ScoredPerson, TableScores
from device.kernel.wishes import AtDoor
from device.net.box_line import BoxLine
from device.net.exchange import PageAnswer, PageRequest, RequestRefused
from device.net.file_desk import FileDesk
from device.net.gate import Gate, PhonePass
from device.net.inbox import PhoneInbox
from device.net.site import COOKIE, Site

HOST = "192.168.1.20:8080"
CODE = "048213"
HOME = TableShown("home", Language("en"), ("One Night EN", "First Game"), loudness=10, ceiling=20)
ON_GLASS = TableShown("phone", Language("en"), ("048 213",), loudness=10, ceiling=20, code=CODE)
NIGHT = TableShown("night", Language("en"), ("Seer",), Phase.NIGHT, game="one-night", loudness=10, ceiling=20)
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


class ThoughtOfBox(BoxLine):
    """Keeps what is wished for."""

    def __init__(self) -> None:
        super().__init__(Path("/nowhere"))
        self.wished: list[AtDoor] = []
        self.answers = True

    def wish(self, wish: AtDoor) -> bool:
        if self.answers:
            self.wished.append(wish)
        return self.answers

    def shows(self, *news: PublicNews) -> None:
        for each in news:
            self._take(PublicLine(0.0, each))


class Phones:
    """A site, and what it answers; `where` is the folder of all files."""

    def __init__(self, where: Path = Path("/nowhere"), *, updates: bool = False) -> None:
        self.now, self.kept = 0.0, tuple[PhonePass, ...]()
        self.box, self.gate = ThoughtOfBox(), Gate(0.0)
        self.free = 2**40
        self.inbox = PhoneInbox(where / "sent", lambda _: self.free, updates=updates)
        desk = FileDesk(self.box, self.inbox, where / "out", where / "told")
        self.site = Site(self.box, self.gate, desk, share("assets") / "words", lambda: self.now, self._keep)
        self.box.shows(HOME, OFFERS)

    def _keep(self, passes: tuple[PhonePass, ...]) -> None:
        self.kept = passes

    def ask(self, path: str = "/", method: str = "GET", key: str = "", body: str = "", **headers: str) -> PageAnswer:
        """By a phone that behaves: `headers` say how it does not."""
        sent = {"host": HOST, **({"cookie": f"{COOKIE}={key}"} if key else {})}
        if method == "POST":
            sent |= {"origin": f"http://{HOST}", "content-type": "application/x-www-form-urlencoded"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.site.answer(PageRequest(method, path, sent, body.encode()))

    def refused(self, *words: str, **more: str) -> int:
        try:
            return self.ask(*words, **more).status
        except RequestRefused as refused:
            return refused.status

    def let_in(self, keep: str = "") -> str:
        """The key of a phone that has typed the code."""
        self.box.shows(ON_GLASS)
        answer = self.ask("/enter", "POST", body=f"code={CODE}&keep={keep}")
        self.box.shows(HOME)
        assert answer.status == 303
        return answer.headers["Set-Cookie"].partition("=")[2].partition(";")[0]

    def mark(self, key: str) -> str:
        shown = self.gate.pass_of(key, self.now)
        assert shown
        return shown.mark

    def post(self, path: str, key: str, **fields: str) -> int:
        body = "&".join(f"{name}={value}" for name, value in {"mark": self.mark(key), **fields}.items())
        return self.refused(path, "POST", key, body)
