"""Follows what the service writes into systemd's journal."""

import re
import subprocess
import threading
import time

from moments import now


class Log(threading.Thread):
    """Collects the lines that the service has written into the journal."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.lines: list[tuple[float, str]] = []
        self._new = threading.Condition()
        command = ["journalctl", "-f", "-n0", "-o", "short-monotonic", "-u", "nightcrier"]
        self._reader = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.start()
        time.sleep(0.5)

    def run(self) -> None:
        for line in self._reader.stdout or ():
            found = re.match(r"\[\s*([\d.]+)\] \S+ \S+?: (.*)", line)
            if found:
                with self._new:
                    self.lines.append((float(found[1]), found[2]))
                    self._new.notify_all()

    def wait(self, pattern: str, since: float, seconds: float = 60) -> tuple[float, str] | None:
        """Return the first line since a moment that matches, or None if none comes in time."""
        end = now() + seconds
        with self._new:
            while True:
                for at, text in self.lines:
                    if at >= since and re.search(pattern, text):
                        return at, text
                if now() > end:
                    return None
                self._new.wait(0.2)

    def since(self, moment: float) -> list[str]:
        return [text for at, text in self.lines if at >= moment]

    def page(self) -> str:
        """Return the last page that the log names."""
        found = (re.match(r"Page (\w+)", text) for _, text in reversed(self.lines))
        return next((page[1] for page in found if page), "")
