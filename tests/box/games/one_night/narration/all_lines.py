"""Collects every line of One Night from its rows, to check that each is written in every language and used."""

from nightcrier.box.games.one_night.day_and_vote import (
    AFTERMATH,
    DEAD_TURN,
    DIALED,
    HOLD,
    HOW_TO_VOTE,
    ONE_MINUTE,
    OPEN,
    OVER,
    POINT,
    REST_TURN,
    RING_VOTE,
    THIRTY_SECONDS,
    WHO_DIES,
)
from nightcrier.box.games.one_night.night_show import (
    DAWN,
    NIGHT_OPEN,
    NUDGE_LINES,
    PLACES,
    WHOSE_LEFT,
    printed_pieces,
)
from nightcrier.box.games.one_night.rules.calls import calls_of_cards
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.show.cues import COUNT_OF_THREE, Say
from nightcrier.kernel.ids import LineId


def all_lines() -> frozenset[LineId]:
    """Return every line that any night, day or vote of this game can use."""
    moments = (NIGHT_OPEN, WHOSE_LEFT, PLACES, NUDGE_LINES, DAWN)
    vote = (HOW_TO_VOTE, RING_VOTE, (OVER, OPEN), WHO_DIES, AFTERMATH, DEAD_TURN, REST_TURN)
    calls = [rows for call in calls_of_cards(tuple(ROLES)) for rows in printed_pieces(call, ROLES[call.role])]
    pieces = [piece for rows in (*calls, *moments, *vote) for piece in rows]
    lines = {line for piece in pieces for line in (piece.line, piece.short) if line}
    counted = {cue.line for cue in COUNT_OF_THREE if isinstance(cue, Say)}
    return frozenset(LineId(line) for line in lines) | {ONE_MINUTE, THIRTY_SECONDS, POINT, HOLD, DIALED} | counted
