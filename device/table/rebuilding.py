"""A game that was cut off, rebuilt from its journal: from its setup, its seed and the answers so far."""

from collections.abc import Sequence

from msgspec.structs import replace

from device.show.stages import Perform, Setup, Stage
from device.table.acting import hides, remembered
from device.table.effects import Answered, Began, Chosen, Closed, Entry, Reached
from device.table.house import House
from device.table.session import onward
from device.table.state import Session


def restored(house: House, entries: Sequence[Entry]) -> Session | None:
    """The session a journal tells of, with the place it had come to; None when it tells of none."""
    session, place = None, Reached()
    for entry in entries:
        match entry:
            case Began(game, setup, seed):
                session, place = _begun(house, game, setup, seed), Reached()
            case Answered(value) if session:
                before, session = session.stage, _answered(session, value)
                place = place if session and _same_show(before, session.stage) else Reached()
            case Chosen(turn, value) if session:
                session = remembered(session, turn, value)
            case Reached():
                place = entry
            case Closed():
                session = None
    return replace(session, place=place) if session else None


def _begun(house: House, game: str, setup: Setup, seed: int) -> Session | None:
    play = house.games[game].begin(setup, seed) if game in house.games else None
    stage = play.stage() if play else None
    return Session(game, setup, seed, play, stage, sealed=hides(stage)) if play and stage else None


def _answered(session: Session, value: str) -> Session | None:
    play = session.play.answer(value)
    stage = play.stage()
    return onward(session, play, stage) if stage else None


def _same_show(one: Stage, other: Stage) -> bool:
    """A secret turn is answered within its show, which goes on."""
    return isinstance(one, Perform) and isinstance(other, Perform) and bool(one.acts) and one.show == other.show
