"""Simulate many games with one list of roles: how often each side wins, how long games last, and which roles do
something."""

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from nightcrier.box.games.wherewolf.decks.role_draw import dark_to_deal, draw_roles
from nightcrier.box.games.wherewolf.referee.game_state import NightCourse
from nightcrier.box.games.wherewolf.referee.records import DealtTable
from nightcrier.box.games.wherewolf.simulated_game import SimulatedGame, Strategy, simulate_game
from nightcrier.kernel.chance import Chance, SeededChance

DeedTest = Callable[[SimulatedGame, int], bool]


def _has_acted(game: SimulatedGame, seat: int) -> bool:
    """Say whether the seat chose somebody or gave a signal."""
    chosen = any(action.seat == seat for acts in game.rounds for action in acts.night)
    return chosen or any(
        signal.seat == seat
        for acts in game.rounds
        if acts.day is not None
        for sheet in (acts.day.accusation, acts.day.run_off)
        if sheet is not None
        for signal in sheet.signals
    )


def _has_learned(game: SimulatedGame, seat: int) -> bool:
    """Say whether the seat learned something at night."""
    return any(entry.seat == seat for played in game.record.rounds for entry in played.night.told)


def _in_night(happened: Callable[[NightCourse, int], bool]) -> DeedTest:
    return lambda game, seat: any(happened(played.night, seat) for played in game.record.rounds)


def _is_told_in_tavern(line: str) -> DeedTest:
    return lambda game, _: any(played.morning.tavern == line for played in game.record.rounds)


def _is_burned(game: SimulatedGame, seat: int) -> bool:
    return any(played.day is not None and played.day.burned == seat for played in game.record.rounds)


def _has_two_votes(game: SimulatedGame, seat: int) -> bool:
    """Say whether the seat ever had at least two votes, so that its trait could reduce them."""
    sheets = [acts.day.accusation for acts in game.rounds if acts.day is not None]
    return any(sum(seat in places for places in (sheet.votes or {}).values()) > 1 for sheet in sheets)


def _has_helped(game: SimulatedGame, seat: int) -> bool:
    """Say whether the Orator gave a signal, or kept another City player from the pyre without a signal."""
    kept = any(played.day is not None and played.day.cancelled_by == "orator" for played in game.record.rounds)
    return kept or _has_acted(game, seat)


def _has_looked_or_escaped(game: SimulatedGame, seat: int) -> bool:
    """Say whether the Thief opened her eyes in a Mystic's turn, or escaped an attack."""
    return _has_acted(game, seat) or _in_night(_is_attacked)(game, seat)


def _has_watched(game: SimulatedGame, seat: int) -> bool:
    """Say whether the Spy voted for herself, and so could watch the votes of the others."""
    sheets = [acts.day.accusation for acts in game.rounds if acts.day is not None]
    return any(seat in (sheet.votes or {}).get(seat, ()) for sheet in sheets)


def _is_found_or_mistaken(game: SimulatedGame, seat: int) -> bool:
    """Say whether the Priest identified the Sinner, or the Seer or Medium saw a dark aura at the Sinner."""
    told = [entry for played in game.record.rounds for entry in played.night.told]
    deceived = any(entry.target == seat and entry.power in ("seer", "medium") for entry in told)
    found = [entry.answer for entry in told if entry.power == "priest"]
    return deceived or any(isinstance(answer, tuple) and seat in answer for answer in found)


def _is_attacked(night: NightCourse, seat: int) -> bool:
    return seat in night.refused or seat in night.refused_vampire


def _has_come_out(game: SimulatedGame, seat: int) -> bool:
    """Say whether a Peasant's secret identity had an effect. A Peasant without a secret identity can do nothing."""
    return bool(game.table.latent.get(seat)) and any(
        seat in played.night.turned or "hero" in {c for causes in played.night.causes.values() for c in causes}
        for played in game.record.rounds
    )


_ROLE_DEEDS: dict[str, DeedTest] = {
    "bard": _is_told_in_tavern("white"),
    "innkeeper": _is_told_in_tavern("dark"),
    "hermit": _in_night(_is_attacked),
    "traitor": _in_night(_is_attacked),
    "jester": _is_burned,
    "young-wolf": _is_burned,
    "madman": lambda game, seat: seat in game.record.state.fulfilled,
    "sinner": _is_found_or_mistaken,
    "ghoul": _in_night(lambda night, seat: "ghoul" in night.causes.get(seat, ())),
    "courtesan": _has_two_votes,
    "merchant": _has_two_votes,
    "orator": _has_helped,
    "thief": _has_looked_or_escaped,
    "spy": _has_watched,
    "peasant": _has_come_out,
    "monk": _has_learned,
    "priest": _has_learned,
    "guard": _has_learned,
    "other-guard": _has_learned,
    "corrupt-guard": _has_learned,
    "vampire-hunter": _in_night(lambda night, _: any("vampire-hunter" in c for c in night.causes.values())),
}
"""The tests that say whether a role did something. A role without a test must have chosen somebody or given a
signal."""


def did_something(game: SimulatedGame, seat: int) -> bool:
    """Say whether the role that was dealt to the seat did something in the game."""
    return _ROLE_DEEDS.get(game.table.roles[seat], _has_acted)(game, seat)


SIMULATED_GAMES = 10_000
_MANY_PLAYERS = 18
"""The most players for whom all games are simulated. Larger games take many times as long. For them a tenth of the
games is simulated, which is enough for odds in whole percents."""


def games_to_simulate(players: int) -> int:
    """Return the number of games to simulate for a number of players."""
    return SIMULATED_GAMES if players <= _MANY_PLAYERS else SIMULATED_GAMES // 10


class SimulationResult(Struct, frozen=True):
    """The result of many games as fractions from 0 to 1. `deeds` are the fractions of the games with a role in which
    the role did something."""

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
    """Simulate a number of games. Equal seeds give equal results."""
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
    roles = chance.shuffle(draw_roles(possible, players, dark_to_deal(players), chance))
    return DealtTable(roles, tuple(possible))


def _winners(game: SimulatedGame) -> set[str]:
    """Return the factions that won, and the roles that won alone."""
    return {str(reason.who) for reason in game.record.victory.reasons if reason.won}


def _end(game: SimulatedGame) -> str:
    return game.record.state.end or "endless"
