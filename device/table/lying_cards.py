"""Which cards of each game lie on the table: those laid out last, until others are laid out wholly."""

from collections.abc import Mapping
from typing import TypeAlias

from device.show.setup import NO_CARDS, Setup
from device.table.session_state import LayingOut, Session

LyingCards: TypeAlias = tuple[Setup, ...]
"""Of the game that was laid out last. Where laying out others was given up in its midst, theirs as well: then nobody
knows which cards lie there, or whether any do. Empty where none were touched since the box was switched on."""


def lying_now(lying: Mapping[str, LyingCards], session: Session) -> Mapping[str, LyingCards]:
    """What lies there if this game ends now."""
    setup, known = session.setup, lying.get(session.game, ())
    own = Setup(setup.scenario, setup.players, setup.deck, setup.options)
    if session.laying is LayingOut.OVER:
        return {**lying, session.game: (own,)}
    mixed = session.laying is LayingOut.IN_ITS_MIDST and own not in known
    return {**lying, session.game: (*(known or (NO_CARDS,)), own)} if mixed else lying


def lying_restored(lying: Mapping[str, LyingCards], session: Session) -> Mapping[str, LyingCards]:
    """The same after a power cut: what lay there before the game stands in its setup."""
    return lying_now({**lying, session.game: session.setup.before}, session)
