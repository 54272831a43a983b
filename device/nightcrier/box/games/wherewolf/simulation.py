"""Simulate many games with one list of roles: how often each side wins, how long games last, and which roles do
something."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from nightcrier.box.games.wherewolf.decks.role_draw import dark_to_deal, draw_roles
from nightcrier.box.games.wherewolf.referee.records import DealtTable, VoteSheet
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, RoundRecord
from nightcrier.box.games.wherewolf.simulated_game import Strategy, simulate_game
from nightcrier.kernel.chance import Chance, SeededChance


def _deeds(played: RoundRecord) -> Iterator[tuple[str, int | None]]:
    """Yield what happened in a round: the name of a deed, and whose it is, or None if only one role can do it."""
    night, day, acts = played.night, played.day, played.acts
    yield from (("acted", action.seat) for action in acts.night)
    for entry in night.told:
        yield "learned", entry.seat
        if entry.target is not None:
            yield f"seen by {entry.power}", entry.target
        if entry.power == "priest" and isinstance(entry.answer, tuple):
            yield from (("identified", int(seat)) for seat in entry.answer)
    yield from (("attacked", seat) for seat in (*night.refused, *night.refused_vampire))
    yield from (("turned", seat) for seat in night.turned)
    yield from ((f"dead of {cause}", None) for causes in night.causes.values() for cause in causes)
    yield f"tavern {played.morning.tavern}", None
    if day and acts.day:
        yield from (("burned", seat) for seat in (day.burned,) if seat is not None)
        yield f"cancelled by {day.cancelled_by}", None
        sheets = (acts.day.accusation, acts.day.run_off)
        yield from (("acted", signal.seat) for sheet in sheets if sheet for signal in sheet.signals)
        yield from _votes(acts.day.accusation)


def _votes(accusation: VoteSheet) -> Iterator[tuple[str, int]]:
    """Yield who had at least two votes, so that a trait could reduce them, and who voted for herself, as a Spy does who
    watched the others."""
    votes = accusation.votes or {}
    counts = Counter(place for places in votes.values() for place in places)
    yield from (("accused by two", seat) for seat, count in counts.items() if count > 1)
    yield from (("watched", seat) for seat, places in votes.items() if seat in places)


_ROLE_DEEDS = {
    "bard": ("tavern white",),
    "innkeeper": ("tavern dark",),
    "hermit": ("attacked",),
    "traitor": ("attacked",),
    "jester": ("burned",),
    "young-wolf": ("burned",),
    "madman": ("fulfilled",),
    "sinner": ("identified", "seen by seer", "seen by medium"),
    "ghoul": ("dead of ghoul",),
    "courtesan": ("accused by two",),
    "merchant": ("accused by two",),
    "orator": ("cancelled by orator", "acted"),
    "thief": ("acted", "attacked"),
    "spy": ("watched",),
    "peasant": ("turned", "dead of hero"),
    **dict.fromkeys(("monk", "priest", "guard", "other-guard", "corrupt-guard"), ("learned",)),
    "vampire-hunter": ("dead of vampire-hunter",),
}
"""The deeds that say whether a role did something. A role without a row must have acted: chosen somebody, or given a
signal."""


def busy_seats(game: GameRecord) -> list[int]:
    """Return the seats whose role did something in the game. A Peasant without a secret identity can do nothing."""
    happened = {deed for played in game.rounds for deed in _deeds(played)}
    happened |= {("fulfilled", seat) for seat in game.state.fulfilled}
    table, found = game.state.table, list[int]()
    for seat, role in enumerate(table.roles):
        deeds = _ROLE_DEEDS.get(role, ("acted",)) if role != "peasant" or table.latent.get(seat) else ()
        if any((deed, whose) in happened for deed in deeds for whose in (seat, None)):
            found.append(seat)
    return found


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
        wins.update({str(reason.who) for reason in game.victory.reasons if reason.won})
        ends[game.state.end or "endless"] += 1
        nights[len(game.rounds)] += 1
        roles = game.state.table.roles
        dealt.update(roles)
        deeds.update(roles[seat] for seat in busy_seats(game))
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
