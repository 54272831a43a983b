"""Asks a question over another page. The question is also said aloud, because people's eyes may be shut. START means
yes, BACK means no, and the dial repeats the question. Each question is defined in the module that asks it, except those
about ending a game, which any stage can ask."""

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show import conductor
from nightcrier.box.show.cues import Hush
from nightcrier.box.show.game_menu import has_menu
from nightcrier.box.show.stages import in_the_dark
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import PowerOff
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Page, Table, TableStep, step_after
from nightcrier.box.table.drawing.frame import has_room
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.game.conducting import conduct, lacks_a_part
from nightcrier.box.table.game.session import leave, open_menu
from nightcrier.box.table.heard.talk import speak
from nightcrier.kernel.ids import LineId, Seconds, name_line, screen_line

Agree: TypeAlias = Callable[[House, Table, Page | None, float], TableStep]
"""A function that carries out an answer. It gets the page under the question, or None."""


def go_back(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    return replace(table, page=under), ()


class Question(Struct, frozen=True):
    """A question, with the key of its words, and what its answers do. `back` is for holding BACK. If the question is
    `held`, only holding START means yes, so that two accidental presses cannot end an evening or erase everything.
    `more` is for a press of the dial. `about` is shown and said, too. `told` is the key of the words that explain the
    answers to this question only, and `page` the name of its row in the table of controls. `unanswered` is what the box
    does by itself if nobody answers, after asking once more."""

    word: str
    yes: Agree
    no: Agree = go_back
    back: Agree | None = None
    more: Agree | None = None
    held: bool = False
    about: str = ""
    told: str = ""
    page: str = ""
    unanswered: Agree | None = None

    @property
    def answers(self) -> str:
        """The key of the words that explain how to answer."""
        if self.told:
            return self.told
        if self.more:
            return "ask.answers.more"
        return "ask.answers.held" if self.held else "ask.answers"

    @property
    def lines(self) -> tuple[LineId, ...]:
        about = (name_line(self.about.replace(" · ", ", ")),) if self.about else ()
        return *about, screen_line(self.word), screen_line(self.answers)


_ASK_AGAIN: Seconds = 30.0
_ASK_NO_MORE: Seconds = 60.0
"""The seconds after the last touch when a question in the dark is asked again, and when it is withdrawn. Otherwise the
night would stop for good, because most people have their eyes shut."""


class QuestionPage(Page, frozen=True, tag="question"):
    """A question over another page: START means yes, BACK means no. `again` means that nobody answered, so it was asked
    once more, and `leaving` that the box switches off once all sounds have ended."""

    ask: Question
    under: Page | None
    again: bool = False
    leaving: bool = False

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        """Answer the question. Once somebody answers, the box stops saying it."""
        answered, effects = self._answer(house, table, event)
        hushed = answered.page == self or any(isinstance(effect, Hush) for effect in effects)
        return answered, effects if hushed else (Hush(), *effects)

    def _answer(self, house: House, table: Table, event: Input) -> TableStep:
        """Carry out the answer of a gesture. If only a hold means yes, a press makes the box ask people to hold the
        button. The dial repeats the question, unless pressing it is an answer."""
        match event.control, event.gesture:
            case Control.START, Gesture.PRESS if self.ask.held:
                return speak(table, screen_line(self.ask.answers))
            case Control.START, Gesture.PRESS | Gesture.HOLD:
                return self.ask.yes(house, table, self.under, event.at)
            case Control.BACK, Gesture.HOLD if self.ask.back:
                return self.ask.back(house, table, self.under, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return self.ask.no(house, table, self.under, event.at)
            case Control.DIAL, Gesture.PRESS if self.ask.more:
                return self.ask.more(house, table, self.under, event.at)
            case Control.DIAL, Gesture.TURN | Gesture.PRESS | Gesture.HOLD:
                return speak(table, *self.ask.lines)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language = table.choices.language
        asked = Text(house.words.screen(language, self.ask.word), Size.LARGE)
        about = (Text(self.ask.about, Size.SMALL),) if self.ask.about else ()
        held = "end this game?" if self.ask.held else "yes or no"
        foot = foot_of(house, language, self.ask.page or ("explain first?" if self.ask.more else held))
        ways = (asked, *about), about or (asked,)
        views = [View("question", language, rows, foot=foot, stays=len(rows)) for rows in ways]
        return next((view for view in views if has_room(view, house.screen)), views[-1])

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return self.ask.lines

    def go_on(self, house: House, table: Table, at: float) -> TableStep:
        return table, ((PowerOff(),) if self.leaving else ())

    def due(self, table: Table) -> float | None:
        if self.ask.unanswered is None:
            return None
        return table.rest.touched + (_ASK_NO_MORE if self.again else _ASK_AGAIN)

    def pass_time(self, house: House, table: Table, at: float) -> TableStep:
        due = self.due(table)
        if due is None or at < due:
            return table, ()
        if self.again and self.ask.unanswered:
            return self.ask.unanswered(house, table, self.under, at)
        return speak(replace(table, page=replace(self, again=True)), *self.ask.lines)


def ask_over(table: Table, question: Question) -> TableStep:
    return speak(replace(table, page=QuestionPage(question, table.page)), *question.lines)


def ask_to_end(table: Table, unanswered: Agree = go_back) -> TableStep:
    """Ask whether to end the game, or if its result no longer counts, whether to drop the result. If the game has a
    menu, the dial opens it. In the dark, `unanswered` is carried out if nobody answers."""
    session = table.session
    question = END_UNCOUNTED if session is not None and session.is_uncounted else END_GAME
    if table.stage is not None and in_the_dark(table.stage) and table.page is None:
        question = replace(question, unanswered=unanswered)
    return ask_over(table, replace(question, more=_open_menu) if session and has_menu(session.play) else question)


def _open_menu(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    return open_menu(replace(table, page=under), at)


def _end(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    """End the game, and show the home page, or after a verdict the standings. If people's eyes were shut, tell
    everybody to open them."""
    asleep = table.stage is not None and in_the_dark(table.stage)
    left, effects = leave(table)
    if not asleep:
        return left, effects
    return step_after(effects, speak(left, LineId("night.ended")))


def go_on_with_show(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    """Return to the page under the question. The show continues where it stopped, or waits for a broken part. If that
    page is a question, ask it again."""
    back, session = replace(table, page=under), table.session
    if isinstance(under, QuestionPage):
        return speak(back, *under.ask.lines)
    if session is None or session.score is None or not session.score.paused:
        return back, ()
    if lacks_a_part(table, session):
        return replace(back, session=replace(session, held=True)), ()
    return conduct(back, conductor.resume_show(replace(session.score, token=back.token), at))


END_GAME = Question("ask.end-game", _end, go_on_with_show, held=True)
END_UNCOUNTED = Question("ask.drop-result", _end, go_on_with_show, held=True)
