"""After the verdict: the way every card went from the deal to the dawn."""

from collections.abc import Sequence

from device.games.one_night.referee.card_state import CardState
from device.games.one_night.referee.deeds import do_action
from device.games.one_night.referee.night_choices import RoleAction
from device.show.facts import Fact, Joined, Number, RoleName, Word

THEN = " › "
MIDDLE = Word("deal.middle")


def card_ways(dealt: CardState, actions: Sequence[RoleAction]) -> tuple[Fact, ...]:
    """One fact for each card, in the order of the seats it was dealt to; the center comes last."""
    ways: list[list[int]] = [[place] for place in range(len(dealt.lies))]
    state = dealt
    for action in actions:
        state = do_action(state, action).state
        for place, card in enumerate(state.lies):
            if ways[card][-1] != place:
                ways[card].append(place)
    return tuple(
        Word("deal.trail", {"role": RoleName(dealt.printed[card]), "places": _way(dealt, way)})
        for card, way in enumerate(ways)
    )


def _way(state: CardState, places: Sequence[int]) -> Joined:
    return Joined(tuple(Number(at + 1) if at < state.seats else MIDDLE for at in places), THEN)
