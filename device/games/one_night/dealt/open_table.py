"""What would lie on the table for all to see, and what its owner may look at: shields, artifacts, cards face up."""

from device.games.one_night.referee.card_state import CardState
from device.show.facts import Fact, Number, RoleName, Word
from device.show.stages import Peek


def public_facts(state: CardState) -> tuple[Fact, ...]:
    """Seat by seat."""
    facts: list[Fact] = []
    for seat in range(state.seats):
        n = Number(seat + 1)
        if seat in state.shields:
            facts.append(Word("deal.shield", {"n": n}))
        if state.artifacts[seat]:
            facts.append(Word("deal.artifact", {"n": n}))
        if seat in state.face_up:
            facts.append(Word("deal.face-up", {"n": n, "role": RoleName(state.face(seat))}))
    return tuple(facts)


def peeks(state: CardState) -> tuple[Peek, ...]:
    """Whoever has an artifact may look at it, alone."""
    return tuple(
        Peek(seat + 1, Word("deal.artifact", {"n": Number(seat + 1)}), (RoleName(artifact),))
        for seat, artifact in enumerate(state.artifacts)
        if artifact
    )
