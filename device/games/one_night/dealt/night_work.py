"""Who acts on the screen at each call, and what came of all calls so far."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.one_night.dealt.turn import RoleTurn, outcome
from device.games.one_night.referee.card_state import CardState
from device.games.one_night.referee.deeds import do_action
from device.games.one_night.referee.night_choices import RoleAction, choices
from device.games.one_night.referee.night_turns import awake_seats
from device.games.one_night.rules.night_calls import call_named
from device.games.one_night.rules.roles import ROLES
from device.kernel.chance import derived
from device.show.stages import Picks


class Nightwork(Struct, frozen=True):
    """The cards after some calls, and everything that was done in them."""

    state: CardState
    actions: tuple[RoleAction, ...] = ()


def turn_of(state: CardState, call: str, seed: int) -> RoleTurn:
    """The turn of this call. Those who only recognise each other do it by eyes and thumbs: nobody acts."""
    night_call = call_named(call)
    role, seats = night_call.role, awake_seats(state, night_call)
    alone = len(seats) == 1 and (not ROLES[role].gathers or bool(choices(state, seats[0], role)))
    return RoleTurn(state, role, seats[0] if alone else None, derived(seed, f"call {call}"))


def work_calls(state: CardState, calls: Sequence[str], rows: Sequence[Picks], seed: int) -> Nightwork:
    """The night as far as there are rows."""
    done: list[RoleAction] = []
    for call, row in zip(calls, rows, strict=False):
        acts = outcome(turn_of(state, call, seed), row)
        for action in acts:
            state = do_action(state, action).state
        done += acts
    return Nightwork(state, tuple(done))
