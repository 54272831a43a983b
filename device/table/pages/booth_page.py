"""What hands do where somebody records. The dial reads on, and goes on to other lines; a press plays the line as it
sounds now. START begins a take, ends it, and keeps it; BACK speaks it again, or gives up."""

from msgspec.structs import replace

from device.kernel.booth import CutTake, DropTake, KeepTake, RollTake, TakeOrder
from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.show.cues import Hush
from device.table.booth import booth_wish, hear_take
from device.table.effects import DirectTake, Effect
from device.table.house import House
from device.table.page_kinds import BoothPage, HomePage, ShownPage
from device.table.pages.booth_view import FAINTEST, booth_view, line_parts
from device.table.state import BoothMood, OpenedBooth, Table, TableStep
from device.table.talk import speak
from device.table.view import View


class ShownBooth(ShownPage, frozen=True):
    page: BoothPage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        booth = table.booth
        match event.control, event.gesture:
            case Control.BACK, Gesture.HOLD:
                return replace(table, page=HomePage()), ()
            case Control.BACK, Gesture.PRESS:
                return _back(table, self.page, booth) if booth else (replace(table, page=self.page.under), ())
            case Control.START, Gesture.PRESS if booth:
                return _start(house, table, booth)
            case Control.DIAL, Gesture.PRESS if booth:
                return _listen(table, booth)
            case Control.DIAL, Gesture.TURN if booth and booth.lines:
                return _turned(house, table, booth, event.steps)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        return booth_view(house, table)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


def _start(house: House, table: Table, booth: OpenedBooth) -> TableStep:
    match booth.mood:
        case BoothMood.KEYS:
            return _become(table, booth, BoothMood.READING)
        case BoothMood.LICENCE:
            return _become(table, booth, BoothMood.KEYS)
        case BoothMood.REFUSED if booth.keeps_again:
            return _become(table, booth, BoothMood.CUT, KeepTake())
        case BoothMood.READING | BoothMood.REFUSED if booth.lines:
            return _roll(table, booth)
        case BoothMood.SPEAKING:
            return _become(table, replace(booth, part=0), BoothMood.CUT, CutTake())
        case BoothMood.HEARING:
            return _become(table, booth, BoothMood.CUT, KeepTake())
        case BoothMood.CLOSED:
            return replace(table, booth=OpenedBooth(BoothMood.READING)), (booth_wish(house, table),)
    return table, ()


def _back(table: Table, page: BoothPage, booth: OpenedBooth) -> TableStep:
    match booth.mood:
        case BoothMood.HEARING:
            return _roll(table, booth)
        case BoothMood.COUNTED_IN | BoothMood.SPEAKING | BoothMood.CUT | BoothMood.REFUSED:
            return _become(table, replace(booth, part=0), BoothMood.READING, DropTake())
    return replace(table, page=page.under), (Hush(),)


def _roll(table: Table, booth: OpenedBooth) -> TableStep:
    """In silence: the microphone listens to the room first. The line is read from its beginning."""
    line, _ = booth.lines[booth.index]
    waiting = replace(booth, part=0, count=0, level_db=FAINTEST, take=None)
    return _become(table, waiting, BoothMood.COUNTED_IN, RollTake(line))


def _become(table: Table, booth: OpenedBooth, mood: BoothMood, order: TakeOrder | None = None) -> TableStep:
    effects: tuple[Effect, ...] = (Hush(), DirectTake(order)) if order else (Hush(),)
    return replace(table, booth=replace(booth, mood=mood), caption=None), effects


def _listen(table: Table, booth: OpenedBooth) -> TableStep:
    """What was spoken just now, else how the line sounds before anybody speaks it."""
    match booth.mood:
        case BoothMood.HEARING:
            return hear_take(table, booth)
        case BoothMood.READING | BoothMood.REFUSED if booth.lines:
            return speak(table, booth.lines[booth.index][0], menu=True)
    return table, ()


def _turned(house: House, table: Table, booth: OpenedBooth, steps: int) -> TableStep:
    """Through the parts of the line; past them to the next, unless somebody speaks it."""
    match booth.mood:
        case BoothMood.COUNTED_IN | BoothMood.SPEAKING:
            last = len(line_parts(house, table, booth)) - 1
            return replace(table, booth=replace(booth, part=max(0, min(last, booth.part + steps)))), ()
        case BoothMood.READING | BoothMood.HEARING | BoothMood.REFUSED:
            return _other_line(house, table, booth, steps)
    return table, ()


def _other_line(house: House, table: Table, booth: OpenedBooth, steps: int) -> TableStep:
    at = booth
    for _ in range(abs(steps)):
        at = _one_on(house, table, at) if steps > 0 else _one_back(house, table, at)
    if at.index == booth.index:
        return replace(table, booth=replace(booth, part=at.part)), ()
    return _become(table, replace(at, take=None), BoothMood.READING, DropTake())


def _one_on(house: House, table: Table, booth: OpenedBooth) -> OpenedBooth:
    if booth.part + 1 < len(line_parts(house, table, booth)):
        return replace(booth, part=booth.part + 1)
    return replace(booth, index=booth.index + 1, part=0) if booth.index + 1 < len(booth.lines) else booth


def _one_back(house: House, table: Table, booth: OpenedBooth) -> OpenedBooth:
    if booth.part:
        return replace(booth, part=booth.part - 1)
    if not booth.index:
        return booth
    before = replace(booth, index=booth.index - 1)
    return replace(before, part=len(line_parts(house, table, before)) - 1)
