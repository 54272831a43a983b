"""Lets a seat leave the game, eaten by hunger, and lets the game go on without its moderator.
By day a seat is out at once, and a vote begins again after the talk. At night it is out at once, too, unless it has
acted or was chosen tonight. Then it stays in play until the morning, like killed players, but is not asked any more.
Nobody dies of love because of it."""

from msgspec.structs import replace

from nightcrier.box.games.engine.secret_turns import SecretRound
from nightcrier.box.games.wherewolf.decks.role_checks import box_faults
from nightcrier.box.games.wherewolf.hosted.pointing import Point, Pointed, WhoOpened
from nightcrier.box.games.wherewolf.hosted.script_only import ScriptDay
from nightcrier.box.games.wherewolf.table.day import UntilSunset, VillageTalk, day_steps
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfStep, WolfVillage, starve, wolf_seats_asked

_Steps = tuple[WolfStep, ...]


def seats_to_leave(rules: WolfRules, village: WolfVillage) -> tuple[int, ...]:
    """Return the seats that may leave now. Before the deal and after the end there are none."""
    if village.game is None:
        gone = {*village.gone, *village.left} if rules.options.dealing == "unknown" else range(rules.players)
        return tuple(seat for seat in range(rules.players) if seat not in gone)
    return () if village.game.end else wolf_seats_asked(village)


def seats_out(village: WolfVillage) -> tuple[int, ...]:
    if village.game is None:
        return village.gone
    return tuple(seat for seat, player in enumerate(village.game.players) if player.out is not None)


def village_without(village: WolfVillage, steps: _Steps, seat: int) -> WolfVillage:
    """Return the village after a seat has left it. If the box does not know the roles, a day that has begun ends when
    the seat leaves."""
    left = replace(village, left=(*village.left, seat), accusation=None, run_off=None)
    if village.game is None:
        return left if isinstance(steps[0], ScriptDay) else replace(left, gone=(*village.gone, seat))
    if village.outcome is None and seat in _named_tonight(village, steps):
        return left
    return replace(left, game=starve(village.game, (seat,), village.number, "day" if village.outcome else "night"))


def _named_tonight(village: WolfVillage, steps: _Steps) -> set[int]:
    """Return the seats that have acted or were chosen tonight, including choices that are not recorded yet."""
    chosen = [step.chosen for step in steps if isinstance(step, Point | Pointed)]
    return {seat for action in village.night for seat in (action.seat, *action.targets)}.union(*chosen)


def steps_without(rules: WolfRules, village: WolfVillage, steps: _Steps, seat: int) -> _Steps:
    """Return the remaining steps after a seat has left. `village` is the village before that. The question of who
    opened their eyes is dropped, because it may have been this seat."""
    if village.outcome is not None:
        return talk_anew(rules, steps)
    first, *others = steps
    if isinstance(first, SecretRound):
        return (first.without(rules, village, seat), *others)
    return tuple(
        step for step in steps if not (isinstance(step, WhoOpened) or (isinstance(step, Point) and step.seat == seat))
    )


def talk_anew(rules: WolfRules, steps: _Steps) -> _Steps:
    """Return the steps of a day whose talk goes on, with the vote after it. Before the first speech in turns, and in a
    free talk, the steps stay as they are."""
    first = [step.steps[0] if isinstance(step, UntilSunset) else step for step in steps]
    return steps if VillageTalk() in first else (*day_steps(rules), *steps[-1:])


def may_go_alone(rules: WolfRules, village: WolfVillage) -> bool:
    """Say whether the box can lead on without a moderator: it knows every role, and can call this many people."""
    is_known = village.game is not None and village.game.end is None and not rules.unplaced(village)
    return village.led and is_known and not box_faults(rules.players)


def village_alone(village: WolfVillage) -> WolfVillage:
    """Return the village without its moderator. A night that has begun starts again."""
    alone = replace(village, led=False, accusation=None, run_off=None)
    return replace(alone, number=village.number - 1) if is_by_night(village) else alone


def is_by_night(village: WolfVillage) -> bool:
    return village.outcome is None and len(village.rounds) < village.number
