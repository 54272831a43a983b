"""The page of a stick that was put in: what lies on it, what may be done, and what came of that."""

from functools import partial

from msgspec.structs import replace

from device.kernel.chores import Chore, ChoreDone, StickIn
from device.kernel.ids import LineId, screen_line
from device.table.chores import STICK_PAGE, ask_root, counted_rows, done_word
from device.table.effects import Rouse
from device.table.house import House
from device.table.menus.items import Item
from device.table.page_kinds import HomePage, Question
from device.table.pages.names import number
from device.table.pages.question import ask_over
from device.table.state import Table, TableStep
from device.table.talk import speak


def offer_stick(house: House, table: Table, at: float) -> TableStep:
    """A hand has just put it in: a box that sleeps wakes, and says the row on which the dial stands."""
    waiting = replace(table, stick_waits=False, chore=None, page=STICK_PAGE)
    first, *_ = stick_items(house, waiting)
    asked, said = speak(waiting, first.line)
    return replace(asked, touched=at, asleep=False, dozing=False), (Rouse(), *said)


def stick_items(house: House, table: Table) -> tuple[Item, ...]:
    match table.chore:
        case Chore():
            return (Item(screen_line("stick.working")),)
        case ChoreDone():
            return _came_of(house, table, table.chore)
    stick = table.stick or StickIn()
    files = house.words.screen(table.choices.language, "stick.files", n=_number(house, table, stick.files))
    take = Item(LineId("screen.stick.take"), does=partial(_choose, Chore.TAKE), shows=files)
    update = Item(LineId("screen.stick.update"), does=partial(_choose, Chore.UPDATE), shows=stick.update)
    restore = Item(LineId("screen.stick.restore"), does=partial(_ask, Question.RESTORE), shows=_number_of_saved(stick))
    return (
        *((take,) if stick.files else ()),
        Item(LineId("screen.stick.save"), does=partial(_choose, Chore.SAVE)),
        *((update,) if stick.update else ()),
        *((restore,) if stick.saved else ()),
        *((Item(LineId("screen.stick.undo"), does=partial(_ask, Question.UNDO_RESTORE)),) if stick.has_before else ()),
        Item(LineId("screen.stick.nothing"), does=_leave),
    )


def _came_of(house: House, table: Table, done: ChoreDone) -> tuple[Item, ...]:
    rows = ((screen_line(key), _number(house, table, count)) for key, count in counted_rows(done))
    return Item(done_word(done), does=_leave), *(Item(line, does=_leave, shows=shows) for line, shows in rows)


def _number(house: House, table: Table, count: int) -> str:
    return number(house.words, table.choices.language, str(count))


def _number_of_saved(stick: StickIn) -> str:
    """As it stands in the name of the file: the first has none."""
    return str(stick.saved) if stick.saved > 1 else ""


def _choose(chore: Chore, house: House, table: Table, at: float) -> TableStep:
    return ask_root(table, chore)


def _ask(question: Question, house: House, table: Table, at: float) -> TableStep:
    """Before what the box has is replaced."""
    return ask_over(table, question)


def _leave(house: House, table: Table, at: float) -> TableStep:
    return replace(table, page=HomePage(), chore=None), ()
