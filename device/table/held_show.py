"""A show waits for a part of the box that is lost: which it needs, and that it is held."""

from msgspec.structs import replace

from device.kernel.events import Part
from device.show import conductor
from device.show.stages import Perform, Stage
from device.table.conducted import conduct
from device.table.pages.question import is_for_nobody
from device.table.session_state import Session
from device.table.state import Table, TableStep


def needed_parts(stage: Stage) -> frozenset[Part]:
    """Without which a show waits: its loudspeaker; and where people read and choose alone, what they read on. A wait
    for nobody goes on without, as a question does."""
    if not isinstance(stage, Perform) or is_for_nobody(stage):
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
