"""Tests the screen wrapper that never raises, and the back ends without hardware."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from nightcrier.box.panel.pictures import frame_picture, write_png
from nightcrier.box.panel.port import RENEW, RETRY, WATCH, SteadyScreen
from nightcrier.box.rehearsal import PictureScreen
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.screen import GLASS, ScreenFormat
from tests.on_glass import BLANK, HEIGHT, WIDTH

INK, OTHER = b"\x55" * len(BLANK), b"\xaa" * len(BLANK)


@pytest.fixture
def glass():
    return PictureScreen()


@pytest.fixture
def steady(glass):
    screen = SteadyScreen(glass)
    assert screen.due() == 0.0
    assert screen.poll(0.0) == []
    return screen


def test_it_shows_what_it_is_given(steady, glass):
    assert steady.show(INK, 1.0) == []
    assert steady.contrast(9, 1.0) == []
    assert (glass.frame, glass.level, steady.works) == (INK, 9, True)


def test_a_pulled_plug_is_told_once_and_so_is_its_return(steady, glass):
    glass.unplug()
    faults = [*steady.show(INK, 1.0), *steady.show(BLANK, 1.5), *steady.contrast(1, 1.6), *steady.poll(1.0 + RETRY)]
    assert [(fault.part, fault.mended) for fault in faults] == [(Part.SCREEN, False)]
    assert faults[0].what == "The screen does not answer: its plug is pulled."
    assert "voice alone" in faults[0].next_best
    assert not steady.works
    glass.plug()
    assert steady.poll(6.9) == []
    assert steady.poll(7.0) == [Fault(7.0, Part.SCREEN, "The screen is back.", mended=True)]
    assert steady.works


def test_what_was_shown_meanwhile_is_there_when_the_glass_is_back(steady, glass):
    glass.unplug()
    steady.show(BLANK, 1.0)
    steady.show(INK, 2.0)
    steady.contrast(3, 2.0)
    glass.plug()
    steady.poll(1.0 + RETRY)
    assert (glass.frame, glass.level) == (INK, 3)


def test_a_glass_missing_from_the_start_is_told_and_tried_every_three_seconds(glass):
    glass.unplug()
    screen = SteadyScreen(glass)
    assert len(screen.poll(0.0)) == 1
    assert screen.due() == 3.0
    assert screen.poll(3.0) == []
    assert screen.due() == 6.0


def test_a_working_glass_is_renewed_once_a_minute_and_not_before(steady, glass):
    steady.show(INK, 1.0)
    glass.frame = BLANK
    while (moment := steady.due()) < RENEW:
        steady.poll(moment)
    assert glass.frame == BLANK
    assert moment == RENEW
    steady.poll(RENEW)
    assert glass.frame == INK


def test_a_back_end_that_raises_anything_is_one_sentence(steady, glass, monkeypatch):
    monkeypatch.setattr(glass, "show", lambda _frame: 1 / 0)
    (fault,) = steady.show(INK, 1.0)
    assert fault.what == "The screen cannot be used: ZeroDivisionError: division by zero."


def test_closing_never_raises(steady, glass, monkeypatch):
    steady.show(INK, 1.0)
    steady.close()
    assert (glass.frame, steady.works) == (BLANK, False)
    monkeypatch.setattr(glass, "close", lambda: 1 / 0)
    steady.close()


@given(st.lists(st.tuples(st.floats(0, 5), st.sampled_from(["show", "poll", "contrast", "plug", "unplug"]))))
def test_faults_and_mendings_alternate_whatever_happens(steps):
    glass = PictureScreen()
    screen, now, faults = SteadyScreen(glass), 0.0, []
    for gap, what in steps:
        now += gap
        if what in ("plug", "unplug"):
            getattr(glass, what)()
        elif what == "poll":
            faults += screen.poll(now)
        else:
            faults += screen.show(INK, now) if what == "show" else screen.contrast(5, now)
    assert [fault.mended for fault in faults] == [n % 2 == 1 for n in range(len(faults))]


def dots_of(frame):
    """Return the lit dots as (column, row): bit `row % 8` of a byte, pages from the top."""
    return {(at % WIDTH, at // WIDTH * 8 + bit) for at, byte in enumerate(frame) for bit in range(8) if byte >> bit & 1}


def lit(picture):
    columns, rows = picture.size
    return {(x, y) for x in range(columns) for y in range(rows) if picture.getpixel((x, y))}


@given(st.binary(min_size=len(BLANK), max_size=len(BLANK)))
@settings(max_examples=20)
def test_a_picture_of_a_frame_has_every_dot_in_its_place(frame):
    assert lit(frame_picture(frame, GLASS)) == dots_of(frame)


def test_a_png_has_one_bit_a_dot(tmp_path):
    write_png(INK, GLASS, tmp_path / "page.png")
    with Image.open(tmp_path / "page.png") as image:
        assert (image.size, image.mode) == ((WIDTH, HEIGHT), "1")
        assert lit(image) == dots_of(INK)


class TestPace:
    """Tests a screen that takes one picture every two seconds, like electronic paper."""

    @pytest.fixture
    def paper(self):
        return PictureScreen(ScreenFormat(128, 64, pace=2.0))

    @pytest.fixture
    def paced(self, paper):
        screen = SteadyScreen(paper)
        screen.poll(0.0)
        return screen

    def test_what_comes_too_soon_waits_and_the_last_of_it_is_shown(self, paced, paper):
        for now, frame in ((0.5, INK), (0.6, BLANK), (0.7, OTHER)):
            assert paced.show(frame, now) == []
            assert paper.frame == BLANK
        assert paced.due() == 2.0
        assert paced.poll(1.9) == []
        assert paper.frame == BLANK
        assert paced.poll(2.0) == []
        assert paper.frame == OTHER
        assert paced.due() == 2.0 + WATCH

    def test_what_comes_in_time_is_shown_at_once(self, paced, paper):
        paced.show(INK, 5.0)
        assert paper.frame == INK

    def test_a_plug_pulled_while_a_picture_waits_is_told_once_and_it_is_shown_later(self, paced, paper):
        paced.show(INK, 1.0)
        paper.unplug()
        assert len(paced.poll(2.0)) == 1
        assert paced.due() == 2.0 + RETRY
        paper.plug()
        assert [fault.mended for fault in paced.poll(2.0 + RETRY)] == [True]
        assert paper.frame == INK
