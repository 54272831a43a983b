"""Tests dawn: what each seat reads of the night that was chosen at dusk, and the Healer's choice."""

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.secret_turns import SecretRound
from nightcrier.box.games.wherewolf.dealt.dawn import DawnRound
from nightcrier.box.games.wherewolf.referee.records import DealtTable, NightAction
from nightcrier.box.games.wherewolf.rulebook import Switches
from nightcrier.box.games.wherewolf.table.leaving import village_without
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage, in_the_morning
from nightcrier.box.show.cues import Say, Show
from nightcrier.box.show.stages import Prompt
from tests.box.games.wherewolf.dealt.playing import (
    PlayedSteps,
    dialling,
    next_night,
    night,
    night_falls,
    rules_of,
    seen_by,
    table_of,
)


def start(table: DealtTable, first: dict[int, str] | None = None) -> tuple[WolfRules, WolfVillage]:
    """Return the rules, and the village at its second nightfall."""
    rules = rules_of(table)
    return rules, next_night(rules, night(rules, night_falls(table), dialling(first or {})))


def dawn(played: PlayedSteps, *seats: int) -> list[list[str]]:
    """Return what these seats read at dawn, without the hint about what to dial."""
    read = [seen_by(played, seat, dawn=True) for seat in seats]
    return [[fact for fact in facts if not fact.startswith("dial")] for facts in read]


NOTHING = ["read.nothing"]
EATEN = ["read.killed-in call.wolves"]


def test_romeo_and_the_beloved_are_notified_and_the_beloved_is_only_told_in_whose_turn():
    table = table_of("seer pack-leader juliet guardian-angel hermit bard sinner innkeeper")
    played = night(rules_of(table), night_falls(table), dialling({3: "5", 4: "6"}))
    assert dawn(played, 2, 3, 4, 5, 6) == [NOTHING, NOTHING, NOTHING, ["read.romeo 3"], ["read.touched guardian-angel"]]
    both = night(rules_of(table), night_falls(table), dialling({3: "5", 4: "5"}))
    assert dawn(both, 5) == [["read.romeo 3", "read.touched guardian-angel"]]


def test_who_was_killed_reads_that_alone_and_in_whose_turn():
    items = {"amulet": 0, "sword": 7}
    rules, village = start(table_of("seer pack-leader vampire ghoul guard bard sinner jester", items=items))
    played = night(rules, village, dialling({2: "5", 3: "5", 8: ". . 5"}))
    assert dawn(played, 2, 5, 6, 7) == [EATEN, EATEN, NOTHING, NOTHING]


def test_attackers_read_whom_they_do_not_get():
    rules, village = start(table_of("seer pack-leader pack-wolf young-wolf vampire ghoul hermit bard"))
    played = night(rules, village, dialling({2: "7", 3: "8", 5: "7"}))
    refused = ["read.refused 7"]
    assert dawn(played, 2, 3, 4, 5, 6) == [refused] * 5
    assert dawn(played, 7, 8) == [NOTHING, NOTHING]


def test_whom_the_vampire_does_not_get_was_touched_in_his_turn():
    rules, village = start(table_of("seer pack-leader vampire vampire-hunter sinner bard witch jester"))
    assert dawn(night(rules, village, dialling({3: "7"})), 3, 7) == [NOTHING, ["read.touched vampire"]]
    hunted = night(rules, village, dialling({3: "4"}))
    assert dawn(hunted, 3, 4) == [["read.killed-in vampire"], ["read.touched vampire"]]
    bitten = night(rules, village, dialling({3: "2", 7: "8"}))
    assert dawn(bitten, 2, 3) == [["read.touched vampire"], ["read.killed-in vampire"]]


@pytest.mark.parametrize(("named", "line"), [(False, "lovers"), (True, "named")])
def test_before_a_healer_may_save_a_lover_it_is_said_once_who_then_lives(named, line):
    table = table_of("seer pack-leader juliet healer hermit bard sinner jester")
    rules = rules_of(table, healer_saves_named=named)
    said = [said_at(DawnRound().show(rules, replace(night_falls(table), number=number))) for number in (1, 2, 3)]
    assert [[each for each in lines if "healer" in each] for lines in said] == [[], [f"wherewolf.healer.{line}"], []]


def test_without_lovers_nothing_is_said_of_them():
    table = table_of("seer pack-leader mage healer hermit bard sinner jester")
    lines = said_at(DawnRound().show(rules_of(table), replace(night_falls(table), number=2)))
    assert lines == ["wherewolf.box.dawn.again"]


def said_at(show: Show) -> list[str]:
    return [line for cue in show if isinstance(cue, Say) for line in cue.lines if line.startswith("wherewolf")]


def test_the_traitor_meets_the_wolves_who_point_at_him():
    rules, village = start(table_of("seer pack-leader pack-wolf traitor hermit bard sinner jester"))
    played = night(rules, village, dialling({2: "4"}))
    assert dawn(played, 3, 4, 5) == [["read.refused 4"], ["read.met-wolves 2 3"], NOTHING]


def test_who_opens_the_eyes_in_a_mystics_turn_and_the_mystic_see_each_other():
    rules, village = start(table_of("seer pack-leader thief guild-master assassin witch bard mage", "medium"))
    played = night(rules, village, dialling({1: "8", 3: ". seer", 4: "- witch", 5: "- mage", 6: "7", 8: "1"}))
    assert dawn(played, 3, 4, 5) == [["read.saw seer 1"], ["read.saw witch 6"], ["read.saw mage 8"]]
    assert dawn(played, 1, 6, 8) == [["read.thief 3"], ["read.eyes 4"], ["read.killed-in mage"]]
    assert dawn(night(rules, village, dialling({3: ". medium"})), 3) == [["read.saw-nobody medium"]]


def test_an_item_that_comes_back_is_lost_and_nobody_is_told():
    table = table_of("seer pack-leader hermit bard sinner mage jester madman", items={"amulet": 3, "sword": 4})
    rules, village = start(table)
    second = night(rules, village, dialling({4: ". 6", 5: ". . 7", 6: "1"}))
    assert dawn(second, 4, 6, 7) == [NOTHING, ["read.amulet"], ["read.sword"]]
    third = night(rules, next_night(rules, second), dialling({6: "1 4"}))
    assert dawn(third, 4) == [NOTHING]
    assert "amulet" not in in_the_morning(third.village).known.items


HOUSE = table_of("seer pack-leader pack-wolf healer hermit bard sinner jester")


def test_the_healer_saves_one_of_the_dead_and_nobody_else_does():
    rules, village = start(HOUSE)
    wolves = dialling({2: "6"})
    played = night(rules, village, wolves, dialling({4: "6"}))
    assert dawn(played, 4, 6) == [["read.healer 6"], EATEN]
    assert [len(seen_by(played, seat, dawn=True)) for seat in (4, 6)] == [2, 2]  # with what to dial
    assert [action for action in played.village.night if action.power == "healer"] == [NightAction(3, "healer", (5,))]
    assert in_the_morning(played.village).known.in_play == list(range(8))
    assert 5 not in in_the_morning(night(rules, village, wolves, dialling({4: "-"})).village).known.in_play


def test_who_comes_after_the_healer_reads_what_those_before_her_read():
    rules, village = start(HOUSE)
    saved = night(rules, village, dialling({2: "6"}), dialling({4: "6"}))
    let_die = night(rules, village, dialling({2: "6"}), dialling({4: "-"}))
    assert saved.turns == let_die.turns
    assert saved.shows == let_die.shows


def test_a_killed_healer_still_sees_the_others_and_may_not_save_herself():
    rules, village = start(HOUSE)
    wolf = dialling({2: "4"})
    played = night(rules, village, wolf)
    assert dawn(played, 4) == [[*EATEN, "read.healer nobody"]]
    assert not any(action.power == "healer" for action in night(rules, village, wolf, dialling({})).village.night)
    rules, village = start(table_of(" ".join(HOUSE.roles), switches=Switches(healer_may_save_self=True)))
    saved = night(rules, village, dialling({2: "4"}), dialling({4: "4"}))
    assert [len(seen_by(each, 4, dawn=True)) for each in (played, saved)] == [3, 2]  # who may choose reads no more
    assert 3 in in_the_morning(saved.village).known.in_play


@pytest.mark.parametrize("seat", [0, 3], ids=["anybody", "healer"])
def test_nobody_reads_in_the_list_at_dawn_whether_who_left_was_chosen_tonight(seat):
    rules, village = start(HOUSE)
    chosen, lists = replace(village, night=(NightAction(1, "pack-leader", (5,)),)), []
    for each in (village, chosen):
        without = village_without(each, (SecretRound(DawnRound()),), 5)
        assert (5 in without.known.in_play) == (each is chosen)
        lists.append(DawnRound().turn(rules, without, seat, ()).prompt(()).options)
    assert lists[0] == lists[1]


def test_a_healer_without_a_power_sees_and_cannot_save():
    rules, village = start(HOUSE)
    used = next_night(rules, night(rules, village, dialling({2: "6"}), dialling({4: "6"})))
    played = night(rules, used, dialling({2: "6"}))
    assert dawn(played, 4) == [["read.healer 6"]]
    assert not [action for action in played.village.night if action.power == "healer"]


def test_without_a_possible_healer_everybody_only_reads_and_presses():
    rules, village = start(table_of("seer pack-leader pack-wolf mage hermit bard sinner jester"))
    turn = DawnRound().turn(rules, village, 0, ())
    assert turn.prompt(()).options == ()
    assert turn.prompt(()).confirm
    assert turn.prompt(("read",)) == Prompt()


def test_lovers_die_together_and_read_the_same():
    rules, village = start(table_of("seer pack-leader juliet hermit guard bard sinner jester"), {3: "6"})
    assert dawn(night(rules, village, dialling({2: "3"})), 3, 6) == [EATEN, EATEN]


def test_who_follows_a_lover_from_the_pyre_was_touched_in_no_turn():
    table = table_of("seer pack-leader juliet hermit guard bard sinner jester")
    first = night(rules := rules_of(table), night_falls(table), dialling({3: "6"}))
    assert dawn(night(rules, next_night(rules, first, burned=3), dialling({})), 6) == [["read.killed"]]
