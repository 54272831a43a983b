"""Tests the main loop: order, patience, the watchdog, and what ends it."""

import logging
import os
import queue
import signal
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Event, Gesture, Input, Stop
from nightcrier.box.hardware import Faults, Hardware, PowerOn
from nightcrier.box.loop import BATCH, Inbox, Loop, _root_chores, count_start, run_until_stopped, stop_on_signals
from nightcrier.box.machine import CALM_AFTER, Crashes
from nightcrier.box.remembered import wiring_alone
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.drawing.view import View
from nightcrier.care.guests import note_asked
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.chores import AskedChange, read_put_aside, tell_put_aside
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Fault, Flaw, Part
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.kernel.machine_state import MachineFiles
from nightcrier.kernel.settings import SHIPPED, NetSettings, ScreenSettings, Settings, TableSettings
from tests.box.stage import Stage


class PatientInbox:
    """Simulates an inbox in virtual time: waiting for it moves the clock. At the end, it asks the loop to stop."""

    def __init__(self, clock: VirtualClock, things: list[Any], until: float) -> None:
        self._clock, self._things, self._until = clock, things, until
        self.waits: list[float | None] = []

    def get(self, timeout: float | None = None) -> Any:
        self.waits.append(timeout)
        if self._things:
            return self._things.pop(0)
        if timeout is None or self._clock.now() + timeout > self._until:
            return Stop(self._clock.now())
        self._clock.move_to(self._clock.now() + timeout)
        raise queue.Empty

    def get_nowait(self) -> Any:
        if not self._things:
            raise queue.Empty
        return self._things.pop(0)


class Systemd:
    """Records what systemd is told."""

    def __init__(self, every: float | None) -> None:
        self.every = every
        self.told: list[str] = []

    def ready(self) -> None:
        self.told.append("ready")

    def alive(self) -> None:
        self.told.append("alive")

    def stopping(self) -> None:
        self.told.append("stopping")


class Running:
    """Runs a rehearsed box in the real loop."""

    def __init__(self, stage: Stage, folder: Path, every: float | None = None) -> None:
        self.stage, self.clock = stage, stage.rehearsal.clock
        self.systemd = Systemd(every)
        self.crashes = Crashes(Disk(), folder / "crashes")
        self.crashes.began()

    def run(self, *things: Event | None, until: float = 0.0) -> PatientInbox:
        inbox = PatientInbox(self.clock, list(things), until)
        loop = Loop(self.stage.rehearsal.box, inbox, self.clock, self.systemd, self.crashes)  # type: ignore[arg-type]
        self.ended = loop.run()
        return inbox


@pytest.fixture
def running(stage, tmp_path):
    tmp_path.joinpath("run").mkdir()
    return Running(stage(), tmp_path / "run")


def turn(steps: int = 1) -> Input:
    return Input(0.0, Control.DIAL, Gesture.TURN, steps)


def test_it_waits_for_the_next_moment_and_for_nothing_else(running):
    running.stage.rehearsal.advance(25.0)
    inbox = running.run(until=running.clock.now() + 19.0)
    assert None not in inbox.waits
    assert len(inbox.waits) < 10


def test_at_rest_only_the_screen_is_renewed_now_and_then(running):
    running.stage.rehearsal.advance(25.0)  # the first start is gone through
    assert len(running.run(until=10_000.0).waits) < 10_000.0 / 30.0


def test_it_is_ready_before_it_waits_and_says_when_it_stops(running):
    running.run()
    assert running.systemd.told == ["ready", "stopping"]


def test_none_only_wakes_it(running):
    before = running.stage.rehearsal.box.daemon.table
    assert len(running.run(None, None).waits) > 1, "it looked again what is due"
    assert running.stage.rehearsal.box.daemon.table is before


def test_a_stop_ends_it_before_anything_else_is_waited_for(running):
    inbox = running.run(turn(), Stop(0.0, power_off=True), turn())
    assert running.ended.power_off
    assert len(inbox.waits) == 1


def test_what_came_before_a_stop_counts_and_what_came_after_it_does_not(running):
    daemon = running.stage.rehearsal.box.daemon
    games = list(daemon.house.games)
    assert daemon.table.choices.game == games[0]
    running.run(turn(), turn(), Stop(0.0), turn())
    assert daemon.table.choices.game == games[2]


@pytest.fixture
def drawn(monkeypatch):
    """Return the list of views that the screen draws."""
    views: list[View] = []
    monkeypatch.setattr("nightcrier.box.face.draw", lambda view, _: views.append(view) or bytes(1024))
    return views


def test_all_that_waits_is_taken_before_one_picture_is_drawn(running, drawn):
    pictures = len(running.stage.kinds("screen"))
    before = running.stage.rehearsal.box.daemon.table.choices
    daemon = running.stage.rehearsal.box.daemon
    drawn.clear()
    running.run(*[turn() for _ in range(7)])
    assert daemon.table.choices != before
    assert len(drawn) == 1
    assert pictures == len(running.stage.kinds("screen"))


def test_a_dial_that_never_rests_does_not_freeze_the_screen(running, drawn):
    running.run(*[turn(1 if n % BATCH else 2) for n in range(3 * BATCH + 1)])
    assert len(drawn) >= 3


def test_the_watchdog_hears_of_every_turn_of_the_loop_but_not_too_often(stage, tmp_path):
    running = Running(stage(), tmp_path, every=10.0)
    running.run(*[turn() for _ in range(50)], until=100.0)
    assert running.systemd.told.count("alive") in (10, 11)


def test_whoever_ran_for_a_minute_has_not_fallen(running, tmp_path):
    assert Crashes(Disk(), tmp_path / "run" / "crashes").in_a_row == 1
    running.run(until=CALM_AFTER + 1)
    assert Crashes(Disk(), tmp_path / "run" / "crashes").in_a_row == 0


def test_a_start_counts_before_the_settings_are_read(tmp_path):
    """Settings are read after counting, or a box that crashes while reading them could never start clean."""
    folders = standard_folders({}, tmp_path)
    with count_start(folders) as crashes:
        assert crashes.in_a_row == 0
        assert Crashes(Disk(), folders.runtime / "crashes").in_a_row == 1


def test_a_clean_start_leaves_out_what_was_taken_and_knows_its_wiring(tmp_path):
    folders = Folders(tmp_path / "state", tmp_path / "cache", tmp_path / "run", tmp_path / "own")
    bare = folders.without_taken()
    places = (bare.own, bare.scenarios[1], *bare.settings[1:], bare.recordings, bare.scores)
    assert all(place.is_relative_to(tmp_path / "run") for place in places)
    assert bare.state == folders.state, "there the game and the choices are set aside"
    brought = Settings(
        screen=ScreenSettings("sh1106"),
        table=TableSettings(languages=("it",), welcome="never"),
        net=NetSettings(enabled=True),
    )
    assert wiring_alone(brought) == replace(brought, table=replace(SHIPPED.table, languages=("it",)), net=SHIPPED.net)


@pytest.mark.parametrize(("is_back", "told_as"), [(False, Part.TRIAL), (True, Part.TRIED)])
def test_what_was_put_aside_before_the_start_or_is_back_is_told_by_name(tmp_path, monkeypatch, *, is_back, told_as):
    found, place = list[Fault](), tmp_path / "told" / "aside.json"
    tell_put_aside(["sunday.toml", "sea.wav"], place, is_back=is_back)
    monkeypatch.setattr("nightcrier.box.loop.read_put_aside", partial(read_put_aside, place))

    def build(_folders: Folders, _hardware: Hardware, _power_on: PowerOn, faults: Faults) -> None:
        found.extend(faults)
        raise KeyboardInterrupt

    monkeypatch.setattr("nightcrier.box.loop.build_box", build)
    hardware = Hardware(VirtualClock(), SeededChance(1), SilentPlayer(), machine=MachineFiles(tmp_path))
    folders = standard_folders({}, tmp_path)
    with count_start(folders) as crashes, pytest.raises(KeyboardInterrupt):
        run_until_stopped(folders, SHIPPED, hardware, queue.SimpleQueue(), [], crashes)
    ((part, flaws),) = [(fault.part, fault.flaws) for fault in found]
    assert (part, flaws) == (told_as, (Flaw("sunday.toml"), Flaw("sea.wav")))


def test_whoever_was_told_to_stop_has_not_fallen(running, tmp_path):
    assert Crashes(Disk(), tmp_path / "run" / "crashes").crashed
    running.run(Stop(0.0))
    assert not Crashes(Disk(), tmp_path / "run" / "crashes").crashed


@pytest.fixture
def handlers():
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.usefixtures("handlers")
def test_a_signal_is_an_event_like_any_other(number):
    inbox: Inbox = queue.SimpleQueue()
    stop_on_signals(inbox, VirtualClock(3.0))
    os.kill(os.getpid(), number)
    assert inbox.get() == Stop(3.0)


def test_the_box_closes_every_part_even_when_one_fails(stage, caplog):
    box = stage().rehearsal.box
    closed: list[str] = []

    def failing() -> None:
        raise OSError("gone")

    box.keeper.flush = failing
    box.desk.close = failing
    box.screens[0].close = lambda: closed.append("screen")
    with caplog.at_level(logging.CRITICAL):
        box.close()
    assert closed == ["screen"]


def test_what_hands_have_not_answered_is_asked_again_at_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr("nightcrier.box.loop.TOLD", tmp_path)
    monkeypatch.setattr("nightcrier.box.root_chores.RootChores", Mock())
    folders, inbox = replace(standard_folders({}, tmp_path), own=tmp_path / "own"), queue.SimpleQueue[Any]()
    _root_chores(folders, VirtualClock(), inbox)
    assert inbox.empty()
    note_asked(folders, (AskedChange("hall.toml", "spring · 10.0.0.5"),))
    _root_chores(folders, VirtualClock(), inbox)
    assert inbox.get_nowait().news.asks[0].now == "spring · 10.0.0.5"
