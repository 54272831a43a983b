"""Plays scripted evenings (tests/evenings) with hands on pins. Pages are looked up in the journal, and texts that a
script `shows` on the screen. What must be heard is reported to the host, which has the recording."""

import re
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from drawn import DrawnPages
from eyes import Eyes
from hands import Hands
from moments import now, until
from rows import row, say
from service import log_every_save, restart_unused, shell
from service_log import Log

EVENINGS = Path("/root/nightcrier/tests/evenings")
FALLING = "dusk"
RESTING = {"ask", "tell", "verdict", "home", "question", "scores", "menu", "notice"}
"""The pages on which the box waits for people."""
BREATH = 2.0
"""The seconds without a word after which nothing more comes. Live speech is made between two lines."""
SHORTEST = 0.25
"""The shortest time between two acts of fast hands, in seconds."""
HEARD = 1.8
"""The seconds for which people listen to an expected line before they go on."""
HELD = 3.0
"""The seconds for which the dial is held down before it is turned. A hold counts after less than one second, and the
rest is for listening."""
MORE = 6
"""The most extra acts by which a game of chance may differ from its script. In GROWL the night may come up to two
turns later, each of which takes a press; a verdict may have some lines more or fewer."""


class Person:
    """Plays evenings, and counts how many of the script's expectations were met."""

    def __init__(self) -> None:
        self.hands, self.eyes, self.log = Hands(), Eyes(), Log()
        self.wanted = {"page": 0, "shows": 0}
        self.missed: dict[str, list[str]] = {"page": [], "shows": []}
        self._drawn: dict[str, DrawnPages] = {}
        self._least_wait = SHORTEST
        self.power_cuts = 0
        log_every_save()

    def play(self, name: str) -> float:
        """Play a script on an unused box to its last line, and return the seconds that it took."""
        script = EVENINGS / f"{name}.txt"
        if name not in self._drawn:
            self._drawn[name] = DrawnPages(script)
        restart_unused()
        begun = now()
        for line in script.read_text("utf-8").splitlines():
            if line.startswith("#!"):
                kind, _, wanted = line[2:].strip().partition(" ")
                self._look(name, kind, wanted)
            elif line.startswith("until said"):
                self._hear_out(float(line.split()[2]))
            elif line and not line.startswith("#"):
                self._act(line.split("#")[0].split())
        return now() - begun

    def _hear_out(self, seconds: float) -> None:
        time.sleep(BREATH)
        until(lambda: now() > self._talk_ends() + BREATH, seconds, 0.1)

    def _talk_ends(self) -> float:
        for at, text in reversed(self.log.lines):
            if found := re.match(r"Says a line, ([\d.]+) s", text):
                return at + float(found[1])
        return 0.0

    def judge(self) -> None:
        """Print the rows for what the script expects."""
        for kind, what in (("page", "pages as written"), ("shows", "pictures on the glass as rehearsed")):
            came, missed = self.wanted[kind] - len(self.missed[kind]), self.missed[kind]
            measured = f"{came} of {self.wanted[kind]}" + (f", not {'; '.join(missed[:3])}" if missed else "")
            row(what, measured, "all", came > 0 and not missed)
        self.eyes.judge_bus()

    def _look(self, name: str, kind: str, wanted: str) -> None:
        """Check an expectation of the script, except one about the lamp, which is not wired."""
        if kind == "says":
            say("says", wanted)
            self._least_wait = HEARD
        elif kind in self.wanted:
            self.wanted[kind] += 1
            if not until(lambda: self._there(name, kind, wanted), 3, 0.1) and not self._further(name, kind, wanted):
                self.missed[kind].append(f"{wanted} ({name}, page {self.log.page()})")
                say("missed", kind, wanted, self.log.page(), self.eyes.frame().hex())

    def _further(self, name: str, kind: str, wanted: str) -> bool:
        """Look further for something that depends on chance. The length of a verdict depends on the dealt cards, so
        people turn on, and back. The moment of nightfall depends on where the box has put its card, so people take
        turns until night falls."""
        there = partial(self._there, name, kind, wanted)
        if kind == "shows":
            turns = [1] * MORE + [-1] * 2 * MORE
            return self._goes_on("verdict", [partial(self.hands.turn, turn, 12) for turn in turns], there)
        return wanted == FALLING and self._goes_on("ask", [partial(self.hands.press, "start")] * MORE, there)

    def _goes_on(self, page: str, acts: Sequence[Callable[[], object]], come: Callable[[], bool]) -> bool:
        """Make these acts one by one while the page stays, and return whether the expected thing came."""
        for act in acts:
            if self.log.page() != page:
                return False
            act()
            if until(come, 1, 0.1):
                return True
        return False

    def _there(self, name: str, kind: str, wanted: str) -> bool:
        if kind == "page":
            return self.log.page() == wanted
        return self._drawn[name].tell(self.eyes.frame(), wanted)

    def _act(self, words: list[str]) -> None:
        if words[0] == "until":
            self._wait_end(float(words[-1]))
            return
        time.sleep(max(self._least_wait, float(words[0])))
        self._least_wait = SHORTEST
        if self.log.page() == FALLING:
            return  # it fell sooner than written: nobody takes another turn
        match words[1:]:
            case ["power", "cut"]:  # what lies in /run is gone with the power
                self.power_cuts += 1
                shell("systemctl kill -s KILL nightcrier; systemctl stop nightcrier; systemctl reset-failed nightcrier")
                shell("systemctl start nightcrier")
            case ["dial", "press"]:
                self.hands.press("press")
            case ["dial", "hold"]:
                self.hands.hold("press")
            case ["dial", "down" | "up" as way]:
                self.hands.pull("press", way == "up")
                self._least_wait = HELD if way == "down" else SHORTEST
            case ["dial", steps]:
                self.hands.turn(int(steps), 12)
            case [button, "press"]:
                self.hands.press(button)
            case [button, "hold"]:
                self.hands.hold(button)

    def _wait_end(self, seconds: float) -> None:
        """Wait until shows and speech have ended, and people are asked or told something. The page of the show may
        come first, so wait a moment."""
        time.sleep(2)
        until(lambda: self.log.page() in RESTING, seconds, 0.25)
