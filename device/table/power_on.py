"""Power-on: the first thing a box says, and a game that was cut off."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.table.effects import Effect, Remember
from device.table.entries import Entry
from device.table.house import House, WelcomeStep
from device.table.levels import loudness_now
from device.table.lying_cards import lying_restored
from device.table.met_roles import with_roles_met
from device.table.page_kinds import Question
from device.table.pages.question import ask_over
from device.table.pages.welcome import open_welcome
from device.table.restored_game import number_called, restore_session
from device.table.session import go_on
from device.table.state import Table, TableStep
from device.table.talk import speak
from device.table.tonight import first_words


def boot(house: House, table: Table, entries: Sequence[Entry], *, crashed: bool = False) -> TableStep:
    """Power-on: if a game was cut off, offer to go on with it. A box that crashed goes on by itself: people sit there
    with their eyes shut."""
    ready = (loudness_now(table), *first_words(house, table))
    session = restore_session(house, entries)
    if session is None:
        greets = table.choices.welcome is not WelcomeStep.DONE
        return _greeted(house, table, ready) if greets else (table, ready)
    choices = with_roles_met(table.choices, session)  # the power may have gone before they were kept
    met = (Remember(choices),) if choices != table.choices else ()
    lying = lying_restored(table.lying, session)
    cut = replace(table, session=session, choices=choices, lying=lying, by_number=number_called(entries))
    taken, effects = go_on(cut, table.now) if crashed else ask_over(cut, Question.GO_ON)
    return taken, (*ready, *met, *effects)


def _greeted(house: House, table: Table, ready: tuple[Effect, ...]) -> TableStep:
    """A box that was never used before speaks first."""
    opened, effects = open_welcome(table, table.choices.welcome)
    said, spoken = speak(opened, *opened.page.lines(house, opened), menu=True)
    return said, (*ready, *effects, *spoken)
