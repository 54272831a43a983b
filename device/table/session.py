"""A game under way: led from stage to stage, held, taken up again after a power cut, and closed."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import Part
from device.kernel.ids import DAY_BED, NOBODY_WAITS
from device.kernel.people import EveningKind
from device.show import conductor
from device.show.answers import BACK, Answer, Picks
from device.show.conductor import set_bed
from device.show.cues import SILENCE, Bed, Hush, PlaySignal
from device.show.play import Play
from device.show.stages import Ask, Count, Perform, Stage, Tell, Verdict, night_bed, timed_answer
from device.table.clocks import checked_clock, kept_clock, lasting_clock, talk_clock
from device.table.conducted import choose_bed, conduct
from device.table.course_text import course_text
from device.table.effects import Effect, KeepSheet, Record, Remember, SetDrone
from device.table.entries import Answered, Closed
from device.table.given_answers import first_page, given_after
from device.table.lying_cards import lying_now
from device.table.met_roles import with_roles_met
from device.table.page_kinds import HomePage, ScoresPage, SheetPage, StagePage
from device.table.roster import champion_lines, seating
from device.table.session_state import Session
from device.table.state import HeldDial, Table, TableStep
from device.table.talk import ask_aloud, speak, stage_told
from device.table.verdict_stage import begin_verdict, counted_game, withdrawn_game

_DAYTIME = Bed(DAY_BED, level_db=-8.0, ramp=4.0)


def enter(table: Table, at: float, cue: int = 0, left: float = 0.0) -> TableStep:
    """Take up the stage the session has come to, from its start or from a stored place. A sheet stays open over it."""
    session = table.session
    if session is None:
        return table, ()
    session = replace(session, since=at)
    table = replace(table, lying=lying_now(table.lying, session))
    page = first_page(session.stage, session.before)
    over = replace(table.page, under=page) if isinstance(table.page, SheetPage) else page
    table = replace(table, page=over, session=session, held_dial=HeldDial.NOTHING, left=None)
    match session.stage:
        case Perform():
            return _begin(table, session.stage, at, cue)
        case Count(checks=True):
            return advance(table, checked_clock(session, session.stage, at), at)
        case Count():
            clock = talk_clock(session, session.stage, left).running(at)
            return replace(table, session=replace(session, clock=clock, lasting=None, score=None)), _day_bed(table)
        case Verdict(points=points, sheet=sheet):
            told, effects = begin_verdict(table, session, session.stage)
            kept = (KeepSheet(session.game, course_text(sheet, seating(table))),) if sheet else ()
            return told, (*effects, counted_game(session, points), *kept)
        case Ask() | Tell():
            return _begin_asking(table, session.stage)
        case _:
            assert_never(session.stage)


def _day_bed(table: Table) -> tuple[Effect, ...]:
    """Under the talk, far below it."""
    return (set_bed(_DAYTIME),) if table.choices.day_bed else ()


def _begin_asking(table: Table, stage: Ask | Tell) -> TableStep:
    """Its words or its signal, over its bed."""
    table, lines = ask_aloud(table, stage)
    said, effects = speak(table, *lines) if lines else (table, _signalled(stage))
    return said, ((choose_bed(table, set_bed(stage.night)),) if stage.night else ()) + effects


def _signalled(stage: Stage) -> tuple[Effect, ...]:
    return (PlaySignal(NOBODY_WAITS, stage.signal),) if isinstance(stage, Ask) and stage.signal else ()


def _begin(table: Table, stage: Perform, at: float, cue: int) -> TableStep:
    """A show in which people read alone waits from its beginning where nobody can."""
    begun, effects = conduct(table, conductor.begin_show(stage.show, at, cue, table.token))
    if not stage.acts or Part.SCREEN not in table.faults:
        return begun, effects
    held, more = hold(begun, at)
    return held, (*effects, *more)


def go_on(table: Table, at: float) -> TableStep:
    """Take up a game that was cut off, at the call that was cut. Without what it needs it waits there."""
    session = table.session
    if session is None:
        return table, ()
    if session.lasting:
        lasting = replace(session.lasting, clock=session.lasting.clock.running(at))
        table = replace(table, session=replace(session, lasting=lasting))
    entered, effects = enter(table, at, session.place.cue, session.place.left)
    if not lacks_a_part(table, session):
        return entered, effects
    held, more = hold(entered, at)
    return held, (*effects, *more)


def needed_parts(stage: Stage) -> frozenset[Part]:
    """Without which a show waits: its loudspeaker; and where people read and choose alone, what they read on."""
    if not isinstance(stage, Perform):
        return frozenset()
    return frozenset({Part.SOUND, Part.SCREEN} if stage.acts else {Part.SOUND})


def lacks_a_part(table: Table, session: Session) -> bool:
    """Whether something is broken without which its show waits."""
    return not needed_parts(session.stage).isdisjoint(table.faults)


def hold(table: Table, at: float) -> TableStep:
    """The show waits at the cue that was cut, and says so where it can: on the screen and by the lamp."""
    session = table.session
    if session is None or session.score is None or session.score.paused:
        return table, ()
    held = replace(table, session=replace(session, held=True))
    return conduct(held, conductor.pause_show(session.score, at))


def advance(table: Table, value: Answer, at: float) -> TableStep:
    """The stage is done: on to the next, or home when the game is over."""
    session = table.session
    if session is None:
        return table, ()
    value = timed_answer(session.stage, value, at - session.since)
    play = session.play.answer(value)
    stage = play.stage()
    if stage is None:
        return leave(table)
    lasting = lasting_clock(session)
    following = replace(onward(session, play, stage, value, _marked_now(table, session.stage)), lasting=lasting)
    choices = with_roles_met(table.choices, following)
    entered, effects = enter(replace(table, session=following, choices=choices), at)
    if _lost_before(table, session, stage):
        entered, more = hold(entered, at)
        effects = (*effects, *more)
    kept = (Record(kept_clock(lasting, at)),) if lasting and lasting != session.lasting else ()
    cut = (Hush(),) if _stops_speech(session.stage, stage) else ()
    answered = Record(Answered(value), session.keeps_secrets)
    over = (set_bed(SILENCE),) if isinstance(session.stage, Count) and table.choices.day_bed else ()
    met = (Remember(choices),) if choices != table.choices else ()
    return entered, (*withdrawn_game(session.stage, value), answered, *kept, *cut, *over, *effects, *met)


def _lost_before(table: Table, left: Session, stage: Stage) -> bool:
    """Whether what this stage needs was lost in the one that is left, which did without it, so that nobody knows."""
    return any(table.faults[part].at >= left.since for part in needed_parts(stage) if part in table.faults)


def _stops_speech(left: Stage, stage: Stage) -> bool:
    """Whether what is still being said of the stage that is left ends with it: who has read it need not hear the rest,
    and a show stands alone. So does an explanation that people asked for while they talked. In the night a line to shut
    eyes is heard out."""
    if isinstance(left, Perform):
        return False
    return isinstance(stage, Perform) or night_bed(left) is None


def _marked_now(table: Table, stage: Stage) -> Picks | None:
    """What is marked on the page, where a question stands there."""
    if not (isinstance(stage, Ask) and isinstance(table.page, StagePage)):
        return None
    return tuple(stage.choices[index].value for index in table.page.marked)


def onward(session: Session, play: Play, stage: Stage, value: Answer, marked: Picks | None = None) -> Session:
    """The same game at its next stage, to which this answer leads; these were `marked`, where that is known."""
    told = stage_told(session.stage) or session.told
    now = given_after(session, value, stage, marked)
    judged = session.judged or isinstance(session.stage, Verdict)
    game = Session(session.game, session.setup, session.seed, play, stage, told=told, given=now.given, left=now.left)
    return replace(game, before=now.before, lasting=session.lasting, laying=session.laying.at(stage), judged=judged)


def drops_result(session: Session) -> bool:
    """Whether BACK would leave the game now, and with it the result that was counted before."""
    return session.judged and session.play.answer(BACK).stage() is None


def leave(table: Table) -> TableStep:
    """The game is over or ended: home, and from the verdict of a tournament to how that stands."""
    closed, silence = close(table)
    tournament = table.session is not None and _in_tournament(table, table.session)
    return _judged(closed, silence) if tournament else (closed, silence)


def _in_tournament(table: Table, session: Session) -> bool:
    """Whether this is a verdict of one."""
    standings = table.standings
    return isinstance(session.stage, Verdict) and standings is not None and standings.kind is not EveningKind.OPEN


def _judged(closed: Table, silence: tuple[Effect, ...]) -> TableStep:
    """How the tournament stands now; and aloud who has won it, once somebody has."""
    shown = replace(closed, page=ScoresPage(HomePage()))
    won = champion_lines(closed.standings) if closed.standings else ()
    told, said = speak(shown, *won) if won else (shown, ())
    return told, (*silence, *said)


def close(table: Table) -> TableStep:
    """The game is over: home, and silence."""
    silence = (set_bed(SILENCE), *((SetDrone(0.0),) if table.choices.drone else ()))
    return replace(table, page=HomePage(), session=None, caption=None), (Hush(), *silence, Record(Closed()))
