"""Puts the dealt cards into words: the labels of a turn, the facts that everybody may see, and the story of the night.

The story is spoken in short clips of seats, roles and a few verbs. The screen shows the path of every card from the
deal to the dawn."""

from collections.abc import Iterable, Sequence

from nightcrier.box.games.one_night.referee.card_state import CardState
from nightcrier.box.games.one_night.referee.deeds import CardLook, do_action
from nightcrier.box.games.one_night.referee.night_choices import RoleAction
from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS, place_names
from nightcrier.box.games.one_night.rules.role_blocks import Deed
from nightcrier.box.show.answers import Option
from nightcrier.box.show.facts import Fact, Joined, Number, RoleName, SeatMark, SeatName, Word
from nightcrier.box.show.stages import Peek
from nightcrier.box.show.tale import Told
from nightcrier.kernel.ids import LineId, number_line, role_line, seat_first, seat_line


def places_option(state: CardState, seat: int, places: Sequence[int]) -> Option:
    """Return the option to choose a place, or several cards of the center. Its value joins the names of the places."""
    value = "+".join(place_names(state.seats)[place] for place in places)
    if len(places) > 1:
        numbers = tuple(Number(place - state.seats + 1) for place in places)
        return Option(value, Word("deal.center", {"n": Joined(numbers, " + ")}))
    kind, number = _kind_of_place(state, seat, places[0])
    return Option(value, SeatName(places[0] + 1) if kind == "seat" else Word(f"deal.{kind}", number))


def look_label(state: CardState, seat: int, look: CardLook) -> Fact:
    """Return the label with a seen card and the place where the card lay."""
    kind, number = _kind_of_place(state, seat, look.place)
    return Word(f"deal.{kind}-card", {**number, "role": RoleName(look.card)})


def _kind_of_place(state: CardState, seat: int, place: int) -> tuple[str, dict[str, Fact]]:
    """Return the kind of a place in the labels of a turn: own, seat, center or extra. The result includes the number of
    the place, if it has one."""
    if place == seat:
        return "own", {}
    if place < state.seats:
        return "seat", {"n": SeatMark(place + 1)}
    if place < state.seats + CENTER_CARDS:
        return "center", {"n": Number(place - state.seats + 1)}
    return "extra", {}


def open_facts(state: CardState) -> tuple[Fact, ...]:
    """Return the facts that everybody may see on the table: shields, artifacts and open cards, seat by seat."""
    facts: list[Fact] = []
    for seat in range(state.seats):
        n = SeatMark(seat + 1)
        if seat in state.shields:
            facts.append(Word("deal.shield", {"n": n}))
        if state.artifacts[seat]:
            facts.append(Word("deal.artifact", {"n": n}))
        if seat in state.face_up:
            facts.append(Word("deal.face-up", {"n": n, "role": RoleName(state.face(seat))}))
    return tuple(facts)


def artifact_peeks(state: CardState) -> tuple[Peek, ...]:
    """Return the artifacts with their effects. Only the player with the artifact may look at the effect."""
    return tuple(
        Peek(
            seat + 1,
            Word("deal.artifact", {"n": SeatMark(seat + 1)}),
            (RoleName(artifact), Word(f"deal.help.{artifact}")),
        )
        for seat, artifact in enumerate(state.artifacts)
        if artifact
    )


Lines = tuple[LineId, ...]


def night_tale(dealt: CardState, actions: Sequence[RoleAction]) -> tuple[Told, ...]:
    """Return the parts of the story: all actions of the night in their order, and each seat's last card. Parts in which
    a card has moved have more weight, so a short story leaves them out last."""
    state, told = dealt, list[Told]()
    for action in actions:
        deed, after = state.book.deed_of(action.role), do_action(state, action)
        lines = _deed_lines(state, deed, action, after.told) if deed else ()
        said = seat_first(action.seat + 1, role_line(action.role), *lines)
        told.append(Told(1 + bool(deed and deed.moves), Word("", said=said)))
        state = after.state
    morning = Word("", said=(_story_line("dawn"),))
    for seat in range(state.seats):
        said = seat_line(seat + 1), role_line(state.face(seat))
        told.append(Told(3 * (state.face(seat) != dealt.face(seat)), Word("", said=said), morning))
    return tuple(told)


def _story_line(word: str) -> LineId:
    return LineId(f"deal.story.{word}")


def _seat_lines(verb: str, seats: Iterable[int]) -> Lines:
    return (_story_line(verb), *(seat_line(seat + 1) for seat in seats))


def _center_lines(state: CardState, verb: str, place: int) -> Lines:
    """Return the lines of a card of the center with its number. The Alpha Wolf's extra card has no number."""
    if place == state.seats + CENTER_CARDS:
        return (_story_line(f"{verb}-extra"),)
    return (_story_line("looked-center" if verb == "looked" else verb), number_line(place - state.seats + 1))


def _find_lines(looks: Sequence[CardLook]) -> Lines:
    return tuple(line for look in looks for line in (_story_line("found"), role_line(look.card)))


def _deed_lines(state: CardState, deed: Deed, action: RoleAction, looks: Sequence[CardLook]) -> Lines:
    match deed:
        case Deed.LOOK | Deed.COPY | Deed.INVESTIGATE:
            word = "became" if deed is Deed.COPY else "found"
            return tuple(line for look in looks for line in _look_lines(state, word, look))
        case Deed.LOOK_AT_OWN:
            return (_story_line(deed.told), *_find_lines(looks))
        case Deed.BEWITCH:
            center, player = action.targets
            return (*_center_lines(state, "looked", center), *_find_lines(looks), *_seat_lines(deed.told, (player,)))
        case Deed.DRAW:
            return _center_lines(state, deed.told, action.targets[0])
        case Deed.SHIFT:
            return (_story_line(f"{deed.told}-{action.direction}"),)
        case Deed.LAY_ARTIFACT:
            return (*_seat_lines(deed.told, action.targets), role_line(action.artifact or ""))
    return (*_seat_lines(deed.told, action.targets), *_find_lines(looks))


def _look_lines(state: CardState, word: str, look: CardLook) -> Lines:
    at_seat = look.place < state.seats
    where = _seat_lines("looked", (look.place,)) if at_seat else _center_lines(state, "looked", look.place)
    return (*where, _story_line(word), role_line(look.card))


_THEN = " › "
MIDDLE = Word("place.middle")


def card_trails(dealt: CardState, actions: Sequence[RoleAction]) -> tuple[Fact, ...]:
    """Return the path of each card during the night. The cards of the seats come first, those of the center last."""
    ways: list[list[int]] = [[place] for place in range(len(dealt.lies))]
    state = dealt
    for action in actions:
        state = do_action(state, action).state
        for place, card in enumerate(state.lies):
            if ways[card][-1] != place:
                ways[card].append(place)
    trails = (Joined(tuple(SeatMark(at + 1) if at < dealt.seats else MIDDLE for at in way), _THEN) for way in ways)
    roles = map(RoleName, dealt.printed)
    return tuple(Word("deal.trail", {"role": role, "places": way}) for role, way in zip(roles, trails, strict=True))
