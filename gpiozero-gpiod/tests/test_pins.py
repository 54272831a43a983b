"""Tests what gpiozero asks of a pin, whatever drives it, following gpiozero's own tests of pins."""

import pytest
from gpiozero import LED, PWMLED, Button, exc
from gpiozero.exc import GPIOPinInUse

from gpiozero_gpiod import GpiodFactory


def test_a_pin_is_one_whatever_it_is_called(factory):
    assert factory.pin("GPIO5") is factory.pin(5) is factory.pin("BCM5") is factory.pin("5")
    assert repr(factory.pin(5)) == "GPIO5"
    assert factory.pin(5) is not factory.pin(6)


@pytest.mark.parametrize("name", ["GPIO99", -1, "BOARD7", "3V3"])
def test_a_pin_that_is_none_is_refused(factory, name):
    with pytest.raises(exc.PinInvalidPin):
        factory.pin(name)


def test_an_input_has_the_level_of_its_line(board, factory):
    pin = factory.pin(5)
    pin.function = "input"
    board.drive(5, True)
    assert (pin.function, pin.state) == ("input", 1)
    board.drive(5, False)
    assert pin.state == 0


def test_an_output_holds_what_it_is_told(board, factory):
    pin = factory.pin(5)
    pin.function = "output"
    assert (pin.function, pin.state, board.level(5)) == ("output", 0, False)
    pin.state = 1
    assert (pin.state, board.level(5)) == (1, True)
    pin.state = 0.0
    assert board.level(5) is False


def test_an_output_begins_with_its_state(board, factory):
    factory.pin(5).output_with_state(1)
    assert board.level(5) is True


@pytest.mark.parametrize("state", [-1, 2])
def test_a_state_that_is_none_is_refused(factory, state):
    pin = factory.pin(5)
    pin.output_with_state(0)
    with pytest.raises(exc.PinInvalidState):
        pin.state = state
    with pytest.raises(exc.PinInvalidState):
        pin.output_with_state(state)


def test_a_function_that_is_none_is_refused(factory):
    with pytest.raises(exc.PinInvalidFunction):
        factory.pin(5).function = "foo"


def test_an_input_cannot_be_set(factory):
    pin = factory.pin(5)
    pin.function = "input"
    with pytest.raises(exc.PinSetInput):
        pin.state = 1


def test_a_pin_goes_to_and_fro_between_input_and_output(board, factory):
    pin = factory.pin(5)
    pin.output_with_state(1)
    pin.input_with_pull("floating")
    board.drive(5, False)
    assert (pin.function, pin.state) == ("input", 0)
    pin.function = "output"
    assert pin.function == "output"


def test_pulls(factory):
    pin = factory.pin(5)
    assert pin.pull == "floating"
    for pull in ("up", "down", "floating"):
        pin.pull = pull
        assert pin.pull == pull
    pin.input_with_pull("up")
    assert pin.pull == "up"


def test_a_pull_that_is_none_is_refused(factory):
    pin = factory.pin(5)
    with pytest.raises(exc.PinInvalidPull):
        pin.pull = "foo"
    with pytest.raises(exc.PinInvalidPull):
        pin.input_with_pull("foo")


def test_an_output_has_no_pull_to_set(factory):
    pin = factory.pin(5)
    pin.function = "output"
    with pytest.raises(exc.PinFixedPull):
        pin.pull = "up"


def test_there_is_no_pwm(factory):
    pin = factory.pin(5)
    pin.function = "output"
    pin.frequency = None
    assert pin.frequency is None
    with pytest.raises(exc.PinPWMUnsupported):
        pin.frequency = 100
    with pytest.raises(exc.PinPWMUnsupported):
        PWMLED(6, pin_factory=factory)


def test_bounce_is_seconds_or_none(factory):
    pin = factory.pin(5)
    assert pin.bounce is None
    pin.bounce = 0.01
    assert pin.bounce == 0.01
    pin.bounce = None
    assert pin.bounce is None
    with pytest.raises(exc.PinInvalidBounce):
        pin.bounce = -1


def test_edges_are_both_rising_or_falling(factory):
    pin = factory.pin(5)
    assert pin.edges == "both"
    for edges in ("falling", "rising", "none", "both"):
        pin.edges = edges
        assert pin.edges == edges
    with pytest.raises(exc.PinInvalidEdges):
        pin.edges = "foo"


def test_a_closed_pin_lets_go_of_its_line_and_can_be_used_again(board, factory):
    pin = factory.pin(5)
    pin.output_with_state(1)
    pin.close()
    pin.close()
    other = GpiodFactory(factory.chip.path)
    other.pin(5).output_with_state(1)
    with pytest.raises(OSError, match="busy"):
        pin.function = "input"
    other.close()
    pin.input_with_pull("up")
    assert pin.function == "input"


def test_a_closed_factory_has_closed_all_and_may_be_closed_again(board, factory):
    pin = factory.pin(5)
    pin.output_with_state(1)
    factory.pin(6).when_changed = print
    factory.close()
    factory.close()
    other = GpiodFactory("gpiozero-gpiod")
    other.pin(5).function = other.pin(6).function = "output"
    other.close()


def test_devices_reserve_their_pins(factory):
    led = LED(5, pin_factory=factory)
    with pytest.raises(GPIOPinInUse):
        Button(5, pin_factory=factory)
    led.close()
    Button(5, pin_factory=factory).close()


def test_gpiozeros_devices_work(board, factory):
    with LED(5, pin_factory=factory) as led:
        led.on()
        assert board.level(5) is True
        led.toggle()
        assert board.level(5) is False
    board.drive(6, True)
    with Button(6, pin_factory=factory) as button:
        assert not button.is_pressed
        board.drive(6, False)
        assert button.wait_for_press(timeout=20)
