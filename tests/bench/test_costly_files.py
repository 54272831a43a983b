"""The files that cost: a start that is too dear."""

import random
from pathlib import Path

from bench.costly_files import Trial, rows_of, untaken
from bench.costly_grammar import costly_deck
from bench.costly_starts import READY_SECONDS, Begun


def test_a_start_that_is_late_or_loses_something_falls_short():
    good, late = Begun(1.0), Begun(READY_SECONDS + 1)
    assert [Trial("", 1, 0.0, begun, lost).is_good for begun, lost in ((good, ()), (late, ()), (good, ("a",)))] == [
        True,
        False,
        False,
    ]
    *_, short = rows_of([Trial("stick", 1, 0.0, late, ())])
    assert (short.found, short.holds) == (1, False)
    assert "too late: stick" in short.note


def test_a_file_has_to_be_taken_or_named_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"a")
    files = {"a.toml": b"a", "b.toml": b"b", "c.toml": b"c"}
    assert untaken(tmp_path, files, "b.toml is too long.") == ("1 of 3 not taken, c.toml",)
    assert untaken(tmp_path, files, "b.toml and c.toml are too long.") == ()


def test_the_grammar_makes_the_same_files_again_and_decks_of_every_game():
    assert costly_deck(random.Random(1)) == costly_deck(random.Random(1))
    assert {costly_deck(random.Random(seed))[1] for seed in range(20)} == {"", "growl", "wherewolf"}
