"""The table of controls in docs/play.md, row by row: what it names does what it says there, and nothing else does
anything."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from device.kernel.booth import TakeMade
from device.kernel.events import Control, Fault, Gesture, Part, PersonStanding, Standings
from device.kernel.ids import LineId
from device.kernel.people import EveningKind
from device.show.answers import Option
from device.show.cues import Call, Say, Window
from device.show.facts import Fact, Number, Word
from device.show.stages import TABLE, Ask, Count, Marks, Peek, Perform, Stage, Tell, Verdict
from device.show.teaching import Topic
from device.table.effects import LookUp
from device.table.house import Choices, House, WelcomeStep
from device.table.look import look
from device.table.page_kinds import (
    AdvicePage,
    BoothPage,
    DeckPage,
    ExplainPage,
    HomePage,
    ListingPage,
    NoticePage,
    NumberPage,
    Page,
    Question,
    ScoresPage,
    SheetPage,
    SpellPage,
    StagePage,
    WelcomePage,
    WhoPage,
)
from device.table.pages.question import ask_over
from device.table.pages.welcome import PROMPTS
from device.table.state import BoothMood, OpenedBooth, Table
from tests.table.asking import until_window
from tests.table.effects_in_shows import LEAST_OF_PASSING
from tests.table.effects_on_pages import welcome_step
from tests.table.evening import Evening
from tests.table.expected_effects import HOLDS, meaning, phrase_for
from tests.table.handled import Handled
from tests.table.stage_games import BackPlay, StartStages, pass_time

PAGE = Path(__file__).parents[2] / "docs" / "play.md"
COLUMNS = ("START", "BACK", "turn", "press")
GESTURES: Mapping[str, tuple[Control, Gesture]] = {
    "START": (Control.START, Gesture.PRESS),
    "BACK": (Control.BACK, Gesture.PRESS),
    "turn": (Control.DIAL, Gesture.TURN),
    "press": (Control.DIAL, Gesture.PRESS),
    "START:": (Control.START, Gesture.HOLD),
    "BACK:": (Control.BACK, Gesture.HOLD),
    "dial:": (Control.DIAL, Gesture.HOLD),
}


def rows_of_the_table(text: str = "") -> dict[str, dict[str, str]]:
    """Of docs/play.md, or of the text of another page. Page, and by gesture what the table says of it; holds stand in
    one column, each with its control before it, or one for all three."""
    found: dict[str, dict[str, str]] = {}
    for line in (text or PAGE.read_text("utf-8")).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 6 or not cells[0].startswith("**"):
            continue
        page = cells[0].split("**")[1]
        held = {name: phrase_for(cells[5], name) for name in HOLDS}
        found[page] = {**dict(zip(COLUMNS, cells[1:5], strict=True)), **held}
    return found


Reach = Callable[[Evening, StartStages], Evening]
_QUESTION = Ask(TABLE, Word("who"), (Option("1", Number(1)), Option("2", Number(2))), lines=(LineId("ask"),))
_TOLD = Tell(TABLE, (Word("one"), Word("two")), lines=(LineId("tell"),), back=True, skip=True)
_JUDGED = Verdict((1,), (0, 1, 1), (Word("one"), Word("two")), (LineId("won"),))
_TOPIC = Topic(Word("topic"), (LineId("one"), LineId("two")))
_PEOPLE = Standings(0.0, EveningKind.OPEN, 5, tuple(PersonStanding("", 0, 0, out=False) for _ in range(12)), (), {})


def _at(page: Page, people: Standings | None = _PEOPLE) -> Reach:
    def reach(evening: Evening, _stages: StartStages) -> Evening:
        evening.table = replace(evening.table, page=page, standings=people)
        return evening

    return reach


def _staged(*stages: Stage, sheet: tuple[Fact, ...] = ()) -> Reach:
    """At the first of these; a question follows."""
    return lambda _evening, start: start(*stages, _QUESTION, sheet=sheet)


def _told_later(_evening: Evening, start: StartStages) -> Evening:
    """Something was asked before it."""
    evening = start(_QUESTION, replace(_TOLD, back=False, skip=False), _QUESTION)
    evening.start()
    return evening


def _judged(verdict: Verdict) -> Reach:
    """It is the end of the game."""
    return lambda _evening, start: start(verdict, kind=BackPlay)


_VOTE = Perform((Call(Word("one")), Say(LineId("one")), Say(LineId("two"))), "vote")


def _called(evening: Evening, _stages: StartStages) -> Evening:
    until_window(evening)
    return evening


def _paused(evening: Evening, stages: StartStages) -> Evening:
    _called(evening, stages).start()
    return evening


def _peeked(_evening: Evening, start: StartStages) -> Evening:
    """At what lies open for one seat alone."""
    evening = start(Count(90.0, peeks=(Peek(3, Word("shield"), (Word("own"),)),)))
    evening.press()
    return evening


def _stopped(_evening: Evening, start: StartStages) -> Evening:
    evening = start(Count(90.0), _QUESTION)
    evening.back()
    return evening


def _asked_for_own(_evening: Evening, start: StartStages) -> Evening:
    """Holding the dial leads to another question."""
    asked = replace(_QUESTION, back=True, held="own")
    return start(asked, asked, kind=BackPlay)


def _sheet(_evening: Evening, start: StartStages) -> Evening:
    evening = start(_QUESTION, sheet=tuple(Word(f"row-{number}") for number in range(9)))
    evening.hand(Control.START, Gesture.HOLD)
    assert isinstance(evening.table.page, SheetPage)
    return evening


def _led(_evening: Evening, start: StartStages) -> Evening:
    """A wait in it, where nothing that hands do may be heard but what the moderator's do."""
    wait = Perform((Call(Word("one")), Window("one", 30.0)), back=True, held="card", still=True)
    evening = start(wait, _QUESTION, sheet=(Word("row"),))
    pass_time(evening, 1.0)
    return evening


def _timed(page: str, least: float) -> Reach:
    """In a window that START ends, but not before its `least` time; another call follows."""

    def reach(_evening: Evening, start: StartStages) -> Evening:
        show = (Call(Word("one")), Window("one", 30.0, least), Call(Word("two")), Window("two", 30.0, least))
        evening = start(Perform(show, page), _QUESTION)
        pass_time(evening, 1.0)
        return evening

    return reach


def _recorded(mood: BoothMood) -> Reach:
    """At a line of several parts, and another after it; where it was spoken, at the last of these parts."""

    def reach(evening: Evening, _stages: StartStages) -> Evening:
        text = " ".join(f"This is part {number} of a line that is longer than the glass." for number in range(4))
        lines = (LineId("one"), text), (LineId("two"), "Two.")
        part = 99 if mood is BoothMood.HEARING else 0
        take = TakeMade(LineId("one"), "/takes/take-1.opus", 2.0)
        booth = OpenedBooth(mood, lines, part=part, take=take)
        evening.table = replace(evening.table, page=BoothPage(ListingPage("recording", HomePage())), booth=booth)
        return evening

    return reach


def _asked(question: Question) -> Reach:
    def reach(evening: Evening, _stages: StartStages) -> Evening:
        evening.start()
        evening.table, _ = ask_over(evening.table, question)
        return evening

    return reach


REACH: Mapping[str, Reach] = {
    "home": _at(HomePage(), None),
    "menu": _at(ListingPage("main", HomePage(), 1), None),
    "the list of names": _at(ListingPage("names", ListingPage("person", ListingPage("people", HomePage())))),
    "deck": _at(DeckPage(HomePage())),
    "what the box explains": _at(ExplainPage((_TOPIC, _TOPIC, _TOPIC), HomePage(), index=1)),
    "first power-on": _at(WelcomePage(WelcomeStep.PLAYERS)),
    "first power-on, a control to try": _at(WelcomePage(WelcomeStep.PRESS)),
    "how many play?": _at(NumberPage(3), None),
    "who plays": _at(WhoPage(HomePage())),
    "before you start": _at(AdvicePage((Word("one"), Word("two")), HomePage()), None),
    "night": _called,
    "practice night": _timed("practice", 0.0),
    "passing cards in GROWL": _timed("night", LEAST_OF_PASSING),
    "night that a moderator leads": _staged(replace(_VOTE, page="night", back=True), sheet=(Word("row"),)),
    "the moderator's wait": _led,
    "day": _staged(Count(90.0, (), (LineId("explain"),))),
    "vote": _staged(_VOTE),
    "what the game tells": _staged(_TOLD),
    "a question of the game": _staged(_QUESTION),
    "the host's sheet": _sheet,
    "verdict": _judged(_JUDGED),
    "a name, letter by letter": _at(SpellPage(HomePage(), 1, "AN")),
    "recording": _recorded(BoothMood.READING),
    "a take": _recorded(BoothMood.SPEAKING),
    "a take that was made": _recorded(BoothMood.HEARING),
    "standings": _at(ScoresPage(HomePage())),
    "yes or no": _asked(Question.POWER_OFF),
    "go on with the game?": _asked(Question.GO_ON),
    "end this game?": _asked(Question.END_GAME),
    "a fault": _at(NoticePage(Fault(0.0, Part.SOUND, "There is no speaker."), HomePage())),
}


ALSO: Mapping[str, tuple[Reach, ...]] = {
    "menu": (
        _at(ListingPage("main", HomePage(), 1, 1), None),
        _at(ListingPage("roles", ListingPage("main", HomePage())), None),
        _at(ListingPage("people", ListingPage("main", HomePage()))),
    ),
    "deck": (_peeked,),
    "what the box explains": (
        _at(ExplainPage((_TOPIC, _TOPIC), HomePage())),
        _at(ExplainPage((_TOPIC, _TOPIC), HomePage(), index=1, begins=True)),
    ),
    "first power-on": (_at(WelcomePage(WelcomeStep.LANGUAGE)), _at(WelcomePage(WelcomeStep.SOUND))),
    "first power-on, a control to try": tuple(_at(WelcomePage(step)) for step in PROMPTS),
    "night": (_paused,),
    "day": (_stopped,),
    "what the game tells": (_staged(replace(_TOLD, back=False, skip=False)), _told_later),
    "a question of the game": (
        _asked_for_own,
        _staged(replace(_QUESTION, marks=Marks(0, 2))),
    ),
    "verdict": (_judged(replace(_JUDGED, back=True)),),
    "end this game?": (_asked(Question.END_UNCOUNTED),),
    "who plays": (_at(WhoPage(HomePage(), picked=(1,))),),
    "a name, letter by letter": (_at(SpellPage(HomePage(), 1)),),
}
"""Where a row says several things, other moments of its page."""
STATES = [(name, reach) for name in REACH for reach in (REACH[name], *ALSO.get(name, ()))]


_ALONE = {"the host's sheet": (True, 10), "the moderator's wait": (False, 10)}
"""Where nothing of it may be heard; the sheet it reads on."""


@pytest.mark.parametrize("name", REACH)
def test_the_pressed_dial_is_for_the_loudness_alone(name: str, evening: Evening, start_stages: StartStages) -> None:
    reached = REACH[name](evening, start_stages)
    before = reached.table.page
    reached.hand(Control.DIAL, Gesture.PRESS_TURN, 2)
    moved = reached.table.page != before, reached.table.choices.loudness
    assert moved == _ALONE.get(name, (False, 12))


HELD_STATES = [(name, reach) for name, reach in STATES if name != "the moderator's wait" and reach is not _peeked]
"""Not where the game has a question for a held dial, to be gone through by it, nor where it is held to look."""


@pytest.mark.parametrize(("name", "reach"), HELD_STATES)
def test_what_a_hold_began_is_taken_back_where_the_dial_turns_after_all(
    name: str, reach: Reach, evening: Evening, start_stages: StartStages
) -> None:
    reached = reach(evening, start_stages)
    before, (moved, loudness) = reached.table, _ALONE.get(name, (False, 12))
    reached.hand(Control.DIAL, Gesture.HOLD)
    reached.hand(Control.DIAL, Gesture.PRESS_TURN, 2)
    reached.hand(Control.DIAL, Gesture.RELEASE)
    after = reached.table
    assert type(after.page) is type(before.page)
    assert (after.page != before.page, after.choices.loudness) == (moved, loudness)
    assert (after.session and after.session.play) == (before.session and before.session.play)


def test_a_page_that_was_left_does_not_come_back_over_another_stage(start_stages: StartStages) -> None:
    evening = start_stages(Count(90.0), _QUESTION)
    evening.press()
    evening.hand(Control.DIAL, Gesture.HOLD)
    pass_time(evening, 100.0)
    evening.hand(Control.DIAL, Gesture.PRESS_TURN, 2)
    assert isinstance(evening.table.page, StagePage)
    assert evening.table.choices.loudness == 12


def _until(table: Table) -> float | None:
    """When the window that is open closes."""
    score = table.session.score if table.session else None
    return score.until if score else None


def test_every_row_is_played() -> None:
    assert set(rows_of_the_table()) == REACH.keys()


def test_no_page_is_without_a_row(house: House, choices: Choices, start_stages: StartStages) -> None:
    """A new page, or a new stage, stands in the table, or this fails."""
    tables = [reach(Evening(house, Table(choices, seed=7)), start_stages).table for reach in REACH.values()]
    assert {type(table.page) for table in tables} == set(get_args(Page))
    assert {type(table.session.stage) for table in tables if table.session} == set(get_args(Stage))


@pytest.mark.parametrize("name", REACH)
def test_what_a_row_names_happens_and_nothing_else(name: str, evening: Evening, start_stages: StartStages) -> None:
    row = rows_of_the_table()[name]
    reached = REACH[name](evening, start_stages)
    acts = {gesture for gesture, (control, kind) in GESTURES.items() if handled(reached, control, kind)}
    assert acts == {gesture for gesture in GESTURES if row.get(gesture)}


@pytest.mark.parametrize(("name", "reach"), STATES)
def test_what_happens_is_what_the_row_says(
    name: str, reach: Reach, evening: Evening, start_stages: StartStages
) -> None:
    row = rows_of_the_table()[name]
    reached = reach(evening, start_stages)
    seen = {gesture: handled(reached, control, kind) for gesture, (control, kind) in GESTURES.items()}
    told = [gesture for gesture, hand in seen.items() if hand and not meaning(name, row[gesture])(hand)]
    assert told == []


@pytest.mark.parametrize("step", PROMPTS)
def test_only_the_control_to_try_leads_on(step: WelcomeStep, evening: Evening, start_stages: StartStages) -> None:
    reached = _at(WelcomePage(step))(evening, start_stages)
    hands = {wanted: handled(reached, *wanted) for wanted in GESTURES.values()}
    assert [wanted for wanted, hand in hands.items() if hand and welcome_step(1)(hand)] == [PROMPTS[step]]


def handled(evening: Evening, control: Control, kind: Gesture) -> Handled | None:
    """What came of a gesture, if it did anything; the table stands as before it."""
    begun, before = evening.table, look(evening.house, evening.table)
    effects = tuple(evening.hand(control, kind, 1 if kind is Gesture.TURN else 0))
    moved, evening.table = evening.table, begun
    told = [effect for effect in effects if not isinstance(effect, LookUp)]
    changed = (moved.page, _until(moved)) != (begun.page, _until(begun)) or look(evening.house, moved) != before
    return Handled(begun, moved, effects) if told or changed else None
