"""Do an action: change the cards, and return what the seat learns. All functions are pure and return a new state.

If a shield forbids an action, the action is skipped and `Outcome.skipped` is true."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.referee.card_state import BrokenRule, CardState, role_called
from nightcrier.box.games.one_night.referee.night_choices import RoleAction
from nightcrier.box.games.one_night.rules.role_blocks import Deed
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER, INVESTIGATOR, WOLF_OR_TANNER, WOLVES


class CardLook(Struct, frozen=True):
    """A card that somebody looked at, and the place of the card at that moment."""

    place: int
    card: str


class SeatsMet(Struct, frozen=True):
    """The seats that somebody recognised by their open eyes or their thumbs."""

    seats: tuple[int, ...]


SeatNews: TypeAlias = CardLook | SeatsMet


class Outcome(Struct, frozen=True):
    """The state after an action, and what the seat learned."""

    state: CardState
    told: tuple[CardLook, ...] = ()
    skipped: bool = False


def do_action(state: CardState, action: RoleAction) -> Outcome:
    """Do the chosen action. An unfinished choice is done as far as possible: a Witch may look at a card and stop
    there."""
    deed = state.book.deed_of(action.role)
    if deed is None or action.does_nothing():
        return Outcome(state)
    return DEEDS[deed](state, action)


def _look(state: CardState, action: RoleAction) -> Outcome:
    seen = tuple([CardLook(place, state.face(place)) for place in action.targets if place not in state.shields])
    return Outcome(state, seen, len(seen) < len(action.targets))


def _look_at_own(state: CardState, action: RoleAction) -> Outcome:
    if action.seat in state.shields:
        return Outcome(state, skipped=True)
    return Outcome(state, (CardLook(action.seat, state.face(action.seat)),))


def _shield(state: CardState, action: RoleAction) -> Outcome:
    return Outcome(replace(state, shields=state.shields | set(action.targets)))


def _view(state: CardState, action: RoleAction) -> Outcome:
    """Do the Doppelganger's look. After the look her card and her actions of this night are those of the role she
    saw."""
    seen = _look(state, action)
    if seen.skipped:
        return seen
    seat, role = action.seat, seen.told[0].card
    nights = (*state.nights[:seat], role, *state.nights[seat + 1 :])
    return Outcome(replace(state, nights=nights, plays=_adopt(state, seat, DOPPELGANGER, role)), seen.told)


def _investigate(state: CardState, action: RoleAction) -> Outcome:
    """Let the P.I. look at one card after another until a Werewolf or a Tanner is found. The P.I. takes on the found
    role."""
    told: list[CardLook] = []
    skipped = False
    for place in action.targets:
        if place in state.shields:
            skipped = True
            continue
        face = state.face(place)
        told.append(CardLook(place, face))
        if face in WOLF_OR_TANNER:
            found = "tanner" if face == "tanner" else "werewolf"
            return Outcome(replace(state, plays=_adopt(state, action.seat, INVESTIGATOR, found)), tuple(told), skipped)
    return Outcome(state, tuple(told), skipped)


def _adopt(state: CardState, seat: int, unused: str, role: str) -> tuple[str, ...]:
    """Let the card that was dealt to the seat take on a role. The card may lie anywhere. If the card already plays as a
    role, both roles must agree."""
    now = state.plays[seat]
    if now == unused:
        return (*state.plays[:seat], role, *state.plays[seat + 1 :])
    if now != role and not _agrees(now, role):
        raise BrokenRule(
            f"acts_as calls this card the {role_called(now)}, but its look makes it the {role_called(role)}", seat
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


def _rob(state: CardState, action: RoleAction) -> Outcome:
    done = _draw(state, action)
    return done if done.skipped else replace(done, told=(CardLook(action.seat, done.state.face(action.seat)),))


def _bewitch(state: CardState, action: RoleAction) -> Outcome:
    center, *players = action.targets
    done = _exchange(state, center, players[0]) if players else Outcome(state)
    return replace(done, told=(CardLook(center, state.face(center)),))


def _swap(state: CardState, action: RoleAction) -> Outcome:
    return _exchange(state, *action.targets)


def _give_extra(state: CardState, action: RoleAction) -> Outcome:
    return _exchange(state, action.targets[0], len(state.lies) - 1)


def _draw(state: CardState, action: RoleAction) -> Outcome:
    return _exchange(state, action.seat, action.targets[0])


def _shift(state: CardState, action: RoleAction) -> Outcome:
    """Move every card of a ring to the next seat. The ring leaves out the Village Idiot's own seat and the shielded
    seats."""
    ring = [seat for seat in range(state.seats) if seat != action.seat and seat not in state.shields]
    step = 1 if action.direction == "left" else -1
    lies = list(state.lies)
    for at, seat in enumerate(ring):
        lies[ring[(at + step) % len(ring)]] = state.lies[seat]
    return Outcome(replace(state, lies=tuple(lies)))


def _place_artifact(state: CardState, action: RoleAction) -> Outcome:
    seat = action.targets[0]
    if seat in state.shields:
        return Outcome(state, skipped=True)
    return Outcome(replace(state, artifacts=(*state.artifacts[:seat], action.artifact, *state.artifacts[seat + 1 :])))


def _reveal(state: CardState, action: RoleAction) -> Outcome:
    """Turn over cards. A printed Werewolf or Tanner is turned face down again. The card of a Doppelganger or P.I.
    stays face up."""
    seen = _look(state, action)
    open_cards = {look.place for look in seen.told if look.card not in WOLF_OR_TANNER}
    return replace(seen, state=replace(state, face_up=state.face_up | open_cards))


DEEDS: Mapping[Deed, Callable[[CardState, RoleAction], Outcome]] = {
    Deed.LOOK: _look,
    Deed.LOOK_AT_OWN: _look_at_own,
    Deed.COPY: _view,
    Deed.INVESTIGATE: _investigate,
    Deed.SHIELD: _shield,
    Deed.ROB: _rob,
    Deed.BEWITCH: _bewitch,
    Deed.SWAP: _swap,
    Deed.DRAW: _draw,
    Deed.GIVE_EXTRA: _give_extra,
    Deed.SHIFT: _shift,
    Deed.LAY_ARTIFACT: _place_artifact,
    Deed.TURN_OVER: _reveal,
}
"""The functions that change the cards, one function for each kind of deed."""
