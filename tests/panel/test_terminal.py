"""The simulated box: dots as signs, keys as acts, acts as moves, and the terminal given back whatever happens."""

import fcntl
import os
import pty
import queue
import re
import select
import signal
import struct
import subprocess
import sys
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.kernel.clock import RealClock
from device.kernel.errors import WrongUse
from device.kernel.events import Stop
from device.panel.decode import Decoder
from device.panel.hand import Move
from device.panel.port import BLANK, HEIGHT, WIDTH, LampState, ScreenLost
from device.panel.settings import PanelSettings
from device.panel.terminal.box import TerminalBox
from device.panel.terminal.guard import GIVE_BACK, TAKE
from device.panel.terminal.keys import KEYS, Act, Fingers, Keyboard
from device.panel.terminal.view import BLOCKS, COLOURS, LETTERS, Window, blocks, braille, letters, page, small

SETTINGS = PanelSettings()
FRAMES = st.binary(min_size=len(BLANK), max_size=len(BLANK))
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def dot(frame, x, y):
    return bool(frame[y // 8 * WIDTH + x] >> y % 8 & 1)


def single(x, y):
    frame = bytearray(BLANK)
    frame[y // 8 * WIDTH + x] = 1 << y % 8
    return bytes(frame)


# The dots of a braille sign by column and row, as Unicode numbers them.
BRAILLE = {(0, 0): 1, (0, 1): 2, (0, 2): 4, (1, 0): 8, (1, 1): 16, (1, 2): 32, (0, 3): 64, (1, 3): 128}


@given(FRAMES)
def test_braille_has_a_dot_for_every_dot(frame):
    rows = braille(frame)
    assert (len(rows), {len(row) for row in rows}) == (16, {64})
    for y in range(0, HEIGHT, 7):
        for x in range(0, WIDTH, 5):
            sign = ord(rows[y // 4][x // 2]) - 0x2800
            assert bool(sign & BRAILLE[x % 2, y % 4]) == dot(frame, x, y)


@given(FRAMES)
def test_half_blocks_have_a_half_for_every_dot(frame):
    for ink, rows in ((BLOCKS, blocks(frame)), (LETTERS, letters(frame))):
        assert (len(rows), {len(row) for row in rows}) == (32, {128})
        for y in range(0, HEIGHT, 2):
            for x in range(0, WIDTH, 5):
                assert rows[y // 2][x] == ink[dot(frame, x, y) + 2 * dot(frame, x, y + 1)]


@pytest.mark.parametrize(("x", "y"), [(0, 0), (127, 63), (64, 32), (3, 9)])
def test_half_the_size_keeps_every_dot(x, y):
    rows = small(single(x, y))
    assert (len(rows), {len(row) for row in rows}) == (8, {32})
    assert ord(rows[y // 8][x // 4]) - 0x2800 == BRAILLE[x // 2 % 2, y // 2 % 4]
    assert sum(ord(sign) - 0x2800 > 0 for row in rows for sign in row) == 1


@given(st.integers(1, 200), st.integers(1, 60), st.booleans(), st.booleans(), st.sampled_from(LampState), st.booleans())
def test_no_terminal_is_too_narrow_or_too_low_to_be_drawn(columns, rows, signs, colours, lamp, dim):
    shown = page(BLANK, lamp, dim, Window(columns, rows, signs, colours))
    assert len(shown) <= rows
    assert max(len(COLOUR.sub("", row)) for row in shown) <= columns


@pytest.mark.parametrize(
    ("window", "widths"),
    [(Window(200, 50), 130), (Window(80, 24), 66), (Window(50, 24), 34), (Window(200, 50, signs=False), 130)],
)
def test_the_largest_look_that_fits_is_taken(window, widths):
    assert len(page(BLANK, LampState.OFF, False, window)[0]) == widths


def test_a_terminal_that_is_too_small_is_told_its_least_size():
    assert page(BLANK, LampState.OFF, False, Window(60, 5)) == ["This terminal is too small: make it 34 by 11."]


def test_eighty_by_twenty_four_shows_the_lamp_and_every_key():
    shown = "\n".join(page(BLANK, LampState.NIGHT, False, Window(80, 24, colours=False)))
    assert "lamp night" in shown
    for part in ("arrows", "Enter", "START", "BACK", "hold", "q quit"):
        assert part in shown


def test_without_colours_nothing_but_signs_is_written():
    for lamp in LampState:
        assert "\x1b" not in "".join(page(BLANK, lamp, True, Window(80, 24, colours=False)))
        assert f"\x1b[{COLOURS[lamp]}m" in "".join(page(BLANK, lamp, True, Window(80, 24)))


@pytest.mark.parametrize(("act", "key"), [(act, key) for act, keys in KEYS.items() for key in keys])
def test_every_key_means_its_act_however_the_line_tears_it(act, key):
    assert Keyboard().typed(key.encode()) == [act]
    torn = Keyboard()
    assert [found for byte in key.encode() for found in torn.typed(bytes([byte]))] == [act]


@given(st.lists(st.binary(max_size=6)))
def test_no_key_breaks_the_keyboard(pieces):
    keyboard = Keyboard()
    for piece in pieces:
        assert all(isinstance(act, Act) for act in keyboard.typed(piece))


def test_an_escape_before_a_key_does_not_swallow_it():
    keyboard = Keyboard()
    assert keyboard.typed(b"\x1b") == []
    assert keyboard.typed(b"s\x1b[99~b") == [Act.START, Act.BACK]


MEANINGS = {
    Act.START: ["start press"],
    Act.START_HOLD: ["start hold", "start release"],
    Act.BACK: ["back press"],
    Act.BACK_HOLD: ["back hold", "back release"],
    Act.DIAL: ["dial press"],
    Act.DIAL_HOLD: ["dial hold", "dial release"],
    Act.RIGHT: ["dial turn +1"],
    Act.LEFT: ["dial turn -1"],
    Act.PRESSED_RIGHT: ["dial press-turn +1"],
    Act.PRESSED_LEFT: ["dial press-turn -1"],
    Act.REDRAW: [],
    Act.QUIT: [],
}


def planned(acts):
    fingers, moves = Fingers(SETTINGS), []
    for act in acts:
        fingers.do(act, 0.0)
    while (due := fingers.due()) is not None:
        moves += fingers.moves(due)
    return moves


@pytest.mark.parametrize("act", Act)
def test_every_act_reaches_the_loop_as_its_gesture_through_mock_pins(box, act):
    assert box().gestures(planned([act])) == MEANINGS[act]


def test_what_is_typed_while_the_hand_is_busy_comes_after(box):
    acts = [Act.DIAL, Act.RIGHT, Act.RIGHT, Act.PRESSED_LEFT, Act.BACK_HOLD, Act.START]
    assert box().gestures(planned(acts)) == [gesture for act in acts for gesture in MEANINGS[act]]


def test_the_hand_moves_nothing_before_its_time():
    fingers = Fingers(SETTINGS)
    assert fingers.due() is None
    fingers.do(Act.START, 5.0)
    assert fingers.moves(4.9) == []
    assert fingers.moves(5.0) == [Move(5.0, "start", True)]
    assert fingers.due() == 5.06


@pytest.fixture
def terminal():
    """A terminal of 80 by 24: (the user's end, the program's end)."""
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
    return TerminalBox(SETTINGS, RealClock(), program, program, environment or {"TERM": "xterm"})


def test_keys_move_mock_pins_and_their_edges_reach_the_queue_from_another_thread(terminal):
    user, program = terminal
    box, heard = sim(program), queue.SimpleQueue()
    box.controls.open(heard.put)
    os.write(user, b"s")
    decoder = Decoder(SETTINGS, box.controls.levels())
    down, up = heard.get(timeout=20), heard.get(timeout=20)
    assert [(edge.pin, edge.active) for edge in (down, up)] == [("start", True), ("start", False)]
    assert up.at - down.at >= 0.06
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
    box.screen.show(single(0, 0))
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
    box, heard = sim(program, {"TERM": "xterm", "NO_COLOR": "1"}), queue.SimpleQueue()
    box.controls.open(heard.put)
    box.screen.open()
    assert "─" * 64 in read_until(user, b"\x1b[J").decode()
    fcntl.ioctl(program, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    signal.raise_signal(signal.SIGWINCH)
    assert "┌" + "─" * 32 + "┐" in read_until(user, b"\x1b[J").decode()
    os.write(user, b"\x0c")
    read_until(user, b"\x1b[J")
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


ENDING = """
import os, sys
from device.kernel.clock import RealClock
from device.panel.settings import PanelSettings
from device.panel.terminal.box import TerminalBox
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
    before = termios.tcgetattr(program)
    child = started(program, end)
    seen = read_until(user, GIVE_BACK)
    child.wait(timeout=60)
    assert TAKE in seen
    assert termios.tcgetattr(program) == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_the_terminal_is_given_back_at_every_signal_that_ends_us(terminal, number):
    user, program = terminal
    before = termios.tcgetattr(program)
    child = started(program, WAITING)
    read_until(user, b"\x1b[J")
    child.send_signal(number)
    read_until(user, GIVE_BACK)
    assert child.wait(timeout=60) == -number
    assert termios.tcgetattr(program) == before


def test_suspended_the_terminal_is_the_shell_s_and_taken_again_after(terminal):
    user, program = terminal
    before = termios.tcgetattr(program)
    child = started(program, WAITING)
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
