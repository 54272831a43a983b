"""Plays scripted evenings (tests/evenings) with hands on pins. Pages are looked for in the journal, `shows` on the
glass; what is to be heard is told to the host, which has the recording."""

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
"""On these pages the box waits for people."""
BREATH = 2.0
"""Seconds without a word after which nothing more comes; live speech is made between two lines."""
SHORTEST = 0.25
"""Seconds between two acts: so fast are hands."""
HEARD = 1.8
"""Seconds for which people listen to a line that is looked for, before they go on."""
HELD = 3.0
"""Seconds for which the dial is held down before it is turned: a hold counts after less than one, and what it makes the
box say is heard."""
MORE = 6
"""Acts by which a game of chance may be from its script: the night of GROWL lies up to two turns further, and a press
more takes it; a verdict has some lines more or fewer."""


class Person:
    """Plays evenings, and counts what came of what is written."""

    def __init__(self) -> None:
        self.hands, self.eyes, self.log = Hands(), Eyes(), Log()
        self.wanted = {"page": 0, "shows": 0}
        self.missed: dict[str, list[str]] = {"page": [], "shows": []}
        self._drawn: dict[str, DrawnPages] = {}
        self._least_wait = SHORTEST
        self.power_cuts = 0
        log_every_save()

    def play(self, name: str) -> float:
        """From a box that was never used to the script's last line; the seconds that it took."""
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
        """Until nothing is said any more."""
        time.sleep(BREATH)
        until(lambda: now() > self._talk_ends() + BREATH, seconds, 0.1)

    def _talk_ends(self) -> float:
        """The moment at which the last line that was begun is over."""
        for at, text in reversed(self.log.lines):
            if found := re.match(r"Says a line, ([\d.]+) s", text):
                return at + float(found[1])
        return 0.0

    def judge(self) -> None:
        """The rows of what was looked for."""
        for kind, what in (("page", "pages as written"), ("shows", "pictures on the glass as rehearsed")):
            came, missed = self.wanted[kind] - len(self.missed[kind]), self.missed[kind]
            measured = f"{came} of {self.wanted[kind]}" + (f", not {'; '.join(missed[:3])}" if missed else "")
            row(what, measured, "all", came > 0 and not missed)
        self.eyes.judge_bus()

    def _look(self, name: str, kind: str, wanted: str) -> None:
        """A lamp is not wired."""
        if kind == "says":
            say("says", wanted)
            self._least_wait = HEARD
        elif kind in self.wanted:
            self.wanted[kind] += 1
            if not until(lambda: self._there(name, kind, wanted), 3, 0.1) and not self._further(name, kind, wanted):
                self.missed[kind].append(f"{wanted} ({name}, page {self.log.page()})")
                say("missed", kind, wanted, self.log.page(), self.eyes.frame().hex())

    def _further(self, name: str, kind: str, wanted: str) -> bool:
        """How long a verdict is hangs on the cards, which were dealt by chance: people turn on, and back. When night
        falls hangs on where its card lies, which the box has drawn: people take turns until it does."""
        there = partial(self._there, name, kind, wanted)
        if kind == "shows":
            turns = [1] * MORE + [-1] * 2 * MORE
            return self._goes_on("verdict", [partial(self.hands.turn, turn, 12) for turn in turns], there)
        return wanted == FALLING and self._goes_on("ask", [partial(self.hands.press, "start")] * MORE, there)

    def _goes_on(self, page: str, acts: Sequence[Callable[[], object]], come: Callable[[], bool]) -> bool:
        """Whether it comes, while this page stands there."""
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
        """Until shows and talk have ended, and people are asked or told something. First comes the page of the show."""
        time.sleep(2)
        until(lambda: self.log.page() in RESTING, seconds, 0.25)
