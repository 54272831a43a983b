"""Lets every seat choose equally often on the dial in each pass of a night, whatever it may do, and finds what was
chosen.

All lists are equally long, and so are all values, because a sealed journal hides what a value is and not its length."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import meant_roles, passes_of
from nightcrier.box.games.engine.evening import NarratedRules
from nightcrier.box.games.engine.model import ALL, CallRow, GameFile, Selection
from nightcrier.box.games.engine.referee.night import Turn, turn_of
from nightcrier.box.games.engine.referee.records import CallChoice
from nightcrier.box.games.engine.referee.standing import FileTable, begin_standing
from nightcrier.box.games.engine.secret_turns import SeatTurn, dial_list
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.facts import Fact, Number, SeatName, Word
from nightcrier.box.show.stages import Prompt
from nightcrier.kernel.chance import derive_seed

MOST_PRESSES = 10
"""The most choices of one role in a night. A turn at the table knows few more presses."""
_LEAVE = "N00"
_WAYS = {"L00": "left", "R00": "right"}


class DealtNight(Struct, frozen=True):
    """A table as dealt, and what was chosen in the passes until now. The dial begins at entries drawn from `seed`."""

    table: FileTable
    seed: int
    choices: tuple[CallChoice, ...] = ()


class _Press(Struct, frozen=True):
    """One press of a role: its call, and how many presses for the same call come before it."""

    call: CallRow
    number: int


def is_called(game: GameFile, who: Selection, role: str) -> bool:
    """Say whether a selection means whoever has this role."""
    named = Selection(tuple(game.roles), who.taken) if ALL in who.names else who
    return bool(meant_roles(game, named, (role,)))


def most_chosen(call: CallRow) -> int:
    """Return how often a seat presses for this call."""
    return call.do.count[1] if VERBS[call.do.verb].chooses else 0


class Pass(Struct, frozen=True):
    """A round of the table in which the people of these calls choose. Every seat presses equally often."""

    number: int
    calls: tuple[CallRow, ...]
    presses: int


def choosing_passes(rules: NarratedRules) -> tuple[Pass, ...]:
    """Return the passes of the night. They follow from what is public."""
    calls, found = rules.calls(1), dict[int, list[CallRow]]()
    for call, number in zip(calls, passes_of(calls), strict=True):
        if number and most_chosen(call):
            found.setdefault(number, []).append(call)
    return tuple(
        Pass(number, tuple(each), press_count(rules.file, rules.deck, each))
        for number, each in enumerate(found.values(), 1)
    )


def _presses_of(game: GameFile, calls: Sequence[CallRow], role: str) -> tuple[_Press, ...]:
    own = [call for call in calls if is_called(game, call.who, role)]
    return tuple(_Press(call, number) for call in own for number in range(most_chosen(call)))


def press_count(game: GameFile, roles: Iterable[str], calls: Sequence[CallRow]) -> int:
    """Return how often every seat presses for these calls: as often as any of these roles may have to."""
    return max(len(_presses_of(game, calls, role)) for role in frozenset(roles))


class ChoosingTurn(SeatTurn, frozen=True):
    """The turn of a seat that chooses. `calls` names for each press its call, or nothing if the press counts for
    nothing. A place that was chosen is a dash in the further lists of its call."""

    calls: tuple[str, ...] = ()

    def prompt(self, row: Picks) -> Prompt:
        found = super().prompt(row)
        if len(row) >= len(self.calls):
            return found
        now = self.calls[len(row)]
        gone = {value for value, call in zip(row, self.calls, strict=False) if call == now}.difference([_LEAVE])
        options = (Option(each.value, Word("turn.blank")) if each.value in gone else each for each in found.options)
        return replace(found, options=tuple(options))


def choosing_turn(
    rules: NarratedRules, night: DealtNight, its: Pass, seat: int, seen: tuple[Fact, ...]
) -> ChoosingTurn:
    """Return the turn of a seat in a pass. `seen` is what it reads meanwhile."""
    presses = _presses_in(rules, night, its, seat)
    offered = [_options(rules, night, press, seat) if press else _suspects(rules) for press in presses]
    lot, length = derive_seed(night.seed, f"pass {its.number} seat {seat}"), rules.players + rules.file.center + 1
    lists = (dial_list(found, length, derive_seed(lot, f"press {at}")) for at, found in enumerate(offered))
    names = tuple(press.call.id if press else "" for press in presses)
    return ChoosingTurn(seat - 1, tuple(lists), seen, reads=False, until_read=True, calls=names)


def _presses_in(rules: NarratedRules, night: DealtNight, its: Pass, seat: int) -> list[_Press | None]:
    """Return the presses of a seat in a pass, as many as of any other. With None it has nothing to choose."""
    own = _presses_of(rules.file, its.calls, night.table.roles[seat - 1])
    return [*own, *[None] * (its.presses - len(own))]


def _options(rules: NarratedRules, night: DealtNight, press: _Press, seat: int) -> tuple[Option, ...]:
    """Return what a seat may choose by the cards before this pass. If that is nobody, it names seats like others."""
    call, (least, _) = press.call, press.call.do.count
    leave = (Option(_LEAVE, Word("deal.pass")),) if press.number >= least else ()
    if call.do.verb == "shift":
        return (*(Option(value, Word(f"deal.{way}")) for value, way in _WAYS.items()), *leave)
    places = _free(night, call, night.choices).may_choose(seat)
    found = tuple(
        Option(_value(place), place_fact(place)) for place in sorted(places, key=lambda at: (at < 0, abs(at)))
    )
    return (*found, *leave) if found else _suspects(rules)


def _free(night: DealtNight, call: CallRow, choices: Sequence[CallChoice]) -> Turn:
    return turn_of(begin_standing(night.table), choices, call.id)


def place_fact(place: int) -> Fact:
    return SeatName(place) if place > 0 else Word("deal.center", {"n": Number(-place)})


def _value(place: int) -> str:
    return f"P{place:02}" if place > 0 else f"C{-place:02}"


def _suspects(rules: NarratedRules) -> tuple[Option, ...]:
    """Return the seats that somebody names who has nothing to choose."""
    return tuple(Option(_value(seat), SeatName(seat)) for seat in range(1, rules.players + 1))


def with_choices(rules: NarratedRules, night: DealtNight, its: Pass, rows: Sequence[Picks]) -> DealtNight:
    """Return the night after a pass. A choice that is not whole, or whose place may no longer be chosen once the call
    is made, was not made."""
    made, chosen = list(night.choices), dict[tuple[int, str], list[str]]()
    for seat, row in enumerate(rows, 1):
        for press, value in zip(_presses_in(rules, night, its, seat), row, strict=False):
            chosen.setdefault((seat, press.call.id if press else ""), []).append(value)
    for call in its.calls:
        turn = _free(night, call, made)
        made += filter(None, (_choice(turn, seat, chosen.get((seat, call.id), ())) for seat in turn.called))
    return replace(night, choices=tuple(made))


def _choice(turn: Turn, seat: int, values: Sequence[str]) -> CallChoice:
    """Return what a seat chose with these values. The choice is false if it does not count."""
    if turn.call.do.verb == "shift":
        return CallChoice(seat, turn.call.id, direction=next((_WAYS[value] for value in values if value in _WAYS), ""))
    places = {_value(place): place for place in turn.may_choose(seat)}
    found = tuple(dict.fromkeys(places[value] for value in values if value in places))
    least, most = turn.call.do.count
    whole = len(found) >= (most if VERBS[turn.call.do.verb].pair else least)
    return CallChoice(seat, turn.call.id, found if whole else ())
