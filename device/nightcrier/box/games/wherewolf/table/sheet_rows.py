"""Writes the two sheets of a game: the moderator's sheet with all seats, and the rulebook's sheet with all votes.

The moderator's sheet has a row for each seat: role, aura, Mystic, and what happened to the player. Roles that he has
not entered yet are left out. The rulebook's sheet has a row for each player, and two columns for each day, the
accusation (1A) and the run-off (1B). For a raised card, the sheet has the name of its role."""

from collections.abc import Iterator

from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import house_word
from nightcrier.box.games.wherewolf.referee.game_state import GameState, PlayerState
from nightcrier.box.games.wherewolf.referee.night import state_until_now
from nightcrier.box.games.wherewolf.referee.records import VoteSheet
from nightcrier.box.games.wherewolf.rulebook import MYSTICS, ROLE_TABLE, Faction, role_title
from nightcrier.box.games.wherewolf.table.phrases import role_word, seat_number, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfVillage
from nightcrier.box.show.facts import Fact, Joined
from nightcrier.box.show.stages import SheetTable


def sheet_rows(village: WolfVillage) -> tuple[Fact, ...]:
    """Return the rows of the moderator's sheet, one for each seat, or no rows if the box does not know the roles."""
    if village.game is None:
        return ()
    state = _state_now(village)
    return tuple(_row(state, seat) for seat in range(len(state.players)) if seat in village.placed)


def _state_now(village: WolfVillage) -> GameState:
    """Return the state after everything that was done in the night so far. A player killed tonight may still be saved,
    and an item whose owner has not acted yet may still exist."""
    if not village.night or village.outcome is not None:
        return village.known
    state, acted = state_until_now(village.known, village.night), {action.power for action in village.night}
    waiting = {item: held for item, held in village.known.items.items() if item not in acted}
    return replace(state, items={**state.items, **waiting})


def _row(state: GameState, seat: int) -> Fact:
    role = state.table.roles[seat]
    marks = Joined(tuple(_marks(state, seat, role)))
    return house_word("sheet", n=seat_number(seat), role=role_word(role), marks=marks)


def _marks(state: GameState, seat: int, role: str) -> Iterator[Fact]:
    player = state.players[seat]
    yield wolf_word("dark" if player.dark else "white")
    if player.holds in MYSTICS:
        yield wolf_word("mystic")
    if player.latent:
        yield wolf_word(player.latent)
    for item, held in state.items.items():
        if held.owner == seat:
            yield role_word(item)
    if role in state.spent:
        yield wolf_word("mark.spent")
    yield from _lasting_marks(state, seat, player)


def _lasting_marks(state: GameState, seat: int, player: PlayerState) -> Iterator[Fact]:
    for mark, whose in (("romeo", state.romeo), ("beloved", state.beloved), ("wolf", state.turned_wolf)):
        if whose == seat:
            yield wolf_word(f"mark.{mark}")
    if player.faction is Faction.CRIMINALS and ROLE_TABLE[state.table.roles[seat]].side != Faction.CRIMINALS:
        yield wolf_word("mark.criminal")
    if not player.holds:
        yield wolf_word("mark.progeny")
    if player.out is not None:
        yield house_word("mark.out")


def vote_columns(village: WolfVillage) -> SheetTable:
    """Return the rulebook's sheet, which has all votes of the game."""
    days = [played.acts.day for played in village.rounds if played.acts.day is not None]
    heads = [f"{number}{part}" for number in range(1, len(days) + 1) for part in "AB"]
    rows: list[tuple[str, ...]] = []
    for seat, player in enumerate(village.known.players):
        out = f"{player.out.when} {player.out.number}" if player.out else ""
        votes = [_hands(sheet, seat) for day in days for sheet in (day.accusation, day.run_off)]
        rows.append((role_title(village.known.table.roles[seat]), *votes, out))
    return SheetTable(("role", *heads, "out"), tuple(rows))


def _hands(sheet: VoteSheet | None, seat: int) -> str:
    """Return the text for the hands that a seat got in a vote, or an empty text if the seat got none."""
    if sheet is None:
        return ""
    votes = (sheet.votes or {}).values()
    hands = (sheet.hands or {}).get(seat, 0) + sum(places.count(seat) for places in votes)
    cards = [role_title(signal.power) for signal in sheet.signals if seat in signal.targets]
    return " ".join([*([str(hands)] if hands else []), *cards])
