"""Simulates the hands of a person at the box, by moving simulated pins."""

import glob
import os
import time
from random import Random

from moments import now
from rows import say

PINS = {"start": 17, "back": 27, "press": 22, "a": 23, "b": 24}
CLOCKWISE = (("a", 0), ("b", 0), ("a", 1), ("b", 1))
AGAINST = (("b", 0), ("a", 0), ("b", 1), ("a", 1))


def longest_chatter(rate: float) -> float:
    """Return the longest chatter: 3 ms, or less if the dial is turned so fast that a contact has no such time."""
    return min(0.003, 0.2 / rate)


class Hands:
    """Presses buttons and turns the dial. A button is closed while its line is low."""

    def __init__(self) -> None:
        chip = glob.glob("/sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio17")[0].rsplit("/", 1)[0]
        self._lines = {name: os.open(f"{chip}/sim_gpio{pin}/pull", os.O_WRONLY) for name, pin in PINS.items()}
        self._deaf = os.open("/sys/module/gpio_sim/parameters/deaf", os.O_WRONLY)

    def pull(self, name: str, up: int) -> None:
        os.pwrite(self._lines[name], b"pull-up" if up else b"pull-down", 0)

    def pull_unheard(self, name: str, up: int) -> None:
        """Change a level without reporting an edge, as if the edge were lost."""
        os.pwrite(self._deaf, b"1", 0)
        self.pull(name, up)
        os.pwrite(self._deaf, b"0", 0)

    def press(self, name: str, seconds: float = 0.12) -> float:
        """Press a button, and return the moment when it was released."""
        self.pull(name, 0)
        time.sleep(seconds)
        self.pull(name, 1)
        return now()

    def hold(self, name: str) -> float:
        return self.press(name, 1.1)

    def begin_night(self) -> float:
        """Press START at home, and again when asked whether the cards are dealt. Return the moment of the last
        release."""
        self.press("start")
        time.sleep(1)
        return self.press("start")

    def end_game(self) -> float:
        """Hold BACK, then START at the question. Both interrupt the speech. Return the moment of the last release."""
        say("act", now())
        self.hold("back")
        time.sleep(1)
        say("act", now())
        return self.hold("start")

    def turn(
        self, detents: int, rate: float = 20, lose: float = 0, chatter: float = 0, chance: Random | None = None
    ) -> None:
        """Turn the dial by this many detents, at `rate` detents a second. Some edges are lost, some contacts
        chatter."""
        at = now()
        for _ in range(abs(detents)):
            for name, up in CLOCKWISE if detents > 0 else AGAINST:
                if chance and chance.random() < lose:
                    self.pull_unheard(name, up)
                else:
                    if chance and chance.random() < chatter:
                        self._chatter(name, up, chance, longest_chatter(rate))
                    self.pull(name, up)
                at += 0.25 / rate
                time.sleep(max(0.0, at - now()))

    def _chatter(self, name: str, up: int, chance: Random, longest: float) -> None:
        end = now() + chance.uniform(0.0001, longest)
        while now() < end:
            self.pull(name, up)
            time.sleep(chance.uniform(0.00005, 0.0005))
            self.pull(name, 1 - up)
