"""Lets a phone answer the questions about a result, once people have voted and nothing is secret any more. The phone
shows the question that is on the glass. A result that was entered in one picture of the table answers the questions one
by one, until an answer does not fit."""

from collections.abc import Iterable

from msgspec.structs import replace

from nightcrier.box.show.answers import (
    NONE_OF_THEM,
    AskedDeaths,
    AskedHolder,
    AskedVote,
    EnteredResult,
    ResultPicture,
    all_values,
    answer_of_result,
    result_so_far,
)
from nightcrier.box.show.stages import TABLE, Ask
from nightcrier.box.table.core.effects import Effect
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import Seating, fact_text, who_sits
from nightcrier.box.table.core.state import Cursor, Session, Table, TableStep
from nightcrier.box.table.evening.people import seating
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.over.open_to_wishes import WishNotDone
from nightcrier.kernel.ids import Language
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.public_record import OfferedAnswer, PicturedSeat, PublicPicture, PublicQuestion, question_time
from nightcrier.wire.wishes import AnswerWish, ResultWish
from nightcrier.words.catalogue import UNHEARD


def public_question(house: House, table: Table) -> PublicQuestion | None:
    """Return the question that a phone may answer, or None while no such question is on the glass."""
    session, stage = table.session, open_question(table)
    if session is None or stage is None:
        return None
    language, seats = table.choices.language, seating(table)
    picture, at = public_picture(house, language, session, seats), question_time(session.since)
    marks = stage.marks
    answers = (
        OfferedAnswer(option.value, fact_text(house.words, language, option.label, seats).translate(UNHEARD))
        for option in stage.choices
        if not (marks and option.value == NONE_OF_THEM)
    )
    text = fact_text(house.words, language, stage.question, seats).translate(UNHEARD)
    least, most = (marks.least, marks.most) if marks else (1, 1)
    return PublicQuestion(at, text, tuple(answers), marks is not None, least, most, picture)


def open_question(table: Table) -> Ask | None:
    """Return the question about a result that everybody sees on the glass, or None if there is none or a page covers
    it."""
    session = table.session
    if session is None or table.rest.asleep or table.page or session.keeps_secrets:
        return None
    stage = session.stage
    if not isinstance(stage, Ask) or not stage.of_result:
        return None
    return stage if stage.who == TABLE and stage.night is None else None


def is_answered_by(table: Table, wish: AnswerWish) -> bool:
    session, stage = table.session, open_question(table)
    if session is None or stage is None or question_time(session.since) != wish.at:
        return False
    given, known = set(wish.values), {option.value for option in stage.choices} - {NONE_OF_THEM}
    least, most = (stage.marks.least, stage.marks.most) if stage.marks else (1, 1)
    return given <= known and len(given) == len(wish.values) and least <= len(given) <= most


def follow_answer(table: Table, wish: AnswerWish, at: float) -> TableStep:
    """Answer the question on the glass, as if somebody had chosen these answers at the box and pressed START."""
    stage = open_question(table)
    if stage is None:
        return table, ()
    places = tuple(place for place, option in enumerate(stage.choices) if option.value in wish.values)
    marked = places if stage.marks else ()
    turned = replace(
        table.with_cursor(Cursor(places[0] if places else 0, marked)), rest=replace(table.rest, touched=at)
    )
    values = tuple(stage.choices[place].value for place in places)
    return advance(turned, values if stage.marks else values[0], at)


def is_entered_by(table: Table, wish: ResultWish) -> bool:
    return is_of_question(table, wish) and _answer_next(table, wish, wish.at) is not None


def is_of_question(table: Table, wish: ResultWish) -> bool:
    """Say whether the entered result starts with the question on the glass, and is complete."""
    session, stage = table.session, open_question(table)
    if session is None or stage is None or question_time(session.since) != wish.at:
        return False
    return stage.picture is not None and _is_whole(wish, stage.picture)


def _is_whole(wish: ResultWish, picture: ResultPicture) -> bool:
    """Say whether the result has an entry for every seat, and mentions only seats and cards in the picture."""
    dead, seats = wish.dead or (), range(1, picture.players + 1)
    named = {*wish.points, *dead} - {0} <= {*seats} and 0 not in dead and len(set(dead)) == len(dead)
    known = max(wish.cards, default=0) <= len(picture.cards)
    return named and known and all(len(each) in {0, len(seats)} for each in (wish.points, wish.cards))


def follow_result(house: House, table: Table, wish: ResultWish, at: float) -> TableStep:
    """Answer one question after the other, as far as the entered result has answers. Raises WishNotDone if some of its
    answers are left but do not fit the next question."""
    effects: tuple[Effect, ...] = ()
    while (step := _answer_next(table, wish, at)) is not None:
        table, effects = step[0], (*effects, *step[1])
    asked = open_question(table)
    part = asked.part if asked else None
    if isinstance(part, AskedDeaths | AskedVote) or (wish.cards and isinstance(part, AskedHolder)):
        raise WishNotDone(Refusal.STOPPED, (table, effects))
    return table, effects


def _answer_next(table: Table, wish: ResultWish, at: float) -> TableStep | None:
    session, stage = table.session, open_question(table)
    if session is None or stage is None or stage.picture is None:
        return None
    answer = _answer(stage, wish, stage.picture, question_time(session.since))
    return follow_answer(table, answer, at) if answer and is_answered_by(table, answer) else None


def _answer(stage: Ask, wish: ResultWish, picture: ResultPicture, since: float) -> AnswerWish | None:
    named = ("", *(card.value for card in picture.cards))
    entered = EnteredResult(wish.points, wish.dead, tuple(named[card] for card in wish.cards))
    values = answer_of_result(stage.part, entered, marked=stage.marks is not None) if stage.part else None
    return None if values is None else AnswerWish(since, values)


_ENTERED: dict[type, str] = {AskedDeaths: "died", AskedVote: "points", AskedHolder: "holds"}
"""Maps each part of a result to the name of what people enter in the picture."""


def pictured_seats(seats: Seating, shown: Iterable[int]) -> tuple[PicturedSeat, ...]:
    return tuple(PicturedSeat(each.person, each.name) for each in (who_sits(seats, seat) for seat in shown))


def public_picture(house: House, language: Language, session: Session, seats: Seating) -> PublicPicture | None:
    stage = session.stage
    if not isinstance(stage, Ask) or stage.picture is None:
        return None
    picture = stage.picture
    answered = [(given.ask.part, all_values(given.value)) for given in session.given if given.ask.part]
    entered = result_so_far(answered, picture)
    places = {card.value: place for place, card in enumerate(picture.cards, 1)}
    return PublicPicture(
        pictured_seats(seats, range(1, picture.players + 1)),
        tuple(fact_text(house.words, language, card.label, seats).translate(UNHEARD) for card in picture.cards),
        _ENTERED.get(type(stage.part), ""),
        entered.points,
        entered.dead,
        tuple(places.get(card, 0) for card in entered.cards),
    )
