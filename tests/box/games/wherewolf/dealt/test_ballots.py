"""Tests the secret vote: which dialed votes count, each role that acts in votes, and the Spy."""

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.referee.votes import leaders
from nightcrier.box.games.wherewolf.dealt.ballots import ballot_picks
from nightcrier.box.games.wherewolf.referee.records import VoteSheet, VoteSignal
from nightcrier.box.games.wherewolf.referee.votes import count_accusation, count_run_off
from nightcrier.box.games.wherewolf.rulebook import Switches
from nightcrier.box.games.wherewolf.table.day import day_steps
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage, in_the_morning
from nightcrier.box.show.agenda import AgendaGame, at_first_stage
from nightcrier.box.show.answers import TALK_OVER, TIME_UP
from nightcrier.box.show.cues import Say
from nightcrier.box.show.stages import Perform
from tests.box.games.wherewolf.dealt.playing import (
    PlayedSteps,
    dialling,
    known_as,
    night,
    night_falls,
    out_of_time,
    rules_of,
    said,
    table_of,
    vote,
)

PLAIN = "seer pack-leader hermit bard sinner innkeeper jester madman"
CITY = "seer pack-leader merchant pettifogger mayor orator spy courtesan"


def morning(roles: str, more: str = "", switches: Switches | None = None) -> tuple[WolfRules, WolfVillage]:
    table = table_of(roles, more, switches)
    rules = rules_of(table)
    return rules, in_the_morning(night(rules, night_falls(table), dialling({})).village)


def accusation(played: PlayedSteps) -> VoteSheet:
    assert played.village.accusation is not None
    return played.village.accusation


def run_off(played: PlayedSteps) -> VoteSheet:
    assert played.village.run_off is not None
    return played.village.run_off


def test_everybody_votes_once_also_for_oneself():
    rules, village = morning(PLAIN)
    played = vote(rules, village, dialling({1: "2", 2: "1", 3: "3", 4: "2", 5: "2", 6: "2", 7: "7", 8: "2"}))
    assert accusation(played).votes == {0: (1,), 1: (0,), 2: (2,), 3: (1,), 4: (1,), 5: (1,), 6: (6,), 7: (1,)}
    assert ballot_picks(rules, village.known.in_play, run_off=False) == ("vote",)
    assert count_accusation(village.known.twin(), accusation(played)).accused == (0, 1, 2, 6)


def test_out_of_time_a_vote_is_drawn():
    rules, village = morning(PLAIN)
    votes = accusation(vote(rules, village, out_of_time)).votes
    assert len(votes) == 8
    assert len(set(votes.values())) > 1
    assert accusation(vote(rules, village, out_of_time)).votes == votes


def test_at_the_zero_of_a_timed_day_a_secret_vote_is_cut_in_its_midst_and_nobody_burns():
    rules, village = morning(PLAIN)
    rules = replace(rules, options=replace(rules.options, timed_day=True))
    game = at_first_stage(AgendaGame(rules, village, day_steps(rules))).answer(TALK_OVER)
    while isinstance(stage := game.stage(), Perform) and not (stage.acts and stage.clock):
        game = game.answer("")
    cut = game.answer("1").answer(TIME_UP)
    told = cut.stage()
    assert "wherewolf.time-up" in [line for cue in told.show if isinstance(cue, Say) for line in cue.lines]
    day = cut.state.rounds[-1].day
    assert day.burned is None


def test_in_the_run_off_all_come_and_only_who_has_a_vote_counts():
    rules, village = morning(CITY)
    accused = (0, 2)
    played = vote(rules, village, dialling(dict.fromkeys(range(1, 9), "1 no-more hand")), accused)
    votes = run_off(played).votes
    assert [turn.seat for turn in played.turns] == list(range(8))
    assert votes is not None
    assert set(votes) == {1, 2, 3, 4, 5, 6, 7}
    assert {option.value for option in played.turns[0].prompt(()).options} == {"0", "2"}
    assert leaders(count_run_off(village.known.twin(), accused, run_off(played))[0]) == [0]


def test_only_the_merchants_further_votes_count():
    rules, village = morning(CITY)
    votes = accusation(vote(rules, village, dialling({3: "1 2", 1: "2 3", 7: "1 1"}))).votes
    assert (votes[2], votes[0], votes[6]) == ((0, 1), (1,), (0,))
    twice = accusation(vote(rules, village, dialling({3: "1 1"}))).votes
    assert twice[2] == (0,)


def test_only_the_pettifoggers_card_counts_in_the_accusation():
    rules, village = morning(CITY)
    sheet = accusation(vote(rules, village, dialling(dict.fromkeys((1, 4, 5, 6), "2 no-more card"))))
    assert sheet.signals == (VoteSignal(3, "pettifogger", (1,)),)
    assert 3 not in sheet.votes
    assert sheet.votes[0] == (1,)
    assert accusation(vote(rules, village, dialling({4: "4 no-more card"}))).signals == ()


def test_a_pettifogger_who_may_but_once_then_raises_a_hand():
    rules, village = morning(CITY, switches=Switches(pettifogger_once=True))
    sheet = accusation(vote(rules, known_as(village, spent={"pettifogger"}), dialling({4: "2 no-more card"})))
    assert sheet.signals == ()
    assert sheet.votes[3] == (1,)


def test_mayor_and_orator_raise_their_cards_in_the_run_off():
    rules, village = morning(CITY)
    cards = {
        5: "1 no-more card",
        6: "2 3 card",
        4: "1 no-more card",
        1: "2 no-more card",
    }
    sheet = run_off(vote(rules, village, dialling(cards), (0, 1, 2)))
    assert sheet.signals == (VoteSignal(4, "mayor", (0,)), VoteSignal(5, "orator", (1, 2)))
    assert sheet.votes[3] == (0,)
    assert 0 not in sheet.votes
    assert count_run_off(village.known.twin(), (0, 1, 2), sheet)[1] == (1, 2)


def test_an_accused_orator_and_mayor():
    rules, village = morning(CITY)
    sheet = run_off(vote(rules, village, dialling({5: "1 no-more card", 6: "1 no-more card"}), (0, 4, 5)))
    assert sheet.signals == (VoteSignal(4, "mayor", (0,)),)
    assert sheet.votes[5] == (0,)
    count_run_off(village.known.twin(), (0, 4, 5), sheet)


@pytest.mark.parametrize(
    ("more", "first", "then"),
    [
        ("", ("vote",), ("vote",)),
        ("merchant", ("vote", "more-1", "more-2"), ("vote", "more-1")),
        ("pettifogger", ("vote", "shown"), ("vote",)),
        ("mayor", ("vote",), ("vote", "shown")),
        ("orator", ("vote",), ("vote", "more-1", "shown")),
    ],
)
def test_possible_roles_alone_decide_how_often_all_press(more, first, then):
    rules, village = morning(PLAIN, more)
    assert ballot_picks(rules, village.known.in_play, run_off=False) == first
    assert ballot_picks(rules, (0, 1), run_off=True) == then


def test_the_spy_who_votes_for_herself_reads_all_ballots_and_others_their_own():
    rules, village = morning(CITY)
    marks = {
        1: "2 no-more hand", 2: "1 no-more hand", 3: "1 2 hand", 4: "2 no-more card",
        5: "1 no-more hand", 6: "1 no-more hand", 8: "1 no-more hand",
    }  # fmt: skip
    second = vote(rules, village, dialling(marks | {7: "7 no-more hand"})).turns[8:]
    assert [turn.seat for turn in second] == list(range(8))
    rows = [" ".join(said(turn.seen)) for turn in second]
    assert (rows[6], rows[0], rows[2]) == ("1→2 2→1 3→1+2 4→2 raised 5→1 6→1 7→7 8→1", "1→2", "3→1+2")
    assert all(len(turn.prompt(()).options) == 0 and turn.prompt(()).confirm for turn in second)
    assert said(vote(rules, village, dialling(marks | {7: "1 no-more hand"})).turns[14].seen) == ["7→1"]


def test_a_run_off_and_a_table_without_a_spy_have_no_second_round():
    rules, village = morning(CITY)
    assert len(vote(rules, village, dialling({}), (0, 1)).turns) == 8
    rules, village = morning(PLAIN)
    assert len(vote(rules, village, dialling({})).turns) == 8


def test_a_run_off_in_which_nobody_may_vote():
    rules, village = morning(PLAIN)
    played = vote(rules, village, dialling({}), tuple(range(8)))
    assert run_off(played).votes == {}
    assert leaders(count_run_off(village.known.twin(), tuple(range(8)), run_off(played))[0]) == []


def test_all_ballots_of_sixteen_have_room_on_the_glass():
    roles = "seer pack-leader pack-wolf traitor guard other-guard priest sinner witch mage medium healer hermit"
    rules, village = morning(f"spy merchant pettifogger {roles}")
    marks = dict.fromkeys(range(2, 17), "12 no-more hand")
    cards = {1: "1 no-more hand", 2: "10 11 hand", 3: "12 no-more card"}
    (read, *_) = vote(rules, village, dialling(marks | cards)).turns[16:]
    assert len(read.seen) <= 5
    assert " ".join(said(read.seen)).count("→") == 16
