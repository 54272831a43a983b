"""Who acts on the screen at each call, and what came of all calls so far."""

from collections.abc import Sequence

from msgspec import Struct

from device.games.one_night.dealt.turn import Turn, outcome
from device.games.one_night.referee.card_state import State
from device.games.one_night.referee.deeds import apply
from device.games.one_night.referee.night_choices import Action, choices
from device.games.one_night.referee.night_turns import awake_seats
from device.games.one_night.rules.night_calls import call_named
from device.games.one_night.rules.roles import ROLES
from device.kernel.chance import derived
from device.show.stages import Picks


class Nightwork(Struct, frozen=True):
    """The cards after some calls, and everything that was done in them."""

    state: State
    actions: tuple[Action, ...] = ()


def turn_of(state: State, call: str, seed: int) -> Turn:
    """The turn of this call. Those who only recognise each other do it by eyes and thumbs: nobody acts."""
    night_call = call_named(call)
    role, seats = night_call.role, awake_seats(state, night_call)
    alone = len(seats) == 1 and (not ROLES[role].gathers or bool(choices(state, seats[0], role)))
    return Turn(state, role, seats[0] if alone else None, derived(seed, f"call {call}"))


def worked(state: State, calls: Sequence[str], rows: Sequence[Picks], seed: int) -> Nightwork:
    """The night as far as there are rows."""
    done: list[Action] = []
    for call, row in zip(calls, rows, strict=False):
        acts = outcome(turn_of(state, call, seed), row)
        for action in acts:
            state = apply(state, action).state
        done += acts
    return Nightwork(state, tuple(done))
