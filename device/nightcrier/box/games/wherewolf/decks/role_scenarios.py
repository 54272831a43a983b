"""Scenarios of Wherewolf, one file each in `config/scenarios/wherewolf`: the possible roles for the fewest players, and
who joins them with each further one.

level = 2
moons = 1
fewest = 8
possible = ["seer", "pack-leader", ...]
joins = [["bard"], ["witch", "hermit"]]   # one row for each further player

[names]
en = "First Moon"
"""

from typing import Annotated

from msgspec import Meta, Struct

from nightcrier.box.games.wherewolf.decks.possible_roles import FEWEST_PLAYERS, role_faults
from nightcrier.box.games.wherewolf.decks.role_draw import ALL_CARDS
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.show.decks import DeckFile, check_decks
from nightcrier.box.show.setup import Scenario
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.reading import parse_toml


class _File(DeckFile, frozen=True, forbid_unknown_fields=True):
    moons: Annotated[int, Meta(ge=1, le=2)]
    fewest: Annotated[int, Meta(ge=FEWEST_PLAYERS, le=ALL_CARDS)]
    possible: tuple[str, ...]
    joins: tuple[tuple[str, ...], ...] = ()


class RoleScenario(Struct, frozen=True):
    """A scenario with its possible roles."""

    scenario: Scenario
    moons: int
    first: tuple[str, ...]
    joins: tuple[tuple[str, ...], ...]

    def possible(self, players: int) -> tuple[str, ...]:
        """The possible roles for so many players; none where the scenario is not made for that many."""
        if players not in self.scenario.players:
            return ()
        joined = self.joins[: players - self.scenario.players[0]]
        return (*self.first, *(role for row in joined for role in row))


def role_scenario_from(data: bytes, name: str) -> RoleScenario:
    """A file, checked; its id is the file's name. Raises `BadFile` with file, key and what is wanted."""
    file = f"{name}.toml"
    read = parse_toml(data, _File, file)
    scenario = read.scenario(file, name, read.fewest, len(read.joins))
    found = RoleScenario(scenario, read.moons, read.possible, read.joins)
    check_decks(file, scenario, "possible", "joins", lambda players: role_faults(found.possible(players), players))
    _check_moons(found, file)
    return found


def _check_moons(found: RoleScenario, file: str) -> None:
    for key, roles in (("possible", found.first), *(("joins", row) for row in found.joins)):
        for role in roles:
            if ROLE_TABLE[role].moon > found.moons:
                raise BadFile(file, key, f"{role} has {ROLE_TABLE[role].moon} moons, and the scenario {found.moons}")
