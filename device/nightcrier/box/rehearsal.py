"""Rehearses a box in virtual time: the real daemon, without devices, with a script for hands.

The script moves imagined pins, and from the pins on every part is the real one. The screen keeps its pictures, and the
script can pull its plug."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.assembly import BuiltBox, build_box
from nightcrier.box.events import Event, Input, Touched
from nightcrier.box.folders import Folders
from nightcrier.box.hardware import Hardware, Onlooking, PowerOn
from nightcrier.box.panel.decode import Decoder
from nightcrier.box.panel.dial import DIAL_REST
from nightcrier.box.panel.hand import Knob, Move, knob_place, moves_with_bounces, press_moves
from nightcrier.box.panel.port import Edge, ScreenLost
from nightcrier.box.remembered import read_settings
from nightcrier.box.show.stages import Count, Perform, Stage
from nightcrier.box.sound.port import SoundPlayer
from nightcrier.box.witness import Witness
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import Beat, Clock, TimeOfDay, VirtualClock
from nightcrier.kernel.errors import NightcrierError
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk, Files
from nightcrier.kernel.screen import GLASS, Frame, ScreenFormat
from nightcrier.kernel.settings import PanelSettings


class PictureScreen:
    """The port `Screen`, of which a script can pull the plug. `frame` is what people would see on the screen."""

    def __init__(self, screen: ScreenFormat = GLASS) -> None:
        self.format = screen
        self.frame: Frame = screen.blank
        self.level = 0xFF
        self.plugged = True

    def open(self) -> None:
        """Open a screen that was just plugged in, which is dark."""
        self._answer()

    def show(self, frame: Frame) -> None:
        self._answer()
        self.frame = frame

    def forget(self) -> None:
        """Do nothing, since each picture is kept whole."""

    def contrast(self, level: int) -> None:
        self._answer()
        self.level = level

    def keep_lit(self) -> None:
        """Find out whether the plug was pulled."""
        self._answer()

    def close(self) -> None:
        self.frame = self.format.blank

    def power_up(self) -> None:
        """Become dark, like a screen before anything was sent."""
        self.frame = self.format.blank

    def plug(self) -> None:
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = False
        self.frame = self.format.blank

    def _answer(self) -> None:
        if not self.plugged:
            raise ScreenLost("The screen does not answer: its plug is pulled.")


_DOWN, _UP = "down", "up"
_TAP, _APART, _QUARTER = 0.1, 0.01, 0.002
"""Seconds that a finger stays, seconds between two fingers of a chord, and seconds between two edges of the dial."""


class ScriptedHands:
    """The port `Hands` for a script. A gesture counts at one moment of the evening, however long a finger takes. So
    hands have their own time, which runs ahead of the clock by the length of their gestures."""

    def __init__(self, clock: Clock, settings: PanelSettings, levels: dict[str, bool]) -> None:
        """Start with the pins at these `levels`, as fingers left them; a power cut does not change the levels."""
        self._clock, self._levels, self._ahead = clock, levels, 0.0
        self._hold = settings.hold_ms / 1000 + _TAP
        self._knob = Knob(settings, knob_place(levels.get("dial-a", False), levels.get("dial-b", False)))
        self._decoder = Decoder(settings, levels, clock.now())

    def edge(self, edge: Edge) -> Sequence[Event]:
        return self._decoder.edge(edge)

    def due(self) -> float | None:
        """Return the moment of the next gesture: when a bounce is over, a hold is long enough, or the dial rests."""
        moment = self._decoder.due()
        return None if moment is None else moment - self._ahead

    def poll(self) -> Sequence[Event]:
        due, moment = self.due(), self._decoder.due()
        if due is None or moment is None or due > self._clock.now():
            return ()
        return self._now(self._decoder.tick(moment, self._levels))

    def do(self, pins: Sequence[str], how: str, *, bounce: bool = False) -> list[Event]:
        """Move fingers on these pins together, and return what they mean at this moment of the evening. After a whole
        gesture the hand rests, so that the next gesture is another one."""
        moves = sorted(self._moves(pins, how), key=lambda move: move.at)
        return self._gestures_of(moves_with_bounces(moves) if bounce else moves, still=how not in (_DOWN, _UP))

    def _moves(self, pins: Sequence[str], how: str) -> Iterable[Move]:
        for number, pin in enumerate(pins):
            first = number * _APART
            match how:
                case "press":
                    yield from press_moves(pin, first, _TAP)
                case "hold":
                    yield from press_moves(pin, first, self._hold)
                case "down" | "up":
                    yield Move(first, pin, how == _DOWN)
                case detents:
                    yield from self._knob.turn(int(detents), first, _QUARTER)

    def _gestures_of(self, moves: Iterable[Move], *, still: bool) -> list[Event]:
        at = start = self._clock.now() + self._ahead
        events: list[Event] = []
        for move in moves:
            at = start + move.at
            events += self._let_pass(at)
            self._levels[move.pin] = move.active
            events += self._decoder.edge(Edge(at, move.pin, move.active))
        end = at + DIAL_REST if still else at
        events += self._let_pass(end)
        self._ahead += end - start
        return _together(self._now(events))

    def _let_pass(self, moment: float) -> list[Event]:
        """Let everything happen that is due up to this moment of the hands."""
        events: list[Event] = []
        while (due := self._decoder.due()) is not None and due <= moment:
            events += self._decoder.tick(due, self._levels)
        return events

    def _now(self, events: Iterable[Event]) -> list[Event]:
        return [replace(event, at=self._clock.now()) for event in events]


def _together(events: list[Event]) -> list[Event]:
    """Join the detents of one turn into one input, since they came at one moment."""
    found: list[Event] = []
    for event in events:
        before = found[-1] if found else None
        if isinstance(event, Input) and event.steps and isinstance(before, Input) and before.gesture is event.gesture:
            found[-1] = replace(before, steps=before.steps + event.steps)
        else:
            found.append(event)
    return found


_AT_ONCE = 10
"""The number of wake-ups at one moment after which the box is taken to wait for nothing real."""


class TimeStandsStill(NightcrierError):
    """The box asks to be woken at the same moment for ever. A real clock would hide this and keep the processor
    busy."""

    def __init__(self, now: float) -> None:
        super().__init__(f"The box wants to be woken at {now:.6f} s again and again; that is a fault of the program.")


class Rehearsal:
    """Moves the clock of a box exactly from moment to moment; nothing takes time."""

    def __init__(
        self,
        folders: Folders,
        clock: VirtualClock,
        player: SoundPlayer,
        seed: int,
        witness: Witness,
        config: Path | None = None,
        files: Files | None = None,
        *,
        newcomers: bool = False,
        time_of_day: TimeOfDay | None = None,
        screen: PictureScreen | None = None,
        onlooking: Callable[[Beat], Onlooking] | None = None,
    ) -> None:
        """Set the stage. With `newcomers` the box asks how many play and offers to explain, like a new box; else the
        table knows its games."""
        self.clock, self.player, self.screen = clock, player, screen or PictureScreen()
        self._folders, self._witness, self._config = folders, witness, config
        self.files = files or Disk()
        self._time_of_day, self._onlooking = time_of_day or TimeOfDay(), onlooking
        self._chance, self._newcomers = SeededChance(seed), newcomers
        self._fingers: dict[str, bool] = {}
        self.box = self.boot()

    @property
    def now(self) -> float:
        return self.clock.now()

    def boot(self) -> BuiltBox:
        """Switch the power on. The box knows only what lies on the disk."""
        faults: list[Fault] = []
        self.screen.power_up()
        files = (*self._folders.settings[:1], self._config) if self._config else self._folders.settings[:1]
        settings = read_settings(files, self.clock, faults)
        if not self._newcomers:
            settings = replace(settings, table=replace(settings.table, explain="never"))
        self.hands = ScriptedHands(self.clock, settings.panel, self._fingers)
        hardware = Hardware(
            self.clock,
            self._chance,
            self.player,
            (self.hands,),
            (self.screen,),
            witnesses=(self._witness,),
            files=self.files,
            time_of_day=self._time_of_day,
            onlooking=self._onlooking,
        )
        self.box = build_box(self._folders, hardware, PowerOn(settings, newcomers=self._newcomers), faults)
        return self.box

    def cut(self) -> None:
        """Cut the power at once. Only what was on the disk remains."""
        self.boot()

    def take(self, *events: Event) -> None:
        """Take events one after the other, but a touch together with the gesture behind it, as the loop does."""
        together: list[Event] = []
        for event in events:
            together.append(event)
            if not isinstance(event, Touched):
                self.box.daemon.take(*together)
                together.clear()
        if together:
            self.box.daemon.take(*together)

    def advance(self, seconds: float) -> None:
        end = self.now + seconds
        self._run(end, lambda: False)
        self.clock.move_to(end)

    def until_idle(self, most: float) -> None:
        """Let time pass until the show under way, the talk and the vote are over, or hands are needed."""
        self.until(self.idle, most)

    def until_over(self, most: float) -> None:
        """Let time pass until the show under way is over, whatever follows, or hands are needed."""
        begun = self._stage
        self.until(lambda: self._stage is not begun or self.idle(), most)

    @property
    def _stage(self) -> Stage | None:
        session = self.box.daemon.table.session
        return session.stage if session else None

    def until(self, enough: Callable[[], bool], most: float) -> None:
        """Let time pass until `enough` says yes, for `most` seconds at most."""
        self._run(self.now + most, enough)

    def idle(self) -> bool:
        session = self.box.daemon.table.session
        if session is None:
            return True
        if isinstance(session.stage, Perform):
            return session.score is None or session.score.paused
        clock = session.clock
        return not isinstance(session.stage, Count) or clock is None or clock.zero is None or clock.up

    def _run(self, end: float, enough: Callable[[], bool]) -> None:
        woken = 0
        while not enough():
            due = self.box.daemon.due()
            if due is None or due > end:
                return
            woken = 0 if due > self.now else woken + 1
            if woken > _AT_ONCE:
                raise TimeStandsStill(self.now)
            self.clock.move_to(due)
            self.box.daemon.wake()
