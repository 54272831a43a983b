"""Tests `nightcrier sim` in a terminal: keys move mock pins, the real daemon plays, and the terminal is restored."""

import os
import pty
import signal
import subprocess
import sys
import termios
import threading
from pathlib import Path

import pytest

from nightcrier.box.panel.terminal.guard import GIVE_BACK, TAKE
from tests.tools.process import AT_ONCE, PATIENCE, REPO


class Terminal:
    """Runs the box in a pseudo terminal."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ours, theirs = pty.openpty()
        (folder / "own").mkdir()
        (folder / "own" / "device.toml").write_text(AT_ONCE)
        self.before = termios.tcgetattr(theirs)
        self.theirs = theirs
        self.seen = b""
        environ = {
            **os.environ,
            "STATE_DIRECTORY": str(folder / "state"),
            "RUNTIME_DIRECTORY": str(folder),
            "CONFIGURATION_DIRECTORY": str(folder / "own"),
            "TERM": "xterm",
            "SDL_AUDIODRIVER": "dummy",
        }
        self.box = subprocess.Popen(
            [sys.executable, "-m", "nightcrier", "sim"],
            cwd=REPO,
            env=environ,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        self.timer = threading.Timer(PATIENCE, self._give_up)
        self.timer.start()

    def _give_up(self) -> None:
        """Kill the box and close its side, so that a reader finds the end."""
        self.box.kill()
        os.close(self.theirs)
        self.theirs = -1

    def until(self, page: str) -> None:
        """Read what is drawn until the log names this page."""
        log = self.folder / "state" / "sim.log"
        while f"Page {page}" not in (log.read_text() if log.exists() else ""):
            self.seen += os.read(self.ours, 65536)

    def keys(self, keys: bytes) -> None:
        os.write(self.ours, keys)

    def end(self) -> int:
        """Read to the end, and return the box's exit status."""
        os.close(self.theirs)
        self.theirs = -1
        try:
            while block := os.read(self.ours, 65536):
                self.seen += block
        except OSError:
            pass  # the terminal ends with the last program in it
        return self.box.wait(PATIENCE)

    def close(self) -> None:
        self.box.kill()
        self.box.wait()
        self.timer.cancel()
        os.close(self.ours)
        if self.theirs >= 0:
            os.close(self.theirs)


@pytest.fixture
def terminal(tmp_path):
    opened = Terminal(tmp_path)
    yield opened
    opened.close()


def test_a_terminal_that_does_not_say_its_size_is_drawn_on_all_the_same(terminal):
    """A serial console, for example, says that it has a size of zero by zero."""
    assert termios.tcgetwinsize(terminal.theirs) == (0, 0)
    terminal.until("home")
    while b"START" not in terminal.seen:
        terminal.seen += os.read(terminal.ours, 65536)
    terminal.keys(b"q")
    assert terminal.end() == 0


def test_keys_reach_the_daemon_through_the_pins_and_the_night_begins(terminal):
    terminal.until("home")
    assert TAKE in terminal.seen
    terminal.keys(b"\r")
    terminal.until("menu")
    terminal.keys(b"bs")
    terminal.until("tell")
    terminal.keys(b"s")
    terminal.until("night")
    terminal.keys(b"q")
    assert terminal.end() == 0
    assert "Traceback" not in terminal.seen.decode(errors="replace")


@pytest.mark.parametrize("how", ["q", "Ctrl-C", "Ctrl-D", "SIGTERM"])
def test_however_it_ends_the_terminal_is_as_it_was(terminal, how):
    terminal.until("home")
    assert termios.tcgetattr(terminal.theirs) != terminal.before
    match how:
        case "q":
            terminal.keys(b"q")
        case "Ctrl-D":
            terminal.keys(b"\x04")
        case "Ctrl-C":
            terminal.box.send_signal(signal.SIGINT)
        case _:
            terminal.box.send_signal(signal.SIGTERM)
    while GIVE_BACK not in terminal.seen:
        terminal.seen += os.read(terminal.ours, 65536)
    assert terminal.box.wait(PATIENCE) == 0
    assert termios.tcgetattr(terminal.theirs) == terminal.before
    assert terminal.end() == 0
    assert "Traceback" not in terminal.seen.decode(errors="replace")


def test_without_a_terminal_it_says_what_it_needs(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "nightcrier", "sim"],
        cwd=REPO,
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "terminal" in done.stderr


def test_a_terminal_that_is_gone_ends_the_box(terminal):
    terminal.until("home")
    os.close(terminal.theirs)
    terminal.theirs = -1
    os.close(terminal.ours)
    terminal.ours = os.open(os.devnull, os.O_RDONLY)
    # Whoever ended it by closing the window has no output either; not every Python notices at its last flush.
    assert terminal.box.wait(PATIENCE) in {0, 1}
