"""Defines the options of Wherewolf, with the rulebook's game as defaults, and its scenarios, one file each.

A scenario names the possible roles for the fewest players, and the roles that each further player adds:

    level = 2
    fewest = 8
    possible = ["seer", "pack-leader", ...]
    joins = [["bard"], ["witch", "hermit"]]   # one row for each further player

    [names]
    en = "First Moon"
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from nightcrier.box.games.wherewolf.decks.role_checks import FEWEST_PLAYERS, role_faults
from nightcrier.box.games.wherewolf.decks.role_draw import ALL_CARDS, ShadowSide
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, Switches
from nightcrier.box.show.deck_checks import DeckFile, check_decks
from nightcrier.box.show.plug import choices_of, legal_options
from nightcrier.box.show.setup import MAIN, RULES, OptionValue, Scenario
from nightcrier.kernel.errors import BadFile, near_word
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.reading import parse_toml

Leader = Literal["moderator", "box"]
Dealing = Literal["stacked", "entered", "unknown"]
Assembly = Literal["open", 3, 5, 8, 10, 15, 20]
Latent = Literal["off", "drawn", "chosen"]
MonkRoles = Literal["drawn", "chosen"]
Talk = Literal["free", "turns"]
WolfPace = Literal["slow", "normal", "fast"]
WolfWording = Literal["evening", "full", "short"]

_TIMED_MINUTES = 10
"""The minutes of a timed day if nobody has chosen the length of the talk."""
_MINUTE: Seconds = 60.0
_SLOWER = {"slow": 1.4, "normal": 1.0, "fast": 0.8}


class WherewolfOptions(Struct, frozen=True):
    host: Annotated[Leader, MAIN] = "moderator"  # who leads: a person with the glass before him, or the box alone
    dealing: Annotated[Dealing, MAIN] = "stacked"  # with a moderator: if, and how, the box learns the roles
    shadow: ShadowSide = "about"  # how many are on the Shadow's side, as against a quarter of the players
    pace: Annotated[WolfPace, MAIN] = "normal"
    wording: WolfWording = "evening"  # with a moderator: in full what is new to this table; short says not what for
    assembly: Annotated[Assembly, MAIN] = "open"
    timed_day: Annotated[bool, MAIN] = False  # one clock for talk and votes; at zero night falls without a pyre
    role_reveal: bool = False
    open_vote: bool = False
    amulet_sword: bool = False
    talk: Talk = "free"  # in turns: each has the floor once; a timed day has one clock for all, and its talk stays free
    latent: Latent = "off"
    monk_roles: MonkRoles = "drawn"  # with a moderator: who chooses the roles that the Monk learns
    tavern_first_morning: Annotated[bool, RULES] = False
    healer_saves_named: Annotated[bool, RULES] = False
    full_windows: bool = False  # without a moderator: no turn ends at a press
    dead_lead: bool = False  # without a moderator: who dies first may lead from then on

    @property
    def in_turns(self) -> bool:
        return self.talk == "turns" and not self.timed_day

    def talk_length(self, day: int) -> Seconds | None:
        """Return the seconds that the assembly may talk on a day, or None for no limit. The first talk lasts half as
        long, because nothing has happened yet. On a timed day it lasts the whole time, because the votes take as long
        as on other days."""
        if self.timed_day:
            return (_TIMED_MINUTES if self.assembly == "open" else self.assembly) * _MINUTE
        return None if self.assembly == "open" else self.assembly * _MINUTE / (2 if day == 1 else 1)

    @property
    def switches(self) -> Switches:
        """The referee's switches, with the menu's values for those in the menu, and the defaults for all others."""
        return Switches(tavern_first_morning=self.tavern_first_morning, healer_saves_named=self.healer_saves_named)

    def seconds(self, usual: Seconds) -> Seconds:
        """Return the length of a window at the chosen pace."""
        return usual * _SLOWER[self.pace]


WHEREWOLF_CHOICES = choices_of(WherewolfOptions)
"""The options in the form in which the menu offers them."""


def wherewolf_options(remembered: Mapping[str, OptionValue]) -> WherewolfOptions:
    """Return the options that a box remembers. An invalid value is replaced by the default."""
    return msgspec.convert(legal_options(WHEREWOLF_CHOICES, remembered), WherewolfOptions)


class _File(DeckFile, frozen=True, forbid_unknown_fields=True):
    fewest: Annotated[int, Meta(ge=FEWEST_PLAYERS, le=ALL_CARDS)]
    possible: tuple[str, ...]
    joins: tuple[tuple[str, ...], ...] = ()


class RoleScenario(Struct, frozen=True):
    scenario: Scenario
    first: tuple[str, ...]
    joins: tuple[tuple[str, ...], ...]

    def possible(self, players: int) -> tuple[str, ...]:
        """Return the possible roles for a number of players, or none if the scenario does not fit that number."""
        if players not in self.scenario.players:
            return ()
        joined = self.joins[: players - self.scenario.players[0]]
        return (*self.first, *(role for row in joined for role in row))


def role_scenario_from(data: bytes, name: str) -> RoleScenario:
    """Read and check a scenario file. The id of the scenario is the name of the file. Raises `BadFile` with the file,
    the key and the expected value."""
    file = f"{name}.toml"
    read = parse_toml(data, _File, file)
    scenario = read.scenario(file, name, read.fewest, len(read.joins))
    found = RoleScenario(scenario, read.possible, read.joins)
    for key, roles in (("possible", read.possible), ("joins", [role for row in read.joins for role in row])):
        if unknown := [role for role in roles if role not in ROLE_TABLE]:
            raise BadFile(file, key, f"expected a role, got {unknown[0]!r}{near_word(unknown[0], ROLE_TABLE)}")
    check_decks(file, scenario, "possible", "joins", lambda players: role_faults(found.possible(players), players))
    return found
