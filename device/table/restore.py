"""A game that was cut off, rebuilt from its journal: from its setup, its seed and the answers so far."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from device.show.stages import Answer, Perform, Setup, Stage
from device.table.effects import Answered, Began, Chosen, ClockKept, Closed, Entry, Reached
from device.table.house import House
from device.table.session import onward
from device.table.state import LastingClock, Session, TalkClock
from device.table.turns import restore_picks


def restore_session(house: House, entries: Sequence[Entry]) -> Session | None:
    """The session a journal tells of, with the place it had come to; None when it tells of none."""
    session: Session | None = None
    for entry in entries:
        if isinstance(entry, Began):
            session = _begun(house, entry.game, entry.setup, entry.seed)
        elif session:
            session = _after(session, entry)
    return session


def _after(session: Session, entry: Entry) -> Session | None:
    match entry:
        case Answered(value):
            return _answered(session, value)
        case Chosen(turn, row):
            return restore_picks(session, turn, row)
        case Reached():
            return replace(session, place=entry)
        case ClockKept(name, seconds, up):
            return replace(session, lasting=LastingClock(name, TalkClock(None, seconds, up)))
        case Began() | Closed():
            return None
        case _:
            assert_never(entry)


def _begun(house: House, game: str, setup: Setup, seed: int) -> Session | None:
    play = house.games[game].begin(setup, seed) if game in house.games else None
    stage = play.stage() if play else None
    return Session(game, setup, seed, play, stage) if play and stage else None


def _answered(session: Session, value: Answer) -> Session | None:
    play = session.play.answer(value)
    stage = play.stage()
    if stage is None:
        return None
    place = session.place if _same_show(session.stage, stage) else Reached()
    return replace(onward(session, play, stage), place=place)


def _same_show(one: Stage, other: Stage) -> bool:
    """A secret turn is answered within its show, which goes on."""
    return isinstance(one, Perform) and isinstance(other, Perform) and bool(one.acts) and one.show == other.show
