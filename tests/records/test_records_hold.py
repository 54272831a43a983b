"""Tests that what people see, hear and read, and what boxes write and send, is unchanged to the byte."""

import subprocess
import sys
from itertools import chain

import pytest

from tests import sampling
from tests.records.kept_records import kept_digests, named
from tests.records.shown_differences import MOST_ROWS, differing_rows
from tests.sampling import sampled

SAMPLE = {
    "evenings/": 2,
    "hands/one-night.": 1,
    "hands/one-night-dealt.": 1,
    "hands/growl.": 1,
    "hands/wherewolf-led.": 1,
    "hands/wherewolf-dealt.": 1,
    "broker/": 1,
    "printed/check": 0,
    "printed/deck": 2,
    "printed/judge": 1,
    "printed/rehearse": 1,
    "printed/scores": 1,
    "pages/": 6,
}
"""The number of records of each kind for `./test`. `check` reads everything fifty times, so other tests run it."""
TAKEN = {kind: made for kind, count in SAMPLE.items() if (made := sampled(named((kind,)), count))}
BY_GAME = [names for kind, names in TAKEN.items() if kind.startswith("hands/")]
OTHERS = [*chain(*(names for names in TAKEN.values() if names not in BY_GAME))]
PARTS = [*TAKEN.values()] if sampling.whole else [*BY_GAME, OTHERS]
"""Groups of records, with those of each game apart, for `./test changed`."""


def test_every_record_is_kept_and_in_the_sample():
    assert set(named(SAMPLE)) == set(named(())) == set(kept_digests())


@pytest.mark.parametrize("names", PARTS, ids=lambda names: f"{names[0]} and {len(names) - 1} more")
def test_the_records_are_as_they_were_kept(names):
    """The records are made in a separate process, whose chance is fixed before the program is imported."""
    words = [sys.executable, "-m", "tests.records", "--brief", *names]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    assert made.returncode == 0, f"{made.stdout}{made.stderr}\n`python -m tests.records NAME` shows what differs"


def test_what_differs_is_shown_from_the_first_row_that_does():
    before, now = ["same", "old", "kept"], ["same", *(f"new {number}" for number in range(9)), "kept", "more"]
    shown = ["  -old", *(f"  +new {number}" for number in range(MOST_ROWS))]
    assert list(differing_rows(before, now)) == shown
    assert list(differing_rows(now, now)) == []
