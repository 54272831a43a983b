"""Makes Wherewolf known to the box, as a game for the table and for the judge."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Raw

from nightcrier.box.show.plug import JudgePlug
from nightcrier.kernel.ids import LineId, screen_line

if TYPE_CHECKING:
    from nightcrier.box.games.wherewolf.game import Wherewolf
    from nightcrier.box.games.wherewolf.options import RoleScenario


_NEVER_SAID = ("end", "help", "moment", "why", "wins")
"""The kinds of words that are only shown on the glass. No voice records them."""
_BESIDE_SEATS = ("house.nobody", "wherewolf.keeps", "wherewolf.not-tonight", "wherewolf.one-is-enough")


class WherewolfPlug(JudgePlug, frozen=True):
    """The plug of Wherewolf. The game's modules are imported only when they are needed."""

    id: str = "wherewolf"
    rank: int = 3
    folder: str = "wherewolf"
    shown_only: tuple[str, ...] = tuple(f"wherewolf.{kind}." for kind in _NEVER_SAID)
    beside_seats: tuple[LineId, ...] = tuple(map(screen_line, _BESIDE_SEATS))

    def scenario_kind(self) -> type[Any]:
        from nightcrier.box.games.wherewolf.options import RoleScenario

        return RoleScenario

    def read_scenario(self, data: bytes, name: str) -> "RoleScenario":
        from nightcrier.box.games.wherewolf.options import role_scenario_from

        return role_scenario_from(data, name)

    def table_game(self, scenarios: "Sequence[RoleScenario]") -> "Wherewolf":
        from nightcrier.box.games.wherewolf.game import Wherewolf

        return Wherewolf(scenarios)

    def judge_game(self, content: Raw) -> dict[str, Any]:
        from nightcrier.box.games.wherewolf.sheets.judge_report import report_sheet

        return report_sheet(content)

    def tell_game(self, content: Raw) -> list[str]:
        from nightcrier.box.games.wherewolf.sheets.judge_report import judge_content
        from nightcrier.box.games.wherewolf.sheets.judge_story import story_of_wherewolf

        return story_of_wherewolf(judge_content(content))


PLUG = WherewolfPlug()
