"""What to know, or to lay out, before a deck is played: one thing after the other by dial. START goes on, BACK thinks
again."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.table.house import House
from device.table.page_kinds import AdvicePage, ShownPage
from device.table.pages.home import offer_or_start
from device.table.pages.names import fact_lines, fact_text, number
from device.table.state import Table, TableStep
from device.table.view import Pair, Size, Text, View

_QUESTIONS = frozenset({"advice.other-number", "advice.only-number", "advice.won"})
"""What START says yes to, and BACK no; the rest is only told."""


class ShownAdvice(ShownPage, frozen=True):
    page: AdvicePage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                index = max(0, min(len(self.page.facts) - 1, self.page.index + event.steps))
                return replace(table, page=replace(self.page, index=index)), ()
            case Control.START, Gesture.PRESS:
                return offer_or_start(house, table, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.page.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language = table.choices.language
        place = number(house.words, language, f"{self.page.index + 1}/{len(self.page.facts)}")
        title = Pair(house.words.screen(language, "advice.title"), place)
        fact = self.page.facts[self.page.index]
        text = Text(fact_text(house.words, language, fact), Size.LARGE)
        foot = (Text(house.words.screen(language, "advice.answers"), Size.SMALL),) if fact.key in _QUESTIONS else ()
        return View("advice", language, (title, text, *foot), head=True, kept=foot)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return LineId("screen.advice.title"), *fact_lines(self.page.facts[self.page.index])
