"""Tests nights with a moderator in which one fate depends on another: lovers, Angel, Vampire, Ghoul, Amulet, Sword."""

from tests.box.games.wherewolf.table.led_evening import LedEvening, led_game

BONDS = "seer pack-leader peasant witch juliet guardian-angel vampire ghoul vampire-hunter jester hermit healer"
"""The roles of seats 1 to 12."""


def after_first(first: str = "", day: str = "", **items: int) -> LedEvening:
    return LedEvening(led_game(BONDS, "mage", items=items)).after_night(first).after_day(day)


def test_whom_love_kills_is_touched_at_nightfall_after_the_pyre_and_cannot_be_saved():
    night = after_first("juliet 3", "5=12").night("pack-leader nobody; healer 3")
    assert night["moment.nightfall"] == ["night n=2 · touch seats=3"]
    assert night["healer"] == ["ask.save role=healer n=12 seats=3"]
    assert "dead seats=3" in night


def test_nobody_is_touched_at_nightfall_where_nobody_loves_who_burned():
    assert after_first("juliet 3", "10=12").night()["moment.nightfall"] == ["night n=2"]


def test_lovers_are_touched_together_when_one_is_killed():
    assert after_first("juliet 4").night("pack-leader 5")["call.wolves"][1:] == ["touch seats=4, 5"]


def test_romeo_is_safe_from_wolves_and_vampire_while_juliet_is_in_play():
    night = after_first("juliet 3").night("pack-leader 3; vampire 3")
    assert (night["call.wolves"][1:], night["vampire"][1:]) == (["no"], ["no"])


def test_the_angel_is_touched_instead_of_the_beloved():
    night = after_first("guardian-angel 3").night("pack-leader 3")
    assert night["call.wolves"][1:] == ["touch seats=6"]
    assert "dead seats=6" in night


def test_a_new_progeny_is_touched_and_opens_the_eyes_and_has_no_turn_any_more():
    evening = after_first()
    night = evening.night("pack-leader nobody; vampire 12")
    assert night["vampire"][1:] == ["touch seats=12"], "a Mystic learns of it and keeps the eyes shut"
    night = evening.after_day().night("pack-leader nobody; vampire 3")
    assert night["vampire"][1:] == ["touch seats=3 · both-open"]


def test_a_pack_leader_who_was_bitten_kills_the_ghoul_in_the_vampires_stead():
    night = after_first().night("pack-leader nobody; vampire 2")
    assert night["vampire"][1:] == ["touch seats=2, 8"]
    assert "dead seats=8" in night


def test_the_vampire_hunter_is_touched_and_so_is_who_dies_of_him():
    night = after_first(day="8=12").night("pack-leader nobody; vampire 9")
    assert night["vampire"][1:] == ["touch seats=7, 9"]
    assert "dead seats=7" in night


def test_a_ghoul_alone_still_opens_his_eyes_and_chooses_nobody():
    assert after_first(day="7=12").night("pack-leader nobody")["vampire"] == ["awake seats=8 · nothing"]


def test_the_amulet_keeps_its_owner_once_without_a_word():
    evening = after_first(amulet=3, sword=10)
    night = evening.night("pack-leader 4; amulet 4")
    assert night["amulet"] == ["ask.whom role=amulet n=3", "touch seats=4"]
    assert "no-dead" in night
    night = evening.after_day().night("pack-leader 4")
    assert night["amulet"] == []
    assert "dead seats=4" in night


def test_an_item_that_is_kept_is_asked_for_once_and_never_again():
    evening = after_first(amulet=3, sword=10)
    assert evening.night("pack-leader nobody; amulet nobody")["amulet"] == ["ask.whom role=amulet n=3"]
    assert evening.after_day().night("pack-leader nobody")["amulet"] == []


def test_the_sword_kills_the_wolf_that_points_at_its_owner_and_both_are_touched():
    night = after_first(amulet=10, sword=3).night("witch 11; pack-leader 12; sword 12")
    assert night["call.wolves"][1:] == ["touch seats=2, 12"]


def test_a_healed_lover_does_not_take_the_other_along():
    night = after_first("juliet 4").night("pack-leader 5; healer 5")
    assert "no-dead" in night


def test_who_was_touched_for_an_item_is_touched_again_for_a_lover_the_angel_or_a_death():
    evening = LedEvening(led_game(BONDS, items={"amulet": 3, "sword": 10}))
    night = evening.night("juliet 3; guardian-angel 3")
    assert night["juliet"][1:] == ["touch seats=3 · both-open"]
    assert night["guardian-angel"][1:] == ["touch seats=3"]
    night = evening.after_day().night("amulet 4; sword 4; pack-leader nobody; vampire 4; witch 11")
    assert (night["sword"][1:], night["vampire"][1:]) == (["touch seats=4"], ["touch seats=4, 8"])


def test_an_item_that_comes_back_is_destroyed_and_nobody_is_touched():
    evening = after_first("guardian-angel 3", amulet=3, sword=10)
    evening.after_night("amulet 4; pack-leader nobody").day()
    assert evening.night("amulet 3; pack-leader nobody")["amulet"] == ["ask.whom role=amulet n=4"]
