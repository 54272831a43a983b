"""The story of a game that a moderator led, as the verdict has it."""

from nightcrier.box.games.engine.fates import course_facts
from nightcrier.box.games.wherewolf.table.ending import told_halves
from nightcrier.box.show.facts import fact_lines
from nightcrier.kernel.ids import screen_line
from tests.box.games.wherewolf.table.host import text_of
from tests.box.games.wherewolf.table.led_evening import LedEvening, led_game

TOWN = "seer pack-leader assassin guild-master thief witch peasant bard guard healer innkeeper hermit"


def told(written: str) -> list[str]:
    """What was done in a second night, by the story."""
    evening = LedEvening(led_game(TOWN, "medium mage"))
    evening.after_night().after_day().after_night(f"pack-leader nobody; {written}").day()
    story = [text_of(fact).replace("wherewolf.", "") for fact in course_facts(told_halves(evening.play.state))]
    second = story[story.index("story.night n=2") :]
    return [fact.removeprefix("story.asked ") for fact in second if fact.startswith("story.asked")]


def test_a_power_without_a_target_is_told_with_the_mystic_in_whose_turn_it_was_used() -> None:
    assert "role=thief n=5 seats=witch" in told("thief in witch")
    assert "role=thief n=5 seats=mage" in told("thief in mage")
    assert "role=assassin n=3 seats=seer" in told("assassin in seer")


def test_a_power_with_a_target_is_told_with_its_seat() -> None:
    assert "role=assassin n=3 seats=7" in told("assassin 7 in mage")
    assert "role=seer n=1 seats=2" in told("seer 2")


def test_a_day_on_which_nobody_burns_says_so() -> None:
    evening = LedEvening(led_game(TOWN, "medium mage"))
    evening.after_night().day()
    *_, last = course_facts(told_halves(evening.play.state))
    assert (text_of(last), fact_lines(last)) == ("wherewolf.no-burned", (screen_line("wherewolf.no-burned"),))
