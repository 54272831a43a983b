"""Tests that whoever sits out leaves a gap: the others are heard, shown and counted by their numbers in the list."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import PeopleCalled, PersonStanding, Standings
from nightcrier.box.show.answers import Option
from nightcrier.box.show.cues import Call, Prepare, Say, Speak, Window
from nightcrier.box.show.facts import Fact, SeatMark, SeatName, Word, seats_joined
from nightcrier.box.show.stages import Ask, Perform, Tell, Verdict
from nightcrier.box.table.core.effects import CountGame
from nightcrier.box.table.core.state import GameBefore
from nightcrier.box.table.evening.people import begin_evening_anew
from nightcrier.box.table.game.tonight import BY_NUMBER
from nightcrier.kernel.ids import LineId, seat_line
from nightcrier.kernel.people import EveningKind, EveningPerson, Presence
from tests.box.table.asking import after_cut, rows, shown
from tests.box.table.evening import Evening
from tests.box.table.explained import said

ALL = (1, 2, 3)
HERE = PersonStanding("", 0, 0, out=False)
AWAY = replace(HERE, presence=Presence.SITS_OUT)
COUNTS, KEEPS = "who.counts", "who.keeps"


def standings(*people: PersonStanding) -> Standings:
    return Standings(0.0, EveningKind.OPEN, 5, people, (), {1: 1}, evening=2)


MIDDLE = standings(HERE, AWAY, HERE, HERE)
"""Four people, of whom the second sits out, so that the game has three players."""


@pytest.fixture
def at_home(start_stages):
    """Return a function that starts an evening at home, before START, with a person in the middle who sits out."""

    def begin(*stages: object, people: Standings = MIDDLE) -> Evening:
        evening = start_stages(*stages)
        evening.table = replace(evening.table, session=None, before=replace(evening.table.before, people=()))
        evening.after(people).effects.clear()
        return evening

    return begin


def named(seat: int) -> Fact:
    return Word("is", {"who": SeatName(seat), "n": SeatMark(seat)})


def test_a_question_its_answers_and_what_is_told_have_the_numbers_of_the_list(at_home):
    ask = Ask(0, named(2), tuple(Option(str(seat), SeatName(seat)) for seat in ALL), 2)
    evening = at_home(ask, Tell(0, (seats_joined(ALL),)))
    assert rows(evening, "start") == ["Seat 3 is number 3", "Seat 4"]
    assert rows(evening, "press") == ["1, 3, 4"]


def test_a_call_and_a_turn_have_the_numbers_of_the_list(at_home):
    show = (Call(SeatName(3)), Say(LineId("turn"), (seat_line(3),)), Window("seat-3", 9.0))
    evening = at_home(Perform(show))
    assert "Seat 4" in shown(evening, "start")
    assert said(evening) == [(COUNTS, "turn", "seat.4")]


def test_points_go_to_those_whose_numbers_were_called(at_home):
    evening = at_home(Verdict((1,), (0, 1, 0), (seats_joined(ALL),), (LineId("won"), seat_line(2))))
    assert said(evening.after("start"))[-1][-2:] == ("won", "seat.3")
    (count,) = (effect for effect in evening.effects if isinstance(effect, CountGame))
    assert [each.person for each in count.seated] == [1, 3, 4]


GONE = replace(HERE, presence=Presence.LEFT)


def test_who_is_beside_the_game_has_the_numbers_after_its_last_seat(at_home):
    people = standings(HERE, AWAY, GONE, HERE, HERE, replace(HERE, out=True))
    evening = at_home(Tell(0, (seats_joined((3, 4, 5)),), (seat_line(3), seat_line(4), seat_line(5))), people=people)
    assert rows(evening, "start") == ["5, 2, 6"]
    assert said(evening) == [(COUNTS, "seat.5", "seat.2", "seat.6")]


@pytest.mark.parametrize(("beside", "known"), [("Dora", True), ("", False)])
def test_who_is_spoken_of_beside_the_game_is_called_as_the_others_are(at_home, beside, *, known):
    """People spoken of are named if all of them have a name. The game itself checks only those who play."""
    ann, bob, cleo = (replace(HERE, name=name) for name in ("Ann", "Bob", "Cleo"))
    people = standings(replace(AWAY, name=beside), ann, bob, cleo)
    evening = at_home(
        Tell(0, (seats_joined((1,)),), (seat_line(1),)),
        Tell(0, (seats_joined((1, 4)),), (seat_line(4),)),
        people=people,
    )
    evening.go("start start")
    alone, both = [effect for effect in evening.effects if isinstance(effect, Speak)][-2:]
    assert alone.names == {2: "Ann", 3: "Bob", 4: "Cleo"}
    assert both.names == ({1: "Dora", **alone.names} if known else {})
    assert both.lines == ("seat.1",)
    assert rows(evening) == [f"Ann, {beside or 1}"]


def test_a_mixed_table_has_names_and_the_numbers_of_the_list(at_home):
    cleo = replace(HERE, name="Cleo")
    evening = at_home(Tell(0, (seats_joined(ALL),), (seat_line(2),)), people=standings(AWAY, HERE, cleo, HERE))
    assert rows(evening, "start") == ["2, 3\u00a0Cleo, 4"]
    said = [effect for effect in evening.effects if isinstance(effect, Speak)][-1]
    assert (said.lines, said.names) == ((COUNTS, "seat.3"), {})


@pytest.fixture
def by_number(at_home):
    """Return a game of three whose names no voice can say."""
    people = [replace(HERE, name=name) for name in ("Ann", "Bob", "Cleo")]
    ask = Ask(0, named(2), tuple(Option(str(seat), SeatName(seat)) for seat in ALL), 2)
    evening = at_home(ask, Tell(0, (seats_joined(ALL),)), people=standings(AWAY, *people))
    evening.start()
    return evening.after(PeopleCalled(evening.at, by_number=True))


def test_the_number_that_is_said_stands_beside_the_name(by_number):
    assert rows(by_number)[1] == "4\u00a0Cleo"
    assert rows(by_number, "press") == ["2\u00a0Ann, 3\u00a0Bob, 4\u00a0Cleo"]


def test_after_a_power_cut_the_number_stands_there_before_anything_is_said(by_number):
    by_number.table = after_cut(by_number).table
    assert shown(by_number, "start")[1] == "4\u00a0Cleo"


def test_nor_does_it_go_with_the_power_in_the_game_after_that(by_number):
    by_number.table = replace(by_number.table, session=None, page=None)
    by_number.effects.clear()
    by_number.start()
    assert after_cut(by_number).table.by_number


def test_names_that_were_said_again_stand_alone_after_a_power_cut(by_number):
    by_number.send(PeopleCalled(by_number.at, by_number=False))
    assert not after_cut(by_number).table.by_number


def test_names_that_are_said_stand_alone_again(by_number):
    assert rows(by_number.after(PeopleCalled(by_number.at, by_number=False)), "press") == ["Ann, Bob, Cleo"]


def test_names_are_given_to_the_voices_under_the_numbers_they_are_called_by(at_home):
    people = [replace(HERE, name=name) for name in ("Ann", "Bob", "Cleo")]
    evening = at_home(Tell(0, (named(1),), (seat_line(1),)), people=standings(AWAY, *people))
    said = [effect for effect in evening.after("start").effects if isinstance(effect, Speak)][-1]
    assert (said.lines, said.names) == ((BY_NUMBER, COUNTS, "seat.2"), {2: "Ann", 3: "Bob", 4: "Cleo"})


def begun_at_the_table(evening: Evening) -> None:
    evening.table, _ = begin_evening_anew(evening.house, evening.table)
    evening.send(MIDDLE)


def begun_elsewhere(evening: Evening) -> None:
    evening.send(replace(MIDDLE, evening=3))


class TestToldOnce:
    def test_it_is_said_before_the_first_words_and_again_only_for_others(self, at_home):
        evening, told = at_home(Tell(0, (named(1),), (LineId("hello"),))), []
        for people in (MIDDLE, MIDDLE, standings(HERE, HERE, AWAY, HERE)):
            evening.table = replace(evening.table, session=None)
            evening.after(people).effects.clear()
            told.append(said(evening.after("start"))[-1])
        assert told == [(COUNTS, "hello"), ("hello",), (KEEPS, "hello")]

    def test_where_all_played_before_everybody_keeps_a_number(self, at_home):
        evening = at_home(Tell(0, (named(1),), (LineId("hello"),)), people=standings(HERE, HERE, HERE))
        evening.start()
        evening.table = replace(evening.table, session=None)
        assert said(evening.after(MIDDLE, "start"))[-1] == (KEEPS, "hello")

    @pytest.mark.parametrize("begin", [begun_at_the_table, begun_elsewhere])
    def test_in_a_new_evening_nobody_has_a_number_yet(self, at_home, begin):
        evening = at_home(Tell(0, (named(1),), (LineId("hello"),)))
        evening.start()
        evening.table = replace(evening.table, session=None)
        begin(evening)
        assert said(evening.after("start"))[-1] == (COUNTS, "hello")

    def test_a_new_evening_whose_game_cannot_begin_leaves_the_old_one(self, at_home):
        evening = at_home()
        evening.table = replace(evening.table, anew=(EveningPerson(),) * 3, before=GameBefore(people=(1, 3, 4)))
        before = evening.table
        evening.start()
        assert (evening.table.standings, evening.table.before.people) == (before.standings, (1, 3, 4))

    @pytest.mark.parametrize(
        "people", [standings(HERE, HERE, HERE), standings(HERE, HERE, HERE, AWAY)], ids=["everybody", "the last"]
    )
    def test_not_where_no_number_is_left_out(self, at_home, people):
        evening = at_home(Tell(0, (named(1),), (LineId("hello"),)), people=people)
        assert said(evening.after("start")) == [("hello",)]

    def test_where_all_have_names_whose_number_is_whose_is_told_once(self, at_home):
        named_people = [replace(HERE, name=name) for name in ("Ann", "Bob", "Cleo")]
        evening = at_home(Tell(0, (named(1),), (LineId("hello"),)), people=standings(*named_people))
        told = []
        for _ in range(2):
            evening.table = replace(evening.table, session=None)
            told.append(said(evening.after("start"))[-1])
        assert told == [(BY_NUMBER, "hello"), ("hello",)]

    def test_where_somebody_with_a_name_sits_out_how_numbers_count_is_told_too(self, at_home):
        here = [replace(HERE, name=name) for name in ("Ann", "Cleo", "Dora")]
        people = standings(here[0], replace(AWAY, name="Bob"), *here[1:])
        evening = at_home(Tell(0, (named(1),), (LineId("hello"),)), people=people)
        assert said(evening.after("start"))[-1] == (BY_NUMBER, COUNTS, "hello")

    def test_what_is_said_first_lies_ready(self, evening):
        effects = evening.send(MIDDLE)
        (ready,) = (effect for effect in effects if isinstance(effect, Prepare))
        assert ready.lines == (COUNTS, "open")
