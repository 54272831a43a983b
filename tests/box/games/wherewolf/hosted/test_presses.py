"""Tests how much a moderator has to press in a night of twelve players with eighteen possible roles."""

from itertools import permutations

import pytest

from nightcrier.box.games.wherewolf.referee.attacks import WINDOW_POWERS
from nightcrier.box.show.stages import Ask, Perform, Tell
from tests.box.games.wherewolf.table.led_evening import LedEvening, led_game

CALLED_FIRST = "seer mage juliet guardian-angel pack-leader pack-wolf vampire monk vampire-hunter priest assassin guard"
CALLED_LATER = "seer mage witch healer medium pack-leader pack-wolf vampire assassin guild-master thief peasant"
"""Twelve roles, of which as many as possible act in a later night."""
MOST = 25


def presses(evening: LedEvening, began: int) -> int:
    """Count answers, presses of START, and holds of the dial since a stage."""
    pairs = zip(evening.stages[began:], evening.answers[began:], strict=True)
    return sum(
        isinstance(stage, Ask | Tell) or (isinstance(stage, Perform) and "eyes" in answer) for stage, answer in pairs
    )


def first_night_presses(roles: str, more: str, **items: int) -> int:
    return presses(LedEvening(led_game(roles, more, items=items)).after_night(), 0)


def later_night(written: str) -> tuple[LedEvening, int]:
    """Play a second night in which all who can act do so. Return the evening, and the number of stages before it."""
    evening = LedEvening(
        led_game(CALLED_LATER, "hermit bard monk guard juliet jester", items={"amulet": 5, "sword": 6})
    )
    began = len(evening.after_night().after_day("12=6").stages)
    return evening.after_night(written), began


def test_a_first_night_takes_at_most_twenty_five_presses(capsys):
    found = first_night_presses(CALLED_FIRST, "witch healer medium sinner thief bard", amulet=3, sword=4)
    print(f"first night: {found} presses")
    assert found <= MOST


BUSY = "seer 3; medium 12; mage 1; witch 2; amulet 7; sword 8; pack-leader 10; vampire 11; healer 10"


def test_a_later_night_takes_at_most_twenty_five_presses():
    found = presses(*later_night(BUSY))
    print(f"later night: {found} presses")
    assert found <= MOST


@pytest.mark.parametrize("turns", [*permutations(("seer", "mage", "witch"))])
def test_a_later_night_with_all_three_windows_takes_at_most_twenty_five_presses(turns):
    """Each window power adds a page about who used it and what it does."""
    windows = [f"{power} in {turn}" for power, turn in zip(WINDOW_POWERS, turns, strict=True)]
    evening, began = later_night("; ".join((BUSY, *windows)))
    used = {action.power: action.during for action in evening.play.state.night if action.during}
    assert used == dict(zip(WINDOW_POWERS, turns, strict=True))
    found = presses(evening, began)
    print(f"later night with three windows: {found} presses")
    assert found <= MOST
