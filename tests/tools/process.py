"""Runs the box as a process. Tests read its log, send gestures to its standard input, and stand in for systemd."""

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

REPO = Path(__file__).parents[2]
AT_ONCE = "[table]\nwelcome = 'never'\nexplain = 'never'\n"
"""Settings with which START begins a game at once, even on a new box."""
PATIENCE = 90.0
"""The seconds after which a test gives up on a box. A working box never needs as many, however busy the machine."""
LAST_WORDS = 2.0
"""The seconds that a hanging box gets to write where each of its threads is."""


class BoxProcess:
    """Runs a box as a process: `with BoxProcess(folder) as box: box.says("Page home")`."""

    patience = PATIENCE

    def __init__(self, folder: Path, *words: str, **environ: str) -> None:
        self.folder = folder
        (folder / "own").mkdir(parents=True, exist_ok=True)
        if not (folder / "own" / "device.toml").exists():
            (folder / "own" / "device.toml").write_text(f"[screen]\ncontroller = 'none'\n{AT_ONCE}")
        self._command = [sys.executable, "-m", "tests.tools.driven", *(words or ("run", "--verbose"))]
        self._notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._environ = {
            **os.environ,
            "STATE_DIRECTORY": str(folder / "state"),
            "RUNTIME_DIRECTORY": str(folder),
            "CONFIGURATION_DIRECTORY": str(folder / "own"),
            "SDL_AUDIODRIVER": "dummy",
            "NOTIFY_SOCKET": str(folder / "notify"),
            **environ,
        }
        self.log: list[str] = []

    def __enter__(self) -> Self:
        address = self.folder / "notify"
        address.unlink(missing_ok=True)
        self._notify.bind(str(address))
        self._notify.settimeout(self.patience)
        self.process = subprocess.Popen(
            self._command,
            cwd=REPO,
            env=self._environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._timer = threading.Timer(self.patience, self._give_up)
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        self._timer.cancel()
        self._notify.close()

    def _give_up(self) -> None:
        """Have the box say where it hangs (`tests.tools.driven` listens), then kill it."""
        self.process.send_signal(signal.SIGUSR1)
        try:
            self.process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def says(self, words: str) -> str:
        """Wait for a line of the log with these words."""
        assert self.process.stderr
        for line in self.process.stderr:
            self.log.append(line.rstrip("\n"))
            if words in line:
                return line
        raise AssertionError(f"the box ended without saying {words!r}:\n" + "\n".join(self.log))

    def says_each(self, *words: str) -> None:
        """Wait for lines with each of these words, in any order."""
        while missing := [each for each in words if not any(each in line for line in self.log)]:
            self.says(missing[0] if len(missing) == 1 else "")

    def hand(self, *gestures: str) -> None:
        assert self.process.stdin
        for gesture in gestures:
            self.process.stdin.write(f"{gesture}\n")
        self.process.stdin.flush()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Ask the process to stop, and return its exit status. If it hangs, fail with its output and the place."""
        self.process.send_signal(number)
        status = self.wait()
        assert number == signal.SIGKILL or status != -signal.SIGKILL, "\n".join(self.log)
        return status

    def wait(self) -> int:
        """Read the rest of the log, and return the exit status."""
        assert self.process.stderr
        self.log += self.process.stderr.read().splitlines()
        return self.process.wait(self.patience)

    def tells_systemd(self, message: str) -> None:
        """Wait until the process sends this message to systemd."""
        while self._notify.recv(256).decode() != message:
            pass

    def falls_silent(self, periods: float) -> bool:
        """Say whether systemd receives nothing for this long, ignoring what was already sent."""
        self._notify.setblocking(False)
        try:
            while self._notify.recv(256):
                pass
        except BlockingIOError:
            self._notify.settimeout(periods)
        try:
            self._notify.recv(256)
        except TimeoutError:
            return True
        return False
