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

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from device.games.wherewolf.decks.role_draw import ALL_CARDS
from device.games.wherewolf.decks.role_findings import FEWEST_PLAYERS, role_faults
from device.games.wherewolf.rules.roles import ROLE_TABLE
from device.kernel.errors import BadFile
from device.kernel.reading import parse_toml
from device.show.setup import DeckName, Scenario


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    level: Annotated[int, Meta(ge=1, le=5)]
    moons: Annotated[int, Meta(ge=1, le=2)]
    fewest: Annotated[int, Meta(ge=FEWEST_PLAYERS, le=ALL_CARDS)]
    possible: tuple[str, ...]
    names: Mapping[str, DeckName]
    joins: tuple[tuple[str, ...], ...] = ()
    say: Mapping[str, DeckName] = {}


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
    if "en" not in read.names:
        raise BadFile(file, "names", "needs at least a name in English (en)")
    players = tuple(range(read.fewest, read.fewest + len(read.joins) + 1))
    found = RoleScenario(
        Scenario(name, read.names, players, read.level, read.say), read.moons, read.possible, read.joins
    )
    _check(found, file)
    return found


def _check(found: RoleScenario, file: str) -> None:
    """Check that every number of players has a legal choice of roles, within the moons."""
    for players in found.scenario.players:
        possible = found.possible(players)
        key = "possible" if players == found.scenario.players[0] else "joins"
        wrong = role_faults(possible, players)
        if wrong:
            raise BadFile(file, key, f"for {players} players: {wrong[0].sentence}")
        beyond = next((role for role in possible if ROLE_TABLE[role].moon > found.moons), None)
        if beyond is not None:
            raise BadFile(file, key, f"{beyond} has {ROLE_TABLE[beyond].moon} moons, and the scenario {found.moons}")
