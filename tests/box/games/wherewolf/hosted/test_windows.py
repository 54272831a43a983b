"""Tests Assassin, Guild Master and Thief in the turn of a Mystic, present, absent and dead: whatever they do there is
told with who did it."""

from collections.abc import Callable

import pytest

from nightcrier.box.games.wherewolf.hosted.call_shows import BREATH
from nightcrier.box.games.wherewolf.referee.records import NightAction
from nightcrier.box.show.answers import LEAVES
from nightcrier.box.show.cues import Bed, Say
from nightcrier.box.show.stages import Perform
from tests.box.games.wherewolf.table.led_evening import LedEvening, call_of, led_game, noted

TOWN = "seer pack-leader assassin guild-master thief witch peasant bard guard healer innkeeper hermit"
"""The roles of seats 1 to 12. Medium and Mage are possible and not in play."""
ASSASSIN, GUILD_MASTER, THIEF = (f"role-seat role={role}" for role in ("assassin n=3", "guild-master n=4", "thief n=5"))


def town(written: str = "", roles: str = TOWN, more: str = "medium mage") -> tuple[LedEvening, dict[str, list[str]]]:
    """Play up to a written second night. Return the evening, and what was read in each call of that night."""
    evening = LedEvening(led_game(roles, more))
    evening.after_night().day()
    return evening, evening.night(f"pack-leader nobody; {written}")


@pytest.mark.parametrize("how", ["in", "at"])
def test_the_assassin_kills_the_mystic_in_whose_turn_he_opens_his_eyes_and_points_at_nobody(how):
    _, night = town(f"assassin {how} seer; seer 2")
    assert f"{ASSASSIN} · touch seats=1" in night["seer"]
    assert "ask.whom role=assassin n=3" not in night["seer"]
    assert night["seer"][-1] == "yes", "she still finishes her turn"
    assert "dead seats=1" in night


@pytest.mark.parametrize("call", ["medium", "mage"])
def test_where_the_mystic_is_not_there_the_assassin_points_at_somebody_who_is_touched(call):
    _, night = town(f"assassin 7 in {call}")
    assert night[call] == ["ask.eyes", "ask.whom role=assassin n=3", f"{ASSASSIN} · touch seats=7"]
    assert "dead seats=7" in night


@pytest.mark.parametrize("answers", [(), ("assassin",)])
def test_an_assassin_who_leaves_with_open_eyes_is_asked_no_more(answers):
    evening = LedEvening(led_game(TOWN, "medium mage"))
    evening.after_night().after_day().night_until("pack-leader nobody; assassin in medium", "ask.eyes")
    for value in answers:
        evening.answer(value)
    evening.play = evening.play.answer((LEAVES, "2"))
    evening.night("pack-leader nobody")
    assert [entry for entry in evening.play.state.night if entry.seat == 2] == []
    assert 2 not in evening.play.state.known.in_play


def test_the_turn_of_a_dead_mystic_is_like_that_of_an_absent_one():
    evening = LedEvening(led_game(TOWN, "medium mage"))
    read = evening.after_night().after_day("1=9").night("assassin 7 in seer")["seer"]
    assert read == ["ask.eyes", "ask.whom role=assassin n=3", f"{ASSASSIN} · touch seats=7"]


@pytest.mark.parametrize(
    ("target", "read"),
    [("7", "touch seats=7 · both-open"), ("9", "touch seats=4"), ("2", "touch seats=4"), ("5", "nothing")],
)
def test_the_guild_master_wins_over_who_is_touched_or_dies_or_nothing(target, read):
    _, night = town(f"guild-master {target} in mage")
    assert night["mage"] == ["ask.eyes", "ask.whom role=guild-master n=4", f"{GUILD_MASTER} · {read}"]


def test_the_guild_master_in_a_present_mystics_turn_has_spent_his_power_for_nothing():
    evening, night = town("guild-master in witch; witch 7")
    assert night["witch"] == ["ask.whom role=witch n=6", "ask.eyes", "ask.whom role=witch n=6"]
    assert "guild-master" in evening.play.state.known.spent


@pytest.mark.parametrize("call", ["witch", "mage"])
def test_the_thief_points_at_nobody(call):
    evening, night = town(f"thief in {call}; witch 7")
    asked = [] if call == "mage" else ["ask.whom role=witch n=6"]
    assert night[call] == [*asked, "ask.eyes", *asked]
    assert NightAction(4, "thief", (), call) in evening.play.state.night


@pytest.mark.parametrize("call", ["seer", "mage"])
def test_two_may_open_their_eyes_in_one_turn(call):
    evening, night = town(f"thief in {call}; assassin 7 in {call}")
    assert [action.power for action in evening.play.state.night if action.during == call] == ["thief", "assassin"]
    assert [read for read in night[call] if read == "ask.eyes"] == ["ask.eyes"] * 2


@pytest.mark.parametrize("call", ["seer", "mage"])
def test_the_last_one_who_may_open_the_eyes_is_not_asked_for(call):
    _, night = town(f"thief in {call}; guild-master 7 in {call}; assassin 8 in {call}")
    assert night[call].count("ask.eyes") == 2
    touched = 8 if call == "mage" else 1
    assert f"{ASSASSIN} · touch seats={touched}" in night[call]


@pytest.mark.parametrize(("how", "call"), [("in", "seer"), ("at", "seer"), ("in", "mage")])
def test_who_opened_the_eyes_is_told_also_where_only_one_can_have(how, call):
    """Who opened their eyes is told even if only one role can have, as the dial may have been held by mistake."""
    _, night = town(f"thief {how} {call}", roles=TOWN.replace("assassin", "jester").replace("guild-master", "guard"))
    assert "ask.eyes" not in night[call]
    assert f"{THIEF} · nothing" in night[call]


@pytest.mark.parametrize(("how", "call"), [("in", "witch"), ("at", "witch"), ("in", "mage")])
def test_a_dial_that_was_held_by_mistake_is_taken_back_and_the_power_is_not_used(how, call):
    evening = LedEvening(led_game(TOWN, "medium mage"))
    evening.after_night().after_day().night_until(f"pack-leader nobody; assassin 7 {how} {call}", ASSASSIN)
    while noted(evening.now).startswith((ASSASSIN, "ask.eyes", "ask.whom role=assassin")):
        evening.back()
    evening.night("pack-leader nobody")
    assert not [action for action in evening.play.state.night if action.during]
    assert "assassin" not in evening.play.state.known.spent


def test_a_power_is_used_once_in_a_game():
    evening, _ = town("thief in mage; guild-master 7 in mage; assassin 8 in mage")
    assert {stage.held for stage in last_night(evening.after_day().after_night("pack-leader nobody"))} == {""}


def test_the_eyes_are_opened_in_turns_of_mystics_only():
    evening, _ = town()
    by_turn, turn = dict[str, bool](), ""
    for stage in evening.stages:
        turn = call_of(stage) or turn
        by_turn[turn] = by_turn.get(turn, False) or getattr(stage, "held", "") == "eyes"
    mystics = {"seer", "medium", "mage", "witch", "healer"}
    assert {call for call, held in by_turn.items() if held} == mystics


def test_in_the_first_night_nobody_opens_the_eyes_in_anothers_turn():
    assert {stage.held for stage in LedEvening(led_game(TOWN, "medium mage")).after_night().shows()} == {""}


def test_in_the_healers_turn_the_window_comes_before_the_dead_are_shown():
    _, night = town("assassin in healer")
    touched = ["ask.eyes", f"{ASSASSIN} · touch seats=10"]
    assert night["healer"] == ["no-dead-tonight", *touched, "dead-tonight seats=10"]


def test_a_breath_follows_every_mystics_name_where_somebody_may_open_the_eyes():
    evening, _ = town()
    opening = [stage.show for stage in last_night(evening) if call_of(stage) in ("seer", "medium", "mage", "healer")]
    assert len(opening) == 4
    assert all(show.index(BREATH) == 3 for show in opening)


def test_no_breath_where_nobody_could():
    evening, _ = town(roles="seer pack-leader peasant witch peasant healer jester hermit")
    assert not [stage for stage in last_night(evening) if BREATH in stage.show]


def heard_words(call: str) -> Callable[[Perform], list[str]]:
    return lambda stage: [cue.line for cue in stage.show if isinstance(cue, Say) and cue.line.startswith(call)]


@pytest.mark.parametrize("call", ["seer", "medium"])
@pytest.mark.parametrize("how", ["in", "at"])
def test_the_table_hears_the_same_after_a_window_whether_or_not_the_mystic_is_there(call, how):
    evening, _ = town(f"thief {how} {call}")
    said = [line for stage in last_night(evening) for line in heard_words(f"wherewolf.{call}.")(stage)]
    act = "act.short" if call == "seer" else "act"  # she was told in the first night
    assert said == [f"wherewolf.{call}.{part}" for part in ("open", act, "close")]


def last_night(evening: LedEvening) -> list[Perform]:
    shows = list(evening.shows())
    begun = max(at for at, stage in enumerate(shows) if call_of(stage) == "moment.nightfall")
    return shows[begun:]


def test_the_bed_of_the_night_lies_under_every_call():
    evening, _ = town()
    assert all(isinstance(stage.show[1], Bed) for stage in last_night(evening) if call_of(stage) in ("seer", "mage"))
