"""Who wins and by which rule: the table of the rulebook, row by row, from the roles at dawn and who is dead."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.one_night.referee.card_state import PRINTED_RULES, HouseRules
from device.games.one_night.rules.roles import ROLES, WOLVES, Team


class WinRule(Struct, frozen=True):
    """Why a team won or lost. `deciding`: the roles whose deaths decide it, where deaths of others do."""

    id: str
    won: bool = False
    deciding: frozenset[str] = frozenset()


_MINION, _TANNER = frozenset({"minion"}), frozenset({"tanner"})

VILLAGE_WOLF_DIED = WinRule("village-wolf-died", won=True, deciding=WOLVES)
VILLAGE_NO_WOLF_NO_DEATH = WinRule("village-no-wolf-no-death", won=True)
VILLAGE_WOLVES_LIVE = WinRule("village-wolves-live")
VILLAGE_INNOCENT_DIED = WinRule("village-innocent-died", deciding=frozenset(ROLES))
WOLVES_LIVE = WinRule("werewolf-none-died", won=True)
WOLF_DIED = WinRule("werewolf-one-died", deciding=WOLVES)
WOLVES_BLOCKED = WinRule("werewolf-tanner-died", deciding=_TANNER)
MINION_OTHER_DIED = WinRule("minion-other-died", won=True, deciding=frozenset(ROLES) - _MINION)
MINION_NOBODY_DIED = WinRule("minion-nobody-died")
MINION_ONLY_DIED = WinRule("minion-only-died", deciding=_MINION)
MINION_MUST_LIVE = WinRule("minion-must-live")
CUDGEL_STOPS = WinRule("minion-cudgel-died")
TANNER_DIED = WinRule("tanner-died", won=True)
TANNER_LIVES = WinRule("tanner-lives")

# With a Werewolf in play: (a Werewolf died, a Tanner died) -> village, Werewolves with their Minions.
_WOLVES_IN_PLAY = {
    (True, False): (VILLAGE_WOLF_DIED, WOLF_DIED),
    (True, True): (VILLAGE_WOLF_DIED, WOLF_DIED),
    (False, False): (VILLAGE_WOLVES_LIVE, WOLVES_LIVE),
    (False, True): (VILLAGE_WOLVES_LIVE, WOLVES_BLOCKED),
}

# With all Werewolves in the center: (somebody died, all who died are Minions) -> village, the Minions.
# A dead Tanner is one who is not a Minion.
_NO_WOLF_IN_PLAY = {
    (False, True): (VILLAGE_NO_WOLF_NO_DEATH, MINION_NOBODY_DIED),
    (True, True): (VILLAGE_INNOCENT_DIED, MINION_ONLY_DIED),
    (True, False): (VILLAGE_INNOCENT_DIED, MINION_OTHER_DIED),
}

_SIDE = {role.id: list(Team).index(role.team) for role in ROLES.values()}


class Reason(Struct, frozen=True):
    """Why these seats won or lost. `dead`: whose death decided it, where it was not their own."""

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
    if cudgel_died and rules.cudgel_stops_team and wolf_rule is MINION_OTHER_DIED:
        wolf_rule = CUDGEL_STOPS
    verdicts = [(village_rule, Team.VILLAGE, village), *_werewolf_team(wolf_rule, wolves, dead, rules)]
    if tanners:
        fallen, living = _parted(tanners, dead)
        verdicts += [(TANNER_DIED, Team.TANNER, fallen), (TANNER_LIVES, Team.TANNER, living)]
    reasons = [
        Reason(rule, team, tuple(seats), _deciding(rule, roles, dead)) for rule, team, seats in verdicts if seats
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
    """One verdict for the whole team, but for the switch that asks of a Minion to be alive."""
    if rule is not MINION_OTHER_DIED or not rules.minion_must_live:
        return [(rule, Team.WEREWOLF, team)]
    fallen, living = _parted(team, dead)
    return [(rule, Team.WEREWOLF, living), (MINION_MUST_LIVE, Team.WEREWOLF, fallen)]


def _parted(seats: list[int], dead: frozenset[int]) -> tuple[list[int], list[int]]:
    return [seat for seat in seats if seat in dead], [seat for seat in seats if seat not in dead]


def _deciding(rule: WinRule, roles: Sequence[str], dead: frozenset[int]) -> tuple[int, ...]:
    if not rule.deciding:
        return ()
    return tuple(sorted([seat for seat in dead if roles[seat] in rule.deciding]))
