"""Does what the verbs of a night say: looks at cards and moves them, puts marks on seats, and answers questions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.games.engine.model import CallRow, Selection
from nightcrier.box.games.engine.referee.records import Answer, CallChoice, Learnt
from nightcrier.box.games.engine.referee.standing import ReachOf, Standing, is_meant, reach_of
from nightcrier.box.games.engine.verbs import TELLING_EACH, TELLING_ONCE

_TOGETHER = 0
"""The seat number for choices that all called people make together."""


class Turn(Struct, frozen=True):
    """The turn of one call: who is called, which of them act in vain, and the places that each can reach. `barred` are
    places that were chosen the night before and may not be chosen twice in a row. The `barred_seats` have chosen in a
    call that excludes this one."""

    call: CallRow
    called: Sequence[int]
    vain: frozenset[int]
    reach: ReachOf
    barred: Mapping[tuple[int, str], tuple[int, ...]]
    barred_seats: frozenset[int] = frozenset()

    @property
    def acting(self) -> list[int]:
        return [seat for seat in self.called if seat not in self.vain]

    def key(self, seat: int, call: str = "") -> tuple[int, str]:
        """Return the key for the choices of a seat, or for its uses, which may be counted under another call."""
        return (seat if self.call.do.together == "each" else _TOGETHER, call or self.call.id)

    def may_choose(self, seat: int) -> frozenset[int]:
        return self.reach(seat).difference(self.barred.get(self.key(seat), ()))

    def is_used_up(self, state: Standing, seat: int) -> bool:
        return 0 < self.call.do.uses <= state.uses.get(self.key(seat, self.call.do.shares), 0)

    def is_closed(self, state: Standing, seat: int) -> bool:
        """Say whether a seat may choose nothing now, whoever is in play."""
        return seat in self.barred_seats or self.is_used_up(state, seat)


class CalledNight(Struct):
    """A night while it is judged. `dusk` are the roles of the seats when the night began. `trails` are the seats that
    each seat chose in the calls before, except those chosen in vain. `notified` are the felt marks that each seat got,
    `turned` the new roles, `shown` the cards that were turned up, and `turns` the turns of the calls that were made."""

    state: Standing
    dusk: Mapping[int, str]
    told: list[Learnt]
    notified: dict[int, list[str]]
    turned: dict[int, str]
    shown: dict[int, str]
    shielded: set[int]
    blocked: set[int]
    trails: dict[int, set[int]]
    turns: dict[str, Turn]

    def put_mark(self, mark: str, *seats: int) -> None:
        self.state.marks.update((seat, self.state.marks[seat] | {mark}) for seat in seats)
        if self.state.table.game.marks[mark].felt:
            for seat in seats:
                self.notified.setdefault(seat, []).append(mark)


Told: TypeAlias = Iterable[tuple[int | tuple[int, ...] | None, Answer]]
"""Pairs of a target and the answer about it."""


def do_deed(night: CalledNight, call: CallRow, seat: int, choice: CallChoice) -> Told:
    """Do at once what the verb of a call says. Return what the chooser learns from it."""
    state, cards, targets = night.state, night.state.cards, choice.targets
    match call.do.verb:
        case "view":
            return [(place, cards[place]) for place in targets if place not in night.shielded]
        case "take":
            return [(targets[0], cards[seat])] if _exchange(night, seat, *targets) else ()
        case "trade":
            _exchange(night, seat, *targets)
        case "swap":
            _exchange(night, *targets)
        case "shift":
            _shift(night, seat, by=1 if choice.direction == "right" else -1)
        case "copy" if night.shielded.isdisjoint((seat, *targets)):
            cards[seat] = cards[targets[0]]
            return [(targets[0], cards[seat])]
        case "turn":
            night.shown.update((each, cards[each]) for each in targets if each not in night.shielded)
        case "shield":
            night.shielded.update(targets)
        case "mark":
            night.put_mark(call.do.mark, *targets)
        case "unmark":
            state.marks.update((each, state.marks[each] - {call.do.mark}) for each in targets)
        case "ask":
            return [(each, _found(state, call.do.learns, each)) for each in targets]
        case "compare":
            return [(targets, len({_found(state, "side", each) for each in targets}) == 1)]
        case "trail":
            return [(each, sorted(night.trails.get(each, ()))) for each in targets]
        case "guess":
            right = cards[targets[0]] == choice.role
            night.put_mark(call.do.mark, targets[0] if right else seat)
            return [(targets[0], right)]
        case "block":
            night.blocked.update(targets)
        case "convert":
            for each in targets:  # they learn it themselves, and the chooser nothing
                if not is_meant(state, call.do.spares, each):
                    cards[each] = night.turned[each] = call.do.into
                    night.told.append(Learnt(each, call, call.do.into))
    return ()


def _exchange(night: CalledNight, one: int, other: int) -> bool:
    """Exchange two cards, unless one of them has a shield. Say whether the cards were exchanged."""
    cards = night.state.cards
    if not night.shielded.isdisjoint((one, other)):
        return False
    cards[one], cards[other] = cards[other], cards[one]
    return True


def _shift(night: CalledNight, seat: int, by: int) -> None:
    """Move all cards in play, except the seat's own card and the cards with a shield."""
    cards = night.state.cards
    seats = [each for each in night.state.in_play if each != seat and each not in night.shielded]
    moved = [cards[each] for each in seats]
    cards.update(zip(seats, moved[by:] + moved[:by], strict=True))


def _found(state: Standing, learns: str | Selection | None, seat: int) -> Answer:
    """Return the answer to a question about a seat."""
    role = state.cards[seat]
    if isinstance(learns, Selection):
        return is_meant(state, learns, seat, state.table.seen)
    return state.table.game.roles[role].seen if learns == "side" else role


def told_in_vain(call: CallRow, choice: CallChoice) -> Told:
    """Return what people learn if they chose in vain: one empty answer to each question."""
    if call.do.verb in TELLING_EACH:
        return [(each, None) for each in choice.targets]
    if call.do.verb in TELLING_ONCE:
        return [(choice.targets if call.do.verb == "compare" else choice.targets[0], None)]
    return ()


def told_unasked(night: CalledNight, call: CallRow, called: Iterable[int], vain: Collection[int]) -> None:
    """Tell each called seat its own role or its number, for which it need not choose anything."""
    state, learns = night.state, call.do.learns
    if call.do.verb == "peek":
        for seat in called:
            if seat in vain or seat not in night.shielded:
                night.told.append(Learnt(seat, call, None if seat in vain else state.cards[seat]))
    elif isinstance(learns, Selection):
        reach = reach_of(state, call.do.of)
        found = {each for each in state.marks if is_meant(state, learns, each, state.table.seen)}
        for seat in called:
            night.told.append(Learnt(seat, call, None if seat in vain else len(reach(seat) & found)))
