"""Makes GROWL known to the box, as a game for the table and for the judge. Some of its words are never spoken."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from nightcrier.box.show.plug import JudgePlug
from nightcrier.box.show.setup import Scenario
from nightcrier.kernel.ids import LineId, role_line, screen_line

if TYPE_CHECKING:
    from nightcrier.box.games.growl.game import Growl


_BESIDE_SEATS = (
    *("growl.turn.night", "growl.turn.dead", "growl.neighbors", "growl.last", "growl.by-seat"),
    *("growl.left", "growl.right"),
)


class GrowlPlug(JudgePlug, frozen=True):
    """The plug of GROWL. The modules of the game are imported only when the game is needed."""

    id: str = "growl"
    rank: int = 2
    folder: str = "growl"
    beside_seats: tuple[LineId, ...] = (role_line("final-night"), *map(screen_line, _BESIDE_SEATS))

    def scenario_kind(self) -> type[Any]:
        return Scenario

    def read_scenario(self, data: bytes, name: str) -> Scenario:
        from nightcrier.box.games.growl.options import growl_scenario

        return growl_scenario(data, name)

    def table_game(self, scenarios: Sequence[Scenario]) -> "Growl":
        from nightcrier.box.games.growl.game import Growl

        return Growl(scenarios)

    def judge_game(self, content: Raw) -> Mapping[str, Any]:
        from nightcrier.box.games.growl.sheets.judge_report import judge_growl

        return judge_growl(content)

    def tell_game(self, content: Raw) -> list[str]:
        from nightcrier.box.games.growl.sheets.judge_report import story_of_growl

        return story_of_growl(content)


PLUG = GrowlPlug()
