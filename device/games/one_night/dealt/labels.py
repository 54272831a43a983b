"""Places and cards as people read them on the screen."""

from device.games.one_night.actions import Look
from device.games.one_night.decks import CENTER
from device.games.one_night.places import names, numbers
from device.games.one_night.state import State
from device.show.stages import Fact, Option


def place_option(state: State, seat: int, place: int) -> Option:
    """A place to choose; its value is the name of the place."""
    return Option(names(state.seats)[place], _place(state, seat, place))


def place_of(state: State, value: str) -> int:
    """The place of that name."""
    return numbers(state.seats)[value]


def looked_at(state: State, seat: int, look: Look) -> Fact:
    """A card that was seen, with where it lay."""
    key, values = _place(state, seat, look.place)
    keys = {"seat": "deal.seat-card", "deal.center": "deal.center-card", "deal.extra": "deal.extra-card"}
    return (keys.get(key, "deal.own-card"), {**values, "role": f"role.{look.card}"})


def _place(state: State, seat: int, place: int) -> Fact:
    if place == seat:
        return ("deal.own", {})
    if place < state.seats:
        return ("seat", {"n": str(place + 1)})
    if place < state.seats + CENTER:
        return ("deal.center", {"n": str(place - state.seats + 1)})
    return ("deal.extra", {})
