"""Makes a simulated machine for the doctor."""

import pytest

from tests.tools.doctor.machine import paper_machine


@pytest.fixture
def machine(tmp_path):
    with paper_machine(tmp_path) as found:
        yield found
