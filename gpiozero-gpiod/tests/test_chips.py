"""Tests which chip is chosen, and what is available on a machine that is not a Raspberry Pi."""

import gpiozero
import pytest
from gpiozero.exc import BadPinFactory, PinFixedPull

from gpiozero_gpiod import GpiodFactory, factory
from gpiozero_gpiod.paper import PaperBoard


def taken(wish=None):
    made = GpiodFactory(wish)
    name = made.chip.get_info().name
    made.close()
    return name


def test_the_chip_of_the_header_is_taken_under_whatever_number(machine):
    machine(PaperBoard("brcmvirt"), PaperBoard("gpio-brcmstb@1"), PaperBoard("pinctrl-rp1"))
    assert taken() == "gpiochip2"


def test_a_chip_that_names_its_lines_like_a_header_comes_next(machine):
    machine(PaperBoard("one"), PaperBoard("two", named=True))
    assert taken() == "gpiochip1"


def test_the_only_chip_is_taken_whatever_it_is(machine):
    machine(PaperBoard("one"))
    assert taken() == "gpiochip0"


@pytest.mark.parametrize("wish", [1, "1", "two", "gpiochip1"])
def test_a_chip_is_wished_for_by_number_label_or_name(machine, monkeypatch, wish):
    machine(PaperBoard("one", named=True), PaperBoard("two"))
    assert taken(wish) == "gpiochip1"
    monkeypatch.setenv("GPIOZERO_GPIOD_CHIP", str(wish))
    assert taken() == "gpiochip1"
    assert taken(0) == "gpiochip0"


def test_a_chip_is_wished_for_by_its_path_or_by_a_link_to_it(machine, tmp_path):
    machine(PaperBoard("one", named=True), PaperBoard("two"))
    (tmp_path / "pins").symlink_to(tmp_path / "gpiochip1")
    assert taken(str(tmp_path / "gpiochip1")) == taken(str(tmp_path / "pins")) == "gpiochip1"


def test_a_link_under_the_former_number_is_no_second_chip(machine, tmp_path):
    machine(PaperBoard("one"))
    (tmp_path / "gpiochip4").symlink_to(tmp_path / "gpiochip0")
    assert taken() == "gpiochip0"


@pytest.mark.parametrize(
    ("boards", "wish", "told"),
    [
        ([], None, "this machine has no gpiochip"),
        ([PaperBoard(locked=True)], None, "no gpiochip may be used: .*Permission denied"),
        ([PaperBoard("one")], "three", "no gpiochip is called 'three'; there are .*/gpiochip0"),
        ([PaperBoard("one"), PaperBoard("two")], None, "name one in GPIOZERO_GPIOD_CHIP"),
    ],
)
def test_what_cannot_be_had_is_one_sentence(machine, boards, wish, told):
    machine(*boards)
    with pytest.raises(BadPinFactory, match=told):
        GpiodFactory(wish)


def test_a_chip_beside_one_that_may_not_be_used_is_not_taken_for_the_header(machine):
    machine(PaperBoard("pinctrl-rp1", locked=True), PaperBoard("expander"))
    with pytest.raises(BadPinFactory, match="not every gpiochip may be used: Permission denied"):
        GpiodFactory()
    GpiodFactory("expander").close()


def test_chips_that_are_not_taken_are_closed(machine, monkeypatch):
    import gpiod

    machine(PaperBoard("one"), PaperBoard("pinctrl-rp1"))
    made, real = [], gpiod.Chip
    monkeypatch.setattr(gpiod, "Chip", lambda path: made.append(real(path)) or made[-1])
    GpiodFactory().close()
    assert all(chip.closed for chip in made)


def test_where_there_is_no_pi_all_lines_of_the_chip_are_the_board(machine):
    board = PaperBoard("sim", lines=60)
    board.lines[3].name, board.lines[4].name = "doorbell", "GPIO50"
    machine(board)
    made = GpiodFactory()
    info = made.board_info
    assert (info.model, list(info.headers)) == ("sim", ["gpiochip0"])
    assert made.pin("doorbell") is made.pin(3) is made.pin("GPIO3")
    assert made.pin("GPIO50") is made.pin(4)
    assert made.pin(50) is made.pin("BCM50")
    made.close()


@pytest.mark.parametrize("how", ["full", "headers", "specs", "board"])
def test_such_a_board_can_be_printed_as_pinout_prints_it(machine, how):
    machine(PaperBoard("sim", lines=4))
    made = GpiodFactory()
    assert made.board_info.description == "sim rev 1.0"
    printed = f"{made.board_info:{how}}"
    assert how not in ("full", "headers") or "GPIO3" in printed
    made.close()


def test_on_a_pi_the_header_is_that_of_the_pi(machine, monkeypatch):
    machine(PaperBoard("pinctrl-rp1"), PaperBoard("expander"))
    monkeypatch.setattr(factory.GpiodFactory, "_get_revision", lambda _factory: 0xC04170)
    made = GpiodFactory()
    assert made.board_info.model == "5B"
    assert made.pin("J8:11") is made.pin("GPIO17")
    with pytest.raises(PinFixedPull):
        made.pin("GPIO2").input_with_pull("down")
    made.close()
    other = GpiodFactory("expander")
    assert other.board_info.model == "expander"
    other.close()


def test_gpiozero_finds_the_factory_by_its_name():
    from importlib.metadata import EntryPoint
    from pathlib import Path
    from tomllib import loads

    project = loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text("utf-8"))["project"]
    (name, value), *more = project["entry-points"]["gpiozero_pin_factories"].items()
    assert (EntryPoint(name, value, "gpiozero_pin_factories").load(), name, more) == (GpiodFactory, "gpiod", [])
    assert issubclass(GpiodFactory, gpiozero.pins.local.LocalPiFactory)
