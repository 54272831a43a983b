"""Tests the simulated box in its terminal, which is restored whatever happens."""

import fcntl
import os
import pty
import queue
import select
import signal
import struct
import subprocess
import sys
import termios

import pytest

from nightcrier.box.events import Stop
from nightcrier.box.panel.decode import Decoder
from nightcrier.box.panel.port import ScreenLost
from nightcrier.box.panel.terminal.box import TerminalBox
from nightcrier.box.panel.terminal.guard import GIVE_BACK, TAKE
from nightcrier.box.panel.terminal.words import TerminalWords
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.screen import LampState
from nightcrier.kernel.settings import PanelSettings
from tests.on_glass import BLANK

SETTINGS = PanelSettings()
CORNER = b"\x01" + BLANK[1:]
"""A picture with one lit dot."""


@pytest.fixture
def terminal():
    """Yield both ends of a terminal of 80 by 24, the user's and the program's."""
    user, program = pty.openpty()
    fcntl.ioctl(program, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    yield user, program
    for end in (user, program):
        try:
            os.close(end)
        except OSError:
            continue  # the test closed it


def read_until(user, wanted):
    seen = b""
    while wanted not in seen:
        assert select.select([user], [], [], 60)[0], f"only {len(seen)} bytes came, without {wanted!r}"
        seen += os.read(user, 65536)
    return seen


def sim(program, environment=None):
    return TerminalBox(SETTINGS, RealClock(), program, program, environment or {"TERM": "xterm", "LANG": "C.UTF-8"})


def test_keys_move_mock_pins_and_their_edges_reach_the_queue_from_another_thread(terminal):
    user, program = terminal
    box, heard = sim(program), queue.SimpleQueue()
    box.controls.open(heard.put)
    decoder = Decoder(SETTINGS, box.controls.levels())
    os.write(user, b"s")
    down, up = heard.get(timeout=20), heard.get(timeout=20)
    assert [(edge.pin, edge.active) for edge in (down, up)] == [("start", True), ("start", False)]
    assert up.at - down.at > 0.0599  # both are sums of floats
    assert len(decoder.edge(down)) == 1
    os.write(user, b"q")
    assert isinstance(heard.get(timeout=20), Stop)
    box.controls.close()
    box.controls.close()
    assert box.controls.levels() == {}


def test_a_terminal_that_hangs_up_stops_the_box(terminal):
    user, program = terminal
    box, heard = sim(program), queue.SimpleQueue()
    box.controls.open(heard.put)
    os.close(user)
    assert isinstance(heard.get(timeout=20), Stop)
    with pytest.raises(ScreenLost, match="The terminal is gone"):
        box.screen.open()
    box.controls.close()


def test_the_screen_is_drawn_whole_dimmed_and_with_its_lamp(terminal):
    user, program = terminal
    box = sim(program)
    box.screen.show(CORNER)
    box.screen.open()
    first = read_until(user, b"\x1b[J").decode()
    assert first.startswith(TAKE.decode())
    assert "\u2801" in first
    box.screen.show(b"\xff" * len(BLANK))
    assert "\u28ff" * 64 in read_until(user, b"\x1b[J").decode()
    box.lamp.show(LampState.FAULT)
    assert "\x1b[31m" in read_until(user, b"\x1b[J").decode()
    box.screen.contrast(1)
    box.screen.contrast(2)
    assert "\x1b[2m" in read_until(user, b"\x1b[J").decode()
    box.lamp.close()
    box.screen.close()
    assert read_until(user, GIVE_BACK) == GIVE_BACK


def test_the_window_is_measured_at_every_picture_and_redrawn_when_it_changes(terminal):
    user, program = terminal
    box, heard = sim(program, {"TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"}), queue.SimpleQueue()
    box.controls.open(heard.put)
    box.screen.open()
    assert "─" * 64 in read_until(user, b"\x1b[J").decode()
    fcntl.ioctl(program, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    signal.raise_signal(signal.SIGWINCH)
    assert "┌" + "─" * 38 + "┐" in read_until(user, b"\x1b[J").decode()
    os.write(user, b"\x0c")
    read_until(user, b"\x1b[J")
    box.controls.close()
    box.screen.close()


def test_the_seconds_that_are_left_are_drawn_as_they_go_without_a_key_or_a_picture(terminal):
    user, program = terminal
    box, heard = sim(program), queue.SimpleQueue()
    box.controls.open(heard.put)
    box.screen.open()
    box.screen.tell(TerminalWords(waits="seer", until=RealClock().now() + 2.5))
    for left in (3, 2, 1, 0):
        read_until(user, f"waits for seer: {left} s".encode())
    box.controls.close()
    box.screen.close()


def test_a_key_shows_and_hides_what_is_being_said(terminal):
    user, program = terminal
    box, heard = sim(program), queue.SimpleQueue()
    box.controls.open(heard.put)
    box.screen.open()
    box.screen.tell(TerminalWords(said="Night falls."))
    os.write(user, b"c")
    read_until(user, b"says: Night falls.")
    os.write(user, b"c")
    os.write(user, b"q")
    assert isinstance(heard.get(timeout=20), Stop)
    assert not box.screen.captions
    box.controls.close()
    box.screen.close()


def test_a_pipe_or_a_terminal_that_cannot_draw_is_one_sentence(terminal):
    _, program = terminal
    inside, outside = os.pipe()
    with pytest.raises(WrongUse, match="needs a terminal for its keys"):
        sim(inside)
    with pytest.raises(WrongUse, match="set TERM"):
        sim(program, {"TERM": "dumb"})
    os.close(inside)
    os.close(outside)


# A run in the background hands its children ignored signals: a user's shell does not.
ENDING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
    signal.signal(number, signal.SIG_DFL)
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.settings import PanelSettings
from nightcrier.box.panel.terminal.box import TerminalBox
box = TerminalBox(PanelSettings(), RealClock(), 0, 0)
box.controls.open(print)
box.screen.open()
{end}
"""
# `signal.pause` would sleep on when a signal comes just before it: a pipe that the signal writes into never does.
WAITING = """
import signal
woken, wake = os.pipe()
os.set_blocking(wake, False)
signal.set_wakeup_fd(wake)
while True:
    os.read(woken, 1)
"""


def started(program, end):
    return subprocess.Popen(
        [sys.executable, "-c", ENDING.format(end=end)],
        stdin=program,
        stderr=subprocess.DEVNULL,
        process_group=0,
        env={**os.environ, "TERM": "xterm", "PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.mark.parametrize("end", ["1 / 0", "sys.exit(3)", "box.screen.close(); box.controls.close()", "pass"])
def test_the_terminal_is_given_back_however_the_program_ends(terminal, end):
    user, program = terminal
    before, child = termios.tcgetattr(program), started(program, end)
    seen = read_until(user, GIVE_BACK)
    child.wait(timeout=60)
    assert TAKE in seen
    assert termios.tcgetattr(program) == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_the_terminal_is_given_back_at_every_signal_that_ends_us(terminal, number):
    user, program = terminal
    before, child = termios.tcgetattr(program), started(program, WAITING)
    read_until(user, b"\x1b[J")
    child.send_signal(number)
    read_until(user, GIVE_BACK)
    assert child.wait(timeout=60) == -number
    assert termios.tcgetattr(program) == before


def test_suspended_the_terminal_is_the_shell_s_and_taken_again_after(terminal):
    user, program = terminal
    before, child = termios.tcgetattr(program), started(program, WAITING)
    read_until(user, b"\x1b[J")
    for _ in range(2):
        child.send_signal(signal.SIGTSTP)
        read_until(user, GIVE_BACK)
        assert os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1])
        assert termios.tcgetattr(program) == before
        child.send_signal(signal.SIGCONT)
        read_until(user, b"\x1b[?1049h")  # written once the keys are taken
        assert termios.tcgetattr(program) != before
    child.terminate()
    read_until(user, GIVE_BACK)
    child.wait(timeout=60)


def test_a_signal_the_program_handles_itself_is_left_alone(terminal):
    _, program = terminal
    seen = []
    before = signal.signal(signal.SIGTERM, lambda *_: seen.append("mine"))
    box = sim(program)
    box.screen.open()
    signal.raise_signal(signal.SIGTERM)
    box.screen.close()
    signal.signal(signal.SIGTERM, before)
    assert seen == ["mine"]
