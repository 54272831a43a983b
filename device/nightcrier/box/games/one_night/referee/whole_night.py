"""Run a whole night from the list of the players' choices. Say who opens the eyes at a call, and what a Doppelganger
does at once."""

from collections.abc import Sequence

from msgspec import Struct

from nightcrier.box.games.one_night.referee.card_state import BrokenRule, CardState, role_called
from nightcrier.box.games.one_night.referee.deeds import SeatNews, SeatsMet, do_action
from nightcrier.box.games.one_night.referee.night_choices import RoleAction, check_action, next_choices
from nightcrier.box.games.one_night.rules.calls import NightCall
from nightcrier.box.games.one_night.rules.role_blocks import Copied, Meets
from nightcrier.box.games.one_night.rules.roles import AWAKE_WOLVES, COPIED_AT_ONCE, DOPPELGANGER, ROLES


def awake_seats(state: CardState, call: NightCall) -> tuple[int, ...]:
    """Return the seats that open their eyes at this call."""
    seats = range(state.seats)
    if call.copied:
        return tuple(seat for seat in seats if _role_of_copy(state, seat) == call.role)
    if ROLES[call.role].gathers:
        return tuple(seat for seat in seats if state.holds(seat, call.role))
    return tuple(seat for seat in seats if state.printed[seat] == call.role)


def copied_role_done_at_once(state: CardState, seat: int) -> str | None:
    """Return the role whose action a Doppelganger does directly after her look. Return None if she does nothing at
    once."""
    role = _role_of_copy(state, seat)
    return role if role and ROLES[role].copied is Copied.AT_ONCE else None


def _role_of_copy(state: CardState, seat: int) -> str | None:
    return state.nights[seat] if state.printed[seat] == DOPPELGANGER else None


_MUST = frozenset(role.id for role in ROLES.values() if role.must)

_SEE_WOLVES = AWAKE_WOLVES | {role.id for role in ROLES.values() if role.meets is Meets.WOLVES_UNSEEN}
MASONS = frozenset(role.id for role in ROLES.values() if role.meets is Meets.MASONS)

# The table lists the roles in wake order; the gap of two leaves room for a Doppelganger's own step after each.
_MOMENT = {role: 2 * at for at, role in enumerate(ROLES)}
_HER_STEP = _MOMENT[DOPPELGANGER]
MEETING_TIME = _HER_STEP + 1
"""The moment at which Werewolves, Minion and Masons recognise each other, after the step of the Doppelganger."""


class Night(Struct, frozen=True):
    """The cards at dawn, and what every seat learned. `idle` are the duties that a seat could have done but did not."""

    state: CardState
    told: tuple[tuple[SeatNews, ...], ...]
    skipped: tuple[RoleAction, ...]
    idle: tuple[tuple[int, str], ...]


class _Diary:
    """The events of a night that the cards do not show: what each seat learned, and which actions were done or
    skipped."""

    def __init__(self, seats: int) -> None:
        self.told: list[list[SeatNews]] = [[] for _ in range(seats)]
        self.skipped: list[RoleAction] = []
        self.done: set[tuple[int, str]] = set()


def resolve_night(state: CardState, actions: Sequence[RoleAction]) -> Night:
    """Run the night in wake order; the order of `actions` does not matter. Raises BrokenRule for a choice against a
    rule."""
    _refuse_second_turns(actions)
    timed = actions_by_moment(state, actions)
    diary = _Diary(state.seats)
    state = _play(state, [action for moment, _, action in timed if moment < MEETING_TIME], diary)
    for seat, met in meetings(state).items():
        diary.told[seat].append(met)
    state = _play(state, [action for moment, _, action in timed if moment >= MEETING_TIME], diary)
    return Night(state, tuple([tuple(told) for told in diary.told]), tuple(diary.skipped), _idle(state, diary.done))


def actions_by_moment(state: CardState, actions: Sequence[RoleAction]) -> list[tuple[float, int, RoleAction]]:
    """Return the actions in wake order, each with its moment and its position in `actions`."""
    return sorted((_moment(state, action), at, action) for at, action in enumerate(actions))


def meetings(state: CardState) -> dict[int, SeatsMet]:
    """Return the seats that Werewolves, Minion and Masons recognise. A Doppelganger who copied such a role recognises
    the seats too."""
    wolves = state.wolf_seats()
    masons = tuple([seat for seat, role in enumerate(state.nights) if role in MASONS])
    met = {}
    for seat, role in enumerate(state.nights):
        group = wolves if role in _SEE_WOLVES else masons if role in MASONS else ()
        others = tuple([other for other in group if other != seat]) if group else ()
        if others:
            met[seat] = SeatsMet(others)
    return met


def _moment(state: CardState, action: RoleAction) -> float:
    """Return the moment of an action, sorted by call and then by seat. The copied action of a Doppelganger comes after
    her look."""
    seat, role = action.seat, action.role
    copied = state.printed[seat] == DOPPELGANGER != role
    if copied and role in COPIED_AT_ONCE:
        return _HER_STEP + (seat + 0.5) / state.seats
    return _MOMENT[role] + copied + seat / state.seats


def _play(state: CardState, actions: Sequence[RoleAction], diary: _Diary) -> CardState:
    for action in actions:
        check_action(state, action)
        outcome = do_action(state, action)
        state = outcome.state
        diary.told[action.seat].extend(outcome.told)
        if outcome.skipped:
            diary.skipped.append(action)
        if not action.does_nothing():
            diary.done.add((action.seat, action.role))
    return state


def _refuse_second_turns(actions: Sequence[RoleAction]) -> None:
    turns = set()
    for action in actions:
        turn = (action.seat, action.role)
        if turn in turns:
            raise BrokenRule(f"the {role_called(action.role)} acts once in a night", action.seat)
        turns.add(turn)


def _idle(state: CardState, done: set[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Return the seats that had to act and could act, but did not. A Doppelganger has the duty of the role she
    viewed."""
    return tuple(
        [
            (seat, duty)
            for seat, duty in enumerate(state.nights)
            if duty in _MUST
            and (seat, duty) not in done
            and (state.printed[seat] == duty or (seat, DOPPELGANGER) in done)
            and next_choices(state, seat, duty)
        ]
    )
