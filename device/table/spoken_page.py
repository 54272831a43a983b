"""What the spoken menu says of a page that has changed."""

from collections.abc import Sequence

from device.show.cues import Hush, Speak
from device.table.effects import Effect
from device.table.house import House
from device.table.page_kinds import NumberPage
from device.table.pages.welcome import WelcomePage
from device.table.state import Table, TableStep
from device.table.talk import speak


def speak_page(house: House, table: Table, moved: Table, effects: Sequence[Effect]) -> TableStep:
    """What is new on the page, for ears; after what was said with it, such as why a deck is refused. A question of a
    game says that itself: then it is said once."""
    lines = moved.page.lines(house, moved)
    if not lines or lines == table.page.lines(house, table):
        return moved, tuple(effects)
    told = tuple(line for effect in effects if isinstance(effect, Speak) for line in effect.lines)
    if moved.session is None:
        lines = (*told, *(line for line in lines if line not in told))
    within = told and lines[: len(told)] == told
    kept = (effect for effect in effects if not (within and isinstance(effect, Hush | Speak)))
    said, spoken = speak(moved, *lines, menu=True)
    return said, (*kept, *spoken)


def speaks_menus(house: House, table: Table) -> bool:
    taught = isinstance(table.page, WelcomePage | NumberPage)
    return taught or table.choices.spoken_menu or not house.sees(table.faults)
