"""Tests the ceiling of loudness: settings limit what people wish, and quiet hours apply if the time is known."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.assembly import build_box
from nightcrier.box.events import Ceiling
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.parts import LOOK_AGAIN, CeilingWatch, ceiling_at, is_quiet_at
from nightcrier.box.sound.port import Fader, Ramp, SilentPlayer, loudness_db
from nightcrier.box.table.core.house import LOUDEST, Choices
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import BATTERY_CLOCK, NEVER_SET, SYNCHRONISED, MachineTime, VirtualClock, kernel_keeps_time
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.kernel.settings import SHIPPED, SoundSettings
from nightcrier.kernel.state_file import ChoicesFile

EVENING, NIGHT = 20 * 60, 23 * 60
QUIET = SoundSettings(max_volume=80, quiet_hours="22:00-07:00", quiet_volume=30)


class Wall:
    """Simulates a wall clock that a test sets."""

    def __init__(self, minute: int | None) -> None:
        self.now = minute

    def minute(self) -> int | None:
        return self.now


class TurnedPlayer(SilentPlayer):
    """Records how loud the voice may be."""

    def __init__(self) -> None:
        super().__init__()
        self.voice: list[float] = []

    def turn(self, fader: Fader, ramp: Ramp) -> None:
        if fader is Fader.VOICE:
            self.voice.append(ramp.end_db)


@pytest.mark.parametrize(
    ("hours", "minute", "quiet"),
    [
        ("22:00-07:00", 22 * 60, True),
        ("22:00-07:00", 0, True),
        ("22:00-07:00", 7 * 60, False),
        ("22:00-07:00", 12 * 60, False),
        ("13:00-15:30", 15 * 60 + 29, True),
        ("13:00-15:30", 15 * 60 + 30, False),
        ("00:00-24:00", 0, True),
        ("00:00-24:00", 24 * 60 - 1, True),
        ("22:00-24:00", 24 * 60 - 1, True),
        ("22:00-24:00", 0, False),
        ("", 0, False),
    ],
)
def test_quiet_hours_go_over_midnight(hours, minute, quiet):
    assert is_quiet_at(hours, minute) is quiet


def test_the_lower_ceiling_counts_in_quiet_hours_where_the_time_is_known():
    assert ceiling_at(QUIET, EVENING) == 16
    assert ceiling_at(QUIET, NIGHT) == 6
    assert ceiling_at(QUIET, None) == 16
    assert ceiling_at(SoundSettings(max_volume=20, quiet_hours="22:00-07:00", quiet_volume=90), NIGHT) == 4


def test_it_is_told_when_it_changes_and_looks_once_a_minute():
    clock, wall = VirtualClock(), Wall(EVENING)
    watch, told = CeilingWatch(clock, wall, QUIET), []
    for minute in (EVENING, NIGHT, NIGHT, None):
        wall.now = minute
        clock.move_to(watch.due() or 0.0)
        told += watch.poll()
    assert told == [Ceiling(2 * LOOK_AGAIN, 6), Ceiling(4 * LOOK_AGAIN, 16)]
    assert watch.poll() == ()


def test_without_quiet_hours_nothing_is_ever_due():
    assert CeilingWatch(VirtualClock(), Wall(NIGHT), SHIPPED.sound).due() is None


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def knows(root: Path, *, kernel: bool = False) -> bool:
    minute = MachineTime(root, lambda: kernel).minute()
    assert minute is None or minute in range(24 * 60)
    return minute is not None


def test_the_time_is_known_once_the_network_has_told_it(tmp_path):
    assert not knows(tmp_path)
    write(tmp_path / SYNCHRONISED, "")
    assert knows(tmp_path)


@pytest.mark.parametrize(
    ("taken", "shown", "known"),
    [
        ("1", NEVER_SET, True),
        ("1", NEVER_SET - 1, False),
        ("0", NEVER_SET, False),
        ("", NEVER_SET, False),
        ("1", "noon", False),
    ],
)
def test_a_clock_with_a_battery_counts_if_it_was_taken_and_shows_no_date_before_this_program(
    tmp_path, taken, shown, known
):
    write(tmp_path / BATTERY_CLOCK / "hctosys", f"{taken}\n")
    assert not knows(tmp_path)
    write(tmp_path / BATTERY_CLOCK / "since_epoch", f"{shown}\n")
    assert knows(tmp_path) == known


def test_linux_may_say_it_whoever_sets_its_clock(tmp_path):
    assert knows(tmp_path, kernel=True)


def test_what_was_known_once_is_not_forgotten(tmp_path):
    """After nine hours without a network, Linux doubts its clock, although it is still right."""
    answers = [True]
    time = MachineTime(tmp_path, lambda: bool(answers and answers.pop()))
    assert None not in (time.minute(), time.minute())


@pytest.mark.parametrize(
    ("state", "status", "right"), [(0, 0, True), (1, 0x2001, True), (5, 0, False), (0, 0x40, False), (-1, 0, False)]
)
def test_what_linux_answers(monkeypatch, state, status, right):
    """Linux answers -1 in the sandbox of the service, which is not allowed to ask."""

    class Library:
        def __init__(self, _name: None) -> None: ...

        def adjtimex(self, answer: Any) -> int:
            assert answer._obj.modes == 0
            answer._obj.status = status
            return state

    monkeypatch.setattr("ctypes.CDLL", Library)
    assert kernel_keeps_time() == right


def test_this_linux_answers():
    assert kernel_keeps_time() in (True, False)


def test_no_wish_passes_it_from_power_on_to_the_end_of_quiet_hours(tmp_path):
    where: Folders = standard_folders({}, tmp_path)
    ChoicesFile(Disk(), where.state / "choices.json", Choices).save(Choices(loudness=LOUDEST, bed_loudness=LOUDEST))
    clock, wall, player = VirtualClock(), Wall(NIGHT), TurnedPlayer()
    hardware = Hardware(clock, SeededChance(0), player, time_of_day=wall)
    box = build_box(where, hardware, PowerOn(replace(SHIPPED, sound=QUIET)), [])
    assert set(player.voice) == {loudness_db(6 / LOUDEST)}
    wall.now = 7 * 60
    clock.move_to(LOOK_AGAIN)
    box.daemon.wake()
    assert player.voice[-1] == loudness_db(16 / LOUDEST)
    assert box.daemon.table.choices.loudness == LOUDEST
    box.close()
