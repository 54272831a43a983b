"""Tests that root has only the owner's permissions in the service's folder, and follows no link out of it."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile

from nightcrier.care import as_owner as door
from nightcrier.care.as_owner import as_owner, read_all_files
from nightcrier.cli import main
from nightcrier.kernel.errors import WrongUse
from nightcrier.tools.doctor.host import SHOW

SERVICE = 61234
"""A user number that nobody has, like those that systemd gives to the service."""

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


class Root:
    """Makes this process look like root's, and records the calls that only root may make."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[tuple[str, tuple[object, ...]]] = []
        self._patch = monkeypatch
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        for name in ("setgroups", "setresgid", "setresuid", "chown"):
            monkeypatch.setattr(os, name, lambda *given, name=name: self.done.append((name, given)))

    def owned_by_service(self, folder: Path) -> None:
        theirs = os.stat_result((0o40700, 0, 0, 2, SERVICE, SERVICE, 0, 0, 0, 0))

        def owner(path: Path) -> os.stat_result | None:
            return theirs if path == folder and self.users[-1:] != [SERVICE] else None

        self._patch.setattr(door, "foreign_owner", owner)
        self._patch.setattr("nightcrier.tools.voice_people.foreign_owner", door.foreign_owner)

    @property
    def users(self) -> list[object]:
        """Return the users that the process has become, in order."""
        return [given[1] for name, given in self.done if name == "setresuid"]


@pytest.fixture
def root(monkeypatch):
    return Root(monkeypatch)


@pytest.mark.parametrize("fails", [False, True])
def test_root_is_the_owner_inside_and_root_again_after_it(tmp_path, root, fails):
    root.owned_by_service(tmp_path)
    try:
        with as_owner(tmp_path):
            assert root.users == [SERVICE]
            assert not fails or 1 / 0
    except ZeroDivisionError:
        pass
    assert root.users == [SERVICE, 0]
    groups = [name for name, _ in root.done]
    assert groups == ["setgroups", "setresgid", "setresuid", "setresuid", "setresgid", "setgroups"]


def test_in_a_folder_of_its_own_root_stays_root(tmp_path, root):
    if tmp_path.stat().st_uid == 0:
        with as_owner(tmp_path), as_owner(tmp_path / "none"):
            pass
        assert root.done == []


COMMANDS = (
    ["scores"],
    ["check"],
    ["report", "--out", "-"],
    ["voices", "list"],
    ["voices", "check"],
    ["voices", "import", ".", "--language", "it"],
    ["render", "--out", "night.wav"],
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_each_of_these_drops_before_it_opens_anything_and_refuses_a_link_out(
    tmp_path, root, monkeypatch, capsys, words
):
    state, outside, opened = tmp_path / "state", tmp_path / "outside", list[str]()
    state.mkdir()
    outside.write_text("nobody's business")
    (state / "evenings").symlink_to(outside)
    root.owned_by_service(state)
    monkeypatch.chdir(tmp_path)
    watched = False

    def watch(event: str, given: tuple[object, ...]) -> None:
        if watched and event == "open" and str(given[0]).startswith((str(state), str(outside))):
            opened.append(str(given[0]))

    sys.addaudithook(watch)
    watched, status = True, main([*words, "--state", str(state)])
    watched = False
    assert (status, opened) == (2, [])
    assert f"{state / 'evenings'} is a link that leads out of the box's folder" in capsys.readouterr().err
    assert root.users == [SERVICE, 0]
    assert outside.read_text() == "nobody's business"


@pytest.mark.parametrize("words", [["check"], ["report", "--out", "-"], ["put", "."]], ids=" ".join)
def test_systemd_is_asked_once_and_by_root(tmp_path, root, monkeypatch, capsys, words):
    asked: list[tuple[Sequence[str], list[object]]] = []

    def ask(command: Sequence[str]) -> str:
        asked.append((command, root.users))
        return "LoadState=loaded\nActiveState=active\n" if command == SHOW else ""

    monkeypatch.setattr("nightcrier.tools.doctor.host.ask", ask)
    (tmp_path / "state").mkdir()
    (tmp_path / "nightcrier").mkdir()
    root.owned_by_service(tmp_path / "state")
    monkeypatch.chdir(tmp_path)
    main([*words, "--state", str(tmp_path / "state")])
    told = capsys.readouterr().out + "".join(file.read_text() for file in tmp_path.glob("nightcrier/report.txt"))
    assert "fine    service   The service runs." in told
    assert [users for command, users in asked if command == SHOW] == [[]]
    assert [SERVICE] in [users for _, users in asked]


def test_a_link_that_stays_inside_is_no_harm(tmp_path, root):
    (tmp_path / "choices.json.broken").symlink_to("choices.json")
    root.owned_by_service(tmp_path)
    with as_owner(tmp_path):
        pass


def test_a_program_its_owner_may_not_read_is_refused_in_a_sentence(tmp_path, root, monkeypatch):
    root.owned_by_service(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(WrongUse, match="use the installed program"), as_owner(tmp_path):
        pass
    assert root.users == [SERVICE, 0]


def test_a_whole_voice_among_the_recordings_is_brought_along(tmp_path):
    (tmp_path / "it-marta.zip").write_bytes(bytes(5 * 1024 * 1024))
    os.mkfifo(tmp_path / "pipe")
    assert {str(name): len(content) for name, content in read_all_files(tmp_path).items()} == {"it-marta.zip": 5242880}


def test_recordings_that_only_root_may_read_are_brought_to_the_owner(tmp_path, root, call):
    state, takes = tmp_path / "state", tmp_path / "takes"
    state.mkdir()
    takes.mkdir()
    (takes / "nonsense.wav").touch()
    spoken = np.pad(np.random.default_rng(1).normal(0, 0.1, 48000), 24000)  # with silence before and after it
    soundfile.write(takes / "paused.wav", spoken, 48000)
    root.owned_by_service(state)
    told = call(1, "voices", "import", takes, "--language", "it", "--sure", "--state", state)
    assert "nonsense.wav: there is no line 'nonsense'" in told.err
    assert told.out == f"{state / 'voices' / 'it-own'}: 1 of 2 recordings taken in, as the voice of own.\n  paused\n"
    given = {Path(str(words[0])).name for name, words in root.done if name == "chown" and words[1:] == (SERVICE,) * 2}
    assert {"nonsense.wav", "paused.wav"} < given


@pytest.fixture
def private():
    """Yield folders as systemd makes them: the service's folder inside one that only root may enter."""
    with tempfile.TemporaryDirectory() as above:
        Path(above).chmod(0o755)
        for kind in ("lib", "cache"):
            folder = Path(above, kind, "private", "nightcrier")
            folder.mkdir(mode=0o700, parents=True)
            folder.parent.chmod(0o700)
            os.chown(folder, SERVICE, SERVICE)
            Path(above, kind, "nightcrier").symlink_to("private/nightcrier")
        yield Path(above)


INSIDE = """
import os, sys
from pathlib import Path
sys.path[:0] = {path}
import nightcrier.care.as_owner as door
door._refuse_hidden_program = lambda folder: None
state, cache = (Path({above!r}, kind, "nightcrier") for kind in ("lib", "cache"))
with door.as_owner(state, cache):
    assert os.geteuid() == os.getuid() == {user}, os.getuid()
    assert not os.access("/etc/shadow", os.R_OK)
    (state / "choices.json").touch()
    (cache / "read").mkdir()
    for path in ("/etc/nightcrier-was-here", state.parent / "here"):
        try:
            Path(path).touch()
        except OSError:
            continue
        raise SystemExit(f"{{path}} could be written")
assert os.geteuid() == os.getuid() == 0
"""


@needs_root
def test_it_is_so_in_truth_where_only_root_may_enter_and_afterwards_all_is_the_owners(private):
    if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine lets nobody have mounts of his own")
    shown = INSIDE.format(path=[path for path in sys.path if path] + ["."], above=str(private), user=SERVICE)
    done = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode) == ("", 0)
    made = list(private.rglob("private/nightcrier/*"))
    assert [(path.name, path.stat().st_uid) for path in sorted(made)] == [("read", SERVICE), ("choices.json", SERVICE)]
    assert {path.stat().st_mode & 0o777 for path in private.rglob("private")} == {0o700}
