"""What a box is told before it starts: its settings, what people chose, the game that was cut."""

from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec.structs import replace

from device.box.fitting import fitting, wrong_fields
from device.box.folders import Folders
from device.box.hardware import Faults, Hardware, PowerOn, witness_of
from device.box.keeper import DiskKeeper, game_kept
from device.box.library import Library, first_choices
from device.kernel.choices import ChoicesFile
from device.kernel.clock import Clock
from device.kernel.errors import BadFile
from device.kernel.events import Fault, Part
from device.kernel.faults import fault_of
from device.kernel.files import Disk
from device.kernel.program import program_call
from device.kernel.settings import Settings
from device.kernel.statefile import told
from device.memory.config import load_settings
from device.memory.journal import Journal
from device.table.entries import Entry
from device.table.house import Choices, WelcomeStep
from device.table.pages.home import FRESH_HINTS
from device.words.catalogue import LANGUAGES

_CLEAN = (
    "The box crashed three times in a row, so it starts without its settings and the game under way, which are kept "
    f"aside; attach `{program_call('report')}` when you ask for help."
)


def read_settings(files: Sequence[Path], clock: Clock, faults: Faults, kept: Path | None = None) -> Settings:
    """The settings in these files, the later over the earlier; what is wrong in them is a fault, which says what is
    used instead."""
    settings, wrong = load_settings(Disk(), files, LANGUAGES, kept)
    faults += [fault_of(clock.now(), Part.CONFIG, fault) for fault in wrong]
    return settings


def read_memory(
    folders: Folders, library: Library, beds: Collection[str], power_on: PowerOn, hardware: Hardware, faults: Faults
) -> tuple[Choices, Sequence[Entry], DiskKeeper]:
    """What the box remembers; a clean start does not look back, and sets aside what may have made the box crash."""
    files, clock = hardware.files, hardware.clock
    kept = ChoicesFile(files, folders.state / "choices.json", Choices)
    journal = Journal[Entry](files, folders.state / "journal.jsonl", Entry)
    choices, wrong = kept.load()
    entries, more = game_kept(journal)
    faults += [told(clock.now(), complaint) for complaint in (*wrong, *more)]
    new = choices is None and not wrong and not power_on.clean
    if power_on.clean:
        choices, entries = None, ()
        kept.set_aside()
        journal.set_aside()
        faults.append(Fault(clock.now(), Part.ASIDE, _CLEAN))
    if choices and (fields := wrong_fields(choices, beds)):
        unfit = BadFile(folders.state / "choices.json", ", ".join(fields), "means nothing here; it is as on a new box")
        faults.append(told(clock.now(), unfit))
    first = first_choices(library, power_on.settings)
    if new and _welcomes(power_on.settings, hardware):
        first = replace(first, welcome=WelcomeStep.LANGUAGE, hints=FRESH_HINTS)
    if choices and power_on.settings.table.welcome == "never":
        choices = replace(choices, welcome=WelcomeStep.DONE)  # also one that was begun before it was said
    return fitting(choices, library, first, beds), entries, DiskKeeper(clock, kept, journal, witness_of(hardware))


def _welcomes(settings: Settings, hardware: Hardware) -> bool:
    wish = settings.table.welcome
    return wish == "always" or (wish == "box" and hardware.own_panel)
