"""What START and BACK do at a question that stands over another page. A game ends only when START is held."""

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId, screen_line
from device.show import conductor
from device.show.answers import BACK
from device.show.cues import Hush
from device.table.conducted import conduct, lacks_a_part
from device.table.effects import PowerOff
from device.table.house import House
from device.table.menus.scores import amendment
from device.table.new_evening import begun_anew
from device.table.new_game import start_agreed
from device.table.other_people import remove_person
from device.table.page_kinds import FeatureQuestion, Question, QuestionPage, ShownPage, WhoPage
from device.table.pages.explain import explain_first
from device.table.pages.question import (
    ask_to_end,
    in_the_dark,
    is_held,
    question_answers,
    question_lines,
    question_view,
)
from device.table.pages.scores import ScoresPage
from device.table.pages.who_plays_page import begin_afresh
from device.table.roster import people_page, person_at
from device.table.session import advance, go_on, leave
from device.table.state import Table, TableStep, step_after
from device.table.talk import asked_aloud, speak
from device.table.view import View


class ShownQuestion(ShownPage, frozen=True):
    page: QuestionPage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        """The rest of its sentence is not said over what follows its answer."""
        answered, effects = _answered(house, table, self.page, event)
        hushed = answered.page == self.page or any(isinstance(effect, Hush) for effect in effects)
        return answered, effects if hushed else (Hush(), *effects)

    def view(self, house: House, table: Table) -> View:
        return question_view(house, table, self.page)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


def _answered(house: House, table: Table, page: QuestionPage, event: Input) -> TableStep:
    """Where a hold says yes, a press is answered with what to do."""
    row = _row(page.ask)
    yes = Gesture.HOLD if is_held(page.ask) else Gesture.PRESS
    match event.control, event.gesture:
        case Control.START, gesture if gesture is yes:
            return row.yes(house, table, page, event.at)
        case Control.START, Gesture.PRESS:
            return speak(table, screen_line(question_answers(page.ask)))
        case Control.BACK, Gesture.PRESS:
            return row.no(house, table, page, event.at)
        case Control.BACK, Gesture.HOLD if row.back:
            return row.back(house, table, page, event.at)
    return table, ()


def _end(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """Yes: home, from a verdict to the standings as ever. Where eyes were shut, everybody is told to open them."""
    asleep = table.stage is not None and in_the_dark(table.stage) and not page.under.waits
    left, effects = leave(table)
    if not asleep:
        return left, effects
    return step_after(effects, speak(left, LineId("night.ended")))


def _on_with_show(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """No: back to the page, and the show goes on where it was cut, or waits for what it lacks. A question below is
    asked again."""
    back, session = replace(table, page=page.under), table.session
    if isinstance(page.under, QuestionPage):
        return speak(back, *question_lines(page.under.ask))
    if session is None or session.score is None or not session.score.paused:
        return back, ()
    if lacks_a_part(table, session):
        return replace(back, session=replace(session, held=True)), ()
    return conduct(back, conductor.resume_show(replace(session.score, token=back.token), at))


def _ask_for_end(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """A slip at power-on must not cost the game that was cut off: it ends as every other does."""
    return ask_to_end(table)


def _forget(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """Yes: back at the list of the people, who are one fewer."""
    number = person_at(table, page.under)
    return remove_person(house, replace(table, page=people_page(page.under)), number)


def _asked_again(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """No: the question below, in its words."""
    return speak(replace(table, page=page.under), *(asked_aloud(table.stage) if table.stage else ()))


def _new_evening(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """Yes: at once; where a game asked who plays it, only when that begins."""
    if isinstance(page.under, WhoPage):
        return begin_afresh(house, table, page.under, at)
    begun, effects = begun_anew(house, table)
    return replace(begun, page=ScoresPage(page.under)), effects


def _strike_game(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    """Yes: the last game of this evening counts no more, and everybody sees how they stand without it."""
    return replace(table, page=ScoresPage(page.under)), (amendment(table, None),)


_Answer = Callable[[House, Table, QuestionPage, float], TableStep]


def _back(house: House, table: Table, page: QuestionPage, at: float) -> TableStep:
    return replace(table, page=page.under), ()


class _Row(Struct, frozen=True):
    """What the answers to a question do. What the held BACK does, where that is anything."""

    yes: _Answer
    no: _Answer = _back
    back: _Answer | None = None


def _row(question: Question | FeatureQuestion) -> _Row:
    match question:
        case Question.END_GAME | Question.END_UNCOUNTED:
            return _Row(_end, _on_with_show)
        case Question.GO_ON:
            return _Row(lambda _, table, __, at: go_on(table, at), _ask_for_end, back=_ask_for_end)
        case Question.POWER_OFF:
            return _Row(lambda _, table, __, ___: (table, (PowerOff(),)))
        case FeatureQuestion():
            return _Row(lambda house, table, _, at: question.agree(house, table, at))
        case Question.EXPLAIN:
            return _Row(
                lambda house, table, _, at: explain_first(house, table, at),
                lambda house, table, _, at: start_agreed(house, table, at),
                back=_back,
            )
        case Question.FORGET:
            return _Row(_forget)
        case Question.DROP_RESULT:
            return _Row(lambda _, table, page, at: advance(replace(table, page=page.under), BACK, at), _asked_again)
        case Question.NEW_EVENING:
            return _Row(_new_evening)
        case Question.STRIKE_GAME:
            return _Row(_strike_game)
        case _:
            assert_never(question)
