"""What a moderator has entered in a game in a file is mended in the menu of the game."""

from pathlib import Path

from nightcrier.box.show.answers import MENU, Answer
from nightcrier.box.show.cues import Say
from nightcrier.box.show.game_menu import GameMenu, answer_play
from nightcrier.box.show.plug import Play
from nightcrier.box.show.stages import Ask, Count, Perform, Tell, answer_with_time
from tests.box.games.engine.dealt_nights import BITE, END
from tests.box.games.engine.led_nights import SECONDS, LedNights
from tests.box.games.engine.test_led_nights import DAY, SEER

NIGHT_1 = (MENU, "entered", "1")


def given(play: Play, *answers: Answer) -> Play:
    for value in answers:
        stage = play.stage()
        assert stage is not None
        play = answer_play(play, answer_with_time(stage, value, SECONDS))
    return play


def test_another_bitten_seat_is_out_and_the_talk_goes_on(tmp_path: Path) -> None:
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen wolf hen").goes("3", "2")
    listed = given(game.play, *NIGHT_1).stage()
    assert isinstance(listed, Ask)
    assert game.texts([option.label for option in listed.choices]) == [
        "Wolf · 2, 5: whom? Seat 3",
        "Owl · 1: whom? Seat 2",
    ]
    play = given(game.play, *NIGHT_1, "0", "4")
    said = play.stage()
    assert isinstance(said, Perform)
    assert [line for cue in said.show if isinstance(cue, Say) for line in cue.lines] == [
        *("game.was-wrong", "game.out-now", "seat.4", "game.in-play-again", "seat.3"),
    ]
    play = given(play, "")
    told = play.stage()
    assert isinstance(told, Tell)
    assert game.texts(told.facts) == ["Wolf · 2, 5: whom? Seat 4", "3 Hen ", "4 Hen out"]
    play = given(play, "")
    assert not isinstance(play, GameMenu)
    assert isinstance(play.stage(), Count)


def test_an_answer_to_the_seer_is_told_anew(tmp_path: Path) -> None:
    game = LedNights(tmp_path, BITE + SEER + DAY + END, "owl wolf hen hen wolf hen").goes("3", "2")
    told = given(game.play, *NIGHT_1, "1", "3").stage()
    assert isinstance(told, Tell)
    assert game.texts(told.facts) == ["Owl · 1: whom? Seat 3 · NO: shake"]
