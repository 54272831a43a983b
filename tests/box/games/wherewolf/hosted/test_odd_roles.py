"""Tests roles in play that break the rules of the setup: the moderator is asked to confirm them."""

import pytest

from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import HOST, Ask
from tests.box.games.wherewolf.table.led_evening import LedEvening, noted

POSSIBLE = "seer pack-leader pack-wolf young-wolf peasant witch healer jester hermit bard mage"
"""Possible roles for eight people, of whom a quarter, two, must be on the Shadow's side."""
RIGHT = "seer pack-leader pack-wolf peasant witch healer jester hermit"
TOO_MANY = "seer pack-leader pack-wolf young-wolf witch healer jester hermit"
TOO_FEW = "seer pack-leader peasant witch healer jester hermit bard"
NO_SEER = "pack-leader pack-wolf peasant witch healer jester hermit bard"
NO_LEADER = "seer pack-wolf young-wolf peasant witch healer jester hermit"


def at_roles(chosen: str, shadow: str = "quarter") -> LedEvening:
    """Return a game in which the moderator has just chosen these roles."""
    setup = Setup("", 8, tuple(POSSIBLE.split()), {"shadow": shadow})
    evening = LedEvening(Wherewolf(()).begin(setup, 1))
    while not noted(evening.now).startswith("ask.actual"):
        evening.answer("")
    return evening.answer(tuple(f"{role} 1" for role in chosen.split()))


ODD = [
    (TOO_MANY, "ask.quarter n=2 there=3"),
    (TOO_FEW, "ask.quarter n=2 there=1"),
    (NO_SEER, "ask.without role=seer"),
    (NO_LEADER, "ask.without role=pack-leader"),
]


@pytest.mark.parametrize(("chosen", "warning"), ODD)
def test_odd_roles_are_asked_back(chosen, warning):
    stage = at_roles(chosen).now
    assert (stage.who, noted(stage)) == (HOST, warning)
    assert [option.value for option in stage.choices] == ["change", "so"]


@pytest.mark.parametrize("chosen", [roles for roles, _ in ODD])
def test_to_change_them_leads_back_to_the_same_roles(chosen):
    evening = at_roles(chosen)
    assert isinstance(evening.answer("change").now, Ask)
    assert sorted(evening.now.marks.first) == sorted(f"{role} 1" for role in chosen.split())
    evening.answer(tuple(f"{role} 1" for role in RIGHT.split()))
    assert noted(evening.now).startswith("prepare.stacked")


@pytest.mark.parametrize("chosen", [*(roles for roles, _ in ODD), RIGHT])
def test_they_are_dealt_where_he_means_it_or_nothing_is_odd(chosen):
    evening = at_roles(chosen)
    if chosen != RIGHT:
        evening.answer("so")
    assert noted(evening.now).startswith("prepare.stacked")
    assert sorted(evening.play.state.placed.values()) == sorted(chosen.split())


@pytest.mark.parametrize(
    ("chosen", "shadow"), [(TOO_MANY, "about"), (TOO_FEW, "about"), (TOO_MANY, "more"), (TOO_FEW, "less")]
)
def test_what_the_table_allows_is_not_odd(chosen, shadow):
    assert noted(at_roles(chosen, shadow).now).startswith("prepare.stacked")


def test_a_quarter_is_odd_where_the_table_wants_one_more():
    assert noted(at_roles(RIGHT, "more").now) == "ask.quarter n=2 there=2"
