"""Tests turns, announced deaths, neighbors, and the pile that says when a night is due."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nightcrier.box.games.growl.cards import supplies_for
from nightcrier.box.games.growl.village import GrowlVillage, village_of
from nightcrier.box.show.answers import BACK
from nightcrier.box.show.facts import SeatMark, Word, fact_lines, seats_joined
from nightcrier.box.show.stages import Tell
from nightcrier.kernel.ids import SEAT
from tests.box.games.facts import filling, key_of


def test_whose_turn_it_is_and_whose_comes_next_are_said_as_such(seated):
    """By ear alone, nobody could tell which of two bare numbers is the turn. The pile is there for all to see."""
    table = seated(4)
    assert fact_lines(table.stage.question) == ("deal.turn", "seat.1", "growl.cards-left", "number.29")
    assert fact_lines(table.stage.choices[0].label) == ("growl.next", "seat.2")
    table.go(*["next"] * 26).night(1, "insomnia").pass_night().night(1, "hypnosis").pass_night()
    assert fact_lines(table.stage.question)[2:] == ("growl.cards-left.one",)


def test_the_pointer_goes_round_over_the_living(seated):
    table = seated(5)
    seats = [str(table.turn), *(str(table.go("next").turn) for _ in range(3))]
    seats.append(str(table.go("dead", 5, 1, "none", "next", "next").turn))
    assert seats == ["1", "2", "3", "4", "3"]


def test_who_has_died_is_announced_with_the_team_kept_secret(seated):
    table = seated(5).go("dead")
    assert table.heard[-1] == "growl.who-died"
    assert table.answer("3").values == ("none", "1", "2", "4", "5")
    assert isinstance(table.answer("none").stage, Tell)
    assert table.stage.facts == (Word("verdict.dead", {"seats": seats_joined((3,))}),)
    assert table.stage.lines == (SEAT, "seat.3", "growl.dead")
    assert table.to_question().play.state.living == (1, 2, 4, 5)


def test_all_who_die_together_stand_on_one_screen_and_are_said_in_one_breath(seated):
    table = seated(6).go("dead", 2)
    table.answer("5").answer("none")
    assert table.stage.facts == (Word("verdict.dead", {"seats": seats_joined((2, 5))}),)
    assert table.stage.lines == (SEAT, "seat.2", SEAT, "seat.5", "growl.dead")


def test_a_turn_shows_the_seat_the_pile_and_the_night_and_sounds(seated):
    table, shown = seated(8), []
    for _ in range(3):
        shown.append(tuple(filling(table.stage.question, gap) for gap in ("seat", "cards", "n")))
        table.go("next")
    assert shown == [(1, 21, 1), (2, 20, 1), (3, 19, 1)]
    assert table.stage.signal == "tick"
    assert filling(table.night(4, "insomnia").pass_night().stage.question, "n") == 2


@pytest.mark.parametrize(
    ("turns", "keys", "turn"),
    [("start", "growl.day.dial", "deal.turn"), ("heartbeat", "growl.day.keys.heartbeat", "")],
)
def test_after_a_night_ears_are_told_again_what_the_hands_may_do_and_whose_turn_it_is(seated, turns, keys, turn):
    table = seated(8, turns=turns).night(4, "insomnia").pass_night()
    whose = (turn, "seat.5", "growl.cards-left", "number.20") if turn else ()
    assert table.stage.lines == (*whose, "growl.day.again", "growl.day.talk", keys)
    table.night(4, "hypnosis").pass_night()
    whose = (turn, "seat.5", "growl.cards-left", "number.19") if turn else ()
    assert table.stage.lines == (*whose, "growl.day.again", keys)


def test_the_dead_are_told_by_seat_however_they_were_dialed(seated):
    table = seated(6).go("dead", 4, 3).answer("none")
    assert table.stage.lines == (SEAT, "seat.3", SEAT, "seat.4", "growl.dead")


def test_who_is_asked_for_a_seat_hears_the_question(seated):
    table = seated(8, turns="heartbeat").go("neighbors")
    assert table.stage.lines == ("growl.whose",)
    table.go(3, "night")
    assert (table.asked, table.stage.lines) == ("growl.ask.active", ("growl.active",))


def test_a_table_that_does_not_press_hears_a_heartbeat_that_grows(seated):
    table = seated(8, turns="heartbeat")
    assert table.values == ("night", "dead", "neighbors")
    pulse, beats, at = table.stage.pulse, [], 0.0
    while at < 400:
        beats.append(pulse.next_beat(0.0, at))
        at = beats[-1]
    gaps = [later - sooner for sooner, later in pairwise(beats)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] > 2 * gaps[-1]
    assert table.go("night").asked == "growl.ask.active"


def test_a_death_dialled_by_mistake_is_taken_back(seated):
    table = seated(5).go("dead")
    table.answer("2").answer(BACK).answer("none")
    assert (table.asked, table.play.state.living) == ("growl.turn", (1, 2, 3, 4, 5))


def test_the_turn_of_a_dead_player_passes_on(seated):
    assert seated(5).go("next", "dead", 2, "none").turn == 3


def test_the_turns_are_explained_once(seated):
    table = seated(5)
    assert table.stage.lines[4] == "growl.day.turn"
    assert table.go("next").stage.lines == ()


def test_the_neighbors_of_any_seat_are_shown(seated):
    table = seated(6).go("dead", 2, 6, "none").go("neighbors")
    assert table.answer("1").stage.facts == (Word("growl.sides", {"left": SeatMark(3), "right": SeatMark(5)}),)
    assert table.stage.lines == ("screen.growl.left", SEAT, "seat.3", "screen.growl.right", SEAT, "seat.5")
    table.go("neighbors").answer("2")
    assert table.stage.facts == (Word("growl.sides", {"left": SeatMark(3), "right": SeatMark(1)}),)
    assert table.to_question().asked == "growl.turn"


def test_back_passes_over_the_neighbors_that_were_looked_up(seated):
    table = seated(6).go("next", "next")
    assert table.go("neighbors").answer("1").answer(BACK).asked == "growl.whose"
    table.answer("2").to_question()
    assert (table.asked, table.turn) == ("growl.turn", 3)
    table.answer(BACK)
    assert (table.asked, table.turn) == ("growl.turn", 2)


@pytest.mark.parametrize("players", [4, 8, 10, 13])
def test_nothing_on_the_screen_tells_when_a_night_card_comes(seated, players):
    table = seated(players)
    for _ in range(supplies_for(players, 12).pile - 1):
        assert (table.first, table.values[1]) == ("next", "night")
        table.go("next")
    other = seated(players, seed=7).go(*["next"] * (supplies_for(players, 12).pile - 1))
    assert table.stage == other.stage


def test_the_pile_grows_thinner_by_the_turns_and_by_the_nights(seated):
    table = seated(5).go("next", "next")
    assert filling(table.stage.question, "cards") == 22 + 3 - 2
    assert filling(table.night(3, "insomnia").pass_night().stage.question, "cards") == 22 + 3 - 3


def test_the_box_asks_at_night_whose_turn_it_is_and_offers_the_one_it_has_counted(seated):
    table = seated(5).go("next", "night")
    assert (table.asked, table.first) == ("growl.ask.active", "2")
    assert table.go(4, "insomnia").pass_night().turn == 5


def test_when_all_cards_are_given_it_must_be_night(seated):
    table = seated(5)
    for _ in range(supplies_for(5, 12).pile):
        assert "next" in table.values
        table.go("next")
    assert table.values == ("night", "dead", "neighbors")


def test_the_third_night_is_the_final_one(seated):
    table, labels = seated(5), []
    for card in ("insomnia", "hypnosis", "tempest"):
        labels.append(next(key_of(choice.label) for choice in table.stage.choices if choice.value == "night"))
        table.night(1, card).pass_night()
    assert labels == ["growl.turn.night", "growl.turn.night", "role.final-night"]
    assert [line for line in table.heard if line.startswith("growl.night.")] == [
        "growl.night.first",
        "growl.night.second",
        "growl.night.final",
    ]


@st.composite
def villages(draw) -> GrowlVillage:
    seats = draw(st.integers(4, 15))
    living = draw(st.sets(st.integers(1, seats), min_size=2))
    return replace(village_of(seats), living=tuple(sorted(living)))


@given(villages())
def test_the_right_neighbor_of_my_left_neighbor_is_me(village):
    for seat in village.living:
        left, right = village.left(seat, village.living), village.right(seat, village.living)
        assert village.right(left, village.living) == seat == village.left(right, village.living)
        assert seat not in {left, right}


@given(villages(), st.integers(1, 15))
def test_nobody_living_sits_between_neighbors(village, seat):
    seat = min(seat, village.seats)
    around = [(seat + step - 1) % village.seats + 1 for step in range(1, village.seats)]
    between = [other for other in around if other in village.living]
    if between:
        assert village.left(seat, village.living) == between[0]
        assert village.right(seat, village.living) == between[-1]


@given(villages())
def test_from_the_left_all_speak_once_and_the_active_player_last(village):
    active = village.living[0]
    order = village.from_left(active)
    assert sorted(order) == list(village.living)
    assert order[-1] == active
    assert order[0] == village.left(active, village.living)


@given(villages())
def test_a_caged_player_has_no_part_in_the_passing(village):
    caged = replace(village, caged=village.living[-1])
    assert set(caged.passing) == set(village.living) - {caged.caged}


@given(villages())
def test_sleepwalkers_take_their_fate_home(village):
    one, two = village.living[:2]
    walked = replace(village, sleepwalkers=(one, two)).without((two,)).at_home()
    assert one not in walked.living
    assert two in walked.living
    assert walked.sleepwalkers == ()
