"""Tests an OLED that lost its power for a moment: it accepts everything and shows nothing, until it is asked."""

import errno
from unittest.mock import patch

import pytest

from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.panel.port import FRESH, RENEW, RETRY, WATCH, ScreenLost, SteadyScreen
from nightcrier.box.rehearsal import PictureScreen
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Part
from tests.box.panel.glasses import noise, opened
from tests.on_glass import BLANK

INK, OTHER = noise(1), noise(2)


def alike(*_):
    """Return a status that never changes."""
    return 0xFF


def deaf(self, address):
    """Raise the error of a bus or a controller that cannot be read."""
    raise OSError(errno.EOPNOTSUPP, "cannot be read")


class Counted(PictureScreen):
    """Counts how often it was asked to stay lit."""

    asked = 0

    def keep_lit(self):
        self.asked += 1
        super().keep_lit()


def test_a_glass_that_lost_its_power_for_a_moment_is_lit_again_with_its_picture(kind):
    screen, glass, _ = opened(kind)
    screen.contrast(9)
    screen.show(INK)
    glass.power_up(noise=7)
    screen.keep_lit()
    assert glass.frame() == INK
    assert glass.contrast == 9


def test_a_glass_that_loses_its_power_again_and_again_is_lit_each_time(kind):
    screen, glass, _ = opened(kind)
    screen.show(INK)
    for seed in range(4):
        glass.power_up(noise=seed)
        screen.keep_lit()
        assert glass.frame() == INK


def test_asking_a_glass_that_shines_sends_nothing(kind):
    screen, glass, _ = opened(kind)
    screen.show(INK)
    sent = glass.sent
    for _ in range(5):
        screen.keep_lit()
    assert glass.sent == sent


@pytest.mark.parametrize(("part", "instead"), [((GlassModel, "status"), alike), ((GlassBus, "read_byte"), deaf)])
def test_a_controller_that_cannot_be_read_is_set_up_in_vain_once_only(kind, part, instead):
    screen, glass, _ = opened(kind)
    screen.show(INK)
    with patch.object(*part, instead):
        screen.keep_lit()
        sent = glass.sent
        for _ in range(10):
            screen.keep_lit()
    assert glass.sent - sent < 10 * 5
    assert glass.frame() == INK


@pytest.mark.parametrize("instead", [GlassModel.status, alike])
def test_a_pulled_glass_is_found_out_whether_it_can_be_read_or_not(kind, instead):
    screen, _, bus = opened(kind)
    with patch.object(GlassModel, "status", instead):
        screen.keep_lit()
        bus.fault = errno.EREMOTEIO
        with pytest.raises(ScreenLost, match="nothing at 0x3c"):
            screen.keep_lit()
    assert bus.opened == 0


def test_a_glass_that_says_again_that_it_shines_is_believed_again():
    screen, glass, _ = opened()
    screen.show(INK)
    with patch.object(GlassModel, "status", alike):
        screen.keep_lit()
        screen.keep_lit()
    screen.keep_lit()
    glass.power_up(noise=3)
    screen.keep_lit()
    assert glass.frame() == INK


def test_on_a_still_page_it_shines_again_within_five_seconds(kind):
    screen, glass, _ = opened(kind)
    steady, clock = SteadyScreen(screen), VirtualClock()
    steady.poll(0.0)
    steady.show(INK, 1.0)
    glass.power_up(noise=3)
    clock.move_to(steady.due())
    assert steady.poll(clock.now()) == []
    assert clock.now() <= 5.0
    assert glass.frame() == INK


def test_the_first_touch_after_it_finds_it_dark_lights_it(kind):
    screen, glass, _ = opened(kind)
    steady = SteadyScreen(screen)
    steady.poll(0.0)
    steady.show(INK, 0.5)
    glass.power_up(noise=3)
    assert steady.show(OTHER, 0.5 + FRESH) == []
    assert glass.frame() == OTHER


def test_a_plug_pulled_on_a_still_page_is_told_within_five_seconds():
    glass = PictureScreen()
    steady = SteadyScreen(glass)
    steady.poll(0.0)
    steady.show(INK, 1.0)
    glass.unplug()
    (fault,) = steady.poll(steady.due())
    assert (fault.part, fault.mended) == (Part.SCREEN, False)
    assert fault.at <= 5.0
    assert steady.due() == fault.at + RETRY


def test_a_dark_glass_is_left_alone():
    glass = Counted()
    steady = SteadyScreen(glass)
    steady.poll(0.0)
    steady.show(INK, 0.0)
    steady.show(BLANK, 0.1)
    assert steady.due() == RENEW
    assert steady.poll(WATCH) == []
    assert glass.asked == 0


def test_pictures_in_quick_succession_do_not_ask_each_time():
    glass = Counted()
    steady = SteadyScreen(glass)
    steady.poll(0.0)
    for n in range(100):
        steady.show(bytes([n % 2]) * len(BLANK), n * 0.02)
    assert glass.asked == 1
