"""Leads from one stage of a game to the next: the session there, the clocks of its talks, and what of the stage that is
left still counts."""

from msgspec.structs import replace

from device.kernel.ids import Seconds
from device.show.answers import BACK, TALK_OVER, TIME_UP, Answer, Picks
from device.show.facts import Fact
from device.show.play import Play
from device.show.score import calls_heard
from device.show.stages import Ask, Count, Perform, Stage, Verdict, night_bed
from device.table.conducted import needed_parts
from device.table.given_answers import given_after
from device.table.house import Choices
from device.table.page_kinds import StagePage
from device.table.session_state import LastingClock, Session, TalkClock, in_the_dark
from device.table.state import Table
from device.table.talk import stage_told


def onward(session: Session, play: Play, stage: Stage, value: Answer, marked: Picks | None = None) -> Session:
    """Return the game at its next stage, to which this answer leads; these were `marked`, if that is known."""
    told = stage_told(session.stage) or session.told
    given, left, before = given_after(session, value, stage, marked)
    judged = session.judged or isinstance(session.stage, Verdict)
    game = Session(session.game, session.setup, session.seed, play, stage, told=told, given=given, left=left)
    night = session.had_night or (in_the_dark(session.stage) and value != BACK)
    game = replace(game, judged=judged, had_night=night, called=_called_before(session, stage))
    return replace(game, before=before, lasting=session.lasting, laying=session.laying.at(stage))


def _called_before(left: Session, stage: Stage) -> tuple[Fact, ...]:
    """Return the calls of this night before the stage: a host may be asked between its shows. If the night begins with
    it, as a show that leads back nowhere does, there are none."""
    begins = isinstance(stage, Perform) and not stage.back
    if begins or not (in_the_dark(left.stage) and in_the_dark(stage)):
        return ()
    return calls_heard(left.stage.show, left.called) if isinstance(left.stage, Perform) else left.called


def marked_now(table: Table, stage: Stage) -> Picks | None:
    """Return what is marked on the page of a question; None on other pages."""
    if not (isinstance(stage, Ask) and isinstance(table.page, StagePage)):
        return None
    return tuple(stage.choices[index].value for index in table.page.marked)


def drops_result(session: Session) -> bool:
    """Whether BACK would leave the game now, and with it the result that was counted before."""
    return session.judged and session.play.answer(BACK).stage() is None


def lost_before(table: Table, left: Session, stage: Stage) -> bool:
    """Whether what this stage needs was lost in the one that is left, which did without it, so that nobody knows."""
    return any(table.faults[part].at >= left.since for part in needed_parts(stage) if part in table.faults)


def stops_speech(left: Stage, stage: Stage) -> bool:
    """Whether what is still being said of the stage that is left ends with it: who has read it need not hear the rest,
    and a show stands alone. So does an explanation that people asked for while they talked. In the night a line to shut
    eyes is heard out."""
    if isinstance(left, Perform):
        return False
    return isinstance(stage, Perform) or night_bed(left) is None


def talk_clock(session: Session, stage: Count, left: Seconds = 0.0) -> TalkClock:
    """Return the clock as a talk takes it up: from a power cut in this talk, from the talk before, or fresh."""
    if session.lasting and session.lasting.name == stage.clock and not left:
        return session.lasting.clock
    if stage.seconds is None:
        return TalkClock(None, left, up=True)
    return TalkClock(None, left or stage.seconds)


def checked_clock(session: Session, stage: Count, at: float) -> str:
    """Whether the time was up: the answer of a talk that is none."""
    clock = talk_clock(session, stage)
    return TIME_UP if not clock.up and clock.shown_seconds(at) <= 0 else TALK_OVER


def lasting_clock(session: Session) -> LastingClock | None:
    """Return the clock that goes on after this stage."""
    if isinstance(session.stage, Count) and session.stage.clock and session.clock:
        return LastingClock(session.stage.clock, session.clock)
    return session.lasting


def with_roles_met(choices: Choices, session: Session) -> Choices:
    """Note the roles that this stage makes known. A practice night leaves nothing behind. A game that is given up while
    its cards are laid out leaves its roles new, and what is new is offered again."""
    if session.setup.practice or not (in_the_dark(session.stage) or isinstance(session.stage, Count | Verdict)):
        return choices
    known = {*choices.played.get(session.game, ()), *session.setup.deck}
    return replace(choices, played={**choices.played, session.game: tuple(sorted(known))})
