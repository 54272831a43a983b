"""Tests what the moderator is told to prepare before the first night, and that the game waits until he has."""

import pytest

from nightcrier.box.games.engine.hosted.dealing import ShuffledCards
from nightcrier.box.games.engine.hosted.host_steps import house_line, house_word
from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.rulebook import Switches
from nightcrier.box.games.wherewolf.table.phrases import wolf_line
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.cues import Say
from nightcrier.box.show.setup import OptionValue, Setup
from nightcrier.box.show.stages import HOST, Ask, Count, Perform, Stage, Tell
from tests.box.games.wherewolf.table.led_evening import LedEvening, noted
from tests.box.games.wherewolf.table.led_games import random_led_game

DEALINGS = ("stacked", "entered", "unknown")


def begun(dealing: str) -> LedEvening:
    """Return a game at the steps of preparation, with the roles that the box proposes."""
    evening = LedEvening(random_led_game(12, 3, dealing=dealing, latent="off", timed_day=False))
    while not noted(evening.now).startswith("prepare"):
        roles = isinstance(evening.now, Ask) and evening.now.marks
        evening.answer(roles.first if roles else "so" if isinstance(evening.now, Ask) else "")
    return evening


def told(stage: Stage) -> Tell:
    assert isinstance(stage, Tell)
    assert stage.who == HOST
    return stage


@pytest.mark.parametrize("dealing", DEALINGS)
def test_nothing_goes_on_before_the_cards_are_dealt(dealing):
    evening = begun(dealing)
    assert noted(evening.answer("").now) == "prepare.dealt"
    assert isinstance(evening.answer("").now, Perform)
    assert evening.now.page == "night"


@pytest.mark.parametrize(("dealing", "led_to"), [("stacked", "ask.actual"), ("entered", "ask.actual"), ("unknown", "")])
def test_back_leads_to_the_steps_and_to_the_choice_of_roles_and_not_out(dealing, led_to):
    evening = begun(dealing)
    steps = noted(evening.now)
    assert told(evening.answer("").now).back
    assert noted(evening.back().now) == steps
    if led_to:
        evening.back()
        while noted(evening.now).startswith(("ask.quarter", "ask.without")):
            evening.back()
        assert noted(evening.now).startswith(led_to)


@pytest.mark.parametrize(("dealing", "chosen"), [("stacked", True), ("entered", True), ("unknown", False)])
def test_that_the_first_list_is_a_choice_is_said_before_it(dealing, chosen):
    shows = [stage for stage in begun(dealing).stages if isinstance(stage, Perform)]
    said = [cue.line for show in shows for cue in show.show if isinstance(cue, Say)]
    assert (wolf_line("deal.choose") in said) is chosen


@pytest.mark.parametrize("dealing", DEALINGS)
def test_what_to_prepare_is_said_once_and_with_the_steps(dealing):
    evening = begun(dealing)
    first = house_line("prepare" if dealing == "stacked" else f"deal.{dealing}")
    assert told(evening.now).lines == (first, house_line("prepare.look"))
    shows = [stage for stage in evening.stages if isinstance(stage, Perform)]
    assert not any(cue.line == first for show in shows for cue in show.show if isinstance(cue, Say))
    assert told(evening.answer("").now).lines == ()


@pytest.mark.parametrize("dealing", DEALINGS)
def test_the_moderator_reads_where_seat_1_is_and_that_nobody_counts_him(dealing):
    assert told(begun(dealing).now).facts[1] == house_word("prepare.seats")


def test_a_box_that_knows_no_roles_says_only_how():
    assert noted(begun("unknown").now) == "prepare.shuffled prepare.seats"


def test_roles_are_named_with_the_number_of_their_cards():
    village = WolfVillage(led=True, actual=("seer", "peasant", "witch", "peasant", "healer", "jester"))
    rules = WolfRules(village.actual, 6, WherewolfOptions(dealing="entered"))
    facts = told(ShuffledCards("entered").stage(rules, village)).facts
    named = [noted(Tell(HOST, (fact,))) for fact in facts[2:]]
    assert named == ["1\u00a0seer, 2\u00a0peasant, 1\u00a0witch", "1\u00a0healer, 1\u00a0jester"]


WITH_MONK = "seer pack-leader pack-wolf monk mage witch healer bard jester madman hermit innkeeper"
IN_PLAY = WITH_MONK.split()[:8]


def after_roles(**options: OptionValue) -> LedEvening:
    """Return a game in which the moderator has chosen eight of twelve possible roles."""
    evening = LedEvening(Wherewolf(()).begin(Setup("", 8, tuple(WITH_MONK.split()), options), 1))
    while not noted(evening.now).startswith("ask.actual"):
        evening.answer("")
    return evening.answer(tuple(f"{role} 1" for role in IN_PLAY))


def monk_learns(evening: LedEvening) -> list[str]:
    """Return the roles out of play that the Monk is told in the first night."""
    while "not-in-play" not in (told := noted(evening.now)):
        assert not isinstance(evening.now, Count)
        asked = evening.now
        evening.answer(asked.choices[0].value if isinstance(asked, Ask) else "")
    return told.partition("roles=")[2].split(", ")


@pytest.mark.parametrize("dealing", ["stacked", "entered"])
def test_the_moderator_chooses_which_and_how_many_roles_the_monk_learns(dealing):
    evening = after_roles(monk_roles="chosen", dealing=dealing)
    asked = evening.now
    assert noted(asked) == "ask.monk"
    assert (asked.marks.least, asked.marks.most, len(asked.marks.first)) == (2, 4, 2)
    assert {option.value for option in asked.choices} == set(WITH_MONK.split()) - set(IN_PLAY)
    assert monk_learns(evening.answer(("jester", "hermit", "innkeeper"))) == ["jester", "hermit", "innkeeper"]


def test_where_the_box_draws_them_nobody_is_asked_and_the_monk_learns_two():
    assert len(monk_learns(after_roles())) == 2


@pytest.mark.parametrize("host", ["moderator", "box"])
def test_the_switches_of_the_menu_are_those_of_the_referee(host):
    options = {"healer_saves_named": True, "tavern_first_morning": True}
    if host == "box":
        game = Wherewolf(()).begin(Setup("", 8, tuple(WITH_MONK.split()), {"host": host, **options}), 1)
    else:
        game = after_roles(**options).play
    assert game.state.known.table.switches == Switches(**options)
