"""The questions that a phone may answer, too: about a result, once people have voted and where the box keeps nothing
from anybody. What is told of them is what the glass shows; the answer is that of a hand, or none."""

from msgspec.structs import replace

from device.kernel.public_question import OfferedAnswer, PublicQuestion, question_time
from device.kernel.wishes import AnswerWish
from device.show.answers import NONE_OF_THEM
from device.show.stages import TABLE, Ask, Tell
from device.table.house import House
from device.table.page_kinds import StagePage
from device.table.pages.names import fact_text
from device.table.public_picture import public_picture
from device.table.roster import seating
from device.table.session import advance
from device.table.state import Table, TableStep
from device.words.catalogue import UNHEARD


def public_question(house: House, table: Table) -> PublicQuestion | None:
    """None while no such question stands on the glass."""
    session, stage = table.session, open_result(table)
    if session is None or stage is None:
        return None
    language, seats = table.choices.language, seating(table)
    picture, at = public_picture(house, language, session, seats), question_time(session.since)
    if isinstance(stage, Tell):
        return PublicQuestion(at, "", (), picture=picture)
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
    """That which stands on the glass for all, with nothing over it."""
    stage = open_result(table)
    return stage if isinstance(stage, Ask) else None


def open_result(table: Table) -> Ask | Tell | None:
    """The same, or what people are told between two such questions."""
    session = table.session
    if session is None or table.rest.asleep or not isinstance(table.page, StagePage) or session.keeps_secrets:
        return None
    stage = session.stage
    return stage if isinstance(stage, Ask | Tell) and _is_of_result(stage) else None


def _is_of_result(stage: Ask | Tell) -> bool:
    """Asked of all whose eyes are open, once they have voted."""
    of_result = stage.of_result if isinstance(stage, Ask) else stage.picture is not None
    return of_result and stage.who == TABLE and stage.night is None


def is_answered_by(table: Table, wish: AnswerWish) -> bool:
    """Whether it is just that question, and one of its answers."""
    session, stage = table.session, open_question(table)
    if session is None or stage is None or question_time(session.since) != wish.at:
        return False
    given, known = set(wish.values), {option.value for option in stage.choices} - {NONE_OF_THEM}
    least, most = (stage.marks.least, stage.marks.most) if stage.marks else (1, 1)
    return given <= known and len(given) == len(wish.values) and least <= len(given) <= most


def follow_answer(table: Table, wish: AnswerWish, at: float) -> TableStep:
    """As by a hand that turned to it, or marked all these, and pressed START."""
    stage = open_question(table)
    if stage is None:
        return table, ()
    places = tuple(place for place, option in enumerate(stage.choices) if option.value in wish.values)
    marked = places if stage.marks else ()
    turned = replace(table, page=StagePage(places[0] if places else 0, marked), rest=replace(table.rest, touched=at))
    values = tuple(stage.choices[place].value for place in places)
    return advance(turned, values if stage.marks else values[0], at)
