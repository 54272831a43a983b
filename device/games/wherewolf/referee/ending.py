"""How a game ends, tested at the start of a day only: there is no rule of parity."""

from device.games.wherewolf.referee.game_state import GameState
from device.games.wherewolf.referee.records import GameEnd
from device.games.wherewolf.rules.roles import Faction


def game_end(state: GameState) -> GameEnd | None:
    """Nobody left, no creature of the Shadow left, or creatures of the Shadow and one faction only."""
    players = state.players
    if not state.in_play:
        return GameEnd("extermination", state.number)
    if not [seat for seat in state.in_play if players[seat].shadow]:
        return GameEnd("humans", state.number)
    factions = {players[seat].faction for seat in state.in_play}
    factions.discard(Faction.NONE)
    return GameEnd("shadow", state.number) if len(factions) == 1 else None
