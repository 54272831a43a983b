"""Tests the process in which people record: how it starts, what is told of it, and how it is left."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from nightcrier.box.events import BoothSaid
from nightcrier.box.hardware import refuse_record
from nightcrier.box.recording_room import ChildRoom, booth_command
from nightcrier.box.table.core.effects import DirectTake, LeaveBooth, OpenBooth
from nightcrier.kernel.booth_messages import (
    BoothClosed,
    CutTake,
    LinesWaiting,
    NoBooth,
    RollTake,
    booth_line,
    read_order,
)
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Language, LineId

WISH = OpenBooth(Language("it"), "Marta", "own", deck="first-game")
FOLDERS = Folders(Path("/state"), Path("/cache"), Path("/runtime"))


class Pipe(io.BytesIO):
    """Keeps what was written to it, even after it was closed."""

    written = b""

    def close(self) -> None:
        self.written = self.written if self.closed else self.getvalue()
        super().close()


class Child:
    """Simulates a process that says these bytes and ends with this status."""

    def __init__(self, said: bytes = b"", status: int = 0) -> None:
        self.stdin, self.stdout, self._status, self.waited = Pipe(), io.BytesIO(said), status, 0

    def wait(self) -> int:
        self.waited += 1
        return self._status


class InThread:
    """Replaces a thread by work that waits until a test runs it."""

    waiting: ClassVar[list[Callable[[], None]]] = []

    def __init__(self, target: Callable[..., None], args: tuple[Any, ...], daemon: bool) -> None:
        self.waiting.append(lambda: target(*args))

    def start(self) -> None: ...


@pytest.fixture
def heard(monkeypatch):
    """Return a function that lets everything arrive that the processes have said."""
    InThread.waiting.clear()
    monkeypatch.setattr("threading.Thread", InThread)

    def hear() -> None:
        while InThread.waiting:
            InThread.waiting.pop(0)()

    return hear


def room(*children: Child) -> tuple[ChildRoom, list[Any], list[str]]:
    told: list[Any] = []
    reported: list[str] = []
    queue = list(children)
    made = ChildRoom(FOLDERS, VirtualClock(3.0), told.append, reported.append, lambda _command, _environ: queue.pop(0))
    return made, told, reported


def test_what_it_says_comes_into_the_queue_and_orders_go_to_it(heard):
    lines = LinesWaiting(((LineId("paused"), "Pausa."),))
    child = Child(booth_line(lines))
    recording, told, _ = room(child)
    assert recording.perform(WISH) == []
    recording.perform(DirectTake(RollTake(LineId("paused"))))
    recording.perform(DirectTake(CutTake()))
    heard()
    assert told[0] == BoothSaid(3.0, lines)
    recording.perform(LeaveBooth())
    assert list(map(read_order, child.stdin.written.splitlines())) == [RollTake(LineId("paused")), CutTake()]


def test_of_what_was_left_nothing_is_told(heard):
    closed, left = BoothClosed(NoBooth.NO_LINES), Child(booth_line(LinesWaiting(())))
    recording, told, reported = room(left, Child(booth_line(closed)))
    recording.perform(WISH)
    recording.perform(LeaveBooth())
    recording.perform(WISH)
    heard()
    assert (told, reported, left.waited) == ([BoothSaid(3.0, closed)], [], 1)
    recording.perform(LeaveBooth())
    recording.perform(DirectTake(CutTake()))
    recording.close()


def test_one_that_fails_is_told_once(heard):
    closed = BoothClosed(NoBooth.LIBRARIES)
    recording, told, reported = room(Child(status=2), Child(booth_line(closed), status=1))
    recording.perform(WISH)
    heard()
    assert (told, reported) == ([BoothSaid(3.0, BoothClosed(NoBooth.FAILED))], ["Recording ended with status 2."])
    recording.perform(WISH)
    heard()
    assert told[1:] == [BoothSaid(3.0, closed)]


def test_one_that_ends_by_itself_is_a_fault_though_nothing_failed_in_it(heard):
    child = Child(booth_line(LinesWaiting(())))
    recording, told, reported = room(child)
    recording.perform(WISH)
    heard()
    assert told[1:] == [BoothSaid(3.0, BoothClosed(NoBooth.FAILED))]
    assert (reported, child.waited) == (["Recording ended with status 0."], 1)


@pytest.mark.parametrize("broken", [b"warning: no such card\n", b'{"type":"le', b'{"type":"chess"}\n', b"\xff\n"])
def test_one_that_says_what_is_no_news_is_a_fault_and_is_ended(heard, broken):
    lines = LinesWaiting(())
    child = Child(booth_line(lines) + broken + booth_line(lines))
    recording, told, reported = room(child)
    recording.perform(WISH)
    heard()
    assert told == [BoothSaid(3.0, lines), BoothSaid(3.0, BoothClosed(NoBooth.FAILED))]
    assert (reported, child.waited) == (["Recording ended: its program said what is no news."], 1)
    assert (child.stdin.closed, child.stdout.closed) == (True, True)
    recording.perform(DirectTake(CutTake()))
    recording.perform(LeaveBooth())


def test_one_that_cannot_be_begun_is_told_at_once():
    def refuse(_command: object, _environ: object) -> Child:
        raise OSError(12, "Cannot allocate memory")

    reported: list[str] = []
    recording = ChildRoom(FOLDERS, VirtualClock(3.0), pytest.fail, reported.append, refuse)
    assert recording.perform(WISH) == [BoothSaid(3.0, BoothClosed(NoBooth.FAILED))]
    assert reported == ["Recording cannot begin: Cannot allocate memory."]


def test_the_command_is_that_of_record_with_its_choices():
    start = [sys.executable, "-P", "-m", "nightcrier", "voices", "booth", "it", "--licence", "own", "--state", "/state"]
    assert booth_command(WISH, FOLDERS) == [*start, "--person=Marta", "--deck", "first-game"]
    altered = booth_command(replace(WISH, cards=("seer", "drunk")), FOLDERS)
    assert altered[-5:] == ["--deck", "first-game", "--cards", "seer", "drunk"]
    game = OpenBooth(Language("it"), "", "CC-BY-4.0", game="owls", again=True)
    wanted = "--licence CC-BY-4.0 --state /state --game owls --redo"
    assert booth_command(game, FOLDERS)[7:] == wanted.split()
    assert "--games=/mine" in booth_command(game, replace(FOLDERS, tried_games=(Path("/mine"),)))


def test_a_rehearsal_records_nothing():
    assert refuse_record(VirtualClock(), WISH) == [BoothSaid(0.0, BoothClosed(NoBooth.LIBRARIES))]
    assert refuse_record(VirtualClock(), LeaveBooth()) == []
