"""Tests the basics: clocks, beats, chance, errors, and commands that exist on this machine."""

import hashlib
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.kernel.chance import SeededChance, SystemChance, text_digest
from nightcrier.kernel.clock import LATE, Beat, RealClock, VirtualClock
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.program import program_call


def test_the_real_clock_only_goes_forward():
    clock = RealClock()
    assert clock.now() <= clock.now()


@given(st.lists(st.floats(0, 1e6)))
def test_the_virtual_clock_never_goes_back(moments):
    clock = VirtualClock()
    for moment in moments:
        before = clock.now()
        clock.move_to(moment)
        assert clock.now() == max(before, moment)


@given(st.integers(0, 2**32), st.lists(st.integers(), min_size=1))
def test_the_same_seed_draws_the_same(seed, things):
    assert SeededChance(seed).shuffle(things) == SeededChance(seed).shuffle(things)
    assert SeededChance(seed).pick(things) == SeededChance(seed).pick(things)


@given(st.integers(0, 2**32), st.lists(st.integers()))
def test_a_shuffle_loses_and_adds_nothing(seed, things):
    assert Counter(SeededChance(seed).shuffle(things)) == Counter(things)


def test_the_system_source_draws_within_its_limit():
    assert {SystemChance().below(3) for _ in range(200)} == {0, 1, 2}


def test_an_error_names_file_key_and_what_was_expected():
    assert str(BadFile("a.toml", "panel.start", "expected a number")) == "a.toml: panel.start: expected a number."
    assert str(BadFile("a.toml", "", "is not TOML")) == "a.toml: is not TOML."
    assert str(BadFile("\udcff.toml", "", "is not TOML")) == "\\udcff.toml: is not TOML."
    assert WrongUse("x").exit_status == 2
    assert BadFile("a", "", "b").exit_status == 1


def test_a_digest_is_that_of_hashlib():
    assert text_digest("nightcrier") == hashlib.sha256(b"nightcrier").digest()


def test_the_box_reads_in_neither_openssl_nor_a_packer():
    told = "import atexit, sys; atexit.register(lambda: print({'_hashlib', 'lzma'} & sys.modules.keys()))"
    code = f"{told}; from nightcrier.cli import main; main(['run', '--help'])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "set()"


def test_it_reads_the_moment_that_was_due_and_afterwards_the_clock():
    beat = Beat(VirtualClock(10.0))
    with beat.of(9.99):
        assert beat.now() == 9.99
    assert beat.now() == 10.0


def test_time_that_was_lost_is_not_denied():
    clock = VirtualClock(10.0)
    beat = Beat(clock)
    with beat.of(10.0):
        clock.move_to(10.0 + LATE / 2)
        assert beat.now() == 10.0
        clock.move_to(10.0 + LATE * 2)
        assert beat.now() == clock.now()


def test_the_moment_is_over_even_when_what_was_due_fails():
    beat = Beat(VirtualClock(1.0))
    with pytest.raises(ZeroDivisionError), beat.of(0.99):
        1 / 0  # noqa: B018 - something crashes
    assert beat.now() == 1.0


def test_a_thousand_small_delays_do_not_add_up():
    clock, begun = VirtualClock(), []
    beat, due = Beat(clock), 0.0
    for _ in range(1000):
        clock.move_to(due + LATE / 4)
        with beat.of(due):
            begun.append(beat.now())
            due = beat.now() + 1.0
    assert all(later - earlier == 1.0 for earlier, later in pairwise(begun))


def test_in_a_checkout_commands_begin_with_run_and_on_a_box_with_its_name(tmp_path):
    assert program_call("check", tmp_path) == "nightcrier check"
    (tmp_path / "run").touch()
    assert program_call("check", tmp_path) == "./run check"
