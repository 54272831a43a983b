"""A game is over, or was ended: home, and how a tournament stands then."""

from msgspec.structs import replace

from device.kernel.people import EveningKind
from device.show.conductor import set_bed
from device.show.cues import SILENCE, Hush
from device.show.stages import Verdict
from device.table.effects import Effect, Record, SetDrone
from device.table.entries import Closed
from device.table.page_kinds import HomePage
from device.table.pages.scores import ScoresPage
from device.table.roster import champion_lines
from device.table.session_state import Session
from device.table.state import Table, TableStep
from device.table.talk import speak


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
