"""After the verdict: the way every card went from the deal to the dawn."""

from collections.abc import Sequence

from device.games.one_night.actions import apply
from device.games.one_night.choosing import Action
from device.games.one_night.state import State
from device.show.stages import Fact

THEN = " › "


def trail(dealt: State, actions: Sequence[Action]) -> tuple[Fact, ...]:
    """One fact for each card, in the order of the seats it was dealt to; the center comes last."""
    ways: list[list[int]] = [[place] for place in range(len(dealt.lies))]
    state = dealt
    for action in actions:
        state = apply(state, action).state
        for place, card in enumerate(state.lies):
            if ways[card][-1] != place:
                ways[card].append(place)
    return tuple(
        ("deal.trail", {"role": f"role.{dealt.printed[card]}", "places": THEN.join(_place(dealt, at) for at in way)})
        for card, way in enumerate(ways)
    )


def _place(state: State, place: int) -> str:
    return str(place + 1) if place < state.seats else "screen.deal.middle"
