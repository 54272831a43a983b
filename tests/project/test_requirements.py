"""Tests that declared libraries are pinned, with hashes and without an index's address, and that each has a reason."""

import re
import tomllib
from pathlib import Path

import pytest

PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
OF_STUDIO = EXTRAS["recording"] + GROUPS["studio"]
LOCKS = {path.name: path.read_text() for path in Path("requirements").glob("*.txt")}
PARTS = {
    "run.txt": EXTRAS["render"],
    "pi.txt": EXTRAS["pi"],
    "recording.txt": EXTRAS["pi"] + EXTRAS["recording"],
    "net.txt": EXTRAS["net"],
    "studio.txt": OF_STUDIO + GROUPS["heard"] + GROUPS["neural"],
    "case.txt": GROUPS["case"],
    "browser.txt": OF_STUDIO + GROUPS["browser"],
    "home.txt": GROUPS["home"],
    "dev.txt": EXTRAS["pi"] + EXTRAS["render"] + OF_STUDIO + GROUPS["dev"],
}

REASONS = {
    "docs/dependencies.md": "On the box and on a laptop",
    "studio/README.md": "Libraries",
    "case/README.md": "Libraries",
    "CONTRIBUTING.md": "Tools",
}
"""The page and chapter that give the reason for each dependency."""

NOT_PLAYED_IN = {"net.txt", "studio.txt", "case.txt", "browser.txt", "home.txt"}
OURS = ("nightcrier-", "gpiozero-gpiod")
"""Packages made by `systemd/packages`. A lock lists their dependencies instead."""


def declared(requirements: list[str]) -> set[str]:
    """Return the names, spelled as in pins, without those that Linux does not need."""
    needed = [text for text in requirements if "!= 'linux'" not in text and not text.startswith(OURS)]
    return {re.split(r"[<>=;\[ ]", text)[0].lower().replace(".", "-") for text in needed}


def pinned(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", LOCKS[lock], re.MULTILINE))


def test_there_is_a_lock_for_each_use():
    assert set(LOCKS) == set(PARTS)


@pytest.mark.parametrize("lock", PARTS)
def test_everything_declared_is_pinned(lock):
    wanted = declared(PROJECT["project"]["dependencies"] + PARTS[lock])
    played = {"gpiozero", "pygame", "pygame-ce"} if lock in NOT_PLAYED_IN else set()
    assert wanted - played <= set(pinned(lock))


@pytest.mark.parametrize("lock", PARTS)
def test_every_pin_has_its_hashes(lock):
    for pin in re.split(r"^(?=[a-z])", LOCKS[lock], flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in pin


@pytest.mark.parametrize("lock", PARTS)
def test_no_lock_names_an_index_a_host_or_a_machine(lock):
    assert not re.search(r"://|--index|--extra-index|--find-links|--trusted-host|file:|(?:^|\s)/", LOCKS[lock])


def test_all_locks_agree_on_every_version():
    """The lock of Home Assistant is left out, since it fixes the version of everything it uses."""
    for name in sorted(PARTS.keys() - {"home.txt"}):
        shared = pinned(name).keys() & pinned("dev.txt").keys()
        assert {key: pinned(name)[key] for key in shared} == {key: pinned("dev.txt")[key] for key in shared}


def test_the_programs_beside_the_box_declare_what_their_environments_have():
    hall, studio = (tomllib.loads(Path(name, "pyproject.toml").read_text("utf-8")) for name in ("hall", "studio"))
    assert hall["project"]["dependencies"] == ["nightcrier[net]"]
    assert studio["project"]["dependencies"] == ["nightcrier[recording]", *GROUPS["studio"]]


def test_an_old_pi_needs_another_library_for_its_pins_and_nothing_else():
    new, old = declared(EXTRAS["pi"]), declared(EXTRAS["pi-old"])
    assert (new - old, old - new, EXTRAS["pi"][0][:14]) == (set(), {"rpi-gpio"}, "gpiozero-gpiod")


def test_each_dependency_has_its_reason_in_the_docs():
    sections = [Path(page).read_text("utf-8").partition(f"\n## {head}\n")[2] for page, head in REASONS.items()]
    told = declared(
        [row for text in sections for row in re.findall(r"^\| `(.+?)`", text.partition("\n## ")[0], re.MULTILINE)]
    )
    own = tomllib.loads(Path("gpiozero-gpiod/pyproject.toml").read_text("utf-8"))
    all_of_us = [own["project"]["dependencies"], PROJECT["project"]["dependencies"]]
    thai = tomllib.loads(Path("studio/pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["thai"]
    groups = [*all_of_us, *EXTRAS.values(), *GROUPS.values(), thai]
    assert told == {name for group in groups for name in declared([text.split(";")[0] for text in group])} | {"lgpio"}
