"""Tests the door for the second program: guests are told what happens, may wish, and can delay nobody."""

import socket
import stat
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Self

import pytest

from nightcrier.box.events import Event, Wished
from nightcrier.box.net_door import ENTRIES, MOST_GUESTS, MOST_LINES, MOST_UNREAD, WISHES, NetDoor
from nightcrier.box.table.core.effects import AnswerGuest
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.ids import Language
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.public_record import (
    Phase,
    PublicLine,
    PublicQuestion,
    TableShown,
    WishRefused,
    public_line,
    read_public_line,
)
from nightcrier.wire.wishes import LONGEST_WISH, AnswerWish, Do, LookWish, LoudnessWish, wish_line


class Doorway:
    """Runs a door in rounds that a test starts, with callers who knock."""

    def __init__(self, where: Path) -> None:
        self.clock, self.events = VirtualClock(), list[Event]()
        self.path = where / "net.sock"
        self.door = NetDoor(self.path, self.clock, self.events.append)
        self.knocking: list[socket.socket] = []

    def knock(self) -> socket.socket:
        caller = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.knocking.append(caller)
        caller.settimeout(5.0)
        caller.connect(str(self.path))
        return caller

    def turn(self, rounds: int = 4) -> Self:
        for _ in range(rounds):
            self.door.turn(0.0)
        return self

    def enter(self) -> socket.socket:
        caller = self.knock()
        self.turn()
        return caller

    @property
    def guests(self) -> int:
        return len(self.door._guests)

    def close(self) -> None:
        for caller in self.knocking:
            caller.close()
        self.door.close()


@pytest.fixture
def doorway(tmp_path):
    made = Doorway(tmp_path)
    yield made
    made.close()


def test_only_the_box_and_the_group_of_the_second_program_may_come_in(doorway):
    assert stat.S_IMODE(doorway.path.stat().st_mode) == 0o660


def test_what_an_earlier_start_left_is_taken_away_and_nothing_else(doorway, tmp_path):
    NetDoor(doorway.path, doorway.clock, doorway.events.append).close()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(OSError, match="in use"):
        NetDoor(tmp_path / "file", doorway.clock, doorway.events.append)
    assert (tmp_path / "file").read_text() == "mine"


def test_whoever_comes_in_is_told_how_it_is_and_what_happens(doorway):
    doorway.door.tell(b"table 1\n", "table")
    doorway.door.tell(b"table 2\n", "table")
    doorway.door.tell(b"said\n", "")
    caller = doorway.turn().enter()
    assert caller.recv(100) == b"table 2\n"
    doorway.door.tell(b"said more\n", "")
    doorway.turn()
    assert caller.recv(100) == b"said more\n"


def test_wishes_come_in_whole_and_in_pieces(doorway):
    caller, line = doorway.enter(), wish_line(LoudnessWish(7))
    caller.send(line + line[:9])
    assert doorway.turn().events == [Wished(0.0, LoudnessWish(7))]
    caller.send(line[9:])
    assert len(doorway.turn().events) == 2


@pytest.mark.parametrize("said", [b"x\n", b"\n", b"\xff" * 40 + b"\n", b"{" * (LONGEST_WISH + 1), b'{"type":"stop"}\n'])
def test_whoever_says_what_is_no_wish_is_shown_out(doorway, said):
    caller = doorway.enter()
    caller.send(said)
    doorway.turn()
    assert (doorway.guests, doorway.events) == (0, [])
    assert caller.recv(10) == b""


def test_random_bytes_are_no_wishes(doorway):
    rng = Random(1)
    for _ in range(60):
        doorway.clock.move_to(doorway.clock.now() + 1.0)
        caller = doorway.enter()
        caller.send(rng.randbytes(rng.randrange(1, 700)))
        doorway.turn()
        caller.close()
        doorway.turn()
    assert (doorway.guests, doorway.events) == (0, [])


def test_half_a_wish_waits_and_goes_with_who_began_it(doorway):
    caller = doorway.enter()
    caller.send(b'{"type":')
    assert doorway.turn().guests == 1
    caller.close()
    doorway.turn()
    assert (doorway.guests, doorway.events) == (0, [])


def test_too_many_wishes_show_out_and_wishing_anew_helps_nobody(doorway):
    for _ in range(3):
        caller = doorway.enter()
        caller.send(wish_line(LookWish()) * 60)
        doorway.turn(10)
        caller.close()
    assert len(doorway.events) == WISHES
    doorway.clock.move_to(1.0)
    doorway.enter().send(wish_line(LookWish()) * 60)
    assert len(doorway.turn(10).events) == WISHES + 5


def test_who_does_not_read_is_shown_out_and_the_others_stay(doorway):
    slow, quick = doorway.enter(), doorway.enter()
    line, heard = b"x" * 2000 + b"\n", 0
    for _ in range(MOST_UNREAD // 1000):
        doorway.door.tell(line, "")
        doorway.turn()
        heard += len(quick.recv(1 << 20))
    assert doorway.guests == 1
    assert heard == (MOST_UNREAD // 1000) * len(line)
    assert slow


def test_telling_never_waits_however_much_nobody_takes(doorway):
    caller = doorway.enter()
    for number in range(5 * MOST_LINES):
        doorway.door.tell(b"%d\n" % number, "table")
    assert doorway.door._lines.qsize() == MOST_LINES
    doorway.turn()
    assert doorway.guests == 0  # what was missed comes with the next entry
    caller.close()
    assert doorway.enter().recv(100) == b"%d\n" % (5 * MOST_LINES - 1)


def test_a_thousand_who_knock_find_few_in_and_wake_nobody(doorway):
    for _ in range(1000):
        caller = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        caller.setblocking(False)
        doorway.knocking.append(caller)
        try:
            caller.connect(str(doorway.path))
        except BlockingIOError:
            caller.close()
        doorway.turn(1)
    assert doorway.guests == MOST_GUESTS
    assert not doorway.door._is_open
    assert doorway.door._patience() is None


def test_who_comes_and_goes_without_end_has_to_wait(doorway):
    for _ in range(ENTRIES):
        doorway.enter().close()
        doorway.turn()
    waiting = doorway.knock()
    assert doorway.turn().guests == 0
    assert doorway.door._patience() == pytest.approx(0.5)
    doorway.clock.move_to(0.5)
    assert doorway.turn().guests == 1
    assert waiting


def test_whoever_was_shown_out_is_not_served_in_the_same_round(doorway):
    """Guests who missed lines are all shown out before anything that they sent is read."""
    caller = doorway.enter()
    for number in range(MOST_LINES + 1):
        doorway.door.tell(b"%d\n" % number, "")
    caller.send(wish_line(LookWish()))
    doorway.turn(1)
    assert (doorway.guests, doorway.events) == (0, [])


def open_files() -> set[str]:
    return {each.name for each in Path("/proc/self/fd").iterdir()}


def test_closed_before_it_was_started_it_leaves_nothing_open(tmp_path):
    before = open_files()
    door = NetDoor(tmp_path / "net.sock", VirtualClock(), [].append)
    assert not open_files() <= before
    door.close()
    assert open_files() <= before


def test_a_thread_serves_it_until_it_is_closed(tmp_path):
    events: list[Event] = []
    door = NetDoor(tmp_path / "net.sock", VirtualClock(), events.append)
    door.tell(b"table\n", "table")
    door.start()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.settimeout(30.0)
        caller.connect(str(tmp_path / "net.sock"))
        assert caller.recv(100).startswith(b"table\n")
        door.close(30.0)
        while caller.recv(100):
            pass
    assert not (tmp_path / "net.sock").exists()


OFF = """
import sys
from pathlib import Path
from nightcrier.kernel.folders import standard_folders
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.kernel.clock import VirtualClock
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.witness import LogWitness
import nightcrier.box.loop
box = Rehearsal(standard_folders({}, Path(sys.argv[1])), VirtualClock(), SilentPlayer(), 0, LogWitness())
box.advance(5.0)
import threading
print(sorted(name for name in sys.modules if "net" in name.split(".")[-1] and name.startswith("nightcrier")
    or name in ("nightcrier.wire.public_record",
        "nightcrier.box.onlooking", "nightcrier.box.table.wishes", "qrcodegen")))
print(threading.active_count())
"""


def test_where_it_is_off_nothing_of_it_is_read_in(tmp_path):
    told = subprocess.run(
        [sys.executable, "-c", OFF, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout.split("\n")
    assert told[:2] == ["[]", "1"]
    assert not list(tmp_path.glob("**/*.sock"))


def test_a_numbered_wish_is_answered_to_who_made_it_alone(doorway):
    other, caller = doorway.enter(), doorway.enter()
    caller.send(wish_line(Do(7, LoudnessWish(3))))
    wished = doorway.turn().events[-1]
    assert (wished.wish, wished.number) == (LoudnessWish(3), 7)
    doorway.door.tell(b"table\n", "table")
    doorway.door.answer(AnswerGuest(wished.guest, 7, Refusal.ANEW))
    doorway.turn()
    shown, answered = caller.recv(200).splitlines()
    assert shown == other.recv(200).strip() == b"table"
    assert read_public_line(answered).news == WishRefused(7, Refusal.ANEW)
    caller.close()
    follower = doorway.turn().enter()
    doorway.door.answer(AnswerGuest(wished.guest, 8, None))
    doorway.turn()
    assert follower.recv(200) == b"table\n"


def shown(phase: Phase, question: PublicQuestion | None = None) -> bytes:
    return public_line(0.0, TableShown("page", Language("en"), (), phase, question=question))


@pytest.mark.parametrize("phase", Phase)
def test_where_no_wish_is_heeded_a_numbered_one_is_answered_at_the_door(doorway, monkeypatch, phase):
    """The door answers each wish even if the loop is busy with a hand. Only the phase decides whether it does."""
    if not (word := phase.refusal):
        monkeypatch.setattr(Phase, "refusal", word := Refusal.AWAY)
    caller = doorway.enter()
    doorway.door.tell(shown(phase), "TableShown")
    doorway.turn()
    caller.recv(500)
    for number, wish in enumerate((LoudnessWish(3), LookWish(), AnswerWish(1.0, ("1",))), 1):
        caller.send(wish_line(Do(number, wish)))
        doorway.turn()
        assert read_public_line(caller.recv(200)) == PublicLine(0.0, WishRefused(number, word))
    assert doorway.events == []


@pytest.mark.parametrize(
    ("phase", "wish", "question"),
    [
        (Phase.HOME, LookWish(), None),
        (Phase.DAY, LoudnessWish(3), None),
        (Phase.VERDICT, LoudnessWish(3), None),
        (Phase.ASKED, AnswerWish(1.0, ("1",)), PublicQuestion(1.0, "Who?", ())),
    ],
)
def test_elsewhere_the_table_decides(doorway, phase, wish, question):
    doorway.door.tell(shown(phase, question), "TableShown")
    doorway.enter().send(wish_line(Do(9, wish)))
    assert [each.wish for each in doorway.turn().events if isinstance(each, Wished)] == [wish]
