"""The ceiling: what the settings say is louder than people's wishes, and quiet hours count where the time is known."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from device.box.assembly import Hardware, PowerOn, build_box
from device.box.ceiling import LOOK_AGAIN, CeilingWatch, ceiling_at, is_quiet_at
from device.box.folders import Folders, standard_folders
from device.kernel.chance import SeededChance
from device.kernel.clock import VirtualClock
from device.kernel.events import Ceiling
from device.kernel.files import Disk
from device.kernel.settings import SHIPPED, SoundSettings
from device.kernel.time_of_day import NetworkTime
from device.memory.choices import ChoicesFile
from device.sound.player import Fader, Ramp, volume_db
from device.sound.players.silent import SilentPlayer
from device.table.house import LOUDEST, Choices

EVENING, NIGHT = 20 * 60, 23 * 60
QUIET = SoundSettings(max_volume=80, quiet_hours="22:00-07:00", quiet_volume=30)


class Wall:
    """A clock on the wall that a test sets."""

    def __init__(self, minute: int | None) -> None:
        self.now = minute

    def minute(self) -> int | None:
        return self.now


class TurnedPlayer(SilentPlayer):
    """Remembers how loud the voice may be."""

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
        ("08:00-08:00", 8 * 60, False),
        ("", 0, False),
    ],
)
def test_quiet_hours_go_over_midnight(hours: str, minute: int, quiet: bool) -> None:
    assert is_quiet_at(hours, minute) is quiet


def test_the_lower_ceiling_counts_in_quiet_hours_where_the_time_is_known() -> None:
    assert ceiling_at(QUIET, EVENING) == 16
    assert ceiling_at(QUIET, NIGHT) == 6
    assert ceiling_at(QUIET, None) == 16
    assert ceiling_at(SoundSettings(max_volume=20, quiet_hours="22:00-07:00", quiet_volume=90), NIGHT) == 4


def test_it_is_told_when_it_changes_and_looks_once_a_minute() -> None:
    clock, wall = VirtualClock(), Wall(EVENING)
    watch = CeilingWatch(clock, wall, QUIET)
    told = []
    for minute in (EVENING, NIGHT, NIGHT, None):
        wall.now = minute
        clock.move_to(watch.due() or 0.0)
        told += watch.poll()
    assert told == [Ceiling(2 * LOOK_AGAIN, 6), Ceiling(4 * LOOK_AGAIN, 16)]
    assert watch.poll() == ()


def test_without_quiet_hours_nothing_is_ever_due() -> None:
    assert CeilingWatch(VirtualClock(), Wall(NIGHT), SHIPPED.sound).due() is None


def test_the_time_is_known_once_the_network_has_told_it(tmp_path: Path) -> None:
    sign = tmp_path / "synchronized"
    assert NetworkTime(sign).minute() is None
    sign.touch()
    minute = NetworkTime(sign).minute()
    assert minute in range(24 * 60)


def test_no_wish_passes_it_from_power_on_to_the_end_of_quiet_hours(tmp_path: Path) -> None:
    where: Folders = standard_folders({}, tmp_path)
    ChoicesFile(Disk(), where.state / "choices.json", Choices).save(Choices(loudness=LOUDEST, bed_loudness=LOUDEST))
    clock, wall, player = VirtualClock(), Wall(NIGHT), TurnedPlayer()
    hardware = Hardware(clock, SeededChance(0), player, time_of_day=wall)
    box = build_box(where, hardware, PowerOn(replace(SHIPPED, sound=QUIET)), [])
    assert set(player.voice) == {volume_db(6 / LOUDEST)}
    wall.now = 7 * 60
    clock.move_to(LOOK_AGAIN)
    box.daemon.wake()
    assert player.voice[-1] == volume_db(16 / LOUDEST)
    assert box.daemon.table.choices.loudness == LOUDEST
    box.close()
