"""Commands on an installed box find the folder of its service, and know it when it is not theirs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nightcrier.cli import main, module_of
from nightcrier.kernel.errors import WrongUse
from nightcrier.tools import command_line
from nightcrier.tools.command_line import CACHE, RUNTIME, box_folders


def test_where_the_service_has_run_its_folder_is_meant(tmp_path):
    service = tmp_path / "service"
    service.symlink_to(tmp_path / "private" / "cannot-be-seen")
    found = box_folders(environ={"HOME": "/home/ann"}, service=service)
    assert (found.state, found.cache, found.runtime) == (service, CACHE, RUNTIME)


def test_a_folder_that_was_named_is_meant_all_the_same(tmp_path):
    assert box_folders(tmp_path / "mine", {}, tmp_path).state == tmp_path / "mine"
    assert box_folders(environ={"STATE_DIRECTORY": "/given"}, service=tmp_path).state == Path("/given")


def test_where_no_service_has_run_it_is_the_folder_at_home(tmp_path):
    found = box_folders(environ={"XDG_STATE_HOME": "/home/ann/state"}, service=tmp_path / "none")
    assert found.state == Path("/home/ann/state/nightcrier")


@pytest.mark.parametrize("command", ["check", "report", "scores", "voices list"])
def test_these_commands_look_there(tmp_path, monkeypatch, capsys, command):
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    seen: list[Path | None] = []

    def looked(state: Path | None) -> object:
        seen.append(state)
        raise WrongUse("That is enough.")

    monkeypatch.setattr(f"{module_of(command.split(maxsplit=1)[0])}.box_folders", looked)
    assert main([*command.split(), "--state", str(tmp_path)]) == 2
    assert main(command.split()) == 2
    assert seen == [tmp_path, None]
    assert capsys.readouterr().err == "That is enough.\n" * 2


LOCKED: dict[str, Callable[[Path], list[str]]] = {
    "scores": lambda _: ["scores"],
    "import": lambda folder: ["voices", "import", str(folder), "--language", "it"],
}


@pytest.mark.parametrize("command", LOCKED)
def test_a_folder_that_is_somebody_elses_needs_sudo(tmp_path, monkeypatch, capsys, command):
    monkeypatch.setattr(command_line.os, "access", lambda *_: False)
    assert main([*LOCKED[command](tmp_path), "--state", str(tmp_path)]) == 2
    said = f"{tmp_path} belongs to the box: put sudo before the command, or name your folder with --state.\n"
    assert capsys.readouterr().err.endswith(said)


def test_without_sudo_the_voices_of_the_house_are_listed_all_the_same(tmp_path, monkeypatch, call):
    monkeypatch.setattr(command_line.os, "access", lambda *_: False)
    written = call(1, "voices", "list", "--state", tmp_path, "--audio", tmp_path)
    assert written.out.startswith("en ")
    assert written.err == f"Recordings in {tmp_path / 'voices'} cannot be seen by you: put sudo before the command.\n"
