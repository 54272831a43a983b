"""Runs a box in real time: puts the box together, runs its one main loop until a stop is asked for, and closes the box.

The loop waits only for the next event or for the next moment at which something is due."""

import gc
import logging
import queue
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from nightcrier.box.assembly import BuiltBox, build_box
from nightcrier.box.events import ChoreSaid, Event, Stop
from nightcrier.box.hardware import Faults, Hardware, PowerOn
from nightcrier.box.late_door import LateDoor
from nightcrier.box.machine import CALM_AFTER, Crashes, MachineGuard
from nightcrier.box.panel.port import Edge
from nightcrier.box.remembered import wiring_alone
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.table.core.effects import BoothEffect, FollowKeys
from nightcrier.kernel.chores import ASKED, TOLD, read_chore_news, read_put_aside
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.faults import Fault, Flaw, Part
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.program import Notifier, claim_folder
from nightcrier.kernel.settings import Settings

if TYPE_CHECKING:
    from nightcrier.box.ear import Ear
    from nightcrier.box.recording_room import ChildRoom
    from nightcrier.box.root_chores import RootChores

Inbox: TypeAlias = "queue.SimpleQueue[Edge | Event | None]"
"""Carries events into the loop. None only wakes the loop, which then checks again what is due."""

BATCH = 256
"""The most events that are handled before the screen is drawn again. A whole picture takes 93 ms at 100 kHz, and a fast
dial sends a hundred edges in that time. Without this limit, a dial that never rests would freeze the screen."""


def stop_on_signals(inbox: Inbox, clock: Clock) -> None:
    """Turn SIGTERM, SIGHUP and Ctrl-C into an event. A signal handler may safely put something into a SimpleQueue."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        inbox.put(Stop(clock.now()))

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)


class Loop:
    """Runs a box until somebody asks for a stop."""

    def __init__(self, box: BuiltBox, inbox: Inbox, clock: Clock, notifier: Notifier, crashes: Crashes) -> None:
        self._daemon, self._inbox, self._clock = box.daemon, inbox, clock
        self._notifier, self._crashes = notifier, crashes
        self._calm_at: float | None = clock.now() + CALM_AFTER
        self._alive_at = clock.now() if notifier.every is not None else None

    def run(self) -> Stop:
        self._notifier.ready()
        while (stop := self._turn()) is None:
            self._daemon.wake()
            self._tell()
        self._notifier.stopping()
        self._crashes.end_well()
        return stop

    def _turn(self) -> Stop | None:
        """Handle all waiting events in order, and then draw. Events before a stop still count."""
        things: list[Edge | Event | None] = []
        try:
            things.append(self._inbox.get(timeout=self._patience()))
            while len(things) < BATCH and not isinstance(things[-1], Stop):
                things.append(self._inbox.get_nowait())
        except queue.Empty:
            pass
        last = things[-1] if things else None
        stop = last if isinstance(last, Stop) else None
        if before := [thing for thing in things if thing is not None and thing is not stop]:
            self._daemon.take(*before)
        return stop

    def _patience(self) -> Seconds | None:
        """Return how long to wait: until the daemon, the watchdog or the count of crashes is due. None means
        forever."""
        now = self._clock.now()
        wanted = (self._daemon.due(), self._calm_at, self._alive_at)
        moments = [moment - now for moment in wanted if moment is not None]
        return max(0.0, min(moments)) if moments else None

    def _tell(self) -> None:
        """Tell systemd that the box is alive, and reset the count of crashes when the box has run long enough. No other
        thread may do this; otherwise systemd would not notice that the loop hangs."""
        now = self._clock.now()
        if self._alive_at is not None and self._notifier.every is not None and now >= self._alive_at:
            self._alive_at = now + self._notifier.every
            self._notifier.alive()
        if self._calm_at is not None and now >= self._calm_at:
            self._calm_at = None
            self._crashes.calm_down()


_log = logging.getLogger("nightcrier")
_PUT_ASIDE = "The box failed twice with what it was brought last, and has put that aside as ….broken."
_TRIED = "The box failed without what it was brought last, too, so that is back, and something else is broken."


@contextmanager
def count_start(folders: Folders) -> Iterator[Crashes]:
    """Claim the folders of a box and count the start, before anything is read that could crash or hang the box. Raises
    an error if another box uses the same folder."""
    with claim_folder(folders.state):
        crashes = Crashes(Disk(), folders.runtime / "crashes")
        crashes.began()
        if not crashes.start_clean:
            crashes.try_out(folders.on_trial, folders.passed)
        yield crashes


def _record_beside(folders: Folders, clock: Clock, inbox: Inbox) -> Callable[[BoothEffect], list[Event]]:
    """Return the function that performs the effects of recording. When this program ends, its pipe to the recording
    process closes, and that process ends too."""

    @cache
    def room() -> "ChildRoom":
        """Create the recording room when somebody first wants to record. Its code is imported only then."""
        from nightcrier.box.recording_room import ChildRoom

        return ChildRoom(folders, clock, inbox.put, _log.warning)

    return lambda effect: room().perform(effect)


def _private_ear(folders: Folders, output: Output) -> "Callable[[], Ear | None]":
    """Return a function that returns the private ear, or None if it has no sound card now. The ear's code is imported
    only when there is a card."""

    @cache
    def ear() -> "Ear":
        from nightcrier.box.ear import Ear, EarProgram

        return Ear(EarProgram(folders, output).tell)

    return lambda: ear() if output.ear else None


def _root_chores(folders: Folders, clock: Clock, inbox: Inbox) -> "RootChores | None":
    """Return the object that asks root for chores, or None if root has no folder on this box. The menus then have no
    pages for chores."""
    if not TOLD.is_dir():
        return None
    from nightcrier.box.root_chores import RootChores

    try:
        chores = RootChores(folders.runtime, clock, inbox.put)
    except OSError as refused:
        _log.warning("Nobody hears what root does for the box: %s.", refused)
        return None
    if asked := read_chore_news(folders.guests / ASKED):  # which hands have not answered yet
        inbox.put(ChoreSaid(clock.now(), asked))
    return chores


def _machine_guard(hardware: Hardware, inbox: Inbox) -> MachineGuard | None:
    if hardware.machine is None:
        return None
    guard = MachineGuard(hardware.machine, hardware.clock, inbox.put)
    guard.start()
    return guard


def run_until_stopped(
    folders: Folders, settings: Settings, hardware: Hardware, inbox: Inbox, faults: Faults, crashes: Crashes
) -> Stop:
    """Run a box whose start was counted, and return the event that stopped it. A clean start leaves out everything that
    people have added to the box."""
    clock = hardware.clock
    if crashes.start_clean:
        folders, settings = folders.without_taken(), wiring_alone(settings)
    live = SpeechMaker(folders.cache / "speech", clock, _log.info)
    hardware = replace(
        hardware,
        live=live,
        ear=_private_ear(folders, hardware.output or Output(settings.sound)),
        record=_record_beside(folders, clock, inbox),
        power_off=lambda: inbox.put(Stop(clock.now(), power_off=True)),
    )
    if hardware.machine and (aside := read_put_aside()):
        part, what = (Part.TRIED, _TRIED) if aside.is_back else (Part.TRIAL, _PUT_ASIDE)
        faults.append(Fault(clock.now(), part, what, flaws=tuple(map(Flaw, aside.names))))
    power_on = PowerOn(settings, crashes.crashed, crashes.start_clean)
    chores = _root_chores(folders, clock, inbox) if hardware.machine else None
    hardware = replace(hardware, ask_root=chores.perform) if chores else hardware
    door = LateDoor(folders, clock, inbox.put, for_good=settings.net.enabled)
    hardware = door.before(hardware)
    box = build_box(folders, hardware, power_on, faults)
    if hardware.follow_keys and (keys := box.daemon.table.choices.keys):
        hardware.follow_keys(FollowKeys(keys))
    gc.freeze()  # all this stays as long as the box runs: it is not looked through for garbage again
    gc.enable()
    guard = _machine_guard(hardware, inbox)
    if chores:
        chores.start()
    try:
        return Loop(box, inbox, clock, Notifier(), crashes).run()
    finally:
        if guard:
            guard.close()
        if chores:
            chores.close()
        box.close()
        live.close()
        door.close()
