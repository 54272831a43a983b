"""Tests a whole box with more than two hundred damaged files: it plays, a sentence names the file, and none is lost."""

import logging
import os
import stat
from pathlib import Path

import pytest
from msgspec.structs import replace

import nightcrier.box.game_lines  # noqa: F401 - before a test moves the folder that it reads
from nightcrier.box.machine import Crashes
from nightcrier.box.show.stages import Tell
from nightcrier.box.table.core.effects import LookUp
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders, share, standard_folders
from tests.box.stage import Stage
from tests.faults.hostile import FILES, PLAIN, Put, cases

CASES = list(cases())
SENTENCE = 600
MOST_STARTS = 20
HARMLESS = {
    # Comments are no fault, and neither is a count that makes no sense: it counts as none. A seal without a game is
    # wiped, and a journal of zeros is a game that is over.
    ("settings", "enormous"): "",
    ("journal", "zeros"): "",
    **{(kind, name): "" for kind in ("falls", "seal") for name in PLAIN},
}


@pytest.fixture
def house(tmp_path, monkeypatch):
    """Return a box with its own copies of the shipped files, so that tests can damage them."""
    assets = tmp_path / "share" / "assets"
    for name in ("words", "fonts"):
        (assets / name).mkdir(parents=True)
        for file in (share("assets") / name).iterdir():
            (assets / name / file.name).symlink_to(file)
    (assets / "audio" / "voices").mkdir(parents=True)
    for name in ("signals", "beds", "sounds.toml"):
        (assets / "audio" / name).symlink_to(share("assets") / "audio" / name)
    (tmp_path / "share" / "config").symlink_to(share("config"))
    monkeypatch.setattr("nightcrier.kernel.folders.share", lambda name: tmp_path / "share" / name)
    return replace(standard_folders({}, tmp_path / "state"), own=tmp_path / "own")


def spoil(root: Path, kind: str, put: Put) -> Path:
    path = root / FILES[kind][0]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    put(path)
    return path


def play(house: Folders) -> Stage:
    """Switch the box on, press START past faults and explanations into the night, and then open the scores."""
    settings = house.own / "device.toml"
    if not os.path.lexists(settings):
        settings.parent.mkdir(exist_ok=True)
        settings.write_text('[table]\nlanguages = ["en", "it"]\n', "utf-8")
    crashes = Crashes(Disk(), house.runtime / "crashes")
    crashes.began()
    box = Stage(house, config=settings)
    if box.page == "question":
        box.back()
    for _ in range(MOST_STARTS):
        session = box.rehearsal.box.daemon.table.session
        if session is None or isinstance(session.stage, Tell):
            box.start()
    box.rehearsal.advance(60.0)
    box.rehearsal.box.daemon._perform([LookUp()])
    crashes.end_well()
    return box


@pytest.mark.parametrize(("kind", "name", "put"), CASES, ids=[f"{kind}: {name}" for kind, name, _ in CASES])
def test_the_box_plays_names_the_file_and_keeps_it(house, tmp_path, caplog, kind, name, put):
    path = spoil(tmp_path, kind, put)
    before = content(path)
    with caplog.at_level(logging.INFO, "nightcrier"):
        box = play(house)
    assert box.rehearsal.box.daemon.table.session, box.kinds("fault")
    assert box.kinds("window") or kind == "settings"
    told = [str(row["what"]) for row in box.kinds("fault")] + caplog.messages
    assert all("\n" not in sentence and len(sentence) < SENTENCE for sentence in told), told
    assert not any("failed inside" in sentence for sentence in told), told
    if name in PLAIN and (kind, name) not in HARMLESS:
        assert any(path.name in sentence for sentence in told), told
    if any(path.name in sentence for sentence in told):
        assert before in [content(file) for file in [path, *path.parent.glob(f"{path.name}.broken*")]]


def content(path: Path) -> bytes | str:
    """Return the content of a file, the target of a link, or what else is at this path."""
    if path.is_symlink():
        return str(path.readlink())
    if not path.exists():
        return "nothing"
    return path.read_bytes() if path.is_file() else stat.filemode(path.stat().st_mode)


def test_there_are_more_than_two_hundred():
    assert len(CASES) > 200
