"""Detents kept by fault rate, beside gpiozero's `RotaryEncoder`, on mock pins. `python -m bench.dial`

Both listen to the same pins while the same worn encoder is turned: a lost edge changes the level and calls nobody."""

from statistics import mean

from gpiozero import RotaryEncoder
from gpiozero.pins.mock import MockFactory
from msgspec import Struct

from device.kernel.chance import SeededChance
from device.kernel.clock import VirtualClock
from device.kernel.events import Event, Input
from device.panel.decode import Decoder
from device.panel.gpio import PINS, GpioControls
from device.panel.hand import Knob, Move, worn
from device.panel.port import Edge
from device.panel.settings import PanelSettings

DETENTS, RUNS = 200, 20
GAP = 0.002
"""Seconds between two edges: 125 detents a second of a full-cycle encoder."""


class Stream(Struct, frozen=True):
    """An encoder and its faults; of a hundred moves so many are lost, so many chatter."""

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
    Stream("1 % of edges lost", lost=1),
    Stream("5 % of edges lost", lost=5),
    Stream("15 % of edges lost", lost=15),
    Stream("5 % lost and 30 % chatter", lost=5, chatter=30),
)


class Pins:
    """The two mock pins of a dial."""

    def __init__(self, settings: PanelSettings) -> None:
        self.settings, self.factory = settings, MockFactory()

    def stand(self, place: int) -> None:
        """Before anybody turns it: both contacts open, or, half a cycle on, both closed."""
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
    return list(worn(turning, SeededChance(seed), lost=stream.lost, chatter=stream.chatter))


def ours(stream: Stream, seed: int) -> int:
    settings = PanelSettings(edges_per_detent=stream.edges)  # type: ignore[arg-type]  # 4, 2 or 1
    clock, pins, edges = VirtualClock(), Pins(settings), list[Edge]()
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
    pins = Pins(settings)
    encoder = RotaryEncoder(settings.dial_a, settings.dial_b, max_steps=0, pin_factory=pins.factory)
    pins.stand(stream.place)
    for move in moves(stream, settings, seed):
        pins.move(move)
    steps = abs(encoder.steps)
    encoder.close()
    return int(steps)


def main() -> None:
    print(f"{DETENTS} detents, mean of {RUNS} runs [fewest..most]")
    print(f"{'encoder':36}{'ours':>22}{'gpiozero':>22}")
    for stream in STREAMS:
        kept = [[count(stream, seed) for seed in range(RUNS)] for count in (ours, gpiozero)]
        print(f"{stream.name:36}" + "".join(f"{mean(k):>12.1f} [{min(k)}..{max(k)}]".rjust(22) for k in kept))


if __name__ == "__main__":
    main()
