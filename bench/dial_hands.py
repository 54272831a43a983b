"""Simulates people at the dial in a secret turn, for `bench.equal_work`. They do only what the screen asks for."""

from collections import Counter
from math import log
from random import Random
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.games.engine.secret_turns import SeatTurn
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.facts import Word
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Perform, Prompt
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.state import Session
from nightcrier.box.table.game.conducting import is_turn_done, turn_state
from nightcrier.box.table.game.secret import handle_turn
from nightcrier.kernel.ids import Language, Seconds
from nightcrier.words.catalogue import Words

SIGNS_A_SECOND, SPREAD, LOOKS_TWICE = 15.0, 0.25, 0.3
"""The reading speed in characters a second, its spread, and the fraction of people who look twice without need."""
LEANS_IN, DETENT, PRESS, LETS_GO, JITTER = 2.0, 0.22, 0.5, 0.3, 0.1
"""The seconds that gestures take, and how far the gestures of one person differ."""
_NAME = "turn"


class Worked(Struct, frozen=True):
    """Holds the work of a seat in its turn, and whether it was done in time."""

    seconds: Seconds
    held: Seconds
    presses: int
    holds: int
    detents: int
    done: bool

    named: ClassVar = ("length", "held", "presses", "holds", "detents")

    @property
    def figures(self) -> list[float]:
        return [log(self.seconds), log(max(0.1, self.held)), self.presses, self.holds, self.detents]

    def heard_for(self, seconds: Seconds) -> "Worked":
        """Return the work of a turn that lasted this long. It was done in time if the window did not end before it."""
        return replace(self, seconds=seconds, done=self.done and self.seconds <= seconds + 1e-6)


class Person:
    def __init__(self, rng: Random, words: Words) -> None:
        self._rng, self._words = rng, words
        self._slow = 1 / max(0.4, rng.gauss(1, SPREAD))
        self._looks_twice = rng.random() < LOOKS_TWICE

    def act(self, play: Play, turn: SeatTurn, wants: str = "", dark: Seconds = 0.0) -> tuple[Picks, Worked]:
        """Take a turn. With `wants`, dial this entry first. With `dark`, the time until the window ends, hold the
        dial until the screen goes dark, as the box asks. Return what was chosen, and the work."""
        self._wants, self._dark = wants, dark
        self._turn, self._session = turn, Session("", Setup("", 0), 0, play, Perform((), acts={_NAME: turn}))
        self._at, self._held, self._done = self._takes(LEANS_IN), 0.0, Counter[Gesture]()
        if self._prompt.seen:
            self._read()
        for number in range(len(turn.lists)):
            if self._looks_twice and not turn.reads and number == len(turn.lists) - 1:
                self._read()
            self._dial(number)
        ready = self._at
        while self._prompt.confirm and not self._is_over:
            if self._is_asked_to_look:
                self._read()
            self._do(Gesture.PRESS, PRESS)
            ready = self._at if turn.lists else ready
        done, acts = is_turn_done(self._session, _NAME, turn), self._done
        return self._row, Worked(ready, self._held, acts[Gesture.PRESS], acts[Gesture.HOLD], acts[Gesture.TURN], done)

    @property
    def _row(self) -> Picks:
        return turn_state(self._session, _NAME).row

    @property
    def _prompt(self) -> Prompt:
        return self._turn.prompt(self._row)

    @property
    def _is_asked_to_look(self) -> bool:
        """Say whether there is something new to read, the box asks for a look, or the person looks without a reason."""
        is_new = self._prompt.seen != self._turn.seen
        return is_new or (bool(self._turn.lists) and (self._looks_twice or not self._would_end()))

    def _would_end(self) -> bool:
        pressed, _ = handle_turn(self._session, _NAME, self._turn, Input(self._at, Control.DIAL, Gesture.PRESS, 0))
        return is_turn_done(pressed, _NAME, self._turn)

    def _takes(self, seconds: Seconds) -> Seconds:
        return seconds * self._slow * max(0.5, self._rng.gauss(1, JITTER))

    def _do(self, gesture: Gesture, seconds: Seconds, steps: int = 0) -> None:
        self._at += self._takes(seconds)
        act = Input(self._at, Control.DIAL, gesture, steps)
        self._session, _ = handle_turn(self._session, _NAME, self._turn, act)
        self._done[gesture] += 1

    def _read(self) -> None:
        """Hold the dial as often as it takes to read the page, or until the glass goes dark."""
        signs = sum(len(fact_text(self._words, Language("en"), fact)) for fact in self._prompt.seen)
        left, look = self._takes(signs / SIGNS_A_SECOND), self._prompt.look
        while left > 0:
            began = self._at
            self._do(Gesture.HOLD, PRESS)
            self._at += min(look, max(0.0, self._dark - self._at) if self._dark else left)
            self._do(Gesture.RELEASE, LETS_GO if self._dark else 0)
            self._held += self._at - began
            left -= look if not self._is_over else left

    @property
    def _is_over(self) -> bool:
        return 0 < self._dark <= self._at

    def _dial(self, number: int) -> None:
        """Turn the dial detent by detent to an entry: the shorter way if it is known, or else until it comes up."""
        dial, row = self._turn.lists[number], self._row
        size, real = len(dial.options), [at for at, each in enumerate(dial.options) if each.value[:1] != "-"]
        real = [at for at in real if dial.options[at].value not in row] or real
        wanted = next(
            (at for at in real if number == 0 and dial.options[at].value == self._wants), self._rng.choice(real)
        )
        hunts = any(option.label == Word("turn.blank") for option in dial.options)
        ahead, back = (wanted - dial.start) % size, (dial.start - wanted) % size
        way = 1 if hunts or ahead <= back else -1
        for _ in range(1 + (ahead if way > 0 else back)):
            self._do(Gesture.TURN, DETENT, way)
        self._do(Gesture.PRESS, PRESS)
