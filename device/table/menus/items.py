"""The parts of a menu. A value carries the choices that choosing it leads to, so a menu needs no code of its own to be
set; an item without values opens another menu, asks first, or does something."""

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from device.kernel.ids import LineId, help_line, name_line, number_line, screen_line
from device.show.setup import OptionValue
from device.table.house import Choices, House
from device.table.page_kinds import Page
from device.table.pages.names import value_line, value_name
from device.table.pages.question import Question
from device.table.state import Table, TableStep
from device.words.catalogue import LAST_RESORT


class Value(Struct, frozen=True):
    """One place of the dial while an item is being set."""

    text: str
    spoken: tuple[LineId, ...]
    choices: Choices
    helped: bool = True  # False where its word names an item as well, whose line of help is about something else


class Item(Struct, frozen=True):
    """A row of a menu. `line` names it, on the screen and aloud; `n` is the number that goes into it."""

    line: LineId
    values: tuple[Value, ...] = ()
    index: int = 0
    opens: str | Page = ""  # another menu, or a page
    asks: Question | None = None
    does: Callable[[House, Table, float], TableStep] | None = None
    n: int | None = None
    printed: str = ""  # what stands on the card; the line is what it is called here
    named: str = ""  # a name that people gave, in the place of the line
    shows: str = ""  # what stands there now, for an item that opens or does something
    state: str = ""  # how it is now, for an item that does something

    @property
    def spoken(self) -> tuple[LineId, ...]:
        name = (name_line(self.named),) if self.named else ()
        return (self.line,) if self.n is None else (number_line(self.n), *name)


ItemsOf = Callable[[House, Table], tuple[Item, ...]]
"""The rows of a menu as they are now."""


def first_help(house: House, *lines: LineId) -> tuple[LineId, ...]:
    """Return the line of help for the first of these that has one."""
    found = (help_line(line) for line in lines)
    return tuple(line for line in found if house.words.line(LAST_RESORT, line))[:1]


def setting(house: House, table: Table, key: str, now: OptionValue, all_: Iterable["Change"]) -> Item:
    """Make a row over values with names of their own: on and off, numbers, or words `value.<key>.<value>`."""
    words, language = house.words, table.choices.language
    changes = tuple(all_)
    values = tuple(
        Value(value_name(words, language, key, value), value_line(words, key, value), choices)
        for value, choices in changes
    )
    index = next((n for n, (value, _) in enumerate(changes) if value == now), 0)
    return Item(screen_line(key), values, index)


def choice(house: House, table: Table, key: str, values: Iterable[OptionValue]) -> Item:
    """Make a row over the values of a field of `Choices`, whose name is that of the row."""
    choices, field = table.choices, key.replace("-", "_")
    changes = [(value, replace(choices, **{field: value})) for value in values]
    return setting(house, table, key, getattr(choices, field), changes)


Change = tuple[OptionValue, Choices]
