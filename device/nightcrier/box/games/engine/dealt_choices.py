"""Lets every seat in play choose equally often on the dial in each pass of a night, whatever its role may do, and
collects the choices. A seat with nothing to choose gets an entry to dial.

All lists have the same length, and so have all values, because a sealed journal hides what a value is, but not how long
it is."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import most_chosen, passes_of, press_count, presses_for
from nightcrier.box.games.engine.model import DEAD, CallRow
from nightcrier.box.games.engine.narrated import NarratedRules, call_title
from nightcrier.box.games.engine.referee.deeds import Turn
from nightcrier.box.games.engine.referee.night import play_calls, turn_of
from nightcrier.box.games.engine.referee.records import CallChoice
from nightcrier.box.games.engine.secret_turns import (
    DialList,
    SeatTurn,
    dial_list,
    given_option,
    marked_list,
    named_list,
    not_yours,
)
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.box.games.engine.village import Village, seats_asked
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.facts import Fact, Number, SeatMark, SeatName, Word
from nightcrier.box.show.stages import Prompt
from nightcrier.kernel.chance import derive_seed

LEAVE = "N00"
"""The value of the entry with which a seat chooses nobody, or nobody else."""
_LEAVING = Option(LEAVE, Word("deal.pass"))
_WAYS = {"L00": "left", "R00": "right"}


class _Press(Struct, frozen=True):
    """One press of a seat: the turn of its call, and how many presses for the same call come before it."""

    turn: Turn
    number: int


def known_roles(rules: NarratedRules) -> tuple[str, ...]:
    """Return all roles that somebody may have in this game, in the order of the file. These roles are public."""
    file = rules.file
    known = {*rules.deck, *(call.do.into for call in file.calls), *(row.into for row in file.deaths)}
    return tuple(role for role in file.roles if role in known)


class Pass(Struct, frozen=True):
    """One round of the table, in which the people of these calls choose. Every seat presses equally often."""

    number: int
    calls: tuple[CallRow, ...]
    presses: int


def choosing_passes(rules: NarratedRules, night: int) -> tuple[Pass, ...]:
    """Return the passes of a night, which follow from public facts alone."""
    calls, found = rules.calls(night), dict[int, list[CallRow]]()
    for call, number in zip(calls, passes_of(calls), strict=True):
        if number and most_chosen(call):
            found.setdefault(number, []).append(call)
    return tuple(Pass(number, tuple(each), press_count(rules.file, rules.deck, each)) for number, each in found.items())


def turns_in(village: Village, its: Pass) -> tuple[Turn, ...]:
    """Return the turns of the calls of a pass, given the state before the pass."""
    turns = play_calls(village.dusk, village.night).turns
    return tuple(turns[call.id] for call in its.calls)


class ChoosingTurn(SeatTurn, frozen=True):
    """The turn of a seat that chooses. `calls` names the call of each press, or nothing if the press has no effect. A
    place that was chosen once is void in the further lists of the same call."""

    calls: tuple[str, ...] = ()

    def prompt(self, row: Picks) -> Prompt:
        found = super().prompt(row)
        if len(row) >= len(self.calls) or not self.calls[len(row)]:
            return found
        now = self.calls[len(row)]
        gone = {value for value, call in zip(row, self.calls, strict=False) if call == now}.difference([LEAVE])
        options = (Option(each.value, not_yours(each.label)) if each.value in gone else each for each in found.options)
        return replace(found, options=tuple(options))


def choosing_turn(rules: NarratedRules, village: Village, its: Pass, turns: Sequence[Turn], seat: int) -> ChoosingTurn:
    presses = _presses_in(turns, its, seat)
    offered = [_options(rules, village, press, seat) if press else () for press in presses]
    night = f"night {village.number} " if village.number > 1 else ""
    lot = derive_seed(rules.seed, f"{night}pass {its.number} seat {seat}")
    lists = (_list(rules, village, its, found, derive_seed(lot, f"press {at}")) for at, found in enumerate(offered))
    calls = [press.turn.call if press and found else None for press, found in zip(presses, offered, strict=True)]
    if len({press.turn.call.id for press in presses if press}) > 1:
        lists = (
            named_list(each, call_title(rules.file, call), LEAVE) if call else each
            for each, call in zip(lists, calls, strict=True)
        )
    names = tuple(call.id if call else "" for call in calls)
    return ChoosingTurn(seat - 1, tuple(lists), reads=False, until_read=True, calls=names)


def _list(rules: NarratedRules, village: Village, its: Pass, options: Sequence[Option], lot: int) -> DialList:
    """Return a list of a seat with these options. A seat without options is told which seat to dial. Places keep their
    order; roles and sides have separate lists."""
    entries, length = (*place_options(_places(rules, village, its)), _LEAVING), _length(rules, village, its)
    own = options or given_option(place_options(village.dusk.in_play), lot)
    if {each.value for each in entries}.issuperset(each.value for each in own):
        return marked_list(entries, own, lot, length)
    return dial_list(own, length, lot)


def _length(rules: NarratedRules, village: Village, its: Pass) -> int:
    """Return the length of all lists of a pass, which follows from public facts alone. Even a single seat has the
    choice to move cards in either direction, or not at all."""
    roles = known_roles(rules) if any(call.do.verb == "guess" for call in its.calls) else ()
    return max(len(_places(rules, village, its)) + 1, len(roles), len(_WAYS) + 1)


def _places(rules: NarratedRules, village: Village, its: Pass) -> tuple[int, ...]:
    """Return the places that anybody could choose in a pass."""
    everybody = any(DEAD in call.do.of for call in its.calls)
    seats = range(1, rules.players + 1) if everybody else village.dusk.in_play
    return (*seats, *(-number for number in range(1, rules.file.center + 1)))


def _presses_in(turns: Sequence[Turn], its: Pass, seat: int) -> list[_Press | None]:
    """Return the presses of a seat in a pass, as many as those of any other. None is a press with nothing to choose."""
    own = [_Press(turn, number) for turn in turns if seat in turn.called for number in range(presses_for(turn.call))]
    return [*own, *[None] * (its.presses - len(own))]


def _options(rules: NarratedRules, village: Village, press: _Press, seat: int) -> tuple[Option, ...]:
    turn, call = press.turn, press.turn.call
    if not has_choice(village, turn, seat):
        return ()
    if press.number >= most_chosen(call):
        return tuple(Option(value, rules.role_fact(role)) for value, role in _guesses(rules).items())
    leave = (_LEAVING,) if press.number >= call.do.count[0] else ()
    if call.do.verb == "shift":
        return (*(Option(value, Word(f"deal.{way}")) for value, way in _WAYS.items()), *leave)
    return (*place_options(turn.may_choose(seat)), *leave)


def has_choice(village: Village, turn: Turn, seat: int) -> bool:
    return not turn.is_closed(village.dusk, seat) and (turn.call.do.verb == "shift" or bool(turn.may_choose(seat)))


def _guesses(rules: NarratedRules) -> Mapping[str, str]:
    return {f"R{at:02}": role for at, role in enumerate(known_roles(rules))}


def place_fact(place: int) -> Fact:
    return SeatName(place) if place > 0 else Word("deal.center", {"n": Number(-place)})


def place_mark(place: int) -> Fact:
    """Return the fact that names a place in the short form of the dial."""
    return SeatMark(place) if place > 0 else place_fact(place)


def place_value(place: int) -> str:
    return f"P{place:02}" if place > 0 else f"C{-place:02}"


def place_options(places: Iterable[int]) -> tuple[Option, ...]:
    """Return options for places: first the seats, then the cards in the center."""
    order = sorted(places, key=lambda at: (at < 0, abs(at)))
    return tuple(Option(place_value(at), place_mark(at)) for at in order)


def with_choices(rules: NarratedRules, village: Village, its: Pass, rows: Sequence[Picks]) -> Village:
    """Return the village after a pass. A choice is ignored if it is incomplete, or if its place can no longer be chosen
    when the call is made."""
    chosen = _values_chosen(village, its, turns_in(village, its), rows)
    for call in its.calls:
        turn = turn_of(village.dusk, village.night, call.id)
        made = (_choice(rules, village, turn, seat, chosen.get((seat, call.id), ())) for seat in turn.called)
        village = replace(village, night=(*village.night, *filter(None, made)))
    return village


def proposed(
    rules: NarratedRules, village: Village, its: Pass, turns: Sequence[Turn], rows: Sequence[Picks]
) -> tuple[CallChoice, ...]:
    """Return what seats have chosen so far in this pass, in calls in which several people choose together."""
    chosen = _values_chosen(village, its, turns, rows)
    found = (
        _choice(rules, village, turn, seat, chosen.get((seat, turn.call.id), ()))
        for turn in turns
        for seat in turn.called
        if turn.call.do.together != "each"
    )
    return tuple(filter(None, found))


def _values_chosen(
    village: Village, its: Pass, turns: Sequence[Turn], rows: Sequence[Picks]
) -> Mapping[tuple[int, str], Sequence[str]]:
    chosen = dict[tuple[int, str], list[str]]()
    for seat, row in zip(seats_asked(village, village.dusk), rows, strict=False):
        for press, value in zip(_presses_in(turns, its, seat), row, strict=False):
            chosen.setdefault((seat, press.turn.call.id if press else ""), []).append(value)
    return chosen


def _choice(rules: NarratedRules, village: Village, turn: Turn, seat: int, values: Sequence[str]) -> CallChoice:
    """Return what a seat has chosen with these values. The choice is falsy if it does not count."""
    call = turn.call
    if turn.is_closed(village.dusk, seat):
        return CallChoice(seat, call.id)
    if call.do.verb == "shift":
        return CallChoice(seat, call.id, direction=next((_WAYS[value] for value in values if value in _WAYS), ""))
    places = {place_value(place): place for place in turn.may_choose(seat)}
    found = tuple(dict.fromkeys(places[value] for value in values if value in places))
    role = next((role for value, role in _guesses(rules).items() if value in values[1:]), "")
    least, most = call.do.count
    whole = len(found) >= (most if VERBS[call.do.verb].pair else least)
    if call.do.verb == "guess":
        return CallChoice(seat, call.id, found, role) if found and role else CallChoice(seat, call.id)
    return CallChoice(seat, call.id, found if whole else ())
