"""One Night with paper cards: after the vote, who pointed at whom, and which card lay where, asked seat by seat; then
the verdict of the referee.

Answers are a row of values; from them alone follows what is asked next. What can only be one thing is not asked.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from device.games.one_night.narration import verdict_stage
from device.games.one_night.referee.card_state import HouseRules, lay_cards
from device.games.one_night.referee.verdict import PlayedRound, judge_round
from device.games.one_night.rules.decks import Deck, spare_wolves
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import ARTIFACTS, DOPPELGANGER, INVESTIGATOR, ROLES
from device.show.facts import Fact, RoleName, SeatMark, SeatName, Word
from device.show.stages import Ask, Option, Stage

YES, NO, NOBODY_VALUE = "yes", "no", "0"
ADOPTED_FACES = {INVESTIGATOR: (INVESTIGATOR, "werewolf", "tanner")}


class PaperVote(Struct, frozen=True):
    """How far the asking has come. `answers` are those given since the vote."""

    deck: Deck
    players: int
    options: Options
    answers: tuple[str, ...] = ()


class PaperQuestion(Struct, frozen=True):
    """A question of the row: what it is about, and the answers that are possible now."""

    kind: str
    seat: int
    values: tuple[str, ...]


class _Known(Struct):
    """What has been answered, in the order of the asking."""

    votes: list[int | None] = []
    cards: list[str] = []
    artifacts: dict[int, str] = {}
    plays: dict[int, str] = {}


def paper_stage(reckoning: PaperVote) -> Stage | None:
    """The next question; the verdict when all is known; None when the table does not want it, or has heard it."""
    answers = list(reckoning.answers)
    if not answers:
        return ask_stage(PaperQuestion("result", 0, (YES, NO)))
    if answers.pop(0) == NO:
        return None
    known = _Known()
    question = _next(reckoning, known)
    while question is not None:
        if len(question.values) == 1:
            _note(known, question, question.values[0])
        elif answers:
            _note(known, question, answers.pop(0))
        else:
            return ask_stage(question)
        question = _next(reckoning, known)
    return None if answers else _judged(reckoning, known)


def add_answer(reckoning: PaperVote, value: str) -> PaperVote:
    return replace(reckoning, answers=(*reckoning.answers, value))


def _next(reckoning: PaperVote, known: _Known) -> PaperQuestion | None:
    n = reckoning.players
    if len(known.votes) < n:
        return vote_question(n, len(known.votes) + 1)
    if len(known.cards) < n:
        return PaperQuestion("card", len(known.cards) + 1, _left(reckoning, known.cards))
    return _artifact(reckoning, known) or _adopted(reckoning, known)


def vote_question(players: int, seat: int) -> PaperQuestion:
    """Whom this seat points at: any other, or nobody."""
    others = tuple(str(other) for other in range(1, players + 1) if other != seat)
    return PaperQuestion("vote", seat, (*others, NOBODY_VALUE))


def pointed_at(value: str) -> int | None:
    """The seat an answer names, counted from 0."""
    return None if value == NOBODY_VALUE else int(value) - 1


def _left(reckoning: PaperVote, placed: Sequence[str]) -> tuple[str, ...]:
    """The cards that can still lie before somebody, each role once."""
    deck, laid = Counter(reckoning.deck), Counter(placed)
    left = deck - laid
    if laid <= deck:  # nobody has the Alpha Wolf's extra card yet
        left.update(spare_wolves(reckoning.deck))
    return tuple(role for role in ROLES if left[role])


def _artifact(reckoning: PaperVote, known: _Known) -> PaperQuestion | None:
    """The Curator lays one; so does a Doppelganger who copied him. Every card is asked after, seat by seat."""
    if "curator" not in reckoning.deck:
        return None
    seat = len(known.artifacts) + 1
    laid = [artifact for artifact in known.artifacts.values() if artifact]
    if seat > reckoning.players:
        return None
    most = 1 + (DOPPELGANGER in reckoning.deck)
    free = tuple(artifact for artifact in ARTIFACTS if artifact not in laid) if len(laid) < most else ()
    return PaperQuestion("artifact", seat, (NOBODY_VALUE, *free))


def _adopted(reckoning: PaperVote, known: _Known) -> PaperQuestion | None:
    for place, card in enumerate(known.cards):
        if place in known.plays:
            continue
        if card == DOPPELGANGER:
            roles = {role for role in reckoning.deck if role != DOPPELGANGER}
            return PaperQuestion("plays", place + 1, (*(role for role in ROLES if role in roles), DOPPELGANGER))
        if card in ADOPTED_FACES:
            return PaperQuestion("plays", place + 1, ADOPTED_FACES[card])
    return None


def _note(known: _Known, question: PaperQuestion, value: str) -> None:
    match question.kind:
        case "vote":
            known.votes.append(pointed_at(value))
        case "card":
            known.cards.append(value)
        case "artifact":
            known.artifacts[question.seat - 1] = "" if value == NOBODY_VALUE else value
        case "plays":
            known.plays[question.seat - 1] = value


def ask_stage(question: PaperQuestion) -> Ask:
    """The question as the table puts it."""
    who = {"n": SeatMark(question.seat)} if question.seat else {}
    options = tuple(Option(value, _label(question.kind, value)) for value in question.values)
    return Ask(0, Word(f"ask.{question.kind}", who), options)


def _label(kind: str, value: str) -> Fact:
    if kind == "result":
        return Word(f"ask.result.{value}")
    if value == NOBODY_VALUE:
        return Word("nobody" if kind == "vote" else "none")
    return SeatName(int(value)) if kind == "vote" else RoleName(value)


def _judged(reckoning: PaperVote, known: _Known) -> Stage:
    options = reckoning.options
    rules = HouseRules(minion_must_live=options.minion_must_live, cudgel_stops_team=options.cudgel_stops_team)
    rest = list((Counter(reckoning.deck) - Counter(known.cards)).elements())[:3]
    laid = lay_cards(known.cards, rest, None, rules, known.plays)
    artifacts = tuple(known.artifacts.get(seat) or None for seat in range(reckoning.players))
    return verdict_stage(
        judge_round(PlayedRound(replace(laid, artifacts=artifacts), votes=known.votes)), reckoning.players
    )
