"""The manifest by which Raspberry Pi Imager offers the card: as its schema has it, with the sums of what is there."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
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
def made(tmp_path: Path) -> dict[str, Any]:
    image = tmp_path / "card.img"
    image.write_bytes(b"a card" * 1000)
    (tmp_path / "card.img.xz").write_bytes(b"packed")
    command = [sys.executable, "-I", "image/entry.py", str(image), "1.2.3", "1790000000", "https://x.org/card.img.xz"]
    manifest: dict[str, Any] = json.loads(subprocess.check_output(command))
    return manifest


def fits(given: dict[str, Any], demanded: dict[str, type]) -> bool:
    return all(isinstance(given.get(key), kind) for key, kind in demanded.items())


def test_it_is_what_the_schema_demands_and_asks_for_nothing(made: dict[str, Any]) -> None:
    assert made.keys() == {"imager", "os_list"}
    (entry,) = made["os_list"]
    assert fits(entry, OF_AN_ENTRY)
    assert all(fits(machine, OF_A_MACHINE) for machine in made["imager"]["devices"])
    assert not entry.keys() & ASKS
    assert not any("capabilities" in machine for machine in made["imager"]["devices"])


def test_the_sums_are_of_what_is_really_there(made: dict[str, Any]) -> None:
    (entry,) = made["os_list"]
    assert (entry["name"], entry["release_date"]) == ("Nightcrier 1.2.3", "2026-09-21")
    assert (entry["extract_size"], entry["image_download_size"]) == (6000, 6)
    assert entry["extract_sha256"] == hashlib.sha256(b"a card" * 1000).hexdigest()
    assert entry["image_download_sha256"] == hashlib.sha256(b"packed").hexdigest()


def test_every_pi_that_starts_from_it_is_offered_and_no_other(made: dict[str, Any]) -> None:
    chosen = {machine["name"]: machine["tags"] for machine in made["imager"]["devices"]}
    assert chosen.keys() == {f"Raspberry Pi {model}" for model in ("5", "4", "3", "Zero 2 W")}
    (entry,) = made["os_list"]
    assert set(entry["devices"]) == {word for tags in chosen.values() for word in tags}
    assert set(entry["devices"]) == {"pi3-64bit", "pi4-64bit", "pi5-64bit"}
