"""Tests how the command line is read before a command gets it, and which box's folder it means."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nightcrier.cli import COMMANDS, main, module_of
from nightcrier.kernel.errors import WrongUse
from nightcrier.tools import command_line
from nightcrier.tools.command_line import CACHE, RUNTIME, box_folders


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("voces", "There is no command 'voces'; did you mean 'voices'?"),
        ("chekc", "There is no command 'chekc'; did you mean 'check'?"),
        ("nonsense", f"There is no command 'nonsense'; choose one of: {', '.join(COMMANDS)}."),
    ],
)
def test_an_unknown_command_is_answered_with_the_nearest_or_all(call, word, sentence):
    assert call(2, word, "--more").err == f"{sentence}\n"


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_where_there_is_no_linux_the_page_is_the_way(call, monkeypatch, system):
    monkeypatch.setattr(sys, "platform", system)
    said = "`sim` is now the box in a tab of a browser, on this system: README says where.\n"
    assert call(2, "sim", "--silent").err == said


def test_without_a_word_it_lists_the_commands(call):
    listed = call(
        2,
    ).out.splitlines()
    assert [line.split()[0] for line in listed if line.startswith("  ")][-len(COMMANDS) :] == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_says_what_the_list_of_commands_says(capsys, command):
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert COMMANDS[command][1:] + "." in shown


def test_the_help_keeps_its_capitals(capsys):
    with pytest.raises(SystemExit):
        main(["judge", "--help"])
    assert "A game written as JSON, judged or told." in capsys.readouterr().out


def test_a_library_that_the_wheel_does_not_bring_is_one_sentence(capsys, monkeypatch):
    for module in ("nightcrier.tools.render", "nightcrier.box.sound.players.mixdown"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["render", "night.wav"]) == 1
    assert "fetch them with: pipx inject nightcrier numpy soundfile; on a box: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("voices build it --again vote.*", "./run voices build"),
        ("voices heard", "./run voices heard"),
        ("hall --accounts out table-1", "./run hall"),
        ("leaks one other", "./run leaks"),
        ("pictures", "docs.pictures.pages"),
    ],
)
def test_what_a_box_has_not_it_says_where_to_find(call, line, told):
    written = call(1 if line.startswith("voices") else 2, *line.split())
    assert (written.out, written.err.count("\n"), told in written.err) == ("", 1, True)


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
