"""Judge a game: who dies, who wins, and the rule by which they win.

The deaths follow the rulebook's five points in order, from the roles at dawn and the votes. The winners follow the
rulebook's table, row by row. Deaths and winners are each judged only if people asked for them."""

from collections.abc import Sequence

from msgspec import Struct

from nightcrier.box.games.one_night.referee.card_state import (
    PRINTED_RULES,
    CardState,
    HouseRules,
    role_called,
    roles_at_dawn,
)
from nightcrier.box.games.one_night.referee.night_choices import RoleAction
from nightcrier.box.games.one_night.referee.whole_night import Night, resolve_night
from nightcrier.box.games.one_night.rules.role_blocks import Team
from nightcrier.box.games.one_night.rules.roles import CUDGEL, ROLES, WOLVES
from nightcrier.kernel.errors import RefusedGame


class WinRule(Struct, frozen=True):
    """A rule by which a team wins or loses. `deciding` are the roles whose deaths decide for the team, if these are not
    the team's own deaths."""

    id: str
    won: bool = False
    deciding: frozenset[str] = frozenset()


_MINION, _TANNER = frozenset({"minion"}), frozenset({"tanner"})
_OUTSIDERS = _MINION | _TANNER
"""The roles that are neither a Werewolf nor of the village."""

_VILLAGE_WOLF_DIED = WinRule("village-wolf-died", won=True, deciding=WOLVES)
_VILLAGE_NO_WOLF_NO_DEATH = WinRule("village-no-wolf-no-death", won=True)
_VILLAGE_WOLVES_LIVE = WinRule("village-wolves-live")
_VILLAGE_INNOCENT_DIED = WinRule("village-innocent-died", deciding=frozenset(ROLES))
_VILLAGE_OUTSIDER_DIED = WinRule("village-outsider-died", deciding=_OUTSIDERS)
_VILLAGE_UNHARMED = WinRule("village-unharmed", won=True)
_WOLVES_LIVE = WinRule("werewolf-none-died", won=True)
_WOLF_DIED = WinRule("werewolf-one-died", deciding=WOLVES)
_WOLVES_BLOCKED = WinRule("werewolf-tanner-died", deciding=_TANNER)
_MINION_OTHER_DIED = WinRule("minion-other-died", won=True, deciding=frozenset(ROLES) - _MINION)
_MINION_NOBODY_DIED = WinRule("minion-nobody-died")
_MINION_ONLY_DIED = WinRule("minion-only-died", deciding=_MINION)
_MINION_MUST_LIVE = WinRule("minion-must-live")
_CUDGEL_STOPS = WinRule("minion-cudgel-died")
_TANNER_DIED = WinRule("tanner-died", won=True)
_TANNER_LIVES = WinRule("tanner-lives")

# With a Werewolf in play: (a Werewolf died, a Tanner died) -> village, Werewolves with their Minions.
_WOLVES_IN_PLAY = {
    (True, False): (_VILLAGE_WOLF_DIED, _WOLF_DIED),
    (True, True): (_VILLAGE_WOLF_DIED, _WOLF_DIED),
    (False, False): (_VILLAGE_WOLVES_LIVE, _WOLVES_LIVE),
    (False, True): (_VILLAGE_WOLVES_LIVE, _WOLVES_BLOCKED),
}

_SIDE = {role.id: list(Team).index(role.team) for role in ROLES.values()}


class Reason(Struct, frozen=True):
    """The reason why some seats won or lost. `dead` are the seats of others whose deaths decided it."""

    rule: WinRule
    team: Team
    seats: tuple[int, ...]
    dead: tuple[int, ...] = ()


class Result(Struct, frozen=True):
    """The winners, and a reason for each team that won or lost."""

    winners: tuple[int, ...]
    reasons: tuple[Reason, ...]


def win_result(
    roles: Sequence[str], dead: frozenset[int], rules: HouseRules = PRINTED_RULES, *, cudgel_died: bool = False
) -> Result:
    """Judge every team. A dead member of a team wins like a living member. Each Tanner is judged alone. `cudgel_died`
    says that a dead player was a Tanner because of the Cudgel."""
    sides: tuple[list[int], list[int], list[int]] = ([], [], [])
    for seat, role in enumerate(roles):
        sides[_SIDE[role]].append(seat)
    village, wolves, tanners = sides
    village_rule, wolf_rule = _look_up(roles, dead, rules)
    if cudgel_died and rules.cudgel_stops_team and wolf_rule is _MINION_OTHER_DIED:
        wolf_rule = _CUDGEL_STOPS
    verdicts = [(village_rule, Team.VILLAGE, village), *_werewolf_team(wolf_rule, wolves, dead, rules)]
    if tanners:
        fallen, living = _part_by_death(tanners, dead)
        verdicts += [(_TANNER_DIED, Team.TANNER, fallen), (_TANNER_LIVES, Team.TANNER, living)]
    reasons = [
        Reason(rule, team, tuple(seats), tuple(sorted([seat for seat in dead if roles[seat] in rule.deciding])))
        for rule, team, seats in verdicts
        if seats
    ]
    return Result(
        tuple(sorted([seat for reason in reasons if reason.rule.won for seat in reason.seats])), tuple(reasons)
    )


def _look_up(roles: Sequence[str], dead: frozenset[int], rules: HouseRules) -> tuple[WinRule, WinRule]:
    fallen = {roles[seat] for seat in dead}
    if WOLVES.isdisjoint(roles):
        return _no_wolf_in_play(fallen, rules)
    return _WOLVES_IN_PLAY[not WOLVES.isdisjoint(fallen), "tanner" in fallen]


def _no_wolf_in_play(fallen: set[str], rules: HouseRules) -> tuple[WinRule, WinRule]:
    """Return the rules for the village and for the Minions when all Werewolves lie in the center. The death of a Tanner
    counts as the death of somebody who is not a Minion. With the option `unharmed_village_wins` the village loses only
    by a death of its own, and a dead Tanner takes the win from the Minions."""
    if not fallen:
        return _VILLAGE_NO_WOLF_NO_DEATH, _MINION_NOBODY_DIED
    minions = _MINION_ONLY_DIED if fallen <= _MINION else _MINION_OTHER_DIED
    if not fallen <= _OUTSIDERS:
        return _VILLAGE_INNOCENT_DIED, minions
    if not rules.unharmed_village_wins:
        return _VILLAGE_OUTSIDER_DIED, minions
    return _VILLAGE_UNHARMED, _WOLVES_BLOCKED if "tanner" in fallen else minions


def _werewolf_team(
    rule: WinRule, team: list[int], dead: frozenset[int], rules: HouseRules
) -> list[tuple[WinRule, Team, list[int]]]:
    """Judge the whole team together. With the option `minion_must_live`, a Minion wins only while alive."""
    if rule is not _MINION_OTHER_DIED or not rules.minion_must_live:
        return [(rule, Team.WEREWOLF, team)]
    fallen, living = _part_by_death(team, dead)
    return [(rule, Team.WEREWOLF, living), (_MINION_MUST_LIVE, Team.WEREWOLF, fallen)]


def _part_by_death(seats: list[int], dead: frozenset[int]) -> tuple[list[int], list[int]]:
    return [seat for seat in seats if seat in dead], [seat for seat in seats if seat not in dead]


class Tally(Struct, frozen=True):
    """The counted vote: the votes by seat, the seats protected by a Bodyguard, and the dead seats."""

    counts: tuple[int, ...]
    protected: frozenset[int]
    dead: frozenset[int]


def find_deaths(roles: Sequence[str], votes: Sequence[int | None]) -> Tally:
    """Count the votes, and return the dead. `votes` has for each seat the seat of its vote, or None for nobody. The
    vote of a Bodyguard is not counted, but protects a seat."""
    counts = [0] * len(roles)
    protected = set()
    for seat, pointed in enumerate(votes):
        if pointed is None:
            continue
        if roles[seat] == "bodyguard":
            protected.add(pointed)
        else:
            counts[pointed] += 1
    dead = _most_votes(counts, protected)
    return Tally(tuple(counts), frozenset(protected), frozenset(_shots(roles, votes, dead, protected)))


def _most_votes(counts: Sequence[int], protected: set[int]) -> list[int]:
    """Return the unprotected seats with the most votes. A seat with only one vote never dies."""
    most = max((count for seat, count in enumerate(counts) if seat not in protected), default=0)
    if most < 2:
        return []
    return [seat for seat, count in enumerate(counts) if count == most and seat not in protected]


def _shots(roles: Sequence[str], votes: Sequence[int | None], dead: Sequence[int], protected: set[int]) -> list[int]:
    """Return the seats killed by a Hunter. A dead Hunter kills the seat that he points at. If this seat is also a
    Hunter, it kills the seat that it points at. Nobody dies twice."""
    falling = list(dead)
    for seat in falling:
        shot = votes[seat]
        if roles[seat] == "hunter" and shot is not None and shot not in protected and shot not in falling:
            falling.append(shot)
    return falling


class PlayedRound(Struct, frozen=True):
    """A game as people played it. `votes` has the seat that each seat pointed at. `dead` may replace the votes."""

    dealt: CardState
    actions: Sequence[RoleAction] = ()
    votes: Sequence[int | None] | None = None
    dead: frozenset[int] | None = None


class Judgement(Struct, frozen=True):
    """The judgment of a game. Without votes there is no tally. Without known deaths there is no result."""

    night: Night
    roles: tuple[str, ...]
    tally: Tally | None
    dead: frozenset[int] | None
    result: Result | None


def judge_round(game: PlayedRound) -> Judgement:
    """Judge a game: the night, the deaths and the winners. Raises RefusedGame for a game that breaks a rule."""
    book = game.dealt.book
    if beyond := next((card for card in game.dealt.printed if not book.rows[card].judged), None):
        rule = f"the {role_called(beyond)} has a rule that only people can judge, so this game is not judged"
        raise RefusedGame(rule)
    night = resolve_night(game.dealt, game.actions)
    roles = roles_at_dawn(night.state)
    tally = None if game.votes is None else count_checked_vote(roles, game.votes)
    dead = game.dead if tally is None else tally.dead
    outcome = None
    if dead is not None:
        cudgel_died = any(night.state.artifacts[seat] == CUDGEL for seat in dead)
        counted = tuple([book.rows[role].counts_as or role for role in roles])
        outcome = win_result(counted, dead, game.dealt.rules, cudgel_died=cudgel_died)
    return Judgement(night, roles, tally, dead, outcome)


def count_checked_vote(roles: Sequence[str], votes: Sequence[int | None]) -> Tally:
    if len(votes) != len(roles):
        raise RefusedGame(
            f"there are {len(roles)} seats, but {len(votes)} votes (a seat that pointed at nobody has null)"
        )
    for seat, pointed in enumerate(votes):
        if pointed is None:
            continue
        if pointed == seat:
            raise RefusedGame("nobody votes for himself", seat + 1)
        if not 0 <= pointed < len(roles):
            raise RefusedGame(f"a vote names a seat from 1 to {len(roles)}, not {pointed + 1}", seat + 1)
    return find_deaths(roles, votes)
