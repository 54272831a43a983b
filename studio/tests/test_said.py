"""Tests how three evenings are printed, as a table hears them, for people who read the words."""

import re

import pytest

from nightcrier.kernel.ids import Language
from nightcrier_studio.said import evenings_heard


def test_three_evenings_are_printed_with_the_silence_before_each_line(call):
    first, *evenings = re.split(r"Evening \d\n", call(0, "words", "said", "en").out)
    assert (first, len(evenings)) == ("", 3)
    for rows in map(str.splitlines, evenings):
        assert all(re.fullmatch(r" *\d+:\d\d\.\d +\d+\.\d  \S.*", row) for row in rows)
        silences = {row[17:]: float(row[10:15]) for row in reversed(rows)}
        assert [silences[said] for said in ("Three.", "Two.", "One.", "Point!")] == [3.0, 0.7, 0.7, 0.7]
        assert any(silence == 6.0 for silence in silences.values())  # three people count after they have pointed


@pytest.mark.parametrize("game", ["one-night", "growl", "wherewolf", "mafia", "full-moon"])
def test_each_game_comes_to_its_end_and_to_its_next_evening(game):
    assert [len(record) > 50 for record in evenings_heard(Language("en"), game, 2)] == [True, True]
