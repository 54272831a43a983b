"""Counts lost detents by fault rate, beside gpiozero's `RotaryEncoder`, on mock pins.

Both listen to the same pins while the same worn encoder is turned. A lost edge changes the level and calls nobody. A
second test turns it back and forth with the interpreter held up, so callbacks come late, and several at once."""

from collections.abc import Callable, Iterator

from gpiozero import RotaryEncoder
from msgspec import Struct

from bench.rows import Row, count
from nightcrier.box.events import Event, Input
from nightcrier.box.panel.decode import Decoder
from nightcrier.box.panel.gpio import PINS, GpioControls
from nightcrier.box.panel.hand import Knob, Move
from nightcrier.box.panel.port import Edge
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.settings import PanelSettings
from tests.box.panel.worn import HeldPins, worn_moves

SIZE, SMALLEST, DETENTS = 20, 1, 200
"""The runs of each stream, the fewest runs, and the detents of a run."""
GAP = 0.002
"""The seconds between two edges: 125 detents a second of a full-cycle encoder."""


class Stream(Struct, frozen=True):
    """Describes an encoder and its faults: how many of a hundred moves are lost, and how many chatter."""

    name: str
    edges: int = 4
    place: int = 0
    lost: int = 0
    chatter: int = 0


STREAMS = (
    Stream("clean, 4 edges a detent"),
    Stream("half-cycle, 2 edges a detent", edges=2),
    Stream("quarter-cycle, 1 edge a detent", edges=1),
    Stream("rests with both contacts closed", place=2),
    Stream("chatter on 30 % of moves", chatter=30),
    Stream("5 % of edges lost", lost=5),
    Stream("5 % lost and 30 % chatter", lost=5, chatter=30),
)


class Pins:
    def __init__(self, settings: PanelSettings, clock: VirtualClock) -> None:
        self.settings, self.factory = settings, HeldPins(clock)

    def stand(self, place: int) -> None:
        """Set both contacts to their state before a turn: open, or closed if the dial is half a cycle further."""
        for pin in ("dial-a", "dial-b"):
            self.move(Move(0, pin, place == 2, lost=True))

    def move(self, move: Move) -> None:
        pin = self._pin(move.pin)
        pin.edges = "none" if move.lost else "both"
        (pin.drive_low if move.active else pin.drive_high)()
        pin.edges = "both"

    def _pin(self, name: str):  # type: ignore[no-untyped-def]  # gpiozero has no types
        return self.factory.pin(f"GPIO{getattr(self.settings, PINS[name])}")


def moves(stream: Stream, settings: PanelSettings, seed: int) -> list[Move]:
    turning = Knob(settings, stream.place).turn(DETENTS, 0.0, GAP)
    return list(worn_moves(turning, SeededChance(seed), lost=stream.lost, chatter=stream.chatter))


def ours(stream: Stream, seed: int) -> int:
    settings = PanelSettings(edges_per_detent=stream.edges)  # type: ignore[arg-type]  # 4, 2 or 1
    clock, edges = VirtualClock(), list[Edge]()
    pins = Pins(settings, clock)
    controls = GpioControls(settings, clock, pins.factory)
    controls.open(edges.append)  # type: ignore[arg-type]  # pins put edges only
    pins.stand(stream.place)
    decoder, steps = Decoder(settings, controls.levels()), 0
    for move in moves(stream, settings, seed):
        clock.move_to(move.at)
        pins.move(move)
        while edges:
            steps += _steps(decoder.edge(edges.pop(0)))
    steps += _steps(decoder.tick(clock.now() + 1.0, controls.levels()))
    controls.close()
    return steps


def _steps(events: list[Event]) -> int:
    return sum(event.steps for event in events if isinstance(event, Input))


def gpiozero(stream: Stream, seed: int) -> int:
    settings = PanelSettings(edges_per_detent=stream.edges)  # type: ignore[arg-type]  # 4, 2 or 1
    pins = Pins(settings, VirtualClock())
    encoder = RotaryEncoder(settings.dial_a, settings.dial_b, max_steps=0, pin_factory=pins.factory)
    pins.stand(stream.place)
    for move in moves(stream, settings, seed):
        pins.move(move)
    steps = abs(encoder.steps)
    encoder.close()
    return int(steps)


RATES = (10, 20, 50, 100, 200, 400)
TRIES_A_RUN, STROKES = 3, 6


class Busy(Struct, frozen=True):
    """Describes a busy interpreter: held up for some ms after two of five edges; some of a hundred edges chatter."""

    name: str
    ms: int
    chatter: int = 0


WAYS = (Busy("50 ms", 50), Busy("20 ms, with chatter", 20, chatter=30))


def strokes(rate: int, way: Busy, chance: SeededChance) -> tuple[list[Move], int]:
    """Return the moves of a dial turned back and forth, 1 to 5 detents each, and the place they lead to. Chatter
    lasts 0.1 to 3 ms and ends before the other contact moves, since longer bounces would hide the direction."""
    settings, at, end = PanelSettings(), 0.0, 0
    knob, gap, found = Knob(settings), 1 / rate / 4, list[Move]()
    for _ in range(STROKES):
        detents = (1 + chance.below(5)) * chance.pick((-1, 1))
        length = min(gap / 2, 0.0001 * (1 + chance.below(30)))
        found += worn_moves(knob.turn(detents, at, gap), chance, lost=0, chatter=way.chatter, length=length)
        at, end = found[-1].at + gap, end + detents
    return found, end


class LateLoop:
    """Runs a decoder that sees neither pins nor clock while the interpreter is held up."""

    def __init__(self, pins: Pins, clock: VirtualClock) -> None:
        self.pins, self.clock, self.edges = pins, clock, list[Edge]()
        self.controls = GpioControls(pins.settings, clock, pins.factory)
        self.controls.open(self.edges.append)  # type: ignore[arg-type]  # pins put edges only
        self.decoder, self.steps = Decoder(pins.settings, self.controls.levels()), 0

    def run_to(self, moment: float) -> None:
        """Run without a holdup until this moment, so that every wake-up comes on time."""
        while (due := self.decoder.due()) is not None and due <= moment:
            self.clock.move_to(due)
            self.steps += _steps(self.decoder.tick(self.clock.now(), self.controls.levels()))
        self.clock.move_to(moment)

    def catch_up(self) -> None:
        """End a holdup: handle an overdue wake-up first, then the edges that came in the meantime."""
        if (due := self.decoder.due()) is not None and due <= self.clock.now():
            self.steps += _steps(self.decoder.tick(self.clock.now(), self.controls.levels()))
        self.pins.factory.let_go()
        while self.edges:
            self.steps += _steps(self.decoder.edge(self.edges.pop(0)))


def is_counted_late(rate: int, way: Busy, seed: int) -> bool:
    """Say whether the turns of this try are counted correctly."""
    chance, clock = SeededChance(seed), VirtualClock()
    found, end = strokes(rate, way, chance)
    loop, free = LateLoop(Pins(PanelSettings(), clock), clock), 0.0
    for move in found:
        if free <= move.at:
            clock.move_to(free)
            loop.catch_up()
            loop.run_to(move.at)
        clock.move_to(move.at)
        loop.pins.factory.hold()
        loop.pins.move(move)
        free = max(free, move.at + (way.ms / 1000 if chance.below(5) < 2 else 0.0005))
    clock.move_to(free)
    loop.catch_up()
    loop.run_to(free + 1.0)
    loop.controls.close()
    return loop.steps == end


def lost(stream: Stream, counted: Callable[[Stream, int], int], runs: int) -> int:
    """Return how many detents of all runs are missing or surplus."""
    return sum(abs(DETENTS - counted(stream, seed)) for seed in range(runs))


def rows(size: int) -> Iterator[Row]:
    for stream in STREAMS:
        note = f"of {DETENTS * size:,}; {lost(stream, gpiozero, size):,} with gpiozero"
        yield count(f"{stream.name}: lost", lost(stream, ours, size), "detents", note)
    tries = len(RATES) * TRIES_A_RUN * size
    for way in WAYS:
        wrong = sum(not is_counted_late(rate, way, seed) for rate in RATES for seed in range(TRIES_A_RUN * size))
        note = f"of {tries:,}, at {RATES[0]} to {RATES[-1]} detents a second"
        yield Row(f"{STROKES} strokes to and fro, interpreter held up {way.name}", wrong, 0, "wrong", note=note)
