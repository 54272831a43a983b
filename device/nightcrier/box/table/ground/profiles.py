"""Lets a person at somebody else's box choose how to use it, while switching it on. Holding the dial at that time
switches reading aloud on and off, and holding START does this for use with one switch. Both are saved like choices in
the menus."""

from typing import assert_never

from nightcrier.box.events import Control, HeldAtPowerOn
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.ground.home import switch_reading
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.heard.read_aloud import speaks_menus
from nightcrier.box.table.heard.talk import shown_too
from nightcrier.box.table.over.hands_menu import switch_hands
from nightcrier.box.table.over.yes_or_no import QuestionPage


def choose_profile(house: House, table: Table, event: HeldAtPowerOn) -> TableStep:
    """Switch reading aloud or use with one switch. After a crash, change nothing, because eyes may be shut."""
    if table.session and not isinstance(table.page, QuestionPage):
        return table, ()
    match event.control:
        case Control.DIAL:
            return shown_too(switch_reading(house, table, surface(table)))
        case Control.START:
            mute = table.at_home and not speaks_menus(house, table)
            return switch_hands(house, table, *(() if mute else surface(table).all_lines(house, table)))
        case Control.BACK:
            return table, ()
    assert_never(event.control)
