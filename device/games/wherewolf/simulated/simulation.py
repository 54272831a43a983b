"""Many simulated games of one list of possible roles: who wins how often, how long it takes, who did something."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from device.games.wherewolf.decks.role_draw import draw_roles
from device.games.wherewolf.referee.acts import DealtTable
from device.games.wherewolf.simulated.role_deeds import did_something
from device.games.wherewolf.simulated.simulated_game import SimulatedGame, simulate_game
from device.games.wherewolf.simulated.strategies import Strategy
from device.kernel.chance import Chance, SeededChance

SIMULATED_GAMES = 10_000
_MANY_PLAYERS = 18
"""The most players for whom all games are played. More take many times as long for a game, and get a tenth of the
games: they do for odds in whole percents."""


def games_to_simulate(players: int) -> int:
    """The number of games that a table of so many gets."""
    return SIMULATED_GAMES if players <= _MANY_PLAYERS else SIMULATED_GAMES // 10


class SimulationResult(Struct, frozen=True):
    """The shares of all games, as fractions of 1; `deeds` of those in which the role was dealt."""

    games: int
    wins: dict[str, float]
    ends: dict[str, float]
    nights: dict[int, float]
    deeds: dict[str, float]

    @property
    def mean_nights(self) -> float:
        return sum(nights * share for nights, share in self.nights.items())


def simulate_games(
    possible: Sequence[str], players: int, strategy: Strategy, seed: int = 1, games: int = SIMULATED_GAMES
) -> SimulationResult:
    """Simulate so many games. The same seed gives the same result."""
    chance = SeededChance(seed)
    wins, ends, nights = Counter[str](), Counter[str](), Counter[int]()
    dealt, deeds = Counter[str](), Counter[str]()
    for _ in range(games):
        game = simulate_game(_deal(possible, players, chance), strategy, chance)
        wins.update(_winners(game))
        ends[_end(game)] += 1
        nights[len(game.rounds)] += 1
        dealt.update(game.table.roles)
        deeds.update(role for seat, role in enumerate(game.table.roles) if did_something(game, seat))
    return SimulationResult(
        games,
        {winner: wins[winner] / games for winner in sorted(wins)},
        {end: ends[end] / games for end in sorted(ends)},
        {length: nights[length] / games for length in sorted(nights)},
        {role: deeds[role] / dealt[role] for role in possible if dealt[role]},
    )


def _deal(possible: Sequence[str], players: int, chance: Chance) -> DealtTable:
    roles = chance.shuffled(draw_roles(possible, players, chance))
    return DealtTable(roles, tuple(possible))


def _winners(game: SimulatedGame) -> set[str]:
    """The factions that won, and the roles that won alone."""
    return {str(reason.who) for reason in game.record.victory.reasons if reason.won}


def _end(game: SimulatedGame) -> str:
    end = game.record.state.end
    return "endless" if end is None else end.how
