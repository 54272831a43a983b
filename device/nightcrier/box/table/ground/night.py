"""Controls a show while people have their eyes shut: what the controls do, what happens as time passes, and what the
screen shows.

START pauses and continues, BACK repeats the last call, turning the dial sets the loudness, and pressing it gives ten
more seconds. Holding START skips to the next call; holding BACK asks whether to end the night. In a secret turn the
dial works only for the seat that has the turn; between such turns the dial does nothing. If the game can undo what led
to the show, BACK undoes it."""

import math
from typing import assert_never

from msgspec.structs import replace

from nightcrier.box.events import Control, Ended, Gesture, Input, Tick
from nightcrier.box.show import conductor
from nightcrier.box.show.answers import BACK
from nightcrier.box.show.conductor import Score, call_start, current_call
from nightcrier.box.show.cues import COUNTED, SHOUT, PlaySignal, Say, SetBed, Signal, Window
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.stages import NIGHT_PAGE, Perform, Secret
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import Reached, Record, TakenBack
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import dead_in, fact_text
from nightcrier.box.table.core.signs import fact_sign
from nightcrier.box.table.core.state import Session, Table, TableStep, TurnState, step_after
from nightcrier.box.table.drawing.view import CallMarks, Size, Text, View
from nightcrier.box.table.evening.people import seat_chips, seating
from nightcrier.box.table.game import secret
from nightcrier.box.table.game.conducting import (
    MOST_PRESSES,
    call_place,
    conduct,
    current_turn,
    holds_early,
    is_for_nobody,
    is_left_alone,
    is_turn_done,
    look_due,
    may_pass,
    reopen_turn,
    serves_turn,
    turn_state,
)
from nightcrier.box.table.game.secret import is_led
from nightcrier.box.table.game.session import advance, say_before, shut_again
from nightcrier.box.table.heard.captions import caption_now, caption_part
from nightcrier.box.table.heard.talk import say_again, speak
from nightcrier.box.table.over.faults import fault_sign
from nightcrier.box.table.over.loudness_dial import turn_loudness
from nightcrier.box.table.over.yes_or_no import ask_to_end, go_back, go_on_with_show
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import NOBODY_WAITS, Language, LineId, Seconds

_MOST_BLOCKS = 16


def show_due(table: Table, session: Session) -> float | None:
    score = session.score
    if score is not None and score.paused:
        return _reminder_due(table, session)
    if score is None or score.until is None:
        return None
    marks, acting = _marks(score, table.now), session.acting
    change = score.until - (marks.left - 1) * _window(score) / marks.blocks if marks.blocks else score.until
    looks = [look_due(at, table.now, acting.look) for at in (acting.held, acting.latched)] if acting else []
    opens = score.until - score.spare if isinstance(session.stage, Perform) and session.stage.still else 0.0
    return min([change, *filter(None, looks), *([opens] if opens > table.now else [])])


_REMIND_AFTER: Seconds = 600.0


def _reminder_due(table: Table, session: Session) -> float | None:
    """Return the time at which the box reminds people of a pause. Return None if it has done so, or if it waits for a
    broken part to work again, or for anybody to come."""
    over = session.reminded or session.held or is_left_alone(session)
    return None if over else table.rest.touched + _REMIND_AFTER


def show_view(house: House, table: Table, session: Session, stage: Perform) -> View:
    page = stage.page
    if session.score is None:
        return View(page, table.choices.language)
    if session.held:
        return _wait_view(house, table)
    said = next((cue.line for cue in reversed(session.score.show[: session.score.cue + 1]) if isinstance(cue, Say)), "")
    brief = f"shown.{said}"  # what to do now, where a show goes on after its last call
    called = Word(brief) if house.words.has(brief) else current_call(session.score) or RoleName(page)
    text = fact_text(house.words, table.choices.language, called, seating(table))
    name = Text(text, Size.LARGE, sign=fact_sign(house, table, called))
    if session.score.paused:
        return _pause_view(house, table, stage, replace(name, sign="pause"))
    caption = caption_now(table)
    language = caption.language if caption else table.choices.language
    if counted := _count(house, language, said):
        return View(page, language, (Text(counted, Size.FULL),), inverse=said == SHOUT)
    if caption:
        text = caption_part(caption, table.now, house.screen)
        return View(page, caption.language, (Text(text, Size.LARGE),))
    marks, turn = _marks(session.score, table.now, *call_place(house, session)), current_turn(session)
    shown = View(page, table.choices.language, (name,), marks=marks)
    if turn is None:
        rows, chips = (name, *_ready(house, table, stage, session.score)), seat_chips(house, table, dead_in(called))
        foot = foot_of(house, shown.language, "practice night") if session.score.spare and not stage.still else None
        return replace(shown, rows=rows, dim=page == "night", chips=chips, marks=None if chips else marks, foot=foot)
    return _turn_view(house, table, turn_state(session, turn[0]), turn[1], replace(shown, dim=True))


def _count(house: House, language: Language, said: str) -> str:
    """Return the number of a count that is being said, or the word at which everybody points. In Chinese and Japanese,
    return only its letters, which fill the glass. Persian says "three, two, one!", and everybody points at *one*."""
    word = house.words.title(language, SHOUT).rstrip("！") if said == SHOUT else ""
    return house.words.screen(language, f"counted.{said}") if said in COUNTED else word


def _ready(house: House, table: Table, stage: Perform, score: Score) -> tuple[Text, ...]:
    """Return the row about a window that everybody may end, or that somebody has ended before its least time. In a call
    for nobody, the row is meant for the host."""
    if stage.still:
        hint = "day.next" if _ends_at_once(score, table.now) else ""
    else:
        hint = "window.kept" if score.ending and not score.spare else ""
    return (Text(house.words.screen(table.choices.language, hint), Size.SMALL),) if hint else ()


def _wait_view(house: House, table: Table) -> View:
    """Show that the box waits for its loudspeaker or screen. If one screen is broken, another may show this."""
    language, screen = table.choices.language, house.words.screen
    part = Part.SOUND if Part.SOUND in table.faults else Part.SCREEN
    title = Text(screen(language, f"fault.{part}"), Size.LARGE, sign=fault_sign(part))
    return View("fault", language, (title, Text(screen(language, f"fault.{part}.help"), Size.SMALL)), marks=CallMarks())


def _pause_view(house: House, table: Table, stage: Perform, name: Text) -> View:
    language, screen = table.choices.language, house.words.screen
    foot = foot_of(house, language, "the pause")
    if stage.back:
        foot = replace(foot, back=screen(language, "key.undo"))
    size = Size.MEDIUM if house.screen.least else Size.SMALL  # of large letters, small rows are the first to go
    return View("pause", language, (name, Text(screen(language, "paused"), size)), foot=foot)


def _turn_view(house: House, table: Table, acting: TurnState, turn: Secret, page: View) -> View:
    """Show everybody which turn it is, and the rest only to the seat at the dial."""
    hint = Text(fact_text(house.words, page.language, turn.hint(acting.row, acting.looked), seating(table)), Size.SMALL)
    return secret.turn_view(house, table, replace(page, rows=(*page.rows, hint)), acting, turn)


def _window(score: Score) -> Seconds:
    cue = None if score.over else score.show[score.cue]
    return cue.seconds if isinstance(cue, Window) else 0.0


def _marks(score: Score, now: float, at: int = 0, of: int = 0) -> CallMarks:
    """Return the number of the call, and the blocks that are left of its window. The last block stays until the window
    ends. Otherwise a press could make it go out at the very end, and a record would have one more picture."""
    seconds, until = _window(score), score.until
    if not seconds or until is None:
        return CallMarks(at, of)
    blocks = max(1, min(_MOST_BLOCKS, int(seconds)))  # at most one goes out in a second
    return CallMarks(at, of, min(blocks, max(1, math.ceil((until - now) * blocks / seconds - 1e-6))), blocks)


def _ends_at_once(score: Score, now: float) -> bool:
    """Say whether a press ends the open window at once, because its least time is over."""
    return not score.paused and score.until is not None and 0 < score.until - now <= score.spare


_MORE = 10.0
_TO_REPEAT = 30.0
"""The seconds that a call for nobody gets when it is repeated. The longest call takes 22 in two languages."""
_SAFELY = 2
"""The time that is planned for one write to the disk, as a multiple of the slowest so far. A press with less time left
in the window counts as late, because the next line must not wait for the write."""
_TOO_LATE, _NOBODY_CAME = LineId("turn.too-late"), LineId("turn.nobody-came")
PAUSED, START_GOES_ON = LineId("paused"), LineId("screen.pause.hint")


def handle_show(table: Table, session: Session, event: Input) -> TableStep:
    score = session.score
    if score and not score.sounding:  # what was said in a pause has a token: the show's next sound gets a newer one
        score = replace(score, token=max(score.token, table.token))
    waits_on = not is_left_alone(session) or event.control is Control.DIAL
    early, unheeded = holds_early(session, event), session.unheeded if waits_on else 0
    if (early, unheeded) != (session.early, session.unheeded):
        session = replace(session, early=early, unheeded=unheeded)
        table = replace(table, session=session)
    return _on(_hand(table, session, score, event), event.at) if score else (table, ())


def run_show(table: Table, session: Session, event: Tick | Ended) -> TableStep:
    """Advance a show because time has passed, or because a sound has ended."""
    score = session.score
    if score is None:
        return table, ()
    match event:
        case Ended(at, token):
            return _on(conduct(table, conductor.end_sound(score, token, at)), at)
        case Tick(at):
            return _remind(table, session, at) if score.paused else _on(_pass_time(table, session, score, at), at)
        case _:
            assert_never(event)


def _remind(table: Table, session: Session, at: float) -> TableStep:
    """Say once after ten minutes that the game is paused, and how to continue."""
    due = _reminder_due(table, session)
    if due is None or at < due:
        return table, ()
    return speak(replace(table, session=replace(session, reminded=True)), PAUSED, START_GOES_ON)


def _pass_time(table: Table, session: Session, score: Score, at: float) -> TableStep:
    """Continue the show. If nobody has acted in a turn that needs an act, repeat the call. After several calls, wait
    until somebody comes."""
    if score.until is None or at < score.until or may_pass(session):
        return conduct(table, conductor.pass_time(score, at))
    called = replace(table, session=replace(session, unheeded=session.unheeded + 1))
    if not is_left_alone(called.session):
        return conduct(called, conductor.repeat_call(score, score.until))
    waiting, effects = conduct(replace(called, rest=replace(called.rest, touched=at)), conductor.await_call(score))
    return step_after(effects, speak(waiting, _NOBODY_CAME))


def _hand(table: Table, session: Session, score: Score, event: Input) -> TableStep:
    turn = current_turn(session)
    if turn and not score.paused and secret.is_for_turn(event):
        return _act_in_turn(table, session, score, *turn, event)
    if answer := _answer_that_cuts(session, event):
        return cut_stage(table, session, answer, event.at)
    if not score.paused and _out_of_turn(session, event):
        return table, ()
    return _control(table, session, score, event)


def _control(table: Table, session: Session, score: Score, event: Input) -> TableStep:
    """Do what the controls do in any show. In a `still` show they do nothing, except that START ends a wait after its
    least time, like it would end an answer, and holding BACK asks whether to end the game. In a call for nobody,
    holding the dial repeats it. A person who comes late to a turn and presses the dial hears how to continue."""
    still = isinstance(session.stage, Perform) and session.stage.still
    if still and not score.paused and event.gesture is not Gesture.HOLD:
        ends = event.control is Control.START and event.gesture is Gesture.PRESS and _ends_at_once(score, event.at)
        return conduct(table, conductor.end_window(score, event.at)) if ends else (table, ())
    match event.control, event.gesture:
        case Control.DIAL, Gesture.HOLD if is_for_nobody(session.stage):  # whom a moderator asks would hear all of it
            return say_again(conduct(table, conductor.add_time(score, _TO_REPEAT))[0])
        case Control.START, Gesture.HOLD if not serves_turn(session):
            return conduct(table, conductor.skip_call(score, event.at))
        case Control.START, Gesture.PRESS | Gesture.HOLD:
            return _press_start(table, session, score, event.at)
        case Control.BACK, Gesture.PRESS:
            return _say_again(table, session, score, event.at)
        case Control.BACK, Gesture.HOLD:
            paused, effects = conduct(table, conductor.pause_show(score, event.at))
            if still:  # as where a moderator is asked meanwhile: ears must not know which it was
                effects = tuple(effect for effect in effects if not isinstance(effect, SetBed))
            by_hand = score.paused and not session.held  # then only a hand leads on
            return step_after(effects, ask_to_end(paused, go_back if by_hand else go_on_with_show))
        case Control.DIAL, Gesture.PRESS | Gesture.HOLD if is_left_alone(session):
            return speak(table, START_GOES_ON) if score.paused else (table, ())  # else the show would lose its line
        case Control.DIAL, Gesture.PRESS:
            return _give_time(table, score)
        case Control.DIAL, Gesture.TURN:
            return turn_loudness(table, event)
    return table, ()


def _give_time(table: Table, score: Score) -> TableStep:
    """Give ten more seconds to this window or the next one, if there is any, and confirm this with a tick. The tick
    does not interrupt a signal of the show."""
    coming = score.show[score.cue :]
    if not any(isinstance(cue, Window) for cue in coming):
        return table, ()
    longer, effects = conduct(table, conductor.add_time(score, _MORE))
    if isinstance(coming[0], Signal) and not score.paused:
        return longer, effects
    return longer, (*effects, PlaySignal(NOBODY_WAITS, "tick"))


def _say_again(table: Table, session: Session, score: Score, at: float) -> TableStep:
    """Repeat the call with its whole window. If its turn was already answered, that turn opens again, unless another
    turn was answered after it."""
    session = replace(session, said_again=session.said_again + 1)
    table, start = replace(table, session=session), call_start(score)
    windows = {cue.name for cue in score.show[start : score.cue] if isinstance(cue, Window)}
    behind = [past for past in session.past if past.name in windows]
    if not behind:
        return conduct(table, conductor.repeat_call(score, at))
    if behind[0] is not session.past[-1]:
        return _pause_and_say(table, score, at, _TOO_LATE)
    open_now = current_turn(session)
    empty = MOST_PRESSES - turn_state(session, open_now[0]).pressed if open_now else 0
    taken = Record(TakenBack(), session.keeps_secrets, empty), Record(Reached(cue=start))
    return step_after(taken, conduct(replace(table, session=reopen_turn(session)), conductor.repeat_call(score, at)))


def _answer_that_cuts(session: Session, event: Input) -> str:
    """Return the answer of a gesture that ends a show early, or an empty text if there is none. BACK undoes the answer
    that led to the show. Holding the dial is for the person who leads the game."""
    if not isinstance(session.stage, Perform):
        return ""
    match event.control, event.gesture:
        case Control.BACK, Gesture.PRESS if session.stage.back:
            return BACK
        case Control.DIAL, Gesture.HOLD:
            return session.stage.held
        case Control.START, Gesture.PRESS:
            return session.stage.started
    return ""


def cut_stage(table: Table, session: Session, answer: str, at: float) -> TableStep:
    if session.score is None:
        return advance(table, answer, at)
    cut, silence = conduct(table, conductor.pause_show(session.score, at))
    return step_after(silence, advance(replace(cut, caption=None), answer, at))


def _act_in_turn(table: Table, session: Session, score: Score, name: str, act: Secret, event: Input) -> TableStep:
    """Do what the dial does in a secret turn, and end the window once the seat has nothing more to do. While the screen
    is broken, nobody can choose or look."""
    if Part.SCREEN in table.faults:
        return table, ()
    late = score.until is not None and score.until - event.at <= _SAFELY * table.disk_pace and not score.spare
    acted, written = secret.handle_turn(session, name, act, event, late=late, latch=table.choices.hands.latch)
    moved = replace(table, session=acted)
    if not score.spare or not is_turn_done(acted, name, act):
        return moved, written
    return step_after(written, conduct(moved, conductor.end_window(score, event.at)))


def _out_of_turn(session: Session, event: Input) -> bool:
    """Say whether to ignore a gesture, because nobody has a turn. If the box deals, a seat may turn the dial too early
    or too late, and others must not hear that, so only a pressed dial changes the loudness. A host has the box alone
    and may turn the dial. In a pause, everybody may use the controls."""
    if not session.keeps_secrets or event.control is Control.START or event.gesture is Gesture.HOLD:
        return False
    asleep = isinstance(session.stage, Perform) and session.stage.page == NIGHT_PAGE
    idle = event.gesture is Gesture.PRESS or (event.gesture is Gesture.TURN and not is_led(session))
    return asleep or (event.control is Control.DIAL and idle)


def _on(turn: TableStep, at: float) -> TableStep:
    """End the stage once its show is over."""
    table, effects = turn
    if table.session is None or table.session.score is None or not table.session.score.over:
        return turn
    stage, lasted = table.session.stage, table.session.score.lasted
    return step_after(effects, advance(table, stage.skipped if isinstance(stage, Perform) and not lasted else "", at))


def _press_start(table: Table, session: Session, score: Score, at: float) -> TableStep:
    """Pause or continue the show, or end a window in which everybody is only waiting. If the box has reminded people of
    a long pause, their eyes are open, so it tells them to shut their eyes, and the call begins again. A press before
    the least time of a window is remembered, and confirmed with a tick."""
    if score.paused and session.reminded and (shut := shut_again(session, score.cue)):
        again, effects = _say_again(table, session, replace(score, token=table.token), at)
        return again, say_before(effects, shut)
    if score.paused:
        return conduct(table, conductor.resume_show(replace(score, token=table.token), at))
    if current_turn(session) is not None or not (score.spare or score.ending):
        return _pause_and_say(table, score, at, PAUSED)
    ended, effects = conduct(table, conductor.end_window(score, at))
    kept = ended.session is not None and ended.session.score is not None and ended.session.score.ending
    return ended, (*effects, *((PlaySignal(NOBODY_WAITS, "tick"),) if kept else ()))


def _pause_and_say(table: Table, score: Score, at: float, line: LineId) -> TableStep:
    paused, effects = conduct(table, conductor.pause_show(score, at))
    return step_after(effects, speak(paused, line))
