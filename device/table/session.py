"""Leads a game under way from stage to stage, takes it up again after a power cut, and leaves it."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.people import EveningKind
from device.show.answers import BACK, Answer
from device.show.conductor import set_bed
from device.show.cues import SILENCE, Hush
from device.show.stages import Ask, Count, Perform, Tell, Verdict, timed_answer
from device.table.begun_stage import begin_asking, begin_performing, begin_talk, judge_and_count
from device.table.conducted import hold, lacks_a_part
from device.table.effects import Record, Remember, SetDrone
from device.table.entries import Answered, ClockKept, Closed
from device.table.given_answers import first_page
from device.table.next_stage import (
    checked_clock,
    lasting_clock,
    lost_before,
    marked_now,
    onward,
    stops_speech,
    talk_clock,
    with_roles_met,
)
from device.table.page_kinds import HomePage
from device.table.pages.scores import ScoresPage
from device.table.pages.sheet import SheetPage
from device.table.roster import champion_lines
from device.table.score_changes import WithdrawGame
from device.table.session_state import Session, lying_now
from device.table.state import HeldDial, Table, TableStep, step_after
from device.table.talk import speak


def enter(table: Table, at: float, cue: int = 0, left: float = 0.0) -> TableStep:
    """Take up the stage the session has come to, from its start or from a stored place."""
    session = table.session
    if session is None:
        return table, ()
    session = replace(session, since=at)
    table = _on_its_page(replace(table, session=session), session)
    match stage := session.stage:
        case Perform():
            held = (each.hold_show(table, stage, at, cue) for each in table.features.values())
            return next(filter(None, held), None) or begin_performing(table, stage, at, cue)
        case Count(checks=True):
            return advance(table, checked_clock(session, stage, at), at)
        case Count():
            return begin_talk(table, session, talk_clock(session, stage, left).running(at))
        case Verdict():
            return judge_and_count(table, session, stage)
        case Ask() | Tell():
            return begin_asking(table, stage)
        case _:
            assert_never(stage)


def _on_its_page(table: Table, session: Session) -> Table:
    """Go to the page of the stage; a sheet stays open over it."""
    page = first_page(session.stage, session.before)
    over = replace(table.page, under=page) if isinstance(table.page, SheetPage) else page
    lying = lying_now(table.lying, session)
    return replace(table, lying=lying, page=over, held_dial=HeldDial.NOTHING)


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
    return step_after(effects, hold(entered, at))


def advance(table: Table, value: Answer, at: float) -> TableStep:
    """Go on to the next stage, or home when the game is over."""
    session = table.session
    if session is None:
        return table, ()
    value = timed_answer(session.stage, value, at - session.since)
    play = session.play.answer(value)
    stage = play.stage()
    if stage is None:
        return leave(table)
    lasting = lasting_clock(session)
    following = replace(onward(session, play, stage, value, marked_now(table, session.stage)), lasting=lasting)
    choices = with_roles_met(table.choices, following)
    entered, effects = enter(replace(table, session=following, choices=choices), at)
    if lost_before(table, session, stage):
        entered, more = hold(entered, at)
        effects = (*effects, *more)
    kept = (
        (Record(ClockKept(lasting.name, lasting.clock.seconds(at), lasting.clock.up)),)
        if lasting and lasting != session.lasting
        else ()
    )
    cut = (Hush(),) if stops_speech(session.stage, stage) else ()
    answered = Record(Answered(value), session.keeps_secrets)
    over = (set_bed(SILENCE),) if isinstance(session.stage, Count) and table.choices.day_bed else ()
    met = (Remember(choices),) if choices != table.choices else ()
    # Before the answer is written down: after a power cut between the two the verdict stands again, and counts again.
    withdrawn = (WithdrawGame(),) if isinstance(session.stage, Verdict) and value == BACK else ()
    return entered, (*withdrawn, answered, *kept, *cut, *over, *effects, *met)


def leave(table: Table) -> TableStep:
    """Leave a game that is over or ended: home, and from the verdict of a tournament to how that stands; say who has
    won it, once somebody has."""
    closed, silence = close(table)
    standings = table.standings
    if standings is None or standings.kind is EveningKind.OPEN or not isinstance(table.stage, Verdict):
        return closed, silence
    shown, won = replace(closed, page=ScoresPage(HomePage())), champion_lines(standings)
    return step_after(silence, speak(shown, *won) if won else (shown, ()))


def close(table: Table) -> TableStep:
    """Close the game: home, and silence."""
    silence = (set_bed(SILENCE), *((SetDrone(0.0),) if table.choices.drone else ()))
    return replace(table, page=HomePage(), session=None, caption=None), (Hush(), *silence, Record(Closed()))
