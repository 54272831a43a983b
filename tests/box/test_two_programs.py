"""Two programs in one folder spoil nothing: a command beside a box that runs, and a second box."""

import pytest

from nightcrier.box.events import Standings
from nightcrier.kernel.program import FolderTaken, claim_folder
from tests.box.book import GAME, OTHER, Book, points_in


@pytest.mark.parametrize("runs", [True, False])
def test_a_command_begins_an_evening_and_the_game_that_ends_meanwhile_is_told_in_its_own(tmp_path, call, runs):
    box = Book(tmp_path)
    box.book.count(GAME)
    begins = ["scores", "--state", str(tmp_path), "--names"]
    assert "A new evening has begun" in call(0, *begins, "Ada", "Ben", "Cem").out
    call(0, *begins, "Eve", "Fay", "Gil")
    box = box if runs else Book(tmp_path)
    box.mark = "two"
    first, then = box.book.count(OTHER)
    assert (first.evening, points_in(first), first.by_command) == (1, [1, 1, 1], False)
    assert (then.evening, [person.name for person in then.people], then.by_command) == (3, ["Eve", "Fay", "Gil"], True)
    assert [path.name for path in tmp_path.iterdir()] == ["evenings"]


def test_a_command_begins_no_evening_where_a_newer_box_has_noted_something(tmp_path, call):
    (tmp_path / "uncounted.json").write_bytes(newer := b'{"version":101,"choices":{}}')
    assert "newer Nightcrier" in call(1, "scores", "--state", str(tmp_path), "--names", "Ada", "Ben", "Cem").err
    assert (tmp_path / "uncounted.json").read_bytes() == newer
    box = Book(tmp_path)
    assert len([event for event in box.book.count(GAME) if not isinstance(event, Standings)]) == 1
    box.mark = "two"
    assert [type(event) for event in box.book.count(OTHER)] == [Standings]
    assert (tmp_path / "uncounted.json").read_bytes() == newer


def test_a_folder_belongs_to_one_box_at_a_time(tmp_path):
    taken = pytest.raises(FolderTaken, match="is used by another Nightcrier")
    with claim_folder(tmp_path), taken, claim_folder(tmp_path / "."):
        raise AssertionError
    with claim_folder(tmp_path):
        pass
