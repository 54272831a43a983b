"""Provides ways to reach a page or a moment of a game."""

from collections.abc import Callable

from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import Call, Say, Window
from nightcrier.box.show.facts import Fact, Number, Word
from nightcrier.box.show.stages import TABLE, Ask, Checklist, Count, Peek, Perform, Stage, Tell, Verdict
from nightcrier.box.show.teaching import Topic
from nightcrier.box.table.core.state import Page
from nightcrier.box.table.game.secret import SheetPage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.yes_or_no import Question, ask_over
from nightcrier.box.table.plugs.phone.phone_page import PhoneNet, PhonePage
from nightcrier.box.table.plugs.recording.booth import BoothPage, OpenedBooth
from nightcrier.box.table.plugs.recording.booth_view import BoothMood
from nightcrier.kernel.booth_messages import TakeMade
from nightcrier.kernel.chores import WifiNews, WifiUp
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.people import EveningKind
from tests.box.table.asking import until_window
from tests.box.table.evening import Evening
from tests.box.table.stage_games import BackPlay, StartStages, pass_time

Reach = Callable[[Evening, StartStages], Evening]
QUESTION = Ask(TABLE, Word("who"), (Option("1", Number(1)), Option("2", Number(2))), lines=(LineId("ask"),))
TOLD = Tell(TABLE, (Word("one"), Word("two")), lines=(LineId("tell"),), back=True, skip=True)
LISTED = replace(TOLD, title=Word("three"), checklist=Checklist())
"""A checklist to call out, whose first entry comes next."""
JUDGED = Verdict((1,), (0, 1, 1), (Word("one"), Word("two")), (LineId("won"),))
TOPIC = Topic(Word("topic"), (LineId("one"), LineId("two")))
PEOPLE = Standings(0.0, EveningKind.OPEN, 5, tuple(PersonStanding("", 0, 0, out=False) for _ in range(12)), (), {})

OF_TWO_GAMES = replace(PEOPLE, people=PEOPLE.people[:3], ledgers={"toy": (1, 0, 0), "owls": (0, 1, 0)})
"""Standings in two games, which take more than one screen."""


def at_page(page: Page, people: Standings | None = PEOPLE) -> Reach:
    def reach(evening: Evening, _stages: StartStages) -> Evening:
        evening.table = replace(evening.table, page=page, standings=people)
        return evening

    return reach


OWN_WIFI = WifiUp("Nightcrier3F2A", "ghjkmnprstwx")


def in_net(news: WifiNews, address: str = "10.42.0.1:8080", index: int = 0) -> Reach:
    """Return a way to a picture for the phone, once root has reported this."""

    def reach(evening: Evening, _stages: StartStages) -> Evening:
        page = PhonePage(None, "123456", address, index=index)
        evening.table = replace(evening.table.with_feature(PhoneNet(news, 0.0)), page=page)
        return evening

    return reach


def staged(*stages: Stage, sheet: tuple[Fact, ...] = ()) -> Reach:
    """Return a way to the first of these stages, which a question follows."""
    return lambda _evening, start: start(*stages, QUESTION, sheet=sheet)


def told_later(_evening: Evening, start: StartStages) -> Evening:
    """Reach an announcement after a question, from which no way leads back."""
    return start(QUESTION, replace(TOLD, back=False, skip=False), QUESTION).after("start")


def judged_by(verdict: Verdict) -> Reach:
    """Return a way to this verdict at the end of a game."""
    return lambda _evening, start: start(verdict, kind=BackPlay)


VOTE = Perform((Call(Word("one")), Say(LineId("one")), Say(LineId("two"))), "vote")


def called(evening: Evening, _stages: StartStages) -> Evening:
    until_window(evening)
    return evening


def paused(evening: Evening, stages: StartStages) -> Evening:
    called(evening, stages).start()
    return evening


def peeked(_evening: Evening, start: StartStages) -> Evening:
    """Reach a page that is open for one seat alone."""
    evening = start(Count(90.0, peeks=(Peek(3, Word("shield"), (Word("own"),)),)))
    return evening.after("press")


def stopped(_evening: Evening, start: StartStages) -> Evening:
    return start(Count(90.0, (), (LineId("explain"),)), QUESTION).after("back")


def asked_for_own(_evening: Evening, start: StartStages) -> Evening:
    """Reach a question at which holding the dial gives an answer of its own."""
    asked = replace(QUESTION, back=True, held="own")
    return start(asked, asked, kind=BackPlay)


def sheet_open(_evening: Evening, start: StartStages) -> Evening:
    evening = start(QUESTION, sheet=tuple(Word(f"row-{number}") for number in range(9)))
    assert isinstance(evening.after("hold-start").table.page, SheetPage)
    return evening


def led_wait(_evening: Evening, start: StartStages) -> Evening:
    """Reach a wait in a led night, in which no gesture may be heard except the moderator's."""
    wait = Perform((Call(Word("one")), Window("one", 30.0)), back=True, held="card", still=True)
    evening = start(wait, QUESTION, sheet=(Word("row"),))
    pass_time(evening, 1.0)
    return evening


def timed_window(page: str, least: float) -> Reach:
    """Return a way into a window that START ends, but not before its `least` time. Another call follows."""

    def reach(_evening: Evening, start: StartStages) -> Evening:
        show = (Call(Word("one")), Window("one", 30.0, least), Call(Word("two")), Window("two", 30.0, least))
        evening = start(Perform(show, page), QUESTION)
        pass_time(evening, 1.0)
        return evening

    return reach


def recorded_mood(mood: BoothMood) -> Reach:
    """Return a way to the first of two lines to record: to its first part, or if it was spoken, to its last."""

    def reach(evening: Evening, _stages: StartStages) -> Evening:
        text = " ".join(f"This is part {number} of a line that is longer than the glass." for number in range(4))
        lines = (LineId("one"), text), (LineId("two"), "Two.")
        part = 99 if mood is BoothMood.HEARING else 0
        booth = OpenedBooth(mood, lines, part=part, take=TakeMade(LineId("one"), "/takes/take-1.opus", 2.0))
        page = BoothPage(ListingPage(MENUS["recording"], None))
        evening.table = replace(evening.table.with_feature(booth), page=page)
        return evening

    return reach


def asked_over(question: Question) -> Reach:
    def reach(evening: Evening, _stages: StartStages) -> Evening:
        evening.start()
        evening.table, _ = ask_over(evening.table, question)
        return evening

    return reach
