"""Leads from one stage of a game to the next: keeps the answers, and begins the new stage. A question to which people
return shows the earlier answer and marks, on the way back and on the way forward. A question to one seat alone keeps
nothing, since another person may sit there next."""

from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.events import Ended, Tick
from nightcrier.box.show import conductor
from nightcrier.box.show.answers import BACK, NONE_OF_THEM, TALK_OVER, TIME_UP, Answer, Picks, all_values
from nightcrier.box.show.conductor import calls_heard, set_bed
from nightcrier.box.show.cues import Bed, Hush, PlaySignal
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.plug import Play
from nightcrier.box.show.stages import TABLE, Ask, Count, CourseTable, Perform, Stage, Tell, Verdict, night_bed
from nightcrier.box.table.core.effects import CountGame, KeepSheet
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.names import Seating, who_sits
from nightcrier.box.table.core.page_kinds import StagePage
from nightcrier.box.table.core.state import (
    GivenAnswer,
    LastingClock,
    Session,
    Table,
    TableStep,
    TalkClock,
    in_the_dark,
    step_after,
)
from nightcrier.box.table.course.conducting import choose_bed, conduct, parts_needed, pause_for_fault
from nightcrier.box.table.course.evening import next_kind, seating
from nightcrier.box.table.course.talk import ask_aloud, speak, stage_told
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import DAY_BED, NOBODY_WAITS, Seconds

_KEPT = 64
"""The number of answers kept, which is more than anybody goes back."""


_AnswersNow: TypeAlias = tuple[tuple[GivenAnswer, ...], tuple[GivenAnswer, ...], Answer | None]
"""The answers given so far, the answers of questions that BACK has left, and the earlier answer to the present
stage."""


def answers_after(session: Session, value: Answer, stage: Stage, marked: Picks | None = None) -> _AnswersNow:
    """Return the kept answers once this answer ends the stage. `marked` holds the marks of the question, if they are
    known."""
    if value == BACK:
        return _after_back(session, stage, marked)
    given, asked = session.given, session.stage
    if isinstance(asked, Ask) and asked.who <= TABLE:
        given = (*given, GivenAnswer(asked, value))[-_KEPT:]
    came = (each.value for each in reversed(session.left) if _is_again(each.ask, stage))
    # After a show or a talk, questions are about something new: the answers left before are dropped.
    left = _others(session, stage) if isinstance(stage, Ask | Tell) else ()
    return given, left, next(came, None)


def _after_back(session: Session, stage: Stage, marked: Picks | None) -> _AnswersNow:
    given, left = session.given, _with_question_left(session, marked)
    places = [place for place, each in enumerate(given) if each.ask == stage]
    return (given[: places[-1]], left, given[places[-1]].value) if places else (given, left, None)


def _with_question_left(session: Session, marked: Picks | None) -> tuple[GivenAnswer, ...]:
    """Return the left questions with the one that BACK leaves now, and its present marks or its earlier answer. After a
    power cut the marks are unknown, so nothing is kept: the answer may have been a slip."""
    stage = session.stage
    if not isinstance(stage, Ask) or stage.who > TABLE:
        return session.left
    if stage.marks is None:
        given = () if session.before is None else (GivenAnswer(stage, session.before),)
        return (*_others(session, stage), *given)[-_KEPT:]
    if marked is None:
        return _others(session, stage)
    return (*_others(session, stage), GivenAnswer(stage, marked))[-_KEPT:]


def _others(session: Session, stage: Stage) -> tuple[GivenAnswer, ...]:
    return tuple(each for each in session.left if each.ask != stage)


def _is_again(asked: Ask, stage: Stage) -> bool:
    """Say whether a stage is the same question as before. A question with one answer may offer other answers than
    before, such as the Gold that is left."""
    if asked.marks or not isinstance(stage, Ask):
        return asked == stage
    return (asked.question, asked.who, asked.marks) == (stage.question, stage.who, stage.marks)


def first_page(stage: Stage, before: Answer | None = None) -> StagePage:
    """Return the page of a stage as it comes up, with the answer given there `before`. A question to one seat shows no
    answer until the dial is turned."""
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


def next_session(session: Session, play: Play, stage: Stage, value: Answer, marked: Picks | None = None) -> Session:
    """Return the session at the stage to which this answer leads. `marked` holds the question's marks, if known."""
    told = stage_told(session.stage) or session.told
    given, left, before = answers_after(session, value, stage, marked)
    judged = session.judged or isinstance(session.stage, Verdict)
    game = Session(session.game, session.setup, session.seed, play, stage, told=told, given=given, left=left)
    night = session.had_night or (in_the_dark(session.stage) and value != BACK)
    game = replace(game, judged=judged, had_night=night, called=_calls_before(session, stage))
    return replace(game, before=before, lasting=session.lasting, laying=session.laying.at(stage))


def _calls_before(left: Session, stage: Stage) -> tuple[Fact, ...]:
    """Return the calls heard in this night before the stage. A host may be asked between two shows of a night. A show
    that does not lead back begins a night, so no call came before it."""
    begins = isinstance(stage, Perform) and not stage.back
    if begins or not (in_the_dark(left.stage) and in_the_dark(stage)):
        return ()
    return calls_heard(left.stage.show, left.called) if isinstance(left.stage, Perform) else left.called


def marks_now(table: Table, stage: Stage) -> Picks | None:
    """Return the values marked on the page of a question, or None on other pages."""
    if not (isinstance(stage, Ask) and isinstance(table.page, StagePage)):
        return None
    return tuple(stage.choices[index].value for index in table.page.marked)


def drops_result(session: Session) -> bool:
    """Say whether BACK would leave the game now and lose the result that was counted."""
    return session.judged and session.play.answer(BACK).stage() is None


def was_lost_before(table: Table, left: Session, stage: Stage) -> bool:
    """Say whether a part that this stage needs broke unnoticed during the stage before, which did not need it."""
    return any(table.faults[part].at >= left.since for part in parts_needed(stage) if part in table.faults)


def stops_speech(left: Stage, stage: Stage) -> bool:
    """Say whether speech of the stage that is left ends with the stage. Speech ends by day, since people have read it,
    and before a show. At night a line such as "close your eyes" is heard to its end."""
    if isinstance(left, Perform):
        return False
    return isinstance(stage, Perform) or night_bed(left) is None


def talk_clock(session: Session, stage: Count, left: Seconds = 0.0) -> TalkClock:
    """Return the clock with which a talk begins: from a power cut in this talk, from the talk before, or a new one."""
    if session.lasting and session.lasting.name == stage.clock and not left:
        return session.lasting.clock
    if stage.seconds is None:
        return TalkClock(None, left, up=True)
    return TalkClock(None, left or stage.seconds)


def check_clock(session: Session, stage: Count, at: float) -> str:
    """Return the answer of a talk that only checks its clock: `TIME_UP` or `TALK_OVER`."""
    clock = talk_clock(session, stage)
    return TIME_UP if not clock.up and clock.whole_seconds(at) <= 0 else TALK_OVER


def clock_after(session: Session) -> LastingClock | None:
    """Return the clock that goes on after this stage."""
    if isinstance(session.stage, Count) and session.stage.clock and session.clock:
        return LastingClock(session.stage.clock, session.clock)
    return session.lasting


def with_roles_met(choices: Choices, session: Session) -> Choices:
    """Return the choices with the roles that this stage makes known. A practice night changes nothing. Laying out the
    cards is not enough: the roles stay new if the game is given up there."""
    if session.setup.practice or not (in_the_dark(session.stage) or isinstance(session.stage, Count | Verdict)):
        return choices
    known = {*choices.played.get(session.game, ()), *session.setup.deck}
    return replace(choices, played={**choices.played, session.game: tuple(sorted(known))})


_DAYTIME = Bed(DAY_BED, level_db=-8.0, ramp=4.0)
"""The bed under a talk."""


def begin_performing(table: Table, stage: Perform, at: float, cue: int) -> TableStep:
    """Begin a show. If people read alone in the show and the screen is lost, the show waits at its beginning."""
    begun, effects = conduct(table, conductor.begin_show(stage.show, at, cue, table.token))
    if not stage.acts or Part.SCREEN not in table.faults:
        return begun, effects
    return step_after(effects, pause_for_fault(begun, at))


def begin_talk(table: Table, session: Session, clock: TalkClock) -> TableStep:
    bed = (set_bed(_DAYTIME),) if table.choices.day_bed else ()
    return replace(table, session=replace(session, clock=clock, lasting=None, score=None)), bed


def judge_and_count(table: Table, session: Session, stage: Verdict) -> TableStep:
    """Tell a verdict, count its points, and keep its sheet."""
    told, effects = begin_verdict(table, session, stage)
    kept = (KeepSheet(session.game, course_text(stage.sheet, seating(table))),) if stage.sheet else ()
    return told, (*effects, game_points(table, session, stage.points), *kept)


def begin_asking(table: Table, stage: Ask | Tell) -> TableStep:
    """Speak a question or what is told, or give the signal of the question, and lay its bed."""
    table, lines = ask_aloud(table, stage)
    signal = stage.signal if isinstance(stage, Ask) else ""
    said, effects = speak(table, *lines) if lines else (table, (PlaySignal(NOBODY_WAITS, signal),) if signal else ())
    return said, ((choose_bed(table, set_bed(stage.night)),) if stage.night else ()) + effects


def course_text(course: CourseTable, seating: Seating) -> str:
    rows = [("seat", *course.heads)]
    rows += [(str(who_sits(seating, seat).person), *row) for seat, row in enumerate(course.rows, 1)]
    return "".join(f"{','.join(row)}\n" for row in rows)


def begin_verdict(table: Table, session: Session, verdict: Verdict) -> TableStep:
    """Speak the lines of a verdict. A sting is played alone before, and `sting_ended` speaks after it."""
    if not verdict.sting:
        return speak(table, *verdict.lines)
    token = table.token + 1
    waiting = replace(table, token=token, caption=None, session=replace(session, sting=token))
    return waiting, (Hush(), PlaySignal(token, verdict.sting))


def sting_ended(table: Table, session: Session, verdict: Verdict, event: Tick | Ended) -> TableStep:
    """Speak the lines of a verdict once its sting has ended, unless somebody had the lines said before."""
    if not isinstance(event, Ended) or event.token != session.sting or session.sting == NOBODY_WAITS:
        return table, ()
    return speak(replace(table, session=replace(session, sting=NOBODY_WAITS)), *verdict.lines)


def game_points(table: Table, session: Session, points: tuple[int, ...]) -> CountGame:
    """Return the effect that counts the game's points by person, since seats change their people between games."""
    setup = session.setup
    return CountGame(session.game, setup.deck_id, points, setup.seated, setup.evening, *next_kind(table))
