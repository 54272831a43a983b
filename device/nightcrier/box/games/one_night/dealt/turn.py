"""Shows a call of the night on the screen: how many presses there are, what the player may choose, and the result.

Every prompt follows from the values chosen so far. If nobody has the role, nothing can be chosen. A player who is done
early presses through lists of empty options. The number of presses depends only on the roles and the number of seats,
so listeners learn nothing about the choices."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from math import comb

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.dealt.story import look_label, places_option
from nightcrier.box.games.one_night.referee.card_state import CardState
from nightcrier.box.games.one_night.referee.deeds import do_action
from nightcrier.box.games.one_night.referee.night_choices import (
    DIRECTIONS,
    RoleAction,
    free_artifacts,
    has_choices,
    may_stop,
    next_choices,
)
from nightcrier.box.games.one_night.referee.whole_night import copied_role_done_at_once
from nightcrier.box.games.one_night.rules.role_blocks import Copied, Deed, PlaceKind, Power, Role, Shape
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER, WOLF_OR_TANNER
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.facts import EMPTY_ENTRY, Fact, RoleName, Word
from nightcrier.box.show.stages import Prompt
from nightcrier.kernel.chance import Chance, SeededChance, derive_seed


def list_lengths(role: str, roles: Sequence[str], seats: int, center: int, book: RoleBook = PRINTED) -> tuple[int, ...]:
    """Return the lengths of the lists at a call, one for each press. A Doppelganger may continue as one of these
    `roles`. `center` is the number of cards in the center."""
    own = _lengths_of_role(book.rows[role], seats, center)
    if own and book.copied_in(book.rows[role], roles) is Copied.WITH:
        return (max(own),) * (2 * len(own))  # the second seat may begin in any of them
    if role != DOPPELGANGER:
        return own
    acts = [act for other in dict.fromkeys(roles) for act in book.acts_at_once(other, roles, seats)[:1]]
    copied = [_lengths_of_role(book.rows[act], seats, center) for act in acts]
    return (*own, *map(max, zip_longest(*copied, fillvalue=0)))


def _lengths_of_role(role: Role, seats: int, center: int) -> tuple[int, ...]:
    """Return the lengths of a role's lists. If the player may stop at a list, the list has one more option."""
    power, must = role.power, role.must
    if power is None:
        return ()
    rooms = {PlaceKind.OTHER: seats - 1, PlaceKind.PLAYER: seats, PlaceKind.CENTER: center, PlaceKind.OWN: 1}
    rooms[PlaceKind.NAMED] = seats + center
    if power.deed is Deed.SHIFT:
        return (len(DIRECTIONS) + (not must),)
    if power.deed is Deed.LOOK and not power.reach:
        return (sum(comb(rooms[shape[0]], len(shape)) for shape in power.shapes.values()) + (not must),)
    longest = power.shapes[max(power.shapes)]
    return tuple(
        rooms[kind] - longest[:step].count(kind) + _may_end(power, longest[:step], must=must)
        for step, kind in enumerate(longest)
    )


def _may_end(power: Power, chosen: Sequence[PlaceKind], *, must: bool) -> bool:
    ends: Shape | None = power.shapes.get(len(chosen))
    return ends == tuple(chosen) if chosen else not must


NO_MORE = "enough"
AGAIN = "+"
"""A special value in a row of chosen values. It says that the call was repeated at this point."""
BLANK = Option("", EMPTY_ENTRY)
"""The empty option that fills a list to its full length. A press on this option chooses nothing."""
_MOST_SEEN = 3
"""The number of seen cards for which the screen has room. If a seat has seen more, only the last ones are shown."""


class RoleTurn(Struct, frozen=True):
    """The turn of a call. `seat` is the acting seat, or None if no seat acts. `lot` is a random seed. `lengths` are the
    lengths of the lists, one for each press. After a repeat of the call the player continues in the middle of the turn,
    so every list is as long as the longest list. The seats in `then` choose after the first."""

    state: CardState
    role: str
    seat: int | None
    lot: int
    lengths: tuple[int, ...] = ()
    then: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        return () if self.seat is None else tuple(seat + 1 for seat in (self.seat, *self.then))

    def prompt(self, row: Picks) -> Prompt:
        if self.seat is None:
            return Prompt()
        doing = _walk(self, row)
        options = self._fill_up(() if doing.over else _options(doing), row)
        seen, start = _facts_so_far(doing)[-_MOST_SEEN:], first_shown(self.lot, row, options)
        return Prompt(options, seen, start=start, again=AGAIN)

    def _fill_up(self, options: tuple[Option, ...], row: Picks) -> tuple[Option, ...]:
        """Fill a list with empty options to its usual length. Return no options after the last press, or if the turn
        has no first choice."""
        step = len(row) if AGAIN not in row else row[::-1].index(AGAIN)
        begun = any(value != AGAIN for value in row)
        if step >= len(self.lengths) or not (options or begun):
            return ()
        options = options or (Option(NO_MORE, Word("deal.pass")),)
        length = max(self.lengths) if AGAIN in row else self.lengths[step]
        return (*options, *[BLANK] * (length - len(options)))

    def hint(self, row: Picks, looked: bool) -> Fact:
        """Return a hint about what the rules allow at this call. It does not depend on whether anybody has the role."""
        return Word("deal.act" if has_choices(self.role, self.state.rules, self.state.book) else "deal.look")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return True


def first_shown(lot: int, row: Picks, options: Sequence[Option]) -> int:
    """Return the number of the option at which the dial starts. It is random each time, so clicks reveal nothing."""
    return SeededChance(derive_seed(lot, f"start {len(row)}")).below(len(options)) if options else 0


class OngoingTurn(Struct, frozen=True):
    """A turn in progress: the role, the current choice, the actions already done, and the seats that choose next."""

    state: CardState
    seat: int
    role: str
    lot: int
    chosen: tuple[int, ...] = ()
    done: tuple[RoleAction, ...] = ()
    seen: tuple[Fact, ...] = ()
    over: bool = False
    then: tuple[int, ...] = ()

    @property
    def deed(self) -> Deed | None:
        return self.state.book.deed_of(self.role)


def outcome(turn: RoleTurn, row: Picks) -> tuple[RoleAction, ...]:
    """Return the actions of a turn that has ended. An unfinished action is dropped, or made at random if required."""
    if turn.seat is None:
        return ()
    doing, lot = _walk(turn, row), SeededChance(derive_seed(turn.lot, "drawn"))
    while not doing.over:
        must = _draw_choice(doing, lot)
        doing = _pick(doing, must) if must else _end_turn(doing)
    return doing.done


def _walk(turn: RoleTurn, row: Picks) -> OngoingTurn:
    doing = OngoingTurn(turn.state, turn.seat or 0, turn.role, turn.lot, then=turn.then)
    if doing.then and not _options(doing):
        doing = _leave_turn(doing)
    for value in row:
        doing = _pick(doing, value)
    return doing


def _options(doing: OngoingTurn) -> tuple[Option, ...]:
    if doing.deed is Deed.SHIFT:
        values = tuple(Option(way, Word(f"deal.{way}")) for way in DIRECTIONS)
    else:
        values = tuple(places_option(doing.state, doing.seat, places) for places in _places_to_choose(doing))
    if values and may_stop(doing.state, doing.seat, doing.role, doing.chosen):
        return (*values, Option(NO_MORE, Word("deal.pass")))
    return values


def _places_to_choose(doing: OngoingTurn) -> Iterable[tuple[int, ...]]:
    """Yield the places that can be chosen at this step. One press chooses all cards that are looked at together. A
    second press would show that two cards were chosen."""
    power = doing.state.book.power_of(doing.role)
    singly = power.deed is not Deed.LOOK or power.reach is not None
    for place in next_choices(doing.state, doing.seat, doing.role, doing.chosen):
        chosen = (*doing.chosen, place)
        if singly or may_stop(doing.state, doing.seat, doing.role, chosen):
            yield (place,)
            continue
        others = next_choices(doing.state, doing.seat, doing.role, chosen)
        yield from ((place, other) for other in others if other > place)


def _pick(doing: OngoingTurn, value: str) -> OngoingTurn:
    if doing.over or value == AGAIN:
        return doing
    if value == NO_MORE:
        return _end_turn(doing)
    if value in DIRECTIONS:
        return _finish(doing, RoleAction(doing.seat, doing.role, direction=value))
    options = ((places, places_option(doing.state, doing.seat, places)) for places in _places_to_choose(doing))
    places = next((places for places, option in options if option.value == value), ())
    doing = replace(doing, chosen=(*doing.chosen, *places))
    return (
        doing
        if next_choices(doing.state, doing.seat, doing.role, doing.chosen)
        else _finish(doing, _chosen_action(doing))
    )


def _end_turn(doing: OngoingTurn) -> OngoingTurn:
    """End the turn. The choice counts if the rules allow the role to stop after this choice."""
    whole = doing.chosen and may_stop(doing.state, doing.seat, doing.role, doing.chosen)
    return _finish(doing, _chosen_action(doing)) if whole else _leave_turn(doing)


def _leave_turn(doing: OngoingTurn) -> OngoingTurn:
    """End the turn of a seat. A Doppelganger who copied the role comes next, if there is one. What the seat saw stays
    on the page, so that the player can read it before the Doppelganger chooses, and no role name takes up the space of
    a card."""
    if not doing.then:
        return replace(doing, over=True)
    seat, *others = doing.then
    seen = (*doing.seen[-_MOST_SEEN:], RoleName(DOPPELGANGER))[:_MOST_SEEN]
    return replace(doing, seat=seat, chosen=(), seen=seen, then=tuple(others))


def _chosen_action(doing: OngoingTurn) -> RoleAction:
    """Return the chosen action. The Curator's action also gets a random artifact that nobody has seen."""
    artifact = None
    if doing.deed is Deed.LAY_ARTIFACT:
        artifact = SeededChance(derive_seed(doing.lot, "artifact")).pick(free_artifacts(doing.state))
    return RoleAction(doing.seat, doing.role, doing.chosen, artifact=artifact)


def _finish(doing: OngoingTurn, action: RoleAction) -> OngoingTurn:
    """Do an action. If a Doppelganger copied a role that acts at once, continue the turn as that role."""
    state = do_action(doing.state, action).state
    seen, done = _facts_so_far(replace(doing, chosen=action.targets)), (*doing.done, action)
    next_role = copied_role_done_at_once(state, doing.seat) if doing.deed is Deed.COPY else None
    if next_role is None:
        return _leave_turn(replace(doing, state=state, chosen=(), done=done, seen=seen))
    return OngoingTurn(state, doing.seat, next_role, doing.lot, (), done, seen)


def _facts_so_far(doing: OngoingTurn) -> tuple[Fact, ...]:
    if not doing.chosen or not _may_look(doing):
        return doing.seen
    told = do_action(doing.state, RoleAction(doing.seat, doing.role, doing.chosen)).told
    looks = tuple(look_label(doing.state, doing.seat, look) for look in told)
    last = told[-1].card if told else ""
    if doing.deed is Deed.COPY:
        return (Word("deal.become", {"role": RoleName(last)}),)
    if doing.deed is Deed.INVESTIGATE and last in WOLF_OR_TANNER:
        looks += (Word("deal.become", {"role": RoleName("tanner" if last == "tanner" else "werewolf")}),)
    return (*doing.seen, *looks)


def _may_look(doing: OngoingTurn) -> bool:
    """Say whether the player may see the result at this step. The Witch sees a card before her action ends. The Curator
    never sees the artifact."""
    deed = doing.deed
    if deed is Deed.LAY_ARTIFACT:
        return False
    return deed is Deed.BEWITCH or may_stop(doing.state, doing.seat, doing.role, doing.chosen)


def _draw_choice(doing: OngoingTurn, lot: Chance) -> str:
    """Return a random choice for a player who had to choose but did not, or an empty text if the role may decline."""
    begun = doing.deed is Deed.BEWITCH and doing.chosen
    if not (begun or (doing.state.book.rows[doing.role].must and not doing.chosen)):
        return ""
    places = next_choices(doing.state, doing.seat, doing.role, doing.chosen)
    return places_option(doing.state, doing.seat, (lot.pick(places),)).value if places else ""
