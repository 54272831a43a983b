"""The device menu: loudness, brightness, the spoken menu, a sound test, what is wrong, the battery, switching off; and
behind it what makes a night a play, and is left out until people want it: who calls, what is heard under the calls,
the night and the day."""

from typing import get_args

from msgspec.structs import replace

from device.kernel.events import Part
from device.kernel.ids import LineId, screen_line
from device.kernel.machine_state import Battery
from device.table.effects import PowerOff
from device.table.house import Casting, House, IdleOff
from device.table.loudness import heard_loudness, loudness_now, with_loudness
from device.table.menus.items import Item, Value, choice, setting
from device.table.pages.names import number
from device.table.pages.notice import NoticePage
from device.table.pages.question import Question
from device.table.pages.welcome import open_welcome
from device.table.state import Table, TableStep, step_after
from device.table.talk import speak

BRIGHTEST = 3
SWITCH_OFF = Question("ask.power-off", lambda _, table, __, ___: (table, (PowerOff(),)))


def device_items(house: House, table: Table) -> tuple[Item, ...]:
    choices = table.choices
    loudness = [(n, with_loudness(table, n)) for n in range(1, table.ceiling + 1)]
    return (
        setting(house, table, "loudness", heard_loudness(table), loudness),
        Item(LineId("screen.sound-test"), does=_test_sound),
        choice(house, table, "brightness", range(1, BRIGHTEST + 1)),
        choice(house, table, "spoken-menu", (False, True)),
        Item(LineId("screen.check"), does=_check, state="check.fine" if not table.faults else "check.wrong"),
        Item(LineId("screen.about"), (Value(house.version, (), choices),)),
        *((_battery(house, table, table.battery),) if table.battery else ()),
        Item(LineId("screen.power-off"), asks=SWITCH_OFF),
        choice(house, table, "idle-off", get_args(IdleOff)),
        Item(LineId("screen.first-steps"), does=lambda _, table, __: open_welcome(table)),
        Item(LineId("screen.sounds"), opens="sounds"),
    )


def _battery(house: House, table: Table, battery: Battery) -> Item:
    """Make the row of the battery: how long it lasts, if that is known, else how full it is; aloud, whether that is
    enough."""
    words, language = house.words, table.choices.language
    if battery.drawn and battery.minutes is not None:
        hours, minutes = (number(words, language, str(part)) for part in divmod(battery.minutes, 60))
        left = words.screen(language, "battery.time", hours=hours, minutes=minutes)
    else:
        left = words.screen(language, "battery.percent", n=number(words, language, str(battery.percent)))
    said = screen_line("fault.battery" if Part.BATTERY in table.faults else "battery.enough")
    return Item(LineId("screen.battery"), (Value(left, (said,), table.choices, helped=False),))


def _test_sound(house: House, table: Table, at: float) -> TableStep:
    return step_after((loudness_now(table),), speak(table, LineId("sound-test")))


def _check(house: House, table: Table, at: float) -> TableStep:
    """Show what is wrong just now, to be read through."""
    for fault in table.faults.values():
        return replace(table, page=NoticePage(fault, table.page)), ()
    return speak(table, LineId("screen.check.fine"))


def sounds_items(house: House, table: Table) -> tuple[Item, ...]:
    has_cast = len(house.voices.get(table.choices.language, ())) > 1
    sounds = (choice(house, table, key, (False, True)) for key in ("foley", "drone", "day-bed"))
    return *((choice(house, table, "cast", get_args(Casting)),) if has_cast else ()), *sounds
