"""The scenarios of Wherewolf, and their possible roles."""

from collections.abc import Sequence

from device.games.wherewolf.decks.role_scenarios import RoleScenario
from device.games.wherewolf.rules.roles import ROLE_TABLE, card_copies
from device.kernel.errors import WrongUse
from device.show.facts import Fact, Word
from device.show.plug import LengthOf, NameOf
from device.show.setup import Scenario, Setup


class RoleShelf:
    """All scenarios, from the easiest to the hardest. The cards of a deck are its possible roles."""

    id = "wherewolf"

    def __init__(self, scenarios: Sequence[RoleScenario]) -> None:
        ladder = sorted(scenarios, key=lambda named: (named.scenario.level, named.scenario.id))
        self._named = {named.scenario.id: named for named in ladder}

    def scenarios(self) -> tuple[Scenario, ...]:
        return tuple(named.scenario for named in self._named.values())

    def card_fact(self, card: str) -> Fact:
        """Roles of other games have some of the same ids."""
        return Word(f"{self.id}.{card}")

    def cards(self) -> tuple[tuple[str, int], ...]:
        return tuple((role, card_copies(role)) for role in ROLE_TABLE)

    def deck(self, setup: Setup) -> tuple[str, ...]:
        """The possible roles that were chosen, else the scenario's; none where it is not made for so many players. They
        stay in their order: what is drawn from them hangs on it."""
        named = self._named.get(setup.scenario)
        if setup.deck:
            return setup.deck
        return () if named is None else named.possible(setup.players)

    def named(self, setup: Setup) -> RoleScenario:
        """The scenario that was chosen, for so many players. Raises `WrongUse` where it cannot be played."""
        named = self._named.get(setup.scenario)
        if named is None:
            raise WrongUse(f"There is no scenario {setup.scenario!a}; choose another.")
        first, last = named.scenario.players[0], named.scenario.players[-1]
        if setup.players not in named.scenario.players:
            raise WrongUse(f"This scenario is for {first} to {last} players, not {setup.players}.")
        return named

    def deck_sheet(self, setup: Setup, name: NameOf, length: LengthOf) -> list[str]:
        """Its rows. Raises `WrongUse` for what cannot be played."""
        from device.games.wherewolf.sheet.role_sheet import role_sheet

        return role_sheet(self.named(setup), setup.players)
