"""Writes what a seat reads about itself in a game that the box deals: its role and side, what it may do, and what it
has learned. At the end of the game, all of this is told."""

from collections.abc import Callable, Iterator, Sequence

from nightcrier.box.games.engine.calls import asked_names, calls_marked, is_called, most_chosen, passes_of
from nightcrier.box.games.engine.dealt_choices import (
    Pass,
    has_choice,
    known_roles,
    place_fact,
    place_mark,
    proposed,
)
from nightcrier.box.games.engine.line_ids import word_of
from nightcrier.box.games.engine.model import CallRow
from nightcrier.box.games.engine.narrated import NarratedRules, call_title, met_title
from nightcrier.box.games.engine.referee.deeds import CalledNight, Turn
from nightcrier.box.games.engine.referee.night import play_calls
from nightcrier.box.games.engine.referee.records import CallChoice, Learnt
from nightcrier.box.games.engine.secret_turns import DialList, dial_fact
from nightcrier.box.games.engine.story import THEN, chosen
from nightcrier.box.games.engine.verbs import SETTING_MARKS, TELLING_EACH, TELLING_ONCE
from nightcrier.box.games.engine.village import Village
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.facts import EMPTY_ENTRY, Fact, Joined, Number, SeatMark, Word, seats_joined
from nightcrier.box.show.tale import Told

_ROWS = 4
"""The maximum number of facts on a page."""
_MOVING = frozenset({"take", "trade", "swap", "shift", "copy", "convert"})
"""The verbs after which a role may belong to another seat."""
Page = tuple[Fact, ...]


def night_of(village: Village) -> CalledNight:
    """Return the whole night with the choices made so far."""
    return play_calls(village.dusk, village.night)


def choosing_page(
    rules: NarratedRules, village: Village, its: Pass, turns: Sequence[Turn], seat: int, rows: Sequence[Picks]
) -> Page:
    """Return what a seat reads while it chooses in a pass: who it is, whom it has met so far, from whom it may choose,
    and what to do. It also reads what others who choose together with it have proposed in the `rows` of this pass, but
    not who proposed it; the row with the side is dropped to make room."""
    told = [learnt_fact(rules, each) for each in _told_first(rules, village, its, seat)]
    own = [turn.call for turn in turns if seat in turn.called and has_choice(village, turn, seat)]
    made = [(each.call, _chosen_fact(rules, each, place_mark)) for each in proposed(rules, village, its, turns, rows)]
    by_call = [(call, tuple(fact for name, fact in made if name == call.id)) for call in own]
    wanted = [Joined((call_title(rules.file, call), Joined(found)), THEN) for call, found in by_call if found]
    doing = (Word(word_of(rules.file.id, "do", own[0].id)),) if len(own) == 1 else ()
    facts = (*told, *wanted, *doing)
    name, *side = own_facts(rules, village.dusk.cards[seat])
    return (name, *(facts or side))[:_ROWS]


def with_dial(facts: Page, lists: Sequence[DialList]) -> Page:
    """Return a page with what to dial as its last row. If no seat is prescribed and no choice is named, this row is
    left out on a full page, because the page already says that the seat chooses."""
    tells = any(each.named or len(each.own) == 1 for each in lists)
    return (*facts, dial_fact(lists))[-_ROWS:] if tells or len(facts) < _ROWS - 1 else facts


def _settled(rules: NarratedRules, village: Village, its: Pass) -> Iterator[CallRow]:
    """Yield the calls whose people are already known, although this pass and later ones are still to come."""
    calls, unknown = rules.calls(village.number), set[str]()
    for call, number in zip(calls, passes_of(calls), strict=True):
        if unknown.isdisjoint(asked_names(call)):
            yield call
        if number and number >= its.number:
            if call.do.verb in _MOVING:
                return
            unknown.update([call.do.mark] if call.do.verb in SETTING_MARKS else [])


def _told_first(rules: NarratedRules, village: Village, its: Pass, seat: int) -> Iterator[Learnt]:
    """Yield whom a seat meets in calls whose people are known, and from whom it may choose in the calls of this
    pass."""
    settled = {call.id for call in _settled(rules, village, its)}
    for each in night_of(village).told:
        is_now = each.kind == "met" or (each.kind == "reach" and each.call in its.calls)
        if each.seat == seat and each.call.id in settled and is_now:
            yield each


def own_facts(rules: NarratedRules, role: str) -> Page:
    """Return a role and its side. The side is left out if no language names it differently from the role."""
    side = rules.file.roles[role].side
    named = any(
        side in words.sides and words.sides[side].name != words.roles.get(role, words.sides[side]).name
        for words in rules.file.words.values()
    )
    return (rules.role_fact(role), *((rules.named("side", side),) if named else ()))


def read_pages(rules: NarratedRules, village: Village, count: int, seat: int) -> tuple[Page, ...]:
    """Return the pages that a seat reads at the end of a night, about equally full. Each begins with its role."""
    night, (role, *facts) = night_of(village), own_facts(rules, village.dusk.cards[seat])
    for learnt in (each for each in night.told if each.seat == seat and each.kind != "reach"):
        told = learnt_fact(rules, learnt)
        facts += [told] if told not in facts else []
    marks = dict.fromkeys(night.notified.get(seat, ()))
    facts += [Word(word_of(rules.file.id, "mark", mark)) for mark in marks]
    rows = -(-len(facts) // count)
    return tuple((role, *facts[at * rows : (at + 1) * rows]) for at in range(count))


def page_count(rules: NarratedRules, night: int) -> int:
    """Return the number of pages that a seat may need at most to read everything after a night."""
    calls, file = rules.calls(night), rules.file
    setting = {call.do.mark for call in calls if call.do.verb in SETTING_MARKS}
    felt = sum(mark.felt for mark in file.marks.values() if mark.id in setting)
    by_mark = sum(_facts_of_call(call) for call in calls if calls_marked(file, call))
    by_role = [call for call in calls if not calls_marked(file, call)]
    most = max(
        len(own_facts(rules, role))
        - 1
        + sum(
            _facts_of_call(call) if is_called(file, call.who, role) else call.do.verb == "convert" for call in by_role
        )
        for role in known_roles(rules)
    )
    return max(1, -(-(most + by_mark + felt) // (_ROWS - 1)))


def _facts_of_call(call: CallRow) -> int:
    """Return the maximum number of facts that a called seat may learn in a call. Anybody may be converted."""
    verb = call.do.verb
    once = (*TELLING_ONCE, "peek", "number", "convert")
    return bool(call.meets) + (most_chosen(call) if verb in TELLING_EACH else verb in once)


def learnt_fact(rules: NarratedRules, learnt: Learnt) -> Fact:
    answer, about, call = learnt.answer, learnt.target, learnt.call
    if isinstance(answer, str):
        return _card_fact(rules, call, answer, about)
    if isinstance(about, int):
        name = place_fact(about)
    elif about is not None:
        name = seats_joined(about)
    elif isinstance(answer, Sequence):
        name = met_title(rules.file, call, len(answer) > 1)
    else:
        name = call_title(rules.file, call)
    return Word("deal.trail", {"role": name, "places": _answer_fact(answer)})


def _card_fact(rules: NarratedRules, call: CallRow, answer: str, about: int | tuple[int, ...] | None) -> Fact:
    """Return a role or a side that was found on a seat, in the center, or on the seat's own card. A seat that takes
    over a role also reads its side."""
    asks_side = call.do.verb == "ask" and call.do.learns == "side"
    name = rules.named("side", answer) if asks_side else rules.role_fact(answer)
    if call.do.verb in ("copy", "take") and call.do.together != "each":
        return Word("deal.trail", {"role": call_title(rules.file, call), "places": name})
    if call.do.verb in ("copy", "convert"):
        return Word("deal.become", {"role": Joined(own_facts(rules, answer))})
    if call.do.verb in ("take", "peek") or not isinstance(about, int):
        return Word("deal.own-card", {"role": name})
    if about < 0:
        return Word("deal.center-card", {"n": Number(-about), "role": name})
    return Word("deal.seat-card", {"n": SeatMark(about), "role": name})


def _answer_fact(answer: bool | int | Sequence[int] | None) -> Fact:
    if answer is None:
        return EMPTY_ENTRY
    if isinstance(answer, bool):
        return Word("turn.yes" if answer else "turn.no")
    if isinstance(answer, int):
        return Number(answer)
    return seats_joined(answer) if answer else Word("nobody")


def shown_facts(rules: NarratedRules, village: Village) -> Page:
    """Return the cards that were turned face up in the night."""
    return tuple(face_up(rules, seat, role) for seat, role in sorted(night_of(village).shown.items()))


def face_up(rules: NarratedRules, seat: int, role: str) -> Fact:
    return Word("deal.face-up", {"n": SeatMark(seat), "role": rules.role_fact(role)})


def card_way(rules: NarratedRules, place: int, *roles: str) -> Fact:
    """Return the roles that a place has had, one after another."""
    way = Joined(tuple(map(rules.role_fact, dict.fromkeys(roles))), THEN)
    if place > 0:
        return Word("deal.seat-card", {"n": SeatMark(place), "role": way})
    return Word("deal.center-card", {"n": Number(-place), "role": way})


def choice_told(rules: NarratedRules, choice: CallChoice, role: str = "") -> Told:
    """Return the fact that a seat chose something in a call, or when it died in this role. Choices of center cards are
    only shown, and not said."""
    calls = (call for call in rules.file.calls if call.id == choice.call)
    title = rules.role_fact(role) if role else call_title(rules.file, next(calls))
    whom = choice.targets if min(choice.targets, default=0) > 0 else ()
    return chosen(title, choice.seat, whom, _chosen_fact(rules, choice))


def _chosen_fact(rules: NarratedRules, choice: CallChoice, named: Callable[[int], Fact] = place_fact) -> Fact:
    if choice.direction:
        return Word(f"deal.{choice.direction}")
    guessed = (rules.role_fact(choice.role),) if choice.role else ()
    return Joined((*map(named, choice.targets), *guessed), " + ")
