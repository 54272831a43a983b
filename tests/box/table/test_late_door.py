"""Tests that the door for the second program opens with the row *Phone*, shuts with it, and outlives a restart."""

import socket
from pathlib import Path

import pytest

from nightcrier.box.events import Event
from nightcrier.box.hardware import Hardware
from nightcrier.box.late_door import LateDoor
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import AnswerGuest, AskRoot
from nightcrier.box.table.look import look
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.chores import NET_SOCKET, Chore, RootChore, WifiChore
from nightcrier.kernel.clock import Beat, VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.wire.public_record import TableShown, WishDone, read_public_line


class DoorOfBox:
    """Provides a box with root. `asked` lists what root was asked for, and whether the door existed then."""

    def __init__(self, folder: Path, *, for_good: bool = False, has_root: bool = True) -> None:
        self.path, self.clock, self.asked = folder / NET_SOCKET, VirtualClock(), list[tuple[RootChore, bool]]()
        self.door = LateDoor(standard_folders({}, folder), self.clock, list[object]().append, for_good=for_good)
        plain = Hardware(self.clock, SeededChance(1), SilentPlayer(), ask_root=self.note if has_root else None)
        self.hardware = self.door.before(plain)
        onlooking = self.hardware.onlooking
        assert onlooking
        self.beat = Beat(self.clock)
        self.pane = onlooking(self.beat)

    def note(self, effect: AskRoot) -> list[Event]:
        self.asked.append((effect.chore, self.path.is_socket()))
        return []

    def ask(self, chore: RootChore) -> None:
        assert self.hardware.ask_root
        self.hardware.ask_root(AskRoot(chore))


@pytest.fixture
def box(tmp_path):
    made = DoorOfBox(tmp_path)
    yield made
    made.door.close()


def test_it_is_there_before_root_starts_the_second_program_and_gone_before_root_ends_it(box):
    for chore in (Chore.SAVE, WifiChore.ON, WifiChore.ON, WifiChore.OFF):
        box.ask(chore)
    assert box.asked == [(Chore.SAVE, False), (WifiChore.ON, True), (WifiChore.ON, True), (WifiChore.OFF, False)]


def test_who_comes_then_is_told_all_that_stands_there(box, real_house, real_table):
    page = real_house, real_table, look(real_house, real_table)
    assert box.pane.show(*page) == ()
    box.ask(WifiChore.ON)
    box.pane.show(*page)
    box.hardware.answer(AnswerGuest(1, 5, None))
    with socket.socket(socket.AF_UNIX) as caller, caller.makefile("rb") as lines:
        caller.settimeout(30.0)
        caller.connect(str(box.path))
        told = (read_public_line(line).news for line in lines)
        assert isinstance(next(news for news in told if isinstance(news, TableShown | WishDone)), TableShown)


def test_a_restart_finds_it_open_and_a_box_that_was_switched_off_does_not(box, tmp_path):
    box.ask(WifiChore.ON)
    box.door.close()
    assert box.path.is_socket(), "systemd keeps the folder until the box is stopped or the power goes"
    again = DoorOfBox(tmp_path)
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(again.path))
    again.ask(WifiChore.OFF)
    assert not box.path.exists()


def test_for_good_it_is_open_from_the_start_and_no_row_shuts_it(tmp_path, real_house, real_table):
    box = DoorOfBox(tmp_path, for_good=True)
    with box.beat.of(5.0):
        box.pane.show(real_house, real_table, look(real_house, real_table))
    with socket.socket(socket.AF_UNIX) as caller, caller.makefile("rb") as lines:
        caller.connect(str(box.path))
        assert read_public_line(lines.readline()).at == 5.0, "the box's own moment, not that of the clock"
    box.ask(WifiChore.OFF)
    assert box.asked == [(WifiChore.OFF, True)]
    box.door.close()
    assert not box.path.exists()


def test_without_root_a_socket_of_yesterday_opens_nothing(tmp_path):
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / NET_SOCKET))
    box = DoorOfBox(tmp_path, has_root=False)
    with socket.socket(socket.AF_UNIX) as caller, pytest.raises(ConnectionRefusedError):
        caller.connect(str(box.path))
