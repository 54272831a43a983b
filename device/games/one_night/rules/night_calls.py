"""The calls of a night in wake order, and who opens the eyes at each.

The calls depend on the deck alone, so that a night sounds the same whoever holds which card."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from device.games.one_night.referee.card_state import AWAKE_WOLVES, DOPPELGANGER, PRINTED_RULES, HouseRules, State
from device.games.one_night.rules.roles import ROLES

IMMEDIATE = frozenset(role.id for role in ROLES.values() if role.immediate)
"""What a Doppelganger does at once, in her own step."""

LATER_COPIES = ("insomniac", "curator", "revealer")
"""What she does in a step of her own, directly after the role she viewed."""


class Step(Struct, frozen=True):
    """One call of the night. `copied`: it is for a Doppelganger who viewed the role."""

    number: str
    role: str
    copied: bool = False


def steps(deck: Collection[str], rules: HouseRules = PRINTED_RULES) -> tuple[Step, ...]:
    """The calls of a night with these cards, in order."""
    order = [role.id for role in ROLES.values() if role.wakes]  # cards.py lists the roles in wake order
    if not rules.curator_before_revealer:
        order.remove("revealer")
        order.insert(order.index("curator"), "revealer")
    return tuple(step for role in order for step in _calls(role, deck))


def _calls(role: str, deck: Collection[str]) -> Iterable[Step]:
    called_for = AWAKE_WOLVES if role == "werewolf" else {role}
    if called_for.isdisjoint(deck):
        return
    number = ROLES[role].wakes
    yield Step(number, role)
    if role == DOPPELGANGER and "minion" in deck:
        yield Step(f"{number}-minion", "minion", copied=True)
    if role in LATER_COPIES and DOPPELGANGER in deck:
        yield Step(f"{number}a", role, copied=True)


def actors(state: State, step: Step) -> tuple[int, ...]:
    """The seats that open their eyes at this call."""
    seats = range(state.seats)
    if step.copied:
        return tuple(seat for seat in seats if _copied(state, seat) == step.role)
    if step.role in {"werewolf", "mason"}:
        return tuple(seat for seat in seats if state.holds(seat, step.role))
    return tuple(seat for seat in seats if state.printed[seat] == step.role)


def at_once(state: State, seat: int) -> str | None:
    """The role a Doppelganger performs directly after her look, if it is one of those."""
    role = _copied(state, seat)
    return role if role in IMMEDIATE else None


def _copied(state: State, seat: int) -> str | None:
    return state.nights[seat] if state.printed[seat] == DOPPELGANGER else None
