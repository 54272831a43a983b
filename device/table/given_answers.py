"""What was answered before: whoever goes back to a question finds the answer and the marks there again. Not where one
seat is asked alone: whoever sits there next is not to see them."""

from device.show.answers import BACK, NONE_OF_THEM, Answer, all_values
from device.show.stages import TABLE, Ask, Stage
from device.table.page_kinds import StagePage
from device.table.session_state import GivenAnswer, Session

_KEPT = 64
"""So many steps nobody goes back."""


def given_after(session: Session, value: Answer, stage: Stage) -> tuple[tuple[GivenAnswer, ...], Answer | None]:
    """The answers given so far, once the present stage is done with this one; and that of the stage it leads to, where
    BACK leads there."""
    given, left = session.given, session.stage
    if value == BACK:
        places = [place for place, each in enumerate(given) if each.ask == stage]
        return (given[: places[-1]], given[places[-1]].value) if places else (given, None)
    if isinstance(left, Ask) and left.who <= TABLE:
        given = (*given, GivenAnswer(left, value))[-_KEPT:]
    return given, None


def first_page(stage: Stage, before: Answer | None = None) -> StagePage:
    """As the stage comes up, with what was answered there `before`. What only one seat is asked stands there once it
    turns the dial."""
    if not isinstance(stage, Ask):
        return StagePage()
    if stage.marks:
        places = _places(stage, stage.marks.first if before is None else all_values(before))
        start = places[0] if places and stage.choices[stage.start].value == NONE_OF_THEM else stage.start
        return StagePage(-1 if stage.who > TABLE else start, places)
    places = () if before is None else _places(stage, all_values(before))
    return StagePage(-1 if stage.who > TABLE else next(iter(places), stage.start))


def _places(stage: Ask, values: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(place for place, choice in enumerate(stage.choices) if choice.value in values)
