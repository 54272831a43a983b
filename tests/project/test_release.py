"""Tests a release as a file: `systemd/release` signs it, and the installer accepts it only if everything is right."""

import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest

from nightcrier.kernel.clock import NEVER_SET
from tests.hands import lay_tools, ran
from tests.project.pi import Pi, moved

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("git", "ssh-keygen", "xz"))), reason="what signs and packs a release is not there"
)

SIGNER = "nightcrier-release"
RELEASE = b"version 2.0\nmade 2000000000\nmachines aarch64 x86_64\n"
Content = dict[str, bytes]


def test_the_program_knows_about_when_it_was_released():
    (newest, *_) = re.findall(r"^## \S+ \((\d{4}-\d\d-\d\d)\)$", Path("CHANGELOG.md").read_text(), re.MULTILINE)
    known = datetime.fromtimestamp(NEVER_SET, UTC)
    assert datetime.fromisoformat(f"{newest}T00:00:00Z") - known <= timedelta(days=31)


class Publisher:
    """Simulates the owner of the key and the checkout, and a box that was installed from it."""

    def __init__(self, folder: Path) -> None:
        self.pi, self.folder = Pi(folder), folder
        self.key, self.stranger = folder / "key", folder / "stranger"
        for key in (self.key, self.stranger):
            assert ran("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key).returncode == 0
        public = self.key.with_suffix(".pub").read_text()
        (self.pi.checkout / "systemd" / "allowed_signers").write_text(f'{SIGNER} namespaces="{SIGNER}" {public}')
        self.git("init", "-q", "--template=")
        self.commit("1.0", "2030-01-01T00:00:00Z")
        assert self.pi.rehearse().returncode == 0
        self.before = self.pi.files()

    def git(self, *words: str) -> None:
        who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
        done = ran("git", *who, *words, cwd=self.pi.checkout)
        assert done.returncode == 0, done.stderr

    def commit(self, number: str, moment: str) -> None:
        (self.pi.checkout / "device" / "nightcrier" / "__init__.py").write_text(f'__version__ = "{number}"\n')
        (self.pi.checkout / "device" / "file").write_text(f"edition {number}")
        self.git("add", "-A")
        subprocess.run(
            ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qm", number],
            cwd=self.pi.checkout,
            env={"PATH": "/usr/bin:/bin", "GIT_COMMITTER_DATE": moment, "GIT_AUTHOR_DATE": moment},
            check=True,
        )

    def publish(self, key: Path | None = None) -> "subprocess.CompletedProcess[str]":
        return ran(self.pi.checkout / "systemd" / "release", key or self.key, self.folder, env=self.pi.environ)

    def released(self, number: str, moment: str) -> Path:
        self.commit(number, moment)
        done = self.publish()
        assert done.returncode == 0, done.stderr
        return self.folder / f"nightcrier-{number}.tar.xz"

    def signed(self, packed: bytes, key: Path | None = None) -> Path:
        file = self.folder / "made.tar.xz"
        file.write_bytes(packed)
        Path(f"{file}.sig").unlink(missing_ok=True)
        assert ran("ssh-keygen", "-q", "-Y", "sign", "-f", key or self.key, "-n", SIGNER, file).returncode == 0
        return file

    def refused(self, file: Path, told: str) -> None:
        done = self.pi.rehearse(str(file))
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
        assert told in done.stderr
        assert done.stderr.endswith("nothing was changed\n")
        assert self.pi.files() == self.before
        assert not list(self.pi.versions.parent.glob("taken.*"))


@pytest.fixture(scope="module")
def publishing(tmp_path_factory):
    return Publisher(tmp_path_factory.mktemp("publisher"))


@pytest.fixture
def publisher(publishing, tmp_path):
    """Return a publisher who has published nothing yet."""
    return moved(publishing, publishing.folder, tmp_path)


@pytest.fixture
def file(publisher):
    """Return a release newer than the version on the box."""
    return publisher.released("2.0", "2031-01-01T00:00:00Z")


def packed(content: Content, spoil: Callable[[tarfile.TarInfo], None] = lambda _: None) -> bytes:
    out = BytesIO()
    with tarfile.open(fileobj=out, mode="w:xz", preset=0) as archive:
        for name, data in content.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            spoil(entry)
            archive.addfile(entry, BytesIO(data) if entry.isfile() else None)
    return out.getvalue()


def test_a_release_signed_by_the_key_is_taken_from_any_folder(publisher, tmp_path):
    file, stick = publisher.released("2.0", "2031-01-01T00:00:00Z"), tmp_path / "stick"
    stick.mkdir()
    for each in (file, Path(f"{file}.sig")):
        shutil.move(each, stick / each.name)
    done = publisher.pi.rehearse(file.name, cwd=stick)
    assert (done.stderr, done.returncode) == ("", 0)
    app = publisher.pi.versions.parent / "app"
    assert (app / "device" / "file").read_text() == "edition 2.0"
    assert "machines aarch64 x86_64" in (app / "RELEASE").read_text()
    assert not list(publisher.pi.versions.parent.glob("taken.*"))
    assert publisher.pi.rehearse("--back").returncode == 0
    assert (app / "device" / "file").read_text() == "edition 1.0"


def test_a_release_makes_the_sample_beside_it(publisher):
    publisher.released("2.0", "2031-01-01T00:00:00Z")
    assert publisher.pi.called("run ") == [f"run -m bench.sample {publisher.folder}/first-night.opus"]


def test_the_same_release_once_more_keeps_the_version_before(publisher, file):
    for _ in range(3):
        assert publisher.pi.rehearse(str(file)).returncode == 0
        (publisher.pi.versions.parent / "current/on-trial").unlink()
    assert publisher.pi.rehearse("--back").returncode == 0
    assert (publisher.pi.versions.parent / "app" / "device" / "file").read_text() == "edition 1.0"


def test_a_release_brings_what_a_box_without_a_network_needs(publisher):
    lock = publisher.pi.checkout / "requirements" / "pi.txt"
    lock.write_text(f"{lock.read_text()}\nanother==1.0\n")
    file = publisher.released("2.0", "2031-01-01T00:00:00Z")
    asked = publisher.pi.called("python3 -I -m pip download")[0]
    assert "--require-hashes --only-binary :all: " in asked
    assert "--platform manylinux2014_aarch64 --platform manylinux_2_17_aarch64 " in asked
    assert "--platform manylinux_2_41_aarch64 --python-version 3.13 " in asked
    assert asked.count("--platform") == 1 + 41 - 16
    assert [Path(word.strip()).name for word in asked.split("--requirement=")[1:]] == ["recording.txt", "net.txt"]
    done = publisher.pi.rehearse(str(file), PIP_STATUS="1")
    assert (done.stderr, done.returncode) == ("", 0)
    current = publisher.pi.versions.parent / "current"
    assert "another==1.0" in (current / "venv" / "made-from").read_text()
    assert not list(current.rglob("*.whl"))


def test_what_a_release_brings_for_another_python_is_fetched(publisher):
    lock = publisher.pi.checkout / "requirements" / "pi.txt"
    lock.write_text(f"{lock.read_text()}\nanother==1.0\n")
    file = publisher.released("2.0", "2031-01-01T00:00:00Z")
    done = publisher.pi.rehearse(str(file), PIP_STATUS="1", WHEELS_STATUS="1")
    assert done.returncode == 1
    why = "check the network and the room on the card, and run this again: no room left\n"
    assert f"the libraries could not be installed; {why}" in done.stderr
    assert publisher.pi.files() == publisher.before
    assert publisher.pi.rehearse(str(file), WHEELS_STATUS="1").returncode == 0


def test_a_box_takes_an_update_by_its_own_installer_and_its_own_keys(publisher, file):
    shutil.rmtree(publisher.pi.checkout)
    publisher.pi.checkout = publisher.pi.versions.parent / "app"
    assert publisher.pi.rehearse(str(file)).returncode == 0
    assert (publisher.pi.checkout / "device" / "file").read_text() == "edition 2.0"


def test_the_same_commit_makes_the_same_file(publisher, file):
    first = file.read_bytes()
    assert publisher.publish().returncode == 0
    assert file.read_bytes() == first


def test_a_key_that_no_box_knows_signs_nothing(publisher):
    publisher.pi.calls.write_text("")
    done = publisher.publish(publisher.stranger)
    assert done.returncode == 1
    assert not publisher.pi.called("python3"), "nothing is fetched for it"
    assert 'commit this line to systemd/allowed_signers first: nightcrier-release namespaces="' in done.stderr
    assert not list(publisher.folder.glob("*.tar.xz*"))


def test_a_wrong_signature_is_refused(publisher):
    whole = publisher.released("2.0", "2031-01-01T00:00:00Z").read_bytes()
    publisher.refused(publisher.signed(whole, publisher.stranger), "not signed by a key in")
    other = publisher.signed(packed({"nightcrier/RELEASE": RELEASE}))
    other.write_bytes(whole)
    publisher.refused(other, "not signed by a key in")


def test_a_signature_for_something_else_is_none(publisher, file):
    Path(f"{file}.sig").unlink()
    assert ran("ssh-keygen", "-q", "-Y", "sign", "-f", publisher.key, "-n", "git", file).returncode == 0
    publisher.refused(file, "not signed by a key in")


def test_one_without_a_signature_is_refused(publisher, file):
    Path(f"{file}.sig").unlink()
    publisher.refused(file, "is missing: without its signature nothing is taken")


@pytest.mark.parametrize("part", ["file", "signature"])
def test_one_that_was_cut_short_or_changed_is_refused(publisher, file, part):
    spoilt = file if part == "file" else Path(f"{file}.sig")
    whole = spoilt.read_bytes().rstrip(b"\n")  # without its last line break a signature is as good
    tenths = [len(whole) * tenth // 10 for tenth in range(1, 10)]
    cut = (b"", whole[:1], whole[:-1], *(whole[:at] for at in tenths))
    for broken in (*cut, whole[:99] + b"?" + whole[100:], *(whole[:at] + b"?" + whole[at + 1 :] for at in tenths)):
        if broken == whole:
            continue
        spoilt.write_bytes(broken)
        publisher.refused(file, "is not whole, or not signed by a key in")


def test_what_was_checked_is_what_is_unpacked(publisher, file):
    """A stick may give one content when it is copied, and another when it is read again."""
    signed = publisher.folder / "signed"
    file.rename(signed)
    file.write_bytes(packed({"nightcrier/RELEASE": RELEASE, "nightcrier/systemd/install": b"exit 0"}))
    lay_tools(publisher.pi._bin, {"head": f'/usr/bin/head "$@"\n[ "$3" != "{file}" ] || cp "{signed}" "{file}"'})
    publisher.refused(file, "not signed by a key in")
    assert file.read_bytes() == signed.read_bytes()


def test_an_older_version_is_refused_also_where_its_number_is_higher(publisher):
    publisher.refused(publisher.released("0.9", "2029-01-01T00:00:00Z"), "is older than what runs here")
    assert publisher.pi.rehearse(str(publisher.released("2.0", "2031-01-01T00:00:00Z"))).returncode == 0
    publisher.before = publisher.pi.files()
    publisher.refused(publisher.released("3.0", "2030-06-01T00:00:00Z"), "is older than what runs here")


def test_what_came_before_a_version_is_older_than_it(publisher):
    publisher.refused(publisher.released("1.0rc1", "2031-01-01T00:00:00Z"), "is older than what runs here")
    assert publisher.pi.rehearse(str(publisher.released("1.1rc1", "2031-01-01T00:00:00Z"))).returncode == 0


def test_one_for_another_machine_is_refused(publisher):
    release = RELEASE.replace(b"aarch64 x86_64", b"riscv64")
    file = publisher.signed(packed({"nightcrier/RELEASE": release, "nightcrier/systemd/install": b"exit 0"}))
    publisher.refused(file, "is for riscv64, and this is aarch64")


def make_link(entry: tarfile.TarInfo) -> None:
    if "out" in entry.name:
        entry.type, entry.linkname, entry.size = tarfile.SYMTYPE, "/etc", 0


def make_hard_link(entry: tarfile.TarInfo) -> None:
    make_link(entry)
    entry.type = tarfile.LNKTYPE if entry.issym() else entry.type


def make_device(entry: tarfile.TarInfo) -> None:
    if "out" in entry.name:
        entry.type, entry.size = tarfile.CHRTYPE, 0


def leave(entry: tarfile.TarInfo) -> None:
    """Leave the entry as it is."""


@pytest.mark.parametrize(
    ("name", "spoil", "told"),
    [
        ("nightcrier/out", make_link, "holds links or devices"),
        ("nightcrier/out", make_hard_link, "holds links or devices"),
        ("nightcrier/out", make_device, "holds links or devices"),
        ("/etc/out", leave, "leads out of its folder"),
        ("nightcrier/../../out", leave, "leads out of its folder"),
        ("../out", leave, "leads out of its folder"),
        ("nightcrier-too/out", leave, "leads out of its folder"),
    ],
)
def test_even_what_is_signed_stays_in_its_folder(publisher, name, spoil, told):
    content = {"nightcrier/RELEASE": RELEASE, "nightcrier/systemd/install": b"exit 0", name: b"out"}
    publisher.refused(publisher.signed(packed(content, spoil)), told)


@pytest.mark.parametrize("content", [b"", b"no archive", packed({}), packed({"nightcrier/RELEASE": RELEASE})])
def test_what_is_signed_and_no_release_is_refused(publisher, content):
    publisher.refused(publisher.signed(content), "nothing was changed")


def test_a_bomb_is_found_before_it_fills_the_card(publisher):
    """The archive in this test is signed; one by a stranger is not even unpacked."""
    installer = publisher.pi.checkout / "systemd" / "archive.sh"
    installer.write_text(installer.read_text().replace("largest=$((512 * 1024 * 1024))", "largest=$((1024 * 1024))"))
    bomb = packed({"nightcrier/RELEASE": RELEASE, "nightcrier/zeros": bytes(64 * 1024 * 1024)})
    publisher.refused(publisher.signed(bomb), "unpacks to too much")
    publisher.refused(publisher.signed(bytes(1024 * 1024 + 1)), "is too large to be a Nightcrier")


def test_a_bomb_of_holes_is_found_too(publisher, tmp_path):
    """A file of holes takes no room in the archive, nor when unpacked, but would when copied."""
    folder = tmp_path / "holes" / "nightcrier"
    (folder / "systemd").mkdir(parents=True)
    (folder / "RELEASE").write_bytes(RELEASE)
    (folder / "systemd" / "install").touch()
    with (folder / "holes").open("wb") as file:
        file.truncate(2**38)
    archive = tmp_path / "holes.tar.xz"
    assert ran("tar", "-C", folder.parent, "--sparse", "-cJf", archive, "nightcrier").returncode == 0
    publisher.refused(publisher.signed(archive.read_bytes()), "unpacks to too much")


def test_a_box_that_knows_no_key_takes_nothing_and_the_owners_key_counts(publisher, file):
    shipped = publisher.pi.versions.parent / "current" / "app" / "systemd" / "allowed_signers"
    public = shipped.read_text()
    for keys in (shipped, publisher.pi.checkout / "systemd" / "allowed_signers"):
        keys.write_text("# none\n")
    publisher.before = publisher.pi.files()
    done = publisher.pi.rehearse(str(file))
    assert (done.returncode, "this box knows no key" in done.stderr) == (1, True)
    (publisher.pi.root / "etc/nightcrier/allowed_signers").write_text(public)
    assert publisher.pi.rehearse(str(file)).returncode == 0
