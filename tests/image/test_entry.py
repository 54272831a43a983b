"""Tests what can be tried without making a card: where Debian comes from, the manifest with which Raspberry Pi
Imager offers it, and the list of its contents."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hands import lay_tools, ran

OF_AN_ENTRY = {
    **dict.fromkeys(("name", "description", "icon", "url", "extract_sha256", "release_date"), str),
    "extract_size": int,
    "image_download_size": int,
    "devices": list,
}
OF_A_MACHINE = {"name": str, "description": str, "tags": list}
"""Keys that `doc/json-schema/os-list-schema.json` demands in Imager's commit 4f15f487 of July 2026. At its top level
it allows only `imager` and `os_list`."""
ASKS = {"init_format", "capabilities", "enable_rpi_connect"}
"""Keys with which Imager asks for a user, a network or keys."""


@pytest.fixture
def made(tmp_path):
    image = tmp_path / "card.img"
    image.write_bytes(b"a card" * 1000)
    (tmp_path / "card.img.xz").write_bytes(b"packed")
    command = [sys.executable, "-I", "image/entry.py", str(image), "1.2.3", "1790000000", "https://x.org/card.img.xz"]
    manifest: dict[str, Any] = json.loads(subprocess.check_output(command))
    return manifest


def fits(given: dict[str, Any], demanded: dict[str, type]) -> bool:
    return all(isinstance(given.get(key), kind) for key, kind in demanded.items())


def test_it_is_what_the_schema_demands_and_asks_for_nothing(made):
    assert made.keys() == {"imager", "os_list"}
    (entry,) = made["os_list"]
    assert fits(entry, OF_AN_ENTRY)
    assert all(fits(machine, OF_A_MACHINE) for machine in made["imager"]["devices"])
    assert not entry.keys() & ASKS
    assert not any("capabilities" in machine for machine in made["imager"]["devices"])


def test_the_sums_are_of_what_is_really_there(made):
    (entry,) = made["os_list"]
    assert (entry["name"], entry["release_date"]) == ("Nightcrier 1.2.3", "2026-09-21")
    assert (entry["extract_size"], entry["image_download_size"]) == (6000, 6)
    assert entry["extract_sha256"] == hashlib.sha256(b"a card" * 1000).hexdigest()
    assert entry["image_download_sha256"] == hashlib.sha256(b"packed").hexdigest()


def test_every_pi_that_starts_from_it_is_offered_and_no_other(made):
    chosen = {machine["name"]: machine["tags"] for machine in made["imager"]["devices"]}
    assert chosen.keys() == {f"Raspberry Pi {model}" for model in ("5", "4", "3", "Zero 2 W")}
    (entry,) = made["os_list"]
    assert set(entry["devices"]) == {word for tags in chosen.values() for word in tags}
    assert set(entry["devices"]) == {"pi3-64bit", "pi4-64bit", "pi5-64bit"}


COPYRIGHTS = {
    "newer": "Format: machine-readable\nLicense: GPL-2+\n\nLicense: Expat\n",
    "older": "On Debian systems the text is in `/usr/share/common-licenses/LGPL-2.1'.\n",
    "odd": "License: Whoever gets this may do with it what he likes.\n",
}
METADATA = {
    "exact": "License-Expression: MIT OR Apache-2.0\nLicense: other",
    "sorted": "Classifier: License :: OSI Approved :: MIT License\nClassifier: Topic :: Games",
    "plain": "License: BSD-3-Clause",
    "silent": "Summary: nothing",
}


@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="Debian's list of packages is not there")
def test_each_package_and_library_is_listed_with_its_licences(tmp_path):
    dpkg, docs = tmp_path / "var/lib/dpkg", tmp_path / "usr/share/doc"
    dpkg.mkdir(parents=True)
    row = "Package: {}\nStatus: install ok installed\nVersion: 1.2-3\nArchitecture: all\nDescription: x\n\n"
    (dpkg / "status").write_text("".join(map(row.format, (*COPYRIGHTS, "bare"))))
    for name, text in COPYRIGHTS.items():
        (docs / name).mkdir(parents=True)
        (docs / name / "copyright").write_text(text)
    for name, text in METADATA.items():
        file = (
            tmp_path / f"opt/nightcrier/versions/card/venv/lib/python3.13/site-packages/{name}-4.5.dist-info/METADATA"
        )
        file.parent.mkdir(parents=True)
        file.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 4.5\n{text}\n")
    listed = subprocess.check_output([sys.executable, "-I", "image/licences.py", str(tmp_path)], text=True)
    assert listed.splitlines() == [
        "bare 1.2-3: see bare/copyright",
        "newer 1.2-3: Expat, GPL-2+",
        "odd 1.2-3: see odd/copyright",
        "older 1.2-3: see older/copyright, which names LGPL-2.1",
        "exact 4.5: MIT OR Apache-2.0",
        "plain 4.5: BSD-3-Clause",
        "silent 4.5: see its metadata",
        "sorted 4.5: MIT License",
    ]


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
    """Run the build as root, on a machine that has only these tools."""
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
