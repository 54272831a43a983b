"""A question with two answers: START says yes, BACK says no. Said aloud, because eyes may be shut."""

from collections.abc import Callable

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input
from device.kernel.ids import LineId
from device.show import conductor
from device.show.stages import Perform
from device.table.effects import Closed, PowerOff, Record
from device.table.house import House
from device.table.session import close, conduct, go_on
from device.table.state import Home, Question, Table, Turn
from device.table.talk import speak
from device.table.view import Size, Text, View

NIGHT = "night"
"""The page of a show that people hear with their eyes shut."""


def ask(table: Table, question: str) -> Turn:
    """Put the question over whatever stands on the screen."""
    over = replace(table, page=Question(question, table.page))
    return speak(over, LineId(f"screen.ask.{question}"), LineId("screen.ask.answers"))


def step(house: House, table: Table, event: Event) -> Turn:
    page = table.page
    if not isinstance(page, Question) or not isinstance(event, Input) or event.gesture is not Gesture.PRESS:
        return table, ()
    if event.control is Control.START:
        return YES[page.ask](table, page, event.at)
    if event.control is Control.BACK:
        return NO[page.ask](table, page, event.at)
    return table, ()


def view(house: House, table: Table) -> View:
    language = table.choices.language
    ask = table.page.ask if isinstance(table.page, Question) else ""
    screen = house.words.screen
    answers = Text(screen(language, "ask.answers"), Size.SMALL)
    return View("question", language, (Text(screen(language, f"ask.{ask}"), Size.LARGE), answers))


def _end(table: Table, page: Question, at: float) -> Turn:
    """Yes: home. Where eyes were shut, everybody is told to open them."""
    stage = table.session.stage if table.session else None
    asleep = isinstance(stage, Perform) and stage.page == NIGHT
    closed, effects = close(table)
    if not asleep:
        return closed, effects
    told, said = speak(closed, LineId("night.ended"))
    return told, (*effects, *said)


def _on_with_show(table: Table, page: Question, at: float) -> Turn:
    """No: back to the page, and the show goes on where it was cut."""
    back = replace(table, page=page.under)
    score = back.session.score if back.session else None
    if score is None or not score.paused:
        return back, ()
    return conduct(back, conductor.resume(replace(score, token=back.token), at))


def _go_on(table: Table, page: Question, at: float) -> Turn:
    return go_on(table, at)


def _forget(table: Table, page: Question, at: float) -> Turn:
    return replace(table, page=Home(), session=None), (Record(Closed()),)


def _power_off(table: Table, page: Question, at: float) -> Turn:
    return table, (PowerOff(),)


def _back(table: Table, page: Question, at: float) -> Turn:
    return replace(table, page=page.under), ()


Answer = Callable[[Table, Question, float], Turn]
YES: dict[str, Answer] = {"end-game": _end, "go-on": _go_on, "power-off": _power_off}
NO: dict[str, Answer] = {"end-game": _on_with_show, "go-on": _forget, "power-off": _back}
