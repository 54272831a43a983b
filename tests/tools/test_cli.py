"""The words on the command line before a command gets them."""

import sys

import pytest

from nightcrier.cli import COMMANDS, main


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
