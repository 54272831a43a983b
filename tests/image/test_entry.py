"""The manifest by which Raspberry Pi Imager offers the card, and the list of all that is on it."""

import hashlib
import json
import shutil
import subprocess
import sys
from typing import Any

import pytest

OF_AN_ENTRY = {
    **dict.fromkeys(("name", "description", "icon", "url", "extract_sha256", "release_date"), str),
    "extract_size": int,
    "image_download_size": int,
    "devices": list,
}
OF_A_MACHINE = {"name": str, "description": str, "tags": list}
"""What `doc/json-schema/os-list-schema.json` demands in Imager's commit 4f15f487 of July 2026. At its top it lets in
`imager` and `os_list` alone."""
ASKS = {"init_format", "capabilities", "enable_rpi_connect"}
"""Keys by which Imager asks for a user, a network or keys."""


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
