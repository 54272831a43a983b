"""Tests where files are kept: where systemd says, or else at home. Nothing of a much older Nightcrier is read."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nightcrier
from nightcrier.cli import main
from nightcrier.kernel.folders import standard_folders, voice_source
from tests.box.book import write_old_scores
from tests.faults.hostile import BEGAN, CHOICES, line

HOME = {"XDG_STATE_HOME": "/home/ann/.state"}


def test_systemd_names_the_folders_and_only_the_first_of_several_is_ours():
    found = standard_folders(
        {
            "STATE_DIRECTORY": "/var/lib/nightcrier:/var/lib/other",
            "CACHE_DIRECTORY": "/var/cache/nightcrier",
            "RUNTIME_DIRECTORY": "/run/nightcrier",
            "CONFIGURATION_DIRECTORY": "/srv/nightcrier",
        }
    )
    assert (found.state, found.cache) == (Path("/var/lib/nightcrier"), Path("/var/cache/nightcrier"))
    assert (found.runtime, found.own) == (Path("/run/nightcrier"), Path("/srv/nightcrier"))
    assert found.recordings == Path("/var/lib/nightcrier/voices")


def test_without_systemd_the_home_folder_keeps_everything():
    found = standard_folders(HOME)
    assert found.state == Path("/home/ann/.state/nightcrier")
    assert (found.cache, found.runtime) == (found.state / "cache", found.state)
    assert standard_folders({}).state == Path.home() / ".local" / "state" / "nightcrier"


def test_a_folder_that_was_asked_for_goes_before():
    assert standard_folders(HOME | {"STATE_DIRECTORY": "/var/lib/x"}, Path("/tmp/mine")).state == Path("/tmp/mine")  # noqa: S108 - only a name


def test_what_people_write_speaks_after_what_was_shipped():
    found = standard_folders(HOME)
    shipped, of_hall, own = found.settings
    assert shipped.is_file()
    assert of_hall == Path("/etc/nightcrier/hall.toml")
    assert own == Path("/etc/nightcrier/device.toml")
    assert found.scenarios[1] == Path("/etc/nightcrier/scenarios")
    assert (found.words / "en.toml").is_file()
    assert (found.audio / "sounds.toml").is_file()


@pytest.mark.parametrize(
    ("top", "command"),
    [
        ("checkout", "./run voices build zh-Hant"),
        ("nightcrier/_share", "pipx inject nightcrier ./nightcrier_zh_hant-*.whl"),
        ("app", "sudo systemd/install"),
    ],
)
def test_a_voice_comes_from_where_the_program_came_from(tmp_path, monkeypatch, top, command):
    (tmp_path / "checkout").mkdir()
    (tmp_path / "checkout" / "run").touch()
    monkeypatch.setattr("nightcrier.kernel.folders.share", lambda name: tmp_path / top / name)
    assert voice_source("zh-Hant") == command


SWAPPED = """
import os
import nightcrier

os.unlink("current")
os.symlink("later", "current")
from nightcrier.late import WHAT

print(WHAT)
"""


def test_a_version_that_runs_reads_in_no_module_of_the_next_one(tmp_path):
    for version in ("earlier", "later"):
        (tmp_path / version / "nightcrier").mkdir(parents=True)
        shutil.copy(nightcrier.__file__, tmp_path / version / "nightcrier")
        (tmp_path / version / "nightcrier" / "late.py").write_text(f"WHAT = '{version}'")
    (tmp_path / "current").symlink_to("earlier")
    words, environ = (sys.executable, "-P", "-c", SWAPPED), os.environ | {"PYTHONPATH": str(tmp_path / "current")}
    told = subprocess.run(words, cwd=tmp_path, env=environ, capture_output=True, text=True, check=True).stdout
    assert told == "earlier\n"


def older_state(state: Path) -> dict[str, bytes]:
    """Write the files of an older box, which differ from today's only in their versions, and return their contents."""
    write_old_scores(state, "PRAGMA user_version = 7")
    (state / "choices.json").write_bytes(CHOICES.replace(b"100", b"1").replace(b'"en"', b'"it"'))
    (state / "journal.jsonl").write_bytes(line(b'{"journal":1,"game":"ab"}') + line(BEGAN))
    return {file.name: file.read_bytes() for file in state.iterdir()}


def test_a_box_begins_anew_and_says_where_each_file_lies(tmp_path):
    state = tmp_path / "state"
    state.mkdir()
    older, script = older_state(state), tmp_path / "script"
    script.write_text("1 dial press\n1 wait\n")
    assert main(["rehearse", str(script), "--out", str(tmp_path / "out"), "--state", str(state)]) == 0
    rows = [json.loads(row) for row in (tmp_path / "out" / "log.jsonl").read_text().splitlines()]
    told = sorted(row["what"] for row in rows if row["kind"] == "fault")
    assert len(told) == len(older)
    for name, sentence in zip(sorted(older), told, strict=True):
        why = "is from an older Nightcrier; the box starts without it"
        assert sentence.startswith(f"{state / name}: {why} and keeps it as {name}.broken")
        assert (state / f"{name}.broken").read_bytes() == older[name]
    assert "question" not in {row.get("page") for row in rows}, "no game is gone on with"
