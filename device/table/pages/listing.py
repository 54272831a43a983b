"""A list of things to set. The dial goes through the items, a press takes one in hand, the dial changes it,
a press keeps it, BACK leaves it as it was. START begins the game from anywhere."""

from collections.abc import Callable

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input
from device.kernel.ids import LineId
from device.table.beginning import prepared
from device.table.choices import Choices
from device.table.drawing import measure
from device.table.effects import Remember
from device.table.house import House
from device.table.menus import device, main, options, roles, scores
from device.table.menus.items import Item
from device.table.pages.home import begin
from device.table.pages.names import number
from device.table.state import Home, Listing, Table, Turn
from device.table.talk import volume
from device.table.view import Pair, Row, Size, Text, View

STRIDE = 5
"""Turned while it is pressed, the dial strides through long lists; turned alone, a detent is always one step."""

MENUS: dict[str, Callable[[House, Table], tuple[Item, ...]]] = {
    "main": main.items,
    "roles": roles.items,
    "options": options.items,
    "scores": scores.items,
    "winners": scores.winners,
    "device": device.items,
}


def step(house: House, table: Table, event: Event) -> Turn:
    page = table.page
    if not isinstance(page, Listing) or not isinstance(event, Input):
        return table, ()
    item = _item(house, table, page)
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return begin(house, table, event.at)
        case Control.BACK, Gesture.PRESS:
            return _back(table, page)
        case Control.BACK, Gesture.HOLD:
            return replace(table, page=Home()), ()
        case Control.DIAL, Gesture.PRESS:
            return _press(house, table, page, item, event.at)
        case Control.DIAL, Gesture.PRESS_TURN:
            return _turn(house, table, page, item, event.steps * STRIDE), ()
        case Control.DIAL, Gesture.TURN:
            return _turn(house, table, page, item, event.steps), ()
    return table, ()


def view(house: House, table: Table) -> View:
    page, language = table.page, table.choices.language
    if not isinstance(page, Listing):
        return View("menu", language)
    words, item = house.words, _item(house, table, page)
    place = number(words, language, f"{page.index + 1}/{len(MENUS[page.menu](house, table))}")
    rows: list[Row] = [Pair(words.screen(language, f"menu.{page.menu}"), place)]
    rows += _name(house, table, page, item)
    if page.menu == "roles":
        rows.append(Text(roles.footer(house, replace(table, choices=_in_hand(table, page, item))), Size.SMALL))
    return View("menu", language, tuple(rows))


def spoken(house: House, table: Table) -> tuple[LineId, ...]:
    page = table.page
    if not isinstance(page, Listing):
        return ()
    item = _item(house, table, page)
    value = item.values[_place(page, item)].spoken if item.values else ()
    value = (*value, LineId(f"screen.{item.state}")) if item.state else value
    return value if page.draft is not None else (*item.spoken, *value)


def _in_hand(table: Table, page: Listing, item: Item) -> Choices:
    """What the choices would be if the value on the screen were kept."""
    return item.values[_place(page, item)].choices if item.values else table.choices


def _name(house: House, table: Table, page: Listing, item: Item) -> list[Row]:
    language = table.choices.language
    label = house.words.title(language, item.line)
    if item.n is not None:
        label = label.format(n=number(house.words, language, str(item.n)))
    if item.state:
        return [Text(label, Size.MEDIUM), Text(house.words.screen(language, item.state), Size.LARGE)]
    if not item.values:
        return [Text(label, Size.LARGE)]
    value = item.values[_place(page, item)].text
    beside = Pair(label, value, Size.LARGE, inverse=page.draft is not None)
    if page.menu == "roles" and measure(View("menu", language, (beside,))).whole:
        return [beside]  # name and count in one row leave room for the foot
    return [Text(label, Size.MEDIUM), Text(value, Size.LARGE, inverse=page.draft is not None)]


def _item(house: House, table: Table, page: Listing) -> Item:
    rows = MENUS[page.menu](house, table)
    return rows[min(page.index, len(rows) - 1)]


def _place(page: Listing, item: Item) -> int:
    return item.index if page.draft is None else min(page.draft, len(item.values) - 1)


def _press(house: House, table: Table, page: Listing, item: Item, at: float) -> Turn:
    if item.does:
        return item.does(house, table, at)
    if item.opens:
        return replace(table, page=Listing(item.opens, page)), ()
    if not item.values:
        return table, ()
    if page.draft is None:
        return replace(table, page=replace(page, draft=item.index)), ()
    choices = item.values[_place(page, item)].choices
    kept = replace(table, choices=choices, page=replace(page, draft=None))
    return kept, (Remember(choices), volume(kept), *prepared(house, kept))


def _turn(house: House, table: Table, page: Listing, item: Item, steps: int) -> Table:
    """Through the items in a ring; through the values from end to end, so that the ends can be felt."""
    if page.draft is not None:
        draft = max(0, min(len(item.values) - 1, page.draft + steps))
        return replace(table, page=replace(page, draft=draft))
    length = len(MENUS[page.menu](house, table))
    return replace(table, page=replace(page, index=(page.index + steps) % length))


def _back(table: Table, page: Listing) -> Turn:
    if page.draft is not None:
        return replace(table, page=replace(page, draft=None)), ()
    return replace(table, page=page.under), ()
