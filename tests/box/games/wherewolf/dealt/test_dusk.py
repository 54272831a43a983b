"""Tests dusk: the referee counts what was dialed, what happens if time runs out, and what is read after the press."""

import pytest

from nightcrier.box.games.wherewolf.dealt.dusk import DuskRound, dusk_picks
from nightcrier.box.games.wherewolf.referee.night import play_wolf_night
from nightcrier.box.games.wherewolf.referee.records import DealtTable, NightAction
from nightcrier.box.games.wherewolf.table.course import DUSK_AND_DAWN
from nightcrier.box.games.wherewolf.table.village import WolfVillage, in_the_morning
from nightcrier.box.show.answers import Picks
from tests.box.games.wherewolf.dealt.playing import (
    PlayedSteps,
    dialling,
    known_as,
    next_night,
    night,
    night_falls,
    out_of_time,
    rules_of,
    said,
    table_of,
)

VILLAGE = table_of("seer pack-leader pack-wolf mage medium witch vampire hermit bard", "assassin thief healer sinner")
RULES = rules_of(VILLAGE)
CITY = table_of("seer pack-leader thief guild-master assassin hermit bard jester", "mage witch")
IN_CITY = rules_of(CITY)


def second(table: DealtTable, burned: int | None = None) -> WolfVillage:
    """Return the second night, after a day on which this seat burned."""
    rules = rules_of(table)
    return next_night(rules, night(rules, night_falls(table), dialling({})), burned)


def acts(played: PlayedSteps) -> dict[str, tuple[int, ...]]:
    """Return the targets of each power, counted from 1."""
    return {action.power: tuple(seat + 1 for seat in action.targets) for action in played.village.night}


def after_press(played: PlayedSteps, seat: int, *row: str) -> list[str]:
    turn = next(turn for turn in played.turns if turn.seat == seat - 1)
    return said(turn.prompt(row).seen)


def test_each_power_is_used_as_it_was_dialled():
    village = second(VILLAGE, burned=9)
    played = night(RULES, village, dialling({1: "3", 2: "1", 3: "8", 4: "5", 5: "9", 6: "8", 7: "4"}))
    assert acts(played) == {
        "seer": (3,), "pack-leader": (1,), "pack-wolf": (8,), "mage": (5,), "medium": (9,), "witch": (8,),
        "vampire": (4,),
    }  # fmt: skip
    by_hand = tuple(
        NightAction(seat - 1, power, (target - 1,))
        for seat, power, target in (
            (1, "seer", 3), (2, "pack-leader", 1), (3, "pack-wolf", 8), (4, "mage", 5), (5, "medium", 9),
            (6, "witch", 8), (7, "vampire", 4),
        )
    )  # fmt: skip
    assert in_the_morning(played.village).outcome == play_wolf_night(village.known, by_hand)


def test_who_has_no_choice_dials_the_seat_that_the_glass_names():
    played = night(RULES, second(VILLAGE), dialling({}))
    turn = next(turn for turn in played.turns if turn.seat == 7)
    counting = [[option.value for option in dial.options if option.value[0] != "-"] for dial in turn.lists]
    assert [len(values) for values in counting] == [1, 1]
    named = [*map(str, [int(counting[0][0]) + 1]), counting[1][0]]
    assert said(turn.seen)[-1] == f"dial {' '.join(named)}"
    assert after_press(played, 8, *(values[0] for values in counting)) == [f"chosen {' '.join(named)}"]
    assert after_press(played, 8, "-00", counting[1][0]) == [f"chosen 1 blank {named[1]}"]


def test_a_choice_is_shown_and_may_go_until_somebody_looks_again():
    turn = DuskRound().turn(RULES, night_falls(VILLAGE), 5, ())
    (value,) = (option.value for option in turn.lists[0].options if option.value[0] != "-")
    chosen = turn.prompt((value,))
    assert said(chosen.seen) == [f"chosen {int(value) + 1}"]
    assert chosen.confirm
    assert not chosen.final


@pytest.mark.parametrize(("asked", "answer"), [("3", "dark-aura 3"), ("8", "white-aura 8")])
def test_the_seer_reads_her_answer_before_the_last_press(asked, answer):
    played = night(RULES, second(VILLAGE), dialling({1: asked}))
    value = str(int(asked) - 1)
    assert after_press(played, 1, value, "nobody") == [answer]
    (further,) = next(turn for turn in played.turns if turn.seat == 0).lists[1].own
    assert after_press(played, 1, value, further.value) == [f"{answer} {said((further.label,))[0]}"]
    assert not any("aura" in fact for fact in (*after_press(played, 1), *after_press(played, 1, value)))


def test_mage_and_medium_read_theirs():
    played = night(RULES, second(VILLAGE, burned=7), dialling({}))
    assert after_press(played, 4, "5", "nobody") == ["is-mystic 6"]
    assert after_press(played, 4, "7", "nobody") == ["is-no-mystic 8"]
    assert after_press(played, 5, "6", "nobody") == ["dark-aura 7"]


def test_wolves_read_what_the_wolves_before_them_want_and_nobody_else_does():
    played = night(RULES, second(VILLAGE), dialling({2: "1", 3: "8"}))
    assert after_press(played, 3)[0] == "with-you 2→1"
    assert not any("→" in fact for seat in (1, 2, 4, 5, 6, 7, 8, 9) for fact in after_press(played, seat))


def test_a_free_power_may_be_left_unused():
    assert acts(night(RULES, second(VILLAGE), dialling({1: "2", 4: "2", 6: "2"}))).keys() == {
        "seer",
        "mage",
        "witch",
    }


def test_out_of_time_a_duty_is_drawn_and_a_free_power_is_unused():
    village = second(VILLAGE, burned=9)
    played = night(RULES, village, out_of_time)
    assert acts(played).keys() == {"seer", "mage", "medium", "witch"}
    assert acts(played)["medium"] == (9,)
    assert acts(night(RULES, village, out_of_time)) == acts(played)
    drawn = {acts(night(rules_of(VILLAGE, seed), village, out_of_time))["seer"] for seed in range(20)}
    assert len(drawn) > 3


def test_an_answer_drawn_by_lot_is_read_at_dawn():
    played = night(RULES, second(VILLAGE), out_of_time)
    (asked,) = acts(played)["seer"]
    assert said(next(turn for turn in played.turns[9:] if turn.seat == 0).seen)[0].split()[1] == str(asked)


def test_criminals_act_in_a_mystics_turn_or_not_tonight():
    village = second(CITY)
    played = night(IN_CITY, village, dialling({3: ". mage", 4: "7 witch", 5: "6 seer"}))
    assert set(played.village.night[1:]) == {
        NightAction(2, "thief", (), "mage"),
        NightAction(3, "guild-master", (6,), "witch"),
        NightAction(4, "assassin", (), "seer"),
    }
    quiet = night(IN_CITY, village, dialling({3: ". not-tonight", 4: "7 not-tonight", 5: "6 not-tonight"}))
    assert [action.power for action in quiet.village.night] == ["seer"]


def test_a_used_window_is_offered_no_more():
    used = next_night(IN_CITY, night(IN_CITY, second(CITY), dialling({3: ". mage"})))
    turn = DuskRound().turn(IN_CITY, used, 2, ())
    assert "mage" not in {option.value for option in turn.prompt(("nobody",)).options}
    turn = DuskRound().turn(IN_CITY, used, 3, ())
    offered = {option.value for option in turn.prompt(("nobody",)).options if not option.value.startswith("-")}
    assert offered == {"seer", "mage", "witch", "not-tonight"}


def test_the_pack_chooses_two_after_a_young_wolf_has_burned():
    table = table_of("seer pack-leader young-wolf hermit bard sinner innkeeper jester madman")
    rules, village = rules_of(table), second(table, burned=3)
    assert dusk_picks(rules, village) == ("first", "second")
    assert acts(night(rules, village, dialling({2: "4 5"})))["pack-leader"] == (4, 5)
    assert acts(night(rules, village, dialling({2: "- 5"})))["pack-leader"] == (5,)
    another = second(table, burned=4)
    assert dusk_picks(rules, another) == ("first", "second")
    assert acts(night(rules, another, dialling({2: "6"})))["pack-leader"] == (6,)
    assert dusk_picks(rules, second(table)) == ("first",)


def test_the_owner_of_both_items_and_a_power_uses_all_of_them():
    table = table_of("seer pack-leader assassin hermit bard sinner mage jester", items={"amulet": 2, "sword": 2})
    rules, village = rules_of(table), second(table)
    assert dusk_picks(rules, village) == ("first", "second", "amulet", "sword")
    played = night(rules, village, dialling({3: "5 mage 1 2"}))
    assert (acts(played)["assassin"], acts(played)["amulet"], acts(played)["sword"]) == ((), (1,), (2,))
    assert "amulet" not in acts(night(rules, village, dialling({3: "5 not-tonight keeps 2"})))


def test_a_progeny_has_no_choice():
    table = table_of("seer pack-leader vampire juliet bard sinner mage assassin", "healer")
    rules = rules_of(table)
    played = night(rules, known_as(second(table), romeo=None), dialling({3: "8"}))
    turned = night(rules, next_night(rules, played), dialling({}))
    assert not [action for action in turned.village.night if action.seat == 7]


def test_who_is_out_is_not_called_any_more():
    played = night(RULES, second(VILLAGE, burned=4), dialling({}))
    assert [turn.seat for turn in played.turns] == [0, 1, 2, 4, 5, 6, 7, 8] * 2


def test_nothing_that_was_read_is_taken_back():
    village = second(VILLAGE)
    row: Picks = ("1", "nobody", "read")
    assert DUSK_AND_DAWN[0].result(RULES, village, row).settles
