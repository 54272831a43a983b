"""Tests several screens, hands, lamps and witnesses at once: each is served, and one that fails harms no other."""

from io import StringIO
from pathlib import Path
from typing import Any, Self

import pytest

from nightcrier.box.assembly import BuiltBox, build_box
from nightcrier.box.events import Control, Event, Gesture, Input, Touched
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.panel.hand import press_moves
from nightcrier.box.panel.port import RETRY, Edge, PanelLost, Put
from nightcrier.box.parts import open_hands
from nightcrier.box.record import RecordWitness, SecretRecordWitness
from nightcrier.box.rehearsal import PictureScreen
from nightcrier.box.show.setup import Setup
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.view import View
from nightcrier.box.table.look import look
from nightcrier.box.witness import LogWitness
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import GLASS, LampState, ScreenFormat
from nightcrier.kernel.settings import PanelSettings
from tests.box.dealt import ADVISED

WIDE = ScreenFormat(256, 64)


class KeptLamp:
    """Records the states that a lamp should show."""

    def __init__(self) -> None:
        self.states: list[str] = []

    def show(self, state: LampState, number: int = 0) -> None:
        self.states.append(state)

    def close(self) -> None:
        """Accept that the lamp is closed."""


class BrokenLamp(KeptLamp):
    def show(self, state: LampState, number: int = 0) -> None:
        raise OSError(state)


class BrokenWitness(LogWitness):
    """Raises at every view."""

    def see(self, at: float, view: View) -> None:
        raise OSError("the network is down")


class Switches:
    """Simulates controls whose edges a test sets."""

    def __init__(self, lost: str = "") -> None:
        self.lost = lost
        self.put: Put = lambda _: None

    def open(self, put: Put) -> None:
        if self.lost:
            raise PanelLost(self.lost)
        self.put = put

    def levels(self) -> dict[str, bool]:
        return {}

    def close(self) -> None:
        """Do nothing, since there are no pins to release."""


class Rig:
    """Runs a box with any hardware that a test provides."""

    def __init__(self, where: Path, clock: VirtualClock | None = None, **hardware: Any) -> None:
        self.clock, self.out = clock or VirtualClock(), StringIO()
        self.witness = RecordWitness(self.out)
        hardware = {"witnesses": (self.witness,), **hardware}
        self.hardware = Hardware(self.clock, SeededChance(1), SilentPlayer(), **hardware)
        self.box: BuiltBox = build_box(standard_folders({}, where), self.hardware, PowerOn(), [])
        self.run(0.0)

    def run(self, seconds: float) -> None:
        end, daemon = self.clock.now() + seconds, self.box.daemon
        while (due := daemon.due()) is not None and due <= end:
            self.clock.move_to(due)
            daemon.wake()
        self.clock.move_to(end)

    def turn(self) -> Self:
        now = self.clock.now()
        self.box.daemon.take(Touched(now, Control.DIAL), Input(now, Control.DIAL, Gesture.TURN, 1))
        return self

    def deal(self) -> None:
        """Play One Night as dealt by the box to its first secret turn, with a finger holding the dial."""
        from msgspec.structs import replace

        daemon, setup = self.box.daemon, Setup("first-game", 3, (), {"deal": True})
        setups = {**daemon.table.choices.setups, "one-night": setup}
        choices = replace(daemon.table.choices, setups=setups, players=setup.players, explain="never")
        daemon.adopt((replace(daemon.table, choices=choices, advised=ADVISED), ()))
        now = self.clock.now()
        daemon.take(Touched(now, Control.START), Input(now, Control.START, Gesture.PRESS))
        while look(daemon.house, daemon.table).hidden is None:
            self.run(1.0)
            now = self.clock.now()
            daemon.take(Touched(now, Control.DIAL), Input(now, Control.DIAL, Gesture.HOLD))

    @property
    def view(self) -> View:
        return look(self.box.daemon.house, self.box.daemon.table)


@pytest.fixture
def rig(tmp_path):
    return lambda **hardware: Rig(tmp_path, **hardware)


class TestScreens:
    def test_each_shows_the_page_in_its_own_size(self, rig):
        small, wide = PictureScreen(), PictureScreen(WIDE)
        box = rig(screens=(small, wide))
        box.turn()
        assert small.frame == draw(box.view, GLASS)
        assert wide.frame == draw(box.view, WIDE)

    def test_one_that_is_pulled_leaves_the_other_alone_and_comes_back(self, rig):
        first, second = PictureScreen(), PictureScreen()
        box = rig(screens=(first, second))
        first.unplug()
        box.turn()
        assert second.frame == draw(box.view, GLASS)
        first.plug()
        box.run(RETRY)
        assert first.frame == second.frame

    def test_a_page_that_cannot_be_drawn_for_one_is_drawn_for_the_other(self, rig):
        glass, narrow = PictureScreen(), PictureScreen(ScreenFormat(0, 0))
        box = rig(screens=(glass, narrow))
        box.turn()
        assert glass.frame == draw(box.view, GLASS)

    def test_one_that_takes_few_pictures_shows_the_last_of_them(self, rig):
        glass, paper = PictureScreen(), PictureScreen(ScreenFormat(128, 64, pace=2.0))
        box, first = rig(screens=(glass, paper)), paper.frame
        for _ in range(3):
            box.run(0.1)
            box.turn()
        assert paper.frame == first != glass.frame
        box.run(2.0)
        assert paper.frame == glass.frame

    def test_a_box_without_any_plays(self, rig):
        box = rig()
        assert not box.box.daemon.house.has_screen
        assert '"input"' in box.turn().out.getvalue()


class TestHands:
    def held(self, *controls: Switches) -> tuple[list[Any], list[Fault], VirtualClock, Any]:
        clock, things, faults = VirtualClock(), list[Any](), list[Fault]()
        return things, faults, clock, open_hands(controls, PanelSettings(), clock, things.append, faults)

    def gestures(self, box: Rig, things: list[Any]) -> list[str]:
        before = len(box.out.getvalue())
        for thing in things:
            box.run(max(0.0, thing.at - box.clock.now()))
            box.box.daemon.take(thing)
        return [row for row in box.out.getvalue()[before:].splitlines() if '"input"' in row]

    def test_each_has_its_own_fingers(self, tmp_path):
        """START held by one hand and BACK pressed by the other are two gestures, not a chord."""
        one, other = Switches(), Switches()
        things, faults, clock, hands = self.held(one, other)
        for move in sorted((*press_moves("start", 1.0, 0.5), *press_moves("back", 1.1, 0.1)), key=lambda move: move.at):
            (one if move.pin == "start" else other).put(Edge(move.at, move.pin, move.active))
        rows = self.gestures(Rig(tmp_path, clock, hands=hands), things)
        assert ["back" in row for row in rows] == [True, False]
        assert faults == []

    def test_one_that_is_missing_is_told_and_the_other_serves(self, tmp_path):
        there = Switches()
        things, faults, clock, hands = self.held(Switches("No buttons: none."), there)
        assert [fault.what for fault in faults] == ["No buttons: none."]
        there.put(Edge(1.0, "back", True))
        there.put(Edge(1.1, "back", False))
        assert len(self.gestures(Rig(tmp_path, clock, hands=hands), things)) == 1

    def test_one_whose_decoder_raises_leaves_the_other_alone(self, tmp_path):
        one, other = Switches(), Switches()
        things, _, clock, hands = self.held(one, other)
        one.put(Edge(0.5, "start", True))
        other.put(Edge(1.0, "back", True))
        other.put(Edge(1.1, "back", False))
        box = Rig(tmp_path, clock, hands=hands)
        hands[0].edge = None
        assert len(self.gestures(box, things)) == 1
        assert Part.PANEL in box.box.daemon.table.faults

    def test_a_remote_hand_may_put_whole_gestures(self):
        remote = Switches()
        things, _, _, _ = self.held(Switches(), remote)
        gesture: Event = Input(1.0, Control.START, Gesture.PRESS)
        remote.put(gesture)
        assert things == [gesture]


class TestLamps:
    def test_all_shine_and_a_broken_one_keeps_none_dark(self, rig):
        lamps = BrokenLamp(), KeptLamp()
        rig(lamps=lamps)
        assert lamps[1].states == ["home", "fault"]


class TestWitnesses:
    def test_all_are_told_and_one_that_raises_harms_none(self, rig, caplog):
        first, last = StringIO(), StringIO()
        box = rig(witnesses=(RecordWitness(first), BrokenWitness(), RecordWitness(last)))
        box.turn()
        assert first.getvalue() == last.getvalue() != ""
        assert len([row for row in caplog.messages if "BrokenWitness failed inside" in row]) == 1

    def test_only_one_that_keeps_secrets_is_told_any(self, rig):
        public, secret = StringIO(), StringIO()
        box = rig(screens=(PictureScreen(),), witnesses=(RecordWitness(public), SecretRecordWitness(secret)))
        box.deal()
        assert '"secret":true' in secret.getvalue()
        assert '"secret"' not in public.getvalue()
