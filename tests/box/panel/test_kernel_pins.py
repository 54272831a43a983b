"""Buttons, dial and lamp on the kernel's own lines, by the pin factory that comes with the box, on chips of paper."""

from queue import SimpleQueue

import gpiozero
import pytest

from gpiozero_gpiod import GpiodFactory
from gpiozero_gpiod.paper import PaperBoard, paper_machine
from nightcrier.box.panel.gpio import PINS, GpioControls, GpioLamp, open_factory
from nightcrier.box.panel.port import Edge
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.screen import LampState
from nightcrier.kernel.settings import PanelSettings


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine with gpiochips of paper, before anybody chose a factory."""
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    return paper_machine(tmp_path, monkeypatch.setattr)


def test_the_kernels_own_line_events_drive_the_pins_unless_another_library_is_set(machine):
    machine(PaperBoard("pinctrl-bcm2711"))
    factory = open_factory()
    assert isinstance(factory, GpiodFactory)
    assert (factory.consumer, factory.chip.get_info().label) == ("nightcrier", "pinctrl-bcm2711")
    factory.close()


def test_buttons_and_lamp_on_the_kernels_lines(machine):
    board = PaperBoard("pinctrl-bcm2711")
    machine(board)
    for number in (17, 22, 23, 24, 27):
        board.drive(number, True)
    queue: SimpleQueue[Edge] = SimpleQueue()
    controls, lamp = GpioControls(PanelSettings(), RealClock()), GpioLamp((5,))
    controls.open(queue.put)
    before = RealClock().now()
    board.drive(23, False)
    board.drive(24, False)
    edges = [queue.get(timeout=20) for _ in range(2)]
    assert [(edge.pin, edge.active, edge.number) for edge in edges] == [("dial-a", True, 1), ("dial-b", True, 2)]
    assert before <= edges[0].at <= edges[1].at <= RealClock().now()
    assert controls.levels() == dict.fromkeys(PINS, False) | {"dial-a": True, "dial-b": True}
    lamp.show(LampState.DAY)
    assert board.level(5)
    controls.close()
    lamp.close()
    gpiozero.Device.pin_factory.close()
