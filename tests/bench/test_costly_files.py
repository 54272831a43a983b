"""The files that cost: a small run, and a start that is too dear."""

import random

from bench.costly_files import Trial, main, told
from bench.costly_grammar import costly_deck
from bench.costly_starts import READY_SECONDS, Begun


def test_a_small_run_loses_nothing_and_tells_the_dearest(capsys, monkeypatch, tmp_path):
    for name in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY"):  # the run sets its own
        monkeypatch.setenv(name, str(tmp_path))
    assert main(["--decks", "3", "--boxes", "2", "--seed", "8"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 decks on ")
    assert "and 2 saved boxes" in said
    assert "nothing lost; short of it: 0" in said


def test_a_start_that_is_late_or_loses_something_falls_short():
    good, late = Begun(1.0), Begun(READY_SECONDS + 1)
    assert [Trial("", 1, 0.0, begun, lost).is_good for begun, lost in ((good, ()), (late, ()), (good, ("a",)))] == [
        True,
        False,
        False,
    ]
    assert "too late: stick" in told([Trial("stick", 1, 0.0, late, ())])


def test_the_grammar_makes_the_same_files_again_and_decks_of_every_game():
    assert costly_deck(random.Random(1)) == costly_deck(random.Random(1))
    assert {costly_deck(random.Random(seed))[1] for seed in range(20)} == {"", "growl", "wherewolf"}
