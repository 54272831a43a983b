"""Begins each kind of stage: a show, a talk, a question, a verdict with its sting, its words and its points."""

from msgspec.structs import replace

from device.kernel.events import Ended, Part, Tick
from device.kernel.ids import DAY_BED, NOBODY_WAITS
from device.show import conductor
from device.show.conductor import set_bed
from device.show.cues import Bed, Hush, PlaySignal
from device.show.stages import Ask, CourseTable, Perform, Tell, Verdict
from device.table.conducted import choose_bed, conduct, hold
from device.table.effects import KeepSheet
from device.table.new_evening import chosen_kind
from device.table.pages.names import Seating, who_sits
from device.table.roster import seating
from device.table.score_changes import CountGame
from device.table.session_state import Session, TalkClock
from device.table.state import Table, TableStep, step_after
from device.table.talk import ask_aloud, speak

_DAYTIME = Bed(DAY_BED, level_db=-8.0, ramp=4.0)
"""The sound under the talk."""


def begin_performing(table: Table, stage: Perform, at: float, cue: int) -> TableStep:
    """Begin a show. If people read alone in it and the screen is lost, it waits from its beginning."""
    begun, effects = conduct(table, conductor.begin_show(stage.show, at, cue, table.token))
    if not stage.acts or Part.SCREEN not in table.faults:
        return begun, effects
    return step_after(effects, hold(begun, at))


def begin_talk(table: Table, session: Session, clock: TalkClock) -> TableStep:
    bed = (set_bed(_DAYTIME),) if table.choices.day_bed else ()
    return replace(table, session=replace(session, clock=clock, lasting=None, score=None)), bed


def judge_and_count(table: Table, session: Session, stage: Verdict) -> TableStep:
    """Tell a verdict, count its points, and keep its sheet."""
    told, effects = begin_verdict(table, session, stage)
    kept = (KeepSheet(session.game, course_text(stage.sheet, seating(table))),) if stage.sheet else ()
    return told, (*effects, counted_game(table, session, stage.points), *kept)


def begin_asking(table: Table, stage: Ask | Tell) -> TableStep:
    """Say the words of a question or of what is told, or give its signal, over its bed."""
    table, lines = ask_aloud(table, stage)
    signal = stage.signal if isinstance(stage, Ask) else ""
    said, effects = speak(table, *lines) if lines else (table, (PlaySignal(NOBODY_WAITS, signal),) if signal else ())
    return said, ((choose_bed(table, set_bed(stage.night)),) if stage.night else ()) + effects


def course_text(course: CourseTable, seating: Seating) -> str:
    rows = [("seat", *course.heads)]
    rows += [(str(who_sits(seating, seat).person), *row) for seat, row in enumerate(course.rows, 1)]
    return "".join(f"{','.join(row)}\n" for row in rows)


def begin_verdict(table: Table, session: Session, verdict: Verdict) -> TableStep:
    """Say the words of a verdict. If it has a sting, play that alone; `sting_ended` says the words afterwards."""
    if not verdict.sting:
        return speak(table, *verdict.lines)
    token = table.token + 1
    waiting = replace(table, token=token, caption=None, session=replace(session, sting=token))
    return waiting, (Hush(), PlaySignal(token, verdict.sting))


def sting_ended(table: Table, session: Session, verdict: Verdict, event: Tick | Ended) -> TableStep:
    """Say the words of a verdict after its sting, once: who had them said before cut the sting."""
    if not isinstance(event, Ended) or event.token != session.sting or session.sting == NOBODY_WAITS:
        return table, ()
    return speak(replace(table, session=replace(session, sting=NOBODY_WAITS)), *verdict.lines)


def counted_game(table: Table, session: Session, points: tuple[int, ...]) -> CountGame:
    """Return the points of the game by person, not by seat: next game somebody else may sit there."""
    setup = session.setup
    return CountGame(session.game, setup.deck_id, points, setup.seated, setup.evening, *chosen_kind(table))
