"""What would lie on the table for all to see, and what its owner may look at: shields, artifacts, cards face up."""

from device.games.one_night.state import State
from device.show.stages import Fact, Peek


def public_facts(state: State) -> tuple[Fact, ...]:
    """Seat by seat."""
    facts: list[Fact] = []
    for seat in range(state.seats):
        n = str(seat + 1)
        if seat in state.shields:
            facts.append(("deal.shield", {"n": n}))
        if state.artifacts[seat]:
            facts.append(("deal.artifact", {"n": n}))
        if seat in state.face_up:
            facts.append(("deal.face-up", {"n": n, "role": f"role.{state.face(seat)}"}))
    return tuple(facts)


def peeks(state: State) -> tuple[Peek, ...]:
    """Whoever has an artifact may look at it, alone."""
    return tuple(
        Peek(seat + 1, ("deal.artifact", {"n": str(seat + 1)}), ((f"role.{artifact}", {}),))
        for seat, artifact in enumerate(state.artifacts)
        if artifact
    )
