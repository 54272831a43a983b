"""Tests that a stick that is put in is found at one place, and cannot hurt the box."""

import contextlib
import signal
from pathlib import Path

import pytest

from nightcrier.care import stick
from nightcrier.care.stick import STICK, stick_named, writable
from nightcrier.kernel.chores import CHORE_WORD, STICK_NEWS, TOLD
from nightcrier.kernel.errors import NightcrierError, WrongUse
from nightcrier.tools.command_line import RUNTIME
from tests.hands import lay_tools, ran
from tests.project.pi import Pi

STUBS = {
    "udevadm": 'echo "$TYPE"',
    "mountpoint": '[ -n "${MOUNTED:-}" ]',
    "systemd-mount": """for place; do :; done; mkdir -p "$place/${HOLDS:-}"
flock --nonblock "$place.lock" true || echo alone >>"$CALLS"
""",
    "systemd-umount": '[ -z "${GONE:-}" ]',
    "findmnt": 'echo "${SOURCE:-}"',
}


class Machine:
    """Simulates a machine on which `systemd/stick` is called, with stubs for what would mount."""

    def __init__(self, folder: Path) -> None:
        self.place, self._bin, self._calls = folder / "place", folder / "bin", folder / "calls"
        self.told = folder / "stick.json"
        lay_tools(self._bin, STUBS, 'echo "{name} $*" >>"$CALLS"\n')

    def call(self, word: str, **environ: str) -> list[str]:
        self._calls.write_text("")
        environ |= {"PATH": f"{self._bin}:/usr/bin:/bin", "CALLS": str(self._calls)}
        done = ran("bash", "systemd/stick", word, "sda1", self.place, self.told, self.place.parent, env=environ)
        assert (done.returncode, done.stderr) == (0, "")
        return self._calls.read_text().splitlines()


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.mark.parametrize("folder", ["nightcrier", "Nightcrier", "NIGHTC~1"])
@pytest.mark.parametrize(("kind", "more"), [("vfat", ",utf8"), ("exfat", "")])
def test_a_stick_is_mounted_so_that_nothing_on_it_counts_but_its_files(machine, kind, more, folder):
    calls = machine.call("in", TYPE=kind, HOLDS=folder)
    asked = f"-t {kind} -o ro,nosuid,nodev,noexec,nosymfollow,nofail{more} /dev/sda1 {machine.place}"
    assert f"systemd-mount --quiet --collect --fsck=no --property=LazyUnmount=yes {asked}" in calls
    assert (f"systemd-umount {machine.place}" in calls) == (folder == "NIGHTC~1"), "one without the folder is let go"


@pytest.mark.parametrize("kind", ["ext4", "ntfs", "btrfs", "hfsplus", "crypto_LUKS", ""])
def test_what_strangers_rarely_bring_is_not_tried(machine, kind):
    assert not [call for call in machine.call("in", TYPE=kind) if call.startswith("systemd-mount")]


def test_of_two_sticks_the_first_one_counts(machine):
    looked = [f"findmnt -n -o SOURCE {machine.place}", f"mountpoint -q {machine.place}"]
    assert machine.call("in", TYPE="vfat", MOUNTED="yes", SOURCE="/dev/bin") == looked, "which is still there"


def test_one_that_was_pulled_unseen_stands_in_nobodys_way(machine):
    calls = machine.call("in", TYPE="vfat", SOURCE="/dev/pulled", HOLDS="nightcrier", GONE="systemd was first")
    freed, mounted = (calls.index(call) for call in calls if call.startswith("systemd-"))
    assert freed < mounted


def test_two_that_come_at_one_moment_are_not_laid_over_each_other(machine):
    assert "alone" in machine.call("in", TYPE="vfat", HOLDS="nightcrier")
    assert machine.place.with_name("place.lock").stat().st_mode & 0o077 == 0, "nobody else can hold it"


def test_one_that_is_pulled_is_gone_and_another_one_stays(machine):
    assert f"systemd-umount {machine.place}" in machine.call("out", SOURCE="/dev/sda1")
    assert not [call for call in machine.call("out", SOURCE="/dev/sdb1") if call.startswith("systemd")]
    assert not [call for call in machine.call("out") if call.startswith("systemd")]


def test_the_box_is_told_of_a_pulled_stick_at_once_unless_another_one_stays(machine):
    machine.told.write_text("a stick")
    machine.call("out", SOURCE="/dev/sdb1", MOUNTED="yes")
    assert machine.told.exists()
    machine.call("out", SOURCE="/dev/sda1")
    assert not machine.told.exists()
    machine.call("out")


def test_the_script_the_unit_and_the_program_mean_the_same_place():
    script = Path("systemd/stick").read_text()
    assert f"place=${{3:-{STICK}}}\n" in script
    assert f"told=${{4:-{TOLD / STICK_NEWS}}} " in script
    unit = Path("systemd/nightcrier-stick@.service").read_text()
    for key, word in (("ExecStart", "in"), ("ExecStopPost", "out")):
        assert f"\n{key}=/usr/bin/bash /opt/nightcrier/current/app/systemd/stick {word} %i\n" in unit
    assert "\nExecStop=" not in unit, "of a stick that is pulled while it is looked at, systemd passes that over"
    assert 'ENV{SYSTEMD_WANTS}+="nightcrier-stick@%k.service"' in Path("systemd/nightcrier-stick.rules").read_text()


def test_root_waits_for_the_word_in_the_folder_itself_and_not_by_a_link_to_it():
    service = Path("systemd/nightcrier.service").read_text()
    assert "\nDynamicUser=yes\n" in service
    assert f"\nRuntimeDirectory={RUNTIME.name}\n" in service
    word = RUNTIME.parent / "private" / RUNTIME.name / CHORE_WORD
    assert f"\nPathExists={word}\n" in Path("systemd/nightcrier-chore.path").read_text()


def test_the_installer_puts_it_in_place_and_takes_it_off(tmp_path):
    pi = Pi(tmp_path)
    placed = (
        pi.root / "etc/systemd/system/nightcrier-stick@.service",
        pi.root / "etc/systemd/system/nightcrier-look.service",
        pi.root / "etc/udev/rules.d/90-nightcrier-stick.rules",
    )
    assert pi.rehearse().returncode == 0
    assert all(file.is_file() for file in placed)
    assert pi.rehearse("--uninstall").returncode == 0
    assert not any(file.exists() for file in placed)


@pytest.mark.parametrize("command", ["take", "put", "save"])
def test_without_a_stick_it_says_what_to_do(tmp_path, monkeypatch, call, command):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    said = call(2, command).err
    assert said == "No stick with a folder nightcrier is in the box; put one in, or name a folder.\n"


def test_the_stick_that_is_in_needs_no_name(monkeypatch):
    monkeypatch.setattr("nightcrier.care.stick.os.path.ismount", lambda place: place == STICK)
    assert stick_named(None) == STICK
    assert stick_named(Path("/home/ann")) == Path("/home/ann")


def test_it_can_be_written_for_a_moment_only_also_where_that_fails(monkeypatch):
    calls = list[str]()
    monkeypatch.setattr(stick, "_mount", lambda words: not calls.append(" ".join(words)))
    with writable(Path("/home/ann")):
        pass
    assert calls == []
    with pytest.raises(AssertionError), writable(STICK):
        assert calls == []
    assert calls == [f"-o remount,rw {STICK}", f"-o remount,ro {STICK}"]


def test_one_with_its_switch_on_lock_is_a_sentence(monkeypatch):
    monkeypatch.setattr(stick, "_mount", lambda _: False)
    with pytest.raises(WrongUse, match="The stick cannot be written; put sudo before"), writable(STICK):
        pytest.fail("nothing may be written")


def test_one_that_stays_open_for_writing_is_not_to_be_pulled(monkeypatch):
    written = list[str]()
    monkeypatch.setattr(stick, "_mount", lambda words: "remount,rw" in words)
    with pytest.raises(NightcrierError, match="do not pull it before the box is off"), writable(STICK):
        written.append("all of it")
    assert written


def test_neither_sentence_hides_the_other(monkeypatch):
    monkeypatch.setattr(stick, "_mount", lambda words: "remount,rw" in words)
    with pytest.raises(NightcrierError, match=r"^It is full\. The stick is still open for writing"), writable(STICK):
        raise WrongUse("It is full.")


def test_what_systemd_ends_does_not_leave_it_open(monkeypatch):
    calls: list[str] = []
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(stick, "_mount", lambda words: not calls.append(words[1]))
    with pytest.raises(SystemExit, match="143"), writable(STICK):
        signal.raise_signal(signal.SIGTERM)
    assert calls == ["remount,rw", "remount,ro"]
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize(("ended_in", "calls"), [("rw", ["remount,ro"]), ("ro", ["remount,rw", "remount,ro"])])
def test_nor_does_what_systemd_ends_while_it_is_opened_or_shut(monkeypatch, ended_in, calls):
    """If opening the stick for writing is interrupted, it is shut again; shutting it is always completed."""
    done = list[str]()

    def mount(words: tuple[str, ...]) -> bool:
        if words[1].endswith(ended_in):
            signal.raise_signal(signal.SIGTERM)
        done.append(words[1])
        return True

    monkeypatch.setattr(stick, "_mount", mount)
    with contextlib.suppress(SystemExit), writable(STICK):
        pass
    assert done == calls
