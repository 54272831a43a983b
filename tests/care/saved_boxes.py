"""Boxes that were used, and what they have saved."""

import hashlib
import io
import json
import zipfile
from pathlib import Path

from nightcrier.box.memory.database import open_kept, open_scores

from nightcrier.box.score_notes import note_evening
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.files import Disk
from nightcrier.kernel.state_file import ChoicesFile
from tests.care.given_files import SETTINGS, deck, sound

CHOICES = Choices("one-night", {}, languages=("it",))
NOTE = b'{"version": 100, "choices": {}}'
"""Nothing waits."""


def live_in(box: Path, *names: str, settings: str = SETTINGS, voice: bytes = b"") -> None:
    """A box that was used: own settings, a deck, a bed, a voice, an evening with these names."""
    files = {
        "own/device.toml": settings.encode(),
        "own/scenarios/sunday.toml": deck(names[0]),
        "own/scenarios/growl/ours.toml": b"",
        "own/beds/sea.wav": sound(),
        "own/allowed_signers": b"a key",
        "own/device.toml.before": b"older",
        "state/journal.jsonl": b"cards",
        "state/sheets/wherewolf-0001-0123abcd.csv": b"hands",
        "state/voices/en-ann/pack.toml": voice or b"list",
        "state/voices/en-ann/paused.opus": b"clip",
        "state/voices/en-new.zip": b"whole",
    }
    for name, content in files.items():
        (box / name).parent.mkdir(parents=True, exist_ok=True)
        (box / name).write_bytes(content)
    ChoicesFile(Disk(), box / "state" / "choices.json", Choices).save(CHOICES)
    book, faults = open_kept(Disk(), box / "state" / "scores.sqlite")
    book.begin(names)
    note_evening(Disk(), box / "state")
    book.close()
    assert faults == ()


def people(box: Path) -> tuple[str, ...]:
    book, faults = open_scores(Disk(), box / "state" / "scores.sqlite")
    evening = book.latest()
    book.close()
    assert faults == ()
    return evening.names if evening else ()


def without(files: dict[str, bytes], *names: str) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if not name.endswith(names)}


NOT_SAVED = ("journal.jsonl", "allowed_signers", ".before", "scores.sqlite", "before-restore.zip")


def changed(saved: Path, change, way: int = zipfile.ZIP_DEFLATED) -> None:
    """The same zip, with other files in it; its list is as the change leaves it."""
    with zipfile.ZipFile(saved) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    listed = json.loads(files.pop("saved.json"))
    change(files, listed)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as archive:
        for name, content in {**files, "saved.json": json.dumps(listed).encode()}.items():
            archive.writestr(name, content)
    saved.write_bytes(out.getvalue())


def put_in(name: str, content: bytes = b"x"):
    def change(files, listed):
        files[name] = content
        listed["files"][name] = hashlib.sha256(content).hexdigest()

    return change
