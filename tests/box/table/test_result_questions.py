"""Tests that every question about the result of One Night fits the screen, with every answer, in every language."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from nightcrier.box.show.answers import seats_to_choose
from nightcrier.box.show.asking_rows import ask_unless_known, follow_row
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import TABLE, Ask, Marks
from nightcrier.box.table.core.state import Cursor, Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.ground.ask_and_tell import ask_view
from nightcrier.box.table.heard.talk import question_aloud
from nightcrier.box.table.look import with_room
from nightcrier.kernel.ids import FILLS
from nightcrier.kernel.screen import GLASS
from tests.box.games.one_night.result_teller import about, drawn_game
from tests.on_glass import measure


def questions() -> Iterator[Ask]:
    """Yield the questions of many random games, each once."""
    seen: set[tuple[str, str]] = set()
    for seed in range(60):
        game = drawn_game(Random(seed))
        short = game.paper.answer("short").stage()
        for stage in (short, *(stage for way in ("dead", "votes") for stage in game.stages(way))):
            if isinstance(stage, Ask) and about(stage) not in seen:
                seen.add(about(stage))
                yield stage
    assert {key for key, _ in seen} == {
        *("ask.result", "ask.won", "ask.dead", "ask.vote", "ask.wolves", "ask.holder", "ask.plays"),
        *("ask.artifact", "ask.artifact.which", "ask.artifact.other"),
    }


def test_they_fit(real_house, real_table):
    found = list(questions())
    for language in real_house.words.books:
        table = replace(real_table, choices=replace(real_table.choices, languages=(language,)))
        for stage in found:
            for index in range(len(stage.choices)):
                view = ask_view(real_house, table, stage, Cursor(index))
                assert measure(with_room(view, GLASS)).whole, (language, view)


def test_what_can_only_be_one_thing_is_not_asked():
    one, two = (Ask(TABLE, Word("ask.wolves"), seats_to_choose(seats)) for seats in ((3,), (3, 4)))
    assert follow_row(ask_unless_known(one), ()) == ("3",)
    assert follow_row(ask_unless_known(two), ()) == two


def test_what_else_there_is_to_know_stands_below_marks_too(house, choices):
    stage = Ask(TABLE, Word("who"), seats_to_choose((1, 2)), foot=Word("robber"))
    for marks in (None, Marks(0, 2)):
        asked = replace(stage, marks=marks)
        assert "robber" in " ".join(view_lines(ask_view(house, Table(choices), asked, Cursor(0))))


def test_each_is_asked_aloud_in_a_sentence(real_house):
    """A question aloud must not begin with the bare number of a seat or the bare name of a role."""
    for stage in questions():
        first = question_aloud(stage)[0]
        assert not first.startswith((*FILLS, "role.")), first
        assert all(book.line(first) for book in real_house.words.books.values()), first
