"""A stick, and a box that takes what lies on it."""

import io
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from device.feeding.written import NOT_TAKEN
from device.kernel.ids import LineId
from device.studio.voice_container import build_voice
from tests.studio.canned import VOICE, crew, silently

DECK = (
    'game = "one-night"\nlevel = 1\ncards = ["werewolf", "werewolf", "seer", "robber", "troublemaker", "insomniac"]\n'
    '[names]\nen = "{name}"\n'
)
PACK_DECK = 'level = 1\nfewest = 5\nmost = 6\n[names]\nen = "Our pack"\n'
SETTINGS = "[sound]\nmax_volume = 60\n"
TEXTS = {LineId("paused"): "Paused.", LineId("vote.now"): "Point!"}


def deck(name: str = "Ours") -> bytes:
    return DECK.format(name=name).encode()


def sound(seconds: float = 3.0) -> bytes:
    """A bed as WAV."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(round(8000 * seconds) * 2))
    return out.getvalue()


@pytest.fixture(scope="session")
def voice(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole voice in one file."""
    file = tmp_path_factory.mktemp("made") / "en-new.zip"
    build_voice(file, VOICE, TEXTS, crew, silently)
    return file.read_bytes()


@pytest.fixture
def stick(tmp_path: Path) -> Callable[..., Path]:
    """A stick with these files in its folder, by their names in it."""

    def made(files: dict[str, bytes | str]) -> Path:
        for name, content in files.items():
            file = tmp_path / "stick" / "nightcrier" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path / "stick"

    return made


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with all that the box keeps: `own` and `state`."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "box" / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "box" / "own"))
    return tmp_path / "box"


def files_of(folder: Path) -> dict[str, bytes]:
    """All but the note of what was not taken."""
    found = {str(each.relative_to(folder)): each for each in folder.rglob("*") if each.is_file()}
    return {name: each.read_bytes() for name, each in found.items() if each.name != NOT_TAKEN}
