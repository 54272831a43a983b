"""Decides whether a game has ended, and who has won for which reasons. A game can only end at the start of a day."""

from collections.abc import Sequence

from msgspec import Struct

from nightcrier.box.games.wherewolf.referee.game_state import GameState
from nightcrier.box.games.wherewolf.rulebook import GUARDS, Faction


def game_end(state: GameState) -> str | None:
    """Return the end of a game, or None if the game continues. A game ends if nobody is in play, or if no creature of
    the Shadow is in play. A game also ends if only the Shadow and one faction are in play. Equal numbers do not end a
    game."""
    players = state.players
    if not state.in_play:
        return "extermination"
    if not [seat for seat in state.in_play if players[seat].shadow]:
        return "humans"
    factions = {players[seat].faction for seat in state.in_play}
    factions.discard(Faction.NONE)
    return "shadow" if len(factions) == 1 else None


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
    reasons, won = list[VictoryReason](), _factions_that_win(state)
    for faction in Faction:
        seats = tuple([seat for seat, player in enumerate(state.players) if player.faction is faction])
        if faction in (Faction.LOVER, Faction.NONE):
            reasons += [_judge_alone(state, seat, won) for seat in seats]
        elif seats:
            reasons.append(VictoryReason(faction, _how(state, faction, won), seats, faction in won))
    winners = {seat for reason in reasons if reason.won for seat in reason.seats}
    return Victory(tuple(sorted(winners)), tuple(reasons))


def _judge_alone(state: GameState, seat: int, won: Sequence[Faction]) -> VictoryReason:
    """Judge a seat by itself. A lover wins after every kind of end if the partner is in play. A player without a
    faction wins by a rule of their own role, or together with the faction that they serve."""
    player = state.players[seat]
    if player.faction is Faction.LOVER:
        who, wins = "lover", _partner_stays(state, seat)
    else:
        who = player.holds
        wins = seat in state.fulfilled or _SERVES.get(who) in won
    return VictoryReason(who, "won" if wins else "lost", (seat,), wins)


_SERVES = {"traitor": Faction.WOLVES, "ghoul": Faction.VAMPIRE}


def _how(state: GameState, faction: Faction, won: Sequence[Faction]) -> str:
    if faction in (Faction.VILLAGE, Faction.CRIMINALS) and state.end == "humans":
        return _order(state)
    return "only" if state.end == "shadow" and faction in won else state.end or ""


def _order(state: GameState) -> str:
    """Return the reason that decides between Village and Criminals, which depends on who is still in play."""
    here = [state.players[seat] for seat in state.in_play]
    if not any(player.faction is Faction.CRIMINALS for player in here):
        return "no-criminal"
    return "guarded" if any(player.holds in GUARDS for player in here) else "unguarded"


def _factions_that_win(state: GameState) -> tuple[Faction, ...]:
    if state.end == "humans":
        return (Faction.CRIMINALS if _order(state) == "unguarded" else Faction.VILLAGE, Faction.CITY)
    left = {state.players[seat].faction for seat in state.in_play}
    return tuple([faction for faction in Faction if faction in left - {Faction.LOVER, Faction.NONE}])


def _partner_stays(state: GameState, seat: int) -> bool:
    partners = [
        state.romeo if seat == state.seats.get("juliet") else None,
        state.seats.get("juliet") if seat == state.romeo else None,
        state.beloved if seat == state.seats.get("guardian-angel") else None,
    ]
    return any(partner is not None and state.players[partner].out is None for partner in partners)
