"""Asks a question over another page, aloud too, because eyes may be shut. START says yes, BACK says no. Each question
is defined where it is asked; those that end a game, which any stage asks, are defined here."""

import re
from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show import conductor
from nightcrier.box.show.cues import Hush
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.page_kinds import Page
from nightcrier.box.table.core.state import Table, TableStep, in_the_dark, step_after
from nightcrier.box.table.course.conducting import conduct, lacks_a_part
from nightcrier.box.table.course.session import leave
from nightcrier.box.table.course.talk import speak
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.kernel.ids import LineId, screen_line

_ONE_ANSWER = re.compile(r"[^·\s][^·]*[^·\s]")
"""One answer between the dots of a text: each answer stands in a row of its own, with its button."""

Agree: TypeAlias = Callable[[House, Table, Page, float], TableStep]
"""A function that does what an answer asks for, over the page that lies under the question."""


def go_back(house: House, table: Table, under: Page, at: float) -> TableStep:
    """Do nothing but go back to the page under the question."""
    return replace(table, page=under), ()


class Question(Struct, frozen=True):
    """A question, by the key of its words, and what its answers do; `back` is for holding BACK. If the question is
    `held`, only holding START says yes: two presses by mistake must not end an evening or empty the box."""

    word: str
    yes: Agree
    no: Agree = go_back
    back: Agree | None = None
    held: bool = False

    @property
    def answers(self) -> str:
        """Return the key of the words that tell how to answer."""
        return "ask.answers.held" if self.held else "ask.answers"

    @property
    def lines(self) -> tuple[LineId, LineId]:
        """Return the lines that say the question and how to answer."""
        return screen_line(self.word), screen_line(self.answers)


class QuestionPage(Page, frozen=True, tag="question"):
    """A question over another page: START says yes, BACK says no."""

    ask: Question
    under: Page

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        """Answer the question. The box stops saying the question once it is answered."""
        answered, effects = self._answer(house, table, event)
        hushed = answered.page == self or any(isinstance(effect, Hush) for effect in effects)
        return answered, effects if hushed else (Hush(), *effects)

    def _answer(self, house: House, table: Table, event: Input) -> TableStep:
        """Do what a gesture answers. If only a hold says yes, a press makes the box tell people to hold."""
        yes = Gesture.HOLD if self.ask.held else Gesture.PRESS
        match event.control, event.gesture:
            case Control.START, gesture if gesture is yes:
                return self.ask.yes(house, table, self.under, event.at)
            case Control.START, Gesture.PRESS:
                return speak(table, screen_line(self.ask.answers))
            case Control.BACK, Gesture.PRESS:
                return self.ask.no(house, table, self.under, event.at)
            case Control.BACK, Gesture.HOLD if self.ask.back:
                return self.ask.back(house, table, self.under, event.at)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language, screen = table.choices.language, house.words.screen
        rows = answer_rows(screen(language, self.ask.answers), Size.SMALL)
        return View("question", language, (Text(screen(language, self.ask.word), Size.LARGE), *rows), kept=rows)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


def answer_rows(answers: str, size: Size) -> tuple[Text, ...]:
    """Put each of several answers, with its button, into a row of its own."""
    return tuple(Text(answer, size) for answer in _ONE_ANSWER.findall(answers))


def ask_over(table: Table, question: Question) -> TableStep:
    """Put the question over the page on the screen, and say it."""
    return speak(replace(table, page=QuestionPage(question, table.page)), *question.lines)


def ask_to_end(table: Table) -> TableStep:
    """Ask whether to end the game, or whether to drop its result, if a result would be lost."""
    uncounted = table.session is not None and table.session.is_uncounted
    return ask_over(table, END_UNCOUNTED if uncounted else END_GAME)


def _end(house: House, table: Table, under: Page, at: float) -> TableStep:
    """End the game: go home, or from a verdict to the standings. If eyes were shut, tell everybody to open them."""
    asleep = table.stage is not None and in_the_dark(table.stage) and not under.waits
    left, effects = leave(table)
    if not asleep:
        return left, effects
    return step_after(effects, speak(left, LineId("night.ended")))


def _on_with_show(house: House, table: Table, under: Page, at: float) -> TableStep:
    """Go back to the page; the show goes on where it stopped, or waits for a part that is broken. A question on that
    page is asked again."""
    back, session = replace(table, page=under), table.session
    if isinstance(under, QuestionPage):
        return speak(back, *under.ask.lines)
    if session is None or session.score is None or not session.score.paused:
        return back, ()
    if lacks_a_part(table, session):
        return replace(back, session=replace(session, held=True)), ()
    return conduct(back, conductor.resume_show(replace(session.score, token=back.token), at))


END_GAME = Question("ask.end-game", _end, _on_with_show, held=True)
END_UNCOUNTED = Question("ask.drop-result", _end, _on_with_show, held=True)
