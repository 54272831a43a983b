"""Makes the files on sticks and boxes: decks, settings, sounds."""

import io
import wave
import zipfile
from pathlib import Path

from nightcrier.care.stick import NOT_TAKEN
from nightcrier.kernel.ids import LineId

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
    """Return a sound bed as a WAV file."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(round(8000 * seconds) * 2))
    return out.getvalue()


def bomb() -> bytes:
    """Return a small zip that unpacks to 64 MiB."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("pack.toml", bytes(64 * 1024 * 1024))
    return out.getvalue()


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the content of all files, except the notes about files not taken and files on trial."""
    found = {str(each.relative_to(folder)): each for each in folder.rglob("*") if each.is_file()}
    return {name: each.read_bytes() for name, each in found.items() if each.name not in {NOT_TAKEN, "on-trial"}}
