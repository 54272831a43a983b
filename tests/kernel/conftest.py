"""Provides a disk that forgets what was not synced."""

import pytest

from tests.box.memory.conftest import ForgetfulDisk


@pytest.fixture
def disk():
    return ForgetfulDisk()
