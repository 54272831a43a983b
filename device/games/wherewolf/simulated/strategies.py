"""Two simple ways to play, for simulated games: everything by lot; or wolves who spare wolves, and a Village that
follows the Seer once she has come out."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.referee.open_choices import PowerChoice
from device.games.wherewolf.referee.pack import PACK_POWERS
from device.games.wherewolf.referee.records import NightRecord
from device.kernel.chance import Chance


class SeerFindings(Struct, frozen=True):
    """The findings of the Seer so far, by seat: whether the aura is dark. She comes out with the first dark one."""

    auras: dict[int, bool] = {}

    @property
    def came_out(self) -> bool:
        return any(self.auras.values())


def further_findings(before: SeerFindings, night: NightRecord) -> SeerFindings:
    """The findings of the Seer with those of one more night."""
    seen = {e.target: bool(e.answer) for e in night.told if e.power == "seer" and e.target is not None}
    return SeerFindings(before.auras | seen)


class Strategy(Protocol):
    """A way in which a simulated table plays."""

    def target(self, state: GameState, found: SeerFindings, choice: PowerChoice, chance: Chance) -> int:
        """Choose on whom a power is used."""
        ...

    def vote(self, state: GameState, found: SeerFindings, seat: int, open_to: Sequence[int], chance: Chance) -> int:
        """Choose for whom a seat votes."""
        ...


class RandomStrategy:
    """A way to play in which all is done by lot."""

    def target(self, state: GameState, found: SeerFindings, choice: PowerChoice, chance: Chance) -> int:
        return chance.pick(choice.targets)

    def vote(self, state: GameState, found: SeerFindings, seat: int, open_to: Sequence[int], chance: Chance) -> int:
        return chance.pick(open_to)


class SeerStrategy:
    """A way to play: wolves neither attack nor accuse wolves and hunt the Seer who has come out. She asks about
    somebody new each night; whoever is no wolf votes for a dark aura she has found, and otherwise for nobody she has
    cleared."""

    def target(self, state: GameState, found: SeerFindings, choice: PowerChoice, chance: Chance) -> int:
        seer = holder(state, "seer") if found.came_out else None
        preferred = choice.targets
        if choice.power in PACK_POWERS:
            preferred = _no_wolves(state, choice.targets)
            preferred = (seer,) if seer in preferred and seer is not None else preferred
        elif choice.power == "seer":
            preferred = tuple([seat for seat in choice.targets if seat not in found.auras])
        elif choice.power in ("witch", "healer") and seer in choice.targets and seer is not None:
            preferred = (seer,)
        return chance.pick(preferred or choice.targets)

    def vote(self, state: GameState, found: SeerFindings, seat: int, open_to: Sequence[int], chance: Chance) -> int:
        if state.players[seat].strength:
            return chance.pick(_no_wolves(state, open_to) or open_to)
        others = [other for other in open_to if other != seat]
        if found.came_out:
            dark = [other for other in others if found.auras.get(other)]
            if dark:
                return dark[0]
            others = [other for other in others if other not in found.auras and other != holder(state, "seer")]
        return chance.pick(others or open_to)


def _no_wolves(state: GameState, seats: Sequence[int]) -> tuple[int, ...]:
    return tuple([seat for seat in seats if not state.players[seat].strength])


class SimulatedTable(Struct, frozen=True):
    """A table that plays: its state, what the Seer has found, and how it chooses."""

    state: GameState
    found: SeerFindings
    strategy: Strategy
    chance: Chance

    def target(self, choice: PowerChoice) -> int:
        return self.strategy.target(self.state, self.found, choice, self.chance)

    def vote(self, seat: int, open_to: Sequence[int]) -> int:
        return self.strategy.vote(self.state, self.found, seat, open_to, self.chance)


STRATEGIES: dict[str, Strategy] = {"random": RandomStrategy(), "seer": SeerStrategy()}
"""The strategies by the name under which `nightcrier decks` shows them."""
