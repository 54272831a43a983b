"""Each answer to a question of the box stands beside the button that gives it, in a row of its own."""

from typing import Any

import pytest
from msgspec.structs import replace

from device.kernel.ids import Language
from device.table.look import look
from device.table.page_kinds import HomePage, Question, QuestionPage
from device.table.state import Table
from device.table.view import Text
from device.words.catalogue import LANGUAGES
from tests.on_glass import measure


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_stands_beside_the_button_of_another(language: Language, real_house: Any, real_table: Table) -> None:
    choices = replace(real_table.choices, languages=(language,))
    view = look(real_house, replace(real_table, choices=choices, page=QuestionPage(Question.END_GAME, HomePage())))
    _, *answers = [row for row in view.rows if isinstance(row, Text)]
    assert [[name for name in ("START", "BACK") if name in row.text] for row in answers] == [["START"], ["BACK"]]
    assert [box.lines for box in measure(view).boxes[1:]] == [1, 1]
