"""Tests keypads and gamepads as a second set of controls: plugged in, pulled out, flooding, several at once, and while
keys are being chosen."""

import errno
import queue
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import pytest

from nightcrier.box.events import Event, KeyPressed, KeySaid, KeyUse
from nightcrier.box.panel.decode import Decoder
from nightcrier.box.panel.input_devices import (
    AXIS_BITS,
    BOUNDS_OF,
    BUILT_IN,
    GRAB,
    ID,
    KEY_BITS,
    KEY_STATES,
    SET_CLOCK,
    InputDevices,
)
from nightcrier.box.panel.port import Edge
from nightcrier.kernel import guard
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.settings import SHIPPED, PanelSettings
from tests.box.panel.pads import AXIS, KEY, PATIENCE, SYN, PaperFolder

SPACE, ENTER, LEFT, RIGHT, PAD_A = 57, 28, 105, 106, 0x130
DEVICE = "046d:c31c"
USES = {
    f"{DEVICE}/{SPACE}": KeyUse.START,
    f"{DEVICE}/{ENTER}": KeyUse.PRESS,
    f"{DEVICE}/{LEFT}": KeyUse.LEFT,
    f"{DEVICE}/{RIGHT}": KeyUse.RIGHT,
    f"{DEVICE}/a16-": KeyUse.BACK,
}
KEYPAD = {SPACE, ENTER, LEFT, RIGHT}


class Box:
    """Connects simulated input devices to the code of a box that reads them."""

    def __init__(self, folder: Path, settings: PanelSettings = SHIPPED.panel) -> None:
        self.paper, self.clock = PaperFolder(folder), VirtualClock(100.0)
        self.inbox: queue.SimpleQueue[Edge | Event] = queue.SimpleQueue()
        self.devices = InputDevices(settings, self.clock, self.inbox.put, folder, self.paper.ioctl)
        self.decoder = Decoder(settings, self.devices.levels(), self.clock.now())

    def follow(self, uses: Mapping[str, KeyUse] = USES, *, asks: bool = False) -> Self:
        self.devices.follow(uses, by_name=asks)
        return self

    def edges(self, count: int) -> list[tuple[float, str, bool]]:
        found = [self.inbox.get(timeout=PATIENCE) for _ in range(count)]
        return [(edge.at, edge.pin, edge.active) for edge in found if isinstance(edge, Edge)]

    def gestures(self, edges: int) -> list[str]:
        """Return the gestures that the decoder makes of this many edges, and of the time after them."""
        events = []
        for _ in range(edges):
            edge = self.inbox.get(timeout=PATIENCE)
            assert isinstance(edge, Edge)
            events += self.decoder.edge(edge)
        while (due := self.decoder.due()) is not None and due < 200:
            events += self.decoder.tick(due, self.devices.levels())
        return [f"{event.control} {event.gesture}" for event in events if hasattr(event, "gesture")]


@pytest.fixture
def box(tmp_path):
    made = Box(tmp_path / "input")
    yield made
    made.devices.close()


def test_a_press_of_a_key_is_two_edges_with_the_times_of_the_kernel(box):
    box.follow().paper.plug(3, KEYPAD).until_grabbed().press(SPACE, 99.5)
    assert box.edges(2) == [(99.5, "start", True), (pytest.approx(99.6), "start", False)]


def test_a_device_that_is_there_already_is_found_and_a_stamp_of_another_clock_is_not_believed(box):
    keypad = box.paper.plug(0, KEYPAD)
    box.follow()
    keypad.until_grabbed().press(SPACE, 1_793_491_200.0)
    assert box.edges(2) == [(100.0, "start", True), (100.0, "start", False)]


def test_a_look_for_devices_that_fails_is_taken_again(box, monkeypatch):
    """A program that has run out of file descriptors cannot list a folder, and no event tells it to look again."""
    look = InputDevices._look_for_devices
    refusals = [OSError(errno.EMFILE, "no"), OSError(errno.EMFILE, "no")]

    def refuse(devices: InputDevices) -> None:
        if refusals:
            raise refusals.pop()
        look(devices)

    keypad = box.paper.plug(3, KEYPAD)
    monkeypatch.setattr(guard, "GUARD_PAUSE", 0.0)
    monkeypatch.setattr(InputDevices, "_look_for_devices", refuse)
    box.follow()
    keypad.until_grabbed()
    told = [box.inbox.get(timeout=PATIENCE) for _ in range(2)]
    assert [isinstance(fault, Fault) and fault.mended for fault in told] == [False, True]
    keypad.press(SPACE, 99.5)
    assert box.edges(1) == [(99.5, "start", True)]


@pytest.mark.parametrize("edges", [1, 2, 4])
def test_keys_turn_the_dial_of_any_box_by_a_detent(tmp_path, edges):
    box = Box(tmp_path / "input", PanelSettings(edges_per_detent=edges))
    keypad = box.follow().paper.plug(3, KEYPAD)
    keypad.until_grabbed()
    for at, key in enumerate((RIGHT, RIGHT, LEFT, RIGHT)):
        keypad.press(key, 95.0 + at)
    turned: list[int] = []
    for _ in range(4 * edges):
        edge = box.inbox.get(timeout=PATIENCE)
        assert isinstance(edge, Edge)
        turned += [event.steps for event in box.decoder.edge(edge) if getattr(event, "steps", 0)]
    assert turned == [1, 1, -1, 1]
    box.devices.close()


def test_hold_bounce_chord_and_turning_while_pressed_are_those_of_the_pins(box):
    keypad = box.follow().paper.plug(3, KEYPAD)
    keypad.until_grabbed().press(SPACE, 91.0, seconds=1.5)
    assert box.gestures(2) == ["start hold", "start release"]
    keypad.press(SPACE, 93.0, seconds=0.1).press(SPACE, 93.105, seconds=0.002)
    assert box.gestures(4) == ["start press"]
    keypad.tell((94.0, KEY, SPACE, 1), (94.1, KEY, ENTER, 1), (94.2, KEY, ENTER, 0), (94.3, KEY, SPACE, 0))
    assert box.gestures(4) == []
    keypad.tell((95.0, KEY, ENTER, 1), (95.2, KEY, RIGHT, 1), (95.3, KEY, RIGHT, 0), (95.5, KEY, ENTER, 0))
    assert box.gestures(6) == ["dial press-turn"]


def test_two_devices_are_one_set_of_controls(box):
    box.follow()
    pedal, pad = box.paper.plug(3, {SPACE}), box.paper.plug(4, {PAD_A}, (16,))
    pedal.until_grabbed()
    pad.until_grabbed()
    pedal.tell((91.0, KEY, SPACE, 1))
    assert box.edges(1) == [(91.0, "start", True)]
    pad.tell((92.0, AXIS, 16, -100), (92.5, AXIS, 16, 0))
    assert box.edges(2) == [(92.0, "back", True), (92.5, "back", False)]
    pedal.tell((93.0, KEY, SPACE, 0))
    assert box.edges(1) == [(93.0, "start", False)]


def test_a_switch_that_two_keys_hold_opens_with_the_last_of_them(box):
    keypad = box.follow({**USES, f"{DEVICE}/{LEFT}": KeyUse.START}).paper.plug(3, KEYPAD)
    keypad.until_grabbed()
    keypad.tell((91.0, KEY, SPACE, 1), (91.1, KEY, LEFT, 1), (91.2, KEY, SPACE, 0), (91.3, KEY, LEFT, 0))
    assert box.edges(2) == [(91.0, "start", True), (pytest.approx(91.3), "start", False)]


def test_pulled_while_it_is_held_it_lets_go_and_plugged_again_it_goes_on(box):
    keypad = box.follow().paper.plug(3, KEYPAD)
    keypad.until_grabbed().tell((99.0, KEY, SPACE, 1))
    assert box.edges(1) == [(99.0, "start", True)]
    keypad.unplug()
    assert box.edges(1) == [(100.0, "start", False)]
    again = box.paper.plug(3, KEYPAD)
    again.until_grabbed()
    again.press(ENTER, 99.5)
    assert [pin for _, pin, _ in box.edges(2)] == ["dial-press", "dial-press"]


def test_a_device_that_is_allowed_a_moment_later_is_used_then(box):
    """The kernel creates the file of a device first, and udev gives the group permission afterward."""
    keypad = box.follow().paper.plug(3, KEYPAD, refuses=True)
    keypad.allow()
    keypad.until_grabbed().press(SPACE, 99.5)
    assert len(box.edges(2)) == 2


def test_keys_without_a_use_are_nobodys_business(box):
    """An administrator's keyboard still types, and the power button of a Pi keeps its function."""
    box.follow()
    others = box.paper.plug(1, {ENTER + 1}), box.paper.plug(2, KEYPAD, bus=BUILT_IN), box.paper.plug(3, set())
    box.paper.plug(4, {*KEYPAD, 30}).until_grabbed().press(30, 99.0).press(SPACE, 99.5)
    assert [pin for _, pin, _ in box.edges(2)] == ["start", "start"]
    for other in others:
        with pytest.raises(queue.Empty):
            other.grabs.get_nowait()


def test_while_a_key_is_asked_for_each_press_tells_only_its_name(box):
    keypad = box.follow().paper.plug(3, {*KEYPAD, 30})
    keypad.until_grabbed().tell((91.0, KEY, SPACE, 1))
    assert box.edges(1) == [(91.0, "start", True)]
    pad = box.paper.plug(5, {PAD_A}, (0,))
    box.follow(asks=True)
    pad.until_grabbed()
    keypad.tell((92.0, KEY, SPACE, 0), (92.5, KEY, 30, 1), (92.6, KEY, 30, 0))
    assert box.edges(1) == [(92.0, "start", False)], "what was held is let go"
    assert box.inbox.get(timeout=PATIENCE) == KeySaid(92.5, KeyPressed(f"{DEVICE}/30"))
    pad.tell((93.0, AXIS, 0, 90))
    assert box.inbox.get(timeout=PATIENCE) == KeySaid(93.0, KeyPressed(f"{DEVICE}/a0+"))


def test_after_lost_events_no_switch_stays_closed(box):
    keypad = box.follow().paper.plug(3, KEYPAD)
    keypad.until_grabbed()
    keypad.states = {ENTER}
    keypad.tell((91.0, KEY, SPACE, 1), (92.0, SYN, 3, 0), (92.0, KEY, LEFT, 1), (92.1, SYN, 0, 0))
    told = box.edges(3)
    assert sorted((pin, active) for _, pin, active in told[1:]) == [("dial-press", True), ("start", False)]


def test_a_keyboard_that_floods_presses_no_more_than_a_hand_could(box):
    keypad = box.follow().paper.plug(3, KEYPAD)
    keypad.until_grabbed()
    for batch in range(10):
        keypad.tell(*((95.0 + batch / 11 + n / 2000, KEY, SPACE, 1 - n % 2) for n in range(100)))
    keypad.press(ENTER, 96.5)
    pins = []
    while "dial-press" not in pins:
        pins += [pin for _, pin, _ in box.edges(1)]
    assert pins.count("start") == 100


def test_the_requests_are_those_of_the_kernel():
    """The numbers are those of linux/input.h. The simulated devices would accept wrong ones too."""
    assert [f"{request:x}" for request in (ID, KEY_BITS, AXIS_BITS, KEY_STATES, GRAB, SET_CLOCK)] == [
        "80084502",
        "80604521",
        "80084523",
        "80604518",
        "40044590",
        "400445a0",
    ]
    assert {axis: f"{request:x}" for axis, request in BOUNDS_OF.items()} == {
        0: "80184540",
        1: "80184541",
        16: "80184550",
        17: "80184551",
    }
