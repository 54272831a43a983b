"""Judges the elections of a day, in which the table gives a mark to one seat."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from nightcrier.box.games.engine.calls import is_night, is_switched
from nightcrier.box.games.engine.model import ElectRow
from nightcrier.box.games.engine.referee.records import ElectionChoices
from nightcrier.box.games.engine.referee.standing import Standing
from nightcrier.box.games.engine.referee.votes import count_after_tie, count_votes, leaders


class NextElection(Struct, frozen=True):
    """An election in which nobody has voted yet, and the state of the game at that time."""

    row: ElectRow
    state: Standing


def hold_elections(
    state: Standing, moment: str, choices: Mapping[str, ElectionChoices], due: list[NextElection]
) -> dict[str, int | None]:
    """Hold the elections of a moment one after the other, and return who was elected in each. There is no election
    while somebody in play has the mark. Elections without any choices are added to `due`. Raises RefusedGame for a
    wrong vote."""
    found = dict[str, int | None]()
    for row in state.table.game.elections:
        now = row.moment == moment and is_night(row, state.number) and is_switched(row.switch, state.table.switches)
        if not now or any(row.mark in state.marks[seat] for seat in state.in_play):
            continue
        due += [] if row.id in choices else [NextElection(row, state.twin())]
        found[row.id] = seat = elected_in(state, row, choices.get(row.id, ElectionChoices()))
        if seat:
            state.marks[seat] |= {row.mark}
    return found


def check_held(state: Standing, held: Collection[str], choices: Mapping[str, ElectionChoices]) -> None:
    """Refuse choices for an election that is not held."""
    for election in choices:
        if election not in held:
            raise state.wrong(None, f"the election {election} is not held on this day")


def candidates_of(state: Standing, row: ElectRow, stand: Sequence[int] | None) -> list[int]:
    """Return the seats that may be elected, in order. Raises RefusedGame for a seat that may not stand."""
    if not row.stand:
        if stand is not None:
            raise state.wrong(None, f"nobody stands for {row.id}: all in play may be elected")
        return state.in_play.copy()
    for seat in stand or ():
        if seat not in state.in_play:
            raise state.wrong(seat, "only who is in play stands")
    return sorted({*(stand or ())})


def elected_in(state: Standing, row: ElectRow, choices: ElectionChoices) -> int | None:
    """Return who is elected: the only candidate, or the seat with the most votes in the end."""
    candidates = candidates_of(state, row, choices.stand)
    barred = candidates if row.stand else ()
    counts = count_votes(state, choices.votes, candidates, barred)
    again, _ = count_after_tie(state, counts, choices.again, row.again, lambda _: barred)
    if len(choices.again) > len(again):
        raise state.wrong(None, "there is no vote again without a tie, nor more often than the election says")
    if row.stand and len(candidates) == 1:
        return candidates[0]
    first = leaders(again[-1] if again else counts)
    return first[0] if len(first) == 1 else None
