"""What is no plain file, where the scores or the journal of SQLite should lie, is not waited for."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from nightcrier.box.memory.database import open_kept, open_scores, take_picture
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Disk, NotKept

PUT: tuple[Callable[[Path], None], ...] = (os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero"))


@pytest.mark.parametrize("put", PUT, ids=("a pipe", "a folder", "a device"))
@pytest.mark.parametrize("name", ["scores.sqlite", "scores.sqlite-journal"])
def test_the_box_starts_without_it_and_says_its_name(tmp_path, name, put):
    file = tmp_path / "scores.sqlite"
    if name != file.name:
        whole, _ = open_scores(Disk(), file)
        whole.close()
    put(tmp_path / name)
    scores, (fault,) = open_scores(Disk(), file)
    assert scores.latest() is None
    assert f"{name} is no plain file" in str(fault)
    assert take_picture(file) is None
    for guest in (False, True):
        with pytest.raises((NotKept, BadFile), match="no plain file"):
            open_kept(Disk(), file, guest=guest)
