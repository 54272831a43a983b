"""The plug of One Night: a game for the table and for the judge. Some of its words are only shown and never spoken."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Raw, Struct

from nightcrier.box.show.plug import JudgePlug
from nightcrier.kernel.ids import LineId, screen_line

if TYPE_CHECKING:
    from nightcrier.box.games.one_night.game import OneNight
    from nightcrier.box.games.one_night.rules.scenarios import NamedDeck


_BESIDE_SEATS = ("ask.dead.several", "ask.dead.votes", "deal.pass", "deal.own", "deal.center")


class OneNightPlug(JudgePlug, frozen=True):
    """The plug of One Night. The modules of the game are imported only when the game is needed."""

    id: str = "one-night"
    rank: int = 1
    folder: str = ""
    shown_only: tuple[str, ...] = ("deal.",)
    beside_seats: tuple[LineId, ...] = tuple(map(screen_line, _BESIDE_SEATS))

    def scenario_kind(self) -> type[Any]:
        from nightcrier.box.games.one_night.rules.scenarios import NamedDeck

        return NamedDeck

    def read_scenario(self, data: bytes, name: str) -> "NamedDeck":
        from nightcrier.box.games.one_night.rules.scenarios import deck_scenario

        return deck_scenario(data, name)

    def table_game(self, scenarios: "Sequence[NamedDeck]") -> "OneNight":
        from nightcrier.box.games.one_night.game import OneNight

        return OneNight(scenarios)

    def judge_game(self, content: Raw) -> Struct:
        from nightcrier.box.games.one_night.sheets.judge_report import judge_one_night

        return judge_one_night(content)

    def tell_game(self, content: Raw) -> list[str]:
        from nightcrier.box.games.one_night.sheets.judge_report import story_of_sheet

        return story_of_sheet(content)


PLUG = OneNightPlug()
