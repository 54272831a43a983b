"""How long the windows are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.games.one_night.night import STRETCH, window
from device.games.one_night.rules.options import Options
from device.kernel.chance import SeededChance

CALLS = ("werewolf", "dream-wolf", "minion", "doppelganger", "doppelganger-minion", "doppelganger-curator", "witch")


def seconds(call: str, options: Options | None = None, fresh: tuple[str, ...] = ()) -> float:
    return window(call, options or Options(), fresh, SeededChance(0))


def test_a_simple_role_has_ten_seconds_and_a_complex_one_longer() -> None:
    assert [seconds(call) for call in ("seer", "insomniac", "doppelganger-minion", "dream-wolf")] == [10.0] * 4
    longer = ("witch", "paranormal-investigator", "village-idiot", "curator", "revealer", "doppelganger-revealer")
    assert [seconds(call) for call in longer] == [14.0] * 6
    assert seconds("doppelganger") == 18.0


def test_there_are_three_paces() -> None:
    assert [seconds("seer", Options(pace=pace)) for pace in ("slow", "normal", "fast")] == [15.0, 10.0, 6.0]


@pytest.mark.parametrize(("call", "fresh"), [("seer", "seer"), ("doppelganger-minion", "minion")])
def test_what_is_new_here_takes_half_as_long_again(call: str, fresh: str) -> None:
    assert seconds(call, fresh=(fresh,)) == 15.0
    assert seconds(call, fresh=("drunk",)) == 10.0


def test_a_new_doppelganger_makes_all_her_steps_longer() -> None:
    assert seconds("doppelganger", fresh=("doppelganger",)) == 27.0
    assert seconds("doppelganger-minion", fresh=("doppelganger",)) == 15.0
    assert seconds("minion", fresh=("doppelganger",)) == 10.0


@given(st.sampled_from(CALLS), st.integers(0, 10**6))
def test_the_stretch_is_whole_seconds_of_one_range_for_all(call: str, seed: int) -> None:
    longer = window(call, Options(stretch=True), (), SeededChance(seed)) - seconds(call)
    assert longer in range(STRETCH + 1)


def test_every_role_is_stretched_by_the_same_lot() -> None:
    """The same seed stretches every call alike: what is called has no say in it."""
    for seed in range(200):
        stretched = {window(c, Options(stretch=True), (), SeededChance(seed)) - seconds(c) for c in CALLS}
        assert len(stretched) == 1


def test_every_stretch_comes_as_often() -> None:
    chance = SeededChance(3)
    drawn = [window("seer", Options(stretch=True), (), chance) for _ in range(5000)]
    assert all(900 < drawn.count(10.0 + more) < 1100 for more in range(STRETCH + 1))
