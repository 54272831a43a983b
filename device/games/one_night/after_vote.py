"""What people are asked after the vote, as rows of questions: who died, who holds the cards that decide, what a card
plays as, which artifact lies where. What can lie in one place only is asked once, what can only be one thing never.

A row is a generator: it yields questions, is sent their answers, and returns what it has found out. From the answers
alone follows how far it has come."""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from device.games.one_night.rules.decks import Deck, center_wolf
from device.games.one_night.rules.roles import ARTIFACTS, DOPPELGANGER, INVESTIGATOR, ROLES, Team
from device.show.facts import RoleName, SeatMark, SeatName, Word
from device.show.stages import TABLE, Answer, Ask, Marks, Option, all_values, one_value

NOBODY_VALUE, SEVERAL, VOTES = "0", "several", "votes"
WOLF, PLAIN = "werewolf", "villager"
VOTING_ROLES = frozenset({"hunter", "bodyguard"})
"""Whose pointing decides who dies."""
_AT_WORK = frozenset({DOPPELGANGER, INVESTIGATOR})
"""Whose cards play as something else."""

_Found = TypeVar("_Found")
AskingRow: TypeAlias = Generator[Ask, Answer, _Found]


class DeathsTold(Struct, frozen=True):
    """Who died, counted from 0; or who pointed at whom, from which that follows."""

    dead: frozenset[int] | None = None
    votes: tuple[int | None, ...] | None = None


class RowPlace(Struct, Generic[_Found], frozen=True):
    """Where a row has come to: at a question, or at its end, with what it found and the answers that came after it."""

    question: Ask | None = None
    found: _Found | None = None
    after: tuple[Answer, ...] = ()


def follow_row(row: AskingRow[_Found], answers: Sequence[Answer]) -> RowPlace[_Found]:
    """A question that has one answer answers itself. Where something can be taken back, BACK is offered."""
    given = list(answers)
    try:
        question = next(row)
        while given or _answers_itself(question):
            question = row.send(question.choices[0].value if _answers_itself(question) else given.pop(0))
    except StopIteration as end:
        return RowPlace(found=end.value, after=tuple(given))
    return RowPlace(replace(question, back=bool(answers)))


def _answers_itself(question: Ask) -> bool:
    """Where several may be marked, none may be an answer too."""
    fewest = question.marks.least if question.marks else 1
    return len(question.choices) == fewest == 1


def who_died(players: int) -> AskingRow[DeathsTold]:
    """In one answer where one died or nobody; seat by seat only where people want their votes counted."""
    seats = range(1, players + 1)
    more = (Option(SEVERAL, Word("ask.dead.several")), Option(VOTES, Word("ask.dead.votes")))
    nobody = Option(NOBODY_VALUE, Word("nobody"))
    told = one_value((yield Ask(TABLE, Word("ask.dead"), (nobody, *seat_choices(seats), *more))))
    if told == VOTES:
        return (yield from who_pointed(players))
    if told == SEVERAL:
        marked = yield Ask(TABLE, Word("ask.dead"), seat_choices(seats), marks=Marks(2, players))
        return DeathsTold(frozenset(int(seat) - 1 for seat in all_values(marked)))
    return DeathsTold(frozenset() if told == NOBODY_VALUE else frozenset({int(told) - 1}))


def who_pointed(players: int) -> AskingRow[DeathsTold]:
    votes: tuple[int | None, ...] = ()
    while len(votes) < players:
        told = yield vote_question(players, len(votes) + 1)
        votes = (*votes, pointed_at(one_value(told)))
    return DeathsTold(votes=votes)


def vote_question(players: int, seat: int) -> Ask:
    """Whom this seat points at: any other, or nobody."""
    others = seat_choices(other for other in range(1, players + 1) if other != seat)
    nobody = Option(NOBODY_VALUE, Word("nobody"))
    return Ask(TABLE, Word("ask.vote", {"n": SeatMark(seat)}), (*others, nobody))


def pointed_at(value: str) -> int | None:
    """The seat an answer names, counted from 0."""
    return None if value == NOBODY_VALUE else int(value) - 1


def cards_held(deck: Deck, players: int, *, votes: bool) -> AskingRow[tuple[str, ...]]:
    """The cards before the seats, as far as they decide anything: every other one is a plain card of the village."""
    extra = center_wolf(deck)
    counts = Counter(_kind(role, votes=votes) for role in (*deck, extra) if role)
    aside = counts.total() - players
    held: dict[int, str] = {}
    for kind in [role for role in ROLES if counts[role] and role != PLAIN]:
        free = [seat for seat in range(1, players + 1) if seat not in held]
        found = yield from _holders(kind, counts[kind], aside, free)
        aside -= counts[kind] - len(found)
        held.update(dict.fromkeys(found, kind))
    return tuple(held.get(seat, PLAIN) for seat in range(1, players + 1))


def _kind(role: str, *, votes: bool) -> str:
    """Cards of one kind mean the same to the referee, once the night is over."""
    if ROLES[role].wolf:
        return WOLF
    decides = ROLES[role].team is not Team.VILLAGE or role in _AT_WORK or (votes and role in VOTING_ROLES)
    return role if decides else PLAIN


def _holders(kind: str, count: int, aside: int, free: Sequence[int]) -> AskingRow[tuple[int, ...]]:
    """The seats with these cards. At most so many as there is room for `aside` lie before nobody."""
    least, most = max(0, count - aside), min(count, len(free))
    if least == len(free):
        return tuple(free)
    question = Word("ask.wolves") if kind == WOLF else Word("ask.holder", {"role": RoleName(kind)})
    if count > 1:
        marked = yield Ask(TABLE, question, seat_choices(free), marks=Marks(least, most))
        return tuple(map(int, all_values(marked)))
    nobody = () if least else (Option(NOBODY_VALUE, Word("nobody")),)
    holder = int(one_value((yield Ask(TABLE, question, (*nobody, *seat_choices(free))))))
    return (holder,) if holder else ()


def roles_played(deck: Deck, cards: Sequence[str]) -> AskingRow[dict[int, str]]:
    """What the cards play as that can be something else, by seat counted from 0."""
    plays: dict[int, str] = {}
    for place, card in enumerate(cards):
        if card in _AT_WORK:
            question = Word("ask.plays", {"n": SeatMark(place + 1)})
            options = tuple(Option(role, RoleName(role)) for role in _parts(deck, card))
            plays[place] = one_value((yield Ask(TABLE, question, options)))
    return plays


def _parts(deck: Deck, card: str) -> tuple[str, ...]:
    if card == INVESTIGATOR:
        wolf = (WOLF,) if any(ROLES[role].wolf for role in deck) else ()
        return (INVESTIGATOR, *wolf, *(("tanner",) if "tanner" in deck else ()))
    return (*(role for role in ROLES if role in deck and role != DOPPELGANGER), DOPPELGANGER)


def artifacts_laid(deck: Deck, cards: Sequence[str], plays: Mapping[int, str]) -> AskingRow[dict[int, str]]:
    """By seat counted from 0. The Curator lays one; so does a Doppelganger who copied him."""
    laid: dict[int, str] = {}
    for question in _artifact_questions(deck, cards, plays):
        free = [seat for seat in range(1, len(cards) + 1) if seat - 1 not in laid]
        nobody = Option(NOBODY_VALUE, Word("nobody"))
        seat = int(one_value((yield Ask(TABLE, Word(question), (nobody, *seat_choices(free))))))
        if not seat:
            break
        left = tuple(Option(token, RoleName(token)) for token in ARTIFACTS if token not in laid.values())
        which = yield Ask(TABLE, Word("ask.artifact.which", {"n": SeatMark(seat)}), left)
        laid[seat - 1] = one_value(which)
    return laid


def _artifact_questions(deck: Deck, cards: Sequence[str], plays: Mapping[int, str]) -> tuple[str, ...]:
    """Where the Doppelganger's card lies before nobody any more, the box does not know what she copied."""
    if "curator" not in deck:
        return ()
    other = DOPPELGANGER in deck and ("curator" in plays.values() or DOPPELGANGER not in cards)
    return ("ask.artifact", "ask.artifact.other") if other else ("ask.artifact",)


def seat_choices(seats: Iterable[int]) -> tuple[Option, ...]:
    """Seats to choose from."""
    return tuple(Option(str(seat), SeatName(seat)) for seat in seats)
