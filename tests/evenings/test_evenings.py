"""Tests scripted evenings. A script is a file for `rehearse`; its lines `#! ...` are checks, which are listed in
`rehearsed`."""

from pathlib import Path

import pytest

from tests.evenings.rehearsed import Rehearsed

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_evening_goes_as_written(script, tmp_path):
    Rehearsed(tmp_path).play(script)


def test_a_newcomer_needs_at_most_25_gestures():
    gestures = [row for row in (HERE / "newcomer.txt").read_text("utf-8").splitlines() if row and row[0].isdigit()]
    assert len(gestures) <= 25
