"""What the count of calls says it has counted was done on the page it names."""

from pathlib import Path

import pytest

from bench.calls import ALLOWED, count_all, stands_at
from nightcrier.box.folders import standard_folders
from nightcrier.box.show.stages import Tell
from tests.box.stage import Stage


def test_every_row_is_counted_on_its_page(tmp_path: Path) -> None:
    assert set(count_all(tmp_path)) == set(ALLOWED)


def test_a_script_that_stands_elsewhere_says_so(tmp_path: Path) -> None:
    box = Stage(standard_folders({}, tmp_path)).rehearsal
    stands_at(box, None, None)
    with pytest.raises(LookupError, match="not at"):
        stands_at(box, None, Tell)
