"""Tests buttons, dial and lamp on the kernel's own lines, without gpiozero, on simulated chips."""

import subprocess
import sys
from queue import SimpleQueue

import gpiod
import pytest
from gpiod.line import Bias

from gpiozero_gpiod.paper import PaperBoard, paper_machine
from nightcrier.box.panel.gpio import PINS, GpioControls, GpioLamp
from nightcrier.box.panel.lines import open_lines
from nightcrier.box.panel.port import Edge, PanelLost
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.screen import LampState
from nightcrier.kernel.settings import PanelSettings

DEFAULT = (17, 22, 23, 24, 27)


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """Yield a machine with simulated gpiochips, on which nobody has chosen a pin factory."""
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    open_lines.cache_clear()
    yield paper_machine(tmp_path, monkeypatch.setattr)
    if open_lines.cache_info().currsize:
        open_lines().close()
    open_lines.cache_clear()


@pytest.fixture
def board(machine):
    made = PaperBoard("pinctrl-bcm2711")
    machine(made)
    return made


def opened(queue, **settings):
    controls = GpioControls(PanelSettings(**settings), RealClock())
    controls.open(queue.put)
    return controls


def test_buttons_and_lamp_on_the_kernels_lines(board):
    for number in DEFAULT:
        board.drive(number, True)
    queue: SimpleQueue[Edge] = SimpleQueue()
    controls, lamp, before = opened(queue), GpioLamp((5,)), RealClock().now()
    board.drive(23, False)
    board.drive(24, False)
    edges = [queue.get(timeout=20) for _ in range(2)]
    assert [(edge.pin, edge.active, edge.number) for edge in edges] == [("dial-a", True, 1), ("dial-b", True, 2)]
    assert before <= edges[0].at <= edges[1].at <= RealClock().now()
    assert controls.levels() == dict.fromkeys(PINS, False) | {"dial-a": True, "dial-b": True}
    lamp.show(LampState.DAY)
    assert board.level(5)
    controls.close()
    controls.close()
    lamp.close()
    assert not board.level(5)
    assert {line.owner for line in board.lines} == {None}


@pytest.mark.parametrize(("active_low", "pull"), [(True, Bias.PULL_UP), (False, Bias.PULL_DOWN)])
def test_open_switches_are_kept_quiet_by_a_pull(board, active_low, pull):
    controls = opened(SimpleQueue(), active_low=active_low)
    assert {board.lines[number].settings.bias for number in DEFAULT} == {pull}
    assert controls.levels() == dict.fromkeys(PINS, False)


def test_a_pin_that_somebody_else_holds_is_named_and_the_others_are_let_go_of(board):
    somebody = gpiod.Chip(open_lines().chip.path)
    somebody.request_lines({22: gpiod.LineSettings()}, "somebody")
    with pytest.raises(PanelLost, match=r"GPIO 22 cannot be used \(\[Errno 16\] Device or resource busy\)"):
        opened(SimpleQueue())
    assert [number for number in DEFAULT if board.lines[number].owner] == [22]
    with pytest.raises(PanelLost, match=r"lamp_pins: .*busy; choose other pins"):
        GpioLamp((22,))


def test_a_chip_that_is_pulled_out_leaves_no_level_and_breaks_nothing(board):
    controls = opened(SimpleQueue())
    board.pull_out()
    assert controls.levels() == {}
    controls.close()


def test_a_machine_without_a_chip_is_one_sentence(machine):
    machine()
    with pytest.raises(PanelLost, match=r"machine gives no GPIO pins \(this machine has no gpiochip\)"):
        opened(SimpleQueue())


def test_off_a_pi_the_lines_are_found_by_their_names_and_else_by_their_numbers(machine):
    board = PaperBoard("another", named=True)
    board.lines[3].name, board.lines[17].name = "GPIO17", ""
    machine(board)
    controls = opened(SimpleQueue())
    assert [number for number, line in enumerate(board.lines) if line.owner] == [3, 22, 23, 24, 27]
    controls.close()


def test_gpiozero_is_not_imported_for_the_kernels_lines():
    code = "import sys, nightcrier.box.panel.lines; print('gpiozero' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
