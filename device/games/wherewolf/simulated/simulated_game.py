"""One simulated game: every choice and vote drawn, every night and day judged by the referee, to the end."""

from msgspec import Struct

from device.games.wherewolf.referee.acts import DealtTable, NightAction, RoundActs
from device.games.wherewolf.referee.day import play_day
from device.games.wherewolf.referee.game_state import GameState, deal_game, holder
from device.games.wherewolf.referee.night import NightOutcome, play_night
from device.games.wherewolf.referee.open_choices import PowerChoice, night_choices
from device.games.wherewolf.referee.victory import victory
from device.games.wherewolf.referee.whole_game import GameRecord, RoundRecord
from device.games.wherewolf.simulated.simulated_day import draw_day
from device.games.wherewolf.simulated.strategies import SeerFindings, Strategy, further_findings
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
        night = _night(state, found, strategy, chance)
        outcome = play_night(state, night)
        night, outcome = _healing(state, outcome, night, found, strategy, chance)
        found = further_findings(found, outcome.night)
        state, day, done = outcome.state, None, None
        if state.end is None:
            day = draw_day(state, found, strategy, chance)
            played = play_day(state, day)
            state, done = played.state, played.day
        acts.append(RoundActs(night, day))
        records.append(RoundRecord(acts[-1], outcome.night, outcome.morning, done))
    return SimulatedGame(table, tuple(acts), GameRecord(tuple(records), state, victory(state)))


def _night(state: GameState, found: SeerFindings, strategy: Strategy, chance: Chance) -> tuple[NightAction, ...]:
    drawn = [_draw(state, found, choice, strategy, chance) for choice in night_choices(state)]
    return tuple([action for action in drawn if action is not None])


def _draw(
    state: GameState, found: SeerFindings, choice: PowerChoice, strategy: Strategy, chance: Chance
) -> NightAction | None:
    """Draw the use of a power, or None where it is left out."""
    if choice.windows:
        return _window(state, found, choice, strategy, chance)
    if choice.power in state.items and chance.below(_HANDING_ONE_IN) == 0:
        return None
    targets = [strategy.target(state, found, choice, chance) for _ in range(choice.number)]
    return NightAction(choice.seat, choice.power, tuple(targets))


def _window(
    state: GameState, found: SeerFindings, choice: PowerChoice, strategy: Strategy, chance: Chance
) -> NightAction | None:
    if chance.below(_WINDOW_ONE_IN):
        return None
    during = chance.pick(choice.windows)
    pointing = choice.power != "thief" and holder(state, during) is None
    targets = (strategy.target(state, found, choice, chance),) if pointing else ()
    return NightAction(choice.seat, choice.power, targets, during)


def _healing(
    state: GameState,
    outcome: NightOutcome,
    night: tuple[NightAction, ...],
    found: SeerFindings,
    strategy: Strategy,
    chance: Chance,
) -> tuple[tuple[NightAction, ...], NightOutcome]:
    """The Healer chooses from the dead that the night has brought: the night is then resolved with her choice."""
    healer = holder(state, "healer")
    if healer is None or "healer" in state.spent:
        return night, outcome
    may_self = state.switches.healer_may_save_self
    dead = tuple([seat for seat in outcome.night.killed if may_self or seat != healer])
    if not dead or chance.below(_HEALING_ONE_IN):
        return night, outcome
    choice = PowerChoice(healer, "healer", dead)
    action = NightAction(healer, "healer", (strategy.target(state, found, choice, chance),))
    return (*night, action), play_night(state, (*night, action))
