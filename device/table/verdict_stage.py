"""A verdict at the table: its sting, its words, and whom it counts for."""

from msgspec.structs import replace

from device.kernel.events import Ended, Tick
from device.kernel.ids import NOBODY_WAITS
from device.show.answers import BACK, Answer
from device.show.cues import Hush, PlaySignal
from device.show.stages import Stage, Verdict
from device.table.effects import Effect
from device.table.new_evening import chosen_kind
from device.table.score_changes import CountGame, WithdrawGame
from device.table.session_state import Session
from device.table.state import Table, TableStep
from device.table.talk import speak


def begin_verdict(table: Table, session: Session, verdict: Verdict) -> TableStep:
    """Its words; where it has a sting, that alone, and the words when it has been heard (`sting_ended`)."""
    if not verdict.sting:
        return speak(table, *verdict.lines)
    token = table.token + 1
    waiting = replace(table, token=token, caption=None, session=replace(session, sting=token))
    return waiting, (Hush(), PlaySignal(token, verdict.sting))


def sting_ended(table: Table, session: Session, verdict: Verdict, event: Tick | Ended) -> TableStep:
    """The words of a verdict after its sting. Whoever had them said before that cut it, and hears them once."""
    if not isinstance(event, Ended) or event.token != session.sting or session.sting == NOBODY_WAITS:
        return table, ()
    return speak(replace(table, session=replace(session, sting=NOBODY_WAITS)), *verdict.lines)


def counted_game(table: Table, session: Session, points: tuple[int, ...]) -> CountGame:
    """To people, not to seats: next game somebody else may sit there."""
    setup = session.setup
    return CountGame(session.game, setup.deck_id, points, setup.seated, setup.evening, *chosen_kind(table))


def withdrawn_game(stage: Stage, value: Answer) -> tuple[Effect, ...]:
    """A verdict taken back counts no more. This comes before the answer is written down: after a power cut between the
    two, the verdict stands again, and is counted again."""
    return (WithdrawGame(),) if isinstance(stage, Verdict) and value == BACK else ()
