"""A page that stands over another: a question with two answers. START says yes, BACK says no; it is said aloud, because
eyes may be shut. A game ends only when START is held: two presses by mistake cost no evening."""

import re
from collections.abc import Callable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId, screen_line
from device.show import conductor
from device.show.cues import Hush
from device.show.stages import Perform, Stage, night_bed
from device.table.conducted import conduct
from device.table.effects import Amend, PowerOff
from device.table.house import House
from device.table.new_evening import begun_anew
from device.table.new_game import start_game
from device.table.page_kinds import Question, QuestionPage, ScoresPage
from device.table.pages.explain import explain_first
from device.table.roster import people_page, person_at
from device.table.seating import remove_person
from device.table.session import close, go_on
from device.table.state import Table, TableStep
from device.table.talk import speak
from device.table.view import Size, Text, View

_ONE_ANSWER = re.compile(r"[^·\s][^·]*[^·\s]")
"""Between dots: each stands with its button in a row of its own."""
NIGHT_PAGE = "night"
"""The page of a show that people hear with their eyes shut."""


def ask_over(table: Table, question: Question) -> TableStep:
    """Put the question over whatever stands on the screen."""
    over = replace(table, page=QuestionPage(question, table.page))
    return speak(over, *question_lines(question))


def handle_question(house: House, table: Table, page: QuestionPage, event: Input) -> TableStep:
    """Where a hold says yes, a press is answered with what to do."""
    row = _row(page.ask)
    yes = Gesture.HOLD if row.held else Gesture.PRESS
    match event.control, event.gesture:
        case Control.START, gesture if gesture is yes:
            return row.yes(house, table, page, event.at)
        case Control.START, Gesture.PRESS:
            return speak(table, screen_line(_answers(page.ask)))
        case Control.BACK, Gesture.PRESS:
            return row.no(house, table, page, event.at)
        case Control.BACK, Gesture.HOLD if row.back:
            return row.back(house, table, page, event.at)
    return table, ()


def question_lines(question: Question) -> tuple[LineId, LineId]:
    return screen_line(_asked(question)), screen_line(_answers(question))


def _asked(question: Question) -> str:
    return _row(question).asked or f"ask.{question}"


def _answers(question: Question) -> str:
    return "ask.answers.held" if _row(question).held else "ask.answers"


def question_view(house: House, table: Table, page: QuestionPage) -> View:
    language, screen = table.choices.language, house.words.screen
    answers = _ONE_ANSWER.findall(screen(language, _answers(page.ask)))
    rows = (Text(answer, Size.SMALL) for answer in answers)
    return View("question", language, (Text(screen(language, _asked(page.ask)), Size.LARGE), *rows))


def _end(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """Yes: home. Where eyes were shut, everybody is told to open them."""
    stage = table.session.stage if table.session else None
    asleep = stage is not None and in_the_dark(stage)
    closed, effects = close(table)
    if not asleep:
        return closed, effects
    told, said = speak(closed, LineId("night.ended"))
    return told, (*effects, *said)


def in_the_dark(stage: Stage) -> bool:
    """Whether people have their eyes shut."""
    return stage.page == NIGHT_PAGE if isinstance(stage, Perform) else night_bed(stage) is not None


def _on_with_show(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """No: back to the page, and the show goes on where it was cut. A question below is asked again."""
    back = replace(table, page=page.under)
    if isinstance(page.under, QuestionPage):
        return speak(back, *question_lines(page.under.ask))
    score = back.session.score if back.session else None
    if score is None or not score.paused:
        return back, ()
    return conduct(back, conductor.resume_show(replace(score, token=back.token), at))


def _go_on(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    return go_on(table, at)


def _ask_for_end(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """A slip at power-on must not cost the game that was cut off: it ends as every other does."""
    return ask_over(table, Question.END_GAME)


def _power_off(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    return table, (PowerOff(),)


def _back(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    return replace(table, page=page.under), (Hush(),)


def _explain(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    return explain_first(house, table, at)


def _start(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    return start_game(house, table, at)


def _forget(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """Yes: back at the list of the people, who are one fewer."""
    number = person_at(table, page.under)
    return remove_person(house, replace(table, page=people_page(page.under)), number)


def _new_evening(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    begun, effects = begun_anew(table)
    return replace(begun, page=ScoresPage(page.under)), effects


def _strike_game(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """Yes: the last game of this evening counts no more, and everybody sees how they stand without it."""
    evening = table.standings.evening if table.standings else 0
    return replace(table, page=ScoresPage(page.under)), (Amend(None, evening),)


_Answer = Callable[[House, Table, QuestionPage, float], TableStep]


class _Row(Struct, frozen=True):
    """What the answers to a question do. Where it is `held`, only the held START says yes; the held BACK may lead
    `back` to the page under it, with neither. `asked`: its words, where a menu has them."""

    yes: _Answer
    no: _Answer
    held: bool = False
    back: _Answer | None = None
    asked: str = ""


def _row(question: Question) -> _Row:
    match question:
        case Question.END_GAME:
            return _Row(_end, _on_with_show, held=True)
        case Question.GO_ON:
            return _Row(_go_on, _ask_for_end)
        case Question.POWER_OFF:
            return _Row(_power_off, _back)
        case Question.EXPLAIN:
            return _Row(_explain, _start, back=_back)
        case Question.FORGET:
            return _Row(_forget, _back)
        case Question.NEW_EVENING:
            return _Row(_new_evening, _back, asked="score.new")
        case Question.STRIKE_GAME:
            return _Row(_strike_game, _back, asked="score.strike")
        case _:
            assert_never(question)
