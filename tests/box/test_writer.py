"""Tests that what is neither secret nor a call is shown and said before it is written, and all else after, in order."""

import json
import threading
from collections.abc import Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Self

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, DiskPace, Event, Gesture, Input, Stop, Touched
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.answers import TALK_OVER
from nightcrier.box.show.cues import WindowOpened
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import TABLE, Ask, Count, Perform
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import AskRoot, Began, CalledByNumber, LookUp, Record
from nightcrier.box.table.game.session import first_session
from nightcrier.box.writer import AT_ONCE, Writer
from nightcrier.kernel.chores import Chore
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.faults import Part
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from tests.box.dealt import DealtBox, cast, seat_of
from tests.box.late_writer import LateWriter

DECK = ("robber", "werewolf", "troublemaker", "villager", "drunk", "insomniac")


class CountedDisk(Disk):
    """Counts what is forced onto the card, and refuses writes once it is full."""

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
    """Runs a box for games with cards, whose writer writes only when it must."""

    def __init__(self, where: Path) -> None:
        self.out, self.writer, self.disk = StringIO(), LateWriter(), CountedDisk()
        self.journal = where / "journal.jsonl"
        folders, clock, witness = standard_folders({}, where), VirtualClock(), RecordWitness(self.out)
        self.box = Rehearsal(folders, clock, SilentPlayer(), 1, witness, files=self.disk, writer=self.writer)
        self.box.advance(2.0)
        self.writer.settle()

    def start(self) -> Self:
        self.box.take(Touched(self.box.now, Control.START), Input(self.box.now, Control.START, Gesture.PRESS))
        return self

    def written(self) -> list[str]:
        """Return the kinds of the entries on the disk, without the head."""
        lines = self.journal.read_text().splitlines() if self.journal.exists() else []
        return [json.loads(line[9:]).get("type") for line in lines[1:]]


@pytest.fixture
def late(tmp_path):
    return LateBox(tmp_path)


def test_start_is_shown_and_said_before_it_is_written(late):
    assert '"page":"tell"' in late.start().out.getvalue()
    assert '"kind":"say"' in late.out.getvalue()
    assert late.written() == []
    late.writer.settle()
    assert late.written() == ["began"]


def test_the_night_falls_before_it_is_written_and_is_forced_onto_the_card_once(late):
    late.start().writer.settle()
    late.disk.forced.clear()
    assert '"page":"night"' in late.start().out.getvalue()
    assert late.written() == ["began"]
    late.writer.settle()
    assert late.written() == ["began", "answered", "reached"]
    assert late.disk.forced == ["journal.jsonl"]


def test_a_turn_of_the_dial_wakes_no_writer(late):
    late.box.take(Input(late.box.now, Control.DIAL, Gesture.TURN, 1))
    assert not late.writer.busy


def test_a_turn_of_the_dial_waits_behind_what_is_being_written(late):
    late.writer.do(tuple)
    late.box.take(Input(late.box.now, Control.DIAL, Gesture.TURN, 1))
    late.writer.write(1)
    assert late.writer.busy


def test_a_call_is_written_before_it_is_heard_and_after_all_that_waits(late):
    late.start().start()
    late.box.until(lambda: "one-night.werewolf.wake" in late.out.getvalue(), 60)
    assert late.written() == ["began", "answered", "reached", "reached"]
    assert not late.writer.busy


def test_the_day_ends_before_that_is_written(late):
    late.start().start()
    late.box.until(lambda: isinstance(late.box.box.daemon.table.stage, Count), 900)
    late.writer.settle()
    before = late.written()
    assert isinstance(late.start().box.box.daemon.table.stage, Perform)
    assert late.written() == before
    late.writer.settle()
    assert late.written() == [*before, "answered", "reached"]


def test_what_the_card_refuses_is_told_of_once_it_was_tried(late):
    late.start().writer.settle()
    late.disk.full = True
    late.start()
    assert Part.STATE not in late.box.box.daemon.table.faults
    late.writer.settle()
    late.box.box.daemon.wake()
    assert Part.STATE in late.box.box.daemon.table.faults


@pytest.mark.parametrize("effect", [AskRoot(Chore.CLEAR_OUT), WindowOpened("seer", 1.0), LookUp()])
def test_what_must_find_all_on_the_card_waits_for_it(late, effect):
    daemon = late.box.box.daemon
    late.start()
    daemon.adopt((daemon.table, (Record(CalledByNumber(), beside=True), effect)))
    assert late.written() == ["began", "called-by-number"]


def test_a_stop_waits_for_all_that_is_to_be_written(late):
    assert late.start().start().written() == []
    late.box.box.close()
    assert late.written() == ["began", "answered", "reached"]


def test_a_secret_choice_is_written_before_the_glass_shows_it(tmp_path):
    writer = LateWriter()
    box = DealtBox(tmp_path, DECK, cast(DECK, lambda state: seat_of(state, "robber") > 0, deal=True), writer=writer)
    box.start()
    assert not (tmp_path / "journal.jsonl").exists()
    box.everybody_looks()
    before = len(box.until_window("robber").journal())
    assert not writer.busy, "what led here is written before anybody may look"
    assert len(box.do(Control.DIAL, Gesture.TURN, 1).do(Control.DIAL).journal()) == before + 1


@pytest.mark.parametrize("name", ["mafia", "spies"])
def test_an_answer_is_written_before_it_shows_the_cards(late, name):
    """If the cards showed first, people could see them, cut the power, and answer differently."""
    daemon = late.box.box.daemon
    game, chosen = daemon.house.games[name], Setup(name, 8)
    setup = game.setup_for_deal(replace(chosen, deck=game.random_deck(chosen, 1)))
    assert setup
    session = first_session(name, setup, 1, first_question(game.begin(setup, 1)))
    began = Record(Began(name, setup, 1), session.keeps_secrets)
    daemon.adopt((replace(daemon.table, session=session, page=None), (began,)))
    before = len(late.journal.read_bytes().splitlines())
    late.box.take(Input(late.box.now, Control.DIAL, Gesture.TURN, 1))
    late.box.take(Input(late.box.now, Control.DIAL, Gesture.PRESS))
    if daemon.table.stage == session.stage:
        late.start()
    assert daemon.table.stage != session.stage
    assert len(late.journal.read_bytes().splitlines()) == before + 1


def first_question(play: Play) -> Play:
    """Return the play at the first question to the table. Each secret turn chooses the last option that it may."""
    while not (isinstance(stage := play.stage(), Ask) and stage.who == TABLE):
        row: tuple[str, ...] = ()
        if isinstance(stage, Perform) and stage.acts:
            turn = next(iter(stage.acts.values()))
            while (prompt := turn.prompt(row)).options or prompt.confirm:
                own = [option.value for option in prompt.options if option.value[:1] != "-"]
                row += (own[-1] if own else prompt.confirm,)
        play = play.answer(row or ((stage.choices[-1].value,) if isinstance(stage, Ask) else TALK_OVER))
    return play


def test_the_thread_works_in_order_and_wakes_the_loop_once_all_is_done():
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


def test_work_that_breaks_loses_itself_alone(caplog):
    writer = Writer(lambda: None)
    writer.do(lambda: iter(()).__next__())
    writer.do(lambda: [Stop(1.0)])
    writer.settle()
    assert writer.news() == [Stop(1.0)]
    assert "lost" in caplog.text


def test_without_a_thread_all_is_done_at_once():
    assert AT_ONCE.do(lambda: [Stop(1.0)]) == [Stop(1.0)]
    AT_ONCE.settle()
    assert not AT_ONCE.busy
