"""The winners, and the rule by which they win: the table of the rulebook, row by row, from the roles at dawn and the
dead."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.one_night.referee.card_state import PRINTED_RULES, HouseRules
from device.games.one_night.rules.roles import ROLES, WOLVES, Team


class WinRule(Struct, frozen=True):
    """A rule by which a team wins or loses. `deciding`: the roles whose deaths decide it, where deaths of others do."""

    id: str
    won: bool = False
    deciding: frozenset[str] = frozenset()


_MINION, _TANNER = frozenset({"minion"}), frozenset({"tanner"})

_VILLAGE_WOLF_DIED = WinRule("village-wolf-died", won=True, deciding=WOLVES)
_VILLAGE_NO_WOLF_NO_DEATH = WinRule("village-no-wolf-no-death", won=True)
_VILLAGE_WOLVES_LIVE = WinRule("village-wolves-live")
_VILLAGE_INNOCENT_DIED = WinRule("village-innocent-died", deciding=frozenset(ROLES))
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

# With all Werewolves in the center: (somebody died, all who died are Minions) -> village, the Minions.
# A dead Tanner is one who is not a Minion.
_NO_WOLF_IN_PLAY = {
    (False, True): (_VILLAGE_NO_WOLF_NO_DEATH, _MINION_NOBODY_DIED),
    (True, True): (_VILLAGE_INNOCENT_DIED, _MINION_ONLY_DIED),
    (True, False): (_VILLAGE_INNOCENT_DIED, _MINION_OTHER_DIED),
}

_SIDE = {role.id: list(Team).index(role.team) for role in ROLES.values()}


class Reason(Struct, frozen=True):
    """The reason why these seats won or lost. `dead`: the seats whose death decided it, where it was not their own."""

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
    """Judge every team. Dead and living members win alike; each Tanner is judged alone. `cudgel_died`: among the dead
    is one whom the Cudgel made a Tanner."""
    sides: tuple[list[int], list[int], list[int]] = ([], [], [])
    for seat, role in enumerate(roles):
        sides[_SIDE[role]].append(seat)
    village, wolves, tanners = sides
    village_rule, wolf_rule = _look_up(roles, dead)
    if cudgel_died and rules.cudgel_stops_team and wolf_rule is _MINION_OTHER_DIED:
        wolf_rule = _CUDGEL_STOPS
    verdicts = [(village_rule, Team.VILLAGE, village), *_werewolf_team(wolf_rule, wolves, dead, rules)]
    if tanners:
        fallen, living = _part_by_death(tanners, dead)
        verdicts += [(_TANNER_DIED, Team.TANNER, fallen), (_TANNER_LIVES, Team.TANNER, living)]
    reasons = [
        Reason(rule, team, tuple(seats), _who_decides(rule, roles, dead)) for rule, team, seats in verdicts if seats
    ]
    return Result(
        tuple(sorted([seat for reason in reasons if reason.rule.won for seat in reason.seats])), tuple(reasons)
    )


def _look_up(roles: Sequence[str], dead: frozenset[int]) -> tuple[WinRule, WinRule]:
    fallen = {roles[seat] for seat in dead}
    if WOLVES.isdisjoint(roles):
        return _NO_WOLF_IN_PLAY[bool(fallen), fallen <= _MINION]
    return _WOLVES_IN_PLAY[not WOLVES.isdisjoint(fallen), "tanner" in fallen]


def _werewolf_team(
    rule: WinRule, team: list[int], dead: frozenset[int], rules: HouseRules
) -> list[tuple[WinRule, Team, list[int]]]:
    """Judge the whole team as one, but for the switch that asks of a Minion to be alive."""
    if rule is not _MINION_OTHER_DIED or not rules.minion_must_live:
        return [(rule, Team.WEREWOLF, team)]
    fallen, living = _part_by_death(team, dead)
    return [(rule, Team.WEREWOLF, living), (_MINION_MUST_LIVE, Team.WEREWOLF, fallen)]


def _part_by_death(seats: list[int], dead: frozenset[int]) -> tuple[list[int], list[int]]:
    return [seat for seat in seats if seat in dead], [seat for seat in seats if seat not in dead]


def _who_decides(rule: WinRule, roles: Sequence[str], dead: frozenset[int]) -> tuple[int, ...]:
    if not rule.deciding:
        return ()
    return tuple(sorted([seat for seat in dead if roles[seat] in rule.deciding]))
