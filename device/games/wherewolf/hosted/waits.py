"""The length of a call where nobody has its role: as long as this moderator would have taken for it.

A call is made of what the moderator would have to do: be asked, be told, let people meet. For each of them a wait is
one of his own times, drawn by lot, a little longer or shorter: taken by itself it is distributed as his times are. As
long as he has shown none of that kind, it is made of another kind's or of what is usual."""

from collections.abc import Iterator

from device.games.wherewolf.hosted.answers import so_far
from device.games.wherewolf.hosted.placing import roles_first_shown
from device.games.wherewolf.rules.calls import FREE_CALLS
from device.games.wherewolf.table.village import ASKED, FOLLOWS, LOOKED, MEETS, TOLD, CallTime, WolfRules, WolfVillage
from device.kernel.chance import Chance, SeededChance, derived
from device.kernel.ids import Seconds

USUAL: dict[str, Seconds] = {ASKED: 6.0, TOLD: 3.0, FOLLOWS: 3.0, MEETS: 6.0, LOOKED: 9.0}
_LEAST_WAIT: Seconds = 0.5
"""The shortest wait: nobody is quicker."""
_RECENT = 8
"""About as many times of a kind as a night has: people grow quicker in an evening."""
_GRAIN, _SPREAD = 1000, 0.05
"""No wait is the very same twice, or its likeness would be heard."""


def wait_for_call(rules: WolfRules, village: WolfVillage, call: str, chance: Chance) -> Seconds:
    """The wait of this call, tonight."""
    parts = _first_parts(rules, village, call, chance) if village.number == 1 else _later_parts(village, call)
    return max(_LEAST_WAIT, round(sum(draw_wait(village.times, part, chance) for part in parts), 1))


def wait_unasked(rules: WolfRules, village: WolfVillage, call: str) -> Seconds:
    """The time that is missing in a call in which nobody who is awake may choose: Young Wolves alone, a Ghoul alone."""
    return round(
        draw_wait(village.times, ASKED, SeededChance(derived(rules.seed, f"unasked {village.number} {call}"))), 1
    )


def draw_wait(times: tuple[CallTime, ...], kind: str, chance: Chance) -> Seconds:
    """Draw one of the moderator's times of this kind."""
    own = [time.seconds for time in times if time.kind == kind][-_RECENT:]
    others = [time.seconds * USUAL[kind] / USUAL[time.kind] for time in times if time.seconds]
    length = chance.pick(own or others or [USUAL[kind]])
    return length * (1 + _SPREAD * (2 * chance.below(_GRAIN) / _GRAIN - 1))


def _first_parts(rules: WolfRules, village: WolfVillage, call: str, chance: Chance) -> Iterator[str]:
    """List what the moderator does in a call of the first night. Seats may have to be dialled in too: those who woke,
    and those of whom Seer and Mage ask."""
    looking = call in ("seer", "mage")
    if rules.options.dealing == "entered":
        shown = roles_first_shown(call) & set(rules.possible)
        there = sum(chance.below(len(rules.possible)) < rules.players for _ in shown)
        yield from [ASKED] * max(1, there) + [LOOKED] * looking
    if looking or call in ("juliet", "guardian-angel"):
        yield from (ASKED, TOLD)
    else:
        yield MEETS


def _later_parts(village: WolfVillage, call: str) -> tuple[str, ...]:
    """List what the moderator does in a call of a later night. Healer and Medium choose somebody only where there is
    somebody to choose."""
    if call == "witch":
        return (ASKED,)
    if call == "healer":
        saves = so_far(village).night.killed and "healer" not in village.known.spent
        return (ASKED,) if saves else (TOLD,)
    if call == "medium" and len(village.known.in_play) == len(village.known.players):
        return (TOLD,)
    return (ASKED, FOLLOWS if call in FREE_CALLS else TOLD)
