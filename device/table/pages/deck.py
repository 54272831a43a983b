"""The deck: all cards in play with their counts, then the order in which they are called. By dial; BACK leaves."""

from collections import Counter

from msgspec.structs import replace

from device.kernel.events import Control, Event, Gesture, Input
from device.kernel.ids import LineId
from device.table.house import House
from device.table.pages.names import call_name, number
from device.table.state import Deck, Staged, Table, Turn
from device.table.view import Pair, Size, Text, View

ROWS = 4


def step(house: House, table: Table, event: Event) -> Turn:
    page = table.page
    if not isinstance(page, Deck) or not isinstance(event, Input):
        return table, ()
    if event.control is Control.DIAL and event.gesture is Gesture.TURN:
        last = len(_screens(house, table)) - 1
        return replace(table, page=replace(page, index=max(0, min(last, page.index + event.steps)))), ()
    if event.gesture in {Gesture.PRESS, Gesture.HOLD}:
        return replace(table, page=page.under), ()
    return table, ()


def view(house: House, table: Table) -> View:
    page, language = table.page, table.choices.language
    screens = _screens(house, table)
    rows = screens[min(page.index, len(screens) - 1)] if isinstance(page, Deck) else ()
    return View("deck", language, rows)


def spoken(house: House, table: Table) -> tuple[LineId, ...]:
    """For ears: every card with its count, all at once; any touch cuts it."""
    if not isinstance(table.page, Deck) or isinstance(table.page.under, Staged):
        return ()
    counts = Counter(house.games[table.choices.game].deck(table.choices.setup))
    return tuple(line for role, n in counts.items() for line in (LineId(f"role.{role}"), LineId(f"number.{n}")))


def _screens(house: House, table: Table) -> list[tuple[Pair | Text, ...]]:
    """Cards first, four to a screen; then the calls, numbered."""
    setup = table.session.setup if table.session else table.choices.setup
    game = house.games[table.session.game if table.session else table.choices.game]
    words, language = house.words, table.choices.language
    counts = Counter(game.deck(setup))
    cards = [Pair(words.role(language, role), number(words, language, str(n))) for role, n in counts.items()]
    calls = [
        Pair(call_name(words, language, call), number(words, language, str(n)))
        for n, call in enumerate(game.wake_order(setup), start=1)
    ]
    title = Text(words.screen(language, "deck.calls"), Size.SMALL, inverse=True)
    return [tuple(cards[n : n + ROWS]) for n in range(0, len(cards), ROWS)] + [
        (title, *calls[n : n + ROWS - 1]) for n in range(0, len(calls), ROWS - 1)
    ]
