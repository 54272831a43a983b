"""Builds the rows of the menu *Hands*: the times of the controls, their places and directions, and scanning, for people
whose hands are slow or shake, or who use only one or two switches. Times are in tenths of a second. `switch_hands` sets
everything at once for people with one switch."""

from collections.abc import Iterable
from typing import get_args

from msgspec.structs import replace

from nightcrier.box.show.setup import OptionValue
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import HOLDS, PACES, STRIKES, House
from nightcrier.box.table.core.state import Scan, Table, TableStep, step_after
from nightcrier.box.table.heard.talk import shown_too, speak
from nightcrier.box.table.over.menu_items import Item, value_row
from nightcrier.kernel.ids import LineId, screen_line
from nightcrier.kernel.settings import Scanning

_ON_OR_OFF = (False, True)


def hands_items(house: House, table: Table) -> tuple[Item, ...]:
    """Return the rows of the menu. Each shows the value in the settings until somebody chooses another."""
    hands = table.choices.hands
    panel = hands.over(house.settings.panel)

    def row(key: str, field: str, now: OptionValue, values: Iterable[OptionValue]) -> Item:
        changes = [(value, replace(table.choices, hands=replace(hands, **{field: value}))) for value in values]
        return value_row(house, table, key, now, changes)

    return (
        row("hold-time", "hold", panel.hold_ms // 100, HOLDS),
        row("double-strike", "strike", panel.strike_ms // 100, STRIKES),
        row("latch", "latch", hands.latch, _ON_OR_OFF),
        row("swap", "swap", panel.swap, _ON_OR_OFF),
        row("reverse", "reverse", panel.reverse, _ON_OR_OFF),
        row("turned", "turned", hands.turned, _ON_OR_OFF),
        row("scanning", "scanning", panel.scanning, get_args(Scanning)),
        row("scan-pace", "pace", hands.pace, PACES),
    )


def has_scanning(house: House, table: Table) -> bool:
    return table.choices.hands.over(house.settings.panel).scanning != "off"


def switch_hands(house: House, table: Table, *then: LineId) -> TableStep:
    """Let one switch do everything from now on, or end this. The box says and shows which, followed by these lines."""
    on = not has_scanning(house, table)
    choices = replace(table.choices, hands=table.choices.hands.for_one_switch(on=on))
    how = ("value.scanning.one", "help.scanning") if on else ("value.scanning.off",)
    told = map(screen_line, ("scanning", *how))
    said = speak(replace(table, choices=choices, scan=Scan()), *told, *then)
    return step_after((Remember(choices),), shown_too(said))
