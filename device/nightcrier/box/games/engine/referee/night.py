"""Resolves the calls of one night: who is called, whom they meet, what they may choose, what that does, and what each
seat learns.

`play_calls` takes the state of a game (`begin_standing(lay_table(...))` before the first night) and the choices of the
seats. The `CalledNight` that it returns has what was `told`, and the cards and marks in its `state`. `turn_of` returns
one call as its people experience it: who is called, and whom each of them may choose."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from nightcrier.box.games.engine.calls import calls_of_night
from nightcrier.box.games.engine.model import ALL, CallRow
from nightcrier.box.games.engine.referee.deeds import CalledNight, Told, Turn, do_deed, told_in_vain, told_unasked
from nightcrier.box.games.engine.referee.records import CallChoice, Learnt, place_name
from nightcrier.box.games.engine.referee.standing import Standing, reach_of, seats_meant
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.kernel.errors import near_word, quote_word

_ByCall = dict[str, Mapping[int, CallChoice]]
Choose = Callable[[Standing, Turn], Mapping[int, CallChoice]]
"""A function that returns the choices that people make in a call, given the state when the call begins."""


def turn_of(before: Standing, choices: Sequence[CallChoice], call: str) -> Turn:
    """Return the turn of a call in the next night, after these choices in the calls before it."""
    return play_calls(before, choices, call).turns[call]


def play_calls(
    before: Standing, choices: Sequence[CallChoice], until: str = "", choose: Choose | None = None
) -> CalledNight:
    """Resolve the calls of the next night, or only those before the call `until`. `choose` supplies choices when each
    call begins. Raises RefusedGame for a choice that breaks a rule."""
    state = before.twin()
    state.number += 1
    state.chosen = {}
    table, dusk = state.table, {seat: state.cards[seat] for seat in state.in_play}
    night = CalledNight(state, dusk, [], {}, {}, {}, set(), set(), {}, {})
    calls = calls_of_night(table.game, table.deck, len(table.roles), state.number, table.switches)
    by_call = _by_call(state, calls, choices)
    for call in calls:
        night.turns[call.id] = _begin_turn(night, call, before, by_call.get(call.do.not_with, {}))
        if call.id == until:
            break
        if choose:
            by_call[call.id] = choose(state, night.turns[call.id])
        _play_call(night, night.turns[call.id], by_call.get(call.id, {}))
    return night


def _by_call(state: Standing, calls: Sequence[CallRow], choices: Sequence[CallChoice]) -> _ByCall:
    """Sort the choices by call and seat. Refuse a choice in a call that is not made, and two choices in one call."""
    made: set[str] = {call.id for call in calls}
    found = dict[str, dict[int, CallChoice]]()
    for choice in choices:
        if choice.call not in made:
            known = [call.id for call in state.table.game.calls]
            near = "" if choice.call in known else near_word(choice.call, known)
            what = "is not made in this night" if choice.call in known else "is none of this game"
            raise state.wrong(choice.seat, f"the call {quote_word(choice.call)} {what}{near}")
        seats = found.setdefault(choice.call, {})
        if choice.seat in seats:
            raise state.wrong(choice.seat, f"a seat chooses once in the call {choice.call}")
        seats[choice.seat] = choice
    return {**found}


def _begin_turn(night: CalledNight, call: CallRow, before: Standing, barring: Mapping[int, CallChoice]) -> Turn:
    state = night.state
    called = called_seats(night, call)
    vain = frozenset(seat for seat in called if seat in night.blocked or seat in state.powerless)
    barred = frozenset(seat for seat, choice in barring.items() if choice)
    return Turn(call, called, vain, reach_of(state, call.do.of), before.chosen if call.do.not_twice else {}, barred)


def called_seats(night: CalledNight, call: CallRow) -> list[int]:
    """Return the called seats: by the role that each had at dusk, if the deck has that role, and by present marks."""
    named, taken, found = frozenset(call.who.names), frozenset(call.who.taken), list[int]()
    for seat, role in night.dusk.items():
        own, marks = night.state.table.names[role], night.state.marks[seat]
        by_role = role in night.state.table.deck and not own.isdisjoint(named)
        if (ALL in named or by_role or not marks.isdisjoint(named)) and (own | marks).isdisjoint(taken):
            found.append(seat)
    return found


def _play_call(night: CalledNight, turn: Turn, choices: Mapping[int, CallChoice]) -> None:
    called = frozenset(turn.called)
    for choice in choices.values():
        _check_choice(night.state, turn, choice, called)
    _let_meet(night, turn)
    if not VERBS[turn.call.do.verb].chooses:
        told_unasked(night, turn.call, turn.called, turn.vain)
        return
    _tell_reach(night, turn)
    made = [choices[seat] for seat in turn.called if choices.get(seat)]
    _remark_duties(night.state, turn, [choice.seat for choice in made])
    if turn.call.do.together == "each":
        for choice in made:
            _use_up(night, turn, choice)
            in_vain = choice.seat in turn.vain
            told = told_in_vain(turn.call, choice) if in_vain else do_deed(night, turn.call, choice.seat, choice)
            _tell(night, turn.call, (choice.seat,), told)
    else:
        _do_together(night, turn, made)
    for choice in made:
        if choice.seat not in turn.vain:
            night.trails.setdefault(choice.seat, set()).update(place for place in choice.targets if place > 0)


def _let_meet(night: CalledNight, turn: Turn) -> None:
    """Tell each called seat whom it meets. Seats that act in vain meet others, too."""
    if (meets := turn.call.meets) is None:
        return
    met = turn.called if meets.of is None else seats_meant(night.state, meets.of)
    for seat in turn.called:
        night.told.append(Learnt(seat, turn.call, [other for other in met if other != seat], kind="met"))


def _tell_reach(night: CalledNight, turn: Turn) -> None:
    """Tell each called seat whom it may choose, if that depends on a mark and the power is not used up."""
    if night.state.table.game.marks.keys().isdisjoint(turn.call.do.of):
        return
    for seat in turn.called:
        if not turn.is_used_up(night.state, seat):
            reach = None if seat in turn.vain else sorted(turn.reach(seat))
            night.told.append(Learnt(seat, turn.call, reach, kind="reach"))


def _remark_duties(state: Standing, turn: Turn, did: Sequence[int]) -> None:
    """Warn about seats that had to choose, could have done so, and did not."""
    least, verb = turn.call.do.count[0], turn.call.do.verb
    for seat in turn.called if least and (turn.call.do.together == "each" or not did) else ():
        able = verb == "shift" or len(turn.may_choose(seat)) >= least
        if seat not in did and able and not turn.is_closed(state, seat):
            state.warn(seat, f"{turn.call.id} must choose and did not: judged as not done.")


def _use_up(night: CalledNight, turn: Turn, choice: CallChoice) -> None:
    used = turn.key(choice.seat, turn.call.do.shares)
    night.state.uses[used] = night.state.uses.get(used, 0) + 1
    night.state.chosen[turn.key(choice.seat)] = choice.targets


def _tell(night: CalledNight, call: CallRow, seats: Sequence[int], told: Told) -> None:
    for target, answer in told:
        night.told += [Learnt(seat, call, answer, target) for seat in seats]


def _do_together(night: CalledNight, turn: Turn, made: Sequence[CallChoice]) -> None:
    """Do what everybody agreed on. The first of those who act is the chooser, and all of them learn the result."""
    for choice in made:
        if choice.seat in turn.vain:
            _tell(night, turn.call, (choice.seat,), told_in_vain(turn.call, choice))
    agreed = _agreed(night, turn, [choice for choice in made if choice.seat not in turn.vain])
    if agreed:
        _use_up(night, turn, agreed)
        _tell(night, turn.call, turn.acting, do_deed(night, turn.call, turn.acting[0], agreed))


def _agreed(night: CalledNight, turn: Turn, proposals: Sequence[CallChoice]) -> CallChoice | None:
    """Return the proposal that counts, or None."""
    if not proposals:
        return None
    if turn.call.do.together == "first":
        order = list(night.state.table.game.roles)
        return min(proposals, key=lambda choice: (order.index(night.dusk[choice.seat]), choice.seat))
    said = Counter(map(_what, proposals))
    (best, most), *rest = said.most_common(2)
    agree = most == len(proposals) if turn.call.do.together == "all" else not rest or rest[0][1] < most
    return next(each for each in proposals if _what(each) == best) if agree else None


def _what(choice: CallChoice) -> tuple[object, ...]:
    """Return the content of a choice in a form in which the order of places does not count."""
    return (*sorted(choice.targets), choice.role, choice.direction)


def _check_choice(state: Standing, turn: Turn, choice: CallChoice, called: frozenset[int]) -> None:
    """Refuse a choice that breaks a rule, given the state when its call begins."""
    seat, call = choice.seat, turn.call
    if seat not in called:
        why = "is out, and does not act" if seat in state.out else f"is not called by {call.id}"
        raise state.wrong(choice.seat, f"this seat {why}")
    if not VERBS[call.do.verb].chooses:
        raise state.wrong(choice.seat, f"nobody chooses anything in the call {call.id}")
    _check_form(state, call, choice)
    if not choice:
        return
    if turn.is_used_up(state, seat):
        raise state.wrong(choice.seat, f"{call.id} is used up: it has {call.do.uses} in a game")
    if seat in turn.barred_seats:
        raise state.wrong(choice.seat, f"who has chosen in {call.do.not_with} does not choose in {call.id} that night")
    reach, free = turn.reach(seat), turn.may_choose(seat)
    for place in choice.targets:
        if place not in free:
            rule = "two nights one after another" if place in reach else "now"
            raise state.wrong(choice.seat, f"{call.id} may not choose {place_name(place)} {rule}")


def _check_form(state: Standing, call: CallRow, choice: CallChoice) -> None:
    """Refuse a wrong number of places, and fields that this verb does not use."""
    verb, (least, most), count = call.do.verb, call.do.count, len(choice.targets)
    if verb == "shift":
        if choice.targets or choice.direction not in ("", "left", "right")[: 1 + 2 * most]:
            raise state.wrong(choice.seat, f"{call.id} has no target, but a direction: left or right")
    elif choice.direction:
        raise state.wrong(choice.seat, f"direction is for a shift, and {call.id} is none")
    if bool(choice.role) != (verb == "guess" and count > 0):
        raise state.wrong(choice.seat, "a role and a target stand together, in a guess alone")
    if choice.role and choice.role not in (roles := state.table.game.roles):
        raise state.wrong(choice.seat, f"there is no role {quote_word(choice.role)}{near_word(choice.role, roles)}")
    if len(set(choice.targets)) < count:
        raise state.wrong(choice.seat, "a place is named twice")
    if count and not (most if VERBS[verb].pair else least) <= count <= most:
        raise state.wrong(choice.seat, f"{call.id} chooses {least} to {most}, not {count}")
