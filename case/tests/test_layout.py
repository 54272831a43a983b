"""Tests the layout of the case: everything fits, hands find it in the dark, and what does not fit is reported."""

from itertools import combinations
from math import cos, radians, sin

import msgspec
import pytest

from case.fit import blocks, problems
from case.measures import BadMeasures, Measures, read_measures, shipped_measures
from case.plate import FIRST_SCREW, LAST_SCREW, face
from case.sawn import cut, panels
from case.shapes import Hole, Opening, Panel, edge_gap, grown, hole_gap, inside_gap, rectangle
from case.walls import SIDES, back_openings, end_side, side_openings, vents, wake_holes

MEASURES = shipped_measures()
BOARDS = MEASURES.boards
each_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)


def changed(**tables: dict[str, object]) -> Measures:
    """Return the shipped measures with these other values."""
    fields = {
        name: msgspec.structs.replace(getattr(MEASURES, name), **values)  # type: ignore[arg-type]
        for name, values in tables.items()
    }
    return msgspec.structs.replace(MEASURES, **fields)


def rim(name: str) -> Hole:
    return next(rim for rim in face(MEASURES).rims if rim.name == name)


@each_board
def test_the_shipped_case_fits(board):
    assert problems(MEASURES, board) == []


def test_there_is_a_case_for_every_pi_that_the_docs_name():
    names = " ".join(board.name for board in BOARDS.values())
    assert all(model in names for model in ("Zero 2 W", "Pi 3", "Pi 4", "Pi 5"))


def test_hands_have_25_millimetres_between_the_controls():
    gaps = [hole_gap(one, other) for one, other in combinations(face(MEASURES).rims, 2)]
    assert len(gaps) == 3
    assert min(gaps) >= 25


def test_start_is_the_largest_and_lies_to_the_right_of_dial_and_back():
    assert rim("START").across > max(rim("dial").across, rim("BACK").across)
    assert rim("BACK").x < rim("dial").x < rim("START").x


def test_the_gaps_to_the_left_and_to_the_right_of_the_dial_are_the_same():
    assert hole_gap(rim("BACK"), rim("dial")) == pytest.approx(hole_gap(rim("dial"), rim("START")))


def test_the_whole_picture_of_the_glass_is_seen_and_none_of_its_board():
    window, board, glass = face(MEASURES).window, face(MEASURES).board, MEASURES.glass
    assert (window.width, window.height) > (glass.picture_width, glass.picture_height)
    assert inside_gap((window.x, window.y), board.outline) > 3
    assert inside_gap((window.x + window.width, window.y + window.height), board.outline) > 3


def test_a_picture_that_lies_higher_on_its_board_moves_the_window_alone():
    moved = face(changed(glass={"picture_up": 2.0}))
    assert moved.window.y == face(MEASURES).window.y + 2
    assert moved.board == face(MEASURES).board


def test_nothing_on_the_plate_runs_into_another_thing():
    laid = face(MEASURES)
    for one, other in combinations((*laid.rims, *laid.small, *laid.screws, *laid.clips), 2):
        assert hole_gap(one, other) > 3, (one, other)
    for hole in (*laid.rims, *laid.small, *laid.screws):
        assert edge_gap(hole, laid.board) > 3, hole


def test_the_plates_screws_stay_inside_their_posts():
    """The screws lean backwards as they go down, and could leave the posts."""
    made, room = MEASURES.printed, MEASURES.room
    away = made.pilot_depth * sin(radians(room.slope)) + made.pilot / 2 * cos(radians(room.slope))
    assert FIRST_SCREW + away < room.corner - 1.2
    assert room.depth - LAST_SCREW + away < room.depth - 1.2
    assert room.depth - LAST_SCREW - made.pilot > room.depth - room.corner


@each_board
def test_every_hole_of_the_sawn_case_lies_inside_its_panel_and_runs_into_no_other(board):
    assert len(panels(MEASURES, board)) == 6
    for panel in panels(MEASURES, board):
        check_panel(panel)


def check_panel(panel: Panel) -> None:
    for hole in panel.holes:
        assert inside_gap((hole.x, hole.y), panel.outline) - hole.across / 2 > 2, (panel.name, hole)
    for opening in panel.openings:
        assert min(inside_gap(corner, panel.outline) for corner in opening.outline) > 2, (panel.name, opening)
    for one, other in combinations(panel.holes, 2):
        assert hole_gap(one, other) > 2, (panel.name, one, other)
    for hole in panel.holes:
        assert all(edge_gap(hole, opening) > 1.2 for opening in panel.openings), (panel.name, hole)


@each_board
def test_the_sawn_panels_fit_together(board):
    plate, floor, front, back, left, right = panels(MEASURES, board)
    thick = MEASURES.sawn.panel
    assert left.outline == right.outline
    assert left.bounds[2] == pytest.approx(floor.bounds[3] + 2 * thick)
    assert front.bounds[2] == back.bounds[2] == floor.bounds[2]
    assert front.bounds[3] == pytest.approx(left.outline[3][1])
    assert front.bounds[3] < back.bounds[3] < left.outline[2][1]
    slope = (left.bounds[2] ** 2 + (left.outline[2][1] - left.outline[3][1]) ** 2) ** 0.5
    assert plate.bounds[3] == pytest.approx(slope + 2 * MEASURES.sawn.overhang)


@each_board
def test_the_openings_stand_before_the_sockets(board):
    """The power socket is at the back. The other end of the Pi is at the side wall that has no air holes."""
    side = end_side(board)
    other = next(each for each in SIDES if each != side)
    assert "power" in " ".join(opening.name for opening in back_openings(MEASURES, board))
    assert side_openings(MEASURES, board, side)
    assert not side_openings(MEASURES, board, other)
    assert not vents(MEASURES, board, side)
    assert len(vents(MEASURES, board, other)) == MEASURES.vents.columns * MEASURES.vents.rows


@each_board
def test_no_roof_over_an_opening_is_wider_than_a_printer_can_bridge(board):
    openings = [
        *back_openings(MEASURES, board),
        *(each for side in SIDES for each in side_openings(MEASURES, board, side)),
    ]
    for opening in openings:
        assert opening.width - 2 * opening.bevel <= MEASURES.printed.bridge
        assert opening.bevel < opening.height
    assert MEASURES.vents.hole <= MEASURES.printed.bridge


@each_board
def test_the_card_can_be_taken(board):
    """People take the microSD card out either at the side wall or through the floor."""
    ports = {port.name for port in board.ports if port.wall == "end"}
    assert (board.card is not None) == ("card" not in ports)


@each_board
def test_the_wake_button_is_fitted_where_it_is_wanted_and_away_from_the_pi(board):
    assert wake_holes(MEASURES, board) == ()
    fitted = changed(wake={"fitted": True})
    assert problems(fitted, board) == []
    assert any("wake button" in told for told in problems(changed(wake={"fitted": True, "depth": 125.0}), board))
    (hole,) = wake_holes(fitted, board)
    pi = next(block for block in blocks(MEASURES, board) if block.name == "Pi")
    assert not pi.low[0] - 8 < hole.x < pi.high[0] + 8


def test_a_box_without_a_lamp_has_no_hole_for_it():
    assert face(changed(lamp={"fitted": False})).small == ()


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        (changed(room={"width": 150.0}), "mm apart, not 25: widen the room"),
        (changed(room={"depth": 100.0}), "want the same space"),
        (changed(room={"front": 25.0}), "want the same space"),
        (changed(start={"depth": 60.0}), "START"),
        (changed(start={"rim": 30.0}), "START has to be the largest"),
        (changed(room={"width": 196.0}), "too large for a bed of 200 mm"),
        (changed(standoff={"outer": 4.0}), "too thin for their screws"),
        (changed(glass={"board_height": 80.0}), "too near"),
    ],
)
def test_what_does_not_fit_is_said(measures, said):
    assert any(said in problem for problem in problems(measures, BOARDS["pi4"]))


def test_two_openings_that_run_into_each_other_are_said():
    board = BOARDS["pi4"]
    ports = tuple(msgspec.structs.replace(port, width=18.0) for port in board.ports)
    assert any("make them one" in told for told in problems(MEASURES, msgspec.structs.replace(board, ports=ports)))


@pytest.mark.parametrize("text", [b"gap = 1", b"gap = ", b"gap = 'wide'"])
def test_a_file_that_cannot_be_read_is_one_sentence(text):
    with pytest.raises(BadMeasures, match=r"^The measures cannot be read: .+$"):
        read_measures(text)


def test_every_measure_says_where_it_is_from():
    tables = [getattr(MEASURES, name) for name in MEASURES.__struct_fields__]
    told = [table.source for table in (*tables, *BOARDS.values()) if hasattr(table, "source")]
    assert len(told) == 12 + len(BOARDS)
    assert all(len(source) > 20 for source in told)


def test_a_laser_is_led_beside_the_line_by_half_of_what_it_burns():
    panel = Panel("one", rectangle(0, 0, 50, 30), (Hole(10, 10, 8),), (Opening(20, 10, 12, 6),))
    led = cut(panel, 0.2)
    assert led.bounds == pytest.approx((-0.1, -0.1, 50.1, 30.1))
    assert led.holes[0].across == pytest.approx(7.8)
    assert (led.openings[0].width, led.openings[0].height) == pytest.approx((11.8, 5.8))
    assert cut(panel, 0.0) == panel


def test_a_sloping_outline_grows_on_every_side():
    outline = ((0.0, 0.0), (40.0, 0.0), (40.0, 30.0), (0.0, 10.0))
    assert all(inside_gap(corner, grown(outline, 2.0)) >= 2 - 1e-9 for corner in outline)
