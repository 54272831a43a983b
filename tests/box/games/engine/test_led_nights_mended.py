"""Tests the menu over a led game in a file: a moderator can correct what he has entered, and a seat that leaves is
asked nothing more and dies by day."""

import pytest

from nightcrier.box.show.answers import LEAVES, MENU, TALK_OVER, Answer
from nightcrier.box.show.cues import Say
from nightcrier.box.show.game_menu import GameMenu, answer_play
from nightcrier.box.show.plug import Play
from nightcrier.box.show.stages import Count, Perform, Tell, answer_with_time
from tests.box.games.engine.dealt_nights import BITE, END, DealtNights
from tests.box.games.engine.led_nights import SECONDS, LedNights
from tests.box.games.engine.test_led_nights import DAY, SEER

NIGHT_1 = (MENU, "entered", "1")


def given(play: Play, *answers: Answer) -> Play:
    for value in answers:
        stage = play.stage()
        assert stage is not None
        play = answer_play(play, answer_with_time(stage, value, SECONDS))
    return play


def test_another_bitten_seat_is_out_and_the_talk_goes_on(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen wolf hen").goes("3", "2")
    listed = given(game.play, *NIGHT_1).stage()
    assert game.texts([option.label for option in listed.choices]) == [
        "Wolf · 2, 5: whom? › Seat 3",
        "Owl · 1: whom? › Seat 2",
    ]
    play = given(game.play, *NIGHT_1, "0", "4")
    said = play.stage()
    assert [line for cue in said.show if isinstance(cue, Say) for line in cue.lines] == [
        *("game.was-wrong", "game.out-now", "seat.4", "game.in-play-again", "seat.3"),
    ]
    play = given(play, "")
    told = play.stage()
    assert isinstance(told, Tell)
    assert game.texts(told.facts) == ["Wolf · 2, 5: whom? › Seat 4", "In play again: 3 Hen ", "4 Hen out"]
    play = given(play, "")
    assert not isinstance(play, GameMenu)
    assert isinstance(play.stage(), Count)


def test_an_answer_to_the_seer_is_told_anew(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen wolf hen").goes("3", "2")
    told = given(game.play, *NIGHT_1, "1", "3").stage()
    assert isinstance(told, Tell)
    assert game.texts(told.facts) == ["Owl · 1: whom? › Seat 3 · NO: shake"]


def test_an_entry_of_nobody_stands_in_the_list_and_is_mended(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen wolf hen").goes("-", "2")
    listed = given(game.play, *NIGHT_1).stage()
    assert game.texts([listed.choices[0].label]) == ["Wolf · 2, 5: whom? › Nobody"]
    again = given(game.play, *NIGHT_1, "0").stage()
    assert again.choices[again.start].value == ""
    assert given(game.play, *NIGHT_1, "0", "4", "", "").seats_out() == (3,)


PAIR = '[[death]]\nid = "bond"\nof = ["fox"]\ntakes = ["owl"]\n'


def test_who_leaves_a_led_game_gets_no_hands_and_dies_with_the_day(tmp_path):
    game = LedNights(tmp_path, BITE + DAY + END, "wolf hen hen wolf hen hen").goes("2")
    assert game.play.seats_in_play() == (0, 2, 3, 4, 5)
    game.play = game.play.answer((LEAVES, "3"))
    game.noted()
    game.answer(TALK_OVER).goes("0", "0", "0", "0", "-")
    assert game.noted() == [
        *(f"Seat {seat}: hands?" for seat in (1, 3, 5, 6)),
        *("Night 2. All eyes shut?", "Wolf · 1: whom?"),
    ]
    assert game.play.seats_out() == (1, 3)


def test_a_vote_in_which_somebody_leaves_begins_anew(tmp_path):
    game = LedNights(tmp_path, BITE + DAY + END, "wolf hen hen wolf hen hen").goes("2")
    game.answer(TALK_OVER).goes("0", "0")
    game.play = game.play.answer((LEAVES, "3"))
    game.noted()
    assert game.goes("0", "0", "0", "0", "-").noted()[:4] == [f"Seat {seat}: hands?" for seat in (1, 3, 5, 6)]


def test_where_one_of_several_leaves_while_they_choose_the_others_are_asked(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "wolf hen hen wolf owl hen").goes()
    game.play = game.play.answer((LEAVES, "0"))
    game.noted()
    assert game.goes("2", "4").noted()[:2] == ["Wolf · 4: whom?", "Owl · 5: whom?"]
    assert game.play.seats_out() == (1,)


def test_the_call_of_a_seat_that_leaves_in_it_lasts_as_long_as_an_answer(tmp_path):
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen wolf hen").goes("-", "2")
    game.answer(TALK_OVER).goes("0", "0", "0", "0", "0", "0", "-")
    game.play = game.play.answer((LEAVES, "0"))
    assert game.goes().waits["Owl"] == pytest.approx(2 * SECONDS, rel=0.05), "the answer, and the nod"


def test_whoever_follows_a_death_follows_a_seat_that_left(tmp_path):
    game = LedNights(tmp_path, BITE + PAIR + DAY + END, "wolf fox owl hen hen hen").goes("-")
    game.play = game.play.answer((LEAVES, "1"))
    game.answer(TALK_OVER).goes("0", "0", "0", "0", "0", "-")
    assert game.play.seats_out() == (1, 2)


def test_a_seat_that_left_at_dusk_comes_to_the_box_no_more(tmp_path):
    game = DealtNights(tmp_path, BITE + DAY + END, "wolf hen hen wolf hen hen")
    for _ in range(3):
        (turn,) = game.stage.acts.values()
        game.play = game.play.answer(game._row(turn, {}))
    game.play = game.play.answer((LEAVES, "1"))
    step = game.play.steps[0]
    assert len(step.rows) == 2
    seats = list[int]()
    while isinstance(game.stage, Perform) and game.stage.page == "deal":
        seats += [seat for turn in game.stage.acts.values() for seat in turn.seats]
        game.play = game.play.answer(next((game._row(turn, {}) for turn in game.stage.acts.values()), ()))
    assert seats == [4, 5, 6, 1, 3, 4, 5, 6]
    assert game.told() == ["Nobody has died"]
    assert game.vote("-".replace("-", "")) == ["Dead: 2 Hen"]
