"""Tests that two programs in one folder spoil nothing: the second one says that the folder is taken."""

import pytest

from nightcrier.kernel.program import FolderTaken, claim_folder


def test_a_folder_belongs_to_one_box_at_a_time(tmp_path):
    taken = pytest.raises(FolderTaken, match="is used by another Nightcrier")
    with claim_folder(tmp_path), taken, claim_folder(tmp_path / "."):
        raise AssertionError
    with claim_folder(tmp_path):
        pass
