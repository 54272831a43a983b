"""A page that stands over another: a question with two answers. START says yes, BACK says no; it is said aloud, because
eyes may be shut. What the answers do stands in `question_answers`."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from device.kernel.ids import LineId, screen_line
from device.show.stages import Perform, Stage, night_bed
from device.table.house import House
from device.table.page_kinds import FeatureQuestion, Question, QuestionPage
from device.table.state import Table, TableStep
from device.table.talk import speak
from device.table.view import Size, Text, View

_ONE_ANSWER = re.compile(r"[^·\s][^·]*[^·\s]")
"""Between dots: each stands with its button in a row of its own."""
_OTHER_WORDS: Final[Mapping[object, str]] = {
    Question.END_UNCOUNTED: "ask.drop-result",
    Question.NEW_EVENING: "score.new",
    Question.STRIKE_GAME: "score.strike",
}
"""Questions whose words another one or a menu has."""
NIGHT_PAGE = "night"
"""The page of a show that people hear with their eyes shut."""


def ask_over(table: Table, question: Question | FeatureQuestion) -> TableStep:
    """Put the question over whatever stands on the screen."""
    over = replace(table, page=QuestionPage(question, table.page))
    return speak(over, *question_lines(question))


def ask_to_end(table: Table) -> TableStep:
    """Whether to end the game; where a result goes with it that had counted, that is what is asked."""
    uncounted = table.session is not None and table.session.is_uncounted
    return ask_over(table, Question.END_UNCOUNTED if uncounted else Question.END_GAME)


def question_lines(question: Question | FeatureQuestion) -> tuple[LineId, LineId]:
    return screen_line(_asked(question)), screen_line(question_answers(question))


def is_held(question: Question | FeatureQuestion) -> bool:
    """Whether only the held START says yes: two presses by mistake cost no evening, and not all that the box knows."""
    ends = question in {Question.END_GAME, Question.END_UNCOUNTED}
    return question.held if isinstance(question, FeatureQuestion) else ends


def _asked(question: Question | FeatureQuestion) -> str:
    return _OTHER_WORDS.get(question, f"ask.{question}")


def question_answers(question: Question | FeatureQuestion) -> str:
    """The word of how it is answered."""
    return "ask.answers.held" if is_held(question) else "ask.answers"


def question_view(house: House, table: Table, page: QuestionPage) -> View:
    language, screen = table.choices.language, house.words.screen
    answers = _ONE_ANSWER.findall(screen(language, question_answers(page.ask)))
    rows = tuple(Text(answer, Size.SMALL) for answer in answers)
    return View("question", language, (Text(screen(language, _asked(page.ask)), Size.LARGE), *rows), kept=rows)


def in_the_dark(stage: Stage) -> bool:
    """Whether people have their eyes shut."""
    return stage.page == NIGHT_PAGE if isinstance(stage, Perform) else night_bed(stage) is not None


def is_for_nobody(stage: Stage) -> bool:
    """Whether a call waits as if somebody were asked in it."""
    return isinstance(stage, Perform) and stage.still and in_the_dark(stage)
