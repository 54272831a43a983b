"""Runs a whole night from the list of the players' choices. Says who opens their eyes at a call, and what a
Doppelganger does at once."""

from collections.abc import Sequence

from msgspec import Struct

from nightcrier.box.games.one_night.referee.card_state import CardState, role_called
from nightcrier.box.games.one_night.referee.deeds import SeatNews, SeatsMet, do_action
from nightcrier.box.games.one_night.referee.night_choices import RoleAction, check_action, next_choices
from nightcrier.box.games.one_night.rules.calls import NightCall
from nightcrier.box.games.one_night.rules.role_blocks import Copied, Deed, FileCall, Meets, Role
from nightcrier.box.games.one_night.rules.roles import AWAKE_WOLVES, DOPPELGANGER, ROLES
from nightcrier.kernel.errors import RefusedGame


def awake_seats(state: CardState, call: NightCall) -> tuple[int, ...]:
    seats = range(state.seats)
    row = state.book.rows[call.role]
    if row.call:
        dealt = () if call.copied else tuple(seat for seat in seats if state.printed[seat] in row.call.called)
        joins = call.copied or state.book.copied_in(row, state.deck) is Copied.WITH
        return (*dealt, *(seat for seat in seats if joins and acts_as_copy(state, seat, call.role)))
    if call.copied:
        return tuple(seat for seat in seats if _role_of_copy(state, seat) == call.role)
    if row.gathers:
        return tuple(seat for seat in seats if state.holds(seat, call.role))
    return tuple(seat for seat in seats if state.printed[seat] == call.role)


def copied_role_done_at_once(state: CardState, seat: int) -> str | None:
    """Return the role whose action a Doppelganger does right after her look, or None if she does nothing at once."""
    role = _role_of_copy(state, seat)
    return next(iter(state.book.acts_at_once(role, state.deck, state.seats)), None) if role else None


def _role_of_copy(state: CardState, seat: int) -> str | None:
    return state.nights[seat] if state.printed[seat] == DOPPELGANGER else None


def acts_as_copy(state: CardState, seat: int, role: str) -> bool:
    """Say whether a seat acts in the call of a file only because it copied one of the called roles."""
    call = state.book.rows[role].call
    return call is not None and state.printed[seat] not in call.called and _role_of_copy(state, seat) in call.called


_SEE_WOLVES = AWAKE_WOLVES | {role.id for role in ROLES.values() if role.meets is Meets.WOLVES_UNSEEN}
MASONS = frozenset(role.id for role in ROLES.values() if role.meets is Meets.MASONS)


def _step(state: CardState, role: str) -> int:
    """Return the moment of a call as a number. Moments are two apart, which leaves room for a Doppelganger's own step
    after each call."""
    return 2 * state.book.places[role]


class NightTurn(Struct, frozen=True):
    """The action of a seat at one moment, and what the seat learned. A seat that only recognized others has no action.
    If a shield forbade the action, the action was skipped."""

    seat: int
    action: RoleAction | None
    told: tuple[SeatNews, ...]
    skipped: bool = False


class Night(Struct, frozen=True):
    """The cards at dawn, and the turns of the night in their order. `idle` are the duties that a seat could have done
    but did not. `aimless` are the shifts without a direction, and the looks at a seat's own card that do not name its
    place."""

    state: CardState
    turns: tuple[NightTurn, ...]
    idle: tuple[tuple[int, str], ...]
    aimless: tuple[RoleAction, ...]


def resolve_night(state: CardState, actions: Sequence[RoleAction]) -> Night:
    """Run the night in wake order, whatever the order of `actions`. Raises RefusedGame for a choice against a rule."""
    _refuse_turns(state, actions)
    timed = sorted((_moment(state, action), at, action) for at, action in enumerate(actions))
    turns, meeting = list[NightTurn](), _step(state, DOPPELGANGER) + 1
    state = _play(state, [action for moment, _, action in timed if moment < meeting], turns)
    turns += [NightTurn(seat, None, (met,)) for seat, met in (*meetings(state).items(), *_meetings_of_files(state))]
    state = _play(state, [action for moment, _, action in timed if moment >= meeting], turns)
    done = {(turn.seat, turn.action.role) for turn in turns if turn.action and not turn.action.does_nothing()}
    aims = (Deed.SHIFT, Deed.LOOK_AT_OWN)
    aimless = tuple([each for each in actions if each.does_nothing() and state.book.deed_of(each.role) in aims])
    return Night(state, tuple(turns), _idle(state, done), aimless)


def meetings(state: CardState) -> dict[int, SeatsMet]:
    """Return the seats that Werewolves, Minion and Masons recognize. A Doppelganger who copied such a role recognizes
    the seats, too."""
    wolves = state.wolf_seats()
    masons = tuple([seat for seat, role in enumerate(state.nights) if role in MASONS])
    met = {}
    for seat, role in enumerate(state.nights):
        group = wolves if role in _SEE_WOLVES else masons if role in MASONS else ()
        others = tuple([other for other in group if other != seat]) if group else ()
        if others:
            met[seat] = SeatsMet(others)
    return met


def _meetings_of_files(state: CardState) -> list[tuple[int, SeatsMet]]:
    """Return which seats the holders of roles from files see at their calls, in the order of the calls."""
    return [
        (seat, met)
        for _, call in _file_calls(state)
        for seat in range(state.seats)
        if state.printed[seat] in call.called and (met := _met(state, call, seat))
    ]


def _met(state: CardState, call: FileCall, seat: int) -> SeatsMet | None:
    """Return the seats whose thumbs or eyes a seat sees, by the cards as dealt."""
    meets, dealt = call.meets, state.printed[: state.seats]
    seen = [other for other in range(state.seats) if meets and other != seat and meets.holds(other, seat, dealt)]
    return SeatsMet(tuple(seen)) if seen else None


def _file_calls(state: CardState) -> list[tuple[Role, FileCall]]:
    """Return the calls of files that are made with this deck."""
    return [(row, row.call) for row in state.book.file_calls if row.call and row.call.is_made(state.deck, state.seats)]


def _moment(state: CardState, action: RoleAction) -> float:
    """Return the moment of an action, which sorts actions by call and then by seat. The copied action of a Doppelganger
    comes after her look: after everybody who was dealt the role, or in a step of her own."""
    seat, role = action.seat, action.role
    copied = state.printed[seat] == DOPPELGANGER != role
    row = state.book.rows[role]
    if copied and row.copied is Copied.AT_ONCE:
        return _step(state, DOPPELGANGER) + (seat + 0.5) / state.seats
    return _step(state, role) + copied + seat / state.seats


def _play(state: CardState, actions: Sequence[RoleAction], turns: list[NightTurn]) -> CardState:
    for action in actions:
        check_action(state, action)
        call, copied = state.book.rows[action.role].call, acts_as_copy(state, action.seat, action.role)
        if call and copied and (met := _met(state, call, action.seat)):
            turns.append(NightTurn(action.seat, None, (met,)))
        outcome = do_action(state, action)
        turns.append(NightTurn(action.seat, action, outcome.told, outcome.skipped))
        state = outcome.state
    return state


def _refuse_turns(state: CardState, actions: Sequence[RoleAction]) -> None:
    """Refuse a second turn of one role, and a turn at a call that is not made."""
    turns = set()
    for action in actions:
        call = state.book.rows[action.role].call
        if call and not call.is_made(state.deck, state.seats):
            raise RefusedGame(f"nobody calls the {role_called(call.id)} with this deck", action.seat + 1)
        turn = (action.seat, action.role)
        if turn in turns:
            raise RefusedGame(f"the {role_called(action.role)} acts once in a night", action.seat + 1)
        turns.add(turn)


def _idle(state: CardState, done: set[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Return the seats that had to act and could, but did not. A Doppelganger has the duty of the role she viewed."""
    return tuple(
        [
            (seat, duty)
            for seat, role in enumerate(state.nights)
            for duty in (role, *(row.id for row, call in _file_calls(state) if role in call.called and row.id != role))
            if state.book.rows[duty].must
            and (seat, duty) not in done
            and (state.printed[seat] == role or (seat, DOPPELGANGER) in done)
            and next_choices(state, seat, duty)
        ]
    )
