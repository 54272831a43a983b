"""Draws the pages to print on A4 at their real size: the panels to saw, and the template for drilling."""

from collections.abc import Iterator, Sequence

from case.measures import Board, Measures
from case.plate import height
from case.sawn import cut, panels, plate_panel
from case.shapes import Hole, Panel
from case.svg import GREY, Page, measure, number

WIDE, HIGH = 210.0, 297.0
EDGE = 15.0
TOP = 30.0
ROW = 4.6
SHARED = ("saw-1-plate.svg",)
"""Pages that are the same for every board."""


def panel_pages(measures: Measures, board: Board) -> dict[str, str]:
    """Return the drawings of the sawn case by file name."""
    plate, floor, front, back, left, right = panels(measures, board)
    wedge = f"Behind, a gap of {measure(_wedge(measures))} mm is left under the plate: fill it, or plane a higher wall."
    pages: dict[str, tuple[str, Sequence[Panel], Sequence[str]]] = {
        "saw-1-plate.svg": ("the plate, seen from above", (plate,), PLATE_NOTES),
        "saw-2-floor.svg": ("the floor, seen from above", (floor,), FLOOR_NOTES),
        "saw-3-front-back.svg": (
            "front and back wall, seen from the front",
            (front, back),
            (*WALL_NOTES, FRONT_BACK_NOTE, wedge),
        ),
        "saw-4-sides.svg": ("left and right wall, the front at the left", (left, right), (*WALL_NOTES, SIDES_NOTE)),
    }
    return {
        file: _panel_page(
            measures,
            "every Pi" if file in SHARED else f"a {board.name}",
            f"Sawn case {place} of {len(pages)}: {title}",
            shown,
            notes,
        )
        for place, (file, (title, shown, notes)) in enumerate(pages.items(), 1)
    }


PLATE_NOTES = (
    "Dashed: on the inner side the board of the screen, and the four blocks for its clips. Do not drill there.",
    "Lines are the finished edges; a hand saw runs beside them, on the side of the waste.",
)
FLOOR_NOTES = (
    "The floor lies between the walls, level with their lower edges. The small holes are for the Pi: M2.5 screws",
    "from below, through spacers of 6 mm. The opening, where there is one, is where a finger reaches the card.",
    "Glue the paper onto the upper side.",
)
FRONT_BACK_NOTE = "Glue the paper onto the outer side of the front wall, and onto the inner side of the back wall."
SIDES_NOTE = "Glue the paper onto the inner side of the left wall, and onto the outer side of the right wall."
WALL_NOTES = ("The walls stand around the floor; front and back wall stand between the side walls.",)


def drill_page(measures: Measures) -> str:
    """Return the drill template. People tape it on, prick the crosses through, and drill."""
    page = Page(WIDE, HIGH, "Nightcrier: drill template")
    page.text((EDGE, 14.0), "Nightcrier: drill template for the plate, 1:1", 5.0)
    page.text(
        (EDGE, 20.0),
        "For any box with room behind its plate. Tape it on, prick the crosses, drill small, then to size.",
    )
    plate = plate_panel(measures)
    _draw_panel(page, plate, TOP + 6.0)
    below = TOP + 6.0 + plate.bounds[3] + 14.0
    depth = measure(max(measures.start.depth, measures.back.depth, measures.dial.depth, measures.glass.depth))
    gap = measure(measures.gap)
    told = f"Behind the plate {depth} mm have to be free. START, BACK and dial: at least {gap} mm from edge to edge."
    rows = (*_table(plate), told, *PLATE_NOTES[:1])
    _write(page, below, rows)
    page.scale_bar(EDGE, HIGH - 20.0)
    return page.drawn


def _panel_page(measures: Measures, whom: str, title: str, shown: Sequence[Panel], notes: Sequence[str]) -> str:
    page = Page(WIDE, HIGH, f"Nightcrier: {title}")
    page.text((EDGE, 14.0), title, 4.6)
    page.text(
        (EDGE, 20.0), f"For {whom}. Scale 1:1. Panels of {measure(measures.sawn.panel)} mm. {_kerf(measures.sawn.kerf)}"
    )
    below = TOP
    rows: list[str] = []
    for panel in shown:
        _draw_panel(page, panel, below, measures.sawn.kerf)
        below += panel.bounds[3] + 16.0
        rows += _table(panel)
    _write(page, below, (*rows, *notes))
    page.scale_bar(EDGE, HIGH - 12.0)
    return page.drawn


def _kerf(kerf: float) -> str:
    if not kerf:
        return "Kerf: none made up for; saw beside the lines."
    return f"Kerf: lines moved by half of {number(kerf)} mm, for a laser."


def _draw_panel(page: Page, panel: Panel, top: float, kerf: float = 0.0) -> None:
    """Draw a panel with its outer measures, and a number at each hole."""
    _, _, width, high = panel.bounds
    led = cut(panel, kerf)
    page.place((WIDE - width) / 2 + 4.0, top + high)
    page.shape(led.outline, width=0.35)
    for mark in panel.marks:
        page.opening(mark, GREY, dash="2 1.5")
    for hole in led.holes:
        page.circle(hole)
        page.cross(hole, max(3.0, hole.across / 2 + 1.5) if hole.across > 6 else 2.2)
    for opening in led.openings:
        page.opening(opening)
    for tag, x, y in _tags(panel):
        page.text((x, y), tag, 3.4)
    page.across(0.0, width, -4.5)
    left, right = (max(y for x, y in panel.outline if x == edge) for edge in (0.0, width))
    page.upwards(0.0, left, -3.0)
    if right != left:
        page.upwards(0.0, right, width + 3.0, "start")
    page.text((width / 2, -9.0), panel.name, 3.4, "middle")


def _tags(panel: Panel) -> Iterator[tuple[str, float, float]]:
    """Yield a number and its place for each single hole or opening; rows of air holes share one."""
    for place, (_, holes) in enumerate(_kinds(panel), 1):
        for hole in holes if holes[0].name != "air" else holes[:1]:
            aside = hole.across / 2 * 0.75 + 0.8
            yield str(place), hole.x + aside, hole.y + aside
    for place, opening in enumerate(panel.openings, len(_kinds(panel)) + 1):
        yield str(place), opening.x + opening.width / 2 - 1, opening.y + opening.height / 2 - 1.2


def _kinds(panel: Panel) -> list[tuple[str, list[Hole]]]:
    kinds: dict[str, list[Hole]] = {}
    for hole in panel.holes:
        kinds.setdefault(hole.name, []).append(hole)
    return list(kinds.items())


def _table(panel: Panel) -> list[str]:
    """Return the rows that explain the numbers on the panel."""
    rows = [f"{panel.name}: counted from its left and its lower edge"]
    for place, (name, holes) in enumerate(_kinds(panel), 1):
        where = [f"{measure(hole.x)} | {measure(hole.y)}" for hole in holes]
        shown = f"at {', '.join(where)}" if name != "air" else f"{len(holes)} in rows from {where[0]} to {where[-1]}"
        rows.append(f"  {place}  {name}: \u00d8 {measure(holes[0].across)}, {shown}")
    for place, opening in enumerate(panel.openings, len(_kinds(panel)) + 1):
        size = f"{measure(opening.width)} x {measure(opening.height)}"
        rows.append(
            f"  {place}  {opening.name}: {size}, its lower left corner at {measure(opening.x)} | {measure(opening.y)}"
        )
    return rows if len(rows) > 1 else []


def _write(page: Page, top: float, rows: Sequence[str]) -> None:
    page.place(EDGE, top)
    for place, row in enumerate(rows):
        page.text((4.0 if row.startswith("  ") else 0.0, -place * ROW), row.strip(), 3.0)


def _wedge(measures: Measures) -> float:
    depth = measures.room.depth
    return height(measures, depth + measures.sawn.panel) - height(measures, depth)
