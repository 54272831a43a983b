"""How many play? Asked by START on a box on which nobody has said so yet. The dial counts, START begins the game with
so many, BACK leads home, and the number stays unsaid."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId, number_line
from device.show.cues import Hush
from device.table.chosen_number import scenario_now, with_players
from device.table.effects import Remember
from device.table.house import House
from device.table.page_kinds import HomePage, NumberPage, ShownPage
from device.table.pages import home
from device.table.pages.names import number
from device.table.state import Table, TableStep
from device.table.view import Size, Text, View


class ShownNumber(ShownPage, frozen=True):
    page: NumberPage

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                return replace(table, page=NumberPage(_turned(house, self.page.number, event.steps), turned=True)), ()
            case Control.START, Gesture.PRESS:
                return _begin(house, table, self.page, event.at)
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=HomePage(), caption=None), (Hush(),)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        words, language = house.words, table.choices.language
        head, foot = (Text(words.screen(language, key), Size.SMALL) for key in ("players", "welcome.choose"))
        chosen = Text(
            words.screen(language, "home.players", n=number(words, language, str(self.page.number))), Size.LARGE
        )
        return View("number", language, (head, chosen, foot), head=True, kept=(chosen,))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Said to everybody, as in the welcome."""
        count = number_line(self.page.number)
        return (count,) if self.page.turned else (LineId("welcome.players"), count)


def _turned(house: House, now: int, steps: int) -> int:
    """As many as any game is for."""
    scenarios = (scenario for game in house.games.values() for scenario in game.scenarios())
    counts = sorted({now, *(n for scenario in scenarios for n in scenario.players)})
    return counts[max(0, min(len(counts) - 1, counts.index(now) + steps))]


def _begin(house: House, table: Table, page: NumberPage, at: float) -> TableStep:
    """What START does at home, where so many sit. The deck stays: where it is for others, START asks before it is
    played with the nearest number."""
    nearest = min(scenario_now(house, table.choices).players, key=lambda n: abs(n - page.number))
    choices = replace(with_players(table.choices, nearest), players=page.number)
    begun, effects = home.begin_or_advise(house, replace(table, page=HomePage(), choices=choices, caption=None), at)
    return begun, (Hush(), Remember(choices), *effects)
