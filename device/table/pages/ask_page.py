"""A game's question: the dial goes through the answers, START or a press gives the one on the screen. Where several may
be marked, a press marks, and START gives them all. Holding the dial gives the answer the game has for it; where it has
none, what was told is said again.

What only one seat is asked comes up when that seat turns the dial; on every other screen, and in every log and record,
stands whose question it is."""

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input
from device.kernel.ids import LineId
from device.show.answers import BACK, Answer
from device.show.stages import TABLE, Ask
from device.table.house import House
from device.table.page_kinds import Question, StagePage
from device.table.pages.names import fact_lines, fact_text, name_rows, number
from device.table.pages.question import ask_over
from device.table.pages.secret import private_view
from device.table.roster import seating
from device.table.session import advance
from device.table.state import Table, TableStep
from device.table.talk import say_again
from device.table.view import Size, Text, View


def handle_ask(table: Table, stage: Ask, page: StagePage, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN | Gesture.PRESS_TURN:
            return replace(table, page=_turned(page, stage, event.steps)), ()
        case Control.DIAL, Gesture.PRESS if stage.marks:
            return replace(table, page=_marked(page, stage.marks.most)), ()
        case ((Control.START | Control.DIAL), Gesture.PRESS):
            answer = _answer(stage, page)
            return (table, ()) if answer is None else advance(table, answer, event.at)
        case Control.DIAL, Gesture.HOLD if stage.held:
            return advance(table, stage.held, event.at)
        case Control.DIAL, Gesture.HOLD if stage.who <= TABLE:
            return say_again(table)
        case Control.BACK, Gesture.PRESS if stage.back:
            return advance(table, BACK, event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask_over(table, Question.END_GAME)
    return table, ()


def ask_lines(stage: Ask, page: StagePage, first: StagePage) -> tuple[LineId, ...]:
    """The question on its `first` page, in its own lines where it has them; while the dial turns, the answer it stands
    at. A private one is for no ears."""
    if stage.who != TABLE:
        return ()
    answer = fact_lines(stage.choices[page.index].label)
    if stage.marks:
        answer = (*answer, LineId("screen.on" if page.index in page.marked else "screen.off"))
    return (*(stage.lines or fact_lines(stage.question)), *answer) if page == first else answer


def ask_view(house: House, table: Table, stage: Ask, page: StagePage) -> View:
    language = table.choices.language
    shown = View("ask", language, dim=stage.night is not None, head=True)
    if stage.who == TABLE:
        rows = _rows(house, table, stage, page)
        return replace(shown, rows=rows, kept=rows[1 + page.index :][:1] if stage.listed else rows[1:])
    if page.index < 0:
        return private_view(house, table, shown, stage.who, "turn.choose", (), ())
    facts = stage.question, stage.choices[page.index].label
    return private_view(house, table, shown, stage.who, "turn.choose", facts, _rows(house, table, stage, page))


def _rows(house: House, table: Table, stage: Ask, page: StagePage) -> tuple[Text, ...]:
    """An answer that would be given stands inverse."""
    words, language = house.words, table.choices.language
    if stage.listed:
        return _listed(house, table, stage, page)
    question = Text(
        fact_text(words, language, stage.question, seating(table)), Size.SMALL if stage.foot else Size.MEDIUM
    )
    answer = stage.choices[page.index].label
    given = stage.marks is None or page.index in page.marked
    asked = (
        question,
        *name_rows(words, language, answer, seating(table), inverse=given),
        *_foot(house, table, stage),
    )
    if stage.marks is None:
        return asked
    count = len(page.marked)
    untouched = stage.who == TABLE and not count and page.index == stage.start  # how to mark, before how to be done
    hint = "ask.mark" if untouched or count < stage.marks.least else "ask.marked"
    foot = Text(words.screen(language, hint, n=number(words, language, str(count))), Size.SMALL)
    return *asked, foot


def _listed(house: House, table: Table, stage: Ask, page: StagePage) -> tuple[Text, ...]:
    """The question, and all its answers."""
    words, language, names = house.words, table.choices.language, seating(table)
    question = Text(fact_text(words, language, stage.question, names), Size.SMALL)
    answers = (fact_text(words, language, option.label, names) for option in stage.choices)
    return question, *(Text(text, Size.SMALL, n == page.index) for n, text in enumerate(answers))


def _foot(house: House, table: Table, stage: Ask) -> tuple[Text, ...]:
    language = table.choices.language
    return (Text(fact_text(house.words, language, stage.foot, seating(table)), Size.SMALL),) if stage.foot else ()


def _turned(page: StagePage, stage: Ask, steps: int) -> StagePage:
    """The first detent of a private question brings up the first answer."""
    index = stage.start if page.index < 0 else (page.index + steps) % len(stage.choices)
    return replace(page, index=index)


def _marked(page: StagePage, most: int) -> StagePage:
    """The answer on the screen is marked, or no longer."""
    if page.index in page.marked:
        return replace(page, marked=tuple(index for index in page.marked if index != page.index))
    room = page.index >= 0 and len(page.marked) < most
    return replace(page, marked=tuple(sorted((*page.marked, page.index)))) if room else page


def _answer(stage: Ask, page: StagePage) -> Answer | None:
    """None while it is not known yet."""
    if stage.marks:
        marked = tuple(stage.choices[index].value for index in page.marked)
        return marked if len(marked) >= stage.marks.least else None
    return stage.choices[page.index].value if page.index >= 0 else None
