"""What the tests of recording at the box share: two lines, the news of the booth, and how far the table has come."""

from collections.abc import Sequence

from device.kernel.booth import BoothNews
from device.kernel.events import BoothSaid
from device.kernel.ids import LineId
from device.table.core.effects import Effect
from device.table.drawing.view import view_lines
from device.table.look import look
from device.table.plugs.recording.booth_view import BoothMood, OpenedBooth
from tests.table.evening import Evening

ONE, TWO = LineId("one"), LineId("two")
LONG = " ".join(["A line of which the glass holds a part at a time."] * 4)


def news(evening: Evening, *told: BoothNews) -> Sequence[Effect]:
    return [effect for each in told for effect in evening.send(BoothSaid(evening.at, each))]


def shown(evening: Evening) -> list[str]:
    return view_lines(look(evening.house, evening.table))


def mood(evening: Evening) -> BoothMood | None:
    booth = evening.table.of(OpenedBooth)
    return booth.mood if booth else None
