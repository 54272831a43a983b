"""The whole verdict of a game: the night, the deaths, the winners, each as far as it was asked. Who dies: the
rulebook's five points in order, from the roles at dawn and where every seat points."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.one_night.referee.card_state import BrokenRule, CardState, roles_at_dawn
from device.games.one_night.referee.night_choices import RoleAction
from device.games.one_night.referee.whole_night import Night, resolve_night
from device.games.one_night.referee.winners import Result, win_result
from device.games.one_night.rules.roles import CUDGEL


class Tally(Struct, frozen=True):
    """The vote counted: votes by seat, who stands under a Bodyguard's hand, who is dead."""

    counts: tuple[int, ...]
    protected: frozenset[int]
    dead: frozenset[int]


def deaths(roles: Sequence[str], votes: Sequence[int | None]) -> Tally:
    """Count the votes, and find the dead. `votes`: the seat each seat points at, or None. A Bodyguard's pointing
    protects and is no vote."""
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
    """The seats with the highest count among the unprotected; nobody dies of a single vote."""
    most = max((count for seat, count in enumerate(counts) if seat not in protected), default=0)
    if most < 2:
        return []
    return [seat for seat, count in enumerate(counts) if count == most and seat not in protected]


def _shots(roles: Sequence[str], votes: Sequence[int | None], dead: Sequence[int], protected: set[int]) -> list[int]:
    """A dead Hunter takes along whom he points at; one who dies so and is a Hunter shoots too. Nobody dies twice."""
    falling = list(dead)
    for seat in falling:
        shot = votes[seat]
        if roles[seat] == "hunter" and shot is not None and shot not in protected and shot not in falling:
            falling.append(shot)
    return falling


class PlayedRound(Struct, frozen=True):
    """A game as it was played. `votes`: the seat each seat points at; `dead` may stand in for them."""

    dealt: CardState
    actions: Sequence[RoleAction] = ()
    votes: Sequence[int | None] | None = None
    dead: frozenset[int] | None = None


class Judgement(Struct, frozen=True):
    """The judgement of a game. There is no tally without votes, and no result where no deaths are named."""

    night: Night
    roles: tuple[str, ...]
    tally: Tally | None
    dead: frozenset[int] | None
    result: Result | None


def judge_round(game: PlayedRound) -> Judgement:
    """Judge a game: night, deaths, winners. Raises `BrokenRule` for a game that breaks a rule."""
    night = resolve_night(game.dealt, game.actions)
    roles = roles_at_dawn(night.state)
    tally = None if game.votes is None else count(roles, game.votes)
    dead = game.dead if tally is None else tally.dead
    outcome = None
    if dead is not None:
        cudgel_died = any(night.state.artifacts[seat] == CUDGEL for seat in dead)
        outcome = win_result(roles, dead, game.dealt.rules, cudgel_died=cudgel_died)
    return Judgement(night, roles, tally, dead, outcome)


def count(roles: Sequence[str], votes: Sequence[int | None]) -> Tally:
    """The deaths after a vote, once the vote itself is seen to be in order."""
    if len(votes) != len(roles):
        raise BrokenRule(
            f"there are {len(roles)} seats, but {len(votes)} votes (a seat that pointed at nobody has null)"
        )
    for seat, pointed in enumerate(votes):
        if pointed is None:
            continue
        if pointed == seat:
            raise BrokenRule("nobody votes for himself", seat)
        if not 0 <= pointed < len(roles):
            raise BrokenRule(f"a vote names a seat from 1 to {len(roles)}, not {pointed + 1}", seat)
    return deaths(roles, votes)
