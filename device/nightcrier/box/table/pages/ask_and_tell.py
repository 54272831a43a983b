"""Shows what a game asks and tells, to the whole table or to one seat alone, and its verdict.

At a question the dial goes through the answers, and START or a press gives the answer on the screen. If several answers
may be chosen, a press marks an answer, and START gives all marked answers. START answers "nobody" only if the screen
shows "nobody"; once some answers are marked, the screen shows their number instead. Holding the dial gives the answer
that the game has for a hold; if there is none, the box repeats what was said, and where pages are read aloud, before
it the question and the answer.

If a stage tells facts, the dial goes from fact to fact. START continues, and BACK goes one step back if the game allows
it. A press of the dial repeats what was said; at a verdict a press tells the story, if there is one.

If only one seat is asked, the question appears when that seat turns the dial. Facts for one seat are on the glass while
the seat holds the dial, at most eight seconds. Other screens, logs and records show only which seat is asked. A host is
asked without a voice, and therefore always reads at the bottom what START does."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import BACK, NONE_OF_THEM, SKIP, Answer
from nightcrier.box.show.facts import Fact, Number, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Marks, Tell, Verdict
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_lines, fact_text, name_rows, number
from nightcrier.box.table.core.page_kinds import StagePage
from nightcrier.box.table.core.state import LayingOut, Table, TableStep
from nightcrier.box.table.course.conducting import latched_look, look_due
from nightcrier.box.table.course.evening import seating
from nightcrier.box.table.course.next_stage import drops_result
from nightcrier.box.table.course.secret import private_view
from nightcrier.box.table.course.session import advance, close
from nightcrier.box.table.course.talk import HOW_TO_MARK, question_aloud, reads_aloud, say_again, speak, stage_told
from nightcrier.box.table.drawing import with_every_row
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.pages.checklist import checklist_view, handle_checklist
from nightcrier.box.table.pages.yes_or_no import Question, ask_over, ask_to_end
from nightcrier.kernel.ids import LineId

DROP_RESULT = Question(
    "ask.drop-result",
    lambda _, table, under, at: advance(replace(table, page=under), BACK, at),
    no=lambda _, table, under, __: speak(
        replace(table, page=under), *(question_aloud(table.stage) if table.stage else ())
    ),
)
"""The question whether to leave the game with BACK, and lose the result that was counted."""


def handle_ask(house: House, table: Table, stage: Ask, page: StagePage, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN | Gesture.PRESS_TURN:
            return replace(table, page=_turn(page, stage, event.steps)), ()
        case Control.DIAL, Gesture.PRESS if stage.marks:
            return replace(table, page=_mark(stage, stage.marks, page)), ()
        case ((Control.START | Control.DIAL), Gesture.PRESS):
            answer = _answer_of_start(stage, page)
            if answer is None:  # too few are marked; one seat alone, or the host while others sleep, hears nothing
                return speak(table, HOW_TO_MARK) if stage.marks and stage.who == TABLE else (table, ())
            return advance(table, answer, event.at)
        case Control.DIAL, Gesture.HOLD if stage.held:
            return advance(table, stage.held, event.at)
        case Control.DIAL, Gesture.HOLD if stage.who <= TABLE:
            asked = reads_aloud(house, table) and stage.night is None
            return say_again(table, ask_lines(stage, page, page) if asked else ())
        case Control.BACK, Gesture.PRESS if stage.back:
            dropped = table.session is not None and drops_result(table.session)
            return ask_over(table, DROP_RESULT) if dropped else advance(table, BACK, event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask_to_end(table)
    return table, ()


def ask_lines(stage: Ask, page: StagePage, first: StagePage) -> tuple[LineId, ...]:
    """Return the lines that say a question on its `first` page. While the dial turns, return the lines of the answer at
    the dial. A question for one seat alone is never said aloud."""
    if stage.who != TABLE:
        return ()
    answer = fact_lines(_entry(stage, page))
    if stage.marks and (page.marked or not _is_nothing(stage, page)):
        answer = (*answer, LineId("screen.on" if _is_given(stage, page) else "screen.off"))
    taught = (HOW_TO_MARK,) if stage.marks else ()
    return (*(stage.lines or fact_lines(stage.question)), *answer, *taught) if page == first else answer


def ask_view(house: House, table: Table, stage: Ask, page: StagePage) -> View:
    language = table.choices.language
    shown = View("ask", language, dim=stage.night is not None, head=True, stays=1)
    if stage.who == TABLE:
        rows = _rows(house, table, stage, page)
        return replace(shown, rows=rows, kept=rows[1 + page.index :][:1] if stage.listed else rows[1:])
    if page.index < 0:
        return private_view(house, table, shown, stage.who, "turn.choose", (), ())
    facts = stage.question, _entry(stage, page)
    return private_view(house, table, shown, stage.who, "turn.choose", facts, _rows(house, table, stage, page))


def _rows(house: House, table: Table, stage: Ask, page: StagePage) -> tuple[Text, ...]:
    """Return the rows of a question. An answer that START would give is inverse."""
    words, language = house.words, table.choices.language
    if stage.listed:
        return _list_rows(house, table, stage, page)
    hints = _how_to_mark(house, table, stage, page)
    asked = fact_text(words, language, stage.question, seating(table))
    return (
        Text(asked, Size.SMALL if _foot_of(stage, page) or stage.marks or stage.says_start else Size.MEDIUM),
        *name_rows(words, language, _entry(stage, page), seating(table), inverse=_is_given(stage, page)),
        *_foot(house, table, stage, page),
        *(Text(text, Size.SMALL) for text in hints),
    )


def _how_to_mark(house: House, table: Table, stage: Ask, page: StagePage) -> tuple[str, ...]:
    """Return the texts that explain what a press and START do, if several answers may be marked."""
    if stage.marks is None:
        return ()
    language, missing = table.choices.language, max(1, stage.marks.least) - len(page.marked)
    hints = (*_press_hint(stage, stage.marks, page), *_start_hint(stage, page, missing))
    count = str(missing if missing > 0 else len(page.marked))
    return tuple(house.words.screen(language, key, n=number(house.words, language, count)) for key in hints)


def _press_hint(stage: Ask, marks: Marks, page: StagePage) -> tuple[str, ...]:
    """Return the word for what a press does, or nothing if it does nothing or people should press START."""
    if _is_nothing(stage, page):
        return ("ask.mark.back",) if page.marked else ()
    if page.index in page.marked:
        return ("ask.mark.off",) if len(page.marked) < marks.least else ()
    return ("ask.mark",) if len(page.marked) < marks.most else ()


def _start_hint(stage: Ask, page: StagePage, missing: int) -> tuple[str, ...]:
    """Return the word for what START does. While too few answers are marked, the word asks for more. At the first mark
    of a question to the whole table, return nothing."""
    if _is_nothing(stage, page):
        return () if page.marked else ("ask.mark.none",)
    if missing <= 0:
        return ("ask.marked",)
    if missing > 1 or page.marked:
        return ("ask.mark.more",)
    return () if stage.who == TABLE else ("ask.mark.then",)


def _entry(stage: Ask, page: StagePage) -> Fact:
    """Return the answer that the screen shows. Once some answers are marked, "nobody" is replaced by the number of
    marked answers, and the voice says their names."""
    if not (page.marked and _is_nothing(stage, page)):
        return stage.choices[page.index].label
    said = tuple(line for index in page.marked for line in fact_lines(stage.choices[index].label))
    return Word("ask.marked", {"n": Number(len(page.marked))}, said)


def _list_rows(house: House, table: Table, stage: Ask, page: StagePage) -> tuple[Text, ...]:
    words, language, names = house.words, table.choices.language, seating(table)
    question = Text(fact_text(words, language, stage.question, names), Size.SMALL)
    answers = (fact_text(words, language, option.label, names) for option in stage.choices)
    return question, *(Text(text, Size.SMALL, n == page.index) for n, text in enumerate(answers))


def _foot(house: House, table: Table, stage: Ask, page: StagePage) -> tuple[Text, ...]:
    language, foot = table.choices.language, _foot_of(stage, page)
    if stage.says_start:
        given = fact_text(house.words, language, _entry(stage, page), seating(table))
        return (Text(house.words.screen(language, "ask.start", answer=given), Size.SMALL),)
    return (Text(fact_text(house.words, language, foot, seating(table)), Size.SMALL),) if foot else ()


def _foot_of(stage: Ask, page: StagePage) -> Fact | None:
    """Return the fact at the bottom of a question. A host is asked without a voice, and reads there what the controls
    do. If a host dials a number, nothing is shown, because the number is clear enough."""
    if stage.turned_foot and page.index != stage.start:
        return stage.turned_foot
    if stage.foot or stage.marks or stage.who != HOST:
        return stage.foot
    if len(stage.choices) == 1:
        return Word("day.next")
    return None if isinstance(stage.choices[-1].label, Number) else Word("turn.choose")


def _turn(page: StagePage, stage: Ask, steps: int) -> StagePage:
    """Turn to another answer. The first detent shows the first answer of a private question."""
    index = stage.start if page.index < 0 else (page.index + steps) % len(stage.choices)
    return replace(page, index=index, turned=page.turned or index != page.index)


def _mark(stage: Ask, marks: Marks, page: StagePage) -> StagePage:
    """Mark the answer on the screen, or remove its mark. The answer "nobody" removes all marks."""
    if _is_nothing(stage, page):
        return replace(page, marked=())
    if page.index in page.marked:
        return replace(page, marked=tuple(index for index in page.marked if index != page.index))
    room = page.index >= 0 and len(page.marked) < marks.most
    return replace(page, marked=tuple(sorted((*page.marked, page.index)))) if room else page


def _is_nothing(stage: Ask, page: StagePage) -> bool:
    """Say whether the answer on the screen is "nobody"."""
    return page.index >= 0 and stage.choices[page.index].value == NONE_OF_THEM


def _is_given(stage: Ask, page: StagePage) -> bool:
    """Say whether START would give the answer on the screen."""
    if stage.marks is None:
        return True
    return _answer_of_start(stage, page) is not None if _is_nothing(stage, page) else page.index in page.marked


def _answer_of_start(stage: Ask, page: StagePage) -> Answer | None:
    """Return the answer that START gives. Return None while too few answers are marked. START answers "nobody" only if
    the screen shows "nobody", so that a mistake does not."""
    if stage.marks:
        marked = tuple(stage.choices[index].value for index in page.marked)
        return marked if len(marked) >= stage.marks.least and (marked or _is_nothing(stage, page)) else None
    return stage.choices[page.index].value if page.index >= 0 else None


def handle_tell(table: Table, stage: Tell, page: StagePage, event: Input) -> TableStep:
    if answer := _other_answer(stage, event):
        return advance(table, answer, event.at)
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if table.session and table.session.laying is not LayingOut.OVER:
            return close(table)  # a slip taken back: nothing was played, so that no question is needed
        case Control.START, Gesture.PRESS if stage.by_one and page.index < len(stage.facts) - 1:
            return replace(table, page=replace(page, index=page.index + 1)), ()
        case Control.DIAL, _ if stage.checklist:
            return handle_checklist(table, stage, stage.checklist, page, event)
        case Control.DIAL, Gesture.HOLD if stage.who > TABLE:
            return replace(table, page=replace(page, held=event.at)), ()
        case Control.DIAL, Gesture.PRESS if stage.who > TABLE and table.choices.hands.latch:
            return replace(table, page=replace(page, held=latched_look(page.held, event.at))), ()
        case Control.DIAL, Gesture.RELEASE:
            return replace(table, page=replace(page, held=None)), ()
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD if stage.who <= TABLE:
            return say_again(table)
        case Control.DIAL, Gesture.PRESS_TURN if stage.who > TABLE:
            return _read(table, stage.facts, page, replace(event, gesture=Gesture.TURN))
    return _read(table, stage.facts, page, event)


def tell_view(house: House, table: Table, stage: Tell, page: StagePage) -> View:
    if stage.checklist:
        return with_every_row(checklist_view(house, table, stage, page), house.screen)
    shown = facts_view(house, table, "tell", stage.facts, page.index)
    title = name_rows(house.words, shown.language, stage.title, seating(table)) if stage.title else ()
    leads_to = stage.foot or (Word("day.next") if stage.who == HOST else None)
    foot = (Text(fact_text(house.words, shown.language, leads_to), Size.SMALL),) if leads_to else ()
    shown = replace(shown, rows=(*title, *shown.rows, *foot), dim=stage.night is not None)
    if stage.who == TABLE:
        return with_every_row(replace(shown, kept=foot), house.screen)
    is_dark = stage.who != HOST and look_due(page.held, table.now) is None
    facts, rows = ((), ()) if is_dark else (stage.facts[page.index : page.index + 1], shown.rows)
    seen = private_view(house, table, replace(shown, rows=()), stage.who, "turn.hold", facts, rows)
    return with_every_row(seen, house.screen) if stage.who == HOST else seen


def handle_verdict(table: Table, stage: Verdict, page: StagePage, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if stage.back:
            return advance(table, BACK, event.at)
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD:
            return speak(table, *stage.story) if stage.story else say_again(table)
    return _read(table, stage.facts, page, event)


def told_lines(stage: Tell | Verdict, page: StagePage) -> tuple[LineId, ...]:
    """Return the lines of the fact that the dial has reached, or those of the stage if it has one fact at most. Nothing
    is said of facts for one seat or for the host, and a checklist calls out its facts by itself."""
    if isinstance(stage, Tell) and (stage.who != TABLE or stage.night is not None or stage.checklist):
        return ()
    return fact_lines(stage.facts[page.index]) if len(stage.facts) > 1 else stage_told(stage)


def facts_view(house: House, table: Table, page: str, facts: tuple[Fact, ...], index: int) -> View:
    """Show what a stage tells, one fact at a time."""
    language = table.choices.language
    if not facts:
        return View(page, language)
    return View(page, language, name_rows(house.words, language, facts[index], seating(table)))


def _read(table: Table, facts: tuple[Fact, ...], page: StagePage, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            last = max(0, len(facts) - 1)
            return replace(table, page=replace(page, index=max(0, min(last, page.index + event.steps)))), ()
        case Control.START, Gesture.PRESS:
            return advance(table, "", event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask_to_end(table)
    return table, ()


def _other_answer(stage: Tell, event: Input) -> str:
    """Return the answer of a gesture that only some stages allow. Return an empty text if the gesture has no answer."""
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if stage.back:
            return BACK
        case Control.START, Gesture.HOLD if stage.skip:
            return SKIP
        case Control.DIAL, Gesture.HOLD if stage.who <= TABLE:
            return stage.held
    return ""
