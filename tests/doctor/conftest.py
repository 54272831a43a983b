"""A machine of paper for the doctor."""

from pathlib import Path

import pytest

from device.kernel.files import Disk, NotKept, can_write
from tests.doctor.machine import Machine


@pytest.fixture
def machine(tmp_path, monkeypatch) -> Machine:
    found = Machine(tmp_path)
    monkeypatch.setattr("device.box.folders.share", lambda name: tmp_path / "share" / name)

    def can_write_here(files: Disk, folder: Path) -> NotKept | None:
        return found.refusal if found.refusal and folder == found.folders.state else can_write(files, folder)

    monkeypatch.setattr("device.doctor.kept.can_write", can_write_here)
    return found
