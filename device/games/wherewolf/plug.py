"""How Wherewolf plugs in: for the judge, with its scenarios to be looked at, and words for the eye
only. It is not played at the table yet."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Raw, Struct

if TYPE_CHECKING:
    from device.games.wherewolf.decks.role_scenarios import RoleScenario
    from device.games.wherewolf.role_shelf import RoleShelf


class WherewolfPlug(Struct, frozen=True):
    """Imports what it is asked for when it is asked for it."""

    id: str = "wherewolf"
    rank: int = 3
    folder: str = "wherewolf"
    shown_only: tuple[str, ...] = ("wherewolf.",)

    def read_scenario(self, data: bytes, name: str) -> "RoleScenario":
        from device.games.wherewolf.decks.role_scenarios import role_scenario_from

        return role_scenario_from(data, name)

    def scenario_shelf(self, scenarios: "Sequence[RoleScenario]") -> "RoleShelf":
        from device.games.wherewolf.role_shelf import RoleShelf

        return RoleShelf(scenarios)

    def judge_game(self, content: Raw) -> Struct:
        from device.games.wherewolf.sheet.judged_sheet import report_sheet

        return report_sheet(content)

    def tell_game(self, content: Raw) -> list[str]:
        from device.games.wherewolf.sheet.judged_sheet import record_of
        from device.games.wherewolf.sheet.story_of_game import story_of

        return story_of(record_of(content))


PLUG = WherewolfPlug()
