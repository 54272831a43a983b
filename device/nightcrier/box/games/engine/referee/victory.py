"""Decides whether a game has ended, and who has won by which end."""

from collections.abc import Callable, Mapping
from operator import add, eq, ge, gt, le, lt, mul, ne, not_, sub

from nightcrier.box.games.engine.calls import is_switched
from nightcrier.box.games.engine.model import ALL, EndRow, Formula, Part, SeatCount
from nightcrier.box.games.engine.referee.deaths import NIGHT
from nightcrier.box.games.engine.referee.standing import Standing, Winning, is_meant

VOTED_OUT = "vote"
"""The cause of death of a seat that is voted out."""
_SIGNS: Mapping[str, Callable[..., int]] = {
    "==": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "+": add,
    "-": sub,
    "*": mul,
    "not": not_,
    "and": lambda *each: all(each),
    "or": lambda *each: any(each),
}


def try_to_end(state: Standing) -> None:
    """Remember the ends that apply and do not stop the game. Then, if an end applies that stops the game, end it, and
    note who wins by that end and by all remembered ones."""
    rows = [row for row in state.table.game.ends if is_switched(row.switch, state.table.switches)]
    state.remembered.update(row.id for row in rows if not row.stops and value_of(state, row.condition))
    if end := next((row for row in rows if row.stops and value_of(state, row.condition)), None):
        state.end = end.id
        counted = (*(row for row in rows if row.id in state.remembered), end)
        state.won = tuple(Winning(row, _winners(state, row)) for row in counted)


def value_of(state: Standing, part: Part) -> int:
    """Return the value of a part of a condition: a number, or whether the part is true."""
    match part:
        case Formula(sign, parts):
            return _SIGNS[sign](*(value_of(state, each) for each in parts))
        case SeatCount():
            return _counted(state, part)
        case "night":
            return state.number
        case "players":
            return len(state.table.roles)
    return part


def _counted(state: Standing, count: SeatCount) -> int:
    if count.what == "dealt":
        names, who = state.table.names, count.who
        return sum(
            (ALL in who.names or not names[role].isdisjoint(who.names)) and names[role].isdisjoint(who.taken)
            for role in state.table.roles
        )
    return sum(is_meant(state, count.who, seat) for seat in _seats(state, count.what))


def _seats(state: Standing, what: str) -> list[int]:
    match what:
        case "alive":
            return state.in_play
        case "killed":
            return [seat for seat, out in state.out.items() if out.when == NIGHT]
        case "burned":
            return [seat for seat, out in state.out.items() if VOTED_OUT in out.causes]
    return list(state.out)


def _winners(state: Standing, end: EndRow) -> list[int]:
    seats = state.in_play if end.living else sorted(state.marks)
    return [seat for seat in seats if is_meant(state, end.wins, seat)]
