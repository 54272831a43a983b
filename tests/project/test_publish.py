"""Tests `systemd/publish`: it makes a whole release with one command, and says why a step cannot be done.

One-line scripts stand in for the tools of a release."""

import hashlib
import re
import shutil
import subprocess
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

from tests.hands import lay_tools, ran

pytestmark = pytest.mark.skipif(not all(map(shutil.which, ("git", "ssh-keygen"))), reason="what signs is not there")

SIGNER = "nightcrier-release"
ADDRESS = "https://example.net/ann/nightcrier"
CHAPTER = "## Not released yet\n\n- All is new.\n\n"
WORKS = {
    "test": 'echo "test $*" >>"$CALLS"\nexit ${RED:-0}',
    "systemd/release": 'echo "program $*" >>"$CALLS"\necho p >"$2/nightcrier-2.0.tar.xz"\nexit ${CUT:-0}',
    "systemd/packages": 'echo "packages $*" >>"$CALLS"\necho w >"$1/nightcrier-2.0-py3-none-any.whl"',
    "run": 'echo "$*" >>"$CALLS"\nwhile [ $# -gt 1 ]; do shift; done\nmkdir -p "$1/more"\necho s >"$1/index.html"',
    "image/build": """cd image/built; n=nightcrier-2.0-arm64; echo "card" >>"$CALLS"
echo "Nightcrier 2.0, commit $(git rev-parse HEAD)" >$n.software.txt; touch -d yesterday $n.software.txt
echo i >$n.img.xz; sha256sum $n.img.xz >$n.img.xz.sha256
[ -n "${CUT-}" ] || echo {} >nightcrier.rpi-imager-manifest""",
}
FILES = {
    ".gitignore": "/dist/\n/image/built/\n",
    "CHANGELOG.md": f"# Changes\n\n{CHAPTER}## 1.0 (2026-01-01)\n\n- It began.\n",
    "device/nightcrier/__init__.py": f'__version__ = "2.0"\nADDRESS = "{ADDRESS}"\n',
    "device/nightcrier/kernel/clock.py": "NEVER_SET = 1\n",
    "systemd/allowed_signers": "# The keys\n",
}


class Maintainer:
    """Simulates a maintainer with a clone that has all parts of a release."""

    def __init__(self, folder: Path) -> None:
        self.top, self.calls = folder / "clone", folder / "calls"
        self.key = folder / "home/.config/nightcrier/release-key"
        (self.top / "image/built").mkdir(parents=True)
        lay_tools(self.top, WORKS)
        for name, text in FILES.items():
            (self.top / name).parent.mkdir(parents=True, exist_ok=True)
            (self.top / name).write_text(text)
        shutil.copy("systemd/publish", self.top / "systemd/publish")
        path = f"{folder / 'bin'}:/usr/bin:/bin"
        self.environ = {"PATH": path, "HOME": str(folder / "home"), "CALLS": str(self.calls)}
        self.become(0)
        self.git("init", "-qb", "main", "--template=")
        self.git("config", "user.name", "Ann")
        self.git("config", "user.email", "ann@example.org")
        self.commit()

    def become(self, user: int) -> None:
        lay_tools(self.top.parent / "bin", {"id": f"echo {user}"})

    def git(self, *words: str) -> str:
        command = ["git", "-C", str(self.top), *words]
        return subprocess.run(command, env=self.environ, capture_output=True, text=True, check=True).stdout.strip()

    def commit(self, name: str = "", text: str = "") -> None:
        if name:
            (self.top / name).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-qm", "more")

    def publish(self, *words: str, **environ: str) -> "subprocess.CompletedProcess[str]":
        return ran(self.top / "systemd/publish", *words, env=self.environ | environ)

    def stopped(self, told: str, *words: str, **environ: str) -> None:
        """Publish, and check that one sentence says why this is impossible, with nothing left under the final name."""
        done = self.publish(*words, **environ)
        assert done.returncode == 1, done.stdout
        assert told in done.stderr.splitlines()[-1]
        assert not (self.top / "dist/2.0").exists()
        assert self.git("status", "--porcelain", "--untracked-files=no") == ""

    @property
    def called(self) -> list[str]:
        return [row.split()[0] for row in self.calls.read_text().splitlines()] if self.calls.exists() else []


@pytest.fixture
def ann(tmp_path):
    return Maintainer(tmp_path)


def test_one_command_makes_all_of_it_and_says_what_to_upload_where(ann):
    done = ann.publish()
    assert (done.returncode, done.stderr) == (0, "")
    assert ann.called == ["test", "program", "packages", "site", "voices", "card"]
    made = ann.top / "dist/2.0"
    card = {f"nightcrier-2.0-arm64.{end}" for end in ("img.xz", "img.xz.sha256", "software.txt")}
    packed = {f"nightcrier-{name}2.0.tar.xz" for name in ("", "languages-", "site-")} | {
        "nightcrier-2.0-py3-none-any.whl"
    }
    others = {"nightcrier.rpi-imager-manifest", "notes.txt", "SHA256SUMS", "SHA256SUMS.sig"}
    assert {file.name for file in made.iterdir()} == card | packed | others
    assert not list(made.parent.glob("making*"))
    assert (made / "notes.txt").read_text().strip() == "- All is new."
    assert re.search(r"^## 2\.0 \(\d{4}-\d\d-\d\d\)$", ann.git("show", "v2.0:CHANGELOG.md"), re.MULTILINE)
    assert re.search(r"^NEVER_SET = \d(_\d{3}){3}$", ann.git("show", "v2.0:device/nightcrier/kernel/clock.py"))
    assert f"git push {ADDRESS} HEAD:main v2.0" in done.stdout
    assert f"{ADDRESS}/releases/new?tag=v2.0 " in done.stdout
    assert "twine upload" in done.stdout
    assert str(ann.key) in done.stdout


def test_sums_and_tag_are_signed_by_the_key_that_boxes_know(ann):
    assert ann.publish().returncode == 0
    made, signers = ann.top / "dist/2.0", ann.top / "systemd/allowed_signers"
    for row in (made / "SHA256SUMS").read_text().splitlines():
        sum_, name = row.split()
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == sum_
    words = ["-I", SIGNER, "-n", SIGNER, "-s", str(made / "SHA256SUMS.sig"), "-f", str(signers)]
    with (made / "SHA256SUMS").open("rb") as sums:
        assert subprocess.run(["ssh-keygen", "-Y", "verify", *words], stdin=sums, check=False).returncode == 0
    public = f"{SIGNER} {ann.key.with_suffix('.pub').read_text()}"
    (ann.top.parent / "known").write_text(public)
    ann.git("-c", f"gpg.ssh.allowedSignersFile={ann.top.parent / 'known'}", "verify-tag", "v2.0")


def test_the_key_is_made_once_for_its_owner_alone_and_never_committed(ann):
    assert ann.publish("version").returncode == 0
    assert ann.key.stat().st_mode & 0o777 == 0o600
    assert ann.key.parent.stat().st_mode & 0o777 == 0o700
    assert ann.key.read_text().splitlines()[1] not in ann.git("log", "-p")
    before = ann.key.read_text()
    assert ann.publish("version").returncode == 0
    assert ann.key.read_text() == before
    assert ann.git("show", "HEAD:systemd/allowed_signers").count(f"{SIGNER} namespaces=") == 1


def test_what_was_made_is_not_made_again(ann):
    ann.stopped("the tests are not green on this commit", RED="1")
    assert ann.publish("packages").returncode == 0
    ann.stopped("it stopped at program, and the lines above say why", "program", CUT="1")
    assert not list(ann.top.glob("dist/making-*/program"))
    assert ann.publish().returncode == 0
    assert ann.called == ["test", "packages", "program", "test", "program", "site", "voices", "card"]
    assert ann.publish().returncode == 0
    assert len(ann.called) == 8


def test_another_commit_has_everything_made_anew(ann):
    assert ann.publish("version", "packages").returncode == 0
    ann.commit("device/more", "more")
    assert ann.publish().returncode == 0
    assert ann.called == ["packages", "test", "program", "packages", "site", "voices", "card"]


def test_a_run_of_the_tests_is_believed_for_its_own_commit_alone(ann):
    assert ann.publish("version").returncode == 0
    ann.stopped("the tests were green on another commit", "--tested", "HEAD~1", "tests")
    assert ann.publish("--tested", "HEAD", "tests").returncode == 0
    assert ann.called == []


def test_somebody_else_than_root_makes_the_card_first(ann):
    ann.become(1000)
    ann.stopped("the card needs root: sudo image/build, then this again")
    subprocess.run(["image/build"], cwd=ann.top, env=ann.environ, check=True)
    assert ann.publish().returncode == 0
    assert ann.called.count("card") == 1


def test_a_card_that_is_not_whole_or_of_another_commit_is_not_taken(ann):
    subprocess.run(["image/build"], cwd=ann.top, env=ann.environ, check=True)
    assert ann.publish("version", "card").returncode == 0
    assert ann.called == ["card", "card"]
    (ann.top / "image/built/nightcrier.rpi-imager-manifest").unlink()
    ann.commit("device/more", "more")
    ann.stopped("image/build did not make a whole card", "card", CUT="1")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("device/nightcrier/__init__.py", '__version__ = "2.0"\nADDRESS = ""\n', "the project has no address"),
        ("CHANGELOG.md", "# Changes\n", 'has no chapter "Not released yet"'),
        (
            "CHANGELOG.md",
            "# Changes\n\n## Not released yet\n\n## 1.0 (2026-01-01)\n\n- It began.\n",
            "chapter of CHANGELOG.md is empty",
        ),
        ("CHANGELOG.md", f"{CHAPTER}## 2.0 (2026-01-01)\n", "raise __version__"),
        (
            "systemd/allowed_signers",
            f'{SIGNER} namespaces="{SIGNER}" ssh-ed25519 AAAA\n',
            "the key of the releases is not",
        ),
    ],
)
def test_what_has_to_be_there_first_is_said(ann, name, text, told):
    ann.commit(name, text)
    ann.stopped(told)
    assert not ann.key.exists()
    assert ann.called == []


def test_steps_and_words_that_do_not_fit_are_said(ann):
    ann.stopped("there is no step wheels; there are version tests program", "wheels")
    ann.stopped("usage: systemd/publish [--tested COMMIT] [STEP...]", "--tested", "nothing")
    ann.stopped("first: systemd/publish version", "packages")
    assert ann.publish("version").returncode == 0
    ann.stopped("first: systemd/publish program", "sums")
    ann.stopped("first: systemd/publish tests", "tag")
    (ann.top / "left").write_text("behind")
    ann.stopped("not everything is committed")
    ann.stopped("this is no clone of git's", GIT_DIR="/nowhere")
    with (ann.top / "systemd/publish").open() as held:
        flock(held, LOCK_EX)
        ann.stopped("it is at work here already")


def test_a_tag_of_another_commit_is_left_alone(ann):
    ann.git("tag", "v2.0")
    ann.commit("device/more", "more")
    ann.stopped("v2.0 is the tag of another commit; raise __version__")


def test_a_key_that_others_may_read_that_no_box_knows_or_in_the_checkout_signs_nothing(ann):
    assert ann.publish("version").returncode == 0
    ann.key.chmod(0o640)
    ann.stopped(f"others may read the key: chmod 600 {ann.key}", "program")
    ann.key.chmod(0o600)
    other = ann.top.parent / "other"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other], check=True)
    ann.stopped(f"no box knows the key {other}", "program", RELEASE_KEY=str(other))
    ann.stopped("keep the key out of the checkout", RELEASE_KEY=str(ann.top / "dist/key"))
    assert ann.called == []


def test_a_commit_that_git_refuses_changes_nothing(ann):
    ann.git("config", "user.useConfigOnly", "true")
    ann.git("config", "--unset", "user.email")
    ann.stopped("git could not commit, and the lines above say why")
    ann.git("config", "user.email", "ann@example.org")
    assert ann.publish().returncode == 0
