"""Tests that every command with input it cannot use prints one sentence, exits with status 2, and changes nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nightcrier.cli import COMMANDS, main
from nightcrier_studio.__main__ import main as studio

HERE = "{here}"
"""Stands for a folder with `file`, and with `binary`, which is no text."""

JUNK = [
    "run now",
    "sim",
    "sim --loud",
    "rehearse",
    "rehearse {here}/file",
    "rehearse nosuch --out {here}/out",
    "rehearse {here} --out {here}/out",
    "rehearse {here}/binary --out {here}/out",
    "rehearse {here}/script --out {here}/file",
    "rehearse {here}/script --out {here}/file/out",
    "rehearse {here}/script --out ''",
    "rehearse {here}/script --out {here}/out --config nosuch",
    "rehearse {here}/script --out {here}/out --seed x",
    "rehearse '' --out {here}/out",
    "chore",
    "chore nosuch",
    "render",
    "render --out ''",
    "render --out {here}",
    "render --out {here}/night",
    "render --out {here}/night.mp4",
    "render --out {here}/file/night.ogg",
    "render --out {here}/nowhere/night.ogg",
    "render --out {here}/night.ogg --cues {here}",
    "render --out {here}/night.ogg --cues {here}/night.ogg",
    "render --out {here}/night.ogg --players ''",
    "render --out {here}/night.ogg --players -1",
    "render --out {here}/night.ogg --players 10000000",
    "render --out {here}/night.ogg --seed ''",
    "render --out {here}/night.ogg --game ''",
    "render --out {here}/night.ogg --game chess",
    "render --out {here}/night.ogg --game growl --players 3",
    "render --out {here}/night.ogg --scenario ''",
    "render --out {here}/night.ogg --language ''",
    "render --out {here}/night.ogg --then xx",
    "render --out {here}/night.ogg --pace ''",
    "render --out {here}/night.ogg --pace slow --pace fast",
    "render --out {here}/night.ogg --out {here}/day.ogg",
    "render --out {here}/night.ogg --bed ''",
    "render --out {here}/night.ogg --show ''",
    "render --out {here}/night.ogg --deck werewolf=x",
    "render --out {here}/night.ogg --deck werewolf=",
    "render --out {here}/night.ogg --deck nosuch=4,seer,robber",
    "render --out {here}/night.ogg --deck werewolf=999999999 --players 3",
    "render --out {here}/night.ogg --deck =3",
    "judge {here}",
    "judge nosuch",
    "judge {here}/binary",
    "judge {here}/file",
    "judge a b",
    "decks --players ''",
    "decks --players many",
    "decks --level ''",
    "decks --role ''",
    "decks --game ''",
    "decks --scenarios nosuch",
    "decks --scenarios ''",
    "decks show",
    "decks show ''",
    "decks show first-game --players ''",
    "decks show first-game --players -1",
    "decks show first-game --wording ''",
    "decks hide",
    "decks --players 5 --players=6",
    "games nosuch",
    "games check",
    "games show",
    "games show nosuch",
    "games --games nosuch",
    "games show nosuch --night 61",
    "games show nosuch --language xx",
    "labels xx",
    "labels --language xx",
    "labels --game nosuch --out {here}/sheets",
    "labels --width 47",
    "labels --width wide",
    "labels --out ''",
    "labels --out {here}/file",
    "labels --games nosuch",
    "scores --state ''",
    "pictures now",
    "pictures --out ''",
    "pictures --out {here}/file",
    "pictures --out {here}/file/pages",
    "voices",
    "voices sing",
    "voices list it",
    "voices check it-female",
    "voices page",
    "voices page xx",
    "voices import nosuch --language it",
    "voices import {here}/file --language it",
    "voices import {here} --language xx",
    "voices import {here} --language it",
    "voices list --state ''",
    "voices list --audio ''",
    "take",
    "take nosuch",
    "hall now",
    "net now",
    "net --box ''",
    "take ''",
    "take {here}",
    "take {here}/file --state ''",
    "put",
    "put nosuch",
    "put {here}/file",
    "save",
    "save nosuch",
    "save {here}/file",
    "forget",
    "forget nosuch",
    "forget everything now",
    "restore nosuch",
    "restore {here}/file",
    "restore {here}/binary",
    "restore {here}",
    "check everything",
    "check --state ''",
    "report --out ''",
    "report --out {here}",
    "proof now",
    "report --out {here}/file/report.txt",
    "--nonsense",
]


IN_STUDIO = (
    "voices",
    "voices sing",
    "fonts draw",
    "fonts build --fonts nosuch",
    "fonts build --fonts ''",
    "words",
    "words count",
    "words reviewed",
    "words reviewed ''",
    "words check th",
    "words mark ''",
    "voices build",
    "voices build ''",
    "voices build xx",
    "voices build it --pack ''",
    "voices build it --pack nosuch",
    "voices table xx",
    "voices table it --out {here}/file",
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("{")
    (tmp_path / "script").write_text("1 start press\n")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("program", "line"), [*((main, line) for line in JUNK), *((studio, line) for line in IN_STUDIO)]
)
def test_it_is_answered_with_one_sentence(here, capsys, program, line):
    before = files(here)
    assert program([word.format(here=here) if word != "''" else "" for word in line.split(" ")]) == 2
    written = capsys.readouterr()
    assert (written.out, written.err.count("\n")) == ("", 1)
    assert written.err.isprintable() or written.err[:-1].isprintable()
    assert files(here) == before


def test_no_command_is_left_out():
    assert {line.split()[0] for line in JUNK} >= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_named(call, command):
    assert call(2, command, "--nosuch").err.startswith(f"nightcrier {command}")


def run(redirect: str, *words: str, **environ: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a command like a shell does, with this redirection."""
    line = f'exec "$@" {redirect}'
    return subprocess.run(
        ["/bin/sh", "-c", line, "sh", sys.executable, "-m", "nightcrier", *words],
        capture_output=True,
        check=False,
        env={**os.environ, **environ},
    )


@pytest.mark.parametrize(
    ("redirect", "status", "said"),
    [
        (">/dev/full", 1, b"The output cannot be used (No space left on device); choose another place.\n"),
        (">&-", 0, b""),
        ("2>&-", 0, b""),
        ("<&-", 0, b""),
    ],
)
def test_an_output_that_takes_nothing_is_no_traceback(redirect, status, said):
    done = run(redirect, "decks", "--level", "1")
    assert (done.returncode, done.stderr) == (status, said)


@pytest.mark.parametrize("command", [("judge",), ("sim",)])
def test_a_closed_input_is_no_traceback(command):
    done = run("<&-", *command)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


def test_a_terminal_that_cannot_write_a_letter_gets_another():
    done = run("", "decks", "show", "trust-no-one", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Doppelg\\xe4nger" in done.stdout
