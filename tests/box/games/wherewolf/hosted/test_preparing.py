"""What the moderator is told to prepare before the first night, and that nothing goes on before it is done."""

import pytest

from nightcrier.box.games.engine.hosted.dealing import ShuffledCards
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.table.phrases import wolf_line, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.cues import Say
from nightcrier.box.show.stages import HOST, Ask, Perform, Stage, Tell
from tests.box.games.wherewolf.table.led_evening import LedEvening, noted
from tests.box.games.wherewolf.table.led_games import random_led_game

DEALINGS = ("stacked", "entered", "unknown")


def begun(dealing: str) -> LedEvening:
    """Up to the steps, with the roles as the box proposes them."""
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
def test_nothing_goes_on_before_the_cards_are_dealt(dealing: str) -> None:
    evening = begun(dealing)
    evening.answer("")
    assert noted(evening.now) == "prepare.dealt"
    evening.answer("")
    assert isinstance(evening.now, Perform)
    assert evening.now.page == "night"


@pytest.mark.parametrize(("dealing", "led_to"), [("stacked", "ask.actual"), ("entered", "ask.actual"), ("unknown", "")])
def test_back_leads_to_the_steps_and_to_the_choice_of_roles_and_not_out(dealing: str, led_to: str) -> None:
    evening = begun(dealing)
    steps = noted(evening.now)
    evening.answer("")
    assert told(evening.now).back
    evening.back()
    assert noted(evening.now) == steps
    if led_to:
        evening.back()
        while noted(evening.now).startswith(("ask.quarter", "ask.without")):
            evening.back()
        assert noted(evening.now).startswith(led_to)


@pytest.mark.parametrize("dealing", DEALINGS)
def test_what_to_prepare_is_said_once_and_with_the_steps(dealing: str) -> None:
    evening = begun(dealing)
    first = wolf_line("prepare" if dealing == "stacked" else f"deal.{dealing}")
    assert told(evening.now).lines == (first, wolf_line("prepare.look"))
    shows = [stage for stage in evening.stages if isinstance(stage, Perform)]
    assert not any(cue.line == first for show in shows for cue in show.show if isinstance(cue, Say))
    evening.answer("")
    assert told(evening.now).lines == ()


@pytest.mark.parametrize("dealing", DEALINGS)
def test_the_moderator_reads_where_seat_1_is_and_that_nobody_counts_him(dealing: str) -> None:
    assert told(begun(dealing).now).facts[1] == wolf_word("prepare.seats")


def test_a_box_that_knows_no_roles_says_only_how() -> None:
    assert noted(begun("unknown").now) == "prepare.shuffled prepare.seats"


def test_roles_are_named_with_the_number_of_their_cards() -> None:
    village = WolfVillage(led=True, actual=("seer", "peasant", "witch", "peasant", "healer", "jester"))
    rules = WolfRules(village.actual, 6, WherewolfOptions(dealing="entered"))
    facts = told(ShuffledCards("entered").stage(rules, village)).facts
    named = [noted(Tell(HOST, (fact,))) for fact in facts[2:]]
    assert named == ["1\u00a0seer, 2\u00a0peasant, 1\u00a0witch", "1\u00a0healer, 1\u00a0jester"]
