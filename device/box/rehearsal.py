"""A box in virtual time: the real daemon with nobody's hands but a script's, and no devices."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from device.box.assembly import BuiltBox, build_box
from device.box.folders import Folders
from device.box.hardware import Hardware, Onlooking, PowerOn
from device.box.remembered import read_settings
from device.box.scripted import PictureScreen, ScriptedHands
from device.box.witness import Witness
from device.kernel.chance import SeededChance
from device.kernel.clock import Beat, VirtualClock
from device.kernel.errors import NightcrierError
from device.kernel.events import Event, Fault, Touched
from device.kernel.files import Disk, Files
from device.kernel.time_of_day import TimeOfDay
from device.show.stages import Count, Perform, Stage
from device.sound.player import SoundPlayer

_AT_ONCE = 10
"""Woken more often than this at one moment, the box finds nothing of what it wanted to be woken for."""


class TimeStandsStill(NightcrierError):
    """Found in virtual time: on a real clock the box would only keep the processor busy for nothing."""

    def __init__(self, now: float) -> None:
        super().__init__(f"The box wants to be woken at {now:.6f} s again and again; that is a fault of the program.")


class Rehearsal:
    """Moves the clock from moment to moment; each is exact, and none takes time."""

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
        """`newcomers`: the box asks how many play and offers to explain, as a new one does; else the table knows its
        games."""
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
        """Power on: nothing is known but what lies on the disk."""
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
        """The power is gone at once: nothing that was not on the disk remains."""
        self.boot()

    def take(self, *events: Event) -> None:
        """A touch together with the gesture behind it, as the loop takes them; else one after the other."""
        together: list[Event] = []
        for event in events:
            together.append(event)
            if not isinstance(event, Touched):
                self.box.daemon.take(*together)
                together.clear()
        if together:
            self.box.daemon.take(*together)

    def advance(self, seconds: float) -> None:
        """Let so much time pass."""
        end = self.now + seconds
        self._run(end, lambda: False)
        self.clock.move_to(end)

    def until_idle(self, most: float) -> None:
        """Let time pass until the show under way, the talk and the vote are over, or hands are needed."""
        self.until(self.idle, most)

    def until_over(self, most: float) -> None:
        """Let time pass until the show under way is over, whatever comes after it, or hands are needed."""
        begun = self._stage
        self.until(lambda: self._stage is not begun or self.idle(), most)

    @property
    def _stage(self) -> Stage | None:
        session = self.box.daemon.table.session
        return session.stage if session else None

    def until(self, enough: Callable[[], bool], most: float) -> None:
        """Let time pass until it is enough."""
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
