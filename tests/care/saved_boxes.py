"""Makes boxes that look used, and the files that they have saved."""

import hashlib
import io
import json
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from nightcrier.box.memory.evening import Evening
from nightcrier.box.memory.evening_files import Evenings, all_evenings
from nightcrier.box.memory.old_scores import TABLES
from nightcrier.box.table.core.house import Choices
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Disk
from nightcrier.kernel.people import EveningKind, EveningPerson
from nightcrier.kernel.state_file import ChoicesFile
from tests.care.given_files import SETTINGS, deck, sound

FIRST = "state/evenings/000001.json"
CHOICES = Choices("one-night", {}, languages=("it",))
NOTE = b'{"version": 100, "choices": {}}'
"""A note that lists nothing as waiting."""


def live_in(box: Path, *names: str, settings: str = SETTINGS, voice: bytes = b"") -> None:
    """Make a box look used: with settings, a deck, a bed, a voice and an evening with these names."""
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
    begin_evening(box, *names)


def begin_evening(box: Path, *names: str) -> None:
    scores = Evenings(Disk(), box / "state" / "evenings")
    scores.put(Evening(scores.next_number, EveningKind.OPEN, 5, tuple(map(EveningPerson, names))))
    assert (scores.keep(), scores.faults) == (None, [])


def keep_old_scores(box: Path, *names: str) -> Path:
    """Store scores like an older box did: a database with an evening of these people, and a game."""
    shutil.rmtree(box / "state" / "evenings", ignore_errors=True)
    file = box / "state" / "scores.sqlite"
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as book, book:
        for table in (*TABLES, "PRAGMA user_version = 100"):
            book.execute(table)
        book.execute("INSERT INTO evening VALUES (1, 'open', 5)")
        book.executemany("INSERT INTO seat VALUES (1, ?, ?, 'plays')", enumerate(names, 1))
        book.execute("INSERT INTO game VALUES (1, 1, 'one-night', 'first-game')")
        book.executemany("INSERT INTO result VALUES (1, 1, ?, 1)", ((seat,) for seat, _ in enumerate(names, 1)))
    return file


def people(box: Path) -> tuple[str, ...]:
    """Return the people of the latest evening, after checking that no file has a fault."""
    wrong = list[BadFile]()
    evenings = list(all_evenings(Disk(), box / "state" / "evenings", wrong.append))
    assert wrong == []
    return evenings[-1].names if evenings else ()


def without(files: dict[str, bytes], *names: str) -> dict[str, bytes]:
    return {name: content for name, content in files.items() if not name.endswith(names)}


NOT_SAVED = ("journal.jsonl", "allowed_signers", ".before", "before-restore.zip")


def changed(saved: Path, change, way: int = zipfile.ZIP_DEFLATED) -> None:
    """Replace files in this zip, and its list of files, by what `change` leaves of them."""
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


def as_old_box(saved: Path) -> Path:
    """Turn this saved box into an old one with its scores in a database, where Kim, Lea and Mia play."""
    with TemporaryDirectory() as folder:
        Path(folder, "state").mkdir()
        book = keep_old_scores(Path(folder), "Kim", "Lea", "Mia").read_bytes()
    changed(saved, lambda files, listed: (files.pop(FIRST), listed["files"].pop(FIRST)))
    changed(saved, put_in("state/scores.sqlite", book))
    return saved
