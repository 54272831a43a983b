"""Show one scenario of Wherewolf on paper: possible roles, calls, advice, and the odds from simulated games."""

from collections import Counter
from collections.abc import Sequence

from nightcrier.box.games.wherewolf.decks.role_checks import role_advice
from nightcrier.box.games.wherewolf.decks.role_draw import dark_to_deal, number_of_choices
from nightcrier.box.games.wherewolf.options import RoleScenario
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE, calls_made, role_title
from nightcrier.box.games.wherewolf.simulated_game import STRATEGIES
from nightcrier.box.games.wherewolf.simulation import SimulationResult, games_to_simulate, simulate_games
from nightcrier.box.show.deck_checks import advice_rows
from nightcrier.kernel.rows import align_rows

PLAYS = {
    "random": "by lot: every choice and every vote",
    "seer": "wolves avoid each other, the Village follows the Seer who comes out",
}


def role_sheet(named: RoleScenario, players: int, games: int | None = None) -> list[str]:
    """Return the rows of a scenario's sheet. `games` is the number of simulated games for each strategy; None means the
    usual number."""
    games = games or games_to_simulate(players)
    possible = named.possible(players)
    results = {name: simulate_games(possible, players, play, games=games) for name, play in STRATEGIES.items()}
    moons = "one moon" if named.moons == 1 else f"{named.moons} moons"
    return [
        f"{named.scenario.names['en']}, {players} players, level {named.scenario.level} of 5, {moons}",
        *_roles(possible, players),
        *_joins(named),
        *_calls(possible),
        *advice_rows(role_advice(possible, players)),
        *_odds(results, games),
        *_deeds(possible, results),
    ]


def _indent(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"  {row}" for row in align_rows(rows)]


def _roles(possible: Sequence[str], players: int) -> list[str]:
    dark = dark_to_deal(players)
    choices = number_of_choices(possible, players, dark)
    head = (
        f"Possible roles: {len(possible)} cards, {players} of them dealt, {dark} on the Shadow's side by the quarter;"
    )
    rows = [
        [f"{count} x", role_title(role), ROLE_TABLE[role].side, _traits(role), ROLE_TABLE[role].does]
        for role, count in Counter(possible).items()
    ]
    return ["", f"{head} {choices:,} choices, one as likely as the other", *_indent(rows)]


def _traits(role: str) -> str:
    card = ROLE_TABLE[role]
    return "Mystic" if "mystic" in card.tags else "dark aura" if card.dark else ""


def _joins(named: RoleScenario) -> list[str]:
    if not named.joins:
        return []
    rows = [" and ".join(map(role_title, row)) for row in named.joins]
    return [f"With each further player: {', '.join(rows)}"]


def _calls(possible: Sequence[str]) -> list[str]:
    first = ", ".join(map(role_title, calls_made(1, possible)))
    later = ", ".join(map(role_title, calls_made(2, possible)))
    return ["", f"Calls of the first night: {first}", f"Calls of later nights:    {later}"]


def _odds(results: dict[str, SimulationResult], games: int) -> list[str]:
    winners = sorted({winner for result in results.values() for winner in result.wins})
    ends = sorted({end for result in results.values() for end in result.ends})
    rows = [["", *results]]
    rows += [[f"wins: {role_title(who)}", *(_share(r.wins.get(who, 0)) for r in results.values())] for who in winners]
    rows += [[f"ends: {end}", *(_share(r.ends.get(end, 0)) for r in results.values())] for end in ends]
    rows.append(["nights, mean", *(f"{result.mean_nights:5.1f}" for result in results.values())])
    rows.append(["nights, nine games in ten", *(f"{_nine_tenths(result):3}" for result in results.values())])
    said = [f"  {name}: {PLAYS[name]}" for name in results]
    return ["", f"{games:,} simulated games under each play", *said, *_indent(rows)]


def _nine_tenths(result: SimulationResult) -> int:
    """Return the number of nights within which nine of ten games end."""
    share = 0.0
    for nights, part in result.nights.items():
        share += part
        if share >= 0.9:
            return nights
    return max(result.nights)


def _deeds(possible: Sequence[str], results: dict[str, SimulationResult]) -> list[str]:
    roles = dict.fromkeys(possible)
    rows = [[role_title(role), *(_share(r.deeds.get(role, 0)) for r in results.values())] for role in roles]
    head = "Did something, in so many of the games in which the role was dealt"
    return ["", head, *_indent([["", *results], *rows])]


def _share(part: float) -> str:
    return f"{100 * part:5.1f}%"
