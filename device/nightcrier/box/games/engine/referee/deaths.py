"""Finds who dies at dawn, and works out what follows from deaths."""

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.calls import is_switched
from nightcrier.box.games.engine.model import DawnRow, DeathRow, Selection
from nightcrier.box.games.engine.referee.records import CallChoice, DeathEffect, Leaving, OpenChoice, place_name
from nightcrier.box.games.engine.referee.standing import Standing, is_meant, reach_of, seats_meant
from nightcrier.kernel.errors import quote_word

Causes = dict[int, list[str]]
NIGHT, DAY = "night", "day"


def dying_at_dawn(state: Standing) -> tuple[Causes, list[int]]:
    """Return who dies with all causes, and the seats that had a mark of which seats die."""
    found, marked = Causes(), set[int]()
    for row in state.table.game.dawns:
        for seat in state.in_play if is_switched(row.switch, state.table.switches) else ():
            if row.dies in state.marks[seat]:
                marked.add(seat)
                if not _is_spared_at_dawn(state, row, seat):
                    found.setdefault(seat, []).append(row.cause)
    return found, sorted(marked)


def _is_spared_at_dawn(state: Standing, row: DawnRow, seat: int) -> bool:
    return not state.marks[seat].isdisjoint(row.unless) or is_spared(state, row.spares, row.spares_once, seat, NIGHT)


def is_spared(state: Standing, spares: Selection, once: Selection, seat: int, when: str) -> bool:
    """Say whether a seat is spared. Being spared once is used up by this, at night and by day apart."""
    if is_meant(state, spares, seat):
        return True
    if (when, seat) in state.spared or not is_meant(state, once, seat):
        return False
    state.spared.add((when, seat))
    return True


class Aftermath(Struct, frozen=True):
    """The new roles of those in play that came of deaths, the choices of the dead that nobody has made yet, and whom
    each row has met."""

    turned: dict[int, str]
    open: Sequence[OpenChoice]
    effects: Sequence[DeathEffect]


def let_die(state: Standing, causes: Causes, when: str, choices: Sequence[CallChoice]) -> Aftermath:
    """Let seats die at once, and then whoever dies of that, which is added to the causes. Raises WrongEntry for a
    choice of the dead that breaks a rule."""
    pending = _pending(state, choices)
    turned, still_open, effects = dict[int, str](), list[OpenChoice](), list[DeathEffect]()
    queue = sorted(causes)
    for seat in queue:
        _leave(state, seat, causes[seat], when)
    for seat in queue:
        for row in state.table.game.deaths:
            if _follows(state, row, seat, causes[seat]):
                choice = pending.pop((seat, row.id), None) if row.chooses else None
                if row.chooses and choice is None:
                    still_open.append(OpenChoice(seat, row.id, tuple(reach_of(state, row.chooses)(seat))))
                met = _do_row(state, row, seat, choice, turned)
                effects += [DeathEffect(seat, row.id, met)] if met else []
                for other in met if row.takes or (row.chooses and not row.mark) else ():
                    causes[other] = [row.id]
                    _leave(state, other, causes[other], when)
                    queue.append(other)
    for choice in pending.values():
        raise state.wrong(choice.seat, f"nothing is chosen as {quote_word(choice.call)} here")
    living = frozenset(state.in_play)
    left = [replace(each, places=sorted(living.intersection(each.places))) for each in still_open]
    return Aftermath(turned, left, effects)


def _pending(state: Standing, choices: Sequence[CallChoice]) -> dict[tuple[int, str], CallChoice]:
    found = {(choice.seat, choice.call): choice for choice in choices}
    if len(found) < len(choices):
        raise state.wrong(None, "who dies chooses once")
    return found


def _leave(state: Standing, seat: int, causes: Sequence[str], when: str) -> None:
    state.in_play.remove(seat)
    state.out[seat] = Leaving(state.number, when, tuple(causes))


def _follows(state: Standing, row: DeathRow, seat: int, causes: Collection[str]) -> bool:
    """Say whether a row holds for the death of this seat."""
    held = is_switched(row.switch, state.table.switches) and is_meant(state, row.of, seat)
    return held and (not row.causes or not frozenset(causes).isdisjoint(row.causes))


def _do_row(
    state: Standing, row: DeathRow, seat: int, choice: CallChoice | None, turned: dict[int, str]
) -> Sequence[int]:
    """Do what follows from one death by one row. Return the seats that it meets."""
    if row.takes:
        return sorted(reach_of(state, row.takes)(seat))
    if row.chooses:
        return _do_choice(state, row, row.chooses, choice) if choice else ()
    changed = row.powerless or row.becomes
    met = seats_meant(state, changed) if changed else []
    if row.powerless:
        state.powerless.update(met)
    for other in met if row.becomes else ():
        state.cards[other] = turned[other] = row.into
    return met


def _do_choice(state: Standing, row: DeathRow, chooses: Selection, choice: CallChoice) -> Sequence[int]:
    """Do what a dead seat chose. In vain if it is powerless."""
    if choice.direction or choice.role or len(choice.targets) != 1:
        raise state.wrong(choice.seat, f"{row.id} chooses one place")
    (target,) = choice.targets
    if target not in reach_of(state, chooses)(choice.seat):
        raise state.wrong(choice.seat, f"{row.id} may not choose {place_name(target)} now")
    if choice.seat in state.powerless:
        return ()
    if row.mark:
        state.marks[target] |= {row.mark}
    return (target,)


def drop_marks(state: Standing, lasts: str) -> None:
    """Take off all marks that last no longer."""
    gone = {mark.id for mark in state.table.game.marks.values() if mark.lasts == lasts}
    for seat, marks in state.marks.items():
        if not marks.isdisjoint(gone):
            state.marks[seat] = marks - gone


def shown_dead(state: Standing, dead: Collection[int]) -> Mapping[int, str]:
    """Return what is shown of those who died: their side, their role, or nothing."""
    game, cards = state.table.game, state.cards
    match game.day.show:
        case "role":
            return {seat: cards[seat] for seat in dead}
        case "side":
            return {seat: game.roles[cards[seat]].side for seat in dead}
    return {}
