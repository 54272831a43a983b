"""Plugs Owls in: at the table, for the judge, and with words of its own."""

from collections.abc import Sequence

import msgspec
from msgspec import Raw, Struct

from nightcrier.box.show.plug import Game, JudgePlug
from nightcrier.box.show.setup import Scenario
from nightcrier.kernel.errors import RefusedGame
from nightcrier.kernel.reading import parse_toml


class OwlFile(Struct, frozen=True, forbid_unknown_fields=True):
    players: tuple[int, ...]
    names: dict[str, str]


class OwlSheet(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    hoots: list[int]


class OwlReport(Struct, frozen=True):
    loudest: int


class OwlsPlug(JudgePlug, frozen=True):
    id: str = "owls"
    rank: int = 9
    folder: str = "owls"
    shown_only: tuple[str, ...] = ("owls.secret.",)
    beside_seats: tuple[str, ...] = ("screen.owls.secret.tree",)

    def read_scenario(self, data: bytes, name: str) -> Scenario:
        read = parse_toml(data, OwlFile, name)
        return Scenario(name, read.names, read.players)

    def table_game(self, scenarios: Sequence[Scenario]) -> Game:
        from nightcrier.box.games.owls.game import Owls

        return Owls(tuple(scenarios))

    def judge_game(self, content: Raw) -> OwlReport:
        hoots = msgspec.json.decode(content, type=OwlSheet).hoots
        if min(hoots) < 0:
            raise RefusedGame("nobody hoots less than never", seat=1)
        return OwlReport(hoots.index(max(hoots)) + 1)

    def tell_game(self, content: Raw) -> list[str]:
        return [f"The loudest owl sat on seat {self.judge_game(content).loudest}."]


PLUG = OwlsPlug()
