"""A small part of what `python -m bench.attacked` does: boxes under attack lose nothing and end at home."""

from pathlib import Path

import pytest

from device.memory import seal
from tests.faults.mad_life import GAMES, MadLife
from tests.faults.mad_twins import first_difference

GESTURES = 150


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_it_ends_at_home_with_nothing_lost(game: str, tmp_path: Path) -> None:
    for seed in range(2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        life = MadLife(folder, seed, game)
        life.live(GESTURES)
        life.ends()
        assert life.done["cuts"]


@pytest.mark.untraced
def test_two_deals_under_the_same_attack_cannot_be_told_apart(tmp_path: Path) -> None:
    cuts = 0
    for seed in range(3):
        different, gone = first_difference(tmp_path / str(seed), seed, GESTURES)
        assert not different, seed
        cuts += gone
    assert cuts


def test_this_comparison_would_notice_entries_of_different_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seal, "BLOCK", 1)
    assert any("bytes" in first_difference(tmp_path / str(seed), seed, GESTURES)[0] for seed in (1, 3))
