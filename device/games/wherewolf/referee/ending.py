"""How a game ends, tested at the start of a day only: there is no rule of parity."""

from device.games.wherewolf.referee.game_state import GameState
from device.games.wherewolf.referee.records import GameEnd
from device.games.wherewolf.rules.roles import Faction


def game_end(state: GameState) -> GameEnd | None:
    """Nobody left, no creature of the Shadow left, or creatures of the Shadow and one faction only."""
    players = [state.players[seat] for seat in state.in_play]
    if not players:
        return GameEnd("extermination", state.number)
    if not any(player.shadow for player in players):
        return GameEnd("humans", state.number)
    factions = {player.faction for player in players}
    factions.discard(Faction.NONE)
    return GameEnd("shadow", state.number) if len(factions) == 1 else None
