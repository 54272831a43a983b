"""The whole verdict of a game: the night, the deaths, the winners, each as far as it was asked."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.one_night.referee.card_state import CardState, roles_at_dawn
from device.games.one_night.referee.night_choices import RoleAction
from device.games.one_night.referee.vote_deaths import Tally, deaths
from device.games.one_night.referee.whole_night import Night, resolve_night
from device.games.one_night.referee.winners import Result, win_result
from device.games.one_night.rules.refusal import BrokenRule


class PlayedRound(Struct, frozen=True):
    """One game as it was played. `votes`: the seat each seat points at; `dead` may stand in for them."""

    dealt: CardState
    actions: Sequence[RoleAction] = ()
    votes: Sequence[int | None] | None = None
    dead: frozenset[int] | None = None


class Judgement(Struct, frozen=True):
    """What came of it. Without votes there is no tally, and without any deaths named, no result."""

    night: Night
    roles: tuple[str, ...]
    tally: Tally | None
    dead: frozenset[int] | None
    result: Result | None


def judge_round(game: PlayedRound) -> Judgement:
    """Night, deaths, winners. Raises `BrokenRule` for a game that breaks one."""
    night = resolve_night(game.dealt, game.actions)
    roles = roles_at_dawn(night.state)
    tally = None if game.votes is None else count(roles, game.votes)
    dead = game.dead if tally is None else tally.dead
    outcome = None if dead is None else win_result(roles, dead, game.dealt.rules)
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
