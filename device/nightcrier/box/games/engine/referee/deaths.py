"""Finds who dies at dawn, and works out what follows from deaths."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import is_switched
from nightcrier.box.games.engine.model import DeathRow, Selection
from nightcrier.box.games.engine.referee.records import CallChoice, DeathEffect, Leaving, News, OpenChoice, place_name
from nightcrier.box.games.engine.referee.standing import Standing, is_meant, reach_of, seats_meant
from nightcrier.kernel.errors import quote_word

Causes = dict[int, list[str]]
_Pending = dict[tuple[int, str], CallChoice]
NIGHT, DAY = "night", "day"


def dying_at_dawn(state: Standing) -> tuple[Causes, list[int]]:
    """Return who dies at dawn with all causes, and all seats that had deadly marks, including spared ones."""
    found, marked = Causes(), set[int]()
    for row in state.table.game.dawns:
        for seat in state.in_play if is_switched(row.switch, state.table.switches) else ():
            if state.marks[seat].issuperset((row.dies, *row.beside)):
                marked.add(seat)
                unless = not state.marks[seat].isdisjoint(row.unless)
                if not (unless or is_spared(state, row.spares, row.spares_once, seat, NIGHT)):
                    found.setdefault(seat, []).append(row.cause)
    return found, sorted(marked)


def is_spared(state: Standing, spares: Selection, once: Selection, seat: int, when: str) -> bool:
    """Say whether a seat is spared. A seat that may be spared once uses this up, separately at night and by day."""
    if is_meant(state, spares, seat):
        return True
    if (when, seat) in state.spared or not is_meant(state, once, seat):
        return False
    state.spared.add((when, seat))
    return True


class _Aftermath(Struct, frozen=True):
    """The new roles, open choices and effects that follow from deaths, collected wave by wave."""

    turned: dict[int, str]
    open: list[OpenChoice]
    effects: list[DeathEffect]


def let_die(state: Standing, causes: Causes, when: str, choices: Sequence[CallChoice]) -> News:
    """Let seats die at once, and then, wave by wave, whoever dies because of that; these deaths are added to the
    causes. The dead of a wave act together in each row, and whoever dies by a row is in play until the next wave.
    Raises RefusedGame for a choice of the dead that breaks a rule."""
    pending, after = _pending(state, choices), _Aftermath({}, [], [])
    wave = {seat: causes[seat] for seat in sorted(causes)}
    while wave:
        _leave(state, wave, when)
        coming: Causes = {}
        for row in state.table.game.deaths:
            dead = [seat for seat, found in wave.items() if _follows(state, row, seat, found)]
            for seat in _do_row(state, row, dead, pending, after) if dead else ():
                coming.setdefault(seat, []).append(row.id)
        wave = {seat: coming[seat] for seat in sorted(coming)}
        causes.update(wave)
    for choice in pending.values():
        raise state.wrong(choice.seat, f"nothing is chosen as {quote_word(choice.call)} here")
    living = frozenset(state.in_play)
    left = [replace(each, places=sorted(living.intersection(each.places))) for each in after.open]
    return News(causes, after.turned, left, after.effects, shown=_shown_dead(state, causes))


def _pending(state: Standing, choices: Sequence[CallChoice]) -> _Pending:
    found = {(choice.seat, choice.call): choice for choice in choices}
    if len(found) < len(choices):
        raise state.wrong(None, "who dies chooses once")
    return found


def _leave(state: Standing, wave: Causes, when: str) -> None:
    state.in_play = [seat for seat in state.in_play if seat not in wave]
    state.out.update((seat, Leaving(state.number, when, tuple(causes))) for seat, causes in wave.items())


def _follows(state: Standing, row: DeathRow, seat: int, causes: Collection[str]) -> bool:
    """Say whether a row applies to the death of this seat."""
    held = is_switched(row.switch, state.table.switches) and is_meant(state, row.of, seat)
    own = frozenset(causes)
    return held and own.isdisjoint(row.not_cause) and not (row.causes and own.isdisjoint(row.causes))


def _do_row(
    state: Standing, row: DeathRow, dead: Sequence[int], pending: _Pending, after: _Aftermath
) -> frozenset[int]:
    """Carry out what one row says for the deaths of a wave, given the present state. Return who dies because of it."""
    changed, met = row.powerless or row.becomes, dict[int, Sequence[int]]()
    reach = reach_of(state, row.takes or row.chooses or Selection())
    for seat in dead:
        if changed:
            met[seat] = seats_meant(state, changed)
        else:
            met[seat] = sorted(reach(seat)) if row.takes else _chosen(state, row, seat, reach(seat), pending, after)
    after.effects.extend(DeathEffect(seat, row.id, seats) for seat, seats in met.items() if seats)
    found = frozenset(other for seats in met.values() for other in seats)
    if row.powerless:
        state.powerless.update(found)
    for other in found if row.becomes else ():
        state.cards[other] = after.turned[other] = row.into
    for other in found if row.mark else ():
        state.marks[other] |= {row.mark}
    return frozenset() if changed or row.mark else found


def _chosen(
    state: Standing, row: DeathRow, seat: int, reach: frozenset[int], pending: _Pending, after: _Aftermath
) -> Sequence[int]:
    """Return the seats that a dead seat chose. A powerless seat may hand on a mark, but kills nobody."""
    choice = pending.pop((seat, row.id), None)
    if choice is None:
        after.open.append(OpenChoice(seat, row.id, tuple(reach)))
    if not choice:
        return ()
    if choice.direction or choice.role or len(choice.targets) != 1:
        raise state.wrong(seat, f"{row.id} chooses one place")
    (target,) = choice.targets
    if target not in reach:
        raise state.wrong(seat, f"{row.id} may not choose {place_name(target)} now")
    return choice.targets if row.mark or seat not in state.powerless else ()


def drop_marks(state: Standing, lasts: str) -> None:
    """Remove all marks whose duration `lasts` is over."""
    gone = {mark.id for mark in state.table.game.marks.values() if mark.lasts == lasts}
    for seat, marks in state.marks.items():
        if not marks.isdisjoint(gone):
            state.marks[seat] = marks - gone


def _shown_dead(state: Standing, dead: Collection[int]) -> Mapping[int, str]:
    """Return what is revealed of those who died: their side, their role, or nothing."""
    game, cards = state.table.game, state.cards
    match game.day.show:
        case "role":
            return {seat: cards[seat] for seat in dead}
        case "side":
            return {seat: game.roles[cards[seat]].side for seat in dead}
    return {}
