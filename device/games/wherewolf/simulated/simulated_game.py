"""One simulated game: every choice and vote drawn, every night and day judged by the referee, to the end."""

from msgspec import Struct

from device.games.wherewolf.referee.acts import DealtTable, NightAction, RoundActs
from device.games.wherewolf.referee.day import play_day
from device.games.wherewolf.referee.game_state import deal_game, holder
from device.games.wherewolf.referee.night import play_night
from device.games.wherewolf.referee.open_choices import PowerChoice, night_choices
from device.games.wherewolf.referee.victory import victory
from device.games.wherewolf.referee.whole_game import GameRecord, RoundRecord
from device.games.wherewolf.simulated.simulated_day import draw_day
from device.games.wherewolf.simulated.strategies import SeerFindings, SimulatedTable, Strategy, further_findings
from device.kernel.chance import Chance

NIGHTS_AT_MOST = 60
"""Nights after which a simulated game is given up: wolves who never hit may go on for ever."""

_WINDOW_ONE_IN, _HEALING_ONE_IN, _HANDING_ONE_IN = 4, 2, 6
"""How often a free power is used: a window once in so many nights, a healing once in so many; an item is kept once."""


class SimulatedGame(Struct, frozen=True):
    """The acts of a simulated game, and what came of them."""

    table: DealtTable
    rounds: tuple[RoundActs, ...]
    record: GameRecord


def simulate_game(table: DealtTable, strategy: Strategy, chance: Chance) -> SimulatedGame:
    """A whole game."""
    state, found = deal_game(table), SeerFindings()
    acts, records = list[RoundActs](), list[RoundRecord]()
    while state.end is None and len(acts) < NIGHTS_AT_MOST:
        playing = SimulatedTable(state, found, strategy, chance)
        night = tuple(action for choice in night_choices(state) if (action := _draw(playing, choice)))
        outcome = play_night(state, night)
        if healing := _draw_healing(playing, outcome.night.killed):
            night = (*night, healing)
            outcome = play_night(state, night)
        found = further_findings(found, outcome.night)
        state, day, done = outcome.state, None, None
        if state.end is None:
            day = draw_day(SimulatedTable(state, found, strategy, chance))
            played = play_day(state, day)
            state, done = played.state, played.day
        acts.append(RoundActs(night, day))
        records.append(RoundRecord(acts[-1], outcome.night, outcome.morning, done))
    return SimulatedGame(table, tuple(acts), GameRecord(tuple(records), state, victory(state)))


def _draw(table: SimulatedTable, choice: PowerChoice) -> NightAction | None:
    """Draw the use of a power, or None where it is left out."""
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
    """Draw whom the Healer saves of the dead that the night has brought: it is then resolved with her choice."""
    state = table.state
    healer = holder(state, "healer")
    if healer is None or "healer" in state.spent:
        return None
    dead = tuple([seat for seat in killed if state.switches.healer_may_save_self or seat != healer])
    if not dead or table.chance.below(_HEALING_ONE_IN):
        return None
    return NightAction(healer, "healer", (table.target(PowerChoice(healer, "healer", dead)),))
