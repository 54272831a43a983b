"""Makes the sawn case: six flat panels that are glued with butt joints, the floor between the walls, the plate on top.

Each panel has its lower left corner at 0, 0. Side walls have the front at their left."""

from case.measures import Board, Measures
from case.plate import CLIP, face, height, up_plate
from case.shapes import Hole, Opening, Panel, Point, grown, rectangle
from case.walls import Side, back_openings, card_opening, side_openings, standoffs, vents, wake_holes


def panels(measures: Measures, board: Board) -> tuple[Panel, ...]:
    """Return all six panels."""
    return (
        plate_panel(measures),
        floor_panel(measures, board),
        _front(measures),
        _back(measures, board),
        _side(measures, board, "left"),
        _side(measures, board, "right"),
    )


def plate_panel(measures: Measures) -> Panel:
    """Return the plate with the controls, seen from above."""
    room, laid, over = measures.room, face(measures), measures.sawn.panel + measures.sawn.overhang
    front = up_plate(measures, measures.sawn.panel) + measures.sawn.overhang
    top = front + up_plate(measures, room.depth + measures.sawn.panel) + measures.sawn.overhang
    clips = tuple(_square(clip, CLIP - 1.0) for clip in laid.clips)
    return _moved(
        Panel(
            "plate",
            rectangle(0.0, 0.0, room.width + 2 * over, top),
            (*laid.controls, *laid.small, *laid.screws),
            (laid.window,),
            (laid.board, *clips),
        ),
        (over, front),
    )


def floor_panel(measures: Measures, board: Board) -> Panel:
    """Return the floor, seen from above."""
    outline = rectangle(0.0, 0.0, measures.room.width, measures.room.depth)
    screws = tuple(Hole(hole.x, hole.y, measures.standoff.screw, hole.name) for hole in standoffs(measures, board))
    return Panel("floor", outline, screws, card_opening(measures, board))


def cut(panel: Panel, kerf: float) -> Panel:
    """Return this panel with its lines moved so that it has the right size after a laser has burned away the kerf."""
    return Panel(
        panel.name,
        grown(panel.outline, kerf / 2),
        tuple(Hole(hole.x, hole.y, hole.across - kerf, hole.name) for hole in panel.holes),
        tuple(_shrunk(opening, kerf / 2) for opening in panel.openings),
        panel.marks,
    )


def _front(measures: Measures) -> Panel:
    """Return the front wall, which is cut square at the lower edge of its outer side."""
    thick = measures.sawn.panel
    return Panel("front wall", rectangle(0.0, 0.0, measures.room.width, thick + height(measures, -thick)))


def _back(measures: Measures, board: Board) -> Panel:
    """Return the back wall, which is cut square at the lower edge of its inner side."""
    thick, room = measures.sawn.panel, measures.room
    outline = rectangle(0.0, 0.0, room.width, thick + height(measures, room.depth))
    seen = Panel("back wall", outline, wake_holes(measures, board), back_openings(measures, board))
    return _moved(seen, (0.0, thick))


def _side(measures: Measures, board: Board, side: Side) -> Panel:
    thick, depth = measures.sawn.panel, measures.room.depth
    wide = depth + 2 * thick
    low, high = thick + height(measures, -thick), thick + height(measures, depth + thick)
    outline = ((0.0, 0.0), (wide, 0.0), (wide, high), (0.0, low))
    seen = Panel(f"{side} wall", outline, vents(measures, board, side), side_openings(measures, board, side))
    return _moved(seen, (thick, thick))


def _moved(panel: Panel, by: Point) -> Panel:
    """Return the panel with its holes counted from the panel's own corner instead of the room's."""
    return Panel(
        panel.name,
        panel.outline,
        tuple(Hole(hole.x + by[0], hole.y + by[1], hole.across, hole.name) for hole in panel.holes),
        tuple(_shifted(opening, by) for opening in panel.openings),
        tuple(_shifted(mark, by) for mark in panel.marks),
    )


def _shifted(opening: Opening, by: Point) -> Opening:
    return Opening(opening.x + by[0], opening.y + by[1], opening.width, opening.height, opening.name)


def _shrunk(opening: Opening, by: float) -> Opening:
    return Opening(opening.x + by, opening.y + by, opening.width - 2 * by, opening.height - 2 * by, opening.name)


def _square(middle: Hole, side: float) -> Opening:
    return Opening(middle.x - side / 2, middle.y - side / 2, side, side, "block")
