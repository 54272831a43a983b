"""Tests that entries can be corrected after dawn: the game is played again with one answer changed."""

from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.show.answers import BACK, MENU, Answer
from nightcrier.box.show.cues import Say
from nightcrier.box.show.game_menu import GameMenu, answer_play
from nightcrier.box.show.plug import Play
from nightcrier.box.show.stages import Ask, Count, Tell, Verdict, answer_with_time
from tests.box.games.wherewolf.table.host import bare, text_of
from tests.box.games.wherewolf.table.led_evening import WAVERLEY, LedEvening, led_game, noted

ENTERED = (MENU, "entered")
DAY_1, NIGHT_2 = "2", "3"
SEER, WOLVES = "0", "2"
"""The menu values of two entries of the second night of WAVERLEY."""


def second_day(night: str = "seer 2; witch 7; pack-leader 3; healer nobody") -> LedEvening:
    evening = LedEvening(led_game(WAVERLEY))
    return evening.after_night("seer 5").after_day().after_night(night)


def menu(play: Play, *answers: Answer) -> Play:
    for value in answers:
        stage = play.stage()
        assert stage is not None
        play = answer_play(play, answer_with_time(stage, value, 2.0))
    return play


def asked(play: Play) -> list[str]:
    """Return the options of a question, as the screen shows them."""
    stage = play.stage()
    return [bare(text_of(option.label)) for option in stage.choices]


def told(play: Play) -> list[str]:
    stage = play.stage()
    assert isinstance(stage, Tell)
    return [bare(text_of(fact)) for fact in stage.facts]


def heard(play: Play) -> list[str]:
    stage = play.stage()
    return [line for cue in stage.show if isinstance(cue, Say) for line in cue.lines]


def wolf(play: Play) -> WherewolfPlay:
    assert isinstance(play, WherewolfPlay)
    return play


def out(play: Play) -> list[int]:
    return [seat + 1 for seat in wolf(play).seats_out()]


def test_entries_stand_night_by_night_and_day_by_day():
    play = second_day().play
    assert asked(menu(play, *ENTERED)) == ["entered.night n=1", "entered.day n=1", "entered.night n=2"]
    assert asked(menu(play, *ENTERED, NIGHT_2)) == [
        "ask.whom role=seer n=1 › 2",
        "ask.whom role=witch n=4 › 7",
        "ask.whom role=pack-leader n=2 › 3",
        "ask.save role=healer n=6 seats=3 › nobody",
    ]
    assert asked(menu(play, *ENTERED, DAY_1))[0] == "ask.hands n=1 › 0"


def test_another_victim_is_out_and_the_first_one_lives():
    play = menu(second_day().play, *ENTERED, NIGHT_2, WOLVES, "4")
    stage = play.stage()
    assert isinstance(stage, Ask)
    assert noted(stage) == "ask.save role=healer n=6 seats=5"
    assert stage.foot is not None
    assert text_of(stage.foot) == "entered.night n=2 · mended.again"
    play = menu(play, "")
    assert heard(play) == ["game.was-wrong", "game.out-now", "seat.5", "game.in-play-again", "seat.3"]
    play = menu(play, "")
    assert told(play)[:2] == [
        "ask.whom role=pack-leader n=2 › 5 · touch seats=5",
        "ask.save role=healer n=6 seats=5 › nobody",
    ]
    assert "sheet n=5 role=peasant marks=white, mark.out" in told(play)
    assert "mended.back seat=sheet n=3 role=peasant marks=white" in told(play)
    play = menu(play, "")
    assert out(play) == [5]
    assert isinstance(play.stage(), Count)


def test_an_answer_to_a_role_is_told_to_the_host_and_to_nobody_else():
    play = menu(second_day().play, *ENTERED, NIGHT_2, SEER, "4")
    assert told(play) == ["ask.whom role=seer n=1 › 5 · no"]
    play = menu(play, "")
    assert out(play) == [3]


def test_the_same_answer_changes_nothing():
    assert told(menu(second_day().play, *ENTERED, NIGHT_2, SEER, "1")) == ["mended.nothing"]


def test_back_leads_out_of_the_menu_step_by_step():
    game = second_day().play
    play = menu(game, *ENTERED, NIGHT_2, SEER)
    for _ in range(3):
        play = play.answer(BACK)
        assert isinstance(play, GameMenu)
    assert play.answer(BACK) == game


def test_an_entry_of_an_earlier_day_burns_somebody_else():
    evening = LedEvening(led_game(WAVERLEY))
    evening.after_night().after_day("3=5 4=1").night("seer 4; witch 7; pack-leader 1; healer nobody")
    entry = asked(menu(evening.play, *ENTERED, DAY_1)).index("ask.hands n=3 › 5")
    play = menu(evening.play, *ENTERED, DAY_1, str(entry), "0")
    assert "ask.hands n=3" not in noted(play.stage() or Count(None))
    while isinstance(play, GameMenu):
        stage = play.stage()
        play = menu(play, stage.choices[-1].value if isinstance(stage, Ask) else "")
    assert 3 not in out(play)


def test_a_game_that_was_over_goes_on():
    evening = LedEvening(led_game(WAVERLEY))
    assert isinstance(evening.after_night().after_day("2=8").after_night("seer 4; witch 7").now, Verdict)
    entry = asked(menu(evening.play, *ENTERED, DAY_1)).index("ask.hands n=2 › 8")
    play = menu(evening.play, *ENTERED, DAY_1, str(entry), "0", "so")
    assert noted(play.stage() or Count(None)) == "ask.whom role=pack-leader n=2"
    play = menu(play, "")
    assert heard(play) == ["game.was-wrong", "game.in-play-again", "seat.2"]
    play = menu(play, "", "")
    assert not isinstance(play.stage(), Verdict)


def test_an_entry_is_mended_in_the_same_night():
    evening = LedEvening(led_game(WAVERLEY))
    evening.after_night().after_day().night_until("seer 2; witch 7; pack-leader 3", "ask.save")
    play = menu(evening.play, *ENTERED, NIGHT_2, SEER)
    stage = play.stage()
    assert isinstance(stage, Ask)
    assert stage.night is not None
    play = menu(play, "2")
    assert told(play) == ["ask.whom role=seer n=1 › 3 · no"]
    play = menu(play, "")
    assert noted(play.stage() or Count(None)) == noted(evening.now)


def test_before_the_first_entry_there_is_nothing_to_mend():
    assert asked(menu(led_game(WAVERLEY), MENU)) == ["play.leaves", "play.handed"]
