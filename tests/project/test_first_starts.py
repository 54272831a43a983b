"""Tests that a new version that starts twice without becoming ready is left again, wherever the power fails."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from nightcrier.box.machine import TOO_MANY
from nightcrier.kernel.chores import HANDED_OUT
from nightcrier.kernel.folders import OWN_FOLDER
from nightcrier.tools.own_wifi import NAMES
from tests.hands import lay_tools, ran
from tests.project.pi import moved, would
from tests.project.test_install_cuts import FIRST, HOWS, SECOND, CutPi
from tests.sampling import sampled

UNIT = Path("systemd/nightcrier.service").read_text()
BEFORE_START = Path("systemd/before_start").read_text()


class TriedPi(CutPi):
    """Simulates a Pi with the second edition on trial beside the first, and calls what systemd would call."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        done = self.rehearse()
        assert done.returncode == 0, done.stderr
        self.opt = self.versions.parent
        self.keep()

    def keep(self) -> None:
        """Save this state, to which `as_kept` returns."""
        shutil.rmtree(self.kept)
        shutil.copytree(self.root, self.kept, symlinks=True)

    def as_kept(self) -> None:
        shutil.rmtree(self.root)
        shutil.copytree(self.kept, self.root, symlinks=True)
        self.steps.write_text("0\n")

    def call(self, word: str, **environ: str) -> "subprocess.CompletedProcess[str]":
        script = self.opt / "current/app/systemd/first_starts"
        words = ("/bin/bash", script, word, self.opt, self.root)
        return ran(*words, env=self.environ | environ, start_new_session=True)

    def cut_call(self, word: str, step: int, how: str) -> None:
        """Call the script with a cut at this step, and wait until the killed process has let go of its lock."""
        self.call(word, CUT=str(step), HOW=how, STEPS=str(self.steps))
        subprocess.run(["flock", str(self.opt / ".alone"), "true"], check=True)

    def start(self, *, ready: bool = False) -> str:
        """Start the box once, as its unit does, and return the edition that started."""
        if (self.opt / "current/app/systemd/first_starts").exists():
            assert self.call("begin").returncode == 0
        edition = self.edition()
        if ready:
            assert self.call("ready").returncode == 0
        return edition


@pytest.fixture(scope="module")
def trying(tmp_path_factory):
    return TriedPi(tmp_path_factory.mktemp("pi"))


@pytest.fixture
def pi(trying, tmp_path):
    """Return a Pi on which nothing has happened yet."""
    return moved(trying, trying.folder, tmp_path)


def test_the_unit_counts_each_start_and_tells_when_the_box_is_ready():
    current = "/opt/nightcrier/current"
    either = f"test ! -e {current}/on-trial -a ! -e /etc/nightcrier/on-trial ||\n"
    assert f"{either}    bash {current}/app/systemd/first_starts begin\n" in BEFORE_START
    call = f"test ! -e {current}/on-trial || exec bash {current}/app/systemd/first_starts ready"
    assert f"most_starts={TOO_MANY - 1} " in Path("systemd/first_starts").read_text(), "the next start is a clean one"
    (line,) = (line for line in UNIT.splitlines() if call in line)
    assert line.startswith("ExecStartPost=-+/bin/sh -c '")


@pytest.mark.parametrize(
    ("left", "asked"),
    [
        ("restoring.zip", True),
        ("restoring.zip.7.new", True),
        ("before-restore.zip.7.new", True),
        ("before-restore.zip", False),
        ("restoring.zip.broken", False),
    ],
)
def test_what_was_cut_while_a_box_was_brought_back_is_finished_or_swept_before_it_starts(tmp_path, left, asked):
    (tmp_path / left).touch()
    out = tmp_path / HANDED_OUT.name
    out.mkdir()
    (out / "saved.zip").write_bytes(b"Quirin")  # a person was forgotten, and root had no time to empty it
    call = BEFORE_START.replace("/usr/local/bin/nightcrier", "echo").replace(str(HANDED_OUT), str(out))
    for folder in ("/etc/nightcrier", "/var/lib/nightcrier", "/run"):
        call = call.replace(folder, str(tmp_path))
    done = subprocess.run(("/bin/sh", "-c", call), check=True, capture_output=True, text=True)
    assert done.stdout == ("restore\n" if asked else "")
    assert (tmp_path / "nightcrier-told").is_dir()
    assert not out.exists()


@pytest.mark.parametrize("has_power", [True, False], ids=["started anew", "after the power went"])
def test_what_guests_brought_and_the_names_of_the_own_wifi_go_with_the_power(tmp_path, has_power):
    brought, names = tmp_path / "own" / "guests" / "games" / "mafia.en.names.toml", tmp_path / NAMES.name
    brought.parent.mkdir(parents=True)
    for each in (brought, names, *([tmp_path / "nightcrier-ready"] if has_power else [])):
        each.touch()
    call = BEFORE_START.replace(str(OWN_FOLDER), str(tmp_path / "own")).replace(str(NAMES), str(names))
    subprocess.run(("/bin/sh", "-c", call.replace("/run/", f"{tmp_path}/")), check=True)
    assert [brought.exists(), names.exists()] == [has_power, has_power]


def test_a_version_that_crashes_is_left_before_its_third_start(pi):
    assert [pi.start() for _ in range(4)] == [SECOND, SECOND, FIRST, FIRST]
    assert pi.unit_edition() == FIRST
    assert pi.called("systemctl daemon-reload")


@pytest.mark.parametrize(
    ("tried", "passed", "crashes", "asked"),
    [
        ("a deck", "", "2", True),
        ("a deck", "", "1", False),
        ("a deck", "", "3", False),  # that start is a clean one
        ('"tried":"aside"', "", "3", True),  # it failed without it, too
        ('"tried":"aside"', '"tried":"aside"', "3", False),
        ('"tried":"back"', "", "3", False),
        ("a deck", "", "", False),  # the power was gone, and the count with it
        ("a deck", "a deck", "2", False),
        ("a deck, another", "a deck", "2", True),
        ("", "", "2", False),
    ],
)
def test_what_was_brought_last_is_put_aside_after_two_starts_that_failed(pi, tried, passed, crashes, *, asked):
    lay_tools(pi.root / "usr/local/bin", {"nightcrier": 'echo "nightcrier $*" >>"$CALLS"'})
    places = {
        "etc/nightcrier/on-trial": tried,
        "var/lib/nightcrier/passed-trial": passed,
        "run/nightcrier/crashes": crashes,
    }
    for name, content in places.items():
        (pi.root / name).parent.mkdir(parents=True, exist_ok=True)
        if content:
            (pi.root / name).write_text(content)
    pi.calls.write_text("")
    assert pi.start(ready=True) == SECOND
    told = f"nightcrier take --put-aside {pi.root}/run/nightcrier-told/aside.json"
    assert pi.called("nightcrier") == ([told] if asked else [])


def test_a_version_that_becomes_ready_once_is_kept_however_often_it_starts(pi):
    assert pi.start() == SECOND
    assert pi.start(ready=True) == SECOND
    assert {pi.start() for _ in range(5)} == {SECOND}


@pytest.mark.parametrize(("status", "trial"), [(0, False), (1, True)])
def test_a_version_that_became_ready_under_the_installer_is_on_trial_no_more(tmp_path, status, trial):
    """The box's own message comes while the installer is running, so the installer ends the trial itself."""
    found = re.search(r"^start_service\(\) \{.*?^\}", Path("systemd/install").read_text(), re.MULTILINE | re.DOTALL)
    assert found
    (tmp_path / "current").mkdir()
    (tmp_path / "current/on-trial").write_text("1\n")
    script = f""". systemd/versions.sh
opt={tmp_path} root=
machine() {{ case $* in *" restart "*) return {status} ;; esac; }}
{found[0]}
start_service"""
    assert subprocess.run(["/bin/bash", "-euc", script], check=False).returncode == status
    assert (tmp_path / "current/on-trial").exists() is trial


def test_the_first_version_of_a_box_has_nothing_to_go_back_to(tmp_path):
    assert not list(CutPi(tmp_path).versions.glob("*/on-trial"))


def test_an_update_over_one_that_is_still_on_trial_leads_back_to_what_was_good(pi):
    """If a bad version is still on trial when the next comes, the way back leads to the good one before both."""
    assert pi.start() == SECOND
    pi.edit("third edition")
    assert pi.rehearse().returncode == 0
    assert [pi.start() for _ in range(3)] == ["third edition", "third edition", FIRST]


def test_the_way_back_by_hand_is_a_trial_too(pi):
    """People may go back to a version that they left because it crashed; after more crashes it is left again."""
    while pi.start() != FIRST:
        pass
    assert pi.rehearse("--back").returncode == 0
    assert [pi.start() for _ in range(3)] == [SECOND, SECOND, FIRST]


def test_the_way_back_takes_away_what_the_version_before_has_not(pi):
    """The older version knew neither sticks nor the page. Files that the owner added to the units stay."""
    before, units = (pi.opt / "current/app/systemd").resolve(), pi.root / "etc/systemd/system"
    sticks = ("nightcrier-stick@.service", "nightcrier-look.service", "nightcrier-stick.rules")
    for name in (*sticks, "nightcrier-net.service"):
        (before / name).unlink()
    pi.start(ready=True)
    pi.edit("third edition")
    assert pi.rehearse().returncode == 0
    (units / "nightcrier.service.d").mkdir()
    (units / "nightcrier.service.d/own.conf").write_text("[Service]\nNice=-5\n")
    assert (units / "nightcrier-stick@.service").exists()
    assert [pi.start() for _ in range(3)][-1] == SECOND
    left = {str(each.relative_to(units)) for each in units.rglob("*") if each.is_file()}
    assert left == {"nightcrier.service", "nightcrier-help.service", "nightcrier.service.d/own.conf"}
    assert not (pi.root / "etc/udev/rules.d/90-nightcrier-stick.rules").exists()


@pytest.mark.parametrize("content", ["", "x", "999999999", "09", "\0"])
def test_a_count_that_a_worn_card_has_changed_stops_no_box(pi, content):
    (pi.opt / "current/on-trial").write_text(content)
    assert pi.start() in (FIRST, SECOND)
    assert pi.start(ready=True) in (FIRST, SECOND)


def test_where_the_version_before_is_gone_the_new_one_goes_on(pi):
    shutil.rmtree((pi.opt / "current/before").resolve())
    assert {pi.start() for _ in range(4)} == {SECOND}


def test_while_an_installer_is_at_work_nothing_is_counted(pi):
    before = (pi.opt / "current/on-trial").read_text()
    held = subprocess.Popen(
        ["flock", "--nonblock", str(pi.opt / ".alone"), "sh", "-c", "echo held; read x"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert held.stdout
    assert held.stdout.readline() == "held\n"
    assert {pi.start() for _ in range(4)} == {SECOND}
    assert (pi.opt / "current/on-trial").read_text() == before
    held.communicate("\n")


def test_a_cut_at_any_step_of_a_start_leaves_one_whole_version(pi):
    """A cut may even hit the step back to the old version, which one of the next starts then completes."""
    for starts in (0, 2):
        pi.as_kept()
        (pi.opt / "current/on-trial").write_text(f"{starts}\n")
        pi.keep()
        pi.steps.write_text("0\n")
        pi.call("begin", CUT="0", STEPS=str(pi.steps))
        steps = int(pi.steps.read_text())
        assert steps >= 3
        for step in sampled(range(1, steps + 1), 3):
            for how in HOWS:
                pi.as_kept()
                pi.cut_call("begin", step, how)
                assert pi.edition() in (FIRST, SECOND), (starts, step, how)
                assert [pi.start() for _ in range(4)][-1] == FIRST, (starts, step, how)


def test_a_cut_while_it_becomes_ready_costs_at_most_the_trial(pi):
    for how in HOWS:
        for step in (1, 2):
            pi.as_kept()
            pi.start()
            pi.cut_call("ready", step, how)
            assert pi.start(ready=True) == SECOND
            assert {pi.start() for _ in range(3)} == {SECOND}


def test_settings_and_scores_are_saved_before_an_update_by_the_version_that_wrote_them(tmp_path):
    pi = CutPi(tmp_path)
    (pi.root / "var/lib/nightcrier").mkdir(parents=True)
    done, version = pi.rehearse(), (pi.versions.parent / "current").resolve()
    assert f"{pi.root}/usr/local/bin/nightcrier save {version}/as-it-was" in would(done)
    assert (version / "as-it-was").stat().st_mode & 0o077 == 0


def test_a_copy_made_before_one_that_is_on_trial_is_kept_by_the_next(tmp_path):
    """The version on trial may already have changed the data that it would be restored to."""
    pi = CutPi(tmp_path)
    (pi.root / "var/lib/nightcrier").mkdir(parents=True)
    pi.rehearse()
    current = pi.versions.parent / "current"
    (current / "as-it-was/nightcrier-saved.zip").write_bytes(b"before it")
    pi.edit("third edition")
    assert pi.rehearse().returncode == 0
    assert (current / "as-it-was/nightcrier-saved.zip").read_bytes() == b"before it"
