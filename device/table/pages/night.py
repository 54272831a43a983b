"""A show under way, with eyes shut: START pauses and goes on, BACK repeats the last call, the dial sets the volume,
a press gives ten more seconds. Holding START skips to the next call; holding BACK asks whether to end the night.
In a secret turn the dial is for whoever has it, and in a night of such turns for nobody else."""

from msgspec.structs import replace

from device.kernel.events import Control, Ended, Event, Gesture, Input, Tick
from device.kernel.ids import LineId
from device.show import conductor
from device.show.stages import Perform
from device.table.acting import open_turn, settled
from device.table.choices import LOUDEST
from device.table.effects import Remember
from device.table.house import House
from device.table.pages import secret
from device.table.pages.question import NIGHT, ask
from device.table.session import advance, conduct
from device.table.state import Session, Table, Turn
from device.table.talk import speak, volume

MORE = 10.0


def step(house: House, table: Table, event: Event) -> Turn:
    session = table.session
    if session is None or session.score is None:
        return table, ()
    score = session.score
    match event:
        case Ended(at, token):
            return _on(conduct(table, conductor.ended(score, token, at)), at)
        case Tick(at):
            return _on(conduct(table, _ticked(session, score, at)), at)
        case Input():
            return _on(_hand(house, table, score, event), event.at)
    return table, ()


def _ticked(session: Session, score: conductor.Score, at: float) -> conductor.Step:
    """A turn in which nothing was done that must be done comes again."""
    if score.until is not None and at >= score.until and not settled(session):
        return conductor.repeat(score, score.until)
    return conductor.tick(score, at)


def _hand(house: House, table: Table, score: conductor.Score, event: Input) -> Turn:
    turn = open_turn(table.session)
    if table.session and turn and not score.paused and secret.meant(event):
        session, written = secret.hand(table.session, *turn, event)
        return replace(table, session=session), written
    if table.session and not score.paused and _out_of_turn(table.session, event):
        return table, ()
    match event.control, event.gesture:
        case Control.START, Gesture.PRESS:
            return _pause(table, score, event.at)
        case Control.START, Gesture.HOLD:
            return conduct(table, conductor.skip(score, event.at))
        case Control.BACK, Gesture.PRESS:
            return conduct(table, conductor.repeat(score, event.at))
        case Control.BACK, Gesture.HOLD:
            paused, effects = conduct(table, conductor.pause(score, event.at))
            asked, spoken = ask(paused, "end-game")
            return asked, (*effects, *spoken)
        case Control.DIAL, Gesture.PRESS:
            return conduct(table, conductor.more(score, MORE))
        case Control.DIAL, Gesture.TURN:
            return louder(table, voice=event.steps)
        case Control.DIAL, Gesture.PRESS_TURN:
            return louder(table, bed=event.steps)
    return table, ()


def _out_of_turn(session: Session, event: Input) -> bool:
    """Where the box deals, whoever is called may be too early or too late at the dial: others must not hear it. In the
    pause, which everybody hears, the controls are everybody's again."""
    if not session.sealed or event.control is Control.START or event.gesture is Gesture.HOLD:
        return False
    asleep = isinstance(session.stage, Perform) and session.stage.page == NIGHT
    return asleep or (event.control is Control.DIAL and event.gesture is Gesture.PRESS)


def louder(table: Table, voice: int = 0, bed: int = 0) -> Turn:
    """Volume by dial, never quite to silence: a night that cannot be heard is no night."""
    choices = replace(
        table.choices,
        loudness=_within(table.choices.loudness + voice),
        bed_loudness=_within(table.choices.bed_loudness + voice + bed),
    )
    table = replace(table, choices=choices)
    return table, (volume(table), Remember(choices))


def _on(turn: Turn, at: float) -> Turn:
    """When the show is over, the stage is."""
    table, effects = turn
    if table.session is None or table.session.score is None or not table.session.score.over:
        return turn
    moved, more = advance(table, "", at)
    return moved, (*effects, *more)


def _pause(table: Table, score: conductor.Score, at: float) -> Turn:
    if score.paused:
        table = replace(table, session=_released(table.session), caption=None)
        return conduct(table, conductor.resume(replace(score, token=table.token), at))
    paused, effects = conduct(table, conductor.pause(score, at))
    told, said = speak(paused, LineId("paused"))
    return told, (*effects, *said)


def _released(session: Session | None) -> Session | None:
    """START goes on even where the loudspeaker is still missing: the table may want to play by the screen."""
    return replace(session, held=False) if session else None


def _within(loudness: int) -> int:
    return max(1, min(LOUDEST, loudness))
