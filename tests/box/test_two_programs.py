"""Two programs in one folder spoil nothing: a command beside a box that runs, and a second box."""

import pytest

from nightcrier.box.events import Standings
from nightcrier.kernel.program import FolderTaken, claim_folder
from tests.box.book import GAME, OTHER, Book


def test_a_note_of_a_newer_box_is_left_alone_and_told_once(tmp_path):
    (tmp_path / "uncounted.json").write_bytes(newer := b'{"version":101,"choices":{}}')
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
