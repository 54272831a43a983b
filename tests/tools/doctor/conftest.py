"""A machine of paper for the doctor."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tools.doctor.machine import Machine, paper_machine


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with paper_machine(tmp_path) as found:
        yield found
