"""What of making the card can be tried without making one: where Debian comes from, and how a failure ends."""

import subprocess
from pathlib import Path

import pytest

from tests.hands import lay_tools, ran

OTHER = "Types: deb\nURIs: https://download.example.com/linux\nSuites: trixie\n"
DEBIAN = "Types: deb\nURIs: http://deb.debian.org/debian\nSuites: trixie\n"
DISC = "deb cdrom:[Debian GNU/Linux 13]/ trixie main\n"


@pytest.mark.parametrize(
    ("lists", "mirror"),
    [
        ({}, ""),
        ({"sources.list.d/debian.sources": DEBIAN}, "http://deb.debian.org/debian"),
        ({"sources.list.d/a.sources": OTHER, "sources.list.d/debian.sources": DEBIAN}, "http://deb.debian.org/debian"),
        ({"sources.list.d/a.sources": OTHER}, "https://download.example.com/linux"),
        ({"sources.list": f"# deb http://old/debian x main\n{DISC}deb http://m/debian/ x main\n"}, "http://m/debian/"),
        ({"sources.list": "deb [arch=amd64 signed-by=/k.gpg] https://m/debian x main\n"}, "https://m/debian"),
        ({"sources.list": DISC}, ""),
    ],
)
def test_the_mirror_is_the_one_of_this_machine(tmp_path, lists, mirror):
    for name, text in lists.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    script = ["bash", "-c", '. image/mirror.sh; debian_mirror "$0"', str(tmp_path)]
    assert subprocess.run(script, capture_output=True, text=True, check=False).stdout.strip() == mirror


def build(folder: Path, *words: str, **tools: str) -> "subprocess.CompletedProcess[str]":
    """By somebody who is root, on a machine that can do nothing but what is given."""
    machine = {"id": "echo 0", "apt-get": "exit 100", "awk": "echo http://m/debian", "git": "echo 1"}
    lay_tools(folder, machine | tools)
    return ran("bash", "image/build", *words, env={"PATH": f"{folder}:/usr/bin:/bin"})


@pytest.mark.parametrize(
    ("words", "tools", "told"),
    [
        (("one", "two"), {}, "usage: sudo image/build [FOLDER]"),
        ((), {"id": "echo 1000"}, "this needs root; run it as: sudo image/build"),
        (("{folder}/built",), {"awk": ""}, "no Debian mirror is named in /etc/apt; add one there"),
    ],
)
def test_who_cannot_make_a_card_is_told_so_in_one_sentence(tmp_path, words, tools, told):
    done = build(tmp_path, *(word.format(folder=tmp_path) for word in words), **tools)
    assert (done.returncode, done.stderr) == (1, f"image: {told}\n")


def test_a_step_that_fails_is_named_last(tmp_path):
    done = build(tmp_path, str(tmp_path / "built"))
    assert done.returncode == 100
    failed = 'no card was made: it failed at "installing what makes a card", and the lines above say why'
    assert done.stderr.splitlines()[-1] == f"image: {failed}"
