"""Plays a scripted evening (tests/evenings) with hands on pins, and looks for its pages in the journal."""

import time
from collections.abc import Iterator
from pathlib import Path

from person import Eyes, Hands, Log, restart_unused, say, shell, until

EVENINGS = Path("/root/nightcrier/tests/evenings")
RESTING = {f"Page {page}" for page in ("ask", "tell", "verdict", "home", "question", "scores", "menu", "notice")}
"""On these the box waits for people."""


class Evening:
    """One evening: how many of its pages came, and where the first did not."""

    def __init__(self, name: str) -> None:
        self.rows = (EVENINGS / f"{name}.txt").read_text("utf-8").splitlines()
        self.hands, self.eyes, self.log = Hands(), Eyes(), Log()
        self.pages = self.wrong = 0
        self.missed = ""

    def play(self) -> None:
        """From a box that was never used to the script's last line."""
        restart_unused()
        for line in self.rows:
            if line.startswith("#! page "):
                self._expect(line.removeprefix("#! page ").strip())
            elif line and not line.startswith("#"):
                self._act(line.split("#")[0].split())

    def _expect(self, page: str) -> None:
        self.pages += 1
        if not until(lambda: self._page().startswith(f"Page {page}"), 3, 0.1):
            self.wrong += 1
            self.missed = self.missed or f"{page} expected, {self._page()}"
            say("missed", page, self._page())

    def _page(self) -> str:
        """The last that the journal tells of."""
        return next((text for text in reversed(self.log.since(0)) if text.startswith("Page ")), "")

    def _act(self, words: list[str]) -> None:
        if words[0] == "until":
            self._wait_end(float(words[-1]))
            return
        time.sleep(max(0.25, float(words[0])))
        match words[1:]:
            case ["power", "cut"]:  # what lies in /run is gone with the power
                shell("systemctl kill -s KILL nightcrier; systemctl stop nightcrier; systemctl reset-failed nightcrier")
                shell("systemctl start nightcrier")
            case ["dial", "press"]:
                self.hands.press("press")
            case ["dial", "hold"]:
                self.hands.hold("press")
            case ["dial", steps]:
                self.hands.turn(int(steps), 12)
            case [button, "press"]:
                self.hands.press(button)
            case [button, "hold"]:
                self.hands.hold(button)

    def _wait_end(self, seconds: float) -> None:
        """Until shows and talk have ended, and people are asked or told something. First comes the page of the show."""
        time.sleep(2)
        until(lambda: self._page().split(",")[0].rstrip(".") in RESTING, seconds, 0.25)


def evenings(names: list[str]) -> Iterator[Evening]:
    """Each of them, played."""
    for name in names:
        evening = Evening(name)
        evening.play()
        yield evening
