"""How each kind of stage begins: a show, a talk, a question, a verdict."""

from msgspec.structs import replace

from device.kernel.events import Part
from device.kernel.ids import DAY_BED, NOBODY_WAITS
from device.show import conductor
from device.show.conductor import set_bed
from device.show.cues import Bed, PlaySignal
from device.show.stages import Ask, Perform, Stage, Tell, Verdict
from device.table.conducted import choose_bed, conduct
from device.table.course_text import course_text
from device.table.effects import Effect, KeepSheet
from device.table.held_show import hold
from device.table.roster import seating
from device.table.session_state import Session
from device.table.state import Table, TableStep
from device.table.talk import ask_aloud, speak
from device.table.talk_clock import TalkClock
from device.table.verdict_stage import begin_verdict, counted_game

_DAYTIME = Bed(DAY_BED, level_db=-8.0, ramp=4.0)
"""The sound under the talk."""


def begin_performing(table: Table, stage: Perform, at: float, cue: int) -> TableStep:
    """A show in which people read alone waits from its beginning where nobody can."""
    begun, effects = conduct(table, conductor.begin_show(stage.show, at, cue, table.token))
    if not stage.acts or Part.SCREEN not in table.faults:
        return begun, effects
    held, more = hold(begun, at)
    return held, (*effects, *more)


def begin_talk(table: Table, session: Session, clock: TalkClock) -> TableStep:
    return replace(table, session=replace(session, clock=clock, lasting=None, score=None)), _day_bed(table)


def judge_and_count(table: Table, session: Session, stage: Verdict) -> TableStep:
    """It is told and counted; its sheet is kept."""
    told, effects = begin_verdict(table, session, stage)
    kept = (KeepSheet(session.game, course_text(stage.sheet, seating(table))),) if stage.sheet else ()
    return told, (*effects, counted_game(table, session, stage.points), *kept)


def begin_asking(table: Table, stage: Ask | Tell) -> TableStep:
    """Its words or its signal, over its bed."""
    table, lines = ask_aloud(table, stage)
    said, effects = speak(table, *lines) if lines else (table, _signalled(stage))
    return said, ((choose_bed(table, set_bed(stage.night)),) if stage.night else ()) + effects


def _day_bed(table: Table) -> tuple[Effect, ...]:
    """Under the talk, far below it."""
    return (set_bed(_DAYTIME),) if table.choices.day_bed else ()


def _signalled(stage: Stage) -> tuple[Effect, ...]:
    return (PlaySignal(NOBODY_WAITS, stage.signal),) if isinstance(stage, Ask) and stage.signal else ()
