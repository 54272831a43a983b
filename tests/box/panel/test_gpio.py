"""Tests pins and lamp on gpiozero's mock factory: levels, callbacks that cannot raise, and what is missing."""

import tempfile
import threading
from itertools import islice, pairwise

import gpiozero
import pytest
from gpiozero.exc import BadPinFactory
from gpiozero.pins.mock import MockFactory

from nightcrier.box.panel import gpio
from nightcrier.box.panel.gpio import FLASH, LOOKS, PINS, GpioControls, GpioLamp, open_factory
from nightcrier.box.panel.hand import Move, press_moves
from nightcrier.box.panel.port import Edge, PanelLost
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.screen import LampState
from nightcrier.kernel.settings import PanelSettings


def test_levels_are_those_of_the_pins(one):
    assert one.controls.levels() == dict.fromkeys(PINS, False)
    one.move(Move(0, "back", True))
    assert one.controls.levels() == {**dict.fromkeys(PINS, False), "back": True}


def test_an_edge_carries_the_time_and_the_number_it_had_however_late_it_is_told(one):
    one.clock.move_to(123.0)
    one.factory.hold()
    one.move(Move(0, "dial-b", True))
    one.clock.move_to(123.5)
    one.factory.let_go()
    assert one.queue == [Edge(123.0, "dial-b", True)]
    one.pin("dial-a").when_changed(Numbered(123.25), 0)
    assert one.queue[1:] == [Edge(123.25, "dial-a", True, 17)]


class Numbered(float):
    number = 17


@pytest.mark.parametrize("foreign", [0.0, 112.0, 123.1, 1.7e9])
def test_a_stamp_of_another_clock_is_not_believed(one, foreign):
    one.clock.move_to(123.0)
    one.pin("dial-b").when_changed(foreign, 0)
    assert one.queue == [Edge(123.0, "dial-b", True)]


def test_a_queue_that_raises_kills_no_pin(box):
    one, calls = box(), []

    def full(thing):
        calls.append(thing)
        raise RuntimeError("the queue is full")

    one.controls.close()
    one.controls.open(full)
    for move in press_moves("start", 0, 0.1):
        one.move(move)
    assert [edge.active for edge in calls] == [True, False]


def test_a_pin_that_cannot_be_read_is_left_out_and_the_others_go_on(one, monkeypatch):
    broken = one.pin("dial-b")
    monkeypatch.setattr(type(broken), "state", property(lambda pin: 1 / 0 if pin is broken else pin._get_state()))
    assert set(one.controls.levels()) == set(PINS) - {"dial-b"}
    one.move(Move(0, "dial-a", True))
    assert one.queue == [Edge(100.0, "dial-a", True)]


def test_no_thread_is_started_for_the_pins(box):
    before = threading.active_count()
    box()
    assert threading.active_count() == before


def test_closed_controls_say_nothing_more_and_may_be_closed_again(one):
    one.controls.close()
    one.controls.close()
    one.move(Move(0, "start", True))
    assert one.queue == []
    assert one.controls.levels() == {}


def test_a_pin_that_fails_while_it_is_let_go_of_does_not_matter(one, monkeypatch):
    monkeypatch.setattr(type(one.pin("start")), "close", lambda _pin: 1 / 0)
    one.controls.close()
    assert one.controls.levels() == {}


def refused(**settings):
    controls = GpioControls(PanelSettings(**settings), VirtualClock(), MockFactory())
    with pytest.raises(PanelLost) as told:
        controls.open(print)
    return str(told.value)


def test_two_controls_on_one_pin_are_named():
    assert refused(back=17) == "[panel]: start and back both name GPIO 17; give each its own."


def test_a_pin_that_is_none_is_named_with_its_setting():
    assert refused(dial_a=99).startswith("[panel] dial_a: GPIO 99 cannot be used (")


def test_a_pull_the_board_does_not_allow_is_named():
    assert refused(start=2, active_low=False).startswith("[panel] start: GPIO 2 cannot be used (")


@pytest.fixture
def bare(monkeypatch):
    """Return a monkeypatch with gpiozero as it is before anybody chose a pin factory."""
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    for name in ("GPIOZERO_PIN_FACTORY", "LG_WD", "RUNTIME_DIRECTORY"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    return monkeypatch


def test_the_factory_is_the_one_people_name(bare):
    bare.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert isinstance(open_factory(), MockFactory)


@pytest.mark.parametrize("library", ["lgpio", "rpigpio"])
def test_another_library_is_gpiozeros_own(bare, library):
    bare.setattr(gpio, "_factory_by_name", lambda name: f"the factory of {name}")
    assert open_factory(library) == f"the factory of {library}"
    assert gpio.os.environ["GPIOZERO_PIN_FACTORY"] == library


def test_lgpio_and_only_lgpio_gets_a_folder_it_may_write_to(bare):
    bare.setattr(gpio, "_factory_by_name", lambda _name: None)
    open_factory("rpigpio")
    assert "LG_WD" not in gpio.os.environ
    bare.delenv("GPIOZERO_PIN_FACTORY")
    open_factory("lgpio")
    assert gpio.os.environ["LG_WD"] == tempfile.gettempdir()
    bare.delenv("LG_WD")
    bare.setenv("RUNTIME_DIRECTORY", "/run/nightcrier:/run/other")
    open_factory("lgpio")
    assert gpio.os.environ["LG_WD"] == "/run/nightcrier"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ModuleNotFoundError("No module named 'gpiod'", name="gpiod"), "No buttons: gpiod is not installed; run "),
        (BadPinFactory("no chip"), "No buttons: this machine gives no GPIO pins (no chip); run "),
        (OSError("can not open gpiochip"), "No buttons: this machine gives no GPIO pins (can not open gpiochip); run "),
    ],
)
def test_a_machine_without_pins_is_one_sentence(bare, error, told):
    def refuse(_name):
        raise error

    bare.setattr(gpio, "_factory_by_name", refuse)
    with pytest.raises(PanelLost) as lost:
        GpioControls(PanelSettings(library="lgpio"), VirtualClock()).open(print)
    assert str(lost.value).startswith(told)


def test_every_state_has_a_light():
    assert set(LOOKS) == set(LampState)


class Blinks(list):
    """Records which lights should blink, and the first two steps, without blinking."""

    def __call__(self, lights, steps):
        self.append(([repr(light) for light in lights], [*islice(steps, 2)]))
        return self

    def stop(self):
        pass


@pytest.fixture
def blinking(monkeypatch):
    told = Blinks()
    monkeypatch.setattr(gpio, "Blinking", told)
    return told


def test_a_coloured_lamp_shows_colours_and_blinks(blinking):
    factory = MockFactory()
    lamp = GpioLamp((5, 6, 13), factory)
    red, green, blue = (factory.pin(f"GPIO{number}") for number in (5, 6, 13))
    lamp.show(LampState.NIGHT)
    assert (red.state, green.state, blue.state) == (0, 0, 1)
    lamp.show(LampState.FAULT)
    lamp.show(LampState.FAULT)
    assert (blinking, blue.state) == ([(["GPIO5"], [(True, 0.25), (False, 0.25)])], 0)
    lamp.show(LampState.DAY)
    assert (red.state, green.state, blue.state) == (1, 1, 1)
    lamp.close()
    lamp.close()
    lamp.show(LampState.DAY)
    assert {red.state, green.state, blue.state} == {0}


def test_a_plain_lamp_shines_and_blinks(blinking):
    factory = MockFactory()
    lamp = GpioLamp((5,), factory)
    lamp.show(LampState.WINDOW)
    assert factory.pin("GPIO5").state == 1
    lamp.show(LampState.NIGHT)
    assert factory.pin("GPIO5").state == 0
    lamp.show(LampState.LAST_MINUTE)
    assert blinking == [(["GPIO5"], [(True, 0.5), (False, 0.5)])]


@pytest.mark.parametrize(
    ("state", "number", "told"),
    [
        (LampState.CALL, 12, "long long short short"),
        (LampState.CALL, 3, "short short short"),
        (LampState.CALL, 5, "long"),
        (LampState.CALL, 0, ""),
        (LampState.CLOSED, 0, "short short"),
        (LampState.WINDOW, 0, ""),
    ],
)
def test_a_long_flash_counts_five_and_a_short_one_counts_one(state, number, told):
    lit = "".join("x" if step else " " for step in LOOKS[state].steps(number)).split()
    assert [{"x": "short", "xxx": "long"}[flash] for flash in lit] == told.split()


def test_there_are_at_most_three_flashes_a_second():
    assert all(look.hertz <= 3 for look in LOOKS.values())
    for number in range(1, 40):
        steps = LOOKS[LampState.CALL].steps(number)
        begun = [at * FLASH for at, pair in enumerate(pairwise((False, *steps))) if pair == (False, True)]
        assert all(fourth - first > 1.0 for first, fourth in zip(begun, begun[3:], strict=False))


def test_a_call_is_flashed_after_a_window_and_then_the_lamp_stays_dark(monkeypatch):
    monkeypatch.setattr(gpio, "FLASH", 0.0)
    factory = MockFactory()
    lamp, pin = GpioLamp((5,), factory), factory.pin("GPIO5")
    lamp.show(LampState.WINDOW)
    pin.clear_states()
    lamp.show(LampState.CALL, 6)
    lamp._blinking._thread.join()
    pin.assert_states([1, 0, 1, 0, 1, 0])
    lamp.show(LampState.WINDOW)
    assert pin.state == 1
    lamp.close()


def test_a_call_that_is_not_told_to_its_end_gives_way_to_the_window():
    factory, threads = MockFactory(), threading.active_count()
    lamp = GpioLamp((5, 6, 13), factory)
    lamp.show(LampState.CALL, 39)
    lamp.show(LampState.WINDOW)
    red, green, blue = (factory.pin(f"GPIO{number}") for number in (5, 6, 13))
    assert (red.state, green.state, blue.state) == (0, 1, 1)
    assert threading.active_count() == threads
    lamp.close()


def test_a_lamp_that_breaks_is_no_matter(monkeypatch):
    factory = MockFactory()
    lamp = GpioLamp((5,), factory)
    monkeypatch.setattr(factory.pin("GPIO5"), "_set_state", lambda _value: 1 / 0)
    lamp.show(LampState.DAY)
    assert factory.pin("GPIO5").state == 0


@pytest.mark.parametrize(("numbers", "told"), [((5, 6), "2 pins; give one, or three"), ((99,), "choose other pins")])
def test_wrong_lamp_pins_are_one_sentence(numbers, told):
    with pytest.raises(PanelLost, match=told):
        GpioLamp(numbers, MockFactory())
