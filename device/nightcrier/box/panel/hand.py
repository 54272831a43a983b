"""Plans how a simulated hand moves the pins: the bytes of keys become acts, and acts become timed moves of contacts.
All functions are pure."""

import re
from collections.abc import Iterable, Iterator
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.settings import PanelSettings

_PLACES = ((False, False), (True, False), (True, True), (False, True))
_BOUNCES, _BOUNCE = 5, 0.0002
"""How often a good switch's contact changes while it bounces, and the seconds between two changes."""


class Move(Struct, frozen=True):
    """A change of a contact. If the move is `lost`, no edge is reported."""

    at: float
    pin: str
    active: bool
    lost: bool = False


def press_moves(pin: str, at: float, seconds: Seconds) -> tuple[Move, Move]:
    """Return the two moves of a press: the switch closes, and opens again after `seconds`."""
    return Move(at, pin, True), Move(at + seconds, pin, False)


def knob_place(a: bool, b: bool) -> int:
    return _PLACES.index((a, b))


class Knob:
    """Simulates the dial as a hand turns it. Stores the present place of its contacts, one of four."""

    def __init__(self, settings: PanelSettings, place: int = 0) -> None:
        self._place = place
        self._edges = settings.edges_per_detent
        self._direction = -1 if settings.reverse else 1

    def turn(self, detents: int, at: float, gap: Seconds) -> Iterator[Move]:
        """Yield the moves of the contacts, one after another, `gap` seconds apart. Clockwise detents are positive."""
        way = self._direction if detents > 0 else -self._direction
        for edge in range(abs(detents) * self._edges):
            before, self._place = _PLACES[self._place], (self._place + way) % 4
            pin = 0 if before[0] != _PLACES[self._place][0] else 1
            yield Move(at + edge * gap, ("dial-a", "dial-b")[pin], _PLACES[self._place][pin])


def moves_with_bounces(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield these moves with bounces: each contact closes and opens several times before it stays."""
    for move in moves:
        for n in range(_BOUNCES):
            yield Move(move.at + n * _BOUNCE, move.pin, move.active == (n % 2 == 0))


_TAP, _BREATH, _EDGE, _WRING, _READ = 0.06, 0.04, 0.002, 0.35, 3.0
"""Lengths in seconds: a short press, the pause until the next act, the time between two edges of the dial, a press with
a turn, and how much longer a held dial stays down, so that a role can be read, unless another act follows."""


class Act(Enum):
    """Lists everything that keys can do to the box, each with the bytes of its keys. The control character 7f is
    Backspace, 04 is Ctrl-D and 0c is Ctrl-L. Bytes that begin with 1b are arrows; 1;2 adds Shift."""

    START = ("s",)
    START_HOLD = ("S",)
    BACK = ("b", "\x7f")
    BACK_HOLD = ("B",)
    DIAL = (" ", "\r", "\n", "p")
    DIAL_HOLD = ("P",)
    RIGHT = ("l", "\x1b[C", "\x1bOC", "\x1b[A", "\x1bOA")
    LEFT = ("h", "\x1b[D", "\x1bOD", "\x1b[B", "\x1bOB")
    PRESSED_RIGHT = ("L", "\x1b[1;2C")
    PRESSED_LEFT = ("H", "\x1b[1;2D")
    CAPTIONS = ("c",)
    REDRAW = ("\x0c",)
    QUIT = ("q", "\x04")


KEYS_HELP = (
    "turn: arrows or h l   press: Enter   s START   b BACK   hold: P S B   press and turn: H L   c captions   q quit"
)

_ACTS = {key.encode(): act for act in Act for key in act.value}
_KEY = re.compile(rb"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;]*|O)?\Z")


class Keyboard:
    """Joins the bytes of a key that a slow connection has split up."""

    def __init__(self) -> None:
        self._rest = b""

    def read_keys(self, received: bytes) -> list[Act]:
        """Return the acts in the received bytes. Keys without an act are ignored."""
        received = self._rest + received
        unfinished = _UNFINISHED.search(received)
        whole = received[: unfinished.start()] if unfinished else received
        self._rest = received[len(whole) :]
        return [_ACTS[key] for key in _KEY.findall(whole) if key in _ACTS]


class Fingers:
    """Simulates one hand. An act waits if the hand is busy or has just released a switch."""

    def __init__(self, settings: PanelSettings) -> None:
        self._knob = Knob(settings)
        self._long = settings.hold_ms / 1000 + _TAP
        self._breath = max(_BREATH, settings.strike_ms / 1000)
        self._moves: list[Move] = []
        self._free = self._spare = 0.0  # from when on it can begin something new, and how much sooner the last may end

    def do(self, act: Act, now: float) -> None:
        if self._moves and (sooner := min(self._spare, max(0.0, self._moves[-1].at - now))):
            self._moves[-1] = replace(self._moves[-1], at=self._moves[-1].at - sooner)
            self._free -= sooner
        self._spare = _READ if act is Act.DIAL_HOLD else 0.0
        planned = self._plan(act, max(now, self._free))
        if planned:
            self._free = planned[-1].at + (_BREATH if planned[-1].pin in ("dial-a", "dial-b") else self._breath)
        self._moves += planned

    def due(self) -> float | None:
        return self._moves[0].at if self._moves else None

    def take_move(self, now: float) -> Move | None:
        """Return the next move if its time has come, or None. If the move is late, as on a busy machine, all following
        moves become equally late. Otherwise a switch would be held for too short a time."""
        if not self._moves or self._moves[0].at > now:
            return None
        move, late = self._moves[0], now - self._moves[0].at
        self._moves = [replace(each, at=each.at + late) for each in self._moves[1:]]
        self._free += late
        return move

    def _plan(self, act: Act, at: float) -> list[Move]:
        match act:
            case Act.RIGHT | Act.LEFT:
                return [*self._knob.turn(1 if act is Act.RIGHT else -1, at, _EDGE)]
            case Act.PRESSED_RIGHT | Act.PRESSED_LEFT:
                turn = self._knob.turn(1 if act is Act.PRESSED_RIGHT else -1, at + _TAP, _EDGE)
                down, up = press_moves("dial-press", at, _WRING)
                return [down, *turn, up]
            case Act.CAPTIONS | Act.REDRAW | Act.QUIT:
                return []
            case Act.START | Act.BACK | Act.DIAL | Act.START_HOLD | Act.BACK_HOLD | Act.DIAL_HOLD:
                name, _, held = act.name.lower().partition("_")
                seconds = self._long + _READ * (act is Act.DIAL_HOLD) if held else _TAP
                return [*press_moves("dial-press" if name == "dial" else name, at, seconds)]
