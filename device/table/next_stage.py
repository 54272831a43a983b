"""From one stage of a game to the next: the session there, and what of the stage that is left still counts."""

from msgspec.structs import replace

from device.show.answers import BACK, Answer, Picks
from device.show.facts import Fact
from device.show.play import Play
from device.show.score import calls_heard
from device.show.stages import Ask, Perform, Stage, Verdict, night_bed
from device.table.given_answers import given_after
from device.table.held_show import needed_parts
from device.table.page_kinds import StagePage
from device.table.pages.question import in_the_dark
from device.table.session_state import Session
from device.table.state import Table
from device.table.talk import stage_told


def onward(session: Session, play: Play, stage: Stage, value: Answer, marked: Picks | None = None) -> Session:
    """The same game at its next stage, to which this answer leads; these were `marked`, where that is known."""
    told = stage_told(session.stage) or session.told
    now = given_after(session, value, stage, marked)
    judged = session.judged or isinstance(session.stage, Verdict)
    game = Session(session.game, session.setup, session.seed, play, stage, told=told, given=now.given, left=now.left)
    night = session.had_night or (in_the_dark(session.stage) and value != BACK)
    game = replace(game, judged=judged, had_night=night, called=_called_before(session, stage))
    return replace(game, before=now.before, lasting=session.lasting, laying=session.laying.at(stage))


def _called_before(left: Session, stage: Stage) -> tuple[Fact, ...]:
    """The calls of this night before the stage: a host may be asked between its shows. None where the night begins with
    it, as a show that leads back nowhere does."""
    begins = isinstance(stage, Perform) and not stage.back
    if begins or not (in_the_dark(left.stage) and in_the_dark(stage)):
        return ()
    return calls_heard(left.stage.show, left.called) if isinstance(left.stage, Perform) else left.called


def marked_now(table: Table, stage: Stage) -> Picks | None:
    """What is marked on the page, where a question stands there."""
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
