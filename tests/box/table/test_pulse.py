"""Tests questions that sound repeatedly or as they come up, what else their pages show, and names as printed."""

from msgspec.structs import replace

from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.facts import PrintedName, RoleName, Word
from nightcrier.box.show.stages import TABLE, Ask, Pulse, Tell
from nightcrier.box.table.drawing.view import Size, Text
from nightcrier.box.table.look import look
from nightcrier.kernel.ids import NOBODY_WAITS, LineId
from nightcrier.words.catalogue import Book, Words
from tests.box.table.asking import rows, shown
from tests.box.table.conftest import EN, IT
from tests.box.table.evening import Evening
from tests.box.table.stage_games import pass_time

ANSWERS = (Option("1", Word("won")),)
BEAT, TICK = PlaySignal(NOBODY_WAITS, "heartbeat"), PlaySignal(NOBODY_WAITS, "tick")
GROWS = Pulse("heartbeat", slow=20.0, quick=5.0, within=100.0)


def beats(evening: Evening) -> int:
    return evening.effects.count(BEAT)


def test_a_pulse_comes_ever_sooner_until_it_is_as_quick_as_it_gets(start_stages):
    evening, counts = start_stages(Ask(TABLE, Word("who"), ANSWERS, pulse=GROWS)), []
    for _ in range(5):
        before = beats(evening)
        counts.append(beats(pass_time(evening, 50.0)) - before)
    assert counts == sorted(counts)
    assert (counts[0], counts[-1]) == (2, 10)


def test_a_hand_neither_hastens_nor_swallows_a_beat(start_stages):
    still, touched = (start_stages(Ask(TABLE, Word("who"), ANSWERS, pulse=GROWS)) for _ in range(2))
    pass_time(still, 100.0)
    for _ in range(100):
        pass_time(touched, 1.0).turn(1)
    assert beats(touched) == beats(still) > 4


def test_a_pulse_ends_with_its_question(start_stages):
    evening = start_stages(Ask(TABLE, Word("who"), ANSWERS, pulse=GROWS), Ask(TABLE, Word("who"), ANSWERS))
    before = beats(pass_time(evening, 30.0).after("start"))
    assert evening.due() is None
    assert beats(pass_time(evening, 60.0)) == before == 1


def test_a_signal_sounds_as_the_question_comes_up_but_not_over_words(start_stages):
    quiet = Ask(TABLE, Word("who"), ANSWERS, signal="tick")
    evening = start_stages(quiet, Ask(TABLE, Word("who"), ANSWERS, signal="tick", lines=(LineId("ask"),)))
    assert TICK in evening.effects
    assert TICK not in evening.start()


def test_what_else_there_is_stands_at_the_foot(start_stages):
    evening = start_stages(Ask(TABLE, Word("who"), ANSWERS, foot=Word("is", {"who": RoleName("seer"), "n": Word("x")})))
    assert shown(evening) == ["who", "Seat 2 wins", "Seer is number x", "key.done"]


def test_a_title_stands_above_what_is_told(start_stages):
    evening = start_stages(Tell(TABLE, (Word("won"), RoleName("seer")), title=RoleName("robber")))
    assert rows(evening) == ["Robber", "Seat 2 wins"]
    assert rows(evening, "1") == ["Robber", "Seer"]


def test_what_is_printed_stands_large_and_what_it_is_called_here_small(start_stages):
    evening = start_stages(Tell(TABLE, (PrintedName("seer"),)))
    assert rows(evening) == ["Seer"]
    italian = Book({"seer": "Veggente"}, {}, {})
    words = Words({**evening.house.words.books, IT: italian})
    choices = replace(evening.table.choices, languages=(IT,))
    view = look(replace(evening.house, words=words), replace(evening.table, choices=choices))
    assert view.rows == (Text("Seer", Size.LARGE, language=EN), Text("Veggente", Size.SMALL))
