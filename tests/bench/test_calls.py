"""What the count of calls says it has counted was done on the page it names."""

import os
from pathlib import Path

import pytest

from bench.calls import count_calls, stands_at
from nightcrier.box.show.stages import Tell
from nightcrier.kernel.folders import standard_folders
from tests.box.stage import Stage


def test_a_script_that_stands_elsewhere_says_so(tmp_path: Path) -> None:
    box = Stage(standard_folders({}, tmp_path)).rehearsal
    stands_at(box, None, None)
    with pytest.raises(LookupError, match="not at"):
        stands_at(box, None, Tell)


def test_what_is_opened_and_synced_is_counted(tmp_path: Path) -> None:
    def work() -> None:
        for name in ("a", "b", "a"):
            with (tmp_path / name).open("w") as file:
                os.fdatasync(file.fileno())
        os.listdir(tmp_path)  # noqa: PTH208 - as some libraries do

    counted = count_calls(work)
    assert (counted.syncs, counted.opened_in(str(tmp_path)), counted.opened_in("/a")) == (3, 4, 2)
    assert counted.calls.total() == 0
