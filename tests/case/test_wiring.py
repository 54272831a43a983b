"""Tests that the solderless wiring matches docs/build.md and the settings, and that its parts are on the parts list."""

import re
from pathlib import Path

import pytest

from case.__main__ import _tables
from case.parts import filled, part_list
from case.wiring import GPIO, GROUND, POWER, meaning, wired_parts, wiring_picture
from nightcrier.kernel.settings import PanelSettings

BUILD = Path("docs/build.md").read_text("utf-8")
CASE = Path("docs/case.md").read_text("utf-8")
WIRES = {(part.name, wire.pin): wire.header for part in wired_parts() for wire in part.wires}


def told_pins() -> dict[str, list[tuple[str, int, str]]]:
    """Return the wiring table of docs/build.md: for each part its pins, each with the header pin and the GPIO."""
    section = re.search(r"## 2\. Wiring\n(.*?)\n## ", BUILD, re.DOTALL)
    assert section
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| (\d+)[^|]*\| *(\d*) *\|$", section[1], re.MULTILINE)
    parts: dict[str, list[tuple[str, int, str]]] = {}
    for part, pin, header, gpio in rows:
        name = part.removesuffix(" on a small board").removesuffix(" button, optional")
        parts.setdefault(name, []).append((pin, int(header), gpio))
    return parts


def test_the_table_of_the_docs_is_found():
    found = {part: len(pins) for part, pins in told_pins().items()}
    assert found == {"screen": 4, "START": 1, "BACK": 1, "dial": 5, "wake": 1}


@pytest.mark.parametrize("part", ["screen", "START", "BACK", "dial", "wake"])
def test_every_pin_is_the_one_of_the_docs(part):
    drawn = {header for (name, _), header in WIRES.items() if name == part}
    told = told_pins()[part]
    assert {header for _, header, _ in told} <= drawn
    assert all(GPIO[header] == int(gpio) for _, header, gpio in told if gpio)
    assert all(header in GROUND for header in drawn - {header for _, header, _ in told})


def test_the_pins_are_those_that_the_box_listens_to():
    panel = PanelSettings()
    for part, gpio in {"START": panel.start, "BACK": panel.back}.items():
        assert GPIO[WIRES[part, "one leg"]] == gpio
    dial = {"SW (press)": panel.dial_press, "CLK (A)": panel.dial_a, "DT (B)": panel.dial_b}
    assert {pin: GPIO[WIRES["dial", pin]] for pin in dial} == dial


def test_the_lamp_is_at_the_pin_that_the_docs_set_for_it():
    (gpio,) = re.findall(r"^lamp_pins = \[(\d+)\]", BUILD, re.MULTILINE)
    assert GPIO[WIRES["lamp", "GPIO25"]] == int(gpio) == 25


def test_every_pin_of_the_header_is_something_and_no_gpio_is_twice():
    assert set(GPIO) | set(GROUND) | set(POWER) == set(range(1, 41))
    assert sorted(GPIO.values()) == list(range(28))
    assert (
        tuple(int(pin) for pin in re.findall(r"\d+", re.findall(r"GND is on the pins ([\d, and]+)", BUILD)[0]))
        == GROUND
    )


def test_no_pin_has_two_wires_but_the_clock_of_the_screen():
    """The wake button must use GPIO3, because only that pin can start a Pi."""
    pins = [wire.header for part in wired_parts() for wire in part.wires]
    assert {pin for pin in pins if pins.count(pin) > 1} == {5}
    assert meaning(5) == "GPIO3"


def test_nothing_is_wired_to_5_volts():
    assert not [pin for pin in WIRES.values() if meaning(pin) == "5 V"]


def test_every_wire_is_drawn_with_its_pin():
    picture = wiring_picture()
    for (_, pin), header in WIRES.items():
        assert f">{pin}: {header} ({meaning(header)})<" in picture
    for part in wired_parts():
        assert all(picture.count(f'stroke="{wire.colour}"') for wire in part.wires)


def test_the_picture_drawn_by_hand_has_every_gpio_and_every_part_of_the_table():
    drawn = Path("docs/pictures/wiring.svg").read_text("utf-8")
    assert all(f"GPIO{gpio}" in drawn for pins in told_pins().values() for _, _, gpio in pins if gpio)
    assert all(f">{part}" in drawn for part in ("OLED", "START", "BACK", "Dial", "Wake button, optional"))


def test_no_line_of_the_picture_drawn_by_hand_runs_over_its_edge():
    """The test assumes wide letters, whose width averages 0.55 of the font size."""
    drawn = Path("docs/pictures/wiring.svg").read_text("utf-8")
    lines = re.findall(r'<text x="30" y="\d+"([^>]*)>([^<]+)<', drawn)
    assert len(lines) > 4
    for how, line in lines:
        assert 30 + 0.55 * int((re.findall(r'font-size="(\d+)"', how) or [14])[0]) * len(line) < 960, line


def test_every_part_of_the_drawing_is_in_the_list():
    rows = [row.name.lower() for row in part_list()]
    for part in ("raspberry pi", "power supply", "microsd card", "usb speaker", *{part.name for part in wired_parts()}):
        assert any(part.lower() in row for row in rows), part
    assert {row.name.partition(":")[0] for row in part_list() if row.optional} >= {"lamp", "wake button", "battery"}


def test_the_tables_of_the_shopping_list_are_those_of_the_parts():
    text = Path("docs/shopping.md").read_text("utf-8")
    for mark, table in _tables():
        assert mark in text
        assert table in text, "write them anew: ./run case"
        assert filled(text, mark, table) == text


def test_every_photograph_that_is_missing_is_marked():
    places = re.findall(r"^<!-- photograph -->\n> \*\*Photograph to come: .+\*\*$", CASE, re.MULTILINE)
    assert len(places) == CASE.count("<!-- photograph -->") == CASE.count("hotograph to come") > 4
