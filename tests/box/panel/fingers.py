"""Reads what hands do to switches and dial from one line, such as `0 start, 0.06 -start, 1 turn +2`."""

from nightcrier.box.panel.hand import Knob, Move
from nightcrier.kernel.settings import PanelSettings


def moves_of(told: str) -> list[Move]:
    """Return when each pin closes, opens (with a minus), or loses its edge (with a question mark). All detents turn one
    knob, with a hundredth of a second between edges."""
    knob, moves = Knob(PanelSettings()), list[Move]()
    for at, what, *detents in map(str.split, told.split(", ") if told else ()):
        if detents:
            moves += knob.turn(int(detents[0]), float(at), 0.01)
        else:
            moves.append(Move(float(at), what.strip("-?"), not what.startswith("-"), lost=what.endswith("?")))
    return moves
