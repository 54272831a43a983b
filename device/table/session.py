"""A game under way: led from stage to stage, held, taken up again after a power cut, and closed."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import Part
from device.show import conductor
from device.show.cues import CHOSEN, SILENCE
from device.show.effects import Hush, SetBed, ShowEffect
from device.show.stages import Answer, Ask, Count, Perform, Play, Stage, Tell, Verdict
from device.table.effects import Answered, Closed, CountGame, Effect, Reached, Record
from device.table.state import Countdown, HomePage, ScoresPage, Session, StagePage, Table, TableStep
from device.table.talk import speak
from device.table.turns import answer_turns


def enter(table: Table, at: float, cue: int = 0, left: float = 0.0) -> TableStep:
    """Take up the stage the session has come to, from its start or from a stored place."""
    session = table.session
    if session is None:
        return table, ()
    table = replace(table, page=StagePage(_first(session)))
    match session.stage:
        case Perform(show):
            return conduct(table, conductor.begin_show(show, at, cue, table.token))
        case Count(seconds):
            clock = Countdown(at + (left or seconds))
            return replace(table, session=replace(session, countdown=clock, score=None)), ()
        case Verdict(points=points, lines=lines):
            told, effects = speak(table, *lines)
            return told, (*effects, CountGame(session.game, session.setup.scenario, points))
        case Ask(lines=lines) | Tell(lines=lines):
            return speak(table, *lines) if lines else (table, ())
        case _:
            assert_never(session.stage)


def go_on(table: Table, at: float) -> TableStep:
    """Take up a game that was cut off, at the call that was cut. Without a loudspeaker it waits there."""
    session = table.session
    if session is None:
        return table, ()
    entered, effects = enter(table, at, session.place.cue, session.place.left)
    if Part.SOUND not in table.faults:
        return entered, effects
    held, more = hold(entered, at)
    return held, (*effects, *more)


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
    play = session.play.answer(value)
    stage = play.stage()
    if stage is None:
        closed, silence = close(table)
        return replace(closed, page=_after(table, session)), silence
    entered, effects = enter(replace(table, session=onward(session, play, stage)), at)
    return entered, (Record(Answered(value), session.sealed), *effects)


def onward(session: Session, play: Play, stage: Stage) -> Session:
    """The same game at its next stage."""
    return Session(session.game, session.setup, session.seed, play, stage, sealed=session.sealed)


def _after(table: Table, session: Session) -> HomePage | ScoresPage:
    """Where a tournament is played, a verdict is followed by how it stands now."""
    standings = table.standings
    judged = isinstance(session.stage, Verdict) and standings is not None and standings.kind != "open"
    return ScoresPage(HomePage()) if judged else HomePage()


def close(table: Table) -> TableStep:
    """The game is over: home, and silence."""
    silence = SetBed(SILENCE.name, SILENCE.level_db, SILENCE.ramp)
    return replace(table, page=HomePage(), session=None, caption=None), (Hush(), silence, Record(Closed()))


def conduct(table: Table, step: conductor.ScoreStep) -> TableStep:
    """Take over what the conductor made of the show, and note each call in the journal as it comes."""
    score, asked = step
    session = table.session
    if session is None:
        return table, ()
    before = session.score.cue if session.score else -1
    place = conductor.call_start(score)
    noted = (Record(Reached(cue=place)),) if not score.over and place > before else ()
    effects: list[Effect] = [_choose(table, effect) for effect in asked]
    kept = replace(session, score=score, countdown=None)
    table, answered = answer_turns(replace(table, session=kept, token=score.token))
    return table, (*answered, *noted, *effects)


def _choose(table: Table, effect: ShowEffect) -> Effect:
    """The bed called `chosen` is the one the table chose."""
    if isinstance(effect, SetBed) and effect.name == CHOSEN:
        return replace(effect, name=table.choices.bed)
    return effect


def _first(session: Session) -> int:
    return session.stage.start if isinstance(session.stage, Ask) else 0
