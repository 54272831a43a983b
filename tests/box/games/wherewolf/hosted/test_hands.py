"""Tests votes with a moderator: seats called one by one, hands dialed in, cards, the pyre."""

from typing import Any

import pytest

from nightcrier.box.show.answers import TALK_OVER, TIME_UP
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Say, Show
from nightcrier.box.show.stages import Ask, Count, Perform, Verdict
from tests.box.games.wherewolf.table.led_evening import LedEvening, call_of, led_game, noted

CITY = "seer pack-leader pettifogger mayor orator courtesan merchant jester peasant peasant guardian-angel young-wolf"
"""The roles of seats 1 to 12."""


def at_day(roles: str = CITY, first: str = "guardian-angel 12", **options: Any) -> LedEvening:
    return LedEvening(led_game(roles, **options)).after_night(first)


@pytest.fixture
def evening():
    return at_day()


def called(read: list[str]) -> list[int]:
    return [int(question.rpartition("n=")[2]) for question in read if question.startswith("ask.hands")]


def pyre_of(evening: LedEvening) -> Show:
    return [stage.show for stage in evening.shows()][-1]


def burned(evening: LedEvening) -> int | None:
    day = evening.play.state.rounds[-1].day
    return None if day is None or day.burned is None else day.burned + 1


def test_every_second_day_the_seats_are_called_the_other_way_round(evening):
    assert called(evening.day()) == [*range(1, 13)]
    assert called(evening.after_night("pack-leader nobody").day("1=1 2=1")) == [*range(12, 0, -1), 2, 1]


def test_who_is_out_is_not_called(evening):
    evening.after_day("9=9").night("pack-leader 10")
    assert called(evening.day()) == [12, 11, 8, 7, 6, 5, 4, 3, 2, 1]


def until_told(evening: LedEvening, title: str, hands: dict[str, str], talk: str = TALK_OVER) -> Perform:
    """Play to the show whose call begins with this title. Questions that `hands` lacks are answered with zero."""
    while not call_of(evening.now).startswith(title):
        at_clock = talk if isinstance(evening.now, Count) else ""
        few = "so" if noted(evening.now).startswith("ask.few-votes") else "0"
        evening.answer(hands.get(noted(evening.now), few) if isinstance(evening.now, Ask) else at_clock)
    assert isinstance(evening.now, Perform)
    return evening.now


@pytest.mark.parametrize("title", ["accused", "burned"])
def test_the_last_hand_of_a_vote_that_decides_is_taken_back_while_its_end_is_told(evening, title):
    assert until_told(evening, title, {"ask.hands n=9": "12"}).back
    assert noted(evening.back().now) == "ask.hands n=12"
    assert until_told(evening.answer("11"), "accused", {}) == told_accused(9, 12)


def told_accused(*seats: int) -> Perform:
    return until_told(at_day(), "accused", {f"ask.hands n={seat}": "4" for seat in seats})


def test_the_last_hand_of_a_run_off_is_taken_back_while_the_pyre_is_told(evening):
    until_told(evening, "moment.run-off", {"ask.hands n=9": "4", "ask.hands n=10": "4"})
    assert until_told(evening, "no-burned", {"ask.hands n=9": "5", "ask.hands n=10": "5"}).back
    assert noted(evening.back().now) == "ask.hands n=10"
    until_told(evening, "burned", {"ask.hands n=10": "6"})
    assert burned(evening.answer("")) == 10


def test_nothing_is_taken_back_of_a_day_without_a_vote():
    assert not until_told(at_day(**TIMED), "no-burned", {}, TIME_UP).back


def test_each_seat_is_said_and_all_is_silent_after_a_vote(evening):
    evening.day("1=1 2=1", "1=1")
    votes = [stage for stage in evening.stages if isinstance(stage, Ask) and stage.held == "card"]
    said = [
        str(line)
        for stage in evening.shows()
        if stage.still
        for cue in stage.show
        if isinstance(cue, Say)
        for line in cue.lines
    ]
    assert said[:2] == ["seat-first", "seat.1"]
    assert {stage.night for stage in votes} == {None}
    assert [cue for stage in evening.shows() for cue in stage.show if isinstance(cue, Bed)][-1] == SILENCE


@pytest.mark.parametrize("hands", ["1=12 2=12", "9=13", "1=9 2=9 3=9"])
def test_hands_that_cannot_be_are_counted_again(evening, hands):
    read = evening.day(f"{hands} | 9=5")
    assert read.count("count-again") == 1
    assert called(read) == [*range(1, 13)] * 2
    assert burned(evening) == 9


def test_hands_of_fewer_than_must_vote_are_counted_again_unless_he_takes_them(evening):
    read = evening.day("1=4 2=7 | 9=8 | 9=11 | 9=2 pettifogger>4 | 9=10")
    assert [told for told in read if told.startswith("ask.few")] == [
        "ask.few-votes n=11 there=12",
        "ask.few-votes n=8 there=12",
        "ask.few-votes n=11 there=12",
        "ask.few-votes n=2 there=11",
        "ask.few-votes n=10 there=12",
    ]
    assert len(called(read)) == 5 * 12 + 1, "and once more after the card"
    assert burned(evening) == 9


def test_the_accused_need_not_vote_in_a_run_off(evening):
    read = evening.day("1=6 2=6", "1=9 | 1=10")
    assert [told for told in read if told.startswith("ask.few")] == ["ask.few-votes n=9 there=10"]
    assert burned(evening) == 1


def test_a_run_off_that_cannot_be_is_counted_again_between_the_same_accused(evening):
    assert called(evening.day("1=2 2=2", "1=9 2=9 | 2=3"))[12:] == [1, 2, 1, 2]
    assert burned(evening) == 2


def test_only_names_are_told_of_an_accusation(evening):
    evening.day("1=7 2=2", "1=1 2=2")
    other = at_day()
    other.day("1=3 2=3", "1=2 2=5")
    heard = [[stage.show for stage in each.shows() if stage.page == "vote"] for each in (evening, other)]
    assert heard[0] == heard[1]


def test_one_accused_burns_at_once_and_nobody_is_accused_without_hands(evening):
    assert "ask.hands n=9" not in evening.day("9=4")[12:]
    assert burned(evening) == 9
    assert burned(evening.after_night("pack-leader nobody").after_day()) is None


def test_the_pettifoggers_card_takes_the_votes_of_the_city_and_accuses_others():
    taken = at_day()
    taken.day("4=5 9=2 pettifogger>4")
    assert burned(taken) == 9
    accused = at_day()
    accused.day("9=5 pettifogger>2", "2=1")
    assert burned(accused) == 2


def test_a_card_that_nobody_can_raise_is_refused_and_the_seat_is_called_again():
    evening = at_day("seer pack-leader peasant witch peasant healer jester hermit")
    assert evening.day("3=2 pettifogger>3")[2:5] == ["ask.hands n=3", "no-card", "ask.hands n=3"]
    assert burned(evening) == 3


def test_the_mayors_card_counts_one_more_than_the_city_roles_in_play():
    day = at_day().after_day("1=3 2=3", "2=5 mayor>1").play.state.rounds[-1].day
    assert day.run_off == {0: 6, 1: 5}


def test_where_several_cards_count_the_moderator_is_asked_whose_it_is(evening):
    assert "ask.card n=1" in evening.day("1=3 2=3", "1=6 mayor>1")
    assert burned(evening) == 1


def test_the_orator_may_keep_several_and_a_card_is_asked_for_each(evening):
    acts = evening.after_day("1=2 2=2 9=2", "1=5 orator>1 orator>2").play.state.rounds[-1].acts.day
    assert [signal.targets for signal in acts.run_off.signals] == [(0, 1)]
    assert burned(evening) is None


def test_an_orator_who_is_accused_raises_no_card():
    assert "ask.card n=1" not in at_day().day("1=3 5=3", "5=3 mayor>1"), "only the Mayor is left"


def test_the_city_votes_in_the_run_off_although_accused():
    assert "count-again" not in at_day().day("3=2 4=2 5=2 6=4 7=2 9=1", "6=12 | 6=12")


def test_the_angel_stands_accused_for_the_beloved():
    assert burned(at_day(first="guardian-angel 9").after_day("9=4")) == 11


def test_the_merchants_hands_may_be_one_for_everybody():
    assert "count-again" not in at_day().day(" ".join(f"{seat}=1" for seat in range(1, 13)) + " | 1=1", "1=1")


def cancelled_by_orator() -> LedEvening:
    return at_day().after_day("4=4")


def cancelled_by_jester() -> LedEvening:
    return at_day().after_day("8=5").after_night("pack-leader nobody").after_day("9=5")


def cancelled_by_amulet() -> LedEvening:
    evening = LedEvening(led_game(CITY, items={"amulet": 9, "sword": 2}))
    return evening.after_night("guardian-angel 12").after_day("9=5")


def cancelled_by_signal() -> LedEvening:
    return at_day().after_day("1=2 2=2", "1=5 orator>1")


def test_a_cancelled_pyre_is_told_in_the_very_same_show_whatever_cancelled_it():
    tie = at_day()
    tie.day("1=2 2=2", "1=2 2=2")
    found = [make() for make in (cancelled_by_orator, cancelled_by_jester, cancelled_by_amulet, cancelled_by_signal)]
    days = [evening.play.state.rounds[-1].day for evening in found]
    assert [day.cancelled_by for day in days if day] == ["orator", "jester", "amulet", "orator"]
    assert [pyre_of(evening) for evening in found] == [pyre_of(tie)] * 4


TIMED: dict[str, Any] = {"timed_day": True, "assembly": 5}


@pytest.mark.parametrize(
    ("late", "asked"),
    [
        ("assembly", []),
        ("accusation", [1]),
        ("defence", [*range(1, 13)]),
        ("run-off", [*range(1, 13), 1]),
    ],
)
def test_out_of_time_all_is_cut_at_whatever_moment_and_nobody_burns(late, asked):
    evening = at_day(**TIMED)
    assert called(evening.day("1=3 2=3", "1=3", late=late)) == asked
    assert burned(evening) is None
    assert "time-up" in str(pyre_of(evening))


def test_what_a_timed_day_has_decided_is_told_to_its_end():
    assert not until_told(at_day(**TIMED), "burned", {"ask.hands n=9": "4"}).clock


def test_a_vote_of_a_day_without_a_clock_of_its_own_is_never_cut():
    evening = at_day(assembly=5)
    evening.day("1=3 2=3", "2=3")
    assert {stage.clock for stage in evening.stages if isinstance(stage, Ask | Perform | Count)} == {""}


def test_in_time_a_timed_day_goes_as_any_other():
    assert burned(at_day(**TIMED).after_day("1=3 2=3", "2=3")) == 2


def test_an_open_vote_is_counted_with_open_eyes():
    evening = at_day("seer pack-leader peasant witch peasant healer jester hermit", open_vote=True)
    heard = str([stage.show for stage in evening.after_day("1=2 2=2", "2=2").shows() if stage.page == "vote"])
    assert "accusation.eyes-open" in heard
    assert "run-off.eyes-open" in heard
    assert "wherewolf.eyes'" not in heard


def test_roles_are_shown_where_the_table_plays_so_and_nowhere_else():
    town = "seer pack-leader peasant witch peasant healer jester hermit"
    shown, hidden = at_day(town, role_reveal=True), at_day(town)
    for evening in (shown, hidden):
        evening.day("3=4")
    assert "house.was" in str(pyre_of(shown))
    assert "house.was" not in str(pyre_of(hidden))
    assert "wherewolf.peasant" not in str(pyre_of(hidden))


def last_two() -> LedEvening:
    """Return a game on its fourth day, when only the Vampire and the Hermit are left."""
    evening = at_day("seer pack-leader peasant witch peasant healer vampire hermit")
    for votes, night in (("1=4", "pack-leader 3; witch 8"), ("4=4", "pack-leader 5"), ("6=3", "pack-leader 2")):
        evening.after_day(votes).night(f"{night}; vampire nobody")
    return evening


def test_two_players_vote_once_and_the_one_with_more_hands_burns():
    evening = last_two()
    assert called(evening.day("7=2")) == [8, 7]
    assert burned(evening) == 7


def test_two_players_with_as_many_hands_have_no_run_off_and_the_lower_one_is_out_at_dawn():
    evening = last_two()
    assert called(evening.day("7=1 8=1")) == [8, 7]
    assert burned(evening) is None
    assert "dead seats=8" in evening.night("vampire nobody")
    assert isinstance(evening.now, Verdict)


def counted(**options: Any) -> tuple[list[int], list[Bed]]:
    """Return the number at which the dial starts for each seat, and the beds until the count is over."""
    evening, starts, beds = at_day(**options), list[int](), list[Bed]()
    evening.answer(TALK_OVER)
    while len(starts) < 12 or isinstance(evening.now, Ask):
        if isinstance(evening.now, Ask):
            starts.append(evening.now.start)
        if isinstance(evening.now, Perform):
            beds += [cue for cue in evening.now.show if isinstance(cue, Bed)]
        evening.answer("0" if isinstance(evening.now, Ask) else "")
    return starts, [*beds, *(cue for cue in evening.now.show if isinstance(cue, Bed))]


def test_the_dial_begins_at_a_drawn_number_under_the_sound_of_the_night():
    starts, beds = counted()
    assert len(set(starts)) > 5
    assert beds == [SILENCE, *[Bed(CHOSEN)] * 12, SILENCE]


def test_hands_that_all_may_see_are_counted_from_none_and_in_silence():
    starts, beds = counted(
        roles="seer pack-leader jester peasant peasant guardian-angel young-wolf sinner bard innkeeper witch priest",
        open_vote=True,
    )
    assert set(starts) == {0}
    assert set(beds) == {SILENCE}
