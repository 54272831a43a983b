"""Say which choices a seat has at night, and why a choice breaks a rule."""

from typing import assert_never

from msgspec import Struct

from nightcrier.box.games.one_night.referee.card_state import CardState, HouseRules, role_called
from nightcrier.box.games.one_night.rules.role_blocks import Deed, PlaceKind, Shape
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import ARTIFACTS, DOPPELGANGER, ROLES, WOLF_OR_TANNER
from nightcrier.kernel.errors import RefusedGame, quote_word

DIRECTIONS = ("left", "right")
"""The two directions of a shift. Left moves every card clockwise, to the seat with the next higher number."""


_LOOK_AT_OWN = frozenset(role.id for role in ROLES.values() if role.power and role.power.deed is Deed.LOOK_AT_OWN)


class RoleAction(Struct, frozen=True):
    """The action of one seat: the role as which the seat acts, and its choice. An empty choice means it declined."""

    seat: int
    role: str
    targets: tuple[int, ...] = ()
    direction: str | None = None
    artifact: str | None = None

    def does_nothing(self) -> bool:
        """Say whether the action does nothing. An Insomniac's action names no card, but she looks at her own card."""
        return not (self.targets or self.direction or self.artifact or self.role in _LOOK_AT_OWN)


def next_choices(state: CardState, seat: int, role: str, chosen: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the places that the seat may choose after those already chosen, or none if nothing can be chosen."""
    power = state.book.power_of(role)
    if _must_stop(state, seat, role, chosen) or (power.touches_own and seat in state.shields):
        return ()
    taken = len(chosen)
    shapes = [
        shape
        for length, shape in power.shapes.items()
        if length > taken and _matches(shape[:taken], chosen, seat, state.seats)
    ]
    places = tuple(
        place
        for place in range(len(state.lies))
        if place not in chosen
        and place not in state.shields
        and any(_fits(shape[taken], place, seat, state.seats) for shape in shapes)
        and not _why_barred(state, seat, role, place)
    )
    # A Troublemaker who finds only one card without a shield cannot begin.
    return places if shapes and len(places) >= min(map(len, shapes)) - taken else ()


def has_choices(role: str, rules: HouseRules, book: RoleBook = PRINTED) -> bool:
    """Say whether this role chooses anything at night under these rules. Some roles only recognize each other."""
    power = book.rows[role].power
    return power is not None and (rules.lone_wolf or not power.alone)


def may_stop(state: CardState, seat: int, role: str, chosen: tuple[int, ...] = ()) -> bool:
    """Say whether the choice may end after the `chosen` places. A role that must act has to act while it can."""
    if not next_choices(state, seat, role, chosen):
        return True
    if not chosen:
        return not state.book.rows[role].must
    shape = state.book.power_of(role).shapes.get(len(chosen))
    return shape is not None and _matches(shape, chosen, seat, state.seats)


def free_artifacts(state: CardState) -> tuple[str, ...]:
    return tuple(artifact for artifact in ARTIFACTS if artifact not in state.artifacts)


def check_action(state: CardState, action: RoleAction) -> None:
    """Raise RefusedGame if a rule forbids the action. An action against a shield is allowed here and skipped later."""
    if not state.holds(action.seat, action.role):
        reason = f"this seat does not hold the {role_called(action.role)}, so it cannot act as one"
    else:
        reason = _wrong_extra(state, action) or (_wrong_targets(state, action) if action.targets else "")
    if reason:
        raise RefusedGame(reason, action.seat + 1)


def _wrong_targets(state: CardState, action: RoleAction) -> str:
    """Return which rule the chosen places break, or an empty text."""
    seat, role, targets = action.seat, action.role, action.targets
    power = state.book.power_of(role)
    shape = power.shapes.get(len(targets))
    if len(set(targets)) != len(targets):
        return f"{power.rule}, and no card is chosen twice"
    if shape is None or not _matches(shape, targets, seat, state.seats):
        return power.rule
    if power.alone and _must_stop(state, seat, role, ()):
        return "a Werewolf looks at a center card only with the house rule lone_wolf, as the only Werewolf"
    return next(filter(None, (_why_barred(state, seat, role, place) for place in targets)), "")


def _wrong_extra(state: CardState, action: RoleAction) -> str:
    """Return which rule the direction or the artifact breaks, or an empty text."""
    deed, artifact, free = state.book.deed_of(action.role), action.artifact, free_artifacts(state)
    if action.direction is not None and deed is not Deed.SHIFT:
        return f"only the Village Idiot chooses a direction, not the {role_called(action.role)}"
    if action.direction not in (None, *DIRECTIONS):
        return "the Village Idiot moves the cards left or right"
    if artifact is not None and deed is not Deed.LAY_ARTIFACT:
        return f"only the Curator places an artifact, not the {role_called(action.role)}"
    if deed is Deed.LAY_ARTIFACT and bool(action.targets) != (artifact is not None):
        return "the Curator needs both a player and an artifact"
    if artifact is not None and artifact not in free:
        return f"the Curator lays one of {', '.join(free)}, not {quote_word(artifact)}"
    return ""


def _why_barred(state: CardState, seat: int, role: str, place: int) -> str:
    """Return why this role may never choose this place, or an empty text if the role may choose it."""
    deed = state.book.deed_of(role)
    if deed is Deed.GIVE_EXTRA:
        return _why_barred_to_alpha(state, seat, place)
    if deed is Deed.LAY_ARTIFACT and place < state.seats and state.artifacts[place] is not None:
        return "two artifacts never lie on one card"
    power = state.book.power_of(role)
    if power.reach and not power.reach.holds(place, seat, state.nights):
        return power.rule
    return ""


def _why_barred_to_alpha(state: CardState, seat: int, place: int) -> str:
    if state.printed[seat] == DOPPELGANGER:
        # She acts before the Werewolves meet: the one she knows is the Alpha Wolf she viewed.
        return "the Doppelganger never gives it to the Alpha Wolf" if state.printed[place] == "alpha-wolf" else ""
    return "the Alpha Wolf never gives it to another Werewolf" if place in state.wolf_seats() else ""


def _must_stop(state: CardState, seat: int, role: str, chosen: tuple[int, ...]) -> bool:
    power = state.book.power_of(role)
    if power.deed is Deed.INVESTIGATE:
        return any(state.face(place) in WOLF_OR_TANNER for place in chosen)
    if power.alone:
        return not state.rules.lone_wolf or state.wolf_seats() != (seat,)
    return False


def _matches(shape: Shape, chosen: tuple[int, ...], seat: int, seats: int) -> bool:
    """Say whether each chosen place has the kind that the shape asks for at its position."""
    return all(_fits(shape[at], place, seat, seats) for at, place in enumerate(chosen))


def _fits(kind: PlaceKind, place: int, seat: int, seats: int) -> bool:
    """Say whether a place has this kind for the seat that chooses."""
    match kind:
        case PlaceKind.OTHER:
            return place < seats and place != seat
        case PlaceKind.CENTER:
            return place >= seats
        case PlaceKind.PLAYER:
            return place < seats
        case PlaceKind.OWN:
            return place == seat
        case PlaceKind.NAMED:
            return True  # the reach of the power says which
        case _:
            assert_never(kind)
