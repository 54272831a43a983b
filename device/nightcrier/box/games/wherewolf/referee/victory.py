"""Say whether a game has ended, and who has won for which reasons. A game can only end at the start of a day."""

from collections.abc import Sequence

from msgspec import Struct

from nightcrier.box.games.wherewolf.referee.game_state import GameState
from nightcrier.box.games.wherewolf.referee.records import GameEnd
from nightcrier.box.games.wherewolf.rulebook import GUARDS, Faction


def game_end(state: GameState) -> GameEnd | None:
    """Return the end of a game, or None if the game continues. A game ends if nobody is in play, or if no creature of
    the Shadow is in play. A game also ends if only the Shadow and one faction are in play. Equal numbers do not end a
    game."""
    players = state.players
    if not state.in_play:
        return GameEnd("extermination", state.number)
    if not [seat for seat in state.in_play if players[seat].shadow]:
        return GameEnd("humans", state.number)
    factions = {players[seat].faction for seat in state.in_play}
    factions.discard(Faction.NONE)
    return GameEnd("shadow", state.number) if len(factions) == 1 else None


class VictoryReason(Struct, frozen=True):
    """The reason why some seats have won or lost: their faction or role, and the rule."""

    who: str
    how: str
    seats: tuple[int, ...]
    won: bool


class Victory(Struct, frozen=True):
    """The winning seats, and a reason for each faction and for each role that wins alone."""

    winners: tuple[int, ...]
    reasons: tuple[VictoryReason, ...]


def victory(state: GameState) -> Victory:
    """Return the winners of a game, each with the reason. Before the end there are no winners."""
    if state.end is None:
        return Victory((), ())
    reasons = [*_factions(state), *_lovers(state), *_loners(state)]
    winners = {seat for reason in reasons if reason.won for seat in reason.seats}
    return Victory(tuple(sorted(winners)), tuple(reasons))


def _members(state: GameState, faction: Faction) -> tuple[int, ...]:
    """Return the seats of a faction, dead or alive."""
    return tuple([seat for seat, player in enumerate(state.players) if player.faction is faction])


def _factions(state: GameState) -> list[VictoryReason]:
    won = _factions_that_win(state)
    played = [faction for faction in Faction if faction not in (Faction.LOVER, Faction.NONE)]
    found = [(faction, _members(state, faction)) for faction in played]
    return [VictoryReason(who, _how(state, who, won), seats, who in won) for who, seats in found if seats]


def _how(state: GameState, faction: Faction, won: Sequence[Faction]) -> str:
    how = "" if state.end is None else state.end.how
    if faction in (Faction.VILLAGE, Faction.CRIMINALS) and how == "humans":
        return _order(state)
    return "only" if how == "shadow" and faction in won else how


def _order(state: GameState) -> str:
    """Return the reason that decides between Village and Criminals. The reason depends on who is still in play."""
    here = [state.players[seat] for seat in state.in_play]
    if not any(player.faction is Faction.CRIMINALS for player in here):
        return "no-criminal"
    return "guarded" if any(player.holds in GUARDS for player in here) else "unguarded"


def _factions_that_win(state: GameState) -> tuple[Faction, ...]:
    """Return the factions that win after this end of the game."""
    how = "" if state.end is None else state.end.how
    left = {state.players[seat].faction for seat in state.in_play}
    if how == "humans":
        order = Faction.CRIMINALS if _order(state) == "unguarded" else Faction.VILLAGE
        return (order, Faction.CITY)
    if how == "extermination":
        return ()
    return tuple([faction for faction in Faction if faction in left and faction not in (Faction.LOVER, Faction.NONE)])


def _lovers(state: GameState) -> list[VictoryReason]:
    """Judge the lovers. Each lover wins if the partner is in play, after every kind of end."""
    won = {seat: _partner_stays(state, seat) for seat in _members(state, Faction.LOVER)}
    return [VictoryReason("lover", "won" if stays else "lost", (seat,), stays) for seat, stays in won.items()]


def _partner_stays(state: GameState, seat: int) -> bool:
    partners = [
        state.romeo if seat == state.seats.get("juliet") else None,
        state.seats.get("juliet") if seat == state.romeo else None,
        state.beloved if seat == state.seats.get("guardian-angel") else None,
    ]
    return any(partner is not None and state.players[partner].out is None for partner in partners)


def _loners(state: GameState) -> list[VictoryReason]:
    """Judge the players without a faction. They win by their own fate, or together with the faction that they serve."""
    won = _factions_that_win(state)
    reasons = []
    for seat in _members(state, Faction.NONE):
        role = state.players[seat].holds
        serves = {"traitor": Faction.WOLVES, "ghoul": Faction.VAMPIRE}.get(role)
        wins = seat in state.fulfilled or serves in won
        reasons.append(VictoryReason(role, "won" if wins else "lost", (seat,), wins))
    return reasons
