"""Tests the house section of assets/controls.toml row by row: each gesture that a row names does what it says there,
and no other gesture does anything."""

from importlib import import_module
from pkgutil import walk_packages
from typing import get_args

import pytest

from docs.controls import PAGE, with_tables
from nightcrier.box import table as table_room
from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.show.stages import Stage
from nightcrier.box.table.core.state import Page, Table
from nightcrier.box.table.over.welcome import PROMPTS, WelcomePage
from tests.box.table.controls_read import GESTURES, PRESS_OF, rows_of_the_table, with_slow_presses
from tests.box.table.effects_on_pages import welcome_step
from tests.box.table.evening import Evening
from tests.box.table.expected_effects import meaning
from tests.box.table.handled import Handled, what_came
from tests.box.table.reached import at_page
from tests.box.table.reached_rows import REACH, STATES


def handled(evening: Evening, control: Control, kind: Gesture) -> Handled | None:
    return what_came(evening.house, evening.table, evening.at, control, kind)


def page_kinds() -> set[type[Page]]:
    """Return the classes of all pages that the house has."""
    for found in walk_packages(table_room.__path__, f"{table_room.__name__}."):
        import_module(found.name)
    return {kind for kind in Page.__subclasses__() if kind.__module__.startswith("nightcrier.")}


def test_the_page_is_printed_from_the_rows():
    assert with_tables(PAGE.read_text("utf-8")) == PAGE.read_text("utf-8"), "run ./run -m docs.controls"


def test_every_row_is_played():
    assert set(rows_of_the_table()) == REACH.keys()


def test_no_page_is_without_a_row(house, choices, start_stages):
    """A new page or stage without a row in the table of controls makes this test fail."""
    tables = [reach(Evening(house, Table(choices, seed=7)), start_stages).table for reach in REACH.values()]
    assert {type(table.page) for table in tables if table.page} == page_kinds()
    assert {type(table.session.stage) for table in tables if table.session} == set(get_args(Stage))


@pytest.mark.parametrize("name", REACH)
def test_what_a_row_names_happens_and_nothing_else(name, evening, start_stages):
    row, reached = rows_of_the_table()[name], REACH[name](evening, start_stages)
    acts = {gesture for gesture, (control, kind) in GESTURES.items() if handled(reached, control, kind)}
    assert acts == with_slow_presses(row).keys()


@pytest.mark.parametrize("name", REACH)
def test_a_hold_that_no_row_names_is_a_press(name, evening, start_stages):
    row, reached = rows_of_the_table()[name], REACH[name](evening, start_stages)
    for held, pressed in PRESS_OF.items():
        if held not in row:
            assert came_of(handled(reached, *GESTURES[held])) == came_of(handled(reached, *GESTURES[pressed])), held


@pytest.mark.parametrize(("name", "reach"), STATES)
def test_what_happens_is_what_the_row_says(name, reach, evening, start_stages):
    row = with_slow_presses(rows_of_the_table()[name])
    reached = reach(evening, start_stages)
    seen = {gesture: handled(reached, control, kind) for gesture, (control, kind) in GESTURES.items()}
    assert [gesture for gesture, hand in seen.items() if hand and not meaning(name, row[gesture])(hand)] == []


def came_of(hand: Handled | None) -> object:
    """Return the page after a gesture and its effects, without the tick of a hold, or None if nothing happened."""
    return hand and (hand.after.turned_now, [effect for effect in hand.effects if not isinstance(effect, PlaySignal)])


@pytest.mark.parametrize("step", PROMPTS)
def test_only_the_control_to_try_leads_on(step, evening, start_stages):
    reached = at_page(WelcomePage(step))(evening, start_stages)
    hands = {wanted: handled(reached, *wanted) for wanted in GESTURES.values() if wanted[1] is not Gesture.HOLD}
    assert [wanted for wanted, hand in hands.items() if hand and welcome_step(1)(hand)] == [PROMPTS[step]]
