"""Tests the eight Final Night cards: prompts in order, votes, ties, and who dies."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.games.growl.cards import FINAL_CARDS
from nightcrier.box.games.growl.effects import (
    BY_SEAT,
    LEFT,
    NOBODY,
    RIGHT,
    SEVERAL,
    find_unwanted,
    most_unwanted,
    most_voted,
)
from nightcrier.box.show.answers import BACK
from nightcrier.box.show.facts import SeatMark, Word
from nightcrier.box.show.stages import Marks, Perform, Tell
from nightcrier.kernel.ids import SEAT
from tests.box.games.facts import filling


def asked_seats(table, *values: object) -> list[str]:
    """Answer questions with these values, and return the seats that they were about."""
    seats = []
    for value in values:
        seats.append(str(filling(table.stage.question, "n")))
        table.go(value)
    return seats


def living(table) -> tuple[int, ...]:
    return table.play.state.living


def test_the_final_night_offers_its_own_cards(seated):
    table = seated(5)
    for quiet in ("insomnia", "hypnosis"):
        table.night(1, quiet).pass_night()
    assert table.night(1).values == (*FINAL_CARDS, "another-night")


def test_the_accused_is_voted_from_the_left_of_the_active_player_who_is_last(seated):
    table = seated(5).to_final(3, "accused").go(BY_SEAT)
    assert asked_seats(table.to_question(), 1, 1, 2, 1, 2) == ["4", "5", "1", "2", "3"]
    assert living(table) == (2, 3, 4, 5)
    assert table.asked == "growl.ask.cannot"


def test_each_vote_one_after_the_other_is_called_by_seat(seated):
    assert seated(5).to_final(3, "accused").go(BY_SEAT).stage.lines == ("growl.points", "seat.4")


def test_whose_finger_is_dialled_in_is_said_with_what_is_asked(seated):
    purge, unwanted = (seated(5).to_final(3, card).go(BY_SEAT) for card in ("purge", "unwanted"))
    assert purge.stage.lines == (SEAT, "seat.1", "ask.vote")
    assert unwanted.stage.lines == (SEAT, "seat.1", "growl.side")


def test_a_tie_of_the_accused_is_broken_by_the_active_player(seated):
    table = seated(5).to_final(3, "accused").go(BY_SEAT, 1, 1, 2, 3, 2)
    assert table.stage.question == Word("growl.ask.tie", {"n": SeatMark(3)})
    assert table.values == ("1", "2")
    assert living(table.go(2)) == (1, 3, 4, 5)


def test_the_purge_points_on_the_word_and_is_dialled_in_by_seat(seated):
    table = seated(4).to_final(3, "purge").go(BY_SEAT)
    counted = [line for line in table.heard if line.startswith("vote.")]
    assert counted == ["vote.three", "vote.two", "vote.one", "vote.now"]
    assert asked_seats(table, 2, 1, 1, 1) == ["1", "2", "3", "4"]
    assert living(table) == (2, 3, 4)


def test_the_active_player_only_breaks_the_tie_of_the_purge(seated):
    table = seated(4).to_final(3, "purge").go(BY_SEAT, 2, 1, 4, 3)
    assert table.stage.question == Word("growl.ask.tie", {"n": SeatMark(3)})
    assert table.values == ("1", "2", "3", "4")


def test_the_most_trusted_decides_who_dies(seated):
    table = seated(5).to_final(1, "trusted").go(BY_SEAT)
    assert asked_seats(table, 2, 2, 2, 1, 1) == ["2", "3", "4", "5", "1"]
    assert table.stage.question == Word("growl.ask.victim", {"n": SeatMark(2)})
    assert table.values == ("1", "2", "3", "4", "5")
    assert living(table.go(2)) == (1, 3, 4, 5)


def test_a_tie_of_the_trusted_makes_the_active_player_choose_the_most_trusted(seated):
    table = seated(4).to_final(1, "trusted").go(BY_SEAT, 2, 2, 3, 3)
    assert table.stage.question == Word("growl.ask.tie", {"n": SeatMark(1)})
    assert table.go(3).stage.question == Word("growl.ask.victim", {"n": SeatMark(3)})


def test_the_unsaved_is_the_last_hand_in_the_air(seated):
    table = seated(5).to_final(2, "unsaved").go(BY_SEAT)
    assert table.values == ("1", "3", "4", "5")
    assert asked_seats(table, 4, 5, 1) == ["2", "4", "5"]
    assert living(table) == (1, 2, 4, 5)


def test_the_tempest_is_told_and_deaths_are_asked_after(seated):
    table = seated(5)
    for quiet in ("insomnia", "hypnosis"):
        table.night(1, quiet).pass_night()
    assert isinstance(table.go("night", 2).answer("tempest").stage, Tell)
    assert table.stage.lines == ("role.tempest", "growl.tempest", "growl.tempest.more", "growl.done")
    assert table.to_question().asked == "growl.ask.dead"
    assert table.go("none").asked == "growl.ask.cannot"


def test_sleepwalkers_change_seats_and_go_home_at_the_end(seated):
    table = seated(5).to_final(2, "sleepwalkers")
    assert "2" in table.values
    assert table.go(1).values == ("2", "3", "4", "5")
    assert table.answer("4").stage.facts == (Word("growl.swapped", {"one": SeatMark(1), "two": SeatMark(4)}),)
    assert table.pass_night(dead=(4,)).asked == "growl.ask.humans"
    assert "growl.sleepwalkers.home" in table.go("yes").heard
    assert table.play.state.dead == (1,)


def test_all_hallows_eve_needs_a_dead_player(seated):
    table = seated(5).to_final(2, "all-hallows-eve")
    assert "growl.no-dead" in table.heard
    assert "growl.all-hallows-eve" not in table.heard  # who would do it, and how, is of no use then
    assert table.asked == "growl.ask.cannot"  # nobody got a Wound
    dead = seated(5).go("dead", 3, "none").to_final(2, "all-hallows-eve").answer("3").to_question()
    assert dead.asked == "growl.ask.dead"


def test_a_dead_player_gives_to_the_nearest_living_on_either_side(seated):
    table = seated(6).go("dead", 3, 4, "none").to_final(2, "all-hallows-eve")
    assert table.values == ("3", "4")
    assert table.answer("3").stage.facts == (Word("growl.sides", {"left": SeatMark(5), "right": SeatMark(2)}),)
    assert table.stage.lines == ("growl.all-hallows-eve.more", "growl.done")


def test_the_unwanted_are_those_both_neighbors_point_at(seated):
    table = seated(5).to_final(1, "unwanted").go(BY_SEAT)
    assert table.values == (LEFT, RIGHT)
    assert asked_seats(table, "left", "right", "right", "left", "right") == ["1", "2", "3", "4", "5"]
    assert living(table) == (1, 3, 4, 5)


def test_nobody_is_unwanted_where_all_point_one_way(seated):
    table = seated(5).to_final(1, "unwanted").go(BY_SEAT, *["left"] * 5)
    assert "growl.all-live" in table.heard
    assert living(table) == (1, 2, 3, 4, 5)


def test_two_unwanted_die_together(seated):
    table = seated(5).to_final(1, "unwanted").go(BY_SEAT, "left", "left", "right", "right", "right")
    assert living(table) == (1, 4, 5)


def test_more_than_two_unwanted_point_again_among_themselves(seated):
    table = seated(7).to_final(1, "unwanted").go(BY_SEAT, "left", "left", "right", "right", "left", "left", "right")
    assert table.values == (NOBODY, "2", "3", "6", BY_SEAT)
    assert asked_seats(table.go(BY_SEAT), "left", "left", "right") == ["2", "3", "6"]
    assert living(table) == (1, 2, 4, 5, 6, 7)
    again = table.heard.index("growl.unwanted.again")
    assert table.heard[again - 6 : again] == [SEAT, "seat.2", SEAT, "seat.3", SEAT, "seat.6"]


@given(st.lists(st.sampled_from([LEFT, RIGHT]), min_size=3, max_size=15))
def test_both_sides_are_counted_as_fingers_are(pointed):
    """The expected result is counted in another way, by following every finger to the seat at which it points."""
    count = len(pointed)
    fingers = Counter((at + 1 if side == LEFT else at - 1) % count for at, side in enumerate(pointed))
    wanted = tuple(seat for seat in range(count) if fingers[seat] == 2)
    assert find_unwanted(tuple(range(count)), tuple(pointed)) == wanted
    assert len(wanted) <= most_unwanted(tuple(range(count)))


@given(st.lists(st.integers(1, 6), min_size=3, max_size=15))
def test_leaders_have_as_many_votes_as_anybody(votes):
    found = most_voted(tuple(votes))
    assert found == tuple(sorted(found))
    most = max(votes.count(seat) for seat in range(1, 7))
    assert set(found) == {seat for seat in range(1, 7) if votes.count(seat) == most}


@pytest.mark.parametrize("card", ["accused", "purge", "trusted"])
def test_whom_the_fingers_kill_is_one_answer_for_ten(seated, card):
    table = seated(10).to_final(3, card)
    assert table.stage.question == Word("growl.ask.dies")
    assert table.values == (*map(str, range(1, 11)), BY_SEAT)
    assert table.go(9).asked == "growl.ask.cannot"
    assert living(table) == (1, 2, 3, 4, 5, 6, 7, 8, 10)


def test_the_last_hand_is_one_answer_and_never_the_active_players(seated):
    table = seated(10).to_final(3, "unsaved")
    assert table.values == ("1", "2", "4", "5", "6", "7", "8", "9", "10", BY_SEAT)
    assert 9 not in living(table.go(9))


def test_of_the_unwanted_nobody_dies_or_one_or_two(seated):
    table = seated(10).to_final(3, "unwanted")
    assert table.values == (NOBODY, *map(str, range(1, 11)), SEVERAL, BY_SEAT)
    assert living(seated(10).to_final(3, "unwanted").go(4)) == (1, 2, 3, 5, 6, 7, 8, 9, 10)
    assert "growl.all-live" in table.go(NOBODY).heard
    assert living(table) == tuple(range(1, 11))


def test_several_unwanted_are_marked_at_once_and_more_than_two_point_again(seated):
    table = seated(10).to_final(3, "unwanted").go(SEVERAL)
    assert table.stage.marks == Marks(2, 5)
    assert living(seated(10).to_final(3, "unwanted").go(SEVERAL).mark("2", "4")) == (1, 3, 5, 6, 7, 8, 9, 10)
    table.mark("8", "2", "5")
    assert table.heard[: table.heard.index("growl.unwanted.again")][-6::2] == [SEAT, SEAT, SEAT]
    assert table.heard[: table.heard.index("growl.unwanted.again")][-5::2] == ["seat.2", "seat.5", "seat.8"]
    assert table.values == (NOBODY, "2", "5", "8", BY_SEAT)


def test_an_answer_to_the_pointing_is_taken_back(seated):
    table = seated(10).to_final(3, "purge").go(BY_SEAT, 4, BACK)
    assert table.asked == "ask.vote"
    assert table.go(BACK).asked == "growl.ask.dies"


@pytest.mark.parametrize("card", FINAL_CARDS)
def test_after_every_final_night_cards_are_passed_and_the_wolves_growl(seated, card):
    table = seated(8).to_final(2, card)
    while not isinstance(table.stage, Perform) or table.stage.page != "night":
        table.answer(table.first if table.asked else "")
    table.pass_night() if table.asked == "growl.ask.cannot" else table.go("none")
    assert table.asked == "growl.ask.humans"
    assert "growl.growl.zero" in table.heard
