"""The ground floor: clocks, chance, errors."""

import hashlib
import subprocess
import sys
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from nightcrier.kernel.chance import SeededChance, SystemChance, text_digest
from nightcrier.kernel.clock import RealClock, VirtualClock
from nightcrier.kernel.errors import BadFile, WrongUse


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
