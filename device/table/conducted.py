"""Conducts a show of the game under way as this table chose to hear it, and notes its calls in the journal as they
come. The show waits for a part of the box that it needs and that is lost."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import Part
from device.kernel.ids import NOBODY_WAITS
from device.show import conductor
from device.show.cues import CHOSEN, Hush, PlayFoley, PlaySignal, Prepare, SetBed, ShowEffect, Speak, WindowOpened
from device.show.score import Score, call_start, night_share
from device.show.stages import Perform, Stage
from device.table.effects import Effect, Record, SetDrone
from device.table.entries import Reached
from device.table.session_state import Session, is_for_nobody
from device.table.state import Table, TableStep
from device.table.talk import effect_heard
from device.table.turns import answer_turns, holds_on, take_up_hold


def conduct(table: Table, step: conductor.ScoreStep) -> TableStep:
    """Take over what the conductor made of the show, and note each call in the journal as it comes. A show that goes on
    waits for nothing, whatever is still missing: the table may want to play by the screen; and what was told in its
    pause is over."""
    score, asked = step
    session = table.session
    if session is None:
        return table, ()
    before = session.score.cue if session.score else -1
    caption = None if session.score and session.score.paused and not score.paused else table.caption
    place = call_start(score)
    noted = (Record(Reached(cue=place)),) if not score.over and place > before else ()
    effects = [*chosen_sounds(table, asked), *_drone(table, session.score, score)]
    early, held = holds_on(session, score), session.held and score.paused
    kept = replace(session, score=score, clock=None, held=held, early=early)
    table, answered = answer_turns(replace(table, session=kept, token=max(table.token, score.token), caption=caption))
    table = take_up_hold(table, asked)
    # After a secret turn the ear does not wait for the disk, which has more to do the later somebody pressed.
    return table, (*effects, *answered, *noted) if answered else (*noted, *effects)


def _drone(table: Table, before: Score | None, after: Score) -> tuple[Effect, ...]:
    """Raise the drone with each window, whoever acts in it; end it where the bed ends."""
    was, is_now = (night_share(score) if score else 0.0 for score in (before, after))
    return (SetDrone(is_now),) if table.choices.drone and is_now != was else ()


def chosen_sounds(table: Table, asked: Iterable[ShowEffect]) -> Iterator[Effect]:
    """Turn the sounds that a show asks for into those that this table chose."""
    for effect in asked:
        match effect:
            case SetBed():
                yield choose_bed(table, effect)
            case PlayFoley(signal):
                yield from (PlaySignal(NOBODY_WAITS, signal),) if table.choices.foley else ()
            case Speak() | PlaySignal() | Prepare() | Hush() | WindowOpened():
                yield effect_heard(table, effect)
            case _:
                assert_never(effect)


def choose_bed(table: Table, effect: SetBed) -> SetBed:
    """Put the bed that the table chose in the place of the one called `chosen`."""
    return replace(effect, name=table.choices.bed) if effect.name == CHOSEN else effect


def needed_parts(stage: Stage) -> frozenset[Part]:
    """Return the parts without which a show waits: the loudspeaker, and the screen where people read and choose alone.
    A wait for nobody goes on without them, as a question does."""
    if not isinstance(stage, Perform) or is_for_nobody(stage):
        return frozenset()
    return frozenset({Part.SOUND, Part.SCREEN} if stage.acts else {Part.SOUND})


def lacks_a_part(table: Table, session: Session) -> bool:
    """Whether something is broken without which its show waits."""
    return not needed_parts(session.stage).isdisjoint(table.faults)


def hold(table: Table, at: float) -> TableStep:
    """Let the show wait at the cue that was cut; screen and lamp say so if they can."""
    session = table.session
    if session is None or session.score is None or session.score.paused:
        return table, ()
    held = replace(table, session=replace(session, held=True))
    return conduct(held, conductor.pause_show(session.score, at))
