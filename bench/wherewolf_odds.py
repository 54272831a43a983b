"""Says how often each side of a scenario of Wherewolf wins, how long its games last, and which roles do something:
`./run -m bench.wherewolf_odds config/scenarios/wherewolf/first-moon.toml 10`.

Games are dealt and played with two simple strategies. The scenarios on the box were chosen by these results."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from bench.wherewolf_play import STRATEGIES, Strategy, simulate_game
from nightcrier.box.games.wherewolf.decks.role_draw import dark_to_deal, draw_roles
from nightcrier.box.games.wherewolf.options import role_scenario_from
from nightcrier.box.games.wherewolf.referee.records import DealtTable, VoteSheet
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, RoundRecord
from nightcrier.box.games.wherewolf.rulebook import role_title
from nightcrier.kernel.chance import Chance, SeededChance
from nightcrier.kernel.rows import align_rows


def _deeds(played: RoundRecord) -> Iterator[tuple[str, int | None]]:
    """Yield what happened in a round: the name of a deed, and its seat, or None if only one role can do it."""
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
    yield f"tavern {played.night.morning.tavern}", None
    if day and acts.day:
        yield from (("burned", seat) for seat in (day.burned,) if seat is not None)
        yield f"cancelled by {day.cancelled_by}", None
        sheets = (acts.day.accusation, acts.day.run_off)
        yield from (("acted", signal.seat) for sheet in sheets if sheet for signal in sheet.signals)
        yield from _votes(acts.day.accusation)


def _votes(accusation: VoteSheet) -> Iterator[tuple[str, int]]:
    """Yield who had at least two votes, so that a trait could reduce them, and who voted for themselves, like a Spy
    who watched the others."""
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
"""The deeds that show that a role did something. A role without a row must have chosen somebody or given a signal."""


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


PLAYS = {
    "random": "by lot: every choice and every vote",
    "seer": "wolves avoid each other, the Village follows the Seer who comes out",
}


class SimulationResult(Struct, frozen=True):
    """Holds the result of many games as fractions from 0 to 1. `deeds` are the fractions of the games with a role in
    which the role did something."""

    games: int
    wins: dict[str, float]
    ends: dict[str, float]
    nights: dict[int, float]
    deeds: dict[str, float]

    @property
    def mean_nights(self) -> float:
        return sum(nights * share for nights, share in self.nights.items())


def simulate_games(
    possible: Sequence[str], players: int, strategy: Strategy, games: int, seed: int = 1
) -> SimulationResult:
    """Simulate this many games. Equal seeds give equal results."""
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


def odds_rows(results: dict[str, SimulationResult], games: int) -> list[str]:
    winners = sorted({winner for result in results.values() for winner in result.wins})
    ends = sorted({end for result in results.values() for end in result.ends})
    rows = [["", *results]]
    rows += [[f"wins: {role_title(who)}", *(_share(r.wins.get(who, 0)) for r in results.values())] for who in winners]
    rows += [[f"ends: {end}", *(_share(r.ends.get(end, 0)) for r in results.values())] for end in ends]
    rows.append(["nights, mean", *(f"{result.mean_nights:5.1f}" for result in results.values())])
    rows.append(["nights, nine games in ten", *(f"{_nine_tenths(result):3}" for result in results.values())])
    said = [f"  {name}: {PLAYS[name]}" for name in results]
    return ["", f"{games:,} simulated games under each play", *said, *align_rows(rows)]


def _nine_tenths(result: SimulationResult) -> int:
    """Return the number of nights within which nine of ten games end."""
    share = 0.0
    for nights, part in result.nights.items():
        share += part
        if share >= 0.9:
            return nights
    return max(result.nights)


def deed_rows(possible: Sequence[str], results: dict[str, SimulationResult]) -> list[str]:
    roles = dict.fromkeys(possible)
    rows = [[role_title(role), *(_share(r.deeds.get(role, 0)) for r in results.values())] for role in roles]
    head = "Did something, in so many of the games in which the role was dealt"
    return ["", head, *align_rows([["", *results], *rows])]


def _share(part: float) -> str:
    return f"{100 * part:5.1f}%"


def main() -> int:
    file, players = Path(sys.argv[1]), int(sys.argv[2])
    possible, games = role_scenario_from(file.read_bytes(), file.stem).possible(players), 10_000
    results = {name: simulate_games(possible, players, play, games) for name, play in STRATEGIES.items()}
    print(*odds_rows(results, games), *deed_rows(possible, results), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
