"""Provides what the tests of recording at the box share: two lines, news of the booth, the progress of the table."""

from collections.abc import Sequence

from nightcrier.box.events import BoothSaid
from nightcrier.box.table.core.effects import Effect
from nightcrier.box.table.plugs.recording.booth import OpenedBooth
from nightcrier.box.table.plugs.recording.booth_view import BoothMood
from nightcrier.kernel.booth_messages import BoothNews
from nightcrier.kernel.ids import LineId
from tests.box.table.evening import Evening

ONE, TWO = LineId("one"), LineId("two")
LONG = " ".join(["A line of which the glass holds a part at a time."] * 4)


def news(evening: Evening, *told: BoothNews) -> Sequence[Effect]:
    return [effect for each in told for effect in evening.send(BoothSaid(evening.at, each))]


def mood(evening: Evening) -> BoothMood | None:
    booth = evening.table.of(OpenedBooth)
    return booth.mood if booth else None
