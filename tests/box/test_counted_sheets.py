"""The sheet of a game is kept beside the scores, once, and goes with a verdict that is taken back."""

from collections.abc import Callable
from pathlib import Path

from nightcrier.box.events import Standings
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.table.core.effects import KeepSheet, WithdrawGame
from nightcrier.kernel.faults import Fault
from tests.box.book import GAME


def test_the_sheet_of_a_verdict_taken_back_goes_with_it(
    marked: Callable[[str | None], Scorebook], tmp_path: Path
) -> None:
    marked("one").count(KeepSheet("toy", "seat,role\n"))
    marked("two").count(KeepSheet("toy", "seat,role\n"))
    marked("two").count(WithdrawGame())
    assert [file.name[:9] for file in (tmp_path / "sheets").iterdir()] == ["toy-0001-"]


def test_the_sheet_of_a_game_is_kept_beside_the_scores_once(
    marked: Callable[[str | None], Scorebook], tmp_path: Path
) -> None:
    for mark in ("one", "one", "two"):
        assert marked(mark).count(KeepSheet("toy", "seat,role\n")) == []
    files = sorted((tmp_path / "sheets").iterdir())
    assert [file.name[:9] for file in files] == ["toy-0001-", "toy-0002-"]
    assert files[0].read_text() == "seat,role\n"


def test_a_sheet_that_cannot_be_kept_is_one_fault_until_it_can(scorebook: Scorebook, tmp_path: Path) -> None:
    sheet = KeepSheet("toy", "seat,role\n")
    (tmp_path / "sheets").write_text("in the way")
    (fault,) = scorebook.count(sheet)
    assert isinstance(fault, Fault)
    assert not fault.mended
    assert scorebook.count(sheet) == []
    assert all(isinstance(told, Standings) for told in scorebook.count(GAME))
    (tmp_path / "sheets").unlink()
    (mended,) = scorebook.count(sheet)
    assert isinstance(mended, Fault)
    assert mended.mended
