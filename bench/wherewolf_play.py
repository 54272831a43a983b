"""Plays one simulated game by a simple strategy. The referee judges every night and day.

In one strategy every choice is random. In the other strategy wolves do not attack wolves, and the Village follows the
Seer after she has told her role."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from nightcrier.box.games.wherewolf.referee.game_state import GameState, deal_game, holder
from nightcrier.box.games.wherewolf.referee.night import play_wolf_night
from nightcrier.box.games.wherewolf.referee.night_choices import PowerChoice, night_choices
from nightcrier.box.games.wherewolf.referee.records import (
    DayActs,
    DealtTable,
    NightAction,
    RoundActs,
    VoteSheet,
    VoteSignal,
)
from nightcrier.box.games.wherewolf.referee.victory import victory
from nightcrier.box.games.wherewolf.referee.votes import count_accusation
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, RoundRecord, play_wolf_day
from nightcrier.box.games.wherewolf.rulebook import CITY_ROLES, PACK_POWERS
from nightcrier.kernel.chance import Chance


class SimulatedTable(Struct, frozen=True):
    """A table in a simulated game, at which every choice is random. `auras` are the Seer's answers so far: for each
    seat that she asked about, whether its aura is dark."""

    state: GameState
    auras: Mapping[int, bool]
    chance: Chance

    def target(self, choice: PowerChoice) -> int:
        return self.chance.pick(choice.targets)

    def vote(self, seat: int, open_to: Sequence[int]) -> int:
        return self.chance.pick(open_to)


class SeerTable(SimulatedTable, frozen=True):
    """A table with a Seer who asks about a new player each night, and tells her role after the first dark aura. Wolves
    neither attack nor accuse wolves, and attack a Seer who has told her role. Other players vote for a seat in which
    she saw a dark aura. Without such a seat they vote for a seat that she has not asked about."""

    @property
    def came_out(self) -> bool:
        return any(self.auras.values())

    def target(self, choice: PowerChoice) -> int:
        seer = holder(self.state, "seer") if self.came_out else None
        preferred = choice.targets
        if choice.power in PACK_POWERS:
            preferred = self._no_wolves(choice.targets)
        elif choice.power == "seer":
            preferred = tuple([seat for seat in choice.targets if seat not in self.auras])
        if choice.power in (*PACK_POWERS, "witch", "healer") and seer is not None and seer in preferred:
            preferred = (seer,)
        return self.chance.pick(preferred or choice.targets)

    def vote(self, seat: int, open_to: Sequence[int]) -> int:
        if self.state.players[seat].strength:
            return self.chance.pick(self._no_wolves(open_to) or open_to)
        others = [other for other in open_to if other != seat]
        if self.came_out:
            dark = [other for other in others if self.auras.get(other)]
            if dark:
                return dark[0]
            others = [other for other in others if other not in self.auras and other != holder(self.state, "seer")]
        return self.chance.pick(others or open_to)

    def _no_wolves(self, seats: Sequence[int]) -> tuple[int, ...]:
        return tuple([seat for seat in seats if not self.state.players[seat].strength])


Strategy = type[SimulatedTable]
STRATEGIES: Mapping[str, Strategy] = {"random": SimulatedTable, "seer": SeerTable}


_SIGNAL_ONE_IN, _SEVERAL_ONE_IN = 4, 2
"""The odds of a signal and of the Merchant's second vote. A number n means one in n votes."""


def draw_day(table: SimulatedTable) -> DayActs:
    """Return a random accusation, and a run-off if one is needed."""
    state = table.state
    accusation = _sheet(table, state.in_play, state.in_play, _pettifogger(table))
    accused = count_accusation(state.twin(), accusation).accused
    if len(accused) < 2 or len(state.in_play) == 2:
        return DayActs(accusation)
    voters = [seat for seat in state.in_play if seat not in accused or state.players[seat].holds in CITY_ROLES]
    return DayActs(accusation, _sheet(table, voters, accused, (*_mayor(table, accused), *_orator(table, accused))))


def _sheet(
    table: SimulatedTable, voters: Sequence[int], open_to: Sequence[int], signals: tuple[VoteSignal, ...]
) -> VoteSheet:
    silent = {signal.seat for signal in signals}
    votes: dict[int, tuple[int, ...]] = {seat: (table.vote(seat, open_to),) for seat in voters if seat not in silent}
    merchant = holder(table.state, "merchant")
    if merchant is not None and merchant in votes and table.chance.below(_SEVERAL_ONE_IN) == 0:
        votes[merchant] = tuple(dict.fromkeys((*votes[merchant], table.vote(merchant, open_to))))
    return VoteSheet(votes, None, signals)


def _signals(table: SimulatedTable, power: str) -> int | None:
    """Decide at random whether a power gives a signal. Return the seat that signals, or None."""
    seat = holder(table.state, power)
    return seat if seat is not None and table.chance.below(_SIGNAL_ONE_IN) == 0 else None


def _pettifogger(table: SimulatedTable) -> tuple[VoteSignal, ...]:
    if table.state.switches.pettifogger_once and "pettifogger" in table.state.spent:
        return ()
    seat = _signals(table, "pettifogger")
    target = None if seat is None else table.vote(seat, table.state.in_play)
    return () if seat is None or target is None or target == seat else (VoteSignal(seat, "pettifogger", (target,)),)


def _mayor(table: SimulatedTable, accused: Sequence[int]) -> tuple[VoteSignal, ...]:
    seat = _signals(table, "mayor")
    return () if seat is None else (VoteSignal(seat, "mayor", (table.vote(seat, accused),)),)


def _orator(table: SimulatedTable, accused: Sequence[int]) -> tuple[VoteSignal, ...]:
    seat = _signals(table, "orator")
    return () if seat is None or seat in accused else (VoteSignal(seat, "orator", (table.chance.pick(accused),)),)


NIGHTS_AT_MOST = 60
"""The nights after which a simulated game stops without a result, since wolves who never kill could go on forever."""

_WINDOW_ONE_IN, _HEALING_ONE_IN, _HANDING_ONE_IN = 4, 2, 6
"""The odds that a power is used in a Mystic's turn, that the Healer saves, and that an item is kept. A number n means
one in n nights."""


def simulate_game(table: DealtTable, strategy: Strategy, chance: Chance) -> GameRecord:
    state, auras, records = deal_game(table), dict[int, bool](), list[RoundRecord]()
    while state.end is None and len(records) < NIGHTS_AT_MOST:
        playing = strategy(state, auras, chance)
        night = tuple(action for choice in night_choices(state) if (action := _draw(playing, choice)))
        outcome = play_wolf_night(state, night)
        if healing := _draw_healing(playing, outcome.killed):
            night = (*night, healing)
            outcome = play_wolf_night(state, night)
        told = outcome.told
        auras = auras | {e.target: bool(e.answer) for e in told if e.power == "seer" and e.target is not None}
        state, day, done = outcome.state, None, None
        if state.end is None:
            day = draw_day(strategy(state, auras, chance))
            state, done = play_wolf_day(state, day)
        records.append(RoundRecord(RoundActs(night, day), outcome, done))
    return GameRecord(tuple(records), state, victory(state))


def _draw(table: SimulatedTable, choice: PowerChoice) -> NightAction | None:
    if choice.windows:
        return _window(table, choice)
    if choice.power in table.state.items and table.chance.below(_HANDING_ONE_IN) == 0:
        return None
    targets = [table.target(choice) for _ in range(choice.number)]
    return NightAction(choice.seat, choice.power, tuple(targets))


def _window(table: SimulatedTable, choice: PowerChoice) -> NightAction | None:
    if table.chance.below(_WINDOW_ONE_IN):
        return None
    during = table.chance.pick(choice.windows)
    pointing = choice.power != "thief" and holder(table.state, during) is None
    return NightAction(choice.seat, choice.power, (table.target(choice),) if pointing else (), during)


def _draw_healing(table: SimulatedTable, killed: tuple[int, ...]) -> NightAction | None:
    """Return a random choice of the Healer among tonight's dead, or None. The night is then judged again."""
    state = table.state
    healer = holder(state, "healer")
    if healer is None or "healer" in state.spent:
        return None
    dead = tuple([seat for seat in killed if state.switches.healer_may_save_self or seat != healer])
    if not dead or table.chance.below(_HEALING_ONE_IN):
        return None
    return NightAction(healer, "healer", (table.target(PowerChoice(healer, "healer", dead)),))
