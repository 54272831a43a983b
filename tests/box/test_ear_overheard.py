"""Tests that another user of the machine, who may ask it anything while the ear says a secret, learns nothing of it."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import combinations, product
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest

from tests.box.overheard import Answers
from tests.box.sound.voices.waves import tone

OWN_FOLDERS = ("unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /dev/shm && exec "$@"', "-")
"""Runs a command with a /dev/shm of its own, in which no other program writes meanwhile."""
JITTER = {"VmRSS": 64, "VmHWM": 64}
"""The kilobytes by which the kernel miscounts a process's memory while each processor counts on its own."""


@pytest.fixture
def outside():
    """Yield a folder on the disk. Files in /dev/shm would be hidden, since the command gets an empty one."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def overhear(outside):
    pack = outside / "voices" / "en-ann"
    pack.mkdir(parents=True)
    for name, seconds in (("short", 0.7), ("long", 9.0)):
        tone(pack / f"{name}.wav", 0.0, seconds, 0.0)
    clips = "".join(f'[clips.{name}]\nfile = "{name}.wav"\nseconds = 1.0\n' for name in ("short", "long"))
    head = 'language = "en"\nname = "Ann"\nlicence = "own"\ncredit = ""\nquality = "good"\nengine = "made"\n'
    (pack / "pack.toml").write_text(head + clips, "utf-8")

    def listen(leak: str) -> list[Answers]:
        alone = may_unshare()
        words = (sys.executable, "-P", "-m", "tests.box.overheard", str(pack.parent), leak)
        done = subprocess.run((*(OWN_FOLDERS if alone else ()), *words), stdout=subprocess.PIPE, check=True, timeout=60)
        told = msgspec.json.decode(done.stdout, type=list[Answers])
        return [{name: each[name] for name in each if alone or name != "free"} for each in told]

    return listen


def may_unshare() -> bool:
    found = shutil.which("unshare")
    return found is not None and subprocess.run((*OWN_FOLDERS, "true"), check=False).returncode == 0


def told_apart(told: Sequence[Answers]) -> set[str]:
    """Return the names of the answers that differ between two secrets."""
    pairs = ((name, one[name], other[name]) for one, other in combinations(told, 2) for name in one.keys() & other)
    return {name for name, *both in pairs if differ(*both, JITTER.get(name, 0))}


def differ(one: Sequence[object], other: Sequence[object], jitter: int) -> bool:
    return max(*one, *other) - min(*one, *other) > jitter if jitter else one != other


def learned(overhear: Callable[[str], Sequence[Answers]], leak: str = "") -> set[str]:
    """Return the answers that differ between two secrets at each look. On a busy machine, the kernel counts some faults
    more, but a difference that depends on a secret is there each time."""
    told = overhear(leak)
    apart = told_apart(told)
    secrets = list(zip(told, *(overhear(leak) for _ in range(2 if apart else 0)), strict=True))
    return {name for name in apart if any(tells(name, *pair) for pair in combinations(secrets, 2))}


def tells(name: str, ones: Sequence[Answers], others: Sequence[Answers]) -> bool:
    return all(differ(one[name], other[name], JITTER.get(name, 0)) for one, other in product(ones, others))


def test_nothing_that_another_user_may_ask_depends_on_what_is_said(overhear):
    told = overhear("")
    assert len(told) == 4
    assert {"where to", "faults", "VmHWM", "VmRSS", "children's time"} <= set().union(*told)
    assert learned(overhear) == set()


@pytest.mark.parametrize(("leak", "by"), [("file", {"free"}), ("memory", {"VmHWM", "faults"})])
def test_what_would_tell_is_noticed(leak, by, overhear):
    if leak == "file" and not may_unshare():
        pytest.skip("no folders of its own, so what others write would be taken for it")
    assert learned(overhear, leak) >= by
