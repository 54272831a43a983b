"""Provides a USB stick, and a box that takes the files on it."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from nightcrier.care import checked_apart, sent_files
from nightcrier.cli import main
from nightcrier.tools import chore
from nightcrier_studio.pack_build import build_voice
from studio.tests.canned import VOICE, crew, silently
from tests.care.given_files import TEXTS
from tests.care.saved_boxes import live_in


@pytest.fixture(scope="session")
def voice(tmp_path_factory):
    """Return a complete voice in one file."""
    file = tmp_path_factory.mktemp("made") / "en-new.zip"
    build_voice(file, VOICE, TEXTS, crew, silently)
    return file.read_bytes()


@pytest.fixture
def stick(tmp_path):
    """Return a function that makes a stick with these files in its folder, given by name."""

    def made(files: dict[str, bytes | str]) -> Path:
        for name, content in files.items():
            file = tmp_path / "stick" / "nightcrier" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path / "stick"

    return made


@pytest.fixture
def box(tmp_path, monkeypatch):
    """Return the folder that holds everything the box stores, in `own` and `state`."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "box" / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "box" / "own"))
    return tmp_path / "box"


@pytest.fixture
def sent(tmp_path, box):
    """Return the folder for files from phones, beside a box."""
    for place in ("sent", "box/own", "box/state"):
        (tmp_path / place).mkdir(parents=True)
    return tmp_path / "sent"


@pytest.fixture
def told(tmp_path):
    return tmp_path / "told"


@pytest.fixture
def saved(tmp_path, box, capsys):
    """Return the file that Ada's box saved."""
    (tmp_path / "stick").mkdir()
    live_in(box, "Ada", "Ben", "Cem")
    assert main(["save", str(tmp_path / "stick")]) == 0
    place = tmp_path / "stick" / "nightcrier" / "nightcrier-saved.zip"
    assert capsys.readouterr().out.endswith(
        f"{place}: 10 files. On any box: sudo nightcrier restore nightcrier-saved.zip\n"
    )
    return place


@pytest.fixture
def other(tmp_path, monkeypatch):
    """Return another box, on which Dan plays."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "other" / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "other" / "own"))
    live_in(tmp_path / "other", "Dan", "Eva", "Fay", settings="")
    return tmp_path / "other"


@pytest.fixture
def checked_here(monkeypatch):
    """Check files in this process instead of a child, for tests of what follows the check: forking a process as
    large as this one takes 45 ms."""

    def answer_of(check: Callable[[], str], *_: object) -> bytes:
        try:
            return msgspec.json.encode(checked_apart._outcome(check))
        except Exception:  # noqa: BLE001 - a child would end without a word
            return b""

    monkeypatch.setattr(checked_apart, "_answer_of", answer_of)


@pytest.fixture(autouse=True)
def _copies_of_its_own(tmp_path, monkeypatch):
    """Give each test its own folder for copies, and let none call the systemd of this machine."""
    monkeypatch.setattr(chore, "_run", lambda _: True)
    (tmp_path / "copies").mkdir(exist_ok=True)
    monkeypatch.setattr(sent_files, "COPIES", tmp_path / "copies")
