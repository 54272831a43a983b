"""Places and cards as people read them: in a turn, and by day what lies open or is for its owner alone."""

from collections.abc import Sequence

from device.games.one_night.referee.card_state import CardState
from device.games.one_night.referee.deeds import CardLook
from device.games.one_night.rules.decks import CENTER_CARDS, place_names
from device.show.answers import Option
from device.show.facts import Fact, Joined, Number, RoleName, SeatMark, SeatName, Word
from device.show.stages import Peek


def places_option(state: CardState, seat: int, places: Sequence[int]) -> Option:
    """A place to choose, or several cards of the center; the value is made of the names of the places."""
    value = "+".join(place_names(state.seats)[place] for place in places)
    if len(places) == 1:
        return Option(value, _place(state, seat, places[0]))
    numbers = tuple(Number(place - state.seats + 1) for place in places)
    return Option(value, Word("deal.center", {"n": Joined(numbers, " + ")}))


def look_label(state: CardState, seat: int, look: CardLook) -> Fact:
    """A card that was seen, with where it lay."""
    role, place = RoleName(look.card), look.place
    if place == seat:
        return Word("deal.own-card", {"role": role})
    if place < state.seats:
        return Word("deal.seat-card", {"n": SeatMark(place + 1), "role": role})
    if place < state.seats + CENTER_CARDS:
        return Word("deal.center-card", {"n": Number(place - state.seats + 1), "role": role})
    return Word("deal.extra-card", {"role": role})


def _place(state: CardState, seat: int, place: int) -> Fact:
    if place == seat:
        return Word("deal.own")
    if place < state.seats:
        return SeatName(place + 1)
    if place < state.seats + CENTER_CARDS:
        return Word("deal.center", {"n": Number(place - state.seats + 1)})
    return Word("deal.extra")


def public_facts(state: CardState) -> tuple[Fact, ...]:
    """The facts that lie open on the table, seat by seat."""
    facts: list[Fact] = []
    for seat in range(state.seats):
        n = SeatMark(seat + 1)
        if seat in state.shields:
            facts.append(Word("deal.shield", {"n": n}))
        if state.artifacts[seat]:
            facts.append(Word("deal.artifact", {"n": n}))
        if seat in state.face_up:
            facts.append(Word("deal.face-up", {"n": n, "role": RoleName(state.face(seat))}))
    return tuple(facts)


def peeks(state: CardState) -> tuple[Peek, ...]:
    """The artifacts at which their owners may look, each alone, with what they do."""
    return tuple(
        Peek(
            seat + 1,
            Word("deal.artifact", {"n": SeatMark(seat + 1)}),
            (RoleName(artifact), Word(f"deal.help.{artifact}")),
        )
        for seat, artifact in enumerate(state.artifacts)
        if artifact
    )
