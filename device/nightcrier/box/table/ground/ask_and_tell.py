"""Shows what a game asks and tells, to the whole table or to one seat alone, and its verdict.

At a question the dial goes through the answers, and START or a press gives the answer on the screen. If several answers
may be chosen, a press marks an answer, and START gives all marked answers. START answers "nobody" only if the screen
shows "nobody"; once some answers are marked, the screen shows their number instead. Holding the dial gives the game's
answer for a hold. If there is none, the box repeats what it said; if pages are read aloud, it says question and answer
first.

If a stage tells facts, the dial goes from fact to fact. START continues, and BACK goes one step back if the game allows
it. A press of the dial repeats what was said, but at the row of a verdict that tells the night, it tells the night.

If one seat alone is asked, the question appears when that seat turns the dial. Facts for one seat are on the glass
while that seat holds the dial, for at most eight seconds. Other screens, logs and records show only which seat is
asked."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.answers import BACK, NONE_OF_THEM, SKIP, Answer
from nightcrier.box.show.cues import Hush
from nightcrier.box.show.facts import Fact, Number, SeatName, Word, fact_lines, seats_word
from nightcrier.box.show.stages import HOST, LONE_WON, TABLE, VILLAGE_WON, WOLVES_WON, Ask, Marks, Tell, Verdict
from nightcrier.box.show.tale import TELL_NIGHT
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import dead_in, fact_text, name_rows, number
from nightcrier.box.table.core.state import Cursor, LayingOut, Session, Table, TableStep
from nightcrier.box.table.drawing.frame import has_room, is_whole
from nightcrier.box.table.drawing.view import KeyWords, Size, Text, View
from nightcrier.box.table.evening.people import MOST_NUMBERED, seat_chips, seating
from nightcrier.box.table.game.conducting import latched_look, look_due
from nightcrier.box.table.game.next_stage import drops_result, tell_night
from nightcrier.box.table.game.secret import private_view
from nightcrier.box.table.game.session import advance, close
from nightcrier.box.table.ground.checklist import checklist_view, handle_checklist
from nightcrier.box.table.heard.talk import HOW_TO_MARK, question_aloud, reads_aloud, say_again, speak, stage_told
from nightcrier.box.table.over.yes_or_no import Question, ask_over, ask_to_end
from nightcrier.kernel.ids import NOBODY_WAITS, LineId

_MARKS, _TOLD = "a question that takes several answers", {"tell": "what the game tells"}
DROP_RESULT = Question(
    "ask.drop-result",
    lambda _, table, under, at: advance(replace(table, page=under), BACK, at),
    no=lambda _, table, under, __: speak(
        replace(table, page=under), *(question_aloud(table.stage) if table.stage else ())
    ),
)
"""The question whether to leave the game with BACK and lose its counted result."""


def handle_ask(house: House, table: Table, stage: Ask, cursor: Cursor, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN | Gesture.PRESS_TURN:
            return table.with_cursor(_turn(cursor, stage, event.steps)), ()
        case Control.DIAL, Gesture.PRESS if stage.marks:
            return table.with_cursor(_mark(stage, stage.marks, cursor)), ()
        case ((Control.START | Control.DIAL), Gesture.PRESS):
            answer = _answer_of_start(stage, cursor)
            if answer is None:  # too few are marked; one seat alone, or the host while others sleep, hears nothing
                return speak(table, HOW_TO_MARK) if stage.marks and stage.who == TABLE else (table, ())
            return advance(table, answer, event.at)
        case Control.DIAL, Gesture.HOLD if stage.held:
            return advance(table, stage.held, event.at)
        case Control.DIAL, Gesture.HOLD if stage.who <= TABLE:
            asked = reads_aloud(house, table) and stage.night is None
            return say_again(table, ask_lines(stage, cursor, cursor) if asked else ())
        case Control.BACK, Gesture.PRESS if stage.back:
            dropped = table.session is not None and drops_result(table.session)
            return ask_over(table, DROP_RESULT) if dropped else advance(table, BACK, event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask_to_end(table)
    return table, ()


def ask_lines(stage: Ask, cursor: Cursor, first: Cursor) -> tuple[LineId, ...]:
    """Return the lines that say a question on its `first` page. While the dial turns, return the lines of the answer it
    has reached. A question for one seat alone is never said aloud."""
    if stage.who != TABLE:
        return ()
    answer = fact_lines(_entry(stage, cursor))
    if stage.marks and (cursor.marked or not _is_nothing(stage, cursor)):
        answer = (*answer, LineId("screen.on" if _is_given(stage, cursor) else "screen.off"))
    taught = (HOW_TO_MARK,) if stage.marks else ()
    return (*(stage.lines or fact_lines(stage.question)), *answer, *taught) if cursor == first else answer


def ask_view(house: House, table: Table, stage: Ask, cursor: Cursor) -> View:
    foot = _keys(house, table, stage, cursor) if stage.who <= TABLE else None
    shown = View("ask", table.choices.language, dim=stage.night is not None, foot=foot, head=True, stays=1)
    rows = _rows(house, table, stage, cursor) if stage.who == TABLE or cursor.index >= 0 else ()
    if stage.who == TABLE:
        return _with_marked_seats(house, table, stage, cursor, replace(shown, rows=rows, kept=rows[1:]))
    facts = (stage.question, _entry(stage, cursor)) if rows else ()
    return private_view(house, table, shown, stage.who, "turn.choose", facts, rows)


def _with_marked_seats(house: House, table: Table, stage: Ask, cursor: Cursor, shown: View) -> View:
    """Return the page with all seats as chips and the marked ones lit, if the dial is at the number of marked seats."""
    labels = [stage.choices[index].label for index in cursor.marked] if _is_nothing(stage, cursor) else []
    chips = seat_chips(house, table, (), [label.seat for label in labels if isinstance(label, SeatName)])
    question = Text(fact_text(house.words, shown.language, stage.question, seating(table)), Size.LARGE)
    seen = replace(shown, rows=(question, *shown.rows[2:]), chips=chips, head=False, stays=0)
    return seen if 0 < len(chips) <= MOST_NUMBERED and has_room(seen, house.screen) else shown


def _rows(house: House, table: Table, stage: Ask, cursor: Cursor) -> tuple[Text, ...]:
    """Return the rows of a question. If START would give the answer on the screen, that answer is inverse."""
    words, language = house.words, table.choices.language
    told = _still_to_mark(stage, cursor) or stage.foot
    size = Size.SMALL if stage.foot or (stage.marks and stage.marks.least > 1) else Size.MEDIUM
    return (
        Text(fact_text(words, language, stage.question, seating(table)), size),
        *name_rows(words, language, _entry(stage, cursor), seating(table), inverse=_is_given(stage, cursor)),
        *((Text(fact_text(words, language, told, seating(table)), Size.SMALL),) if told else ()),
    )


def _keys(house: House, table: Table, stage: Ask, cursor: Cursor) -> KeyWords:
    """Return the words for what the controls do now. The dial has a word while a press can set or remove a mark, or
    while there are several answers. START has a word, with the number of marks, once it would give an answer."""
    foot = foot_of(house, table.choices.language, _MARKS if stage.marks else "a question of the game")
    idle = _mark(stage, stage.marks, cursor) == cursor if stage.marks else len(stage.choices) < 2
    count = number(house.words, foot.language, str(len(cursor.marked))) if cursor.marked else ""
    start = "" if _answer_of_start(stage, cursor) is None else f"{foot.start} {count}".rstrip()
    return replace(foot, back=foot.back if stage.back else "", dial="" if idle else foot.dial, start=start)


def _still_to_mark(stage: Ask, cursor: Cursor) -> Fact | None:
    """Return the fact that says how many answers are still to be marked, if some are marked or several are missing."""
    missing = max(1, stage.marks.least) - len(cursor.marked) if stage.marks and not _is_nothing(stage, cursor) else 0
    asks_for_more = missing > 1 or (missing == 1 and cursor.marked)
    return Word("ask.mark.more", {"n": Number(missing)}) if asks_for_more else None


def _entry(stage: Ask, cursor: Cursor) -> Fact:
    """Return the answer that the screen shows. Once some answers are marked, the number of marked answers replaces
    "nobody", and the voice says their names."""
    if not (cursor.marked and _is_nothing(stage, cursor)):
        return stage.choices[cursor.index].label
    said = tuple(line for index in cursor.marked for line in fact_lines(stage.choices[index].label))
    return Word("ask.marked", {"n": Number(len(cursor.marked))}, said)


def _turn(cursor: Cursor, stage: Ask, steps: int) -> Cursor:
    """Turn to another answer. In a private question, the first detent shows the first answer."""
    index = stage.start if cursor.index < 0 else (cursor.index + steps) % len(stage.choices)
    return replace(cursor, index=index, turned=cursor.turned or index != cursor.index)


def _mark(stage: Ask, marks: Marks, cursor: Cursor) -> Cursor:
    """Mark the answer on the screen, or remove its mark. The answer "nobody" removes all marks."""
    if _is_nothing(stage, cursor):
        return replace(cursor, marked=())
    if cursor.index in cursor.marked:
        return replace(cursor, marked=tuple(index for index in cursor.marked if index != cursor.index))
    room = cursor.index >= 0 and len(cursor.marked) < marks.most
    return replace(cursor, marked=tuple(sorted((*cursor.marked, cursor.index)))) if room else cursor


def _is_nothing(stage: Ask, cursor: Cursor) -> bool:
    """Say whether the answer on the screen is "nobody"."""
    return cursor.index >= 0 and stage.choices[cursor.index].value == NONE_OF_THEM


def _is_given(stage: Ask, cursor: Cursor) -> bool:
    """Say whether START would give the answer on the screen."""
    if stage.marks is None:
        return True
    return _answer_of_start(stage, cursor) is not None if _is_nothing(stage, cursor) else cursor.index in cursor.marked


def _answer_of_start(stage: Ask, cursor: Cursor) -> Answer | None:
    """Return the answer that START gives, or None while too few answers are marked. START answers "nobody" only if the
    screen shows "nobody", so that it cannot happen by mistake."""
    if stage.marks:
        marked = tuple(stage.choices[index].value for index in cursor.marked)
        return marked if len(marked) >= stage.marks.least and (marked or _is_nothing(stage, cursor)) else None
    return stage.choices[cursor.index].value if cursor.index >= 0 else None


def handle_tell(table: Table, stage: Tell, cursor: Cursor, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if stage.back:
            return advance(table, BACK, event.at)
        case Control.START, Gesture.HOLD if stage.skip:
            return advance(table, SKIP, event.at)
        case Control.DIAL, Gesture.HOLD if stage.held and stage.who <= TABLE:
            return advance(table, stage.held, event.at)
        case Control.BACK, Gesture.PRESS if table.session and table.session.laying is not LayingOut.OVER:
            return close(table)  # a slip taken back: nothing was played, so that no question is needed
        case Control.START, Gesture.PRESS if stage.by_one and cursor.index < len(stage.facts) - 1:
            return table.with_cursor(replace(cursor, index=cursor.index + 1)), ()
        case Control.DIAL, _ if stage.checklist:
            return handle_checklist(table, stage, stage.checklist, cursor, event)
        case Control.DIAL, Gesture.HOLD if stage.who > TABLE:
            return table.with_cursor(replace(cursor, held=event.at)), ()
        case Control.DIAL, Gesture.PRESS if stage.who > TABLE and table.choices.hands.latch:
            return table.with_cursor(replace(cursor, held=latched_look(cursor.held, event.at))), ()
        case Control.DIAL, Gesture.RELEASE:
            return table.with_cursor(replace(cursor, held=None)), ()
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD if stage.who <= TABLE:
            return say_again(table)
        case Control.DIAL, Gesture.PRESS_TURN if stage.who > TABLE:
            return _read(table, stage.facts, cursor, replace(event, gesture=Gesture.TURN))
    return _read(table, stage.facts, cursor, event)


def tell_view(house: House, table: Table, stage: Tell, cursor: Cursor) -> View:
    if stage.checklist:
        return checklist_view(house, table, stage, cursor)
    shown = facts_view(house, table, stage, stage.facts, cursor.index)
    title = name_rows(house.words, shown.language, stage.title, seating(table)) if stage.title else ()
    foot = shown.foot if stage.who <= TABLE else None
    shown = replace(shown, rows=(*title, *shown.rows), dim=stage.night is not None, foot=foot)
    if title[1:] and not is_whole(shown, house.screen):  # the translation of a printed title gives way
        shown = replace(shown, rows=(title[0], *shown.rows[len(title) :]))
    if stage.who == TABLE:
        return shown
    is_dark = stage.who != HOST and look_due(cursor.held, table.now) is None
    facts, rows = ((), ()) if is_dark else (stage.facts[cursor.index : cursor.index + 1], shown.rows)
    return private_view(house, table, replace(shown, rows=(), chips=()), stage.who, "turn.hold", facts, rows)


def verdict_view(house: House, table: Table, stage: Verdict, cursor: Cursor) -> View:
    """Show the reasons for a verdict, fact by fact. The first fact has the sign of the winning side, and shows which
    seats have won or died. Until music and voice have announced who has won, only the dead are shown."""
    if table.has_music and not cursor.index:
        died = seats_word("verdict.dead", stage.dead, ()) if stage.dead else Word("verdict.alive")
        return facts_view(house, table, stage, (died,), 0)
    shown = facts_view(house, table, stage, stage.facts, cursor.index)
    if cursor.index:
        return shown
    signs = {VILLAGE_WON: "side.village", WOLVES_WON: "side.werewolf", LONE_WON: "side.tanner"}
    rows = tuple(replace(row, sign=signs.get(stage.sting, "")) for row in shown.rows)
    return replace(shown, rows=rows, chips=seat_chips(house, table, stage.dead, stage.winners))


def handle_verdict(house: House, table: Table, session: Session, stage: Verdict, event: Input) -> TableStep:
    at = session.cursor.index
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if stage.back:
            return advance(table, BACK, event.at)
        case Control.START, Gesture.PRESS if table.has_music:  # who won has not been seen yet
            return say_again(table)
        case Control.START, Gesture.PRESS if NOBODY_WAITS != session.tale == table.token:
            return replace(table, token=table.token + 1), (Hush(),)
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD:
            is_tale = stage.facts[at : at + 1] == (TELL_NIGHT,) and not table.has_music
            return tell_night(house, table, session, stage) if is_tale else say_again(table)
    return _read(table, stage.facts, session.cursor, event)


def told_lines(stage: Tell | Verdict, cursor: Cursor) -> tuple[LineId, ...]:
    """Return the lines of the fact that the dial has reached, or those of the stage if it has at most one fact. Facts
    for one seat or the host are never said, and a checklist calls out its facts itself."""
    if isinstance(stage, Tell) and (stage.who != TABLE or stage.night is not None or stage.checklist):
        return ()
    return fact_lines(stage.facts[cursor.index]) if len(stage.facts) > 1 else stage_told(stage)


def facts_view(house: House, table: Table, stage: Tell | Verdict, facts: tuple[Fact, ...], index: int) -> View:
    """Show what a stage tells, one fact at a time. BACK has a word only if it undoes something."""
    language, page = table.choices.language, "tell" if isinstance(stage, Tell) else "verdict"
    foot = foot_of(house, language, _TOLD.get(page, page), index + 1, len(facts) or 1)
    is_laid = page == "verdict" or table.session is None or table.session.laying is LayingOut.OVER
    foot = replace(foot, back="") if is_laid and not stage.back else foot
    if not facts:
        return View(page, language, foot=foot)
    rows = name_rows(house.words, language, facts[index], seating(table))
    return View(page, language, rows, chips=seat_chips(house, table, dead_in(facts[index])), foot=foot)


def _read(table: Table, facts: tuple[Fact, ...], cursor: Cursor, event: Input) -> TableStep:
    match event.control, event.gesture:
        case Control.DIAL, Gesture.TURN:
            return table.with_cursor(replace(cursor, index=max(0, min(len(facts) - 1, cursor.index + event.steps)))), ()
        case Control.START, Gesture.PRESS:
            return advance(table, "", event.at)
        case Control.BACK, Gesture.PRESS | Gesture.HOLD:
            return ask_to_end(table)
    return table, ()
