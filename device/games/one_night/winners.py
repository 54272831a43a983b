"""Who wins and by which rule: the table of the rulebook, row by row, from the roles at dawn and who is dead."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from device.games.one_night.cards import ROLES, WOLVES, Team
from device.games.one_night.state import PRINTED_RULES, HouseRules


class Rule(StrEnum):
    """Why a team won or lost. `reason.<rule>` is its sentence in every language."""

    VILLAGE_WOLF_DIED = "village-wolf-died"
    VILLAGE_NO_WOLF_NO_DEATH = "village-no-wolf-no-death"
    VILLAGE_WOLVES_LIVE = "village-wolves-live"
    VILLAGE_INNOCENT_DIED = "village-innocent-died"
    WOLVES_LIVE = "werewolf-none-died"
    WOLF_DIED = "werewolf-one-died"
    WOLVES_BLOCKED_BY_TANNER = "werewolf-tanner-died"
    MINION_OTHER_DIED = "minion-other-died"
    MINION_NOBODY_DIED = "minion-nobody-died"
    MINION_ONLY_DIED = "minion-only-died"
    MINION_MUST_LIVE = "minion-must-live"
    TANNER_DIED = "tanner-died"
    TANNER_LIVES = "tanner-lives"


WINS = frozenset(
    {
        Rule.VILLAGE_WOLF_DIED,
        Rule.VILLAGE_NO_WOLF_NO_DEATH,
        Rule.WOLVES_LIVE,
        Rule.MINION_OTHER_DIED,
        Rule.TANNER_DIED,
    }
)


class Fallen(StrEnum):
    """What the deaths have in common, as far as the table asks."""

    NOBODY = "nobody"
    MINIONS = "minions only"
    OTHERS = "others"


# With a Werewolf in play: (a Werewolf died, a Tanner died) -> village, Werewolves with their Minions.
_WOLVES_IN_PLAY = {
    (True, False): (Rule.VILLAGE_WOLF_DIED, Rule.WOLF_DIED),
    (True, True): (Rule.VILLAGE_WOLF_DIED, Rule.WOLF_DIED),
    (False, False): (Rule.VILLAGE_WOLVES_LIVE, Rule.WOLVES_LIVE),
    (False, True): (Rule.VILLAGE_WOLVES_LIVE, Rule.WOLVES_BLOCKED_BY_TANNER),
}

# With all Werewolves in the center: who died -> village, the Minions. A dead Tanner is one of the others.
_NO_WOLF_IN_PLAY = {
    Fallen.NOBODY: (Rule.VILLAGE_NO_WOLF_NO_DEATH, Rule.MINION_NOBODY_DIED),
    Fallen.MINIONS: (Rule.VILLAGE_INNOCENT_DIED, Rule.MINION_ONLY_DIED),
    Fallen.OTHERS: (Rule.VILLAGE_INNOCENT_DIED, Rule.MINION_OTHER_DIED),
}


# Whose deaths decided it, by role at dawn. A rule that is not here rests on nobody's death, or on the team's own.
_DECIDING: dict[Rule, frozenset[str]] = {
    Rule.VILLAGE_WOLF_DIED: WOLVES,
    Rule.WOLF_DIED: WOLVES,
    Rule.WOLVES_BLOCKED_BY_TANNER: frozenset({"tanner"}),
    Rule.VILLAGE_INNOCENT_DIED: frozenset(ROLES),
    Rule.MINION_OTHER_DIED: frozenset(ROLES) - {"minion"},
    Rule.MINION_ONLY_DIED: frozenset({"minion"}),
}


class Reason(Struct, frozen=True):
    """Why these seats won or lost. `dead`: whose death decided it; empty where it was that nobody died."""

    rule: Rule
    team: Team
    seats: tuple[int, ...]
    dead: tuple[int, ...] = ()

    @property
    def won(self) -> bool:
        return self.rule in WINS


class Result(Struct, frozen=True):
    """The winners, and a reason for each team that won or lost."""

    winners: tuple[int, ...]
    reasons: tuple[Reason, ...]


def result(roles: Sequence[str], dead: frozenset[int], rules: HouseRules = PRINTED_RULES) -> Result:
    """Judge every team. Dead and living members win alike; each Tanner is judged alone."""
    village, wolves, tanners = _teams(roles)
    village_rule, wolf_rule = _look_up(roles, dead)
    reasons = [
        *_reason(village_rule, Team.VILLAGE, village, roles, dead),
        *_werewolf_team(wolf_rule, wolves, roles, dead, rules),
        *_reason(Rule.TANNER_DIED, Team.TANNER, [seat for seat in tanners if seat in dead], roles, dead),
        *_reason(Rule.TANNER_LIVES, Team.TANNER, [seat for seat in tanners if seat not in dead], roles, dead),
    ]
    return Result(tuple(sorted([seat for reason in reasons if reason.won for seat in reason.seats])), tuple(reasons))


def _teams(roles: Sequence[str]) -> tuple[list[int], list[int], list[int]]:
    teams: dict[Team, list[int]] = {Team.VILLAGE: [], Team.WEREWOLF: [], Team.TANNER: []}
    for seat, role in enumerate(roles):
        teams[ROLES[role].team].append(seat)
    return teams[Team.VILLAGE], teams[Team.WEREWOLF], teams[Team.TANNER]


def _look_up(roles: Sequence[str], dead: frozenset[int]) -> tuple[Rule, Rule]:
    fallen = {roles[seat] for seat in dead}
    if not WOLVES.isdisjoint(roles):
        return _WOLVES_IN_PLAY[not WOLVES.isdisjoint(fallen), "tanner" in fallen]
    if not fallen:
        return _NO_WOLF_IN_PLAY[Fallen.NOBODY]
    return _NO_WOLF_IN_PLAY[Fallen.MINIONS if fallen == {"minion"} else Fallen.OTHERS]


def _werewolf_team(
    rule: Rule, team: list[int], roles: Sequence[str], dead: frozenset[int], rules: HouseRules
) -> list[Reason]:
    if rule is not Rule.MINION_OTHER_DIED or not rules.minion_must_live:
        return _reason(rule, Team.WEREWOLF, team, roles, dead)
    living, fallen = [seat for seat in team if seat not in dead], [seat for seat in team if seat in dead]
    return [
        *_reason(rule, Team.WEREWOLF, living, roles, dead),
        *_reason(Rule.MINION_MUST_LIVE, Team.WEREWOLF, fallen, roles, dead),
    ]


def _reason(rule: Rule, team: Team, seats: list[int], roles: Sequence[str], dead: frozenset[int]) -> list[Reason]:
    """One reason, or none for a team nobody is in."""
    if not seats:
        return []
    deciding = _DECIDING.get(rule)
    if deciding is None:
        return [Reason(rule, team, tuple(seats))]
    return [Reason(rule, team, tuple(seats), tuple(sorted([seat for seat in dead if roles[seat] in deciding])))]
