"""Boxes in virtual time, in a folder of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.box.folders import Folders, folders
from tests.box.stage import Stage


@pytest.fixture
def where(tmp_path: Path) -> Folders:
    return folders({}, tmp_path / "state")


@pytest.fixture
def stage(where: Folders) -> Callable[..., Stage]:
    def make(seed: int = 0, config: Path | None = None, *, plugged: bool = True) -> Stage:
        return Stage(where, seed, config, plugged=plugged)

    return make
