"""A disk that forgets what was not forced onto it."""

import pytest

from tests.box.memory.conftest import ForgetfulDisk


@pytest.fixture
def disk():
    return ForgetfulDisk()
