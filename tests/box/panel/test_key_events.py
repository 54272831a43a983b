"""Tests that key and axis events of the kernel become presses, even if some are lost or a device never stops."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.panel.key_events import EVENT, KEYS, MOST_PRESSES, DeviceKeys, axes_of, bits

SYN, KEY, AXIS, MISC = 0, 1, 3, 4
SPACE, ENTER, PAD_A = 57, 28, 0x130
STICK, HAT = (-32768, 32767), (-1, 1)


def events(*told: tuple[float, int, int, int]) -> bytes:
    return b"".join(EVENT.pack(int(at), round(at % 1 * 1e6), *rest) for at, *rest in told)


def pad(keys: frozenset[int] = frozenset({PAD_A})) -> DeviceKeys:
    return DeviceKeys("045e:028e", keys, {0: STICK, 16: HAT})


def follow(device: DeviceKeys, *told: tuple[float, int, int, int], down: frozenset[str] = frozenset()) -> list[str]:
    changes = device.follow(events(*told), lambda: down)
    return [f"{change.at:g} {change.key} {'down' if change.is_down else 'up'}" for change in changes]


def test_a_key_goes_down_and_up_with_the_time_of_the_kernel():
    keypad = DeviceKeys("046d:c31c", frozenset({SPACE}), {})
    told = follow(keypad, (7.25, MISC, 4, 44), (7.25, KEY, SPACE, 1), (7.25, SYN, 0, 0), (7.5, KEY, SPACE, 0))
    assert told == ["7.25 046d:c31c/57 down", "7.5 046d:c31c/57 up"]
    assert keypad.names == {"046d:c31c/57"}


def test_a_key_that_repeats_by_itself_is_pressed_once():
    keypad = DeviceKeys("046d:c31c", frozenset({SPACE}), {})
    repeats = [(1.0 + n / 32, KEY, SPACE, 2) for n in range(20)]
    assert follow(keypad, (0.5, KEY, SPACE, 1), *repeats) == ["0.5 046d:c31c/57 down"]


def test_a_key_that_the_device_does_not_have_and_half_an_event_are_left_out():
    assert follow(pad(), (1.0, KEY, ENTER, 1), (1.0, AXIS, 1, 1), (1.0, 17, 3, 1)) == []
    assert list(pad().follow(events((1.0, KEY, PAD_A, 1))[:-1], frozenset)) == []


def test_a_stick_counts_once_it_is_far_out_and_does_not_flutter():
    moved = [(float(n), AXIS, 0, at) for n, at in enumerate((1000, 15000, 22000, 18000, 22000, 9000, -30000, 0))]
    named = "045e:028e/a0"
    assert follow(pad(), *moved) == [f"2 {named}+ down", f"5 {named}+ up", f"6 {named}- down", f"7 {named}- up"]


def test_a_hat_has_a_key_for_each_way():
    assert follow(pad(), (1.0, AXIS, 16, -1), (2.0, AXIS, 16, 1)) == [
        "1 045e:028e/a16- down",
        "2 045e:028e/a16- up",
        "2 045e:028e/a16+ down",
    ]


def test_after_lost_events_the_keys_are_as_the_kernel_says():
    """The release was lost. If the kernel were not asked for the state, the key would stay down forever."""
    device = pad(frozenset({PAD_A, PAD_A + 1}))
    assert follow(device, (1.0, KEY, PAD_A, 1)) == ["1 045e:028e/304 down"]
    lost = ((2.0, SYN, 3, 0), (2.0, KEY, PAD_A, 1), (2.0, AXIS, 16, 1), (2.5, SYN, 0, 0))
    down = device.keys_down(frozenset({PAD_A + 1}), {0: 0, 16: -1})
    assert follow(device, *lost, down=down) == [
        "2.5 045e:028e/304 up",
        "2.5 045e:028e/305 down",
        "2.5 045e:028e/a16- down",
    ]


def test_no_device_presses_more_often_than_a_hand_could():
    flood = [(3.0 + n / 2000, KEY, PAD_A, n % 2 == 0) for n in range(2000)]
    device = pad()
    told = follow(device, *flood)
    assert len([change for change in told if change.endswith("down")]) == MOST_PRESSES
    assert len(told) == 2 * MOST_PRESSES
    assert follow(device, (4.0, KEY, PAD_A, 1)) == ["4 045e:028e/304 down"], "the next second is another one"


def test_only_axes_of_gamepads_count():
    """Touchpads and motion sensors have axes too, but must not act as controls."""
    assert axes_of(frozenset({PAD_A}), frozenset({0, 1, 2, 16, 40})) == (0, 1, 16)
    assert axes_of(frozenset({0x14A, 0x110}), frozenset({0, 1})) == ()
    assert axes_of(frozenset(), frozenset({0, 1})) == ()


@pytest.mark.parametrize(("read", "numbers"), [(b"", set()), (b"\x01\x80", {0, 15}), (b"\xff", set(range(8)))])
def test_bits_are_the_numbers_of_keys(read, numbers):
    assert bits(read) == numbers


@given(st.binary(max_size=EVENT.size * 20))
def test_whatever_a_device_tells_a_key_never_goes_down_twice(told):
    device, down = DeviceKeys("ffff:ffff", frozenset(range(KEYS)), dict.fromkeys((0, 1, 16), (0, 0))), set[str]()
    for change in device.follow(told, frozenset):
        assert (change.key in down) != change.is_down
        (down.add if change.is_down else down.remove)(change.key)
