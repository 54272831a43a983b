"""Tests the bodies to print: closed, in one piece, on the bed, and with holes where the layout has them."""

from collections import Counter

import pytest

pytest.importorskip("manifold3d", reason="bodies are made with it")

import numpy as np
from manifold3d import Error, Manifold

from case.fit import blocks
from case.measures import shipped_measures
from case.plate import face, height
from case.printed import bodies
from case.printed_body import body
from case.render import Shown, picture
from case.shapes import Hole
from case.solid import upright
from case.stl import read_stl, stl
from case.walls import on_floor, standoffs

MEASURES = shipped_measures()
BOARDS = MEASURES.boards
SOLIDS = {(board, name): solid for board in BOARDS for name, solid in bodies(MEASURES, BOARDS[board]).items()}
each_solid = pytest.mark.parametrize("solid", SOLIDS.values(), ids=map("-".join, SOLIDS))
each_board = pytest.mark.parametrize("board", BOARDS)


@each_solid
def test_a_body_is_closed_and_in_one_piece(solid):
    assert solid.status() == Error.NoError
    assert solid.volume() > 100
    assert len(solid.decompose()) == 1


@each_solid
def test_a_body_lies_on_the_bed_and_fits_it(solid):
    left, front, low, right, back, _ = solid.bounding_box()
    assert low == pytest.approx(0.0)
    assert max(right - left, back - front) <= MEASURES.printed.bed


@each_solid
def test_the_file_is_a_closed_mesh(solid):
    """Each edge must be used once in each direction, and the triangles must enclose the volume of the body."""
    corners = read_stl(stl(solid, "body"))
    points = [[tuple(point) for point in triangle] for triangle in corners.tolist()]
    edges = Counter((each[way], each[(way + 1) % 3]) for each in points for way in range(3) if len(set(each)) == 3)
    assert all(edges[end, start] == count for (start, end), count in edges.items())
    signed = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert signed == pytest.approx(solid.volume(), rel=1e-3)


@each_board
def test_the_walls_have_as_many_openings_as_the_layout(board):
    """The genus of a body is the number of holes that go through it."""
    pi = BOARDS[board]
    air = MEASURES.vents.columns * MEASURES.vents.rows
    assert SOLIDS[board, "body"].genus() == len(pi.ports) + air + (1 if pi.card else 0)


def test_the_plate_has_a_hole_for_each_thing_in_it():
    laid = face(MEASURES)
    assert SOLIDS["pi4", "plate"].genus() == len(laid.controls) + len(laid.small) + len(laid.screws) + 1


@each_board
def test_no_part_runs_into_the_printed_case(board):
    """Parts under the plate, and the Pi on its feet, are compared with the body as solids."""
    solid = body(MEASURES, BOARDS[board]).translate((0, 0, -MEASURES.printed.floor))
    for block in blocks(MEASURES, BOARDS[board]):
        if block.name.endswith("post"):
            continue
        low = MEASURES.standoff.height + 0.1 if block.name == "Pi" else block.low[2]
        size = (block.high[0] - block.low[0], block.high[1] - block.low[1], block.high[2] - low)
        space = Manifold.cube(size).translate((block.low[0], block.low[1], low))
        assert (solid ^ space).volume() < 1, block.name


@each_board
def test_the_feet_carry_the_pi_at_its_holes(board):
    solid = body(MEASURES, BOARDS[board]).translate((0, 0, -MEASURES.printed.floor))
    for foot, (along, across) in zip(standoffs(MEASURES, BOARDS[board]), BOARDS[board].holes, strict=True):
        assert (foot.x, foot.y) == on_floor(MEASURES, BOARDS[board], along, across)
        ring = upright(foot, MEASURES.standoff.outer - 0.4, 1.0, MEASURES.standoff.height - 1.0)
        bore = upright(foot, MEASURES.standoff.pilot + 0.4, 0.0, MEASURES.standoff.height)
        assert (solid ^ (ring - bore)).volume() == pytest.approx((ring - bore).volume(), rel=0.01)
        assert (solid ^ upright(foot, 1.0, 1.0, 5.0)).volume() == pytest.approx(0.0, abs=1e-6)


@each_board
def test_nothing_is_printed_over_air_but_short_roofs(board):
    """A face that points down must be the floor, a short roof in a wall or a screw hole, or lean at 45 degrees."""
    corners = read_stl(stl(SOLIDS[board, "body"], "body")).astype(float)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1)
    steep = normal[:, 2] < -0.75 * area
    above = corners[:, :, 2].min(axis=1) > 0.01
    for triangle in corners[steep & above & (area > 1e-6)]:
        across, along, _ = np.ptp(triangle, axis=0)
        x, y, _ = triangle.mean(axis=0)
        in_side_wall = not 0 < x < MEASURES.room.width
        if in_side_wall or not 0 < y < MEASURES.room.depth:
            assert (along if in_side_wall else across) <= MEASURES.printed.bridge + 0.01, triangle
        else:
            assert across <= MEASURES.printed.pilot + 0.01, triangle


@each_board
def test_the_plates_screws_find_their_holes(board):
    """Each screw goes into its post at right angles to the plate, with plastic around it and air inside."""
    solid = body(MEASURES, BOARDS[board]).translate((0, 0, -MEASURES.printed.floor))
    for screw in face(MEASURES).screws:
        back = screw.y * np.cos(np.radians(MEASURES.room.slope))
        place = (screw.x, float(back), height(MEASURES, float(back)))
        turned = (MEASURES.room.slope, 0, 0)
        depth = MEASURES.printed.pilot_depth - 1.0
        pin = upright(Hole(0, 0, 0), 2.0, -depth, -2.0).rotate(turned).translate(place)
        sleeve = upright(Hole(0, 0, 0), 4.6, -depth, -4.0) - upright(Hole(0, 0, 0), 2.8, -depth - 1, 0.0)
        sleeve = sleeve.rotate(turned).translate(place)
        assert (solid ^ pin).volume() == pytest.approx(0.0, abs=1e-6)
        assert (solid ^ sleeve).volume() == pytest.approx(sleeve.volume(), rel=0.02)


def test_a_finger_tells_the_stickers_apart():
    start, back = SOLIDS["pi4", "sticker-start"], SOLIDS["pi4", "sticker-back"]
    middle = upright(Hole(0, 0, 0), 2.0, MEASURES.stickers.base + 0.2, 5.0)
    assert (start ^ middle).volume() > 1
    assert (back ^ middle).volume() == 0
    for solid, button in ((start, MEASURES.start), (back, MEASURES.back)):
        assert solid.bounding_box()[3] * 2 < button.cap
    assert MEASURES.stickers.raised >= 1


def test_a_picture_shows_what_is_nearest_and_dark_edges():
    red, blue = Shown(Manifold.cube((20, 20, 20)), (200, 0, 0)), Shown(Manifold.cube((20, 20, 5)), (0, 0, 200))
    seen = picture([blue, Shown(red.solid.translate((0, 0, 5)), red.colour)], 0.0, 90.0, 2.0, margin=4)
    assert seen.size == (48, 48)
    middle, paper = seen.getpixel((24, 24)), seen.getpixel((1, 1))
    assert middle[0] > 100 > middle[2]
    assert paper == (255, 255, 255)
    assert min(seen.getpixel((x, 24))[0] for x in range(2, 8)) < 120
