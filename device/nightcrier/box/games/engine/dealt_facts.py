"""Writes what a seat reads of its own in a game that the box deals: its role and side, what it may do, and what it has
learnt. In the end all of it is told."""

from collections.abc import Iterable, Iterator, Sequence

from nightcrier.box.games.engine.dealt_choices import (
    DealtNight,
    Pass,
    is_called,
    most_chosen,
    place_fact,
)
from nightcrier.box.games.engine.evening import NarratedRules, call_title, met_title
from nightcrier.box.games.engine.line_ids import doing_of, role_of, side_of
from nightcrier.box.games.engine.model import CallRow
from nightcrier.box.games.engine.referee.deeds import CalledNight
from nightcrier.box.games.engine.referee.night import play_calls
from nightcrier.box.games.engine.referee.records import Learnt
from nightcrier.box.games.engine.referee.standing import begin_standing
from nightcrier.box.games.engine.verbs import TELLING_EACH
from nightcrier.box.show.facts import Fact, Joined, Number, RoleName, SeatMark, Word, seats_joined

_ROWS = 4
"""The most facts for which a page has room."""
_MOVING = frozenset({"take", "trade", "swap", "shift", "copy", "convert"})
"""The verbs after which another seat may be meant by a role."""
_TELLING_ONCE = ("take", "copy", "compare", "peek", "number")
_THEN = " › "
Page = tuple[Fact, ...]


def night_of(night: DealtNight) -> CalledNight:
    """Return the whole night with what was chosen until now."""
    return play_calls(begin_standing(night.table), night.choices)


def choosing_page(rules: NarratedRules, night: DealtNight, its: Pass, seat: int) -> Page:
    """Return what a seat reads while it chooses in a pass: who it is, whom it has met so far, and what to do. The
    side makes room for two of these."""
    role, settled = night.table.roles[seat - 1], {call.id: call for call in _settled(rules, its.calls)}
    met = (each for each in night_of(night).told if each.seat == seat and each.call in settled and _is_met(each))
    told = (learnt_fact(rules, each) for each in met if settled[each.call].meets)
    own = (Word(doing_of(rules.file.id, call.id)) for call in its.calls if is_called(rules.file, call.who, role))
    name, *side = own_facts(rules, role)
    facts = [*told, *own]
    return (name, *(facts if len(facts) > 1 else side + facts))[:_ROWS]


def _settled(rules: NarratedRules, open_calls: Sequence[CallRow]) -> Iterator[CallRow]:
    """Yield the calls for which it is known who is meant, though these calls are still open."""
    for call in rules.calls(1):
        yield call
        if call in open_calls and call.do.verb in _MOVING:
            return


def _is_met(learnt: Learnt) -> bool:
    return learnt.target is None and not isinstance(learnt.answer, bool | int | str | None)


def own_facts(rules: NarratedRules, role: str) -> Page:
    """Return a role and its side, if that has a name, and in some language another one than the role."""
    side = rules.file.roles[role].side
    named = any(
        side in words.sides and words.sides[side].name != words.roles.get(role, words.sides[side]).name
        for words in rules.file.words.values()
    )
    return (RoleName(role_of(rules.file.id, role)), *((RoleName(side_of(rules.file.id, side)),) if named else ()))


def read_pages(rules: NarratedRules, night: DealtNight, count: int, seat: int) -> tuple[Page, ...]:
    """Return so many pages that a seat reads at last. Each begins with its role."""
    role, *facts = own_facts(rules, night.table.roles[seat - 1])
    for told in (learnt_fact(rules, each) for each in night_of(night).told if each.seat == seat):
        facts += [told] if told not in facts else []
    firsts = range(0, count * (_ROWS - 1), _ROWS - 1)
    return tuple((role, *facts[at : at + _ROWS - 1]) for at in firsts)


def page_count(rules: NarratedRules) -> int:
    """Return on how many pages there is room for what any role of the deck may have to read."""
    calls = rules.calls(1)
    most = max(
        len(own_facts(rules, role)) - 1 + sum(_facts_of_call(rules, call, role) for call in calls)
        for role in frozenset(rules.deck)
    )
    return max(1, -(-most // (_ROWS - 1)))


def _facts_of_call(rules: NarratedRules, call: CallRow, role: str) -> int:
    """Return how many facts a role may learn in a call. Anybody may be converted."""
    if not is_called(rules.file, call.who, role):
        return int(call.do.verb == "convert")
    verb = call.do.verb
    return bool(call.meets) + (most_chosen(call) if verb in TELLING_EACH else verb in (*_TELLING_ONCE, "convert"))


def learnt_fact(rules: NarratedRules, learnt: Learnt) -> Fact:
    """Return what a seat has learnt, in words."""
    answer, about, call = learnt.answer, learnt.target, _call(rules, learnt.call)
    if isinstance(answer, str):
        return _card_fact(rules, call, answer, about)
    if isinstance(about, int):
        name = place_fact(about)
    elif about is None:
        many = isinstance(answer, Sequence) and len(answer) > 1
        name = met_title(rules.file, call, many) if _is_met(learnt) else call_title(rules.file, call)
    else:
        name = seats_joined(about)
    return Word("deal.trail", {"role": name, "places": _answer_fact(answer)})


def _call(rules: NarratedRules, name: str) -> CallRow:
    return next(call for call in rules.file.calls if call.id == name)


def _card_fact(rules: NarratedRules, call: CallRow, answer: str, about: int | tuple[int, ...] | None) -> Fact:
    """Return a role, or a side, that was found on a seat, in the center or before oneself."""
    asks_side = call.do.verb == "ask" and call.do.learns == "side"
    name = RoleName(side_of(rules.file.id, answer) if asks_side else role_of(rules.file.id, answer))
    if call.do.verb in ("copy", "take") and call.do.together != "each":
        return Word("deal.trail", {"role": call_title(rules.file, call), "places": name})
    if call.do.verb in ("copy", "convert"):
        return Word("deal.become", {"role": name})
    if call.do.verb in ("take", "peek") or not isinstance(about, int):
        return Word("deal.own-card", {"role": name})
    if about < 0:
        return Word("deal.center-card", {"n": Number(-about), "role": name})
    return Word("deal.seat-card", {"n": SeatMark(about), "role": name})


def _answer_fact(answer: bool | int | Sequence[int] | None) -> Fact:
    if answer is None:
        return Word("turn.blank")
    if isinstance(answer, bool):
        return Word("turn.yes" if answer else "turn.no")
    if isinstance(answer, int):
        return Number(answer)
    return seats_joined(answer) if answer else Word("nobody")


def shown_facts(rules: NarratedRules, night: DealtNight) -> Page:
    """Return the cards that lie face up in the morning."""
    shown = night_of(night).shown.items()
    return tuple(
        Word("deal.face-up", {"n": SeatMark(seat), "role": RoleName(role_of(rules.file.id, role))})
        for seat, role in sorted(shown)
    )


def story_facts(rules: NarratedRules, night: DealtNight) -> Iterator[Fact]:
    """Yield for all who had which card in the evening and who had it in the morning, and what was chosen."""
    cards = night_of(night).state.cards
    for seat, role in enumerate(night.table.roles, 1):
        yield Word("deal.seat-card", {"n": SeatMark(seat), "role": _way(rules, (role, cards[seat]))})
    for number, role in enumerate(night.table.center, 1):
        yield Word("deal.center-card", {"n": Number(number), "role": _way(rules, (role, cards[-number]))})
    for choice in night.choices:
        what = Joined(tuple(map(place_fact, choice.targets)), " + ")
        done = Word(f"deal.{choice.direction}") if choice.direction else what
        way = Joined((SeatMark(choice.seat), done), _THEN)
        yield Word("deal.trail", {"role": call_title(rules.file, _call(rules, choice.call)), "places": way})


def _way(rules: NarratedRules, roles: Iterable[str]) -> Fact:
    return Joined(tuple(RoleName(role_of(rules.file.id, role)) for role in dict.fromkeys(roles)), _THEN)
