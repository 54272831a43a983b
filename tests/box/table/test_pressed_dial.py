"""Tests that turning the pressed dial changes the loudness on every page, even after it was first taken for a hold."""

import pytest

from nightcrier.box.events import Control, Gesture, Wished
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.plugs.hall.hall import MessagePage
from nightcrier.kernel.faults import Fault, Part
from nightcrier.wire.wishes import MessageWish
from tests.box.table.reached import QUESTION, at_page, peeked
from tests.box.table.reached_rows import REACH, STATES

_ALONE = {"the host's sheet": (True, 10), "the moderator's wait": (False, 10)}
"""The pages on which loudness stays the same, since nothing may be heard. On the sheet, the dial scrolls instead."""


@pytest.mark.parametrize("name", REACH)
def test_the_pressed_dial_is_for_the_loudness_alone(name, evening, start_stages):
    reached = REACH[name](evening, start_stages)
    before = reached.table.page
    reached.hand(Control.DIAL, Gesture.PRESS_TURN, 2)
    assert (reached.table.page != before, reached.table.choices.loudness) == _ALONE.get(name, (False, 12))


HELD_STATES = [(name, reach) for name, reach in STATES if name != "the moderator's wait" and reach is not peeked]
"""All states but two: in one, a game asks something if the dial is held; in the other, holding it shows a secret."""


@pytest.mark.parametrize(("name", "reach"), HELD_STATES)
def test_what_a_hold_began_is_taken_back_where_the_dial_turns_after_all(name, reach, evening, start_stages):
    reached = reach(evening, start_stages)
    before, (moved, loudness) = reached.table, _ALONE.get(name, (False, 12))
    reached.after("hold").hand(Control.DIAL, Gesture.PRESS_TURN, 2)
    after = reached.after("release").table
    assert type(after.page) is type(before.page)
    assert (after.page != before.page, after.choices.loudness) == (moved, loudness)
    assert (after.session and after.session.play) == (before.session and before.session.play)


def test_a_page_that_was_left_does_not_come_back_over_a_message_of_the_organiser(start_stages):
    evening = start_stages(Count(90.0), QUESTION)
    at_page(NoticePage(Fault(0.0, Part.SOUND, "There is no speaker."), None))(evening, start_stages)
    evening.go("hold")
    evening.after(Wished(evening.at, MessageWish("Lunch"))).hand(Control.DIAL, Gesture.PRESS_TURN, 2)
    assert evening.table.page == MessagePage("Lunch", None)
    assert evening.table.choices.loudness == 12


def test_pages_are_read_aloud_as_before_where_the_hold_at_home_was_for_the_loudness(evening):
    assert evening.after("hold").table.choices.spoken_menu
    effects = evening.hand(Control.DIAL, Gesture.PRESS_TURN, 1)
    assert not evening.table.choices.spoken_menu
    assert Remember(evening.table.choices) in effects
