"""Tests what a moderator is asked and told in each call of the later nights."""

import pytest

from tests.box.games.wherewolf.table.led_evening import WAVERLEY, LedEvening, led_game

PACK = "seer pack-leader pack-wolf young-wolf peasant peasant thief hermit witch mage traitor madman healer medium"


def second_night(game, written, first="", day=("", "")):
    """Play to the end of the second night as written. Return what was read in each of its calls."""
    return game.after_night(first).after_day(*day).night(written)


def plain(written: str, more: str = "mage medium vampire") -> dict[str, list[str]]:
    return second_night(LedEvening(led_game(WAVERLEY, more)), written)


@pytest.mark.parametrize(
    ("written", "call", "read"),
    [
        ("seer 2", "seer", ["ask.whom role=seer n=1", "yes"]),
        ("witch 3", "witch", ["ask.whom role=witch n=4"]),
        ("pack-leader 5", "call.wolves", ["ask.whom role=pack-leader n=2", "touch seats=5"]),
        ("pack-leader nobody", "call.wolves", ["ask.whom role=pack-leader n=2"]),
        ("pack-leader 8", "call.wolves", ["ask.whom role=pack-leader n=2", "no"]),
        ("witch 5; pack-leader 5", "call.wolves", ["ask.whom role=pack-leader n=2", "no"]),
        ("pack-leader 5; healer 5", "healer", ["ask.save role=healer n=6 seats=5"]),
        ("pack-leader nobody", "healer", ["no-dead-tonight"]),
        ("pack-leader 6", "healer", ["dead-tonight seats=6"]),
        ("", "mage", []),
        ("", "vampire", []),
    ],
)
def test_a_call_asks_and_answers(written, call, read):
    assert plain(written)[call] == read


def test_whom_the_healer_saves_is_alive_and_she_is_not_asked_again():
    game = LedEvening(led_game(WAVERLEY))
    assert "no-dead" in second_night(game, "pack-leader 5; healer 5")
    night = game.after_day().night("pack-leader 5")
    assert night["healer"] == ["dead-tonight seats=5"]
    assert "dead seats=5" in night


def test_the_medium_has_nothing_to_ask_before_anybody_is_out():
    game = LedEvening(led_game(PACK))
    assert second_night(game, "pack-leader nobody")["medium"] == ["nothing"]
    assert game.after_day("1=9").night("medium 1")["medium"] == ["ask.whom role=medium n=14", "no"]


def test_the_dead_are_called_and_nothing_is_asked_for_them():
    assert second_night(LedEvening(led_game(WAVERLEY)), "", day=("1=7", ""))["seer"] == []


def test_the_strongest_wolf_in_play_points():
    night = second_night(LedEvening(led_game(PACK)), "pack-wolf 10", day=("2=13", ""))
    assert night["call.wolves"] == ["ask.whom role=pack-wolf n=3", "touch seats=10"]


def test_young_wolves_alone_open_their_eyes_and_choose_nobody():
    game = LedEvening(led_game("seer pack-leader young-wolf peasant peasant jester hermit witch"))
    assert second_night(game, "", day=("2=7", ""))["call.wolves"] == ["awake seats=3 · nothing"]


def test_the_pack_chooses_twice_after_a_young_wolf_burned_and_both_are_touched_together():
    night = second_night(LedEvening(led_game(PACK)), "pack-leader 10 13", day=("4=13", ""))
    role = "role=pack-leader n=2"
    assert night["call.wolves"] == [f"ask.whom {role}", f"ask.second {role}", "touch seats=10, 13"]


def test_a_pack_that_spares_the_second_prey_attacks_once():
    night = second_night(LedEvening(led_game(PACK)), "pack-leader 10 nobody", day=("4=13", ""))
    assert "dead seats=10" in night


def test_the_traitor_opens_his_eyes_for_the_wolves_and_lives():
    night = second_night(LedEvening(led_game(PACK)), "pack-leader 11")
    assert night["call.wolves"][1:] == ["opens n=11 · no"]
    assert "no-dead" in night


def test_the_first_attack_on_the_thief_fails_and_the_second_does_not():
    game = LedEvening(led_game(PACK))
    assert second_night(game, "pack-leader 7")["call.wolves"][1:] == ["no"]
    assert game.after_day().night("pack-leader 7")["call.wolves"][1:] == ["touch seats=7"]


def test_a_descendant_opens_his_eyes_turns_and_hunts_with_the_pack():
    game = LedEvening(led_game(PACK, latent={5: "descendant"}))
    assert second_night(game, "pack-leader 5")["call.wolves"][1:] == ["opens n=5 · no"]
    game.after_day("2=13").after_night("pack-wolf nobody").day("3=12")
    assert game.night("peasant 10")["call.wolves"] == ["ask.whom role=peasant n=5", "touch seats=10"]


def test_a_hero_takes_the_wolf_along_and_both_are_touched():
    night = second_night(LedEvening(led_game(PACK, latent={6: "hero"})), "pack-leader 6")
    assert night["call.wolves"][1:] == ["touch seats=2, 6"]
    assert "dead seats=2, 6" in night


def test_the_night_after_the_madman_died_of_wolves_every_attack_fails():
    game = LedEvening(led_game(PACK))
    assert second_night(game, "pack-leader 12")["call.wolves"][1:] == ["touch seats=12"]
    night = game.after_day().night("pack-leader 10")
    assert night["call.wolves"][1:] == ["no"]
    assert "no-dead" in night
