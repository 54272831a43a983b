"""Tests that a table publishes only what everybody there has heard and seen."""

import pytest
from msgspec.structs import replace

from nightcrier.broker.public_state import LONGEST_STATE, decks_by_title, public_state, seconds_left, title_of_chosen
from nightcrier.kernel.ids import Language
from nightcrier.wire.public_record import OfferedScenario, Phase, PublicClock, PublicPerson, TableShown
from nightcrier.wire.wishes import ScenarioWish
from tests.broker.spoken_table import ENGLISH
from tests.phone.phones import HOME, NIGHT, OFFERS

VERDICT = TableShown(
    "verdict",
    Language("en"),
    (),
    Phase.VERDICT,
    game="one-night",
    winners=(PublicPerson(1, "Ann"), PublicPerson(4, "")),
)


def test_a_night_is_told_by_its_phase_and_the_number_of_its_call():
    state = public_state(replace(NIGHT, call=4), "One Night: First Game", ENGLISH)
    assert (state.phase, state.game, state.title, state.call) == ("night", "one-night", "One Night", 4)
    assert (state.winners, state.paused, state.deck) == (None, False, "One Night: First Game")


def test_what_stands_on_the_glass_is_not_told():
    one, other = (public_state(replace(NIGHT, lines=lines), None, ENGLISH) for lines in (("Seer",), ("Wolf", "1:04")))
    assert one == other


def test_at_home_there_is_no_game_and_no_call():
    state = public_state(HOME, None, ENGLISH)
    assert (state.phase, state.game, state.title, state.call) == ("home", None, None, None)


def test_winners_are_named_and_the_nameless_by_their_number():
    assert public_state(VERDICT, None, ENGLISH).winners == "Ann, 4"


def test_more_winners_than_a_state_can_hold_are_cut():
    many = tuple(PublicPerson(n, "x" * 24) for n in range(1, 37))
    assert len(public_state(replace(VERDICT, winners=many), None, ENGLISH).winners or "") == LONGEST_STATE


@pytest.mark.parametrize(
    ("clock", "paused"),
    [(None, False), (PublicClock(160.0, 0.0, up=False), False), (PublicClock(None, 30.0, up=False), True)],
)
def test_a_talk_whose_clock_stands_is_paused(clock, paused):
    assert public_state(replace(HOME, phase=Phase.DAY, clock=clock), None, ENGLISH).paused is paused


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        (None, None),
        (PublicClock(340.0, 0.0, up=False), 240),
        (PublicClock(332.0, 0.0, up=False), 240),
        (PublicClock(110.0, 0.0, up=False), 10),
        (PublicClock(103.4, 0.0, up=False), 4),
        (PublicClock(90.0, 0.0, up=False), 0),
        (PublicClock(None, 237.0, up=False), 237),
        (PublicClock(50.0, 0.0, up=True), None),
        (PublicClock(None, 50.0, up=True), None),
    ],
)
def test_the_seconds_left_are_told_coarsely_and_the_last_ten_one_by_one(clock, left):
    assert seconds_left(clock, 100.0) == left


def test_decks_are_told_apart_though_they_are_called_the_same():
    twice = replace(OFFERS, scenarios=(*OFFERS.scenarios, OfferedScenario("one-night", "own", "First Game")))
    decks = decks_by_title(twice, ENGLISH)
    assert decks == {
        "One Night: First Game": ScenarioWish("one-night", "first-game"),
        "GROWL: First <Hunt>": ScenarioWish("growl", "first"),
        "One Night: First Game (own)": ScenarioWish("one-night", "own"),
    }
    assert title_of_chosen(twice, decks) == "One Night: First Game"
    assert title_of_chosen(None, decks) is None
