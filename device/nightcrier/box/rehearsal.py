"""Rehearses a box in virtual time: the real daemon runs without devices, and a script replaces the hands.

The script moves simulated pins. Everything behind the pins is real. The screen keeps its pictures, and the script can
pull the plug of the screen."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.assembly import BuiltBox, build_box
from nightcrier.box.driver import Driver
from nightcrier.box.ear import Ear, EarOrder
from nightcrier.box.events import Event, Input
from nightcrier.box.hardware import Hardware, Onlooking, PowerOn
from nightcrier.box.panel.decode import TREMOR, Decoder
from nightcrier.box.panel.dial import DIAL_REST
from nightcrier.box.panel.hand import Knob, Move, knob_place, moves_with_bounces, press_moves
from nightcrier.box.panel.port import Edge, Lamp, ScreenLost
from nightcrier.box.remembered import read_settings
from nightcrier.box.show.stages import Count, Perform, Stage, Tell
from nightcrier.box.sound.port import SoundPlayer
from nightcrier.box.table.ground.checklist import is_calling
from nightcrier.box.witness import SecretWitness, Witness
from nightcrier.box.writer import AT_ONCE, Writer
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import Beat, Clock, TimeOfDay, VirtualClock
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk, Files
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.screen import GLASS, Frame, ScreenFormat
from nightcrier.kernel.settings import PanelSettings


class PictureScreen:
    """Simulates a screen. A script can pull its plug. `frame` is what people would see on the screen."""

    def __init__(self, screen: ScreenFormat = GLASS) -> None:
        self.format = screen
        self.frame: Frame = screen.blank
        self.level = 0xFF
        self.plugged = True

    def open(self) -> None:
        """Open the screen. A screen that has just been plugged in is dark."""
        self._answer()

    def show(self, frame: Frame) -> None:
        self._answer()
        self.frame = frame

    def forget(self) -> None:
        """Do nothing, because every picture is stored whole."""

    def contrast(self, level: int) -> None:
        self._answer()
        self.level = level

    def keep_lit(self) -> None:
        """Check whether the plug is pulled. Raises ScreenLost if it is."""
        self._answer()

    def close(self) -> None:
        self.frame = self.format.blank

    power_up = close  # dark, like a screen before anything was sent

    def plug(self) -> None:
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = False
        self.frame = self.format.blank

    def _answer(self) -> None:
        if not self.plugged:
            raise ScreenLost("The screen does not answer: its plug is pulled.")


_TAP, _APART, _QUARTER = 0.1, 0.01, 0.002  # seconds on a button, between two fingers of a chord, two edges of the dial


class ScriptedHands:
    """Implements `Hands` for a script. A gesture counts as one moment of the evening, although a finger takes time to
    make it. So the hands have their own time, which is ahead of the clock by the length of all gestures."""

    def __init__(self, clock: Clock, settings: PanelSettings, levels: dict[str, bool]) -> None:
        """Start with the pins at these `levels`, where the fingers left them. A power cut does not change them."""
        self._clock, self._levels, self._ahead = clock, levels, 0.0
        self._knob = Knob(settings, knob_place(levels.get("dial-a", False), levels.get("dial-b", False)))
        self._decoder = Decoder(settings, levels, clock.now())
        self.follow(settings)

    def edge(self, edge: Edge) -> Sequence[Event]:
        return self._decoder.edge(edge)

    def follow(self, settings: PanelSettings) -> None:
        """Use these settings: the length of a hold, and the rest after which a new gesture begins."""
        self._hold, self._rest = settings.hold_ms / 1000 + _TAP, max(DIAL_REST, TREMOR, settings.strike_ms / 1000)
        self._decoder.follow(settings)

    def due(self) -> float | None:
        """Return the time of the next change: the end of a bounce, a hold that is long enough, or a dial that comes to
        rest."""
        moment = self._decoder.due()
        return None if moment is None else moment - self._ahead

    def poll(self) -> Sequence[Event]:
        due, moment = self.due(), self._decoder.due()
        if due is None or moment is None or due > self._clock.now():
            return ()
        return self._now(self._decoder.tick(moment, self._levels))

    def do(self, pins: Sequence[str], how: str, *, bounce: bool = False) -> list[Event]:
        """Move fingers on these pins together, and return their gestures as events at the present moment. After a whole
        gesture the hand rests, so that the next movement is a new gesture."""
        moves = sorted(self._moves(pins, how), key=lambda move: move.at)
        return self._gestures_of(moves_with_bounces(moves) if bounce else moves, still=how not in ("down", "up"))

    def _moves(self, pins: Sequence[str], how: str) -> Iterable[Move]:
        for number, pin in enumerate(pins):
            first = number * _APART
            match how:
                case "press":
                    yield from press_moves(pin, first, _TAP)
                case "hold":
                    yield from press_moves(pin, first, self._hold)
                case "down" | "up":
                    yield Move(first, pin, how == "down")
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
        end = at + self._rest if still else at
        events += self._let_pass(end)
        self._ahead += end - start
        return _together(self._now(events))

    def _let_pass(self, moment: float) -> list[Event]:
        events: list[Event] = []
        while (due := self._decoder.due()) is not None and due <= moment:
            events += self._decoder.tick(due, self._levels)
        return events

    def _now(self, events: Iterable[Event]) -> list[Event]:
        return [replace(event, at=self._clock.now()) for event in events]


def _together(events: list[Event]) -> list[Event]:
    """Join the detents of one turn into one input, because they happened at the same moment."""
    found: list[Event] = []
    for event in events:
        before = found[-1] if found else None
        if isinstance(event, Input) and event.steps and isinstance(before, Input) and before.gesture is event.gesture:
            found[-1] = replace(before, steps=before.steps + event.steps)
        else:
            found.append(event)
    return found


class Rehearsal:
    """Moves the clock of a box from one due time to the next. Nothing that the box does takes any time."""

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
        worked: Callable[[], int] | None = None,
        writer: Writer = AT_ONCE,
        lamps: tuple[Lamp, ...] = (),
    ) -> None:
        """Prepare the box. With `newcomers`, it asks how many people play and offers to explain the game, like a new
        box. Otherwise it assumes that people know the games."""
        self.clock, self.player, self.screen = clock, player, screen or PictureScreen()
        self._folders, self._witness, self._config = folders, witness, config
        self.files, self.writer, self._lamps = files or Disk(), writer, lamps
        self._time_of_day, self._onlooking, self._worked = time_of_day or TimeOfDay(), onlooking, worked
        self._chance, self._newcomers = SeededChance(seed), newcomers
        self._fingers: dict[str, bool] = {}
        self.box = self.boot()

    @property
    def now(self) -> float:
        return self.clock.now()

    def boot(self) -> BuiltBox:
        """Switch the power on. The box knows only what is on the disk."""
        faults: list[Fault] = []
        self.screen.power_up()
        files = (*self._folders.settings[:1], self._config) if self._config else self._folders.settings[:1]
        settings = read_settings(files, self.clock, faults)
        if not self._newcomers:
            settings = replace(settings, table=replace(settings.table, explain="never"))
        self.hands = ScriptedHands(self.clock, settings.panel, self._fingers)
        ear = Ear(self._hear_secret if settings.sound.ear else lambda _: None)  # changes nothing else
        hardware = Hardware(
            self.clock,
            self._chance,
            self.player,
            (self.hands,),
            (self.screen,),
            lamps=self._lamps,
            witnesses=(self._witness,),
            ear=lambda: ear,
            files=self.files,
            writer=self.writer,
            time_of_day=self._time_of_day,
            onlooking=self._onlooking,
            worked=self._worked,
            words_seed=1,
        )
        self.box = build_box(self._folders, hardware, PowerOn(settings, newcomers=self._newcomers), faults)
        self._driver = Driver(self.box.daemon, self.clock.move_to)
        return self.box

    def _hear_secret(self, order: EarOrder | None) -> None:
        if order and isinstance(self._witness, SecretWitness):
            self._witness.hear_secret(self.now, (order.text,) if order.text else order.speech.lines)

    def cut(self) -> None:
        """Cut the power without warning, and switch it on again. Only what is on the disk remains."""
        self.boot()

    def take(self, *events: Event) -> None:
        self._driver.take(*events)

    def advance(self, seconds: float) -> None:
        end = self.now + seconds
        self._driver.run(end)
        self.clock.move_to(end)

    def until_idle(self, most: float) -> None:
        """Let time pass until the box needs hands: the show, discussion or vote is over, the list of cards was called,
        or the show is paused. At most `most` seconds pass."""
        self.until(self.idle, most)

    def until_over(self, most: float) -> None:
        """Let time pass until the present stage is over, or until the box needs hands. At most `most` seconds pass."""
        begun = self._stage
        self.until(lambda: self._stage is not begun or self.idle(), most)

    @property
    def _stage(self) -> Stage | None:
        session = self.box.daemon.table.session
        return session.stage if session else None

    def until(self, enough: Callable[[], bool], most: float) -> None:
        """Let time pass until `enough` returns True, for at most `most` seconds."""
        self._driver.run(self.now + most, enough)

    def idle(self) -> bool:
        session = self.box.daemon.table.session
        if session is None:
            return True
        if isinstance(session.stage, Perform):
            return session.score is None or session.score.paused
        if isinstance(session.stage, Tell) and session.stage.checklist:
            return not is_calling(self.box.daemon.table, session.stage)
        clock = session.clock
        return not isinstance(session.stage, Count) or clock is None or clock.zero is None or clock.up
