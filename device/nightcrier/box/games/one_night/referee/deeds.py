"""Do an action: change the cards, and return what the seat learns. All functions are pure and return a new state.

If a shield forbids an action, the action is skipped and `Outcome.skipped` is true."""

from collections.abc import Sequence
from typing import TypeAlias, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.referee.card_state import CardState, role_called
from nightcrier.box.games.one_night.referee.night_choices import RoleAction
from nightcrier.box.games.one_night.rules.role_blocks import Deed
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER, INVESTIGATOR, WOLF_OR_TANNER, WOLVES
from nightcrier.kernel.errors import RefusedGame

_T = TypeVar("_T")


class CardLook(Struct, frozen=True):
    """A card that somebody looked at, and the place of the card at that moment."""

    place: int
    card: str


class SeatsMet(Struct, frozen=True):
    """The seats that somebody recognized by their open eyes or their thumbs."""

    seats: tuple[int, ...]


SeatNews: TypeAlias = CardLook | SeatsMet


class Outcome(Struct, frozen=True):
    """The state after an action, and what the seat learned."""

    state: CardState
    told: tuple[CardLook, ...] = ()
    skipped: bool = False


def do_action(state: CardState, action: RoleAction) -> Outcome:
    """Do the chosen action. An unfinished choice is done as far as possible: a Witch may stop after her look."""
    deed, seat, targets = state.book.deed_of(action.role), action.seat, action.targets
    if deed is None or action.does_nothing():
        return Outcome(state)
    match deed:
        case Deed.LOOK:
            return _look(state, targets)
        case Deed.LOOK_AT_OWN:
            return _look(state, (seat,))
        case Deed.COPY:
            return _copy(state, seat, targets)
        case Deed.INVESTIGATE:
            return _investigate(state, seat, targets)
        case Deed.SHIELD:
            return Outcome(replace(state, shields=state.shields.union(targets)))
        case Deed.ROB:
            done = _exchange(state, seat, targets[0])
            return done if done.skipped else replace(done, told=(CardLook(seat, done.state.face(seat)),))
        case Deed.BEWITCH:
            done = _exchange(state, *targets) if targets[1:] else Outcome(state)
            return replace(done, told=(CardLook(targets[0], state.face(targets[0])),))
        case Deed.SWAP:
            return _exchange(state, *targets)
        case Deed.DRAW:
            return _exchange(state, seat, targets[0])
        case Deed.GIVE_EXTRA:
            return _exchange(state, targets[0], len(state.lies) - 1)
        case Deed.SHIFT:
            return _shift(state, action)
        case Deed.LAY_ARTIFACT:
            if targets[0] in state.shields:
                return Outcome(state, skipped=True)
            return Outcome(replace(state, artifacts=_with(state.artifacts, targets[0], action.artifact)))
        case Deed.TURN_OVER:  # a printed Werewolf or Tanner is turned face down again, a Doppelganger or P.I. is not
            seen = _look(state, targets)
            open_cards = {look.place for look in seen.told if look.card not in WOLF_OR_TANNER}
            return replace(seen, state=replace(state, face_up=state.face_up | open_cards))
    assert_never(deed)


def _with(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _look(state: CardState, places: Sequence[int]) -> Outcome:
    seen = tuple([CardLook(place, state.face(place)) for place in places if place not in state.shields])
    return Outcome(state, seen, len(seen) < len(places))


def _copy(state: CardState, seat: int, places: Sequence[int]) -> Outcome:
    """Do the Doppelganger's look. After it, her card and her actions of this night are those of the role she saw."""
    seen = _look(state, places)
    if seen.skipped:
        return seen
    role = seen.told[0].card
    plays, nights = _adopt(state, seat, DOPPELGANGER, role), _with(state.nights, seat, role)
    return Outcome(replace(state, nights=nights, plays=plays), seen.told)


def _investigate(state: CardState, seat: int, places: Sequence[int]) -> Outcome:
    """Let the P.I. look at cards one by one until a Werewolf or a Tanner is found, whose role the P.I. takes on."""
    last = next((place for place in places if place not in state.shields and state.face(place) in WOLF_OR_TANNER), None)
    seen = _look(state, places if last is None else places[: places.index(last) + 1])
    if last is None:
        return seen
    found = "tanner" if state.face(last) == "tanner" else "werewolf"
    return replace(seen, state=replace(state, plays=_adopt(state, seat, INVESTIGATOR, found)))


def _adopt(state: CardState, seat: int, unused: str, role: str) -> tuple[str, ...]:
    """Let the card that was dealt to the seat take on a role. The card may lie anywhere. If the card already plays as a
    role, both roles must agree."""
    now = state.plays[seat]
    if now == unused:
        return _with(state.plays, seat, role)
    if now != role and not _agrees(now, role):
        raise RefusedGame(
            f"acts_as calls this card the {role_called(now)}, but its look makes it the {role_called(role)}", seat + 1
        )
    return state.plays


def _agrees(now: str, role: str) -> bool:
    """Say whether two roles of one card agree. A P.I. may later become a Werewolf or a Tanner, and a Werewolf may be a
    special kind of Werewolf."""
    return now in WOLF_OR_TANNER if role == INVESTIGATOR else role == "werewolf" and now in WOLVES


def _exchange(state: CardState, one: int, other: int) -> Outcome:
    if one in state.shields or other in state.shields:
        return Outcome(state, skipped=True)
    lies = list(state.lies)
    lies[one], lies[other] = lies[other], lies[one]
    return Outcome(replace(state, lies=tuple(lies)))


def _shift(state: CardState, action: RoleAction) -> Outcome:
    """Move every card of a ring to the next seat. The ring leaves out the Village Idiot's seat and shielded seats."""
    ring = [seat for seat in range(state.seats) if seat != action.seat and seat not in state.shields]
    step = 1 if action.direction == "left" else -1
    lies = list(state.lies)
    for at, seat in enumerate(ring):
        lies[ring[(at + step) % len(ring)]] = state.lies[seat]
    return Outcome(replace(state, lies=tuple(lies)))
