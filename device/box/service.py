"""A box in real time: put together, run until it is told to stop, and closed."""

import gc
import logging

from msgspec.structs import replace

from device.box.assembly import Faults, Hardware, PowerOn, build_box
from device.box.folders import Folders
from device.box.loop import Inbox, Loop
from device.box.systemd import Notifier
from device.kernel.events import Stop
from device.kernel.files import Disk
from device.kernel.settings import Settings
from device.memory.crashes import Crashes
from device.sound.voices.live_speech import SpeechMaker

_log = logging.getLogger("nightcrier")


def run_until_stopped(folders: Folders, settings: Settings, hardware: Hardware, inbox: Inbox, faults: Faults) -> Stop:
    """What told the box to stop. Live speech and the way to switch off are the same for every box in real time."""
    clock, crashes = hardware.clock, Crashes(Disk(), folders.runtime / "crashes")
    live = SpeechMaker(folders.cache / "speech", clock, _log.info)
    hardware = replace(hardware, live=live, power_off=lambda: inbox.put(Stop(clock.now(), power_off=True)))
    power_on = PowerOn(settings, crashes.crashed, crashes.start_clean)
    crashes.began()
    box = build_box(folders, hardware, power_on, faults)
    gc.freeze()  # all this stays as long as the box runs: it is not looked through for garbage again
    gc.enable()
    try:
        return Loop(box, inbox, clock, Notifier(), crashes).run()
    finally:
        box.close()
        live.close()
