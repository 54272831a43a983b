"""Tests updates that are cut off at every step: the box always starts the whole old program or the whole new one."""

import re
import shutil
from bisect import bisect
from itertools import product
from pathlib import Path

import pytest

from tests.project.pi import STUBS, Pi, moved
from tests.sampling import cut_seeds, sampled

FIRST, SECOND = "first edition", "second edition"
STEPPED = (
    *("cat", "chmod", "cmp", "cp", "find", "grep", "ln", "mkdir", "mktemp", "mv", "python3"),
    *("rm", "sed", "sync", "tar", "timeout"),
)
"""Programs of which each call counts as a step."""

STEP = """#!/bin/sh
if [ -n "$CUT" ]; then
    exec 9<"$STEPS"
    flock 9 # two of one pipe run at the same moment, and each is a step
    read n <&9
    n=$((n + 1))
    echo $n >"$STEPS"
    exec 9<&-
    if [ $n = "$CUT" ]; then
        case $HOW in
        full) echo "No space left on device" >&2; exit 1 ;;
        dark) kill -9 0 ;;
        late) "{real}" "$@"; kill -9 0 ;;
        esac
    fi
fi
exec "{real}" "$@"
"""
HOWS = ("dark", "late", "full")
"""The power fails before a step, or after it, or the disk refuses to write."""
PARTS = 48


class CutPi(Pi):
    """Simulates a Pi with the first edition, and a checkout of the second. Each call of a program is a step."""

    def __init__(self, folder: Path, *, before_versions: bool = False) -> None:
        super().__init__(folder)
        self.steps, real = folder / "steps", folder / "real"
        real.mkdir()
        for name in STEPPED:
            if name in STUBS:
                shutil.move(self._bin / name, real / name)
            (self._bin / name).write_text(
                STEP.format(real=f"${{0%/*}}/../real/{name}" if name in STUBS else shutil.which(name))
            )
            (self._bin / name).chmod(0o755)
        self.edit(FIRST)
        assert self.rehearse().returncode == 0
        if before_versions:
            self._as_it_was_installed_before()
        self.edit(SECOND)
        self.kept = folder / "kept"
        shutil.copytree(self.root, self.kept, symlinks=True)

    def edit(self, edition: str) -> None:
        for file in ("assets/file", "device/file", "requirements/pi.txt"):
            (self.checkout / file).write_text(edition)
        unit = self.checkout / "systemd" / "nightcrier.service"
        unit.write_text(re.sub("^# .*", f"# {edition}", unit.read_text(), count=1))

    def count_steps(self) -> int:
        self.cut(0, "")
        count = int(self.steps.read_text())
        assert self.edition() == SECOND
        return count

    def cut(self, step: int, how: str) -> int:
        """Run the update on a box with the first edition, with this failure at this step, and return its status."""
        shutil.rmtree(self.root)
        shutil.copytree(self.kept, self.root, symlinks=True)
        self.steps.write_text("0\n")
        return self.rehearse(CUT=str(step), HOW=how, STEPS=str(self.steps)).returncode

    def edition(self) -> str:
        """Return the one edition of all that the unit starts. Older installations have no single file of code."""
        unit = (self.root / "etc/systemd/system/nightcrier.service").read_text()
        found = re.search(r"(?m)^ExecStart=\S+ -c 'cd (\S+) [^@]*^Environment=PYTHONPATH=([^:\n]+)/device", unit)
        assert found
        current, app = (self.root / place.lstrip("/") for place in found.groups())
        venv = current / "venv"
        assert (venv / "bin" / "python").is_file()
        parts = [app / "assets/file", app / "device/file", app / "requirements/pi.txt", venv / "libraries"]
        parts += [current / "nightcrier.code"] * (current.resolve().name not in ("nightcrier", "earlier"))
        (edition,) = {part.read_text() for part in parts}
        assert (app / "systemd" / "nightcrier.service").is_file()
        for called in re.findall(r"/opt/nightcrier/\S+\.py", unit):
            assert (self.root / called.lstrip("/")).is_file(), called
        return edition

    def unit_edition(self) -> str:
        """Return the unit's own edition, which changes a moment after the switch."""
        unit = (self.root / "etc/systemd/system/nightcrier.service").read_text()
        return next(edition for edition in (FIRST, SECOND, "") if f"# {edition}" in unit)

    def _as_it_was_installed_before(self) -> None:
        """Lay the program out as it was before there were versions, in the only place it had."""
        opt = self.versions.parent
        for part in ("app", "venv"):
            (opt / part).unlink()
            (opt / "current" / part).resolve().rename(opt / part)
        shutil.rmtree(self.versions)
        (opt / "current").unlink()
        unit = self.root / "etc/systemd/system/nightcrier.service"
        unit.write_text(unit.read_text().replace("/nightcrier/current", "/nightcrier"))
        unit.with_name("nightcrier-help.service").unlink()


@pytest.fixture(scope="module")
def updating(tmp_path_factory):
    return CutPi(tmp_path_factory.mktemp("pi"))


@pytest.fixture
def pi(updating, tmp_path):
    """Return a Pi on which nothing has happened yet."""
    return moved(updating, updating.folder, tmp_path)


@pytest.mark.parametrize("part", sampled(range(PARTS)))
@pytest.mark.parametrize("before_versions", [False, True], ids=["versions", "before versions"])
def test_a_cut_at_any_step_leaves_a_box_that_starts(tmp_path, before_versions, part):
    pi = CutPi(tmp_path, before_versions=before_versions)
    steps = pi.count_steps()
    assert steps >= 30, "three kinds of cuts, two kinds of boxes, and the way back: more than two hundred"
    for step, how in cut_seeds("updating", product(range(part + 1, steps + 1, PARTS), HOWS)):
        said_done = pi.cut(step, how) == 0
        assert pi.edition() in ((SECOND,) if said_done else (FIRST, SECOND)), (step, how)
        assert pi.rehearse().returncode == 0, (step, how)
        assert pi.edition() == SECOND, (step, how)
        assert len(list(pi.versions.iterdir())) <= 3, (step, how)


def test_cut_between_the_switch_and_its_unit_the_old_unit_starts_the_new_program(pi):
    """A unit from before there were versions starts the program at the path it knows, until the unit is replaced."""
    last = pi.count_steps()
    late = range(last - 30, last + 1)
    step = late[bisect(late, False, key=lambda step: pi.cut(step, "dark") == 0 or pi.unit_edition() == SECOND) - 1]
    assert step > late[0], "it is one of the last steps"
    assert pi.cut(step, "dark")
    assert (pi.unit_edition(), pi.edition()) == (FIRST, SECOND)


@pytest.mark.parametrize("words", [(), ("--back",)], ids=["update", "back"])
def test_no_name_leads_to_what_is_not_on_the_card_yet(pi, words):
    """A power cut may lose what was written but not forced onto the card, even if the rename survives."""
    assert pi.rehearse().returncode == 0
    for name in ("mv", "sync"):
        (pi._bin / name).write_text(f'#!/bin/sh\necho "{name} $*" >>"$CALLS"\nexec {shutil.which(name)} "$@"\n')
    assert pi.rehearse(*words).returncode == 0
    opt = pi.versions.parent
    calls = [line for line in pi.calls.read_text().splitlines() if line.startswith(("mv ", "sync "))]
    switch = calls.index(f"mv -T {opt}/current.new {opt}/current")
    assert calls[switch - 1] == calls[switch + 1] == f"sync -f {opt}"
    placed = [at for at, call in enumerate(calls) if call.startswith("mv -f ")]
    assert len(placed) >= 3
    assert all(calls[at - 1] == f"sync {calls[at].split()[2]}" for at in placed)


@pytest.mark.parametrize("before_versions", [False, True], ids=["versions", "before versions"])
def test_one_version_is_kept_to_go_back_to(tmp_path, before_versions):
    pi = CutPi(tmp_path, before_versions=before_versions)
    for edition in (SECOND, "third edition"):
        pi.edit(edition)
        assert pi.rehearse().returncode == 0
        (pi.versions.parent / "current/on-trial").unlink()
    assert len(list(pi.versions.iterdir())) == 2
    for edition in (SECOND, "third edition", SECOND):
        assert pi.rehearse("--back").returncode == 0
        assert pi.edition() == edition
        assert f"# {edition}" in (pi.root / "etc/systemd/system/nightcrier.service").read_text()


def test_what_was_installed_before_there_were_versions_can_be_gone_back_to(tmp_path):
    pi = CutPi(tmp_path, before_versions=True)
    assert pi.rehearse().returncode == 0
    assert pi.edition() == SECOND
    assert pi.rehearse("--back").returncode == 0
    assert pi.edition() == FIRST
    links = {part: (pi.versions.parent / part).resolve() for part in ("app", "venv")}
    assert links == {part: (pi.versions.parent / "current" / part).resolve() for part in ("app", "venv")}


def test_a_cut_on_the_way_back_leaves_a_box_that_starts(pi):
    assert pi.rehearse().returncode == 0
    shutil.rmtree(pi.kept)
    shutil.copytree(pi.root, pi.kept, symlinks=True)
    pi.steps.write_text("0\n")
    pi.rehearse("--back", CUT="0", STEPS=str(pi.steps))
    found = set[tuple[str, str]]()
    for step in sampled(range(1, int(pi.steps.read_text()) + 1), 4):
        for how in HOWS:
            shutil.rmtree(pi.root)
            shutil.copytree(pi.kept, pi.root, symlinks=True)
            pi.steps.write_text("0\n")
            pi.rehearse("--back", CUT=str(step), HOW=how, STEPS=str(pi.steps))
            found.add((pi.unit_edition(), pi.edition()))
            assert pi.rehearse().returncode == 0
            assert pi.edition() == SECOND
    assert found == {(SECOND, SECOND), (SECOND, FIRST), (FIRST, FIRST)}, "the new unit starts the old program, too"


def test_a_new_version_that_does_not_start_changes_nothing(pi):
    before, done = pi.files(), pi.rehearse(TRY_STATUS="1")
    assert done.returncode == 1
    assert "the new version does not start here" in done.stderr
    assert done.stderr.endswith("nightcrier: nothing was changed\n")
    assert pi.files() == before
    assert pi.edition() == FIRST


HANGS = """#!/bin/sh
echo "timeout $*" >>"$CALLS"
case "$*" in *"check --dry"*) exit 124 ;; esac
exec /usr/bin/timeout "$@"
"""
"""A stub of `timeout` that gives a program no time at all: it returns 124, like the real one."""


def test_a_program_that_hangs_when_it_is_tried_changes_nothing(pi):
    (pi._bin / "timeout").write_text(HANGS)
    done = pi.rehearse()
    assert "the new version does not start here" in done.stderr
    assert (done.returncode, pi.edition()) == (1, FIRST)
    assert all(call.split()[1] == "300" for call in pi.called("timeout"))


@pytest.mark.parametrize(("stub", "said"), [("", "no module of that name"), (HANGS, "stopped after 300 seconds")])
def test_what_the_try_said_is_told_where_no_network_is_either(pi, stub, said):
    (pi.checkout / "requirements/pi.txt").write_text(FIRST)
    refused = '#!/bin/sh\ncase "$*" in *"check --dry"*) echo "no module of that name" >&2; exit 1 ;; esac\n'
    (pi.versions.parent / "current/venv/bin/python").write_text(refused)
    if stub:
        (pi._bin / "timeout").write_text(stub)
    done = pi.rehearse(PIP_STATUS="1")
    assert (done.returncode, pi.edition()) == (1, FIRST)
    begun = "the new version does not start with the libraries that are here: "
    assert begun in done.stderr
    assert said in done.stderr
    assert done.stderr.index(said) < done.stderr.index("; and the libraries could not be installed; check the network")


def test_without_changed_libraries_no_network_is_needed_and_broken_ones_are_fetched_anew(pi):
    (pi.checkout / "requirements/pi.txt").write_text(FIRST)
    assert pi.rehearse(PIP_STATUS="1").returncode == 0
    assert not [call for call in pi.called("python3") if " pip " in call]
    (pi.versions.parent / "current/venv/bin/python").write_text("#!/bin/sh\nexit 1\n")
    assert pi.rehearse().returncode == 0
    assert [call for call in pi.called("python3") if " pip " in call]


def test_with_nothing_to_go_back_to_it_says_so(tmp_path):
    pi = Pi(tmp_path)
    pi.rehearse()
    done = pi.rehearse("--back")
    assert (done.returncode, done.stderr) == (1, "nightcrier: there is no version before this one\n")
