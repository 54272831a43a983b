"""Tests an OLED that breaks, returns, or is missing: one sentence each, and the whole picture afterward."""

from unittest.mock import patch

import pytest

from lab.guest.glass_model import GlassBus, GlassModel
from nightcrier.box.panel.oled import OledScreen
from nightcrier.box.panel.port import ScreenLost
from nightcrier.kernel.settings import ScreenSettings
from tests.box.panel.glasses import FULL, connect_through, noise, opened, painted
from tests.on_glass import BLANK


def test_contrast_is_sent_once_and_comes_back_after_a_loss(kind):
    screen, glass, bus = opened(kind)
    screen.contrast(7)
    assert glass.contrast == 7
    before = glass.sent
    screen.contrast(7)
    assert glass.sent == before
    bus.fault = 121
    with pytest.raises(ScreenLost):
        screen.show(FULL)
    glass.contrast, bus.fault = 0x7F, 0
    screen.open()
    assert glass.contrast == 7


def test_opening_an_open_screen_mends_what_noise_did_without_going_dark(kind):
    screen, glass, _ = opened(kind)
    screen.show(noise(4))
    glass.memory[:] = bytes(len(glass.memory))
    with patch.object(GlassModel, "_look", autospec=True, side_effect=GlassModel._look) as looked:
        screen.open()
    assert glass.frame() == noise(4)
    assert 0xAE not in [call.args[1] for call in looked.call_args_list]


@pytest.mark.parametrize("errno_", [121, 5, 110, 6])
@pytest.mark.parametrize("call", ["show", "contrast", "open", "close"])
def test_every_error_of_the_bus_becomes_one_sentence(call, errno_):
    screen, _, bus = opened()
    bus.fault = errno_
    arguments = {"show": (FULL,), "contrast": (3,)}.get(call, ())
    if call == "close":
        screen.close()
    else:
        with pytest.raises(ScreenLost, match=r"^The screen does not answer: nothing at 0x3c on I2C bus 1; look .*\.$"):
            getattr(screen, call)(*arguments)
    assert bus.opened == 0


def test_a_glass_at_another_address_is_named():
    bus = GlassBus(GlassModel(), address=0x3D)
    with pytest.raises(ScreenLost, match="nothing at 0x3c"):
        OledScreen(ScreenSettings(), connect_through(bus)).open()
    assert bus.opened == 0


def test_a_bus_that_is_not_there_or_not_allowed_is_named():
    with pytest.raises(ScreenLost, match="there is no I2C bus 29; switch I2C on"):
        OledScreen(ScreenSettings(bus=29)).open()
    with (
        patch("smbus2.SMBus", side_effect=PermissionError(13, "denied")),
        pytest.raises(ScreenLost, match="may not use I2C bus 1; add it to the group i2c"),
    ):
        OledScreen(ScreenSettings()).open()


def test_by_itself_the_screen_finds_the_bus():
    glass = GlassModel()
    with patch("smbus2.SMBus", GlassBus(glass)):
        OledScreen(ScreenSettings()).open()
    assert glass.on


def test_a_missing_library_and_anything_else_are_one_sentence_too():
    def missing(_bus, _address):
        raise ModuleNotFoundError("No module named 'smbus2'", name="smbus2")

    with pytest.raises(ScreenLost, match="smbus2 is not installed"):
        OledScreen(ScreenSettings(), missing).open()

    def strange(_bus, _address):
        raise RuntimeError("the moon is full")

    with pytest.raises(ScreenLost, match="does not answer: the moon is full"):
        OledScreen(ScreenSettings(), strange).open()


def test_after_a_loss_the_screen_must_be_opened_again_and_is_drawn_whole():
    screen, glass, bus = opened()
    bus.fault = 121
    with pytest.raises(ScreenLost):
        screen.show(FULL)
    with pytest.raises(ScreenLost, match="not open"):
        screen.show(FULL)
    bus.fault = 0
    glass.memory[:] = noise(9)
    screen.open()
    screen.show(FULL)
    assert glass.frame() == FULL


def test_a_transfer_torn_in_the_middle_is_forgotten():
    screen, glass, bus = opened()
    frame = painted(BLANK, [(0, 0, 0, 20, b"a"), (7, 90, 7, 127, b"b")])
    with patch.object(bus, "i2c_rdwr", side_effect=OSError(5, "broken")), pytest.raises(ScreenLost):
        screen.show(frame)
    screen.open()
    screen.show(frame)
    assert glass.frame() == frame


def test_closing_leaves_the_glass_dark_and_the_bus_free():
    screen, glass, bus = opened()
    screen.show(FULL)
    screen.close()
    screen.close()
    assert not glass.on
    assert glass.frame() == BLANK
    assert bus.opened == 0


def test_coming_back_a_hundred_times_leaves_nothing_behind():
    screen, _, bus = opened()
    with patch("atexit.register") as hook:
        for _ in range(100):
            bus.fault = 121
            with pytest.raises(ScreenLost):
                screen.show(FULL)
            with pytest.raises(ScreenLost):
                screen.open()
            bus.fault = 0
            screen.open()
            screen.show(BLANK)
    assert hook.call_count == 0
    assert bus.opened == 1
