"""What is neither secret nor a call is shown and said before it is written; all else is written first, in order."""

import json
import threading
from collections.abc import Sequence
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from nightcrier.box.events import Control, DiskPace, Event, Gesture, Input, Stop, Touched
from nightcrier.box.folders import standard_folders
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.cues import WindowOpened
from nightcrier.box.show.stages import Count, Perform
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import AskRoot, CalledByNumber, Effect, LookUp, Record
from nightcrier.box.writer import AT_ONCE, Writer
from nightcrier.kernel.chores import Chore
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Part
from nightcrier.kernel.files import Disk
from tests.box.dealt import DealtBox, cast, seat_of
from tests.box.late_writer import LateWriter

DECK = ("robber", "werewolf", "troublemaker", "villager", "drunk", "insomniac")


class CountedDisk(Disk):
    """Counts what is forced onto the card, and refuses once it is full."""

    def __init__(self) -> None:
        self.forced: list[str] = []
        self.full = False

    def write(self, path: Path, content: bytes) -> None:
        self._refuse()
        super().write(path, content)

    def append(self, path: Path, content: bytes) -> None:
        self._refuse()
        super().append(path, content)

    def sync(self, path: Path) -> None:
        self.forced.append(path.name)

    def _refuse(self) -> None:
        if self.full:
            raise OSError(28, "No space left on device")


class LateBox:
    """A box with cards on the table, whose writer writes only when it has to."""

    def __init__(self, where: Path) -> None:
        self.out, self.writer, self.disk = StringIO(), LateWriter(), CountedDisk()
        self.journal = where / "journal.jsonl"
        folders, clock, witness = standard_folders({}, where), VirtualClock(), RecordWitness(self.out)
        self.box = Rehearsal(folders, clock, SilentPlayer(), 1, witness, files=self.disk, writer=self.writer)
        self.box.advance(2.0)
        self.writer.settle()

    def start(self) -> None:
        self.box.take(Touched(self.box.now, Control.START), Input(self.box.now, Control.START, Gesture.PRESS))

    def written(self) -> list[str]:
        """The kinds of the entries on the disk, without the head."""
        lines = self.journal.read_text().splitlines() if self.journal.exists() else []
        return [json.loads(line[9:]).get("type") for line in lines[1:]]


@pytest.fixture
def late(tmp_path: Path) -> LateBox:
    return LateBox(tmp_path)


def test_start_is_shown_and_said_before_it_is_written(late: LateBox) -> None:
    late.start()
    assert '"page":"tell"' in late.out.getvalue()
    assert '"kind":"say"' in late.out.getvalue()
    assert late.written() == []
    late.writer.settle()
    assert late.written() == ["began"]


def test_the_night_falls_before_it_is_written_and_is_forced_onto_the_card_once(late: LateBox) -> None:
    late.start()
    late.writer.settle()
    late.disk.forced.clear()
    late.start()
    assert '"page":"night"' in late.out.getvalue()
    assert late.written() == ["began"]
    late.writer.settle()
    assert late.written() == ["began", "answered", "reached"]
    assert late.disk.forced == ["journal.jsonl"]


def test_a_call_is_written_before_it_is_heard_and_after_all_that_waits(late: LateBox) -> None:
    late.start()
    late.start()
    late.box.until(lambda: "one-night.werewolf.wake" in late.out.getvalue(), 60)
    assert late.written() == ["began", "answered", "reached", "reached"]
    assert not late.writer.busy


def test_the_day_ends_before_that_is_written(late: LateBox) -> None:
    late.start()
    late.start()
    late.box.until(lambda: isinstance(late.box.box.daemon.table.stage, Count), 900)
    late.writer.settle()
    before = late.written()
    late.start()
    assert isinstance(late.box.box.daemon.table.stage, Perform)
    assert late.written() == before
    late.writer.settle()
    assert late.written() == [*before, "answered", "reached"]


def test_what_the_card_refuses_is_told_of_once_it_was_tried(late: LateBox) -> None:
    late.start()
    late.writer.settle()
    late.disk.full = True
    late.start()
    assert Part.STATE not in late.box.box.daemon.table.faults
    late.writer.settle()
    late.box.box.daemon.wake()
    assert Part.STATE in late.box.box.daemon.table.faults


@pytest.mark.parametrize("effect", [AskRoot(Chore.CLEAR_OUT), WindowOpened("seer", 1.0), LookUp()])
def test_what_must_find_all_on_the_card_waits_for_it(late: LateBox, effect: Effect) -> None:
    daemon = late.box.box.daemon
    late.start()
    daemon.adopt((daemon.table, (Record(CalledByNumber(), beside=True), effect)))
    assert late.written() == ["began", "called-by-number"]


def test_a_stop_waits_for_all_that_is_to_be_written(late: LateBox) -> None:
    late.start()
    late.start()
    assert late.written() == []
    late.box.box.close()
    assert late.written() == ["began", "answered", "reached"]


def test_a_secret_choice_is_written_before_the_glass_shows_it(tmp_path: Path) -> None:
    writer = LateWriter()
    box = DealtBox(tmp_path, DECK, cast(DECK, lambda state: seat_of(state, "robber") > 0, deal=True), writer=writer)
    box.start()
    assert not (tmp_path / "journal.jsonl").exists()
    box.everybody_looks()
    box.until_window("robber")
    before = len(box.journal())
    assert not writer.busy, "what led here is written before anybody may look"
    box.do(Control.DIAL, Gesture.TURN, 1)
    box.do(Control.DIAL)
    assert len(box.journal()) == before + 1


def test_the_thread_works_in_order_and_wakes_the_loop_once_all_is_done() -> None:
    done, may_work, woken = list[int](), threading.Event(), threading.Event()

    def work(number: int) -> Sequence[Event]:
        may_work.wait(30.0)
        done.append(number)
        return [DiskPace(0.0, float(number))]

    writer = Writer(woken.set)
    assert [writer.do(partial(work, number)) for number in range(50)] == [()] * 50
    assert (writer.busy, writer.news(), done) == (True, [], [])
    may_work.set()
    assert woken.wait(30.0)
    assert (writer.busy, done) == (False, list(range(50)))
    assert writer.news() == [DiskPace(0.0, float(number)) for number in range(50)]
    assert writer.news() == []
    writer.do(partial(work, 50))
    writer.settle()
    assert done[-1] == 50


def test_without_a_thread_all_is_done_at_once() -> None:
    assert AT_ONCE.do(lambda: [Stop(1.0)]) == [Stop(1.0)]
    AT_ONCE.settle()
    assert not AT_ONCE.busy
