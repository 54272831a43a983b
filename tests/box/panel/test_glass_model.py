"""The model of the glass is as strict and as strange as the controllers it stands for."""

import pytest

from lab.guest.glass_model import GlassModel
from tests.on_glass import HEIGHT, WIDTH


def sent_to(glass, *transfers):
    for transfer in transfers:
        glass.transfer(bytes(transfer))
    return glass


def lit_dots(glass):
    frame = glass.frame()
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if frame[y // 8 * WIDTH + x] >> y % 8 & 1}


def test_the_model_knows_page_and_vertical_addressing():
    paged = sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0xB2, 0x05, 0x11], [0x40, 1, 1])
    assert lit_dots(paged) == {(0x15, 16), (0x16, 16)}
    upright = sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0x20, 1, 0x21, 3, 4, 0x22, 0, 1], [0x40, 1, 1, 1])
    assert lit_dots(upright) == {(3, 0), (3, 8), (4, 0)}


def test_the_model_wraps_at_the_ends_of_its_windows():
    window = sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0x20, 0, 0x21, 3, 4, 0x22, 6, 7], [0x40, 0, 0, 0, 0, 1])
    assert lit_dots(window) == {(3, 48)}
    assert lit_dots(sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0xB0, 0x0F, 0x17], [0x40, 0, 1])) == {(0, 0)}
    wide = sent_to(GlassModel("sh1106"), [0, 0xAF, 0xA1, 0xC8, 0xB0, 0x01, 0x18], [0x40, 1, 1, 1, 1])
    assert lit_dots(wide) == {(127, 0)}


def test_the_short_addresses_count_in_page_addressing_only():
    glass = sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0x20, 0, 0x21, 9, 9, 0x22, 1, 1, 0xB5, 0x01, 0x10], [0x40, 1])
    assert lit_dots(glass) == {(9, 8)}


def test_the_model_knows_control_bytes_for_single_commands_and_data():
    glass = sent_to(GlassModel(), [0x80, 0xAF, 0x80, 0xA1, 0x80, 0xC8, 0xC0, 1, 0x40, 2])
    assert lit_dots(glass) == {(0, 0), (1, 1)}


def test_the_model_knows_inverse_all_lit_start_line_and_offset():
    assert len(lit_dots(sent_to(GlassModel(), [0, 0xAF, 0xA7]))) == WIDTH * HEIGHT
    assert len(lit_dots(sent_to(GlassModel(), [0, 0xAF, 0xA5]))) == WIDTH * HEIGHT
    assert lit_dots(sent_to(GlassModel(), [0, 0xAF, 0xA1, 0xC8, 0x42, 0xD3, 1], [0x40, 0x08])) == {(0, 0)}


def test_the_model_refuses_what_the_controller_does_not_know():
    with pytest.raises(ValueError, match="0xe7"):
        sent_to(GlassModel(), [0, 0xE7])
