"""Tests that the drawings are as large as what they show."""

import re
from xml.etree import ElementTree

import pytest

from case.__main__ import SHIPPED_CASE, main
from case.drawings import drawings
from case.measures import SHIPPED, shipped_measures
from case.pages import drill_page, panel_pages
from case.plate import face
from case.sawn import panels

MEASURES = shipped_measures()
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = drawings(MEASURES, MEASURES.boards)


def root(drawing: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)  # noqa: S314 -- our own


def circles(drawing: bytes) -> list[float]:
    """Return the widths of all circles, in order of size."""
    return sorted(2 * float(circle.get("r", "0")) for circle in root(drawing).iter(f"{SVG}circle"))


def words(drawing: bytes) -> list[str]:
    return [text.text or "" for text in root(drawing).iter(f"{SVG}text")]


def corners(points: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in points.split())]


@pytest.mark.parametrize("name", DRAWN)
def test_one_unit_of_a_drawing_is_one_millimetre(name):
    drawn = root(DRAWN[name])
    _, _, width, height = drawn.get("viewBox", "").split()
    assert (drawn.get("width"), drawn.get("height")) == (f"{width}mm", f"{height}mm")


@pytest.mark.parametrize("name", [name for name in DRAWN if name not in {"overview.svg", "wiring.svg"}])
def test_what_is_printed_at_its_real_size_is_a4_with_a_bar_of_100_mm(name):
    drawn = root(DRAWN[name])
    assert drawn.get("viewBox") == "0 0 210 297"
    paths = [path.get("d", "") for path in drawn.iter(f"{SVG}path")]
    lines = [tuple(map(float, re.findall(r"[\d.]+", path))) for path in paths]
    assert any(line[1] == line[3] and line[2] - line[0] == 100 for line in lines if len(line) == 4)
    assert any("100 mm long" in row for row in words(DRAWN[name]))


@pytest.mark.parametrize("name", DRAWN)
def test_nothing_is_drawn_beside_the_paper(name):
    drawn = root(DRAWN[name])
    _, _, width, height = map(float, drawn.get("viewBox", "").split())
    points = [point for each in drawn.iter(f"{SVG}polygon") for point in corners(each.get("points", ""))]
    points += [(float(each.get("x", "0")), float(each.get("y", "0"))) for each in drawn.iter(f"{SVG}text")]
    assert points
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


@pytest.mark.parametrize("name", DRAWN)
def test_no_row_of_words_runs_off_the_paper(name):
    """The test assumes that an average letter of these fonts is at most 0.56 of its size wide."""
    width = float(root(DRAWN[name]).get("viewBox", "").split()[2])
    for text in root(DRAWN[name]).iter(f"{SVG}text"):
        long = len(text.text or "") * float(text.get("font-size", "0")) * 0.56
        left = float(text.get("x", "0")) - long * {"start": 0, "middle": 0.5, "end": 1}[text.get("text-anchor", "")]
        assert left >= 0, text.text
        assert left + long <= width, text.text


def test_the_template_shows_every_hole_of_the_plate_at_its_real_size():
    laid = face(MEASURES)
    wanted = sorted(hole.across for hole in (*laid.controls, *laid.small, *laid.screws))
    assert circles(drill_page(MEASURES).encode()) == pytest.approx(wanted)


@pytest.mark.parametrize("board", MEASURES.boards.values(), ids=MEASURES.boards)
def test_every_panel_is_drawn_at_its_real_size_with_its_measures(board):
    pages = [page.encode() for page in panel_pages(MEASURES, board).values()]
    outlines = [corners(each.get("points", "")) for page in pages for each in root(page).iter(f"{SVG}polygon")]
    sizes = [
        (max(x for x, _ in one) - min(x for x, _ in one), max(y for _, y in one) - min(y for _, y in one))
        for one in outlines
    ]
    told = {row for page in pages for row in words(page)}
    for panel in panels(MEASURES, board):
        assert any(size == pytest.approx(panel.bounds[2:], abs=0.02) for size in sizes), panel.name
        assert {f"{panel.bounds[2]:.1f}".removesuffix(".0"), panel.name} <= told


def test_the_page_tells_whether_the_kerf_is_made_up_for():
    board = MEASURES.boards["pi4"]
    text = SHIPPED.read_text("utf-8").replace("kerf = 0.0", "kerf = 0.2")
    from case.measures import read_measures

    led = panel_pages(read_measures(text.encode()), board)["saw-1-plate.svg"]
    assert "half of 0.2 mm" in led
    assert "none made up for" in panel_pages(MEASURES, board)["saw-1-plate.svg"]
    assert min(circles(led.encode())) == pytest.approx(MEASURES.printed.screw - 0.2)


def test_measures_that_do_not_fit_write_nothing(tmp_path, capsys):
    (tmp_path / "mine.toml").write_text(SHIPPED.read_text("utf-8").replace("width = 168.0", "width = 150.0"))
    assert main(["--measures", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "out")]) == 1
    assert "widen the room" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "given", [["--board", "pi4"], ["--measures", "{mine}"], ["--board", "pi4", "--out", str(SHIPPED_CASE)]]
)
def test_a_case_of_ones_own_is_not_drawn_over_that_of_the_project(given, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("case.__main__._write", lambda *_: pytest.fail("written"))
    (tmp_path / "mine.toml").write_bytes(SHIPPED.read_bytes())
    assert main([word.format(mine=tmp_path / "mine.toml") for word in given]) == 2
    assert capsys.readouterr().err.endswith("say where yours go: --out FOLDER\n")


@pytest.mark.parametrize(
    ("given", "said"), [(["--board", "pi9"], "there is no board pi9"), (["--measures", "none"], "none")]
)
def test_a_slip_is_one_sentence(given, said, tmp_path, capsys):
    assert main([*given, "--out", str(tmp_path / "out")]) == 2
    assert said in capsys.readouterr().err
