"""Draws one picture with the overall measures: the plate from above, and the box from the side with its parts."""

from case.fit import blocks, hanging, leaning
from case.measures import Board, Measures
from case.plate import face, height, up_plate
from case.shapes import Opening, Point
from case.svg import GREY, PALE, Page, measure

WIDE, HIGH = 240.0, 132.0
SCALE = 0.6
COLOURS = {
    "START": "#e9b6b1",
    "BACK": "#b5c9e8",
    "dial": "#c9c9c9",
    "screen": "#c3d6e6",
    "Pi": "#bcdcc4",
    "lamp": "#eee6b8",
}


def overview_picture(measures: Measures, board: Board) -> str:
    page = Page(WIDE, HIGH, "Nightcrier: the case and its measures")
    page.text((8.0, 10.0), "The plate, square to it", 4.0)
    page.text((138.0, 10.0), f"From the side, with a {board.name}", 4.0)
    page.text(
        (8.0, HIGH - 5.0), "Millimetres, printed case. From the side: the space kept for each part with its plugs.", 3.2
    )
    _plate(page, measures)
    _side(page, measures, board)
    return page.drawn


def _plate(page: Page, measures: Measures) -> None:
    made, room, laid = measures.printed, measures.room, face(measures)
    over = made.wall + made.overhang
    front, top = -up_plate(measures, over), up_plate(measures, room.depth + over)
    page.place(20.0, 104.0 + front * SCALE, SCALE)
    page.opening(Opening(-over, front, room.width + 2 * over, top - front), fill="#f6efe0")
    page.opening(laid.board, GREY, dash="2 1.5")
    page.opening(laid.window, fill="#c3d6e6")
    for rim, hole in zip(laid.rims, laid.controls, strict=True):
        page.circle(rim, GREY, fill=COLOURS[rim.name])
        page.circle(hole)
        page.text((rim.x, rim.y + rim.across / 2 + 2.5), f"{rim.name} \u00d8 {measure(hole.across)}", 2.8, "middle")
    for hole in (*laid.small, *laid.screws):
        page.circle(hole)
    page.across(-over, room.width + over, front - 12.0)
    page.upwards(front, top, -over - 5.0)
    for one, other in zip(laid.rims, laid.rims[1:], strict=False):
        page.across(one.x + one.across / 2, other.x - other.across / 2, one.y - 22.0)
    page.across(laid.window.x, laid.window.x + laid.window.width, laid.window.y - 14.5)


def _side(page: Page, measures: Measures, board: Board) -> None:
    made, depth = measures.printed, measures.room.depth
    page.place(150.0, 96.0, SCALE)
    low, high = height(measures, -made.wall), height(measures, depth + made.wall)
    outer: tuple[Point, ...] = (
        (-made.wall, -made.floor), (depth + made.wall, -made.floor), (depth + made.wall, high), (-made.wall, low),
    )  # fmt: skip
    page.shape(outer, fill=PALE)
    page.shape(
        ((0.0, 0.0), (depth, 0.0), (depth, height(measures, depth)), (0.0, height(measures, 0.0))), GREY, fill="#fff"
    )
    for block in blocks(measures, board):
        if block.name == "Pi":
            space = Opening(block.low[1], block.low[2], block.high[1] - block.low[1], block.high[2] - block.low[2])
            page.opening(space, GREY, fill=COLOURS[block.name])
            page.text((space.x + space.width / 2, space.y + 12.0), block.name, 2.8, "middle")
    for hole, _, long, deep in hanging(measures):
        if hole.name in {"START", "screen"}:
            outline = leaning(measures, hole.y, long / 2, deep)
            page.shape(outline, GREY, fill=COLOURS[hole.name])
            middle = (sum(y for y, _ in outline) / 4, sum(z for _, z in outline) / 4)
            page.text(middle, hole.name, 2.8, "middle")
    page.line((-made.wall, low), (depth + made.wall, high), width=made.plate * SCALE / 2)
    page.across(-made.wall, depth + made.wall, -made.floor - 10.0)
    page.upwards(-made.floor, low, -made.wall - 4.0)
    page.upwards(-made.floor, high, depth + made.wall + 4.0, "start")
    page.text((-made.wall, high - 8.0), f"slope {measure(measures.room.slope)}\u00b0", 3.0)
