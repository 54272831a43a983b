"""Where things lie: as systemd says, else at home; what came with the box lies beside the program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import nightcrier
from nightcrier.kernel.folders import standard_folders, voice_source

HOME = {"XDG_STATE_HOME": "/home/ann/.state"}


def test_systemd_names_the_folders_and_only_the_first_of_several_is_ours() -> None:
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


def test_without_systemd_the_home_folder_keeps_everything() -> None:
    found = standard_folders(HOME)
    assert found.state == Path("/home/ann/.state/nightcrier")
    assert (found.cache, found.runtime) == (found.state / "cache", found.state)
    assert standard_folders({}).state == Path.home() / ".local" / "state" / "nightcrier"


def test_a_folder_that_was_asked_for_goes_before() -> None:
    assert standard_folders(HOME | {"STATE_DIRECTORY": "/var/lib/x"}, Path("/tmp/mine")).state == Path("/tmp/mine")  # noqa: S108 - only a name


def test_what_people_write_speaks_after_what_was_shipped() -> None:
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
def test_a_voice_comes_from_where_the_program_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, top: str, command: str
) -> None:
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


def test_a_version_that_runs_reads_in_no_module_of_the_next_one(tmp_path: Path) -> None:
    for version in ("earlier", "later"):
        (tmp_path / version / "nightcrier").mkdir(parents=True)
        shutil.copy(nightcrier.__file__, tmp_path / version / "nightcrier")
        (tmp_path / version / "nightcrier" / "late.py").write_text(f"WHAT = '{version}'")
    (tmp_path / "current").symlink_to("earlier")
    words, environ = (sys.executable, "-P", "-c", SWAPPED), os.environ | {"PYTHONPATH": str(tmp_path / "current")}
    told = subprocess.run(words, cwd=tmp_path, env=environ, capture_output=True, text=True, check=True).stdout
    assert told == "earlier\n"
