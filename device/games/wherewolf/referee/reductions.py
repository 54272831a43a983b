"""The votes that Courtesan and Merchant are spared, in both votes."""

from device.games.wherewolf.referee.game_state import GameState, holder
from device.games.wherewolf.rules.roles import Faction


def city_in_play(state: GameState) -> list[int]:
    """The seats in play whose faction is the City now."""
    return [seat for seat in state.in_play if state.players[seat].faction is Faction.CITY]


def reduce_votes(state: GameState, counts: dict[int, int]) -> None:
    """The Courtesan's are halved, rounded up; the Merchant has one less for each other City role in play."""
    courtesan = holder(state, "courtesan")
    if courtesan is not None and courtesan in counts:
        counts[courtesan] = (counts[courtesan] + 1) // 2
    merchant = holder(state, "merchant")
    if merchant is not None and merchant in counts:
        others = len([seat for seat in city_in_play(state) if seat != merchant])
        counts[merchant] = max(0, counts[merchant] - others)
