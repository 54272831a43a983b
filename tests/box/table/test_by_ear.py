"""Tests that everybody can play: with speech on, every gesture has an answer that can be heard, and otherwise one that
can be seen. Random hands visit every page of every game; docs/proofs/everybody.md lists the exceptions."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Ended, Gesture, Input, Tick, Touched
from nightcrier.box.show.cues import Hush, PlaySignal, Speak
from nightcrier.box.show.stages import TABLE, Ask, Perform, Tell, in_the_dark
from nightcrier.box.table.core.effects import Effect, LookUp, PowerOff, SampleVoice
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Cursor, HeldDial, Rest, Table
from nightcrier.box.table.evening.scenario import choose_game
from nightcrier.box.table.game.secret import SheetPage
from nightcrier.box.table.heard.talk import is_paused
from nightcrier.box.table.look import look
from nightcrier.box.table.step import step, table_due
from tests.box.table.controls_read import GESTURES
from tests.box.table.reached_rows import REACH
from tests.hands import is_at_stage
from tests.sampling import so_many

PAGE = Path(__file__).parents[3] / "docs" / "proofs" / "everybody.md"
DIAL = Control.DIAL
HANDS = (
    *((DIAL, Gesture.TURN),) * 7,
    *((DIAL, Gesture.PRESS), (Control.START, Gesture.PRESS)) * 4,
    *((Control.BACK, Gesture.PRESS),) * 2,
    *((control, Gesture.HOLD) for control in Control),
)
"""The gestures of random hands, each as often as hands should make it."""
STEPS = 150


def is_asked_alone(table: Table) -> bool:
    """Return whether only one seat or the host is asked or reads. The sheet is the host's."""
    alone = isinstance(table.stage, Ask | Tell) and table.stage.who != TABLE
    return isinstance(table.page, SheetPage) or (alone and is_at_stage(table))


def has_eyes_shut(table: Table) -> bool:
    dark = table.stage is not None and in_the_dark(table.stage)
    return dark and not is_paused(table) and is_at_stage(table)


def performs(table: Table) -> bool:
    return isinstance(table.stage, Perform) and not is_paused(table) and is_at_stage(table)


EXCEPTED: Mapping[str, Callable[[Table], bool]] = {
    "somebody is asked alone": is_asked_alone,
    "eyes are shut": has_eyes_shut,
    "a show is performed": performs,
}
"""The rows of the table of exceptions, and when they hold."""
UNSEEN = {("Cursor", "Count", Control.BACK, Gesture.PRESS)}
"""BACK stops a clock that counts up. If the screen shows a role in play then, this is seen only a moment later."""


def rows_of_exceptions() -> list[str]:
    text = PAGE.read_text("utf-8").partition("## Exceptions")[2].partition("\n## ")[0]
    return [line.split("**")[1] for line in text.splitlines() if line.startswith("| **")]


def is_heard(effects: Sequence[Effect]) -> bool:
    return any(isinstance(effect, Speak | PlaySignal | SampleVoice) for effect in effects)


def is_excepted(table: Table) -> bool:
    return any(excepted(table) for excepted in EXCEPTED.values())


def sounds(effects: Sequence[Effect]) -> list[Effect]:
    """Return what sounds, without tokens, which only count what was said before."""
    heard = (effect for effect in effects if isinstance(effect, Speak | PlaySignal | SampleVoice))
    return [replace(each, token=0) if isinstance(each, Speak | PlaySignal) else each for each in heard]


def remembered(table: Table) -> Table:
    """Return the table without what changes by itself."""
    return replace(table, rest=Rest(), now=0.0, held_dial=HeldDial.NOTHING)


def elsewhere(table: Table) -> Table:
    """Return the table with another entry at the dial, and nothing marked."""
    at = table.turned_now
    if not (isinstance(at, Cursor) and isinstance(table.stage, Ask)):
        return table
    return table.with_cursor(replace(at, index=(at.index + 1) % len(table.stage.choices), marked=()))


class Walk:
    """Makes random gestures in one of the games, and keeps those without an answer, or that reveal a secret."""

    def __init__(self, house: House, table: Table, seed: int, *, aloud: bool) -> None:
        self.house, self.rng, self.at, self.aloud = house, Random(seed), 0.0, aloud
        game = house.games[self.rng.choice(list(house.games))]
        self.table = replace(table, choices=choose_game(house, table.choices, game))
        self.unanswered: list[tuple[str, str, str, str]] = []
        self.told: list[tuple[str, str, str, str]] = []

    def go(self) -> "Walk":
        for _ in range(STEPS):
            if self.rng.random() < 0.5:
                self._let_time_pass()
            self._act(*self.rng.choice(HANDS))
        return self

    def _let_time_pass(self) -> None:
        for _ in range(40):
            self.table, _ = step(self.house, self.table, Ended(self.at, self.table.token))
            due = table_due(self.house, self.table)
            if self.table.session is None or due is None or due > self.at + 30.0:
                break
            self.at = max(self.at, due)
            self.table, _ = step(self.house, self.table, Tick(self.at))

    def _act(self, control: Control, gesture: Gesture) -> None:
        self.at += 0.3
        choices = replace(self.table.choices, spoken_menu=self.aloud)  # at home, holding the dial changes that
        begun, _ = step(self.house, replace(self.table, choices=choices), Touched(self.at, control))
        steps = self.rng.choice((-1, 1, 2)) if gesture is Gesture.TURN else 0
        self.table, effects = step(self.house, begun, Input(self.at, control, gesture, steps))
        deed = type(begun.page).__name__, type(begun.stage).__name__, control, gesture
        missed = not self._is_answered(begun, effects) and not is_excepted(begun)
        if missed and (self.aloud or deed not in UNSEEN):
            self.unanswered.append(deed)
        if is_excepted(begun):
            self._listen_for_more(begun, Input(self.at, control, gesture, steps), sounds(effects))
        if gesture is Gesture.HOLD:
            self.table, _ = step(self.house, self.table, Input(self.at + 0.2, control, Gesture.RELEASE))

    def _listen_for_more(self, begun: Table, event: Input, heard: list[Effect]) -> None:
        """Note the gesture if it would sound different with pages not read aloud, or with another entry at the dial."""
        if not is_excepted(self.table):
            return
        quiet = replace(begun, choices=replace(begun.choices, spoken_menu=False))
        others = [(quiet, event)]
        if is_asked_alone(begun):
            others += [(elsewhere(begun), event), (begun, replace(event, steps=-event.steps))]
        for other, hand in others:
            after, effects = step(self.house, other, hand)
            if (after.stage is self.table.stage or other is quiet) and sounds(effects) != heard:
                self.told.append((type(begun.page).__name__, type(begun.stage).__name__, event.control, event.gesture))

    def _is_answered(self, begun: Table, effects: Sequence[Effect]) -> bool:
        """Return whether a gesture was heard. If pages are not read aloud, it may also be seen, or do nothing."""
        if self.aloud or is_heard(effects):
            return is_heard(effects)
        changed = remembered(begun) != remembered(self.table)
        felt = [effect for effect in effects if not isinstance(effect, Hush | LookUp | PowerOff)]
        return look(self.house, begun) != look(self.house, self.table) or not (changed or felt)


@pytest.mark.untraced
@pytest.mark.parametrize("aloud", [True, False])
def test_hands_are_answered_on_every_page_of_every_game(aloud, real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, explain="new"))
    walks = [Walk(real_house, table, seed, aloud=aloud).go() for seed in range(so_many(600, 30))]
    assert [row for walk in walks for row in walk.unanswered] == []
    assert [row for walk in walks for row in walk.told] == []


@pytest.mark.parametrize("name", sorted(REACH))
def test_every_gesture_is_heard_on_each_page_of_the_table_of_controls(name, evening, start_stages):
    reached = REACH[name](evening, start_stages)
    begun = replace(reached.table, choices=replace(reached.table.choices, spoken_menu=True))
    silent = []
    for gesture, (control, kind) in GESTURES.items():
        reached.table = begun
        effects = reached.hand(control, kind, 1 if kind is Gesture.TURN else 0)
        if not is_heard(effects) and not is_excepted(begun):
            silent.append(gesture)
    assert silent == []


def test_the_exceptions_are_those_of_the_page():
    assert rows_of_exceptions() == list(EXCEPTED)
