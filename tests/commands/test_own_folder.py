"""Commands on an installed box find the folder of its service, and what they leave there the service can write."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from device.cli import main
from device.commands import named
from device.commands.named import CACHE, RUNTIME, box_folders, kept_in
from device.kernel.errors import WrongUse

Owners = dict[str, tuple[int, int]]


def test_where_the_service_has_run_its_folder_is_meant(tmp_path: Path) -> None:
    service = tmp_path / "service"
    service.symlink_to(tmp_path / "private" / "cannot-be-seen")
    found = box_folders(environ={"HOME": "/home/ann"}, service=service)
    assert (found.state, found.cache, found.runtime) == (service, CACHE, RUNTIME)


def test_a_folder_that_was_named_is_meant_all_the_same(tmp_path: Path) -> None:
    assert box_folders(tmp_path / "mine", {}, tmp_path).state == tmp_path / "mine"
    assert box_folders(environ={"STATE_DIRECTORY": "/given"}, service=tmp_path).state == Path("/given")


def test_where_no_service_has_run_it_is_the_folder_at_home(tmp_path: Path) -> None:
    found = box_folders(environ={"XDG_STATE_HOME": "/home/ann/state"}, service=tmp_path / "none")
    assert found.state == Path("/home/ann/state/nightcrier")


@pytest.mark.parametrize("command", ["check", "report", "scores", "voices list"])
def test_these_commands_look_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    seen: list[Path | None] = []

    def looked(state: Path | None) -> object:
        seen.append(state)
        raise WrongUse("That is enough.")

    monkeypatch.setattr(f"device.commands.{command.split(maxsplit=1)[0]}.box_folders", looked)
    assert main([*command.split(), "--state", str(tmp_path)]) == 2
    assert main(command.split()) == 2
    assert seen == [tmp_path, None]
    assert capsys.readouterr().err == "That is enough.\n" * 2


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Owners:
    """What root gives to whom."""
    given: Owners = {}

    def chown(path: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        assert not follow_symlinks
        given[Path(path).name] = (user, group)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", chown)
    return given


def owner(folder: Path) -> tuple[int, int]:
    return folder.stat().st_uid, folder.stat().st_gid


def test_what_root_makes_in_a_folder_is_its_owners(tmp_path: Path, handed: Owners) -> None:
    (tmp_path / "journal.jsonl").touch()
    with kept_in(tmp_path, tmp_path / "voices"):
        (tmp_path / "voices" / "it-marta").mkdir(parents=True)
        (tmp_path / "voices" / "it-marta" / "pack.toml").touch()
    assert handed == dict.fromkeys(("voices", "it-marta", "pack.toml"), owner(tmp_path))


def test_it_is_handed_over_when_it_was_refused_half_way_too(
    tmp_path: Path, handed: Owners, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "takes").mkdir()
    (tmp_path / "takes" / "nonsense.wav").touch()
    soundfile.write(tmp_path / "takes" / "paused.wav", np.random.default_rng(1).normal(0, 0.1, 48000), 48000)
    words = ["voices", "import", str(tmp_path / "takes"), "--language", "it", "--state", str(tmp_path)]
    assert main(words) == 1
    told = capsys.readouterr()
    assert "nonsense.wav: there is no line 'nonsense'" in told.err
    assert told.out == f"{tmp_path / 'voices' / 'it-own'}: 1 of 2 recordings taken in, as the voice of own.\n  paused\n"
    assert handed["voices"] == owner(tmp_path)


def test_scores_begun_by_root_can_be_written_by_the_box(tmp_path: Path, handed: Owners) -> None:
    assert main(["scores", "--state", str(tmp_path), "--names", "Ann", "Bob", "Cleo"]) == 0
    assert handed == {"scores.sqlite": owner(tmp_path)}


def test_others_than_root_hand_nothing_over(tmp_path: Path, handed: Owners, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert main(["scores", "--state", str(tmp_path)]) == 0
    assert handed == {}


LOCKED: dict[str, Callable[[Path], list[str]]] = {
    "scores": lambda _: ["scores"],
    "import": lambda folder: ["voices", "import", str(folder), "--language", "it"],
}


@pytest.mark.parametrize("command", LOCKED)
def test_a_folder_that_is_somebody_elses_needs_sudo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    monkeypatch.setattr(named.os, "access", lambda *_: False)
    assert main([*LOCKED[command](tmp_path), "--state", str(tmp_path)]) == 2
    said = f"{tmp_path} belongs to the box: put sudo before the command, or name your folder with --state.\n"
    assert capsys.readouterr().err == said


def test_without_sudo_the_voices_of_the_house_are_listed_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(named.os, "access", lambda *_: False)
    assert main(["voices", "list", "--state", str(tmp_path), "--audio", str(tmp_path)]) == 1
    written = capsys.readouterr()
    assert written.out.startswith("en ")
    assert written.err == f"Recordings in {tmp_path / 'voices'} cannot be seen by you: put sudo before the command.\n"
