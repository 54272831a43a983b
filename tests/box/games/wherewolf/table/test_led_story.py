"""Tests the story of a game that a moderator led, as the verdict tells it."""

from nightcrier.box.games.engine.story import changed, chosen, story_part, won_fact
from nightcrier.box.games.wherewolf.table.ending import tale_of
from nightcrier.box.show.facts import Number, Word, fact_lines
from nightcrier.box.show.stages import Verdict
from nightcrier.box.show.tale import tale_lines, told_facts
from nightcrier.kernel.ids import screen_line, seat_first
from tests.box.games.wherewolf.table.host import bare, text_of
from tests.box.games.wherewolf.table.led_evening import WAVERLEY, LedEvening, led_game

TOWN = "seer pack-leader assassin guild-master thief witch peasant bard guard healer innkeeper hermit"


def told(written: str) -> list[str]:
    """Return what the story says was done in a second night."""
    evening = LedEvening(led_game(TOWN, "medium mage"))
    evening.after_night().after_day().after_night(f"pack-leader nobody; {written}").day()
    story = [bare(text_of(fact)) for fact in told_facts(tale_of(evening.play.state))]
    second = story[story.index("story.night n=2") :]
    return [fact.removeprefix("deal.trail ") for fact in second if fact.startswith("deal.trail")]


def test_a_power_without_a_target_is_told_with_the_mystic_in_whose_turn_it_was_used():
    assert "role=thief places=5 › witch" in told("thief in witch")
    assert "role=thief places=5 › mage" in told("thief in mage")
    assert "role=assassin places=3 › seer" in told("assassin in seer")


def test_a_power_with_a_target_is_told_with_its_seat():
    assert "role=assassin places=3 › 7" in told("assassin 7 in mage")
    assert "role=seer places=1 › 2" in told("seer 2")


def test_a_day_on_which_nobody_burns_says_so():
    evening = LedEvening(led_game(TOWN, "medium mage"))
    evening.after_night().day()
    *_, last = told_facts(tale_of(evening.play.state))
    assert (text_of(last), fact_lines(last)) == ("wherewolf.no-burned", (screen_line("wherewolf.no-burned"),))


def test_the_voice_tells_each_change_and_says_where_a_night_brought_none():
    seer, said = Word("wherewolf.seer"), screen_line("wherewolf.seer")
    parts = (
        story_part("night", 1, (), ()),
        story_part("day", 1, (), ()),
        story_part("night", 2, (), (changed(3, seer, "killed"), changed(2, seer, "saved"))),
        story_part("day", 2, (), (changed(1, seer, "burned"),)),
        story_part("night", 3, [chosen(seer, seat, (4,), Number(4)) for seat in (1, 2)], ()),
    )
    lines = tale_lines([told for part in parts for told in part], lambda _: 0.0)
    assert [line.removeprefix("house.story.") for line in lines] == [
        *("open", "night", "number.1", "quiet", "night", "number.2"),
        *(*seat_first(3, said), "dies", *seat_first(2, said), "saved", *seat_first(1, said), "burns"),
        *("night", "number.3", *seat_first(1, said), "chooses", "seat.4", "quiet"),
    ]


def test_who_burned_is_told_with_the_seat_and_the_role():
    evening = LedEvening(led_game(TOWN, "medium mage"))
    evening.after_night().day("7=12")
    *_, last = told_facts(tale_of(evening.play.state))
    assert text_of(last) == "house.story.burned n=7 role=wherewolf.peasant"


def test_who_has_won_and_who_has_lost_is_said_with_the_side_and_the_seats():
    side, said = Word("wherewolf.team.wolves"), screen_line("wherewolf.team.wolves")
    for won, line in ((True, "winners"), (False, "losers")):
        assert won_fact(side, (2,), won=won).said == (f"house.{line}", said, "seat.2")


def test_the_verdict_names_the_side_that_won_and_the_side_that_lost():
    evening = LedEvening(led_game(WAVERLEY)).after_night().after_day("2=8").after_night("").after_day()
    assert isinstance(evening.now, Verdict)
    told = [text_of(fact) for fact in evening.now.facts]
    assert "house.lost role=wherewolf.team.wolves seats=2" in told
    assert any(fact.startswith("house.won role=wherewolf.team.village seats=1, 3") for fact in told)
